//! The hall of fame (H5).

use super::ScreenName;
use super::build_strip;
use super::ending::INPUT_DELAY_TICKS;
use super::menu::{Cursor, MenuEvent};
use super::opened;
use super::score_page;
use super::screen::Screen;
use super::transition::{Destination, Transition};
use crate::content::Cue;
use crate::input::{Button, Input, Pad};
use crate::raster::{Colour, Frame, Shade, TextSize};
use crate::save::Score;
use crate::session::AppState;
use crate::session::Request;
use crate::sound::Listener;
use crate::view::map_view::TILE;
use crate::view::text;
use crate::view::widgets::{self, Area, ICON};
use core::fmt::Write;
use heapless::String;
use musrex_assets::interface::{self, Icon};

/// The right edges of the columns in pixels, on a page of 240 pixels in width.
const COLUMNS: [i16; 7] = [18, 55, 72, 88, 104, 133, 166];
/// The left edge in pixels of the column with the end of a run, on the same page.
const END_COLUMN: i16 = 173;

/// The hall of fame screen.
#[derive(Clone, Debug)]
pub(crate) struct Hall {
    /// The row of the run that has just ended, if it has a row.
    own_row: Option<usize>,
    cursor: Cursor,
    /// True while the page of the selected row is open.
    is_open: bool,
    /// True while the page about kits and nights is shown.
    shows_opened: bool,
    /// The number of ticks for which presses are still ignored after a run.
    ticks_to_input: u16,
    from: ScreenName,
}

impl Hall {
    /// Returns whether the hall of fame was opened at the end of a run.
    fn is_after_run(&self) -> bool {
        matches!(self.from, ScreenName::Death | ScreenName::Victory)
    }

    fn open_page(&mut self, sound: &mut Listener) -> Transition {
        sound.cue(Cue::Confirm);
        self.is_open = true;
        Transition::Changed
    }

    /// Closes the page about kits and nights when any button for closing, confirming or turning a page is pressed.
    fn tick_opened(&mut self, pad: &Pad, sound: &mut Listener) -> Transition {
        const CLOSING: [Button; 5] =
            [Button::A, Button::B, Button::Start, Button::Left, Button::Right];
        if !CLOSING.into_iter().any(|button| pad.is_pressed(button)) {
            return Transition::Same;
        }
        sound.cue(Cue::MenuMove);
        self.shows_opened = false;
        Transition::Changed
    }

    /// Closes the page of a row when any button for closing or confirming is pressed.
    fn tick_page(&mut self, pad: &Pad, sound: &mut Listener) -> Transition {
        const CLOSING: [Button; 5] =
            [Button::A, Button::B, Button::Start, Button::L, Button::Select];
        if !CLOSING.into_iter().any(|button| pad.is_pressed(button)) {
            return Transition::Same;
        }
        sound.cue(Cue::MenuMove);
        self.is_open = false;
        Transition::Changed
    }
}

impl Hall {
    /// Opens the hall of fame at its first row, or at the row of the run that has just ended.
    pub(super) fn open(from: ScreenName, _: &AppState, row: Option<usize>) -> Hall {
        let mut hall = Hall {
            own_row: row,
            cursor: Cursor::new(row.unwrap_or(0)),
            is_open: false,
            shows_opened: false,
            ticks_to_input: 0,
            from,
        };
        if hall.is_after_run() {
            hall.ticks_to_input = INPUT_DELAY_TICKS;
        }
        hall
    }
}

