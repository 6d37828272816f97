//! Defines the transition that the tick of every screen returns.

use super::list::with_all_screens;
use crate::geometry::Pos;
use crate::session::Request;

/// The result of a screen's tick.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Transition {
    /// Nothing visible changed.
    Same,
    /// The screen must be redrawn.
    Changed,
    /// Opens this screen.
    To(Destination),
    /// Passes this request to the host, and redraws the screen.
    Ask(Request),
}

impl Transition {
    /// Returns the transition, but replaces `Same` by `Changed` if `has_changed` is true.
    pub(crate) fn or_changed(self, has_changed: bool) -> Transition {
        if self == Transition::Same && has_changed { Transition::Changed } else { self }
    }
}

macro_rules! make_destinations {
    ($($(#[$doc:meta])* $name:ident $({ $($argument:ident: $type:ty),* })?: $module:ident::$screen:ident, $text:literal;)*) => {
        /// The name of a screen.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum ScreenName {
            $($(#[$doc])* $name,)*
        }

        impl ScreenName {
            /// Returns the name of the screen, as the desktop program writes it into state files.
            pub const fn name(self) -> &'static str {
                match self {
                    $(ScreenName::$name => $text,)*
                }
            }
        }

        /// A screen to open, with its arguments.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(crate) enum Destination {
            $($(#[$doc])* $name $({ $($argument: $type),* })?,)*
        }

        impl Destination {
            /// Returns the name of the screen, without its arguments.
            pub(crate) const fn name(self) -> ScreenName {
                match self {
                    $(Destination::$name { .. } => ScreenName::$name,)*
                }
            }
        }
    };
}

with_all_screens!(make_destinations);

impl Destination {
    /// The title, with the cursor at the entry of the previous screen.
    pub(crate) const TITLE: Destination = Destination::Title { is_after_run: false };

    /// Returns the screen to which a screen goes back: the pause menu if `from` is that menu, otherwise the title.
    pub(crate) const fn back_to(from: ScreenName) -> Destination {
        match from {
            ScreenName::Menu => Destination::Menu,
            _ => Destination::TITLE,
        }
    }
}
