//! The bestiary: a page for each kind of monster, with everything that the player knows about that kind (H20).

use super::ScreenName;
use super::screen::Screen;
use super::transition::{Destination, Transition};
use crate::content::{Cue, MonsterKind};
use crate::geometry::Pos;
use crate::input::{Button, Input, Repeat};
use crate::raster::{Colour, Frame, Shade, TextSize};
use crate::save::BestiaryEntry;
use crate::session::{AppState, RunPhase};
use crate::settings::RepeatSpeed;
use crate::view::map_view::TILE;
use crate::view::widgets::{self, Area};
use crate::view::{sprites, text};
use crate::world::Game;
use musrex_assets::Tile;

/// The width and the height of the page in pixels.
const SIZE: (i16, i16) = (240, 160);
/// The left margin of the text in pixels.
const MARGIN: i16 = 8;
/// The number of pictures in a row.
const COLUMNS: usize = 8;
const CELL: (i16, i16) = (26, 18);
/// The width of a column of numbers, and the gap between two columns, in pixels.
const NUMBERS: (i16, i16) = (90, 8);
/// The number of lines in a column of numbers.
const ROWS: i16 = 4;

/// The bestiary screen.
#[derive(Clone, Debug)]
pub(crate) struct BestiaryScreen {
    from: ScreenName,
    /// The tile selected in the look mode, if the look mode opened the bestiary.
    looked_at: Option<Pos>,
    /// The index of the shown kind.
    at: usize,
}

impl BestiaryScreen {
    /// Opens the bestiary at the kind of the monster on the tile `at`. Without such a monster, opens the bestiary at
    /// the first kind.
    pub(super) fn open(from: ScreenName, state: &AppState, at: Option<Pos>) -> BestiaryScreen {
        let floor = state.game.current_floor();
        let kind = at.and_then(|at| Some(floor.monsters[floor.monster_at(at)?].kind));
        let place = kinds().position(|other| Some(other) == kind);
        BestiaryScreen { from, looked_at: at, at: place.unwrap_or(0) }
    }

    /// Returns the index to which the D-pad moves, wrapping around the edges.
    fn moved(&self, state: &mut AppState) -> usize {
        const REPEAT: Repeat = RepeatSpeed::Normal.repeat();
        const COUNT: usize = MonsterKind::COUNT;
        let steps = [
            (Button::Right, 1),
            (Button::Left, COUNT - 1),
            (Button::Down, COLUMNS),
            (Button::Up, COUNT - COLUMNS),
        ];
        let step = steps.into_iter().find(|&(button, _)| state.pad.repeats(button, REPEAT));
        (self.at + step.map_or(0, |(_, step)| step)) % COUNT
    }
}

impl Screen for BestiaryScreen {
    fn tick(&mut self, state: &mut AppState, _: Input) -> Transition {
        const CLOSING: [Button; 4] = [Button::A, Button::B, Button::Start, Button::Select];
        if CLOSING.into_iter().any(|button| state.pad.is_pressed(button)) {
            state.sound.cue(Cue::MenuMove);
            return Transition::To(match self.looked_at {
                Some(at) => Destination::Look { at: Some(at) },
                None => Destination::back_to(self.from),
            });
        }
        let to = self.moved(state);
        if to == self.at {
            return Transition::Same;
        }
        state.sound.cue(Cue::MenuMove);
        self.at = to;
        Transition::Changed
    }

    fn draw(&self, state: &AppState, frame: &mut Frame<'_>) {
        let bestiary = state.scores.bestiary();
        frame.clear(Colour::INK);
        let page = match frame.text_size() {
            TextSize::Normal => Area::of(frame).centred(SIZE.0, SIZE.1),
            TextSize::Large => Area::of(frame),
        };
        let line = widgets::line_height(frame);
        let (middle, right) = (page.x + page.width / 2, page.x + page.width - MARGIN);
        let heading = text::words::menu::bestiary();
        widgets::text_centred(frame, middle, page.y + 2, heading, Colour::GOLD);
        let met = text::bestiary_count(bestiary.met());
        widgets::text_right(frame, right, page.y + 2, &met, Colour::GREY);
        let columns = i16::try_from(COLUMNS).unwrap_or(1);
        let (left, mut y) = (middle - columns * CELL.0 / 2, page.y + line + 2);
        for (index, kind) in (0..).zip(kinds()) {
            let cell = Area {
                x: left + index % columns * CELL.0,
                y: y + index / columns * CELL.1,
                width: CELL.0,
                height: CELL.1,
            };
            let is_here = usize::try_from(index) == Ok(self.at);
            draw_picture(frame, cell, kind, bestiary.entry(kind).is_met(), is_here);
        }
        y += CELL.1 * 2 + 3;
        widgets::rule(frame, y - 2);
        if let Some(kind) = kinds().nth(self.at) {
            let area = Area { y, height: page.y + page.height - y, ..page };
            let has_run = matches!(state.phase, RunPhase::Playing | RunPhase::Saved);
            let game = Some(&state.game).filter(|_| has_run);
            draw_entry(frame, area, (kind, bestiary.entry(kind)), game);
        }
        let foot = page.y + page.height - line;
        let hint = text::bestiary_hint(&state.input_scheme);
        widgets::text_right(frame, right, foot, &hint, Colour::STRAW);
    }
}

