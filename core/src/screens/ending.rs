//! The ending: the frame fades, and then a tombstone and the last turns are shown (H4, H6).

use super::ScreenName;
use super::build_strip;
use super::screen::Screen;
use super::scrolling_log::{ScrollingLog, hidden, pitch};
use super::transition::{Destination, Transition};
use crate::content::SongName;
use crate::content::player::EARLY_FLOOR_MAX;
use crate::input::{Button, Input};
use crate::raster::{Colour, Frame, FrameShape, Palette, Shade, TextSize};
use crate::session::AppState;
use crate::session::damage_log::SUMMARY_TURNS;
use crate::view::map_view::TILE;
use crate::view::message_log::LogEntry;
use crate::view::text;
use crate::view::widgets::{self, Area, LogColours};
use crate::world::{Game, Outcome};
use core::fmt::Write;
use heapless::String;
use musrex_assets::endings::{DEATH, VICTORY};
use musrex_assets::interface::{self, Image};

/// The length of the fade in ticks at the normal animation speed.
const FADE_TICKS: u16 = 48;
/// The number of ticks for which each page after a run ignores presses: one second. The player may still be pressing a
/// button repeatedly.
pub(super) const INPUT_DELAY_TICKS: u16 = 60;
/// The most damage totals that a page shows.
const TOTALS_SHOWN: usize = 3;

/// A frame of at least this height in pixels has room for one more line.
const TALL: i16 = 170;

/// The two pages of an ending.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Page {
    /// The result of the run.
    #[default]
    Tombstone,
    /// The messages of the last turns.
    LastTurns,
}

/// The end of a run.
#[derive(Clone, Debug, Default)]
pub(crate) struct Ending {
    /// The ticks since the ending was opened.
    ticks: u16,
    /// The length of the fade in ticks.
    fade_ticks: u16,
    /// The number of ticks for which presses are still ignored.
    ticks_to_input: u16,
    page: Page,
    scrolling_log: ScrollingLog,
    /// The index of the run's row in the hall of fame, if the run has a row.
    row: Option<usize>,
}

impl Ending {
    /// Opens the ending. If the animation is off, there is no fade (H10).
    pub(super) fn open(_: ScreenName, state: &AppState, row: Option<usize>) -> Ending {
        let fade_ticks = state.settings.animation_speed().scaled(FADE_TICKS);
        let ticks_to_input = fade_ticks + INPUT_DELAY_TICKS;
        Ending { fade_ticks, ticks_to_input, row, ..Ending::default() }
    }
}

impl Screen for Ending {
    fn song(state: &AppState) -> Option<SongName> {
        let is_won = state.game.outcome() == Outcome::Won;
        Some(if is_won { SongName::Victory } else { SongName::Death })
    }

    fn tick(&mut self, state: &mut AppState, _: Input) -> Transition {
        if self.is_fading() {
            state.play.advance();
        }
        let pad = &state.pad;
        self.ticks = self.ticks.saturating_add(1);
        if self.ticks_to_input > 0 {
            self.ticks_to_input -= 1;
            return Transition::Changed;
        }
        if ![Button::A, Button::B, Button::Start].into_iter().any(|it| pad.is_pressed(it)) {
            if self.page == Page::Tombstone {
                return Transition::Same;
            }
            let count = last_turns(state).count();
            let beyond = |shape| hidden(count, shape, list_area(state, shape));
            let hidden = state.frame_shape().map_or(count, beyond);
            return Transition::Same.or_changed(self.scrolling_log.tick(pad, hidden));
        }
        match self.page {
            Page::Tombstone => {
                self.page = Page::LastTurns;
                self.ticks_to_input = INPUT_DELAY_TICKS;
                Transition::Changed
            }
            Page::LastTurns => Transition::To(Destination::Hall { row: self.row }),
        }
    }

    fn draw(&self, state: &AppState, frame: &mut Frame<'_>) {
        // If flashes are off, the last picture keeps its colours (H10).
        if state.settings.has_flashes() {
            frame.palette = self.faded(&state.game, &frame.palette);
        }
        if self.is_fading() {
            return state.play.draw(&state.game, &state.autotiles, frame);
        }
        match self.page {
            Page::Tombstone => draw_tombstone(frame, state),
            Page::LastTurns => draw_last_turns(frame, state, &self.scrolling_log),
        }
        if self.ticks_to_input == 0 {
            let whole = Area::of(frame);
            let (x, y) = (whole.width - 6, whole.height - foot_height(frame.shape()) + 2);
            let hint = text::go_on(&state.input_scheme);
            widgets::text_right(frame, x, y, &hint, Colour::GOLD);
        }
    }
}

impl Ending {
    /// Returns whether the game is still shown, while the frame fades.
    const fn is_fading(&self) -> bool {
        self.ticks < self.fade_ticks
    }

