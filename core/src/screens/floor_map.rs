//! The floor map: shows the whole explored part of the floor, or enlarges a part, and starts auto-travel to any
//! landmark.

use super::ScreenName;
use super::screen::Screen;
use super::transition::{Destination, Transition};
use crate::geometry::{Pos, TileSet};
use crate::input::{Button, Input};
use crate::limits::{MAP_HEIGHT, MAP_WIDTH};
use crate::raster::{Colour, Frame, Shade};
use crate::rules::travel::{self, AutoTravel};
use crate::session::AppState;
use crate::view::map_colours;
use crate::view::text;
use crate::view::widgets::{self, Area, ICON};
use crate::world::{Game, Monster, Terrain};
use heapless::Vec;
use musrex_assets::interface;

/// The most landmarks in the list.
const LANDMARKS_MAX: usize = 48;
/// The width of the legend in normal text, in pixels.
const LEGEND_WIDTH: i16 = 54;
/// The number of free pixels around the explored part, on both sides together.
const MARGIN: i16 = 4;
/// If the side of a tile has fewer pixels than this, landmarks are drawn larger than their tiles.
const SMALL: i16 = 4;
/// The largest side of a tile in pixels while the whole explored part is shown.
const WHOLE_MAX: i16 = 6;
/// The side of a square of colour in the legend, in pixels.
const SWATCH: i16 = 5;
/// The side of a tile on the zoomed map in pixels, enough for a mark within a tile.
const ZOOMED: i16 = 8;
/// The width in pixels of the ground around the mark of a landmark on the zoomed map.
const MARK_INSET: i16 = 2;
/// The terrain in the legend.
const LEGEND: [Terrain; 11] = [
    Terrain::StairsUp,
    Terrain::StairsDown,
    Terrain::DoorClosed,
    Terrain::DoorLocked,
    Terrain::VentOpen,
    Terrain::Terminal,
    Terrain::CableLive,
    Terrain::Water,
    Terrain::CageShut,
    Terrain::Switch,
    Terrain::Locker,
];

/// The rank of the stairs down among the landmarks.
const WAY_BACK: u8 = 5;

/// The map screen.
#[derive(Clone, Debug, Default)]
pub(crate) struct FloorMap {
    chosen: usize,
    /// The nearest explored tile that has an unexplored neighbour.
    unexplored: Option<Pos>,
    ticks: u8,
    /// True while the map is zoomed in on a part of the floor.
    is_zoomed: bool,
}

impl FloorMap {
    pub(super) fn open(_: ScreenName, state: &AppState) -> FloorMap {
        let unexplored = travel::nearest_unexplored(&state.game, state.play.visible());
        FloorMap { unexplored, ..FloorMap::default() }
    }
}

impl Screen for FloorMap {
    fn tick(&mut self, state: &mut AppState, _: Input) -> Transition {
        let AppState { pad, game, play, training, .. } = state;
        self.ticks = self.ticks.wrapping_add(1);
        // The player's mark blinks.
        let blinks = self.ticks.is_multiple_of(16);
        let unchanged = if blinks { Transition::Changed } else { Transition::Same };
        if pad.pressed().is_empty() {
            return unchanged;
        }
        let is_pressed = |button| pad.is_pressed(button);
        if [Button::B, Button::Start, Button::Select].into_iter().any(is_pressed) {
            return Transition::To(Destination::Play);
        }
        if is_pressed(Button::L) {
            self.is_zoomed = !self.is_zoomed;
            return Transition::Changed;
        }
        let landmarks = landmarks(game, self.unexplored);
        let count = landmarks.len();
        if is_pressed(Button::A) {
            if let Some(&goal) = landmarks.get(self.chosen) {
                play.start_travel(AutoTravel::to_landmark(game, goal), game);
                if let Some(training) = training {
                    training.note_map();
                }
            }
            return Transition::To(Destination::Play);
        }
        if count > 0 && (is_pressed(Button::Right) || is_pressed(Button::Down)) {
            self.chosen = (self.chosen + 1) % count;
            return Transition::Changed;
        }
        if count > 0 && (is_pressed(Button::Left) || is_pressed(Button::Up)) {
            self.chosen = (self.chosen + count - 1) % count;
            return Transition::Changed;
        }
        unchanged
    }