/// Iterates over all kinds in display order: the ordinary kinds, the named mice (M19), and then the King.
fn kinds() -> impl Iterator<Item = MonsterKind> {
    let is_common = |kind: &MonsterKind| kind.spec().firmware.is_none() && !kind.spec().is_boss();
    let bosses = MonsterKind::ALL.into_iter().filter(|kind| kind.spec().is_boss());
    MonsterKind::ALL.into_iter().filter(is_common).chain(MonsterKind::named()).chain(bosses)
}

fn draw_picture(frame: &mut Frame<'_>, cell: Area, kind: MonsterKind, is_met: bool, is_here: bool) {
    if is_here {
        widgets::outline(frame, cell, Colour::GOLD, None);
    }
    let inner = cell.centred(TILE, TILE);
    let picture = &sprites::poses(kind).right[0];
    if is_met {
        frame.sprite(inner.x, inner.y, picture, Shade::Lit);
    } else {
        widgets::silhouette(frame, (inner.x, inner.y), picture);
    }
}

/// Draws everything that the player knows about a kind: the name, the description, the numbers, and the picture at
/// double size.
fn draw_entry(
    frame: &mut Frame<'_>,
    area: Area,
    (kind, entry): (MonsterKind, &BestiaryEntry),
    game: Option<&Game>,
) {
    let line = widgets::line_height(frame);
    let (left, right) = (area.x + MARGIN, area.x + area.width - MARGIN);
    let picture = &sprites::poses(kind).right[0];
    let corner = (right - 2 * TILE, area.y + 3 * line - 1);
    if !entry.is_met() {
        frame.text(left, area.y, text::words::bestiary::unmet(), Colour::GREY);
        frame.text(left, area.y + line, &text::bestiary_home(kind), Colour::SILVER);
        draw_double(frame, corner, picture, |_| Colour::SLATE);
        return;
    }
    frame.text(left, area.y, text::Noun::from(kind).name(), Colour::GOLD);
    let floors = text::bestiary_floors(entry.floors());
    widgets::text_right(frame, right, area.y, &floors, Colour::GREY);
    let [looks, ability] = text::monster_lines(kind);
    frame.text(left, area.y + line, looks, Colour::SILVER);
    frame.text(left, area.y + 2 * line, ability, Colour::STRAW);
    let top = area.y + 3 * line + 1;
    let numbers = text::bestiary_numbers(kind, entry, game);
    let (width, gap) = (widgets::widened(frame, NUMBERS.0), NUMBERS.1);
    for (index, (label, value)) in (0..).zip(numbers) {
        let (x, y) = (left + index / ROWS * (width + gap), top + index % ROWS * line);
        frame.text(x, y, label, Colour::SILVER);
        widgets::text_right(frame, x + width, y, &value, Colour::WHITE);
    }
    draw_double(frame, corner, picture, |colour| colour);
}

/// Draws a picture at double size. `paint` maps each colour of the picture to the colour that is drawn.
fn draw_double(
    frame: &mut Frame<'_>,
    (x, y): (i16, i16),
    tile: &Tile,
    paint: impl Fn(Colour) -> Colour,
) {
    for (row, pixels) in (0..).zip(tile.pixels()) {
        for (column, pixel) in (0..).zip(pixels) {
            if Colour(pixel) != Colour::BLACK {
                let area = Area { x: x + 2 * column, y: y + 2 * row, width: 2, height: 2 };
                widgets::fill(frame, area, paint(Colour(pixel)));
            }
        }
    }
}
