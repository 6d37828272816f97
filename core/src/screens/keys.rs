//! The choice of keys, on hosts that let the player choose them.

use super::ScreenName;
use super::menu::{Cursor, Line, MenuEvent, lines_height, pitch};
use super::screen::Screen;
use super::state::AppState;
use super::transition::Transition;
use crate::controls::Control;
use crate::input::Input;
use crate::raster::{Colour, Frame};
use crate::view::text;
use crate::view::widgets::{self, Area};
use heapless::{String, Vec};

/// The rows of the list: the controls, the way back to the default keys, and the way back.
const ROWS: usize = Control::ALL.len() + 2;
/// The row that brings the default keys back.
const DEFAULTS: usize = Control::ALL.len();
/// The bytes of a control's keys; those that do not fit are left out.
const KEYS_BYTES: usize = 40;
/// Pixels from the edge of the panel to the list.
const PADDING: i16 = 8;
/// The width of the panel in pixels.
const WIDTH: i16 = 232;

/// The screen of keys. The host takes the key that is chosen; see
/// [`App::awaited_control`](super::App::awaited_control).
#[derive(Clone, Debug)]
pub(super) struct Keys {
    cursor: Cursor,
}

impl Screen for Keys {
    fn open(_: ScreenName, _: &AppState) -> Keys {
        Keys { cursor: Cursor::default() }
    }

    fn tick(&mut self, state: &mut AppState, _: Input) -> Transition {
        if state.awaited.is_some() {
            return Transition::Same;
        }
        match self.cursor.tick(&mut state.pad, &mut state.sound, ROWS) {
            MenuEvent::None | MenuEvent::Changed(..) => Transition::Same,
            MenuEvent::Moved => Transition::Changed,
            MenuEvent::Confirmed(row) if row < DEFAULTS => {
                state.awaited = Some(Control::ALL[row]);
                Transition::Changed
            }
            MenuEvent::Confirmed(DEFAULTS) => {
                state.resets_keys = true;
                Transition::Changed
            }
            MenuEvent::Closed | MenuEvent::Confirmed(_) => Transition::To(ScreenName::Options),
        }
    }

    fn draw(&self, state: &mut AppState, frame: &mut Frame<'_>) {
        if state.is_in_run {
            state.draw_play_darkened(frame);
        } else {
            state.draw_backdrop(frame);
        }
        let whole = Area::of(frame);
        let around = 2 * (widgets::line_height(frame) + 4) + 2 * PADDING;
        let rows = usize::try_from((whole.height - around) / pitch(frame)).unwrap_or(0).min(ROWS);
        let height = lines_height(frame, rows) + around;
        let panel = widgets::panel(frame, whole.centred(widgets::widened(frame, WIDTH), height));
        let middle = panel.x + panel.width / 2;
        widgets::text_centred(frame, middle, panel.y + PADDING, "Keys", Colour::GOLD);
        let first = self.cursor.first_shown(rows, ROWS);
        let values: Vec<String<KEYS_BYTES>, ROWS> = (0..ROWS).map(|row| keys(state, row)).collect();
        let lines: Vec<Line<'_>, ROWS> = values
            .iter()
            .enumerate()
            .skip(first)
            .take(rows)
            .map(|(row, value)| Line { label: label(row), value })
            .collect();
        let list = Area {
            x: panel.x + PADDING,
            y: panel.y + PADDING + widgets::line_height(frame) + 4,
            width: panel.width - 2 * PADDING,
            height: lines_height(frame, rows),
        };
        Cursor::new(self.cursor.at() - first).draw_lines(frame, list, &lines);
        let y = panel.y + panel.height - PADDING - widgets::line_height(frame);
        widgets::text_centred(frame, middle, y, text::KEYS_LINE, Colour::SILVER);
    }
}

const fn label(row: usize) -> &'static str {
    match row {
        DEFAULTS => "Default keys",
        row if row < DEFAULTS => text::control_label(Control::ALL[row]),
        _ => "Back",
    }
}

/// Returns the names of a row's keys, or that one is awaited.
fn keys(state: &AppState, row: usize) -> String<KEYS_BYTES> {
    let mut text = String::new();
    let Some(&control) = Control::ALL.get(row) else { return text };
    let names = match state.awaited == Some(control) {
        true => &[text::PRESS_A_KEY],
        false => state.input_scheme.names(control),
    };
    for name in names {
        let gap = if text.is_empty() { "" } else { " " };
        if text.len() + gap.len() + name.len() <= KEYS_BYTES {
            text.push_str(gap).and_then(|()| text.push_str(name)).expect("it was measured");
        }
    }
    text
}
