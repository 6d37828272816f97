//! The map view: the floor with its monsters and items, as the player sees it.

mod creatures;
mod features;
pub(crate) mod floating_words;

use crate::content::MonsterKind;
use crate::content::places::Layout;
use crate::geometry::{Direction, Pos, TileSet, tiles_of_word};
use crate::limits::{MAP_HEIGHT, MAP_WIDTH, MONSTERS_MAX, ROW_WORDS};
use crate::raster::kernels::TileSelection;
use crate::raster::{Cell, Colour, Frame, Shade};
use crate::view::animation::{Animation, Effect, Progress};
use crate::view::autotile::AutotileCache;
use crate::view::sprites::{
    item_sprite, label_sprite, marked_sprites, marks_one_tile, poses, state_icon,
};
use crate::view::widgets::{Area, fill};
use crate::world::line;
use crate::world::{Body, Game, Monster, Squeak, Terrain};
use crate::worldgen;
use core::array;
use core::ops::RangeInclusive;
use heapless::Vec;
use musrex_assets::endings::THRONE;
use musrex_assets::interface::Icon;
use musrex_assets::terrain::Tileset;
use musrex_assets::{Tile, interface};

/// The side of a tile in pixels.
pub const TILE: i16 = 16;
/// The most tiles in a row of the frame, including two clipped tiles.
const COLUMNS_MAX: usize = Frame::SIDE_MAX as usize / TILE as usize + 1;

/// A spill is drawn over the creature on its tile from this row of pixels downward.
const FEET_ROW: usize = 10;
/// The width in pixels of a creature's bar at full hit points.
const WOUND_WIDTH: i16 = 12;
/// On an area wider than this number of pixels, the camera leans toward the middle of the map.
const LEANING_WIDTH: i16 = 320;
/// The most pixels beyond the map's edge that a leaning camera shows. The bar and the log cover some of these pixels.
const MARGIN: i16 = 2 * TILE;

/// The number of ticks for which an idle pose is shown.
pub(crate) const IDLE_TICKS: u32 = 32;

/// Draws a floor as the player sees it.
pub struct MapView<'a> {
    /// The game.
    pub game: &'a Game,
    /// The field of view.
    pub visible: &'a TileSet,
    /// The animation of the last turn.
    pub animation: &'a Animation,
    /// A count of ticks, for the idle animation.
    pub clock: u32,
    /// The area of the frame. The player's tile is drawn in its centre, unless the camera leans.
    pub area: Area,
}

/// The monsters that the player sees or senses, each with its shade.
type KnownMonsters<'a> = Vec<(&'a Monster, Shade), MONSTERS_MAX>;

/// The height in pixels by which a pedestal raises an item above the ground.
const PEDESTAL_LIFT: i16 = 4;

