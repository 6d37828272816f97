//! The choice of a run: the source of its seed (chance, typing or the day), its night (H16) and its difficulty (A19).

use super::ScreenName;
use super::menu::{Answer, Confirmation, Cursor, MenuEvent, MenuLine, pitch};
use super::screen::Screen;
use super::transition::{Destination, Transition};
use crate::content::{Cue, Night};
use crate::input::{Button, Input, Pad, Repeat};
use crate::raster::{Colour, Frame};
use crate::seed::{Date, SeedText};
use crate::session::AppState;
use crate::settings::RepeatSpeed;
use crate::view::text;
use crate::view::widgets::{self, Area};
use crate::world::RunMode;
use heapless::Vec;

/// The source of the run's seed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum SeedSource {
    #[default]
    Chance,
    Typed,
    /// The seed of this day, if the host knows the date.
    Day(Date),
}

/// The rows of the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Row {
    Source,
    /// The typed seed.
    Seed,
    /// The night, if more than one is open (H16).
    Night,
    Difficulty,
    Begin,
}

const ROWS: [Row; 5] = [Row::Source, Row::Seed, Row::Night, Row::Difficulty, Row::Begin];

/// The keyboard for typing a seed, in four rows of [`COLUMNS`]: letters, delete (`<`), done (`!`) and digits. A key
/// that appears several times here is drawn as one wide key.
const KEYS: &[u8; 40] = b"ABCDEFGHJKLMNPQRSTUVWXYZ<<<!!!0123456789";
const COLUMNS: usize = KEYS.len() / 4;
/// The distance from one key of a row to the next, and the gap between a key's letter and the next row, in pixels.
const KEY_STEP: (i16, i16) = (16, 5);

/// The width of the panel in pixels.
const WIDTH: i16 = 216;
/// The gap between the panel's edge and its contents, in pixels.
const PADDING: i16 = 12;

/// The screen on which the player chooses a run.
#[derive(Clone, Debug)]
pub(crate) struct NewRun {
    cursor: Cursor,
    source: SeedSource,
    seed: SeedText,
    is_calm: bool,
    night: Night,
    /// The selected key of the keyboard; `None` while the list is in use.
    key: Option<usize>,
    /// The open question whether to replace a run or other contents of the save; `None` if no question is open.
    confirmation: Option<Confirmation>,
}

impl NewRun {
    /// Opens the choice with the cursor at the top. If `is_daily` is true, chooses the daily run and puts the cursor at
    /// the last row.
    pub(super) fn open(_: ScreenName, state: &AppState, is_daily: bool) -> NewRun {
        let source = match state.today.filter(|_| is_daily) {
            Some(today) => SeedSource::Day(today),
            None => SeedSource::Chance,
        };
        let mut screen = NewRun {
            cursor: Cursor::new(0),
            source,
            seed: SeedText::default(),
            is_calm: false,
            night: state.scores.progress().chosen_night(),
            key: None,
            confirmation: None,
        };
        if is_daily {
            screen.cursor = Cursor::new(screen.rows(state).len() - 1);
        }
        screen
    }
}

impl Screen for NewRun {
    fn tick(&mut self, state: &mut AppState, _: Input) -> Transition {
        if let Some(confirmation) = &mut self.confirmation {
            let answer = confirmation.tick(&mut state.pad, &mut state.sound);
            return self.take_answer(answer, state);
        }
        if let Some(key) = self.key {
            return self.tick_keys(key, state);
        }
        let rows = self.rows(state);
        match self.cursor.tick(&mut state.pad, &mut state.sound, rows.len()) {
            MenuEvent::None => Transition::Same,
            MenuEvent::Moved => Transition::Changed,
            MenuEvent::Closed if state.pad.is_pressed(Button::Start) => self.confirm(state),
            MenuEvent::Closed => Transition::To(Destination::TITLE),
            MenuEvent::Changed(row, forward) => self.change(rows[row], forward, state),
            MenuEvent::Confirmed(row) => match rows[row] {
                Row::Begin => self.confirm(state),
                Row::Seed => self.open_keys(),
                row => self.change(row, true, state),
            },
        }
    }

