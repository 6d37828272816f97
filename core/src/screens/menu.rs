//! List menus: Up and Down move the cursor, Left and Right change a value, A confirms, and B or Start closes.

use crate::content::Cue;
use crate::input::{Button, Pad, Repeat};
use crate::raster::{Colour, Frame, Shade, TextSize};
use crate::settings::RepeatSpeed;
use crate::sound::Listener;
use crate::view::text::{self, Question};
use crate::view::widgets::{self, Area};
use heapless::String;
use musrex_assets::interface;

/// The gap between a panel's edge and its text, in pixels.
const PADDING: i16 = 10;
/// The least gap between an entry and its value, in pixels.
const VALUE_GAP: i16 = 16;

/// The result of a tick in a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum MenuEvent {
    /// The tick changed nothing.
    None,
    /// The cursor moved.
    Moved,
    /// This entry was confirmed.
    Confirmed(usize),
    /// The player changes the value of this entry: to the next value if `true`, otherwise to the previous value.
    Changed(usize, bool),
    /// The list was left.
    Closed,
}

/// The cursor of a list.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Cursor {
    at: usize,
}

/// One line of a list.
pub(super) struct MenuLine<'a> {
    /// The name of the entry.
    pub(super) label: &'a str,
    /// The value of the entry; empty for an entry without a value.
    pub(super) value: &'a str,
    /// True if Left and Right change the value. Arrows then surround the value while the entry is selected.
    pub(super) is_choice: bool,
}

/// A list in a panel.
pub(super) struct ListPanel<'a> {
    pub(super) heading: &'a str,
    /// The text beside the heading.
    pub(super) hint: &'a str,
    /// The least width that is reserved for each value, in pixels.
    pub(super) value_room: i16,
    pub(super) lines: &'a [MenuLine<'a>],
    /// The texts below the list. Each entry has one text, which is shown while the entry is selected. The list of texts
    /// may be empty.
    pub(super) feet: &'a [&'a str],
}

impl<'a> MenuLine<'a> {
    /// Makes an entry without a value.
    pub(super) const fn plain(label: &'a str) -> MenuLine<'a> {
        MenuLine { label, value: "", is_choice: false }
    }
}

/// The most bytes in a value with its arrows.
const CHOICE_BYTES: usize = 48;

/// The arrows before and after a value that Left and Right change.
const ARROWS: [&str; 2] = ["← ", " →"];

impl Cursor {
    /// Makes a cursor at the entry `at`.
    pub(super) const fn new(at: usize) -> Cursor {
        Cursor { at }
    }

    /// Returns the index of the selected entry.
    pub(super) const fn at(self) -> usize {
        self.at
    }

    /// Returns the index of the first of `count` entries to show, so that the selected entry is among the `rows` that
    /// fit.
    pub(super) fn first_shown(self, rows: usize, count: usize) -> usize {
        let last_first = count.saturating_sub(rows);
        self.at.saturating_sub(rows / 2).min(last_first)
    }

    /// Handles the input of one tick in a list of `count` entries, and plays the sounds of the list.
    pub(super) fn tick(&mut self, pad: &mut Pad, sound: &mut Listener, count: usize) -> MenuEvent {
        let event = self.handle(pad, count);
        match event {
            MenuEvent::None | MenuEvent::Changed(..) => {}
            MenuEvent::Moved | MenuEvent::Closed => sound.cue(Cue::MenuMove),
            MenuEvent::Confirmed(_) => sound.cue(Cue::Confirm),
        }
        event
    }

