//! The title: the name of the game over a floor that plays itself.

use super::menu::{Choice, Cursor, Line};
use super::play::{Outlook, Play};
use super::settings::HostAbilities;
use crate::autopilot::Autopilot;
use crate::dice::mix;
use crate::draw::widgets::{self, Area, LINE_HEIGHT};
use crate::draw::{Colour, Frame, Shade};
use crate::input::Pad;
use crate::quantity::Floor;
use crate::world::Game;
use heapless::Vec;
use musrex_assets::interface::{KING, LOGO};

/// Ticks between the turns of the backdrop.
const TICKS_A_TURN: u16 = 14;
/// Turns after which the backdrop shows another run.
const TURNS_SHOWN: u32 = 400;

/// What can be chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TitleItem {
    NewGame,
    Hall,
    Help,
    Options,
    Quit,
}

/// The title screen.
#[derive(Clone, Debug, Default)]
pub(super) struct Title {
    cursor: Cursor,
    ticks_to_turn: u16,
    autopilot: Autopilot,
}

impl Title {
    /// Sets `game` to a run worth looking at: past the lobby, on the first floor.
    pub(super) fn set_stage(game: &mut Game, play: &mut Play, seed: u64) {
        game.restart(seed);
        play.start(game);
        let mut autopilot = Autopilot::new();
        while game.floor() == Floor::LOBBY {
            let command = autopilot.next(game, play.visible());
            play.play_command(game, command);
        }
    }

    /// One tick; gives what was chosen.
    pub(super) fn tick(
        &mut self,
        pad: &mut Pad,
        abilities: HostAbilities,
        (game, play): (&mut Game, &mut Play),
    ) -> Option<TitleItem> {
        self.run_backdrop(game, play);
        let items = items(abilities);
        match self.cursor.tick(pad, items.len()) {
            Choice::Confirmed(index) => Some(items[index]),
            Choice::Moved => {
                play.refresh();
                None
            }
            // Start on a title begins, as on every handheld.
            Choice::Left if pad.is_pressed(crate::input::Button::Start) => Some(items[0]),
            _ => None,
        }
    }

    fn run_backdrop(&mut self, game: &mut Game, play: &mut Play) {
        play.advance();
        self.ticks_to_turn = self.ticks_to_turn.saturating_sub(1);
        if self.ticks_to_turn > 0 || play.is_animating() {
            return;
        }
        self.ticks_to_turn = TICKS_A_TURN;
        let command = self.autopilot.next(game, play.visible());
        let outlook = play.play_command(game, command);
        if outlook == Outlook::Ended || game.turn().0 > TURNS_SHOWN {
            Title::set_stage(game, play, mix(game.seed()));
        }
    }

    pub(super) fn draw(
        &self,
        frame: &mut Frame<'_>,
        abilities: HostAbilities,
        game: &Game,
        play: &mut Play,
    ) {
        play.draw_backdrop(game, frame);
        let Area { width, height, .. } = Area::of(frame);
        frame.shade(0, 0, width, height, Shade::Dark);
        let middle = width / 2;
        let lines = items_as_lines(abilities);
        let menu_height = i16::try_from(lines.len()).unwrap_or(0) * (LINE_HEIGHT + 2);
        // The King looms at the foot of the picture, the name stands on top, the list between.
        widgets::image(frame, width - 64 - 8, height - 64, &KING);
        let logo_top = (height - 56 - menu_height - 20).max(8) / 3;
        widgets::image(frame, middle - 88, logo_top, &LOGO);
        let top = logo_top + 56 + (height - logo_top - 56 - menu_height) / 2;
        let list = Area { x: middle - 40, y: top, width: 80, height: menu_height };
        self.cursor.draw_lines(frame, list, &lines);
        let version = concat!("v", env!("CARGO_PKG_VERSION"));
        frame.text(4, height - 11, version, Colour::GREY);
    }
}

fn items(abilities: HostAbilities) -> Vec<TitleItem, 5> {
    [TitleItem::NewGame, TitleItem::Hall, TitleItem::Help, TitleItem::Options, TitleItem::Quit]
        .into_iter()
        .filter(|&item| item != TitleItem::Quit || abilities.can_quit)
        .collect()
}

fn items_as_lines(abilities: HostAbilities) -> Vec<Line<'static>, 5> {
    items(abilities)
        .iter()
        .map(|item| {
            let label = match item {
                TitleItem::NewGame => "New game",
                TitleItem::Hall => "Hall of fame",
                TitleItem::Help => "Controls",
                TitleItem::Options => "Options",
                TitleItem::Quit => "Quit",
            };
            Line { label, value: "" }
        })
        .collect()
}