    fn draw(&self, state: &AppState, frame: &mut Frame<'_>) {
        state.draw_backdrop(frame);
        let line = widgets::line_height(frame);
        // The panel keeps its height when the row of the seed appears or disappears.
        let has_nights = state.scores.progress().opened_night() != Night::Plain;
        let rows = ROWS.len() - usize::from(!has_nights);
        let rows = i16::try_from(rows).unwrap_or(0) * pitch(frame);
        // The keyboard needs room for one more row than the list.
        let more = if self.key.is_some() { frame.text_height() + KEY_STEP.1 } else { 0 };
        let (width, height) = (widgets::widened(frame, WIDTH), rows + more + 4 * line + 28);
        let panel = widgets::panel(frame, Area::of(frame).centred(width, height));
        let middle = panel.x + panel.width / 2;
        let inner = Area {
            x: panel.x + PADDING,
            y: panel.y + 10,
            width: panel.width - 2 * PADDING,
            height: panel.height - 20,
        };
        let heading = if self.key.is_some() { text::SEED_HEADING } else { text::NEW_RUN_HEADING };
        widgets::text_centred(frame, middle, inner.y, heading, Colour::GOLD);
        let body = Area { y: inner.y + widgets::line_height(frame) + 6, ..inner };
        match self.key {
            Some(key) => self.draw_keys(frame, body, key),
            None => self.draw_list(frame, body, state),
        }
        let foot = inner.y + inner.height;
        for (row, words) in (0..).zip(self.lines(state)) {
            widgets::text_centred(
                frame,
                middle,
                foot - (3 - row) * line - 2,
                words,
                Colour::SILVER,
            );
        }
        let hint = match self.key {
            Some(_) => text::seed_hint(&state.input_scheme),
            None => match self.rows(state).get(self.cursor.at()) {
                Some(Row::Begin) => text::begin_hint(&state.input_scheme),
                Some(Row::Seed) => text::type_hint(&state.input_scheme),
                _ => text::back_hint(&state.input_scheme),
            },
        };
        widgets::text_centred(frame, middle, foot - line, &hint, Colour::STRAW);
        if let Some(confirmation) = self.confirmation {
            confirmation.draw(frame);
        }
    }
}

impl NewRun {
    /// Returns the rows of the list. The seed has a row only if it is typed, and the night has a row only if there is a
    /// choice. For the daily run, both rows are missing, because all players play the same run.
    fn rows(&self, state: &AppState) -> Vec<Row, { ROWS.len() }> {
        let is_typed = self.source == SeedSource::Typed;
        let is_daily = matches!(self.source, SeedSource::Day(_));
        let has_nights = !is_daily && state.scores.progress().opened_night() != Night::Plain;
        ROWS.into_iter()
            .filter(|&row| row != Row::Seed || is_typed)
            .filter(|&row| row != Row::Night || has_nights)
            .collect()
    }

    fn change(&mut self, row: Row, forward: bool, state: &AppState) -> Transition {
        match row {
            Row::Source => {
                let day = state.today.map(SeedSource::Day);
                let sources: Vec<SeedSource, 3> =
                    [Some(SeedSource::Chance), Some(SeedSource::Typed), day]
                        .into_iter()
                        .flatten()
                        .collect();
                let at = sources.iter().position(|&source| source == self.source).unwrap_or(0);
                let step = if forward { 1 } else { sources.len() - 1 };
                self.source = sources[(at + step) % sources.len()];
            }
            Row::Night => {
                let opened = state.scores.progress().opened_night().number();
                let step = if forward { 0 } else { opened - 2 };
                let number = (self.night.number() + step) % opened + 1;
                self.night = Night::new(number).unwrap_or_default();
            }
            Row::Difficulty => self.is_calm = !self.is_calm,
            Row::Seed | Row::Begin => return Transition::Same,
        }
        Transition::Changed
    }