    fn draw(&self, state: &AppState, frame: &mut Frame<'_>) {
        let (input_scheme, game, whole) = (&state.input_scheme, &state.game, Area::of(frame));
        let heading = widgets::heading_height(frame.shape());
        let foot = whole.height - heading;
        frame.clear(Colour::BLACK);
        let (landmarks, player) = (landmarks(game, self.unexplored), game.player().body.pos);
        let chosen = landmarks.get(self.chosen).copied();
        let scaled = if self.is_zoomed {
            ScaledMap::zoomed(frame, chosen.unwrap_or(player))
        } else {
            ScaledMap::whole(frame, game)
        };
        frame.clip_to_rows(heading, foot - heading);
        let known = scaled.draw_tiles(frame, game);
        let mut has_mice = false;
        for monster in known_monsters(game, state.play.visible()) {
            if monster.is_ally {
                scaled.draw_ally(frame, monster.body.pos)
            } else {
                scaled.draw_mark(frame, monster.body.pos, map_colours::MOUSE)
            }
            has_mice |= monster.is_hostile();
        }
        if !self.is_zoomed {
            let left = whole.width - widgets::widened(frame, LEGEND_WIDTH);
            draw_legend(frame, (left, heading + 4), known, has_mice, game);
        }
        let blinks = state.settings.has_flashes() && self.ticks & 16 != 0;
        let colour = if blinks { Colour::WARNING } else { Colour::WHITE };
        scaled.draw_player(frame, player, self.is_zoomed, colour);
        if let Some(chosen) = chosen {
            // The border is wider than the player's mark, because the player may stand on the chosen tile.
            let mark = scaled.tile_area(chosen, 0);
            let around_tile = if self.is_zoomed { ZOOMED + 2 } else { scaled.scale + 4 };
            let side = if chosen == player { ICON + 6 } else { around_tile };
            widgets::outline(frame, mark.centred(side + 2, side + 2), Colour::BLACK, None);
            widgets::outline(frame, mark.centred(side, side), Colour::WHITE, None);
        }
        frame.unclip();
        widgets::fill(frame, Area { height: heading - 2, ..whole }, Colour::INK);
        let end = frame.text(6, 2, title(state), Colour::GOLD);
        let room = whole.width - 6 - (end + 8);
        let hints = [true, false].map(|it| text::zoom_hint(input_scheme, self.is_zoomed, it));
        if let Some(hint) = hints.iter().find(|hint| frame.width_of(hint) <= room) {
            widgets::text_right(frame, whole.width - 6, 2, hint, Colour::GREY);
        }
        widgets::fill(frame, Area { y: foot, height: heading, ..whole }, Colour::INK);
        let Some(chosen) = chosen else {
            frame.text(6, foot + 3, text::NO_LANDMARKS, Colour::SILVER);
            return;
        };
        let name = match game.current_floor().item_at(chosen) {
            Some(index) => {
                text::label_name(game.label(game.current_floor().items[index].item.kind))
            }
            None if self.unexplored == Some(chosen) => text::UNEXPLORED,
            None => text::tile_name(game, chosen),
        };
        let x = frame.text(6, foot + 3, name, Colour::WHITE);
        frame.text(x + 8, foot + 3, &text::go_there(input_scheme), Colour::STRAW);
        widgets::text_right(
            frame,
            whole.width - 6,
            foot + 3,
            text::words::hint::choose(),
            Colour::GREY,
        );
    }
}

