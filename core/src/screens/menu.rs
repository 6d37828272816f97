//! List menus: the D-pad moves, A confirms, B closes.

use crate::content::Cue;
use crate::controls::InputScheme;
use crate::input::{Button, Pad, Repeat};
use crate::raster::{Colour, Frame, Shade, TextSize};
use crate::settings::RepeatSpeed;
use crate::sound::Listener;
use crate::view::text::{self, Question};
use crate::view::widgets::{self, Area};
use musrex_assets::interface;

/// Pixels from the edge of a panel to its text.
const PADDING: i16 = 10;
/// Pixels between an entry and its value at least.
const VALUE_GAP: i16 = 16;

/// The result of a tick of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum MenuEvent {
    /// The tick changed nothing.
    None,
    /// The cursor moved.
    Moved,
    /// This entry was confirmed.
    Confirmed(usize),
    /// This entry's value is to be the next one, or with `false` the one before.
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
pub(super) struct Line<'a> {
    /// The name of the entry.
    pub(super) label: &'a str,
    /// Its value; empty for an entry without one.
    pub(super) value: &'a str,
}

impl Cursor {
    /// Makes a cursor at this entry.
    pub(super) const fn new(at: usize) -> Cursor {
        Cursor { at }
    }

    /// Returns the selected entry.
    pub(super) const fn at(self) -> usize {
        self.at
    }

    /// Returns the first of `count` entries to show when `rows` fit, so that the selected one is
    /// visible.
    pub(super) fn first_shown(self, rows: usize, count: usize) -> usize {
        let last_first = count.saturating_sub(rows);
        self.at.saturating_sub(rows / 2).min(last_first)
    }

    /// Handles the input of one tick in a list of `count` entries, and makes it heard.
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

    /// Draws `lines` in a panel with a heading, in the middle of `area`. Each value has room for at least `value_room`
    /// pixels.
    pub(super) fn draw_panel(
        self,
        frame: &mut Frame<'_>,
        area: Area,
        (heading, value_room): (&str, i16),
        lines: &[Line<'_>],
    ) {
        let widths = lines.iter().map(|line| width_of(frame, line, value_room));
        let widest = widths.max().unwrap_or(0);
        let width = widest.max(frame.width_of(heading)).max(96) + 2 * PADDING + 8;
        let above = widgets::line_height(frame) + 5;
        let room = area.height - 2 * PADDING - above + (pitch(frame) - frame.text_height());
        let rows = usize::try_from(room / pitch(frame)).unwrap_or(1).min(lines.len());
        let height = above + lines_height(frame, rows);
        let panel = widgets::panel(frame, area.centred(width, height + 2 * PADDING));
        let middle = panel.x + panel.width / 2;
        let inner = panel.centred(panel.width - 2 * PADDING, height);
        widgets::text_centred(frame, middle, inner.y, heading, Colour::GOLD);
        let list = Area { y: inner.y + above, height: height - above, ..inner };
        let first = self.first_shown(rows, lines.len());
        Cursor::new(self.at - first).draw_lines(frame, list, &lines[first..first + rows]);
        draw_scroll_marks(frame, list, (first > 0, first + rows < lines.len()));
    }

    /// Draws `lines` from the top of `area` down.
    pub(super) fn draw_lines(self, frame: &mut Frame<'_>, area: Area, lines: &[Line<'_>]) {
        for (index, (line, row)) in lines.iter().zip(0..).enumerate() {
            let y = area.y + row * pitch(frame);
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

/// Returns the pixels from one line of a list to the next.
pub(super) fn pitch(frame: &Frame<'_>) -> i16 {
    // Large letters are narrow for their height, and need less room between lines.
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

/// Draws arrows at the right end of a list that goes on above or below, between it and the border.
fn draw_scroll_marks(
    frame: &mut Frame<'_>,
    list: Area,
    (goes_on_above, goes_on_below): (bool, bool),
) {
    let x = list.x + list.width - widgets::ICON;
    if goes_on_above {
        frame.icon(x, list.y - widgets::ICON + 2, &interface::SCROLL_UP, Shade::Lit);
    }
    if goes_on_below {
        frame.icon(x, list.y + list.height - 3, &interface::SCROLL_DOWN, Shade::Lit);
    }
}

/// The player's answer to the confirmation before a run begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Answer {
    /// There is none yet.
    None,
    /// Nothing begins.
    Decline,
    /// The run begins. A save that is something else is left as it is.
    Begin,
    /// The run begins, and is saved over what was there.
    Overwrite,
}

impl Answer {
    /// Returns the answer that the buttons of this tick give to `question`.
    pub(super) fn of(pad: &Pad, question: Question) -> Answer {
        let is_overwriting = question == text::ASK_OVERWRITE;
        match () {
            () if pad.pressed().is_empty() => Answer::None,
            () if pad.is_pressed(Button::B) => Answer::Decline,
            () if pad.is_pressed(Button::Select) && is_overwriting => Answer::Overwrite,
            () if pad.is_pressed(Button::Select) || is_overwriting => Answer::Begin,
            () => Answer::Decline,
        }
    }
}

/// Draws a confirmation before something is lost. Yes is on a button that nobody mashes.
pub(super) fn draw_confirmation(
    frame: &mut Frame<'_>,
    input_scheme: &InputScheme,
    [asked, warning]: Question,
) {
    let line = widgets::line_height(frame);
    let (width, height) = (widgets::widened(frame, 184), 3 * line + 26);
    let panel = widgets::panel(frame, Area::of(frame).centred(width, height));
    let (middle, button) = (panel.x + panel.width / 2, text::grave_button(input_scheme));
    widgets::text_centred(frame, middle, panel.y + 8, asked, Colour::GOLD);
    widgets::text_centred(frame, middle, panel.y + line + 10, warning, Colour::WHITE);
    let (answers_y, [no, yes]) = (panel.y + 2 * line + 16, text::NO_AND_YES);
    frame.text(panel.x + 12, answers_y, no, Colour::STRAW);
    let x = panel.x + panel.width - 12;
    widgets::text_right(frame, x, answers_y, yes, Colour::BAD);
    let x = x - frame.width_of(yes) - 1;
    widgets::text_right(frame, x, answers_y, button, Colour::BAD);
}

/// Returns the pixels of a line whose value, if it has one, takes at least `value_room`.
fn width_of(frame: &Frame<'_>, line: &Line<'_>, value_room: i16) -> i16 {
    let value = match line.value {
        "" => 0,
        value => VALUE_GAP + frame.width_of(value).max(value_room),
    };
    12 + frame.width_of(line.label) + value
}