impl MapView<'_> {
    /// Draws terrain, items, creatures and effects. `autotiles` must be up to date.
    pub fn draw(&self, frame: &mut Frame<'_>, autotiles: &AutotileCache) {
        let camera = self.camera();
        self.draw_tiles(frame, camera, autotiles);
        self.draw_features(frame, camera, autotiles);
        self.draw_throne(frame, camera);
        self.draw_rattles(frame, camera);
        self.draw_spills(frame, camera);
        self.draw_items(frame, camera);
        self.draw_marks(frame, camera);
        let monsters = self.game.current_floor().monsters.iter();
        let known = monsters
            .filter_map(|monster| self.monster_shade(monster).map(|shade| (monster, shade)))
            .collect();
        self.draw_creatures(frame, camera, &known);
        self.draw_feet_in_spills(frame, camera);
        self.draw_hidden_aims(frame, camera);
        self.draw_wounds(frame, camera, &known);
        self.draw_status_icons(frame, camera, &known);
        self.draw_effects(frame, camera);
        self.draw_floating_words(frame);
    }

    /// Returns the shade of a monster: lit if the player sees the monster, dim if the player only senses it (I11, W16).
    /// Returns `None` if the player does not know of the monster.
    pub(crate) fn monster_shade(&self, monster: &Monster) -> Option<Shade> {
        if self.visible.contains(monster.body.pos) {
            return Some(Shade::Lit);
        }
        self.game.senses(monster).then_some(Shade::Dim)
    }

    /// Returns the monster at `pos` that the player sees or senses.
    pub(crate) fn known_monster_at(&self, pos: Pos) -> Option<&Monster> {
        let floor = self.game.current_floor();
        let monster = floor.monster_at(pos).map(|index| &floor.monsters[index])?;
        self.monster_shade(monster).map(|_| monster)
    }

    /// Returns the map position under a pixel of the frame; `None` if the pixel is off the map.
    pub(crate) fn tile_at(&self, x: i16, y: i16) -> Option<Pos> {
        let camera = self.camera();
        let column = u8::try_from((x + camera.x).div_euclid(TILE)).ok()?;
        let row = u8::try_from((y + camera.y).div_euclid(TILE)).ok()?;
        Pos::new(column, row)
    }

    /// Returns the position on the frame of a tile's top left pixel.
    pub fn to_screen(&self, pos: Pos) -> (i16, i16) {
        self.camera().project(pos)
    }

    fn camera(&self) -> Camera {
        let body = &self.game.player().body;
        let offset = self.animation.offset(body.pos);
        // The camera follows a step of the player, but not a lunge.
        let (dx, dy) = if offset.is_striking { (0, 0) } else { (offset.x, offset.y) };
        let shake = self.animation.running().find_map(|(effect, progress)| {
            let index = usize::from(progress.tick / 2 % 4);
            (effect == Effect::Shake).then_some([2, -2, 1, -1][index])
        });
        let middle = (self.area.width / 2 - TILE / 2, self.area.height / 2 - TILE / 2);
        let centred = Camera {
            x: i16::from(body.pos.x()) * TILE + dx - self.area.x - middle.0,
            y: i16::from(body.pos.y()) * TILE + dy - self.area.y - middle.1,
        };
        let camera = if self.area.width > LEANING_WIDTH { self.leaning(centred) } else { centred };
        Camera { x: camera.x + shake.unwrap_or(0), ..camera }
    }

    /// Moves the camera toward the middle of the map if the camera would show more than a margin beyond the map's edge
    /// (H14).
    fn leaning(&self, camera: Camera) -> Camera {
        let lean = |at: i16, map: u8, side: i16| {
            let last = i16::from(map) * TILE + MARGIN - side;
            if last < -MARGIN { at } else { at.clamp(-MARGIN, last) }
        };
        Camera {
            x: lean(camera.x, MAP_WIDTH, self.area.width),
            y: lean(camera.y, MAP_HEIGHT, self.area.height),
        }
    }

    fn draw_tiles(&self, frame: &mut Frame<'_>, camera: Camera, autotiles: &AutotileCache) {
        let left = camera.x.div_euclid(TILE);
        let right = (camera.x + Area::of(frame).width - 1).div_euclid(TILE);
        let tiles = self.game.place(self.game.floor()).spec().art.tiles.tiles();
        // Target: GBA. Copies the plain tiles from the slow cartridge to the stack, which is in fast memory.
        let copies: [Tile; Tileset::PLAIN_TILES as usize] =
            array::from_fn(|number| tiles[number].clone());
        let mut cells = [Cell::BLACK; COLUMNS_MAX];
        let count = usize::from((right + 1 - left).unsigned_abs()).min(COLUMNS_MAX);
        let cells = &mut cells[..count];
        let [lit, dim] = [Shade::Lit, Shade::Dim].map(|shade| frame.bits(shade));
        // Skips the columns to the left of the map.
        let first = usize::from(left.max(0).unsigned_abs());
        let beyond = usize::from(left.min(0).unsigned_abs()).min(count);
        for row in visible_rows(frame, camera) {
            if let Some(y) = map_row(row) {
                let (known, visible) = (&autotiles.known().rows()[y], &self.visible.rows()[y]);
                let mut autotiles = autotiles.row(y).get(first..).unwrap_or_default();
                let mut cells = &mut cells[beyond..];
                // Traverses the sets word by word.
                let (mut word, mut bit) = (first / 32, first % 32);
                while !autotiles.is_empty() && !cells.is_empty() {
                    let count = (32 - bit).min(autotiles.len()).min(cells.len());
                    let (chosen, other_cells) = cells.split_at_mut(count);
                    let (these, other_indices) = autotiles.split_at(count);
                    let (known, visible) = (known[word] >> bit, visible[word] >> bit);
                    let selection = TileSelection {
                        indices: these,
                        known,
                        visible,
                        tiles,
                        copies: &copies,
                        lit,
                        dim,
                    };
                    frame.select_tiles(chosen, &selection);
                    (autotiles, cells, word, bit) = (other_indices, other_cells, word + 1, 0);
                }
            } else {
                cells.fill(Cell::BLACK);
            }
            frame.tiles(left * TILE - camera.x, row * TILE - camera.y, cells);
        }
    }

    /// Draws terrain features, such as stairs, doors and alcoves.
    fn draw_features(&self, frame: &mut Frame<'_>, camera: Camera, autotiles: &AutotileCache) {
        let mut rows = visible_rows(frame, camera).filter_map(map_row);
        let Some(first) = rows.next() else { return };
        // Target: GBA. Computes the place only once, because this takes a roll of dice.
        let place = self.game.place(self.game.floor()).spec();
        let words = first * ROW_WORDS..(rows.next_back().unwrap_or(first) + 1) * ROW_WORDS;
        let (features, known) = (autotiles.features().rows(), autotiles.known().rows());
        let (features, known) = (features.as_flattened(), known.as_flattened());
        for (index, (features, known)) in
            words.clone().zip(features[words.clone()].iter().zip(&known[words]))
        {
            if features & known != 0 {
                for pos in tiles_of_word(index, features & known) {
                    self.draw_feature(frame, camera.project(pos), pos, place);
                }
            }
        }
    }

    /// Returns the shade of an explored tile.
    const fn shade(&self, pos: Pos) -> Shade {
        if self.visible.contains(pos) { Shade::Lit } else { Shade::Dim }
    }

    /// Draws the throne behind the King's first position, if that position is explored.
    fn draw_throne(&self, frame: &mut Frame<'_>, camera: Camera) {
        let throne = worldgen::KING;
        let map = &self.game.current_floor().map;
        if self.game.place(self.game.floor()).spec().layout == Layout::Throne
            && map.explored().contains(throne)
        {
            let (x, y) = camera.project(throne);
            frame.image(x - TILE / 2, y - TILE, &THRONE, self.shade(throne));
        }
    }

    /// Draws the rattling of explored vents. Rattling is audible, so vents out of sight are included (W15).
    fn draw_rattles(&self, frame: &mut Frame<'_>, camera: Camera) {
        let floor = self.game.current_floor();
        for vented in floor.vented.iter().filter(|vented| vented.is_rattling) {
            let vent = vented.monster.body.pos;
            if floor.map.explored().contains(vent) {
                let (x, y) = camera.project(vent);
                let step = self.step(IDLE_TICKS / 2, 0);
                frame.sprite(x, y, &interface::VENT_RATTLE[step], self.shade(vent));
            }
        }
    }

    /// Draws the items on explored tiles; items out of sight are dim (A16).
    fn draw_items(&self, frame: &mut Frame<'_>, camera: Camera) {
        let map = &self.game.current_floor().map;
        for ground in &self.game.current_floor().items {
            let is_known = map.explored().contains(ground.pos);
            if is_known && !self.animation.is_in_flight(ground.pos) {
                let (x, y) = camera.project(ground.pos);
                let terrain = map.terrain(ground.pos);
                let lift = if terrain == Terrain::Pedestal { PEDESTAL_LIFT } else { 0 };
                let sprite = item_sprite(self.game, ground.item.kind);
                frame.sprite(x, y - lift, sprite, self.shade(ground.pos));
            }
        }
    }

    /// Draws the spills in sight over the ground (I7).
    fn draw_spills(&self, frame: &mut Frame<'_>, camera: Camera) {
        for spill in &self.game.current_floor().spills {
            if self.visible.contains(spill.pos) && !self.animation.is_spill_hidden(spill.pos) {
                let (x, y) = camera.project(spill.pos);
                // Shifts the phase, so that neighbouring spills change at different times.
                let phase = u32::from(spill.pos.x() + spill.pos.y());
                let step = self.step(IDLE_TICKS, phase);
                frame.sprite(x, y, &spill.kind.spec().sprites[step], Shade::Lit);
            }
        }
    }

    /// Draws the lower part of each spill over the creature on its tile, so that the spill stays visible (I7).
    // Target: GBA. Not inlined: keeps a tile off the small stack while sprites are drawn.
    #[inline(never)]
    fn draw_feet_in_spills(&self, frame: &mut Frame<'_>, camera: Camera) {
        for spill in &self.game.current_floor().spills {
            let offset = self.animation.offset(spill.pos);
            let is_still = (offset.x, offset.y) == (0, 0);
            if is_still && self.visible.contains(spill.pos) && self.game.is_occupied(spill.pos) {
                let (x, y) = camera.project(spill.pos);
                let phase = u32::from(spill.pos.x() + spill.pos.y());
                let mut lower = spill.kind.spec().sprites[self.step(IDLE_TICKS, phase)].clone();
                lower.0[..FEET_ROW].fill([0; 4]);
                frame.sprite(x, y, &lower, Shade::Lit);
            }
        }
    }

    /// Draws a bar with the remaining hit points at the foot of each wounded monster in sight (A20).
    fn draw_wounds(&self, frame: &mut Frame<'_>, camera: Camera, known: &KnownMonsters<'_>) {
        for &(monster, shade) in known {
            let body = &monster.body;
            if shade != Shade::Lit || body.hp >= monster.hp_born {
                continue;
            }
            let (x, y) = camera.project(body.pos);
            let offset = self.animation.offset(body.pos);
            let width = u32::from(WOUND_WIDTH.unsigned_abs()) * u32::from(body.hp.0);
            let left = (width / u32::from(monster.hp_born.0).max(1)).max(1);
            let bar = Area {
                x: x + offset.x + (TILE - WOUND_WIDTH) / 2,
                y: y + offset.y + TILE - 2,
                width: WOUND_WIDTH,
                height: 2,
            };
            fill(frame, bar, Colour::SLATE);
            let colour = if monster.is_ally { Colour::GOOD } else { Colour::BAD };
            fill(frame, Area { width: i16::try_from(left).unwrap_or(WOUND_WIDTH), ..bar }, colour);
        }
    }

    /// Draws the marked tiles in sight (M8).
    fn draw_marks(&self, frame: &mut Frame<'_>, camera: Camera) {
        let monsters = &self.game.current_floor().monsters;
        // If the ally and an enemy have marked the same tile, the enemy's mark covers the ally's mark.
        let (ally, enemies) = (monsters.iter(), monsters.iter());
        let ally = ally.filter(|monster| monster.is_ally);
        for monster in ally.chain(enemies.filter(|monster| monster.is_hostile())) {
            // A mark that strikes in the next turn pulses fast.
            let ticks = if monster.aim.turns() > 1 { IDLE_TICKS } else { IDLE_TICKS / 2 };
            let step = self.step(ticks, 0);
            for pos in monster
                .marked(&self.game.current_floor().map)
                .filter(|&pos| self.visible.contains(pos))
            {
                let (x, y) = camera.project(pos);
                frame.sprite(x, y, &marked_sprites(monster, pos)[step], Shade::Lit);
            }
        }
    }

    /// Shows the origin of marks by unknown monsters: draws a line from the mark to the obstacle that hides the
    /// monster. The line is drawn over the creatures in between (M8). Marked lanes and squares need no line.
    // Target: GBA. Not inlined: keeps the line off the small stack while sprites are drawn.
    #[inline(never)]
    fn draw_hidden_aims(&self, frame: &mut Frame<'_>, camera: Camera) {
        for monster in &self.game.current_floor().monsters {
            if let Some(mark) = monster.aim.tile().filter(|_| marks_one_tile(monster.kind))
                && self.visible.contains(mark)
                && self.monster_shade(monster).is_none()
            {
                let map = &self.game.current_floor().map;
                let way = line::throw_path(map, mark, monster.body.pos, |_| false);
                for pos in way.into_iter().take_while(|&pos| self.visible.contains(pos)) {
                    let (x, y) = camera.project(pos);
                    frame.sprite(x, y, &interface::AIM_PATH, Shade::Lit);
                }
            }
        }
    }

    /// Returns the index of the picture that is shown. Two pictures alternate every `ticks` ticks. `phase` moves the
    /// alternation ahead by this number of changes.
    fn step(&self, ticks: u32, phase: u32) -> usize {
        usize::from(!(self.clock / ticks + phase).is_multiple_of(2))
    }

    /// Returns whether an attack has just hit the creature at `pos`.
    fn is_hit(&self, pos: Pos) -> bool {
        let is_new = |(effect, progress): (Effect, Progress)| {
            effect == Effect::Splat(pos) && progress.tick < 4
        };
        self.animation.running().any(is_new)
    }

    /// Draws a killed monster that flickers away. If flashes are off, the monster fades instead (H10).
    fn draw_death(
        &self,
        frame: &mut Frame<'_>,
        camera: Camera,
        kind: MonsterKind,
        at: Pos,
        Progress { tick, length }: Progress,
    ) {
        let is_still = self.animation.is_still();
        let is_shown = is_still || tick * 2 < length || tick % 4 < 2;
        if is_shown && self.visible.contains(at) {
            let (x, y) = camera.project(at);
            let shade = if is_still {
                if tick * 2 < length { Shade::Lit } else { Shade::Dim }
            } else {
                if tick < 4 { Shade::Flash } else { Shade::Lit }
            };
            frame.sprite(x, y, &poses(kind).right[0], shade);
        }
    }

    /// Draws the icons above creatures. The icons of several statuses alternate. A monster without a status has the
    /// icon of its activity. A monster that is about to squeak has only the icon of the squeak.
    fn draw_status_icons(&self, frame: &mut Frame<'_>, camera: Camera, known: &KnownMonsters<'_>) {
        for &(monster, shade) in known {
            let icon = match monster.squeak {
                // A squeak is due for only one turn. In this turn, the player can prevent it (S4).
                Squeak::Due if monster.is_hostile() => Some(&interface::SQUEAK),
                _ => self.status_icon_of(&monster.body).or_else(|| state_icon(monster)),
            };
            if let Some(icon) = icon {
                self.draw_icon_above(frame, camera, &monster.body, icon, shade);
            }
        }
        let player = &self.game.player().body;
        if let Some(icon) = self.status_icon_of(player).filter(|_| !player.hp.is_dead()) {
            self.draw_icon_above(frame, camera, player, icon, Shade::Lit);
        }
    }

    /// Returns the icon of a running status. If several statuses are running, their icons alternate.
    fn status_icon_of(&self, body: &Body) -> Option<&'static Icon> {
        let mut running = body.statuses.running().map(|(status, _)| status.spec().icon);
        let count = u32::try_from(running.clone().count()).unwrap_or(1).max(1);
        running.nth((self.clock / IDLE_TICKS % count) as usize)
    }

    fn draw_icon_above(
        &self,
        frame: &mut Frame<'_>,
        camera: Camera,
        body: &Body,
        icon: &Icon,
        shade: Shade,
    ) {
        // An icon that overlaps a number or a squeak would make both unreadable.
        let is_covered = self.animation.running().any(|(effect, ..)| match effect {
            Effect::DamageNumber { at, .. } | Effect::Squeak(at) => at == body.pos,
            _ => false,
        });
        if is_covered {
            return;
        }
        let (x, y) = camera.project(body.pos);
        let offset = self.animation.offset(body.pos);
        let bob = i16::from((self.clock / (IDLE_TICKS / 2)).is_multiple_of(2));
        // If another creature is above, the icon is drawn lower so that it does not cover that creature.
        let north = body.pos.step(Direction::North);
        let is_below = north.is_some_and(|north| {
            north == self.game.player().body.pos || self.known_monster_at(north).is_some()
        });
        let lift = if is_below { -1 } else { 4 };
        frame.icon(x + offset.x + 9, y + offset.y - lift - bob, icon, shade);
    }

    fn draw_effects(&self, frame: &mut Frame<'_>, camera: Camera) {
        for (effect, progress) in self.animation.running() {
            let Progress { tick, length } = progress;
            match effect {
                Effect::Splat(at) => {
                    let (x, y) = camera.project(at);
                    let stage = usize::from(tick * 2 >= length);
                    frame.sprite(x, y, &interface::SPLAT[stage], Shade::Lit);
                }
                Effect::Alert(at) if self.visible.contains(at) => {
                    let (x, y) = camera.project(at);
                    let hop = i16::try_from(4u16.saturating_sub(tick)).unwrap_or(0);
                    frame.icon(x + 4, y - 8 + hop, &interface::ALERT, Shade::Lit);
                }
                Effect::Sparkle | Effect::Overridden(_) => {
                    let at = match effect {
                        Effect::Overridden(at) => at,
                        _ => self.game.player().body.pos,
                    };
                    let (x, y) = camera.project(at);
                    let stage = usize::from(tick * 3 / length.max(1)).min(2);
                    frame.sprite(x, y, &interface::SPARKLE[stage], Shade::Lit);
                }
                Effect::Burst(at) => self.draw_burst(frame, camera, at, progress),
                Effect::Throw { label, from, to } => {
                    let (x, y) = self.flight(camera, from, to, progress);
                    frame.sprite(x, y, label_sprite(self.game, label), Shade::Lit);
                }
                Effect::Spit { from, to } if self.visible.contains(to) => {
                    let (x, y) = self.flight(camera, from, to, progress);
                    draw_blob(frame, x + TILE / 2, y + TILE / 2);
                }
                Effect::Mark { from, to } if self.visible.contains(to) => {
                    let reach = usize::from(tick / 2) + 1;
                    let map = &self.game.current_floor().map;
                    let way = line::throw_path(map, from, to, |_| false).into_iter().take(reach);
                    let way = way.filter(|&pos| pos != to);
                    // The line must not cover the faces of known monsters.
                    for pos in way.filter(|&pos| self.known_monster_at(pos).is_none()) {
                        let (x, y) = camera.project(pos);
                        frame.sprite(x, y, &interface::AIM_PATH, Shade::Lit);
                    }
                }
                _ => {}
            }
        }
    }
}