/// Returns the landmarks: explored stairs up, locked doors, terminals, pedestals, lockers, open vents and items, sorted
/// by kind. The stairs down, which lead back, are last. The nearest `unexplored` tile is first if the stairs up are not
/// known yet; otherwise it is next to last. A walk to a fixture or a pedestal ends in front of it.
fn landmarks(game: &Game, unexplored: Option<Pos>) -> Vec<Pos, LANDMARKS_MAX> {
    let map = &game.current_floor().map;
    let mut found: Vec<(u8, Pos), LANDMARKS_MAX> = Vec::new();
    map.explored().iter().for_each(|pos| {
        let rank = match map.terrain(pos) {
            Terrain::StairsUp => 0,
            Terrain::DoorLocked => 1,
            Terrain::Terminal => 2,
            Terrain::Pedestal | Terrain::Locker => 3,
            Terrain::VentOpen => 4,
            Terrain::StairsDown => WAY_BACK,
            _ => return,
        };
        // Inserts the landmarks in order, because the library's sort takes 12 KB of code.
        let place = found.iter().take_while(|&&(before, _)| before <= rank).count();
        // The player can still walk to a landmark that does not fit into the list.
        let _ = found.insert(place, (rank, pos));
    });
    let items = game.current_floor().items.iter().map(|ground| ground.pos);
    let items =
        items.filter(|&pos| map.explored().contains(pos) && map.terrain(pos) != Terrain::Pedestal);
    let of_kind = |is_back: bool| {
        found.iter().filter(move |(rank, _)| (*rank == WAY_BACK) == is_back).map(|&(_, pos)| pos)
    };
    let knows_stairs = found.first().is_some_and(|&(rank, _)| rank == 0);
    let unexplored = unexplored.filter(|pos| game.current_floor().item_at(*pos).is_none());
    let ahead = |is_first: bool| unexplored.filter(move |_| is_first != knows_stairs);
    let known = of_kind(false).chain(items);
    let all = ahead(true).into_iter().chain(known).chain(ahead(false)).chain(of_kind(true));
    all.take(LANDMARKS_MAX).collect()
}

/// Iterates over the monsters that the player sees or senses (W16, I10, I11).
fn known_monsters<'a>(
    game: &'a Game,
    visible: &'a TileSet,
) -> impl Iterator<Item = &'a Monster> + 'a {
    let monsters = game.current_floor().monsters.iter();
    monsters.filter(|monster| visible.contains(monster.body.pos) || game.senses(monster))
}

/// Draws the legend of the explored terrain downward from a corner. `known` has a bit for each kind of terrain.
fn draw_legend(
    frame: &mut Frame<'_>,
    (left, top): (i16, i16),
    known: u32,
    has_mice: bool,
    game: &Game,
) {
    let floor = game.current_floor();
    let known = LEGEND.into_iter().filter(|&terrain| known >> terrain as u8 & 1 == 1);
    let known = known.map(|terrain| (map_colours::of(terrain), text::legend_word(terrain)));
    let items = floor.items.iter().any(|ground| floor.map.explored().contains(ground.pos));
    let (line, text_height) = (widgets::line_height(frame), frame.text_height());
    let mut y = top;
    let column = left + ICON + 3;
    let ally = floor.ally().map(|_| (&interface::ALLY, text::LEGEND_ALLY));
    for (icon, word) in [(&interface::YOU, text::LEGEND_YOU)].into_iter().chain(ally) {
        frame.icon(left, y + (text_height - ICON) / 2, icon, Shade::Lit);
        frame.text(column, y, word, Colour::SILVER);
        y += line;
    }
    let items = items.then_some((map_colours::ITEM, text::LEGEND_ITEM));
    let mice = has_mice.then_some((map_colours::MOUSE, text::LEGEND_MOUSE));
    for (colour, word) in known.chain(items).chain(mice) {
        let swatch = Area { x: left, y, width: ICON, height: text_height }.centred(SWATCH, SWATCH);
        widgets::fill(frame, swatch, colour);
        frame.text(column, y, word, Colour::SILVER);
        y += line;
    }
}

/// Returns whether this terrain fills only a part of its tile on the zoomed map.
const fn is_mark(terrain: Terrain) -> bool {
    matches!(
        terrain,
        Terrain::Terminal
            | Terrain::Pedestal
            | Terrain::Locker
            | Terrain::Switch
            | Terrain::VentOpen
            | Terrain::CableLive
            | Terrain::CageShut
    )
}

/// Returns whether this terrain is drawn larger than its tile on a small map.
const fn is_large(terrain: Terrain) -> bool {
    use Terrain::{DoorLocked, Locker, Pedestal, StairsDown, StairsUp, Terminal, VentOpen};
    matches!(terrain, StairsUp | StairsDown | DoorLocked | Terminal | Pedestal | Locker | VentOpen)
}

