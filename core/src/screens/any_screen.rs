//! The enum of all screens. Its value is the current screen.

use super::list::with_all_screens;
use super::screen::Screen;
use super::transition::{Destination, ScreenName, Transition};
use crate::content::SongName;
use crate::controls::Control;
use crate::geometry::Pos;
use crate::input::Input;
use crate::raster::Frame;
use crate::session::AppState;

macro_rules! make_any_screen {
    ($($(#[$doc:meta])* $name:ident $({ $($argument:ident: $type:ty),* })?: $module:ident::$screen:ident, $text:literal;)*) => {
        /// The screen that is shown, with its own state.
        #[derive(Clone, Debug)]
        pub(crate) enum AnyScreen {
            $($name(super::$module::$screen),)*
        }

        impl AnyScreen {
            /// Opens a screen from the screen `from`.
            pub(crate) fn open(to: Destination, from: ScreenName, state: &AppState) -> AnyScreen {
                match to {
                    $(Destination::$name $({ $($argument),* })? => AnyScreen::$name(
                        super::$module::$screen::open(from, state $($(, $argument)*)?),
                    ),)*
                }
            }

            pub(crate) const fn name(&self) -> ScreenName {
                match self {
                    $(AnyScreen::$name(_) => ScreenName::$name,)*
                }
            }

            pub(crate) fn song(&self, state: &AppState) -> Option<SongName> {
                match self {
                    $(AnyScreen::$name(_) => <super::$module::$screen as Screen>::song(state),)*
                }
            }

            pub(crate) const fn shows_floor(&self) -> bool {
                match self {
                    $(AnyScreen::$name(_) => super::$module::$screen::SHOWS_FLOOR,)*
                }
            }

            pub(crate) fn tick(&mut self, state: &mut AppState, input: Input) -> Transition {
                match self {
                    $(AnyScreen::$name(screen) => tick_screen(screen, state, input),)*
                }
            }

            pub(crate) fn draw(&self, state: &AppState, frame: &mut Frame<'_>) {
                match self {
                    $(AnyScreen::$name(screen) => draw_screen(screen, state, frame),)*
                }
            }
        }
    };
}

with_all_screens!(make_any_screen);

macro_rules! make_first_screen {
    ($(#[$doc:meta])* $name:ident $({ $($argument:ident: $type:ty),* })?: $module:ident::$screen:ident, $text:literal; $($rest:tt)*) => {
        impl AnyScreen {
            /// The title, the first screen in the list. The title is shown even before a save is loaded.
            pub(crate) const FIRST: AnyScreen = AnyScreen::$name(super::$module::$screen::NEW);
        }
    };
}

with_all_screens!(make_first_screen);

impl AnyScreen {
    /// Returns the tile that is selected in the look mode or in an aim mode; `None` on other screens.
    pub(crate) const fn target(&self) -> Option<Pos> {
        match self {
            AnyScreen::Look(look) => Some(look.at()),
            AnyScreen::Aim(aim) => Some(aim.at()),
            AnyScreen::Deed(deed) => Some(deed.at()),
            _ => None,
        }
    }

    /// Returns the control whose key the player is choosing.
    pub(crate) const fn awaited_control(&self) -> Option<Control> {
        match self {
            AnyScreen::Keys(keys) => keys.awaited(),
            _ => None,
        }
    }

    /// Ends the choice of a key, even if the player chose none.
    pub(crate) const fn end_choice(&mut self) {
        if let AnyScreen::Keys(keys) = self {
            keys.end_choice();
        }
    }
}

// Target: GBA. Not inlined: keeps the data of other screens off the short stack while a turn is played.
#[inline(never)]
fn tick_screen(screen: &mut impl Screen, state: &mut AppState, input: Input) -> Transition {
    screen.tick(state, input)
}

// Target: GBA. Not inlined: keeps the data of other screens off the short stack while one screen is drawn.
#[inline(never)]
fn draw_screen(screen: &impl Screen, state: &AppState, frame: &mut Frame<'_>) {
    screen.draw(state, frame);
}
