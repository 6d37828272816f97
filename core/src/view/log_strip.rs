//! The log strip: the latest messages at the foot of the frame. The strip always covers the same rows, even when it has
//! no messages. So the map does not jump, and no text hides a part of the map.

use crate::quantity::Turn;
use crate::raster::{Colour, Frame, FrameShape};
use crate::view::message_log::{LogEntry, MESSAGES_MAX, MessageLog};
use crate::view::text;
use crate::view::widgets::{self, Area, LogColours};
use heapless::{String, Vec};

/// The number of messages that a tall frame shows at once.
const MESSAGES_SHOWN: usize = 3;
/// A frame with a height below this number of pixels shows one message fewer. A frame of 160 pixels then has room for
/// eight rows of tiles.
const TALL: i16 = 200;
/// The margin to the left of the messages and to the right of the text beside them, in pixels.
const MARGIN: i16 = 4;
/// The width in pixels of the bar that high contrast shows beside a new message.
const NEW_BAR: i16 = 2;
/// The gap between a message and the number of hidden messages, in pixels.
const GAP: i16 = 4;

/// The text beside the messages.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Aside<'a> {
    /// Nothing.
    None,
    /// The number of further messages that answer the last input.
    Others(usize),
    /// A hint about how to see more text.
    GoOn(&'a str),
}

/// The messages on the strip, the newest first.
pub(crate) type RecentMessages<'a> = Vec<&'a LogEntry, MESSAGES_SHOWN>;

/// Returns the number of messages for which the frame has room.
fn room(shape: FrameShape) -> usize {
    let is_tall = Area::whole(shape).height >= TALL;
    if is_tall { MESSAGES_SHOWN } else { MESSAGES_SHOWN - 1 }
}

/// Returns the area of the strip.
pub fn area(shape: FrameShape) -> Area {
    let whole = Area::whole(shape);
    let height = i16::try_from(room(shape)).unwrap_or(0) * shape.line_height();
    Area { y: whole.height - height, height, ..whole }
}

/// Returns the number of pages in the answer to the last input.
pub fn pages(frame: &Frame<'_>, log: &MessageLog) -> usize {
    log.answers().div_ceil(room(frame.shape())).max(1)
}

/// Returns the messages of a page, the newest first. If an answer does not fit the frame, its first page holds the most
/// important messages, so that no ordinary line hides a gain or a warning. Among equally important messages, a message
/// of a later turn takes precedence and, within a turn, an earlier message. The other pages hold the remaining messages
/// in order. A shorter answer leaves room for older messages.
pub fn messages<'a>(frame: &Frame<'_>, log: &'a MessageLog, page: usize) -> RecentMessages<'a> {
    let (room, answers) = (room(frame.shape()), log.answers());
    let newest_first = || log.iter().rev();
    if answers <= room {
        return newest_first().take(room).collect();
    }
    // A bit mask of the messages of the answer that are on the first page.
    let mut first_page = 0_u128;
    for _ in 0..room {
        let mut best: Option<(usize, &LogEntry)> = None;
        for (index, entry) in newest_first().take(answers).enumerate() {
            // Among equally important messages, a message of a later turn is better, because it may give the reason why
            // auto-travel stopped.
            let is_better = best.is_none_or(|(_, other)| {
                (entry.importance(), entry.turn) >= (other.importance(), other.turn)
            });
            if is_better && first_page >> index & 1 == 0 {
                best = Some((index, entry));
            }
        }
        first_page |= best.map_or(0, |(index, _)| 1 << index);
    }
    let is_on_page = |index: usize| first_page >> index & 1 == 1;
    let indexed = newest_first().take(answers).enumerate();
    if page == 0 {
        return indexed.filter(|&(index, _)| is_on_page(index)).map(|(_, entry)| entry).collect();
    }
    // The other pages begin with the oldest messages. A page with a single line would look as if other lines were lost.
    // So the last page is filled up with the preceding messages or, if there are too few, the newest messages of the
    // first page.
    let rest = answers - room;
    let end = rest.saturating_sub((page - 1) * room).max(room.min(rest));
    let (mut missing, mut passed) = (room.saturating_sub(rest), 0);
    let is_shown = |&(index, _): &(usize, &LogEntry)| {
        if is_on_page(index) {
            let is_filling = missing > 0;
            missing -= usize::from(is_filling);
            return is_filling;
        }
        passed += 1;
        passed > end.saturating_sub(room) && passed <= end
    };
    indexed.filter(is_shown).map(|(_, entry)| entry).collect()
}

