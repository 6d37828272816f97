//! Lists: moved in with the D-pad, confirmed with A, left with B.

use crate::content::text::{self, Hands, Question};
use crate::draw::widgets::{self, Area, LINE_HEIGHT};
use crate::draw::{Colour, Frame, Shade};
use crate::input::{Button, Pad, Repeat};
use crate::settings::RepeatSpeed;
use musrex_assets::interface;

/// Pixels from the edge of a panel to its text.
const PADDING: i16 = 10;
/// Pixels from the top of a heading to that of the first line.
const HEADING: i16 = LINE_HEIGHT + 5;
/// Pixels from one line to the next.
const LINE: i16 = LINE_HEIGHT + 2;
/// Pixels between an entry and its value at least.
const VALUE_GAP: i16 = 16;

/// What a tick in a list came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Choice {
    /// Nothing.
    None,
    /// The cursor moved.
    Moved,
    /// This entry was confirmed.
    Confirmed(usize),
    /// This entry's value is to be the next one, or with `false` the one before.
    Changed(usize, bool),
    /// The list was left.
    Left,
}

/// Which entry of a list the cursor is at.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Cursor {
    at: usize,
}

/// One line of a list.
pub(super) struct Line<'a> {
    /// What it is.
    pub(super) label: &'a str,
    /// What it is set to; empty where there is nothing to set.
    pub(super) value: &'a str,
}

impl Cursor {
    /// At this entry.
    pub(super) const fn new(at: usize) -> Cursor {
        Cursor { at }
    }

    /// The entry it is at.
    pub(super) const fn at(self) -> usize {
        self.at
    }

    /// The first of `count` entries to be shown where `rows` fit, so that this one is among them.
    pub(super) fn first_shown(self, rows: usize, count: usize) -> usize {
        let last_first = count.saturating_sub(rows);
        self.at.saturating_sub(rows / 2).min(last_first)
    }

    /// One tick of the player's hands in a list of `count` entries.
    pub(super) fn tick(&mut self, pad: &mut Pad, count: usize) -> Choice {
        const REPEAT: Repeat = RepeatSpeed::Normal.repeat();
        if pad.is_pressed(Button::A) {
            return Choice::Confirmed(self.at);
        }
        if pad.is_pressed(Button::B) || pad.is_pressed(Button::Start) {
            return Choice::Left;
        }
        if pad.is_pressed(Button::Left) || pad.is_pressed(Button::Right) {
            return Choice::Changed(self.at, pad.is_pressed(Button::Right));
        }
        if pad.repeats(Button::Down, REPEAT) {
            self.at = (self.at + 1) % count;
            return Choice::Moved;
        }
        if pad.repeats(Button::Up, REPEAT) {
            self.at = (self.at + count - 1) % count;
            return Choice::Moved;
        }
        Choice::None
    }

    /// Draws `lines` in a panel with a heading, in the middle of `area`.
    pub(super) fn draw_panel(
        self,
        frame: &mut Frame<'_>,
        area: Area,
        heading: &str,
        lines: &[Line<'_>],
    ) {
        let widest = lines.iter().map(width_of).max().unwrap_or(0);
        let width = widest.max(Frame::text_width(heading)).max(96) + 2 * PADDING + 8;
        let height = HEADING + lines_height(lines.len());
        let panel = widgets::panel(frame, area.centred(width, height + 2 * PADDING));
        let middle = panel.x + panel.width / 2;
        let inner = panel.centred(panel.width - 2 * PADDING, height);
        widgets::text_centred(frame, middle, inner.y, heading, Colour::GOLD);
        let list = Area { y: inner.y + HEADING, ..inner };
        self.draw_lines(frame, list, lines);
    }

    /// Draws `lines` from the top of `area` down.
    pub(super) fn draw_lines(self, frame: &mut Frame<'_>, area: Area, lines: &[Line<'_>]) {
        for (index, (line, row)) in lines.iter().zip(0..).enumerate() {
            let y = area.y + row * LINE;
            let is_here = index == self.at;
            let colour = if is_here { Colour::WHITE } else { Colour::SILVER };
            if is_here {
                frame.icon(area.x, y, &interface::CURSOR, Shade::Lit);
            }
            frame.text(area.x + 12, y, line.label, colour);
            widgets::text_right(frame, area.x + area.width, y, line.value, colour);
        }
    }
}

/// Height of so many lines in pixels.
pub(super) fn lines_height(count: usize) -> i16 {
    LINE * i16::try_from(count).unwrap_or(0) - (LINE - widgets::LETTER_HEIGHT)
}

/// Asks before something is lost. Yes is on a button that nobody mashes.
pub(super) fn draw_question(frame: &mut Frame<'_>, hands: Hands, [asked, warning]: Question) {
    let panel = widgets::panel(frame, Area::of(frame).centred(184, 56));
    let (middle, button) = (panel.x + panel.width / 2, text::grave_button(hands));
    widgets::text_centred(frame, middle, panel.y + 8, asked, Colour::GOLD);
    widgets::text_centred(frame, middle, panel.y + 20, warning, Colour::WHITE);
    let (keep, [no, yes]) = (panel.y + 36, text::NO_AND_YES);
    frame.text(panel.x + 12, keep, no, Colour::STRAW);
    let x = panel.x + panel.width - 12;
    widgets::text_right(frame, x, keep, yes, Colour::BAD);
    let x = x - Frame::text_width(yes) - 1;
    widgets::text_right(frame, x, keep, button, Colour::BAD);
}

fn width_of(line: &Line<'_>) -> i16 {
    let value = match line.value {
        "" => 0,
        value => VALUE_GAP + Frame::text_width(value),
    };
    12 + Frame::text_width(line.label) + value
}
