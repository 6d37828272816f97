//! The pause menu.

use super::menu::{Cursor, Line, MenuEvent, draw_confirmation};
use crate::input::{Button, Pad};
use crate::raster::Frame;
use crate::view::text::{self, InputScheme};
use crate::view::widgets::Area;

/// What can be chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PauseItem {
    Pack,
    History,
    Hall,
    Help,
    Options,
    Leave,
    GiveUp,
}

/// The entries in order; the pack comes first, so that it is two presses away.
const ITEMS: [(PauseItem, &str); 7] = [
    (PauseItem::Pack, "Pack"),
    (PauseItem::History, "What happened"),
    (PauseItem::Hall, "Hall of fame"),
    (PauseItem::Help, "Controls"),
    (PauseItem::Options, "Options"),
    (PauseItem::Leave, "Save and quit"),
    (PauseItem::GiveUp, "Give up"),
];

/// The pause menu. Giving up asks for confirmation, on another button.
#[derive(Clone, Debug, Default)]
pub(super) struct Pause {
    cursor: Cursor,
    is_giving_up: bool,
}

/// What a tick of the menu leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PauseTransition {
    Same,
    Changed,
    Closed,
    Chosen(PauseItem),
}

impl Pause {
    /// Makes a menu with the cursor at `item`, for returning from its screen.
    pub(super) fn at(item: PauseItem) -> Pause {
        let at = ITEMS.iter().position(|&(other, _)| other == item).unwrap_or(0);
        Pause { cursor: Cursor::new(at), is_giving_up: false }
    }

    pub(super) fn tick(&mut self, pad: &mut Pad) -> PauseTransition {
        if self.is_giving_up {
            if pad.is_pressed(Button::Select) {
                return PauseTransition::Chosen(PauseItem::GiveUp);
            }
            if pad.pressed().is_empty() {
                return PauseTransition::Same;
            }
            self.is_giving_up = false;
            return PauseTransition::Changed;
        }
        match self.cursor.tick(pad, ITEMS.len()) {
            MenuEvent::None | MenuEvent::Changed(..) => PauseTransition::Same,
            MenuEvent::Moved => PauseTransition::Changed,
            MenuEvent::Closed => PauseTransition::Closed,
            MenuEvent::Confirmed(index) if ITEMS[index].0 == PauseItem::GiveUp => {
                self.is_giving_up = true;
                PauseTransition::Changed
            }
            MenuEvent::Confirmed(index) => PauseTransition::Chosen(ITEMS[index].0),
        }
    }

    /// Draws the menu over the frame. Without saving, the entry to leave does not promise it.
    pub(super) fn draw(&self, frame: &mut Frame<'_>, input_scheme: InputScheme, is_saving: bool) {
        let area = Area::of(frame);
        if self.is_giving_up {
            return draw_confirmation(frame, input_scheme, text::GIVE_UP);
        }
        let lines = ITEMS.map(|(item, label)| match item {
            PauseItem::Leave if !is_saving => Line { label: "To the title", value: "" },
            _ => Line { label, value: "" },
        });
        self.cursor.draw_panel(frame, area, "Paused", &lines);
    }
}
