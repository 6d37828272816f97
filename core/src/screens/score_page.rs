//! The page of a row in the hall of fame: the end of the run, its numbers and its conducts (H7).

use super::{build_strip, throne_scene};
use crate::raster::{Colour, Frame, Shade, TextSize};
use crate::save::Score;
use crate::seed;
use crate::view::map_view::TILE;
use crate::view::text;
use crate::view::widgets::{self, Area};
use crate::world::{Conduct, Lineage};
use core::fmt::Write;
use heapless::String;
use musrex_assets::interface;

/// The width and the height of the page in pixels.
const SIZE: (i16, i16) = (240, 160);
/// The left margin of the text in pixels.
const MARGIN: i16 = 24;

/// Draws the page of `score`, with the `hint` for the buttons.
pub(super) fn draw(frame: &mut Frame<'_>, score: &Score, hint: &str) {
    frame.clear(Colour::INK);
    let page = match frame.text_size() {
        TextSize::Normal => Area::of(frame).centred(SIZE.0, SIZE.1),
        TextSize::Large => Area::of(frame),
    };
    if let Some(way) = score.kings_end {
        throne_scene::draw(
            frame,
            Area { height: 2 * widgets::line_height(frame) + 10, ..page },
            way,
        );
    }
    let mut y = page.y + 4;
    draw_end(frame, page, y, score);
    y += 2 * widgets::line_height(frame) + 6;
    widgets::rule(frame, y);
    y += 5;
    draw_numbers(frame, page, y, score);
    y += 4 * widgets::line_height(frame) + 3;
    // A lost run has earned no conducts, so a list of broken conducts would only blame the player.
    if score.is_won() {
        widgets::rule(frame, y);
        draw_conducts(frame, page, y + 5, score);
    } else if score.lineage != Lineage::default() {
        widgets::rule(frame, y);
        draw_build(frame, page, y + 5, score);
    }
    let y = page.y + page.height - widgets::line_height(frame) - 1;
    widgets::text_right(frame, page.x + page.width - 6, y, hint, Colour::GOLD);
    draw_marks(frame, page.x + 6, y, score);
}

/// Draws the end of the run in two lines.
fn draw_end(frame: &mut Frame<'_>, page: Area, y: i16, score: &Score) {
    let (heading, colour, icon) = if score.is_won() {
        (text::VICTORY_HEADING, Colour::GOLD, &interface::CROWN)
    } else {
        (text::DEATH_HEADING, Colour::BAD, &interface::SKULL)
    };
    let middle = page.x + page.width / 2;
    widgets::text_centred(frame, middle, y, heading, colour);
    let half = frame.width_of(heading) / 2;
    frame.icon(middle - half - 14, y, icon, Shade::Lit);
    frame.icon(middle + half + 6, y, icon, Shade::Lit);
    let sentence = match (score.killed_by, score.kings_end) {
        (Some(cause), _) => text::epitaph(cause),
        (None, Some(way)) => text::kings_end_line(way),
        (None, None) => text::VICTORY_LINE,
    };
    widgets::text_centred(
        frame,
        middle,
        y + widgets::line_height(frame) + 2,
        sentence,
        Colour::WHITE,
    );
}

/// Draws the numbers of the run in two columns, and its seed in a line of its own.
fn draw_numbers(frame: &mut Frame<'_>, page: Area, y: i16, score: &Score) {
    let numbers = [
        (text::words::table::floor(), u32::from(score.floor.number())),
        (text::words::table::level(), u32::from(score.level.number())),
        (text::words::table::score(), score.points),
        (text::words::table::kills(), u32::from(score.kills)),
        (text::words::table::turns(), score.turns.0),
        (text::words::table::night(), score.mode.night().number().into()),
    ];
    // The gap between the two columns is as wide as a margin.
    let column = (page.width - MARGIN) / 2;
    for (index, (label, value)) in (0..).zip(numbers) {
        let (x, y) =
            (page.x + MARGIN + index / 3 * column, y + index % 3 * widgets::line_height(frame));
        draw_number(frame, (x, y), column - MARGIN, label, u64::from(value));
    }
    let place = (page.x + MARGIN, y + 3 * widgets::line_height(frame));
    let seed = seed::name(score.seed);
    draw_value(frame, place, page.width - 2 * MARGIN, text::words::table::seed(), &seed);
}