/// The map of a floor at a certain scale.
#[derive(Clone, Copy)]
struct ScaledMap {
    /// The area of all tiles of the floor. This area may reach beyond the frame.
    area: Area,
    /// The side of a tile in pixels.
    scale: i16,
}

impl ScaledMap {
    fn at_scale(room: Area, scale: i16) -> ScaledMap {
        let (width, height) = (i16::from(MAP_WIDTH) * scale, i16::from(MAP_HEIGHT) * scale);
        ScaledMap { area: room.centred(width, height), scale }
    }

    /// Centres the explored part in the room beside the legend, with the largest number of whole pixels per tile that
    /// fits.
    fn whole(frame: &Frame<'_>, game: &Game) -> ScaledMap {
        let room = room(frame);
        let room = Area { width: room.width - widgets::widened(frame, LEGEND_WIDTH), ..room };
        let inner = Area { width: room.width - MARGIN, height: room.height - MARGIN, ..room };
        let mut bounds: Option<[i16; 4]> = None;
        for pos in game.current_floor().map.explored().iter() {
            let (x, y) = (i16::from(pos.x()), i16::from(pos.y()));
            let [left, top, right, bottom] = bounds.unwrap_or([x, y, x, y]);
            bounds = Some([left.min(x), top.min(y), right.max(x), bottom.max(y)]);
        }
        let [left, top, right, bottom] = bounds.unwrap_or_default();
        let (columns, rows) = (right + 1 - left, bottom + 1 - top);
        let scale = (inner.width / columns).min(inner.height / rows).clamp(1, WHOLE_MAX);
        let mut scaled = ScaledMap::at_scale(room, scale);
        let known = room.centred(columns * scale, rows * scale);
        (scaled.area.x, scaled.area.y) = (known.x - left * scale, known.y - top * scale);
        scaled
    }

    /// Enlarges the floor around `middle`. The map is shifted so that nothing beyond the floor's edges shows.
    fn zoomed(frame: &Frame<'_>, middle: Pos) -> ScaledMap {
        let room = room(frame);
        let mut scaled = ScaledMap::at_scale(room, ZOOMED);
        let (tile, area) = (scaled.tile_area(middle, 0), scaled.area);
        let wanted = room.centred(ZOOMED, ZOOMED);
        let moved = |start: i16, by: i16, room: i16, length: i16, room_start: i16| {
            if length <= room {
                return start;
            }
            (start + by).clamp(room_start + room - length, room_start)
        };
        scaled.area.x = moved(area.x, wanted.x - tile.x, room.width, area.width, room.x);
        scaled.area.y = moved(area.y, wanted.y - tile.y, room.height, area.height, room.y);
        scaled
    }

    /// Draws all explored tiles. Returns a bit mask of the kinds of terrain drawn.
    fn draw_tiles(self, frame: &mut Frame<'_>, game: &Game) -> u32 {
        let map = &game.current_floor().map;
        let is_zoomed = self.scale >= ZOOMED;
        // Draws adjacent tiles of one colour as one rectangle.
        let mut run: Option<(Pos, u8, Colour)> = None;
        let mut known = 0;
        for pos in map.explored().iter() {
            let terrain = map.terrain(pos);
            known |= 1 << terrain as u8;
            let colour = map_colours::of(terrain);
            if is_zoomed && is_mark(terrain) {
                self.draw_run(frame, run.take());
                self.draw_run(frame, Some((pos, 1, Colour::MAP_GROUND)));
                self.draw_mark(frame, pos, colour);
                continue;
            }
            match &mut run {
                Some((first, count, of))
                    if *of == colour && first.y() == pos.y() && first.x() + *count == pos.x() =>
                {
                    *count += 1;
                }
                _ => {
                    let before = run.replace((pos, 1, colour));
                    self.draw_run(frame, before);
                }
            }
        }
        self.draw_run(frame, run);
        if self.scale < SMALL {
            for pos in map.explored().iter().filter(|&pos| is_large(map.terrain(pos))) {
                self.draw_mark(frame, pos, map_colours::of(map.terrain(pos)));
            }
        }
        for ground in &game.current_floor().items {
            if map.explored().contains(ground.pos) {
                self.draw_mark(frame, ground.pos, map_colours::ITEM);
            }
        }
        known
    }

