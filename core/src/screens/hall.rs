//! The hall of fame (H5).

use crate::content::text;
use crate::draw::widgets::{self, Area, LINE_HEIGHT};
use crate::draw::{Colour, Frame, Shade};
use crate::save::{Score, Scores};
use core::fmt::Write;
use heapless::String;
use musrex_assets::interface;

/// Where the columns end or, the last one, begins, in pixels from the left of 240.
const COLUMNS: [i16; 6] = [20, 58, 80, 102, 132, 165];

/// Draws all rows, the one of the run just ended in green (H4).
pub(super) fn draw(frame: &mut Frame<'_>, scores: &Scores, own_row: Option<usize>) {
    let whole = Area::of(frame);
    frame.clear(Colour::INK);
    let middle = whole.width / 2;
    let left = (whole.width - 240) / 2;
    let top = (whole.height - 160) / 2;
    widgets::text_centred(frame, middle, top + 5, "Hall of Fame", Colour::GOLD);
    frame.icon(middle - 54, top + 5, &interface::CROWN.0, Shade::Lit);
    frame.icon(middle + 46, top + 5, &interface::CROWN.0, Shade::Lit);
    let headings = ["", "Score", "Fl", "Lv", "Kills", "Turns"];
    let y = top + 20;
    for (heading, right) in headings.into_iter().zip(COLUMNS) {
        widgets::text_right(frame, left + right, y, heading, Colour::GREY);
    }
    frame.text(left + 173, y, "Ended by", Colour::GREY);
    for (row, score) in scores.rows().iter().enumerate() {
        let is_own = own_row == Some(row);
        let line = i16::try_from(row).unwrap_or(0);
        let y = top + 32 + line * (LINE_HEIGHT + 1);
        draw_row(frame, left, y, row + 1, score, is_own);
    }
    if scores.rows().is_empty() {
        widgets::text_centred(frame, middle, top + 70, text::EMPTY_HALL, Colour::SILVER);
    }
    if let Some(score) = own_row.and_then(|row| scores.rows().get(row)) {
        let mut seed: String<32> = String::new();
        write!(seed, "seed {}", score.seed).expect("a seed has 20 digits at most");
        widgets::text_centred(frame, middle, top + 147, &seed, Colour::GREY);
    }
}

fn draw_row(frame: &mut Frame<'_>, left: i16, y: i16, place: usize, score: &Score, is_own: bool) {
    let colour = if is_own { Colour::GREEN } else { Colour::WHITE };
    if is_own {
        frame.icon(left + 2, y, &interface::CURSOR.0, Shade::Lit);
    }
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