fn draw_number(frame: &mut Frame<'_>, (x, y): (i16, i16), width: i16, label: &str, value: u64) {
    let mut digits: String<20> = String::new();
    write!(digits, "{value}").expect("20 digits at most");
    draw_value(frame, (x, y), width, label, &digits);
}

fn draw_value(frame: &mut Frame<'_>, (x, y): (i16, i16), width: i16, label: &str, value: &str) {
    frame.text(x, y, label, Colour::SILVER);
    widgets::text_right(frame, x + width, y, value, Colour::WHITE);
}

/// Draws the list of conducts for a won run, and marks the conducts that were kept.
fn draw_conducts(frame: &mut Frame<'_>, page: Area, y: i16, score: &Score) {
    frame.text(page.x + MARGIN, y, text::words::table::goals(), Colour::GOLD);
    // The pictures of the build are on the same line.
    let at = (page.x + page.width - MARGIN, y - 4);
    build_strip::draw(frame, at, score.lineage.kit, &score.lineage.grafts);
    let y = y + 3;
    let pitch = match frame.text_size() {
        TextSize::Normal => widgets::line_height(frame) + 1,
        TextSize::Large => widgets::line_height(frame),
    };
    for (row, conduct) in (1..).zip(Conduct::ALL) {
        let y = y + row * pitch;
        let is_kept = score.mode.has_kept(conduct);
        let colour = if is_kept { Colour::WHITE } else { Colour::GREY };
        frame.text(page.x + MARGIN, y, text::conduct_line(conduct), colour);
        let (word, colour) = if is_kept {
            (text::words::table::kept(), Colour::GREEN)
        } else {
            (text::words::table::broken(), Colour::GREY)
        };
        widgets::text_right(frame, page.x + page.width - MARGIN, y, word, colour);
    }
}

/// Draws the kit and the grafts of a lost run, each as a picture and a name. The grafts are in two columns below
/// the kit.
fn draw_build(frame: &mut Frame<'_>, page: Area, y: i16, score: &Score) {
    let column = (page.width - MARGIN) / 2;
    let middle = (TILE - frame.text_height()) / 2;
    let heading = match score.lineage.kit {
        Some(_) => text::words::table::kit(),
        None if score.lineage.grafts.is_empty() => "",
        None => text::words::table::grafts(),
    };
    frame.text(page.x + MARGIN, y + middle, heading, Colour::GOLD);
    if let Some(kit) = score.lineage.kit {
        let x = page.x + MARGIN + column;
        frame.sprite(x, y, kit.spec().art, Shade::Lit);
        frame.text(x + TILE + 4, y + middle, text::kit_name(kit), Colour::WHITE);
    }
    let top = y + TILE + 2;
    for (index, graft) in (0..).zip(&score.lineage.grafts) {
        let (x, y) = (page.x + MARGIN + index % 2 * column, top + index / 2 * (TILE + 2));
        frame.sprite(x, y, graft.spec().sprite, Shade::Lit);
        frame.text(x + TILE + 4, y + middle, text::graft_name(*graft), Colour::WHITE);
    }
}

/// Draws the marks that stand for the special rules of a run.
fn draw_marks(frame: &mut Frame<'_>, mut x: i16, y: i16, score: &Score) {
    let marks = [
        (score.mode.is_daily(), text::DAILY_MARK, Colour::GOLD),
        (score.mode.is_calm(), text::CALM_MARK, Colour::GOOD),
    ];
    for (_, mark, colour) in marks.into_iter().filter(|(is_set, ..)| *is_set) {
        frame.text(x, y, mark, colour);
        x += frame.width_of(mark) + 8;
    }
}