    /// Draws adjacent tiles of one colour in one row.
    fn draw_run(self, frame: &mut Frame<'_>, run: Option<(Pos, u8, Colour)>) {
        let Some((pos, count, colour)) = run else { return };
        let tile = self.tile_area(pos, 0);
        widgets::fill(frame, Area { width: i16::from(count) * self.scale, ..tile }, colour);
    }

    /// Draws the player's figure on a mark or, if the player is beyond the frame, an arrow at the edge.
    fn draw_player(self, frame: &mut Frame<'_>, player: Pos, is_zoomed: bool, colour: Colour) {
        match self.arrow_to(frame, player) {
            Some((x, y, arrow)) => {
                frame.text_outlined(x, y, arrow, colour);
            }
            None => {
                // On the zoomed map, the mark stays within its tile, so that the neighbouring tiles are completely
                // visible.
                let side = if is_zoomed { ICON } else { ICON + 2 };
                let mark = self.tile_area(player, 0).centred(side, side);
                widgets::fill(frame, mark, colour);
                let icon = mark.centred(ICON, ICON);
                frame.icon(icon.x, icon.y, &interface::YOU, Shade::Lit);
            }
        }
    }

    /// Draws the sign of the ally on a dark plate.
    fn draw_ally(self, frame: &mut Frame<'_>, pos: Pos) {
        let plate = self.tile_area(pos, 0).centred(ICON, ICON);
        widgets::fill(frame, plate, Colour::INK);
        frame.icon(plate.x, plate.y, &interface::ALLY, Shade::Lit);
    }

    /// Draws a mark on a tile. On a zoomed map, the mark covers only the middle of the tile; on a small map, it also
    /// covers a rim around the tile.
    fn draw_mark(self, frame: &mut Frame<'_>, pos: Pos, colour: Colour) {
        let inset = match self.scale {
            ZOOMED.. => MARK_INSET,
            SMALL.. => 0,
            _ => -1,
        };
        widgets::fill(frame, self.tile_area(pos, -inset), colour);
    }

    /// Returns the arrow at the edge of the frame that points to a tile beyond the frame, and the corner of the arrow.
    fn arrow_to(self, frame: &Frame<'_>, pos: Pos) -> Option<(i16, i16, &'static str)> {
        let (room, tile) = (room(frame), self.tile_area(pos, 0));
        let (last_x, last_y) =
            (room.x + room.width - self.scale, room.y + room.height - self.scale);
        let arrow = if tile.x < room.x {
            "←"
        } else if tile.x > last_x {
            "→"
        } else if tile.y < room.y {
            "↑"
        } else if tile.y > last_y {
            "↓"
        } else {
            return None;
        };
        let x = tile.x.clamp(room.x + 2, last_x - 3);
        let lowest = room.y + room.height - 2 - frame.text_height();
        Some((x, tile.y.clamp(room.y + 2, lowest), arrow))
    }

    /// Returns the area of a tile, extended by `margin` pixels on each side.
    fn tile_area(self, pos: Pos, margin: i16) -> Area {
        Area {
            x: self.area.x + i16::from(pos.x()) * self.scale - margin,
            y: self.area.y + i16::from(pos.y()) * self.scale - margin,
            width: self.scale + 2 * margin,
            height: self.scale + 2 * margin,
        }
    }
}

/// Returns the name of the place, or the word for the training.
fn title(state: &AppState) -> &'static str {
    if state.training.is_some() {
        return text::words::menu::training();
    }
    text::floor_title(state.game.place(state.game.floor()))
}

/// Returns the area between the heading and the foot.
fn room(frame: &Frame<'_>) -> Area {
    let whole = Area::of(frame);
    let heading = widgets::heading_height(frame.shape());
    Area { y: heading, height: whole.height - 2 * heading, ..whole }
}