    fn open_keys(&mut self) -> Transition {
        self.key = Some(0);
        Transition::Changed
    }

    /// Begins the run; asks first if the run would replace another run or other contents of the save. If the seed must
    /// be typed first, opens the keyboard instead.
    fn confirm(&mut self, state: &mut AppState) -> Transition {
        if self.source == SeedSource::Typed && self.seed.seed().is_none() {
            return self.open_keys();
        }
        if let Some(question) = state.question() {
            self.confirmation = Some(Confirmation::new(question));
            return Transition::Changed;
        }
        self.begin(state)
    }

    fn take_answer(&mut self, answer: Answer, state: &mut AppState) -> Transition {
        match answer {
            Answer::None => return Transition::Same,
            Answer::Moved => return Transition::Changed,
            Answer::Decline => {}
            Answer::Accept => return self.begin(state),
            Answer::Overwrite => {
                state.autosave.overwrite();
                return self.begin(state);
            }
        }
        self.confirmation = None;
        Transition::Changed
    }

    fn begin(&self, state: &mut AppState) -> Transition {
        let mode = RunMode::ORDINARY.with_calm(self.is_calm);
        if let SeedSource::Day(day) = self.source {
            return state.begin_daily(day, mode);
        }
        state.scores.progress_mut().choose_night(self.night);
        let typed = self.seed.seed().filter(|_| self.source == SeedSource::Typed);
        let seed = typed.unwrap_or_else(|| state.take_seed());
        state.begin_run_of(seed, mode.with_night(self.night))
    }

    /// Handles the input of one tick on the keyboard.
    fn tick_keys(&mut self, key: usize, state: &mut AppState) -> Transition {
        let AppState { pad, sound, .. } = state;
        if pad.is_pressed(Button::Start) || pad.is_pressed(Button::Select) {
            self.key = None;
            sound.cue(Cue::Confirm);
            return Transition::Changed;
        }
        if pad.is_pressed(Button::B) {
            if !self.seed.pop() {
                self.key = None;
            }
            sound.cue(Cue::MenuMove);
            return Transition::Changed;
        }
        if pad.is_pressed(Button::A) {
            let is_taken = match KEYS[key] {
                b'<' => self.seed.pop(),
                b'!' => {
                    self.key = None;
                    true
                }
                letter => self.seed.push(char::from(letter)),
            };
            sound.cue(if is_taken { Cue::Confirm } else { Cue::Refuse });
            return Transition::Changed;
        }
        let next = moved(pad, key);
        if next == key {
            return Transition::Same;
        }
        sound.cue(Cue::MenuMove);
        self.key = Some(next);
        Transition::Changed
    }

    fn draw_list(&self, frame: &mut Frame<'_>, area: Area, state: &AppState) {
        let date = match self.source {
            SeedSource::Day(day) => text::day_name(day),
            SeedSource::Chance => text::by_chance(),
            SeedSource::Typed => text::by_seed(),
        };
        let seed = if self.seed.as_str().is_empty() { "..." } else { self.seed.as_str() };
        let night = text::night_value(self.night);
        let lines: Vec<MenuLine<'_>, { ROWS.len() }> = self
            .rows(state)
            .into_iter()
            .map(|row| match row {
                Row::Source => {
                    MenuLine { label: text::words::new_run::seed(), value: &date, is_choice: true }
                }
                Row::Seed => MenuLine {
                    label: text::words::new_run::typed_seed(),
                    value: seed,
                    is_choice: false,
                },
                Row::Night => MenuLine {
                    label: text::words::new_run::night(),
                    value: &night,
                    is_choice: true,
                },
                Row::Difficulty => MenuLine {
                    label: text::words::new_run::difficulty(),
                    value: text::difficulty(self.is_calm),
                    is_choice: true,
                },
                Row::Begin => MenuLine::plain(text::words::new_run::begin()),
            })
            .collect();
        self.cursor.draw_lines(frame, area, &lines);
    }