    /// Returns the palette of this tick, which fades toward red after a death (H4) and toward the yellow of straw after
    /// a victory.
    fn faded(&self, game: &Game, palette: &Palette) -> Palette {
        let toward = if game.outcome() == Outcome::Won { Colour::STRAW } else { Colour::RED };
        let amount = if self.is_fading() { 16 * self.ticks / self.fade_ticks.max(1) } else { 0 };
        palette.faded(toward, u8::try_from(amount).unwrap_or(u8::MAX))
    }
}

/// Returns the height of the line at the foot, which holds the hint for the next page.
fn foot_height(shape: FrameShape) -> i16 {
    shape.line_height() + 3
}

/// Returns the height of the foot on the page with the last turns. The foot has room for the pictures of the run's
/// build, if there are any.
fn foot_height_with_build(state: &AppState, shape: FrameShape) -> i16 {
    let build = &state.game.player().build;
    let has_pictures = build.kit.is_some() || !build.grafts.is_empty();
    if has_pictures { foot_height(shape).max(TILE + 3) } else { foot_height(shape) }
}

/// Draws the cause of the end, the result of the run, the kits and nights that the run has opened, and an image if
/// there is room for it. After a death, also draws a lesson and, for a new player, a tip.
fn draw_tombstone(frame: &mut Frame<'_>, state: &AppState) {
    let game = &state.game;
    let opened = text::opened_lines(state.progress_before, state.scores.progress());
    let tip = is_early_death(state).then_some(text::CALM_TIP);
    let whole = Area::of(frame);
    frame.clear(Colour::INK);
    let is_won = game.outcome() == Outcome::Won;
    let count = i16::try_from(opened.len() + usize::from(tip.is_some())).unwrap_or(0);
    if let Some(seed) = text::letters_line(game.seed()) {
        let y = whole.height - foot_height(frame.shape()) + 2;
        frame.text(6, y, &seed, Colour::GREY);
    }
    let picture: &Image = if is_won { &VICTORY } else { &DEATH };
    let (width, height) = widgets::image_size(picture);
    let middle = whole.width / 2;
    let line = widgets::line_height(frame);
    let second = if is_won {
        Some(text::VICTORY_LINE).filter(|_| whole.height >= TALL)
    } else {
        lesson(game)
    };
    let has_more = second.is_some();
    let below = match frame.text_size() {
        TextSize::Normal => 66,
        TextSize::Large => {
            if has_more {
                6 * line + 15
            } else {
                5 * line + 13
            }
        }
    };
    let below = below + count * line;
    // If the run has opened kits or nights, there are more lines. They fill the gaps between the other lines, and then
    // the place of the picture.
    let more = if has_more { line + 2 } else { 0 };
    let words = 4 * line + 13 + more + count * line;
    let room = whole.height - foot_height(frame.shape()) + 2;
    let gap = if height + words > room { 0 } else { 2 };
    let is_shown = height + words - 2 * (2 - gap) <= room;
    let height = if is_shown { height } else { 0 };
    let top = ((whole.height - height - below) / 3).max(0);
    if is_shown {
        widgets::image(frame, middle - width / 2, top, picture);
        draw_grafts(frame, game, Area { x: middle - width / 2, y: top, width, height });
    }
    let mut y = top + height + 3 + gap;
    let heading = if is_won { text::VICTORY_HEADING } else { text::DEATH_HEADING };
    let colour = if is_won { Colour::GOLD } else { Colour::BAD };
    widgets::text_centred(frame, middle, y, heading, colour);
    y += line + 1;
    let sentence = match (game.last_damage_cause(), game.kings_end()) {
        (Some(cause), _) if !is_won => text::epitaph(cause),
        (_, Some(way)) => text::kings_end_line(way),
        _ => text::VICTORY_LINE,
    };
    widgets::text_centred(frame, middle, y, sentence, Colour::WHITE);
    y += line + 2 + gap;
    if let Some(second) = second {
        widgets::text_centred(frame, middle, y - 2, second, Colour::SILVER);
        y += line + 2;
    }
    draw_facts(frame, game, (middle, y));
    y += 2 * line + 3;
    for words in opened.iter().map(|words| words.as_str()).chain(tip) {
        widgets::text_centred(frame, middle, y, words, Colour::GOLD);
        y += line;
    }
}

/// Returns whether a player who never won has died on one of the first floors, in a run neither calm nor daily (A19).
fn is_early_death(state: &AppState) -> bool {
    let game = &state.game;
    let is_usual = !game.mode().is_calm() && !game.mode().is_daily();
    let is_early = game.floor().number() <= EARLY_FLOOR_MAX;
    game.outcome() == Outcome::Dead && is_early && !state.has_won() && is_usual
}