impl Screen for Hall {
    fn tick(&mut self, state: &mut AppState, _: Input) -> Transition {
        if self.ticks_to_input > 0 {
            self.ticks_to_input -= 1;
            return if self.ticks_to_input == 0 { Transition::Changed } else { Transition::Same };
        }
        let rows = state.scores.rows().len();
        let AppState { pad, sound, .. } = state;
        if self.shows_opened {
            return self.tick_opened(pad, sound);
        }
        if self.is_open {
            if state.abilities.can_watch && pad.is_pressed(Button::A) {
                sound.cue(Cue::Confirm);
                return Transition::Ask(Request::Watch(self.cursor.at()));
            }
            return self.tick_page(pad, sound);
        }
        // After a run, Select begins a new run, because players do not press Select again and again in a fight (H4).
        // Start also begins a new run, but the hint names Select, because on a keyboard the key for Start leaves pages.
        if self.is_after_run() && pad.is_pressed(Button::Select) {
            return state.begin_run();
        }
        if rows > 0 && (pad.is_pressed(Button::L) || pad.is_pressed(Button::Select)) {
            return self.open_page(sound);
        }
        match self.cursor.tick(pad, sound, rows.max(1)) {
            MenuEvent::None => Transition::Same,
            MenuEvent::Changed(..) => {
                self.shows_opened = true;
                Transition::Changed
            }
            MenuEvent::Moved => Transition::Changed,
            MenuEvent::Closed if self.is_after_run() && pad.is_pressed(Button::Start) => {
                state.begin_run()
            }
            MenuEvent::Confirmed(_) if rows > 0 => {
                self.is_open = true;
                // A player who still taps through the pages after a run must not start watching the run by accident.
                self.ticks_to_input = if self.is_after_run() { INPUT_DELAY_TICKS } else { 0 };
                Transition::Changed
            }
            MenuEvent::Confirmed(_) | MenuEvent::Closed => match self.from {
                ScreenName::Menu => Transition::To(Destination::Menu),
                _ => state.return_to_title(self.is_after_run()),
            },
        }
    }

    /// Draws the rows that fit, and the seed and the build of the selected row. If a page is open, draws that page
    /// instead. The row of a run that has just ended is green (H4).
    fn draw(&self, state: &AppState, frame: &mut Frame<'_>) {
        let (input_scheme, scores) = (&state.input_scheme, &state.scores);
        let selected = scores.rows().get(self.cursor.at());
        if let Some(score) = selected.filter(|_| self.is_open) {
            let hint = if state.abilities.can_watch {
                text::watch_hint(input_scheme)
            } else {
                text::back_hint(input_scheme)
            };
            return score_page::draw(frame, score, &hint);
        }
        if self.shows_opened {
            let hint = text::kits_hint(input_scheme);
            return opened::draw(frame, scores.progress(), &hint);
        }
        let whole = Area::of(frame);
        frame.clear(Colour::INK);
        let line = widgets::line_height(frame);
        let page = match frame.text_size() {
            TextSize::Normal => whole.centred(240, 160),
            TextSize::Large => whole,
        };
        let middle = page.x + page.width / 2;
        widgets::text_centred(frame, middle, page.y + 3, text::words::table::hall(), Colour::GOLD);
        let half = widgets::widened(frame, 46);
        frame.icon(middle - half - ICON, page.y + 3, &interface::CROWN, Shade::Lit);
        frame.icon(middle + half, page.y + 3, &interface::CROWN, Shade::Lit);
        if scores.rows().is_empty() {
            widgets::text_centred(frame, middle, page.y + 70, text::EMPTY_HALL, Colour::SILVER);
            let (x, y) = (page.x + page.width - 6, page.y + page.height - line - 1);
            widgets::text_right(frame, x, y, &text::empty_hall_hint(input_scheme), Colour::GOLD);
            return;
        }
        let foot = page.y + page.height - 2 * line - 2;
        let (headings, rows) = match frame.text_size() {
            TextSize::Normal => (17, Area { y: page.y + 28, ..page }),
            TextSize::Large => (line + 3, Area { y: page.y + 2 * line + 3, ..page }),
        };
        let rows = Area { height: foot - rows.y, ..rows };
        self.draw_rows(frame, rows, page.y + headings, scores.rows());
        if let Some(score) = selected {
            let seed = text::seed_line(score.seed);
            frame.text(page.x + 6, foot, &seed, Colour::GREY);
            let seed = frame.width_of(&seed);
            // The pictures stand beside the seed, however long it is.
            let lineage = &score.lineage;
            let at = (page.x + page.width - 4, foot + frame.text_height() - TILE);
            build_strip::draw(frame, at, lineage.kit, &lineage.grafts);
            draw_kit_name(frame, at.0, page.x + 6 + seed, (foot, score));
        }
        if self.ticks_to_input > 0 {
            return;
        }
        let hint = if self.is_after_run() {
            text::after_a_run(input_scheme)
        } else {
            text::hall_hint(input_scheme)
        };
        let right = page.x + page.width - 6;
        widgets::text_right(frame, right, page.y + page.height - line - 1, &hint, Colour::GOLD);
    }
}