    fn handle(&mut self, pad: &mut Pad, count: usize) -> MenuEvent {
        const REPEAT: Repeat = RepeatSpeed::Normal.repeat();
        if pad.is_pressed(Button::A) {
            return MenuEvent::Confirmed(self.at);
        }
        if pad.is_pressed(Button::B) || pad.is_pressed(Button::Start) {
            return MenuEvent::Closed;
        }
        if pad.is_pressed(Button::Left) || pad.is_pressed(Button::Right) {
            return MenuEvent::Changed(self.at, pad.is_pressed(Button::Right));
        }
        if pad.repeats(Button::Down, REPEAT) {
            self.at = (self.at + 1) % count;
            return MenuEvent::Moved;
        }
        if pad.repeats(Button::Up, REPEAT) {
            self.at = (self.at + count - 1) % count;
            return MenuEvent::Moved;
        }
        MenuEvent::None
    }

    /// Draws a panel with a list in the middle of `area`.
    pub(super) fn draw_panel(self, frame: &mut Frame<'_>, area: Area, panel: &ListPanel<'_>) {
        let ListPanel { heading, hint, value_room, lines, feet } = *panel;
        let widths = lines.iter().map(|line| width_of(frame, line, value_room));
        let widest = widths.max().unwrap_or(0);
        let widest = feet.iter().map(|foot| frame.width_of(foot)).fold(widest, i16::max);
        let width = widest.max(frame.width_of(heading)).max(96) + 2 * PADDING + 8;
        let below = if feet.is_empty() { 0 } else { widgets::line_height(frame) + 6 };
        let above = widgets::line_height(frame) + 5;
        let room = area.height - 2 * PADDING - above - below + (pitch(frame) - frame.text_height());
        let rows = usize::try_from(room / pitch(frame)).unwrap_or(1).min(lines.len());
        let height = above + lines_height(frame, rows) + below;
        let panel = widgets::panel(frame, area.centred(width, height + 2 * PADDING));
        let middle = panel.x + panel.width / 2;
        let inner = panel.centred(panel.width - 2 * PADDING, height);
        widgets::text_centred(frame, middle, inner.y, heading, Colour::GOLD);
        widgets::text_right(frame, inner.x + inner.width, inner.y, hint, Colour::GREY);
        let list = Area { y: inner.y + above, height: height - above - below, ..inner };
        if let Some(foot) = feet.get(self.at) {
            let y = list.y + list.height + 6;
            widgets::text_centred(frame, middle, y, foot, Colour::STRAW);
        }
        let first = self.first_shown(rows, lines.len());
        Cursor::new(self.at - first).draw_lines(frame, list, &lines[first..first + rows]);
        draw_scroll_marks(frame, list, first > 0, first + rows < lines.len());
    }

    /// Draws `lines` downward from the top of `area`.
    pub(super) fn draw_lines(self, frame: &mut Frame<'_>, area: Area, lines: &[MenuLine<'_>]) {
        for (index, (line, row)) in lines.iter().zip(0..).enumerate() {
            let y = area.y + row * pitch(frame);
            let is_here = index == self.at;
            let colour = if is_here { Colour::WHITE } else { Colour::SILVER };
            if is_here {
                frame.icon(area.x, y, &interface::CURSOR, Shade::Lit);
            }
            frame.text(area.x + 12, y, line.label, colour);
            let right = area.x + area.width;
            if !line.is_choice {
                widgets::text_right(frame, right, y, line.value, colour);
                continue;
            }
            let [before, behind] = ARROWS;
            let mut words: String<CHOICE_BYTES> = String::new();
            let parts = [before, line.value, behind];
            // A value that is too long is truncated.
            let _ = parts.into_iter().try_for_each(|part| words.push_str(part));
            let x = right - frame.width_of(&words);
            if is_here {
                frame.text(x, y, &words, colour)
            } else {
                frame.text(x + frame.width_of(before) + 1, y, line.value, colour)
            };
        }
    }
}

/// Returns the distance between the lines of a list, in pixels.
pub(super) fn pitch(frame: &Frame<'_>) -> i16 {
    // Large text needs less extra space between lines.
    widgets::line_height(frame)
        + match frame.text_size() {
            TextSize::Normal => 2,
            TextSize::Large => 1,
        }
}