    fn draw_keys(&self, frame: &mut Frame<'_>, area: Area, key: usize) {
        let middle = area.x + area.width / 2;
        let width = frame.width_of(self.seed.as_str());
        frame.text(middle - width / 2, area.y, self.seed.as_str(), Colour::WHITE);
        let caret = Area {
            x: middle + width / 2 + 1,
            y: area.y + frame.text_height() - 2,
            width: 5,
            height: 1,
        };
        widgets::fill(frame, caret, Colour::GOLD);
        let step = (widgets::widened(frame, KEY_STEP.0), frame.text_height() + KEY_STEP.1);
        let columns = i16::try_from(COLUMNS).unwrap_or(i16::MAX);
        let left = middle - step.0 * columns / 2;
        for (index, row, column) in
            (0..KEYS.len()).zip(0..).map(|(index, at)| (index, at / columns, at % columns))
        {
            let same = KEYS[index..].iter().take_while(|&&other| other == KEYS[index]).count();
            if index > 0 && KEYS[index - 1] == KEYS[index] {
                continue;
            }
            let word = match KEYS[index] {
                b'<' => text::words::new_run::delete(),
                b'!' => text::words::new_run::done(),
                _ => core::str::from_utf8(&KEYS[index..=index]).unwrap_or(""),
            };
            let is_here = KEYS[index] == KEYS[key];
            let colour = if is_here { Colour::WHITE } else { Colour::SILVER };
            let cell = Area {
                x: left + column * step.0,
                y: area.y + pitch(frame) + 3 + row * step.1,
                width: step.0 * i16::try_from(same).unwrap_or(1),
                height: step.1,
            };
            if is_here {
                widgets::outline(frame, cell, Colour::GOLD, None);
            }
            widgets::text_centred(frame, cell.x + cell.width / 2, cell.y + 3, word, colour);
        }
    }

    /// Returns two lines about the choice.
    fn lines(&self, state: &AppState) -> [&'static str; 2] {
        if self.key.is_some() {
            let is_short = self.seed.seed().is_none() && !self.seed.as_str().is_empty();
            return ["", if is_short { text::SHORT_SEED_LINE } else { text::SEED_LINE }];
        }
        let is_daily = matches!(self.source, SeedSource::Day(_));
        match self.rows(state).get(self.cursor.at()) {
            Some(Row::Begin) if !is_daily => return text::CONDUCT_LINES,
            Some(Row::Night) => {
                let more = if self.night > Night::LightSleep { text::NIGHTS_LINE } else { "" };
                return [text::night_line(self.night), more];
            }
            _ => {}
        }
        let seed = match self.source {
            SeedSource::Chance => text::CHANCE_LINE,
            SeedSource::Typed => text::SAME_SEED_LINE,
            SeedSource::Day(day) if state.has_played(day) => text::PRACTICE_LINE,
            SeedSource::Day(_) => text::DAILY_LINE,
        };
        [seed, if self.is_calm { text::CALM_LINE } else { text::USUAL_NIGHT_LINE }]
    }
}

/// Returns the key to which the D-pad moves from `key`, wrapping around the edges.
fn moved(pad: &mut Pad, key: usize) -> usize {
    const REPEAT: Repeat = RepeatSpeed::Normal.repeat();
    let row = key - key % COLUMNS;
    // A wide key counts as a single step.
    let across = |step: usize| {
        let columns = (1..COLUMNS).map(|steps| row + (key % COLUMNS + steps * step) % COLUMNS);
        columns.into_iter().find(|&to| KEYS[to] != KEYS[key]).unwrap_or(key)
    };
    if pad.repeats(Button::Right, REPEAT) {
        return across(1);
    }
    if pad.repeats(Button::Left, REPEAT) {
        return across(COLUMNS - 1);
    }
    if pad.repeats(Button::Down, REPEAT) {
        return (key + COLUMNS) % KEYS.len();
    }
    if pad.repeats(Button::Up, REPEAT) {
        return (key + KEYS.len() - COLUMNS) % KEYS.len();
    }
    key
}
