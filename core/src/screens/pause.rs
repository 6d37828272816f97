//! The menu over a running game.

use super::menu::{Choice, Cursor, Line, draw_question};
use crate::content::text::{self, Hands};
use crate::draw::Frame;
use crate::draw::widgets::Area;
use crate::input::{Button, Pad};

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

/// In the order of the list: the pack comes first, so that it is two presses away.
const ITEMS: [(PauseItem, &str); 7] = [
    (PauseItem::Pack, "Pack"),
    (PauseItem::History, "What happened"),
    (PauseItem::Hall, "Hall of fame"),
    (PauseItem::Help, "Controls"),
    (PauseItem::Options, "Options"),
    (PauseItem::Leave, "Save and quit"),
    (PauseItem::GiveUp, "Give up"),
];

/// The menu; giving up asks again, on another button.
#[derive(Clone, Debug, Default)]
pub(super) struct Pause {
    cursor: Cursor,
    is_giving_up: bool,
}

/// What a tick of the menu came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PauseOutlook {
    Same,
    Changed,
    Left,
    Chosen(PauseItem),
}

impl Pause {
    /// With the cursor at `item`, where one came back from.
    pub(super) fn at(item: PauseItem) -> Pause {
        let at = ITEMS.iter().position(|&(other, _)| other == item).unwrap_or(0);
        Pause { cursor: Cursor::new(at), is_giving_up: false }
    }

    pub(super) fn tick(&mut self, pad: &mut Pad) -> PauseOutlook {
        if self.is_giving_up {
            if pad.is_pressed(Button::Select) {
                return PauseOutlook::Chosen(PauseItem::GiveUp);
            }
            if pad.pressed().is_empty() {
                return PauseOutlook::Same;
            }
            self.is_giving_up = false;
            return PauseOutlook::Changed;
        }
        match self.cursor.tick(pad, ITEMS.len()) {
            Choice::None | Choice::Changed(..) => PauseOutlook::Same,
            Choice::Moved => PauseOutlook::Changed,
            Choice::Left => PauseOutlook::Left,
            Choice::Confirmed(index) if ITEMS[index].0 == PauseItem::GiveUp => {
                self.is_giving_up = true;
                PauseOutlook::Changed
            }
            Choice::Confirmed(index) => PauseOutlook::Chosen(ITEMS[index].0),
        }
    }

    /// Draws the menu over what is there. Where nothing is saved, it does not say so.
    pub(super) fn draw(&self, frame: &mut Frame<'_>, hands: Hands, is_saving: bool) {
        let area = Area::of(frame);
        if self.is_giving_up {
            return draw_question(frame, hands, text::GIVE_UP);
        }
        let lines = ITEMS.map(|(item, label)| match item {
            PauseItem::Leave if !is_saving => Line { label: "To the title", value: "" },
            _ => Line { label, value: "" },
        });
        self.cursor.draw_panel(frame, area, "Paused", &lines);
    }
}
