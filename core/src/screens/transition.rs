//! Defines the transition that a tick of a screen returns, the same for all screens.

use super::list::with_all_screens;
use crate::geometry::Pos;
use crate::session::Request;

/// The result of a tick of a screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Transition {
    /// Nothing visible changed.
    Same,
    /// The screen must be drawn anew.
    Changed,
    /// This screen is opened.
    To(Destination),
    /// The host is asked for this, and the screen is drawn anew.
    Ask(Request),
}

impl Transition {
    /// Returns it; `Changed` in place of `Same` where something else has changed in the tick.
    pub(crate) fn or_changed(self, has_changed: bool) -> Transition {
        if self == Transition::Same && has_changed { Transition::Changed } else { self }
    }
}

macro_rules! make_destinations {
    ($($(#[$doc:meta])* $name:ident $({ $($argument:ident: $type:ty),* })?: $module:ident::$screen:ident, $text:literal;)*) => {
        /// The screen that is shown.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum ScreenName {
            $($(#[$doc])* $name,)*
        }

        impl ScreenName {
            /// Returns its name in a state file.
            pub const fn name(self) -> &'static str {
                match self {
                    $(ScreenName::$name => $text,)*
                }
            }
        }

        /// A screen to open, with what is handed on to it.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(crate) enum Destination {
            $($(#[$doc])* $name $({ $($argument: $type),* })?,)*
        }

        impl Destination {
            /// Returns the screen without what is handed on.
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
    /// The title, with the cursor at the entry of the screen before it.
    pub(crate) const TITLE: Destination = Destination::Title { is_after_run: false };

    /// Returns the list that a screen was opened `from`, and is left for: the menu of the run, or the title.
    pub(crate) const fn back_to(from: ScreenName) -> Destination {
        match from {
            ScreenName::Menu => Destination::Menu,
            _ => Destination::TITLE,
        }
    }
}
