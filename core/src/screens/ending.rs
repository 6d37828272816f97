//! The end of a run: the picture fades, and the stone says what there is to say (H4, H6).

use super::harms::Harms;
use super::message_log::{MESSAGES_MAX, MessageLog};
use super::telling::{LINE, Telling};
use crate::content::text::{self, Hands};
use crate::draw::widgets::{self, Area, LINE_HEIGHT};
use crate::draw::{Colour, Frame, Palette, Shade};
use crate::input::{Button, Pad};
use crate::screens::harms::TURNS_TOLD;
use crate::world::{Game, Outcome};
use core::fmt::Write;
use heapless::String;
use musrex_assets::endings::{DEATH, VICTORY};
use musrex_assets::interface::{self, Image};

/// Ticks of the fade.
const FADE_TICKS: u8 = 48;
/// Ticks before a press is taken for an answer: the one that was being mashed in the fight is not.
const DEAF_TICKS: u8 = FADE_TICKS + 15;
/// Who did how much: as many lines at most.
const TOLLS_SHOWN: usize = 3;

/// The two pages of an ending.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Page {
    /// How far one came.
    #[default]
    Stone,
    /// What happened at the last.
    LastTurns,
}

/// The end of a run.
#[derive(Clone, Debug, Default)]
pub(super) struct Ending {
    ticks: u8,
    page: Page,
    telling: Telling,
}

/// What a tick of the ending came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum EndingOutlook {
    Same,
    Changed,
    Left,
}

impl Ending {
    pub(super) fn tick(&mut self, pad: &Pad) -> EndingOutlook {
        self.ticks = self.ticks.saturating_add(1);
        if self.ticks <= DEAF_TICKS + 1 {
            return EndingOutlook::Changed;
        }
        if !pad.is_pressed(Button::A) && !pad.is_pressed(Button::Start) {
            let is_scrolled = self.page == Page::LastTurns && self.telling.tick(pad, MESSAGES_MAX);
            return if is_scrolled { EndingOutlook::Changed } else { EndingOutlook::Same };
        }
        match self.page {
            Page::Stone => {
                self.page = Page::LastTurns;
                EndingOutlook::Changed
            }
            Page::LastTurns => EndingOutlook::Left,
        }
    }

    /// Whether the game is still seen, fading.
    pub(super) const fn is_fading(&self) -> bool {
        self.ticks < FADE_TICKS
    }

    /// The palette of this moment: toward red for the dead (H4), toward gold for a victor.
    pub(super) fn palette(&self, game: &Game, palette: &Palette) -> Palette {
        let toward = if game.outcome() == Outcome::Won { Colour::STRAW } else { Colour::RED };
        let amount = if self.is_fading() { self.ticks / 3 } else { 0 };
        palette.faded(toward, amount)
    }

    pub(super) fn draw(
        &self,
        frame: &mut Frame<'_>,
        hands: Hands,
        game: &Game,
        (log, harms): (&MessageLog, &Harms),
    ) {
        match self.page {
            Page::Stone => draw_stone(frame, game),
            Page::LastTurns => draw_last_turns(frame, game, (log, harms), &self.telling),
        }
        if self.ticks > DEAF_TICKS {
            let whole = Area::of(frame);
            let (x, y) = (whole.width - 6, whole.height - 11);
            widgets::text_right(frame, x, y, text::go_on(hands), Colour::GOLD);
        }
    }
}

/// A picture, what ended the run, and how far it came.
fn draw_stone(frame: &mut Frame<'_>, game: &Game) {
    let whole = Area::of(frame);
    frame.clear(Colour::INK);
    let is_won = game.outcome() == Outcome::Won;
    let picture: &Image = if is_won { &VICTORY } else { &DEATH };
    let (width, height) = widgets::image_size(picture);
    let middle = whole.width / 2;
    let top = (whole.height - height - 66) / 3;
    widgets::image(frame, middle - width / 2, top, picture);
    let mut y = top + height + 5;
    let heading = if is_won { text::VICTORY_HEADING } else { text::DEATH_HEADING };
    let colour = if is_won { Colour::GOLD } else { Colour::BAD };
    widgets::text_centred(frame, middle, y, heading, colour);
    y += LINE_HEIGHT + 1;
    let sentence = match game.last_damage_cause() {
        Some(cause) if !is_won => text::epitaph(cause),
        _ => text::VICTORY_LINE,
    };
    widgets::text_centred(frame, middle, y, sentence, Colour::WHITE);
    y += LINE_HEIGHT + 4;
    let player = game.player();
    let facts = [
        ("Floor", u32::from(game.floor().number())),
        ("Level", u32::from(player.level.number())),
        ("Kills", u32::from(player.kills)),
        ("Turns", game.turn().0),
    ];
    // Two columns of two.
    for (index, (label, value)) in (0..).zip(facts) {
        let (x, y) = (middle - 84 + index / 2 * 92, y + index % 2 * LINE_HEIGHT);
        frame.text(x, y, label, Colour::SILVER);
        let mut digits: String<12> = String::new();
        write!(digits, "{value}").expect("ten digits at most");
        widgets::text_right(frame, x + 76, y, &digits, Colour::WHITE);
    }
}

/// Who did how much over the last ten turns, and what was said then (H6).
fn draw_last_turns(
    frame: &mut Frame<'_>,
    game: &Game,
    (log, harms): (&MessageLog, &Harms),
    telling: &Telling,
) {
    let whole = Area::of(frame);
    frame.clear(Colour::INK);
    frame.text(6, 2, "The last ten turns", Colour::GOLD);
    frame.icon(whole.width - 14, 2, &interface::SKULL, Shade::Lit);
    frame.fill(0, 12, whole.width, 1, Colour::SLATE);
    let mut y = 16;
    let tolls = harms.tolls(game.turn());
    for toll in tolls.iter().take(TOLLS_SHOWN) {
        let words = text::of_toll(toll.cause, toll.points, toll.times);
        frame.text(6, y, &words, Colour::BAD);
        y += LINE;
    }
    if !tolls.is_empty() {
        frame.fill(0, y, whole.width, 1, Colour::SLATE);
        y += 4;
    }
    let recent = log.iter().rev().filter(|entry| entry.turn.0 + TURNS_TOLD > game.turn().0);
    telling.draw(frame, Area { y, height: whole.height - y - 13, ..whole }, recent);
}

const _: () = assert!(TURNS_TOLD == 10, "the heading says so");