impl Hall {
    /// Draws the headings of the columns at `headings_y`, and as many rows as fit into `area`.
    fn draw_rows(&self, frame: &mut Frame<'_>, area: Area, headings_y: i16, scores: &[Score]) {
        let left = area.x;
        let headings = [
            Heading::Words(""),
            Heading::Words(text::words::table::score()),
            Heading::Icon(&interface::MOON),
            Heading::Icon(&interface::FLOOR),
            Heading::Icon(&interface::STAR),
            Heading::Words(text::words::table::kills()),
            Heading::Words(text::words::table::turns()),
        ];
        for (heading, right) in headings.into_iter().zip(COLUMNS) {
            let right = left + widgets::widened(frame, right);
            match heading {
                Heading::Words(words) => {
                    widgets::text_right(frame, right, headings_y, words, Colour::GREY);
                }
                Heading::Icon(icon) => {
                    frame.icon(right - ICON, headings_y, icon, Shade::Lit);
                }
            }
        }
        let end_x = left + widgets::widened(frame, END_COLUMN);
        frame.text(end_x, headings_y, text::words::table::ended_by(), Colour::GREY);
        let pitch = match frame.text_size() {
            TextSize::Normal => widgets::line_height(frame) + 1,
            TextSize::Large => widgets::line_height(frame),
        };
        let room = usize::try_from(area.height / pitch).unwrap_or(1);
        let first = self.cursor.first_shown(room, scores.len());
        for (line, (row, score)) in (0..).zip(scores.iter().enumerate().skip(first).take(room)) {
            let y = area.y + line * pitch;
            if row == self.cursor.at() {
                frame.icon(left + 2, y, &interface::CURSOR, Shade::Lit);
            }
            let colour = if self.own_row == Some(row) { Colour::GREEN } else { Colour::WHITE };
            draw_row(frame, left, y, row + 1, score, colour);
        }
        let right = area.x + area.width - ICON - 2;
        if first > 0 {
            frame.icon(right, headings_y, &interface::SCROLL_UP, Shade::Lit);
        }
        if first + room < scores.len() {
            frame.icon(right, area.y + area.height, &interface::SCROLL_DOWN, Shade::Lit);
        }
    }
}

/// Draws the name of a run's kit to the left of the pictures that end at `right`, if the name fits behind `left`.
fn draw_kit_name(frame: &mut Frame<'_>, right: i16, left: i16, (y, score): (i16, &Score)) {
    const GAP: i16 = 6;
    let Some(kit) = score.lineage.kit else { return };
    let pictures = i16::try_from(1 + score.lineage.grafts.len()).unwrap_or(0) * build_strip::STEP;
    let (name, right) = (text::kit_name(kit), right - pictures - 2);
    if right - frame.width_of(name) >= left + GAP {
        widgets::text_right(frame, right, y, name, Colour::SILVER);
    }
}

/// The heading of a column.
enum Heading {
    Words(&'static str),
    /// The icon that stands for the number in the top bar or in the guide.
    Icon(&'static Icon),
}

fn draw_row(frame: &mut Frame<'_>, left: i16, y: i16, place: usize, score: &Score, colour: Colour) {
    let numbers = [
        u32::try_from(place).unwrap_or(0),
        score.points,
        u32::from(score.mode.night().number()),
        u32::from(score.floor.number()),
        u32::from(score.level.number()),
        u32::from(score.kills),
        score.turns.0,
    ];
    for (number, right) in numbers.into_iter().zip(COLUMNS) {
        let mut digits: String<12> = String::new();
        write!(digits, "{number}").expect("ten digits at most");
        let right = left + widgets::widened(frame, right);
        widgets::text_right(frame, right, y, &digits, colour);
    }
    let end_x = left + widgets::widened(frame, END_COLUMN);
    let end = text::short_end(score.killed_by, score.kings_end);
    if score.is_won() {
        frame.icon(end_x, y, &interface::CROWN, Shade::Lit);
        frame.text(end_x + ICON + 3, y, end, colour);
    } else {
        frame.text(end_x, y, end, colour);
    }
}
