//! The pause menu.

use super::ScreenName;
use super::menu::{Cursor, Line, MenuEvent, draw_confirmation};
use super::screen::Screen;
use super::state::AppState;
use super::transition::Transition;
use crate::content::Cue;
use crate::input::{Button, Input};
use crate::raster::Frame;
use crate::view::text;
use crate::view::widgets::Area;

/// The entries of the menu.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PauseItem {
    Screen(ScreenName),
    Leave,
    GiveUp,
}

/// The entries in order; the pack comes first, for who looks for it here.
const ITEMS: [(PauseItem, &str); 7] = [
    (PauseItem::Screen(ScreenName::Pack), "Pack"),
    (PauseItem::Screen(ScreenName::History), "What happened"),
    (PauseItem::Screen(ScreenName::Hall), "Hall of fame"),
    (PauseItem::Screen(ScreenName::Help), "How to play"),
    (PauseItem::Screen(ScreenName::Options), "Options"),
    (PauseItem::Leave, "Save and quit"),
    (PauseItem::GiveUp, "Give up"),
];

/// The pause menu. Giving up asks for confirmation, on another button.
#[derive(Clone, Debug, Default)]
pub(super) struct Pause {
    cursor: Cursor,
    is_giving_up: bool,
}

impl Screen for Pause {
    /// Opens it with the cursor at the entry of the screen that it is opened from.
    fn open(from: ScreenName, _: &AppState) -> Pause {
        let entry = PauseItem::Screen(from);
        let at = ITEMS.iter().position(|&(item, _)| item == entry).unwrap_or(0);
        Pause { cursor: Cursor::new(at), is_giving_up: false }
    }

    fn tick(&mut self, state: &mut AppState, _: Input) -> Transition {
        let AppState { pad, sound, .. } = state;
        if self.is_giving_up {
            if pad.is_pressed(Button::Select) {
                return state.give_up_run();
            }
            if pad.pressed().is_empty() {
                return Transition::Same;
            }
            self.is_giving_up = false;
            sound.cue(Cue::MenuMove);
            return Transition::Changed;
        }
        if pad.asks_for_pack() {
            return state.open_pack();
        }
        match self.cursor.tick(pad, sound, ITEMS.len()) {
            MenuEvent::None | MenuEvent::Changed(..) => Transition::Same,
            MenuEvent::Moved => Transition::Changed,
            MenuEvent::Closed => Transition::To(ScreenName::Play),
            MenuEvent::Confirmed(index) => match ITEMS[index].0 {
                PauseItem::Screen(ScreenName::Pack) => state.open_pack(),
                PauseItem::Screen(name) => Transition::To(name),
                PauseItem::Leave => state.leave_run(),
                PauseItem::GiveUp => {
                    self.is_giving_up = true;
                    Transition::Changed
                }
            },
        }
    }

    /// Draws the menu over the game. Without saving, the entry to leave does not promise it.
    fn draw(&self, state: &mut AppState, frame: &mut Frame<'_>) {
        state.draw_play_darkened(frame);
        let area = Area::of(frame);
        if self.is_giving_up {
            return draw_confirmation(frame, &state.input_scheme, text::GIVE_UP);
        }
        let is_saving = state.autosave.is_on();
        let lines = ITEMS.map(|(item, label)| match item {
            PauseItem::Leave if !is_saving => Line { label: "To the title", value: "" },
            _ => Line { label, value: "" },
        });
        self.cursor.draw_panel(frame, area, ("Paused", 0), &lines);
    }
}
