//! The title: the name of the game over a floor that plays itself.

use super::host::HostAbilities;
use super::menu::{Choice, Cursor, Line, draw_question};
use super::play::{Outlook, Play};
use crate::autopilot::Autopilot;
use crate::content::text::{self, Question};
use crate::dice::mix;
use crate::draw::widgets::{self, Area, LINE_HEIGHT};
use crate::draw::{Colour, Frame};
use crate::input::{Button, Pad};
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
    Continue,
    NewGame,
    /// A new game, saved over what was there.
    Overwrite,
    Hall,
    Help,
    Options,
    Quit,
}

/// What the title must know.
#[derive(Clone, Copy)]
pub(super) struct Facts {
    pub(super) abilities: HostAbilities,
    /// Whether a run waits to be gone on with; it is what is seen behind the list then.
    pub(super) has_run: bool,
    /// What is asked before a new game begins.
    pub(super) question: Option<Question>,
    /// What is wrong with the save.
    pub(super) lines: [&'static str; 2],
}

/// The title screen.
#[derive(Clone, Debug, Default)]
pub(super) struct Title {
    cursor: Cursor,
    /// Whether it asks before a new game, on another button than the one that got there.
    is_asking: bool,
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
        facts: Facts,
        (game, play): (&mut Game, &mut Play),
    ) -> Option<TitleItem> {
        self.run_backdrop(facts.has_run, game, play);
        if let Some(question) = facts.question.filter(|_| self.is_asking) {
            return self.answer(pad, question, play);
        }
        let items = items(facts);
        let chosen = match self.cursor.tick(pad, items.len()) {
            Choice::Confirmed(index) => items[index],
            // Start on a title begins, as on every handheld.
            Choice::Left if pad.is_pressed(Button::Start) => items[0],
            Choice::Moved => {
                play.refresh();
                return None;
            }
            _ => return None,
        };
        if chosen == TitleItem::NewGame && facts.question.is_some() {
            self.is_asking = true;
            play.refresh();
            return None;
        }
        Some(chosen)
    }

    fn answer(&mut self, pad: &Pad, question: Question, play: &mut Play) -> Option<TitleItem> {
        if pad.pressed().is_empty() {
            return None;
        }
        self.is_asking = false;
        play.refresh();
        let is_overwriting = question == text::ASK_OVERWRITE;
        match () {
            () if pad.is_pressed(Button::B) => None,
            () if !pad.is_pressed(Button::Select) => is_overwriting.then_some(TitleItem::NewGame),
            () if is_overwriting => Some(TitleItem::Overwrite),
            () => Some(TitleItem::NewGame),
        }
    }

    /// A run that waits stands still; any other plays itself.
    fn run_backdrop(&mut self, has_run: bool, game: &mut Game, play: &mut Play) {
        play.advance();
        if has_run {
            return;
        }
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

    /// Draws the title over what is there: the floor.
    pub(super) fn draw(&self, frame: &mut Frame<'_>, facts: Facts, game: &Game) {
        let Area { width, height, .. } = Area::of(frame);
        let middle = width / 2;
        let lines = items_as_lines(facts);
        let menu_height = i16::try_from(lines.len()).unwrap_or(0) * (LINE_HEIGHT + 2);
        // The King looms at the foot of the picture, the name stands on top, the list between.
        widgets::image(frame, width - 64 - 8, height - 64, &KING);
        let logo_top = (height - 56 - menu_height - 20).max(8) / 3;
        widgets::image(frame, middle - 88, logo_top, &LOGO);
        let top = logo_top + 56 + (height - logo_top - 56 - menu_height) / 2;
        let list = Area { x: middle - 40, y: top, width: 80, height: menu_height };
        self.cursor.draw_lines(frame, list, &lines);
        if facts.has_run {
            let run = text::of_run(game);
            widgets::text_centred(frame, middle, top - LINE_HEIGHT - 4, &run, Colour::GOLD);
        }
        self.draw_foot(frame, facts);
        if let Some(question) = facts.question.filter(|_| self.is_asking) {
            draw_question(frame, facts.abilities.hands, question);
        }
    }

    /// What is wrong with the save, or else the version.
    fn draw_foot(&self, frame: &mut Frame<'_>, facts: Facts) {
        let foot = Area::of(frame).height - 11;
        let [first, second] = facts.lines;
        if first.is_empty() {
            let version = concat!("v", env!("CARGO_PKG_VERSION"));
            frame.text(4, foot, version, Colour::GREY);
        } else {
            frame.text(4, foot - LINE_HEIGHT, first, Colour::WARNING);
            frame.text(4, foot, second, Colour::WARNING);
        }
    }
}

const ITEMS: [TitleItem; 6] = [
    TitleItem::Continue,
    TitleItem::NewGame,
    TitleItem::Hall,
    TitleItem::Help,
    TitleItem::Options,
    TitleItem::Quit,
];

fn items(facts: Facts) -> Vec<TitleItem, { ITEMS.len() }> {
    ITEMS
        .into_iter()
        .filter(|&item| item != TitleItem::Quit || facts.abilities.can_quit)
        .filter(|&item| item != TitleItem::Continue || facts.has_run)
        .collect()
}

fn items_as_lines(facts: Facts) -> Vec<Line<'static>, { ITEMS.len() }> {
    items(facts)
        .iter()
        .map(|item| {
            let label = match item {
                TitleItem::Continue => "Continue",
                TitleItem::NewGame | TitleItem::Overwrite => "New game",
                TitleItem::Hall => "Hall of fame",
                TitleItem::Help => "Controls",
                TitleItem::Options => "Options",
                TitleItem::Quit => "Quit",
            };
            Line { label, value: "" }
        })
        .collect()
}