/// Returns the height of `count` lines in pixels.
pub(super) fn lines_height(frame: &Frame<'_>, count: usize) -> i16 {
    let pitch = pitch(frame);
    pitch * i16::try_from(count).unwrap_or(0) - (pitch - frame.text_height())
}

/// Draws an arrow at the right edge above the list, below the list, or both, if there are more entries there.
pub(super) fn draw_scroll_marks(
    frame: &mut Frame<'_>,
    list: Area,
    goes_on_above: bool,
    goes_on_below: bool,
) {
    let x = list.x + list.width - widgets::ICON;
    if goes_on_above {
        frame.icon(x, list.y - widgets::ICON + 2, &interface::SCROLL_UP, Shade::Lit);
    }
    if goes_on_below {
        frame.icon(x, list.y + list.height - 3, &interface::SCROLL_DOWN, Shade::Lit);
    }
}

/// The player's answer to a question that is asked before something is lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Answer {
    /// There is no answer yet, and nothing has changed.
    None,
    /// There is no answer yet, but the selection has moved.
    Moved,
    /// The player declines, so nothing is lost.
    Decline,
    /// The player accepts. Foreign data in the save stays untouched.
    Accept,
    /// The player accepts, and agrees to overwrite foreign data in the save.
    Overwrite,
}

/// A question that is asked before something is lost. The question has two answers, and at first the safe answer is
/// selected.
#[derive(Clone, Copy, Debug)]
pub(super) struct Confirmation {
    question: Question,
    cursor: Cursor,
}

impl Confirmation {
    pub(super) const fn new(question: Question) -> Confirmation {
        Confirmation { question, cursor: Cursor::new(0) }
    }

    /// Handles the input of one tick.
    pub(super) fn tick(&mut self, pad: &mut Pad, sound: &mut Listener) -> Answer {
        let is_overwriting = self.question == text::ASK_OVERWRITE;
        match self.cursor.tick(pad, sound, 2) {
            MenuEvent::None | MenuEvent::Changed(..) => Answer::None,
            MenuEvent::Moved => Answer::Moved,
            MenuEvent::Closed => Answer::Decline,
            MenuEvent::Confirmed(0) if is_overwriting => Answer::Accept,
            MenuEvent::Confirmed(0) => Answer::Decline,
            MenuEvent::Confirmed(_) if is_overwriting => Answer::Overwrite,
            MenuEvent::Confirmed(_) => Answer::Accept,
        }
    }

    /// Draws the question and its answers in the middle of the frame.
    pub(super) fn draw(self, frame: &mut Frame<'_>) {
        let [asked, warning] = self.question;
        let line = widgets::line_height(frame);
        let (width, height) =
            (widgets::widened(frame, 184), 2 * line + lines_height(frame, 2) + 24);
        let panel = widgets::panel(frame, Area::of(frame).centred(width, height));
        let middle = panel.x + panel.width / 2;
        widgets::text_centred(frame, middle, panel.y + 8, asked, Colour::GOLD);
        widgets::text_centred(frame, middle, panel.y + line + 10, warning, Colour::WHITE);
        let answers = text::answers(self.question);
        let widths = answers.map(|answer| frame.width_of(answer));
        let width = 12 + widths.into_iter().max().unwrap_or(0);
        let list = Area {
            x: middle - width / 2,
            y: panel.y + 2 * line + 16,
            width,
            height: lines_height(frame, 2),
        };
        self.cursor.draw_lines(frame, list, &answers.map(MenuLine::plain));
    }
}

/// Returns the width of a line in pixels. Every value that is not empty counts as at least `value_room` pixels wide.
fn width_of(frame: &Frame<'_>, line: &MenuLine<'_>, value_room: i16) -> i16 {
    let value = match line.value {
        "" => 0,
        value => VALUE_GAP + frame.width_of(value).max(value_room),
    };
    let arrows = if line.is_choice { ARROWS.map(|it| frame.width_of(it)) } else { [0; 2] };
    12 + frame.width_of(line.label) + value + arrows[0] + arrows[1]
}
