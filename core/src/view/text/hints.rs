//! Names of buttons, hints on what they do, and questions.

use super::Sentence;
use super::names::label_name;
use crate::content::Label;
use crate::world::Terrain;

/// The kind of controls that the player holds: decides what buttons are called.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum InputScheme {
    /// The ten buttons of a handheld.
    #[default]
    Buttons,
    /// The keys of a desktop.
    Keyboard,
}

/// Returns the action of each button, with the names of this input scheme.
pub const fn controls(input_scheme: InputScheme) -> [(&'static str, &'static str); 9] {
    match input_scheme {
        InputScheme::Buttons => [
            ("D-pad", "step, attack, open"),
            ("R + D-pad", "diagonals only"),
            ("B + D-pad", "dash"),
            ("A", "wait; held: rest"),
            ("L", "look; again: next"),
            ("L + R", "explore, go to stairs"),
            ("Select", "map, travel"),
            ("Start", "pack and menu"),
            ("A, B", "in lists: choose, back"),
        ],
        InputScheme::Keyboard => [
            ("arrows, WASD", "step, attack, open"),
            ("y u b n, numpad", "diagonals"),
            ("Shift + arrows", "dash"),
            ("Space", "wait; held: rest"),
            ("x", "look; again: next"),
            ("o", "explore, go to stairs"),
            ("m", "map, travel"),
            ("Esc, i, Tab", "pack and menu"),
            ("Enter, Backspace", "in lists: choose, back"),
        ],
    }
}

/// Returns the name of the button that confirms an action that cannot be undone.
pub const fn grave_button(input_scheme: InputScheme) -> &'static str {
    match input_scheme {
        InputScheme::Buttons => "Select",
        InputScheme::Keyboard => "m",
    }
}

/// Returns the choices after a run.
pub const fn after_a_run(input_scheme: InputScheme) -> &'static str {
    match input_scheme {
        InputScheme::Buttons => "A: new run  B: title",
        InputScheme::Keyboard => "Enter: new run  Esc: title",
    }
}

/// Returns the hint that closes a page of text.
pub const fn go_on(input_scheme: InputScheme) -> &'static str {
    match input_scheme {
        InputScheme::Buttons => "A: go on",
        InputScheme::Keyboard => "Enter: go on",
    }
}

/// Returns the hint that starts the walk to the landmark chosen on the map.
pub const fn go_there(input_scheme: InputScheme) -> &'static str {
    match input_scheme {
        InputScheme::Buttons => "A: go there",
        InputScheme::Keyboard => "Enter: go there",
    }
}

/// Returns the hint of the map that shows a part of the floor larger, or the whole of it again.
pub const fn zoom_hint(input_scheme: InputScheme, is_zoomed: bool) -> &'static str {
    match (input_scheme, is_zoomed) {
        (InputScheme::Buttons, false) => "L: zoom",
        (InputScheme::Buttons, true) => "L: whole",
        (InputScheme::Keyboard, false) => "x: zoom",
        (InputScheme::Keyboard, true) => "x: whole",
    }
}

/// Returns the heading of the aim mode.
pub fn throw_heading(label: Label) -> Sentence {
    sentence!("Throw the {}", label_name(label))
}

/// Returns the hints of the aim mode.
pub const fn aim_hints(input_scheme: InputScheme) -> &'static str {
    match input_scheme {
        InputScheme::Buttons => "A: throw  L: next  B: back",
        InputScheme::Keyboard => "Enter: throw  x: next  Esc: back",
    }
}

/// Returns the hint of the look mode that a press throws this once more (I6).
pub fn throw_again(input_scheme: InputScheme, label: Label) -> Sentence {
    let button = match input_scheme {
        InputScheme::Buttons => "A",
        InputScheme::Keyboard => "Enter",
    };
    sentence!("{button}: throw {}", label_name(label))
}

/// Returns the hints of a pedestal: how to take its item, and how to leave.
pub const fn pedestal_hints(input_scheme: InputScheme) -> &'static str {
    match input_scheme {
        InputScheme::Buttons => "A: take  B: leave",
        InputScheme::Keyboard => "Enter: take  Esc: leave",
    }
}

/// The warning before an item is taken from a pedestal (W17).
pub const SEALS_LINE: &str = "Taking it seals the others.";

/// The reason why nothing is taken from a pedestal.
pub const FULL_PACK_LINE: &str = "Your pack is full.";

/// The hint on a pedestal that is out of reach.
pub const FAR_PEDESTAL_LINE: &str = "Step next to it to take it.";

/// The lines of an empty pack.
pub const EMPTY_PACK_LINES: [&str; 2] = ["Nothing but lint.", "Walk onto things to pick them up."];

/// The word for items in the legend of the map.
pub const LEGEND_ITEM: &str = "item";

/// Returns the word for a terrain in the legend of the map; none for what it leaves out.
pub const fn legend_word(terrain: Terrain) -> &'static str {
    match terrain {
        Terrain::StairsUp => "up",
        Terrain::StairsDown => "down",
        Terrain::DoorClosed => "door",
        Terrain::DoorLocked => "locked",
        Terrain::VentOpen => "vent",
        Terrain::Terminal => "screen",
        Terrain::CableLive => "cable",
        Terrain::Water => "water",
        Terrain::CageShut => "cage",
        _ => "",
    }
}

/// The line of a map without landmarks.
pub const NO_LANDMARKS: &str = "No landmarks yet.";

/// The line of an empty hall of fame.
pub const EMPTY_HALL: &str = "Nobody has dared yet.";

/// The hints below the list of buttons.
pub const GOOD_TO_KNOW: [&str; 3] = [
    "Wounds close slowly by themselves.",
    "Who lingers gets company.",
    "Throw from the pack; again from a look.",
];

/// A question before something is lost, and the consequence of saying yes.
pub type Question = [&'static str; 2];

/// The answers to a question: that of all other buttons, and the words behind the name of the
/// confirming one.
pub const NO_AND_YES: [&str; 2] = ["Any other: no", ": yes"];

/// Asks before the player gives up a run.
pub const GIVE_UP: Question = ["Give up?", "This run will be lost."];
