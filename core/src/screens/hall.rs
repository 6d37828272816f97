//! The hall of fame (H5).

use super::menu::{Cursor, MenuEvent};
use crate::input::{Button, Pad};
use crate::raster::{Colour, Frame, Shade};
use crate::save::{Score, Scores};
use crate::view::text::{self, InputScheme};
use crate::view::widgets::{self, Area, LINE_HEIGHT};
use core::fmt::Write;
use heapless::String;
use musrex_assets::interface;

/// The right edges of the columns, and the left edge of the last, in pixels of a width of 240.
const COLUMNS: [i16; 6] = [20, 58, 80, 102, 132, 165];

/// The hall of fame screen.
#[derive(Clone, Debug)]
pub(super) struct Hall {
    /// The row of the run just ended, if it has one.
    own_row: Option<usize>,
    cursor: Cursor,
    from: Origin,
}

/// The screen from which the hall was opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Origin {
    Title,
    Menu,
    /// After a run.
    Run,
}

/// What a tick of the hall leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum HallTransition {
    Same,
    Changed,
    ToTitle,
    ToMenu,
    NewRun,
}

impl Hall {
    pub(super) fn new(from: Origin, own_row: Option<usize>) -> Hall {
        Hall { own_row, cursor: Cursor::new(own_row.unwrap_or(0)), from }
    }

    pub(super) fn tick(&mut self, pad: &mut Pad, scores: &Scores) -> HallTransition {
        match (self.cursor.tick(pad, scores.rows().len().max(1)), self.from) {
            (MenuEvent::None | MenuEvent::Changed(..), _) => HallTransition::Same,
            (MenuEvent::Moved, _) => HallTransition::Changed,
            // After a run, any confirm button starts anew (H4).
            (MenuEvent::Confirmed(_), Origin::Run) => HallTransition::NewRun,
            (MenuEvent::Closed, Origin::Run) if pad.is_pressed(Button::Start) => {
                HallTransition::NewRun
            }
            (_, Origin::Menu) => HallTransition::ToMenu,
            (_, Origin::Title | Origin::Run) => HallTransition::ToTitle,
        }
    }

    /// Draws all rows, that of the run just ended in green (H4), and the seed of the selected row.
    pub(super) fn draw(&self, frame: &mut Frame<'_>, input_scheme: InputScheme, scores: &Scores) {
        let whole = Area::of(frame);
        frame.clear(Colour::INK);
        let middle = whole.width / 2;
        let left = (whole.width - 240) / 2;
        let top = (whole.height - 160) / 2;
        widgets::text_centred(frame, middle, top + 3, "Hall of Fame", Colour::GOLD);
        frame.icon(middle - 54, top + 3, &interface::CROWN, Shade::Lit);
        frame.icon(middle + 46, top + 3, &interface::CROWN, Shade::Lit);
        if scores.rows().is_empty() {
            widgets::text_centred(frame, middle, top + 70, text::EMPTY_HALL, Colour::SILVER);
            return;
        }
        let y = top + 17;
        for (heading, right) in ["", "Score", "Fl", "Lv", "Kills", "Turns"].into_iter().zip(COLUMNS)
        {
            widgets::text_right(frame, left + right, y, heading, Colour::GREY);
        }
        frame.text(left + 173, y, "Ended by", Colour::GREY);
        for (row, score) in scores.rows().iter().enumerate() {
            let line = i16::try_from(row).unwrap_or(0);
            let y = top + 28 + line * (LINE_HEIGHT + 1);
            if row == self.cursor.at() {
                frame.icon(left + 2, y, &interface::CURSOR, Shade::Lit);
            }
            let colour = if self.own_row == Some(row) { Colour::GREEN } else { Colour::WHITE };
            draw_row(frame, left, y, row + 1, score, colour);
        }
        if let Some(score) = scores.rows().get(self.cursor.at()) {
            let mut seed: String<32> = String::new();
            write!(seed, "seed {}", score.seed).expect("a seed has 20 digits at most");
            frame.text(left + 6, top + 138, &seed, Colour::GREY);
        }
        if self.from == Origin::Run {
            widgets::text_right(
                frame,
                left + 234,
                top + 149,
                text::after_a_run(input_scheme),
                Colour::GOLD,
            );
        }
    }
}

fn draw_row(frame: &mut Frame<'_>, left: i16, y: i16, place: usize, score: &Score, colour: Colour) {
    let numbers = [
        u32::try_from(place).unwrap_or(0),
        score.points,
        u32::from(score.floor.number()),
        u32::from(score.level.number()),
        u32::from(score.kills),
        score.turns.0,
    ];
    for (number, right) in numbers.into_iter().zip(COLUMNS) {
        let mut digits: String<12> = String::new();
        write!(digits, "{number}").expect("ten digits at most");
        widgets::text_right(frame, left + right, y, &digits, colour);
    }
    frame.text(left + 173, y, text::short_cause(score.killed_by), colour);
}
