//! The choice of keys, on hosts that let the player choose them.

use super::ScreenName;
use super::menu::{
    Answer, Confirmation, Cursor, MenuEvent, MenuLine, draw_scroll_marks, lines_height, pitch,
};
use super::screen::Screen;
use super::transition::{Destination, Transition};
use crate::controls::Control;
use crate::input::Input;
use crate::raster::{Colour, Frame};
use crate::session::Request;
use crate::session::{AppState, RunPhase};
use crate::view::text;
use crate::view::widgets::{self, Area, ICON};
use heapless::{String, Vec};

/// The number of rows in the list: one for each control, one that restores the default keys, and one that goes back.
const ROWS: usize = Control::ALL.len() + 2;
/// The row that restores the default keys.
const DEFAULTS: usize = Control::ALL.len();
/// The most bytes for the key names of one control; names that do not fit are left out.
const KEYS_BYTES: usize = 40;
/// The space before and after a control's name, in pixels.
const LABEL_ROOM: i16 = 12 + 6;
/// The gap between the panel's edge and the list, in pixels.
const PADDING: i16 = 8;
/// The width of the panel in pixels.
const WIDTH: i16 = 232;

/// The screen that lists the keys. The host receives the key that the player chooses; see
/// [`App::awaited_control`](crate::app::App::awaited_control).
#[derive(Clone, Debug)]
pub(crate) struct Keys {
    cursor: Cursor,
    /// The control that waits for a key.
    awaited: Option<Control>,
    /// The open question whether to discard the player's keys; `None` if no question is open.
    confirmation: Option<Confirmation>,
}

impl Keys {
    pub(super) fn open(_: ScreenName, _: &AppState) -> Keys {
        Keys { cursor: Cursor::default(), awaited: None, confirmation: None }
    }
}

impl Screen for Keys {
    fn tick(&mut self, state: &mut AppState, _: Input) -> Transition {
        if self.awaited.is_some() {
            return Transition::Same;
        }
        if let Some(confirmation) = &mut self.confirmation {
            let answer = confirmation.tick(&mut state.pad, &mut state.sound);
            match answer {
                Answer::None => return Transition::Same,
                Answer::Moved => return Transition::Changed,
                Answer::Decline | Answer::Accept | Answer::Overwrite => self.confirmation = None,
            }
            return match answer {
                Answer::Accept | Answer::Overwrite => Transition::Ask(Request::DefaultKeys),
                Answer::None | Answer::Moved | Answer::Decline => Transition::Changed,
            };
        }
        match self.cursor.tick(&mut state.pad, &mut state.sound, ROWS) {
            MenuEvent::None | MenuEvent::Changed(..) => Transition::Same,
            MenuEvent::Moved => Transition::Changed,
            MenuEvent::Confirmed(row) if row < DEFAULTS => {
                self.awaited = Some(Control::ALL[row]);
                Transition::Changed
            }
            MenuEvent::Confirmed(DEFAULTS) => {
                self.confirmation = Some(Confirmation::new(text::ASK_DEFAULT_KEYS));
                Transition::Changed
            }
            MenuEvent::Closed | MenuEvent::Confirmed(_) => Transition::To(Destination::Options),
        }
    }

    fn draw(&self, state: &AppState, frame: &mut Frame<'_>) {
        if state.phase == RunPhase::Playing {
            state.draw_play_darkened(frame);
        } else {
            state.draw_backdrop(frame);
        }
        let whole = Area::of(frame);
        let around = 3 * widgets::line_height(frame) + 10 + 2 * PADDING;
        let rows = usize::try_from((whole.height - around) / pitch(frame)).unwrap_or(0).min(ROWS);
        let height = lines_height(frame, rows) + around;
        let panel = widgets::panel(frame, whole.centred(widgets::widened(frame, WIDTH), height));
        let middle = panel.x + panel.width / 2;
        widgets::text_centred(
            frame,
            middle,
            panel.y + PADDING,
            text::words::menu::keys(),
            Colour::GOLD,
        );
        let hint = text::back_hint(&state.input_scheme);
        let right = panel.x + panel.width - PADDING;
        widgets::text_right(frame, right, panel.y + PADDING, &hint, Colour::GREY);
        let first = self.cursor.first_shown(rows, ROWS);
        // The scroll marks of a list have their own column.
        let width = panel.width - 2 * PADDING - ICON - 2;
        let values: Vec<String<KEYS_BYTES>, ROWS> = (0..ROWS)
            .map(|row| {
                let room = width - LABEL_ROOM - frame.width_of(label(row));
                self.keys(state, row, |words| frame.width_of(words) <= room)
            })
            .collect();
        let lines: Vec<MenuLine<'_>, ROWS> = values
            .iter()
            .enumerate()
            .skip(first)
            .take(rows)
            .map(|(row, value)| MenuLine { label: label(row), value, is_choice: false })
            .collect();
        let list = Area {
            x: panel.x + PADDING,
            y: panel.y + PADDING + widgets::line_height(frame) + 4,
            width,
            height: lines_height(frame, rows),
        };
        Cursor::new(self.cursor.at() - first).draw_lines(frame, list, &lines);
        let marks = Area { width: list.width + ICON + 2, ..list };
        draw_scroll_marks(frame, marks, first > 0, first + rows < ROWS);
        let y = list.y + list.height + 6;
        for (row, words) in (0..).zip(text::KEYS_LINES) {
            let y = y + row * widgets::line_height(frame);
            widgets::text_centred(frame, middle, y, words, Colour::SILVER);
        }
        if let Some(confirmation) = self.confirmation {
            confirmation.draw(frame);
        }
    }
}

impl Keys {
    /// Returns the control whose key the player is choosing.
    pub(super) const fn awaited(&self) -> Option<Control> {
        self.awaited
    }

    /// Ends the choice of a key.
    pub(super) const fn end_choice(&mut self) {
        self.awaited = None;
    }

    /// Returns the key names in a row or, if the row waits for a key, a text that says so. Names that do not fit are
    /// left out.
    fn keys(
        &self,
        state: &AppState,
        row: usize,
        fits: impl Fn(&str) -> bool,
    ) -> String<KEYS_BYTES> {
        let mut text = String::new();
        let Some(&control) = Control::ALL.get(row) else { return text };
        let names = if self.awaited == Some(control) {
            &[text::PRESS_A_KEY]
        } else {
            state.input_scheme.names(control)
        };
        for name in names {
            let gap = if text.is_empty() { "" } else { ", " };
            let mut longer = text.clone();
            let is_whole = longer.push_str(gap).and_then(|()| longer.push_str(name)).is_ok();
            if is_whole && fits(&longer) {
                text = longer;
            }
        }
        text
    }
}

const fn label(row: usize) -> &'static str {
    match row {
        DEFAULTS => text::words::menu::default_keys(),
        row if row < DEFAULTS => text::control_label(Control::ALL[row]),
        _ => text::words::menu::back(),
    }
}