impl MapView<'_> {
    /// Draws the visible part of an explosion, which spreads from the monster's tile to the tiles around it. The
    /// corners fade first, so that the smoke looks round. If flashes are off, no tile turns white (H10).
    fn draw_burst(
        &self,
        frame: &mut Frame<'_>,
        camera: Camera,
        at: Pos,
        Progress { tick, length }: Progress,
    ) {
        let map = &self.game.current_floor().map;
        let phase = usize::from(tick * 4 / length.max(1)).min(3);
        let is_shown = |&pos: &Pos| map.terrain(pos).is_passable() && self.visible.contains(pos);
        for pos in at.neighbours().chain([at]).filter(is_shown) {
            let is_corner = pos.x() != at.x() && pos.y() != at.y();
            let stage = if pos == at { Some(phase.min(2)) } else { phase.checked_sub(1) };
            if let Some(stage) = stage.filter(|&stage| !is_corner || stage < 2) {
                let stage = stage.max(usize::from(self.animation.is_still()));
                let (x, y) = camera.project(pos);
                frame.sprite(x, y, &interface::BURST[stage], Shade::Lit);
            }
        }
    }

    /// Returns the top left corner of an item that flies in an arc from one tile to another.
    fn flight(
        &self,
        camera: Camera,
        from: Pos,
        to: Pos,
        Progress { tick, length }: Progress,
    ) -> (i16, i16) {
        const HEIGHT: i16 = 6;
        let (start, end) = (camera.project(from), camera.project(to));
        let [tick, length] = [tick + 1, length].map(|ticks| i16::try_from(ticks).unwrap_or(1));
        let along = |start: i16, end: i16| start + (end - start) * tick / length.max(1);
        let left = length - tick;
        let rise = 4 * HEIGHT * tick * left / (length * length).max(1);
        (along(start.0, end.0), along(start.1, end.1) - rise)
    }
}

