//! The pause menu.

use super::ScreenName;
use super::menu::{Answer, Confirmation, Cursor, ListPanel, MenuEvent, MenuLine};
use super::screen::Screen;
use super::transition::{Destination, Transition};
use crate::input::Input;
use crate::raster::Frame;
use crate::session::{AppState, RunPhase};
use crate::view::text;
use crate::view::widgets::Area;
use heapless::Vec;

/// The entries of the menu.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PauseItem {
    Resume,
    Screen(Destination),
    Leave,
    GiveUp,
}

/// The entries in order.
const ITEMS: [(PauseItem, &str); 10] = [
    (PauseItem::Resume, text::words::menu::resume()),
    (PauseItem::Screen(Destination::Graft), text::words::menu::graft()),
    (PauseItem::Screen(Destination::Pack { aimed: None }), text::words::menu::pack()),
    (PauseItem::Screen(Destination::History), text::words::menu::log()),
    (PauseItem::Screen(Destination::Hall { row: None }), text::words::menu::hall()),
    (PauseItem::Screen(Destination::Bestiary { at: None }), text::words::menu::bestiary()),
    (PauseItem::Screen(Destination::Help), text::words::menu::help()),
    (PauseItem::Screen(Destination::Options), text::words::menu::options()),
    (PauseItem::Leave, text::words::menu::save_and_quit()),
    (PauseItem::GiveUp, text::words::menu::give_up()),
];

/// The pause menu. Giving up asks for confirmation.
#[derive(Clone, Debug)]
pub(crate) struct Pause {
    cursor: Cursor,
    confirmation: Option<Confirmation>,
}

impl Pause {
    /// Opens the menu with the cursor at the entry of the previous screen. After the play screen, the cursor is at the
    /// grafts if the player can choose one. Otherwise the cursor is at the pack, which is then two presses away.
    pub(super) fn open(from: ScreenName, state: &AppState) -> Pause {
        let from = match from {
            ScreenName::Play if state.game.has_graft_to_choose() => ScreenName::Graft,
            ScreenName::Play => ScreenName::Pack,
            _ => from,
        };
        let leads_to = |item| matches!(item, PauseItem::Screen(to) if to.name() == from);
        let at = items(state).position(|(item, _)| leads_to(item)).unwrap_or(0);
        Pause { cursor: Cursor::new(at), confirmation: None }
    }
}

impl Screen for Pause {
    const SHOWS_FLOOR: bool = true;

    fn tick(&mut self, state: &mut AppState, _: Input) -> Transition {
        if let Some(confirmation) = &mut self.confirmation {
            match confirmation.tick(&mut state.pad, &mut state.sound) {
                Answer::None => return Transition::Same,
                Answer::Moved => {}
                Answer::Decline => self.confirmation = None,
                Answer::Accept | Answer::Overwrite => return state.give_up_run(),
            }
            return Transition::Changed;
        }
        if state.pad.asks_for_pack() {
            return state.open_pack();
        }
        let count = items(state).count();
        match self.cursor.tick(&mut state.pad, &mut state.sound, count) {
            MenuEvent::None | MenuEvent::Changed(..) => Transition::Same,
            MenuEvent::Moved => Transition::Changed,
            MenuEvent::Closed => Transition::To(Destination::Play),
            MenuEvent::Confirmed(index) => match items(state).nth(index) {
                Some((PauseItem::Screen(Destination::Pack { .. }), _)) => state.open_pack(),
                Some((PauseItem::Screen(to), _)) => Transition::To(to),
                Some((PauseItem::Resume, _)) | None => Transition::To(Destination::Play),
                Some((PauseItem::Leave, _)) if is_training(state) => state.leave_training(),
                Some((PauseItem::Leave, _)) => state.leave_run(),
                Some((PauseItem::GiveUp, _)) => {
                    self.confirmation = Some(Confirmation::new(text::GIVE_UP));
                    Transition::Changed
                }
            },
        }
    }

    /// Draws the menu over the game. If saving is off, the label for leaving does not mention saving.
    fn draw(&self, state: &AppState, frame: &mut Frame<'_>) {
        state.draw_play_darkened(frame);
        let area = Area::of(frame);
        if let Some(confirmation) = self.confirmation {
            return confirmation.draw(frame);
        }
        let is_saving = state.autosave.is_on();
        let chooses = state.game.has_graft_to_choose();
        let lines: Vec<MenuLine<'_>, { ITEMS.len() }> = items(state)
            .map(|(item, label)| match item {
                PauseItem::Leave if is_training(state) => {
                    MenuLine::plain(text::words::menu::leave_training())
                }
                PauseItem::Leave if !is_saving => MenuLine::plain(text::words::menu::to_title()),
                PauseItem::Screen(Destination::Graft) if !chooses => {
                    MenuLine::plain(text::words::table::grafts())
                }
                _ => MenuLine::plain(label),
            })
            .collect();
        let panel = ListPanel {
            heading: text::words::menu::paused(),
            hint: "",
            value_room: 0,
            lines: &lines,
            feet: &[],
        };
        self.cursor.draw_panel(frame, area, &panel);
    }
}

/// Returns whether the game is a training room (H21).
fn is_training(state: &AppState) -> bool {
    state.phase == RunPhase::Training
}

/// Iterates over the entries. There is an entry for grafts only if the player has a graft or can choose one (B16). The
/// training has no entries about runs.
fn items(state: &AppState) -> impl Iterator<Item = (PauseItem, &'static str)> + use<> {
    let game = &state.game;
    let has_grafts = game.has_graft_to_choose() || !game.player().build.grafts.is_empty();
    let is_training = is_training(state);
    let is_shown = move |item| match item {
        PauseItem::Screen(Destination::Graft) => has_grafts,
        PauseItem::Screen(Destination::Hall { .. } | Destination::Bestiary { .. })
        | PauseItem::GiveUp => !is_training,
        _ => true,
    };
    ITEMS.into_iter().filter(move |&(item, _)| is_shown(item))
}