/// Returns a line about the cause of the player's death, as a lesson for the next run.
fn lesson(game: &Game) -> Option<&'static str> {
    game.last_damage_cause().and_then(text::lesson_of)
}

/// Draws four numbers of the run in two columns. The columns are centred at `middle` and begin at the row `top`.
fn draw_facts(frame: &mut Frame<'_>, game: &Game, (middle, top): (i16, i16)) {
    let line = widgets::line_height(frame);
    let player = game.player();
    let facts = [
        (text::words::table::floor(), u32::from(game.floor().number())),
        (text::words::table::level(), u32::from(player.level.number())),
        (text::words::table::kills(), u32::from(player.kills)),
        (text::words::table::turns(), game.turn().0),
    ];
    for (index, (label, value)) in (0..).zip(facts) {
        let [half, column, wide] = [84, 92, 76].map(|pixels| widgets::widened(frame, pixels));
        let (x, y) = (middle - half + index / 2 * column, top + index % 2 * line);
        frame.text(x, y, label, Colour::SILVER);
        let mut digits: String<12> = String::new();
        write!(digits, "{value}").expect("ten digits at most");
        widgets::text_right(frame, x + wide, y, &digits, Colour::WHITE);
    }
}

/// Draws the grafts of the run beside the picture, the first two on the left and the others on the right.
fn draw_grafts(frame: &mut Frame<'_>, game: &Game, picture: Area) {
    let right = picture.x + picture.width;
    let sides = [picture.x / 2, right + (Area::of(frame).width - right) / 2];
    // The grafts stay close to the picture.
    let near = [picture.x - TILE, right + TILE];
    for (place, graft) in (0_i16..).zip(&game.player().build.grafts) {
        let side = usize::from(place >= 2);
        let middle = if side == 0 { sides[0].max(near[0]) } else { sides[1].min(near[1]) };
        let y = picture.y + picture.height / 2 - TILE - 2 + place % 2 * (TILE + 4);
        frame.sprite(middle - TILE / 2, y, graft.spec().sprite, Shade::Lit);
    }
}

/// Draws the damage totals and the messages of the last ten turns, and the build of the run (H6).
fn draw_last_turns(frame: &mut Frame<'_>, state: &AppState, scrolling_log: &ScrollingLog) {
    let game = &state.game;
    let colours = LogColours { has_contrast: state.settings.has_contrast() };
    let whole = Area::of(frame);
    frame.clear(colours.ground());
    frame.text(6, 2, text::words::table::last_turns(), Colour::GOLD);
    let icon = if game.outcome() == Outcome::Won { &interface::CROWN } else { &interface::SKULL };
    frame.icon(whole.width - 14, 2, icon, Shade::Lit);
    if let Some(seed) = text::letters_line(game.seed()) {
        widgets::text_right(frame, whole.width - 20, 2, &seed, Colour::GREY);
    }
    let heading = widgets::heading_height(frame.shape());
    widgets::rule(frame, heading - 2);
    let mut y = heading + 2;
    let totals = state.play.damage_log().totals(game.turn());
    for total in totals.iter().take(TOTALS_SHOWN) {
        let words = text::damage_total_line(total.cause, total.points, total.times);
        frame.text(6, y, &words, Colour::BAD);
        y += pitch(frame.shape());
    }
    if !totals.is_empty() {
        widgets::rule(frame, y);
    }
    scrolling_log.draw(frame, list_area(state, frame.shape()), last_turns(state), colours);
    let build = &game.player().build;
    let pictures = usize::from(build.kit.is_some()) + build.grafts.len();
    let right = 4 + i16::try_from(pictures).unwrap_or(0) * build_strip::STEP;
    build_strip::draw(frame, (right, whole.height - TILE - 1), build.kit, &build.grafts);
}

/// Returns the area of the messages, below the totals.
fn list_area(state: &AppState, shape: FrameShape) -> Area {
    let (whole, top) = (Area::whole(shape), widgets::heading_height(shape) + 2);
    let totals = state.play.damage_log().totals(state.game.turn()).len().min(TOTALS_SHOWN);
    let rule = if totals > 0 { 4 } else { 0 };
    let y = top + i16::try_from(totals).unwrap_or(0) * pitch(shape) + rule;
    Area { y, height: whole.height - y - foot_height_with_build(state, shape), ..whole }
}

/// Iterates over the messages of the last ten turns, the newest first.
fn last_turns(state: &AppState) -> impl Iterator<Item = &LogEntry> + Clone {
    let turn = state.game.turn().0;
    let log = state.play.log().iter().rev();
    log.filter(move |entry| entry.turn.0.saturating_add(SUMMARY_TURNS) > turn)
}

const _: () = assert!(SUMMARY_TURNS == 10, "the heading says so");