const _: () = assert!(MESSAGES_MAX <= u128::BITS as usize, "each message has a bit");

/// The contents of the log strip.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LogStrip<'a> {
    /// The messages, the newest first.
    pub(crate) messages: &'a RecentMessages<'a>,
    /// The current turn, whose messages are bright. With high contrast, these messages also have a bar beside them, and
    /// all other messages are grey (H10).
    pub(crate) turn: Turn,
    /// The earliest turn whose messages are not grey yet.
    pub(crate) recent_since: Turn,
    /// The text at the right end of a line that has room, such as the number of further messages of the turn.
    pub(crate) aside: Aside<'a>,
    /// The colours.
    pub(crate) colours: LogColours,
}

/// Returns the width of a message with the number of its repetitions, in pixels.
fn line_width(frame: &Frame<'_>, entry: &LogEntry) -> i16 {
    frame.width_of(&entry.message.text) + frame.width_of(&entry.repetition())
}

/// Draws the strip, with the newest message last.
pub(crate) fn draw(frame: &mut Frame<'_>, strip: &LogStrip<'_>) {
    let LogStrip { messages, turn, recent_since, aside, colours } = *strip;
    let strip = area(frame.shape());
    widgets::fill(frame, strip, colours.ground());
    widgets::rule(frame, strip.y);
    let mut words: String<32> = String::new();
    let note_colour = match aside {
        Aside::None => Colour::SILVER,
        Aside::Others(others) => {
            // The short form of the text is for lines that have no room for the long form.
            let lines = messages.iter().map(|entry| line_width(frame, entry));
            let room = strip.width - 2 * MARGIN - GAP - lines.min().unwrap_or(0);
            let long = text::hidden_lines(others);
            let fits = frame.width_of(&long) <= room;
            let note = if fits { long } else { text::hidden_lines_short(others) };
            let _ = words.push_str(&note);
            colours.quiet(Colour::SILVER)
        }
        Aside::GoOn(hint) => {
            // A hint that is too long because of a key's name is left out.
            let _ = words.push_str(hint);
            Colour::GOLD
        }
    };
    let note_left = strip.width - MARGIN - frame.width_of(&words);
    let mut note_y = None;
    let mut y = strip.y + 1;
    for entry in messages.iter().rev() {
        let colour = match entry.turn {
            said if said < turn && colours.has_contrast => Colour::GREY,
            _ if colours.has_contrast => {
                let height = frame.text_height() - 1;
                widgets::fill(frame, Area { x: 0, y, width: NEW_BAR, height }, Colour::WHITE);
                colours.tone(entry.message.tone)
            }
            said if said < recent_since => Colour::GREY,
            said if said < turn => Colour::SILVER,
            _ => colours.tone(entry.message.tone),
        };
        let x = frame.text(MARGIN, y, &entry.message.text, colour);
        let x = frame.text(x, y, &entry.repetition(), colour);
        if x + GAP <= note_left {
            note_y = note_y.or(Some(y));
        }
        y += widgets::line_height(frame);
    }
    if !words.is_empty() {
        // If all lines are long, the end of the first line is overwritten.
        let y = note_y.unwrap_or_else(|| {
            let end = Area { x: note_left - GAP, y: strip.y + 1, ..strip };
            widgets::fill(
                frame,
                Area { height: widgets::line_height(frame) - 1, ..end },
                colours.ground(),
            );
            strip.y + 1
        });
        frame.text(note_left, y, &words, note_colour);
    }
}
