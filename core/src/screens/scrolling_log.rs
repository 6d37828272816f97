//! A scrolling message log: lines with their turns, the newest line last. Up and Down scroll by a line, Left and Right
//! by a page.

use crate::geometry::Direction;
use crate::input::{Pad, Repeat, StepInput, StepRepeater};
use crate::raster::{Colour, Frame, FrameShape, Shade};
use crate::settings::RepeatSpeed;
use crate::view::message_log::LogEntry;
use crate::view::widgets::{self, Area, ICON, LogColours};
use core::fmt::Write;
use heapless::String;
use musrex_assets::interface;

/// The right edge of the column of turns, and the gap between this column and the messages, in pixels.
const TURNS: (i16, i16) = (29, 3);

/// The number of lines by which Left and Right scroll.
const PAGE: usize = 10;

/// The scroll position.
#[derive(Clone, Debug, Default)]
pub(super) struct ScrollingLog {
    /// The number of newer lines that are hidden below. Drawing limits this number to the lines that exist.
    newer: usize,
    step_repeater: StepRepeater,
}

/// Returns the distance between lines in pixels.
pub(super) fn pitch(shape: FrameShape) -> i16 {
    shape.line_height() + 1
}

/// Returns the number of lines, out of `count`, that do not fit into `area`.
pub(super) fn hidden(count: usize, shape: FrameShape, area: Area) -> usize {
    count.saturating_sub(usize::try_from(area.height / pitch(shape)).unwrap_or(0))
}

impl ScrollingLog {
    /// Handles the input of one tick; `hidden` is the result of [`hidden`]. Returns whether the log has scrolled.
    pub(super) fn tick(&mut self, pad: &Pad, hidden: usize) -> bool {
        const REPEAT: Repeat = RepeatSpeed::Normal.repeat();
        let Some(StepInput::Fresh(direction) | StepInput::Repeated(direction)) =
            self.step_repeater.update(pad, REPEAT, false)
        else {
            return false;
        };
        let newer = self.newer.min(hidden);
        self.newer = match direction {
            Direction::North => (newer + 1).min(hidden),
            Direction::South => newer.saturating_sub(1),
            Direction::West => (newer + PAGE).min(hidden),
            Direction::East => newer.saturating_sub(PAGE),
            _ => newer,
        };
        self.newer != newer
    }

    /// Draws as many of the lines `newest_first` as fit into `area`.
    pub(super) fn draw<'a>(
        &self,
        frame: &mut Frame<'_>,
        area: Area,
        newest_first: impl Iterator<Item = &'a LogEntry> + Clone,
        colours: LogColours,
    ) {
        let count = newest_first.clone().count();
        let pitch = pitch(frame.shape());
        let hidden = hidden(count, frame.shape(), area);
        let (shown, newer) = (count - hidden, self.newer.min(hidden));
        let foot = area.y + pitch * i16::try_from(shown).unwrap_or(0);
        for (row, entry) in (1..).zip(newest_first.skip(newer).take(shown)) {
            // An arrow stands in the column of turns, so that it takes no room from the message.
            let has_arrow = (usize::try_from(row) == Ok(shown) && newer + shown < count)
                || (row == 1 && newer > 0);
            let line = Area { y: foot - row * pitch, ..area };
            draw_line(frame, line, entry, has_arrow, colours);
        }
        let left = area.x + 1;
        if newer + shown < count {
            frame.icon(
                left,
                foot - pitch * i16::try_from(shown).unwrap_or(0),
                &interface::SCROLL_UP,
                Shade::Lit,
            );
        }
        if newer > 0 {
            frame.icon(left, foot - pitch, &interface::SCROLL_DOWN, Shade::Lit);
        }
    }
}

/// Draws a line at the top of an area. A message that does not fit together with its count is truncated. If the line
/// `has_arrow` in the column of turns, a turn with many digits is left out there.
fn draw_line(
    frame: &mut Frame<'_>,
    area: Area,
    entry: &LogEntry,
    has_arrow: bool,
    colours: LogColours,
) {
    const CUT: &str = "…";
    let Area { x, y, width, .. } = area;
    let mut turn: String<12> = String::new();
    write!(turn, "{}", entry.turn.0).expect("a turn has ten digits at most");
    let turns = widgets::widened(frame, TURNS.0);
    if !has_arrow || frame.width_of(&turn) + ICON + 2 <= turns {
        widgets::text_right(frame, x + turns, y, &turn, colours.quiet(Colour::GREY));
    }
    let colour = colours.tone(entry.message.tone);
    let (start, repetition) = (x + turns + TURNS.1, entry.repetition());
    let gap = i16::from(!repetition.is_empty());
    let room = x + width - frame.width_of(&repetition) - gap - start;
    let whole = entry.message.text.as_str();
    let is_whole = frame.width_of(whole) <= room;
    let room = if is_whole { room } else { room - frame.width_of(CUT) - 1 };
    let mut shown = whole;
    while frame.width_of(shown) > room {
        let last = shown.char_indices().next_back();
        shown = last.map_or("", |(end, _)| &shown[..end]);
    }
    let end = frame.text(start, y, shown, colour);
    let end = if is_whole { end } else { frame.text(end, y, CUT, colour) };
    frame.text(end, y, &repetition, colour);
}