/// Draws a drop of acid in flight around a pixel.
fn draw_blob(frame: &mut Frame<'_>, x: i16, y: i16) {
    for (inset, colour) in [(0, Colour::INK), (1, Colour::GREEN)] {
        let across = Area {
            x: x - 4 + inset,
            y: y - 2 + inset,
            width: 8 - 2 * inset,
            height: 5 - 2 * inset,
        };
        let down = Area {
            x: x - 2 + inset,
            y: y - 4 + inset,
            width: 5 - 2 * inset,
            height: 8 - 2 * inset,
        };
        fill(frame, across, colour);
        fill(frame, down, colour);
    }
    fill(frame, Area { x: x - 2, y: y - 2, width: 2, height: 2 }, Colour::WHITE);
}

/// The map pixel that is drawn at the top left of the frame.
#[derive(Clone, Copy)]
struct Camera {
    x: i16,
    y: i16,
}

impl Camera {
    fn project(self, pos: Pos) -> (i16, i16) {
        (i16::from(pos.x()) * TILE - self.x, i16::from(pos.y()) * TILE - self.y)
    }
}

/// Returns the rows of tiles that are at least partly on the frame.
fn visible_rows(frame: &Frame<'_>, camera: Camera) -> RangeInclusive<i16> {
    let (y, height) = frame.clipped_rows();
    let top = camera.y + y;
    top.div_euclid(TILE)..=(top + height - 1).div_euclid(TILE)
}

fn map_row(row: i16) -> Option<usize> {
    usize::try_from(row).ok().filter(|&y| y < usize::from(MAP_HEIGHT))
}
