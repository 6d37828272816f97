//! The map view: the floor with its monsters and items, as the player sees it.

use crate::content::floors::Style;
use crate::content::{ItemKind, MonsterKind, PotionColour, Status};
use crate::geometry::{Pos, Side, TileSet, tiles_of_word};
use crate::limits::{MAP_HEIGHT, MONSTERS_MAX, ROW_WORDS};
use crate::quantity::{Damage, Floor};
use crate::raster::kernels::TileSelection;
use crate::raster::{Cell, Colour, Frame, Shade};
use crate::view::animation::{Animation, Effect, Offset};
use crate::view::autotile::AutotileCache;
use crate::view::widgets::Area;
use crate::world::{Body, Game, Monster, Terrain};
use crate::worldgen;
use core::array;
use core::fmt::Write;
use core::ops::RangeInclusive;
use heapless::{String, Vec};
use musrex_assets::creatures::{self, Poses};
use musrex_assets::endings::THRONE;
use musrex_assets::interface::Icon;
use musrex_assets::items;
use musrex_assets::terrain::{self, Tileset};
use musrex_assets::{Tile, interface};

/// Pixels of a tile.
pub const TILE: i16 = 16;
/// Damage numbers that are stacked when several are on one tile.
const NUMBERS_MAX: usize = 32;
/// The most tiles in a row of the frame, two of them clipped.
const COLUMNS_MAX: usize = Frame::SIDE_MAX as usize / TILE as usize + 1;

/// Ticks from one idle pose to the other.
pub const IDLE_TICKS: u32 = 32;

/// Draws a floor.
pub struct MapView<'a> {
    /// The game.
    pub game: &'a Game,
    /// The field of view.
    pub visible: &'a TileSet,
    /// The animation of the last turn.
    pub animation: &'a Animation,
    /// Ticks since the start, for idle animation.
    pub clock: u32,
    /// The area of the frame in whose middle the player's tile is drawn.
    pub area: Area,
}

/// The monsters in the field of view.
type VisibleMonsters<'a> = Vec<&'a Monster, MONSTERS_MAX>;

impl MapView<'_> {
    /// Draws terrain, items, creatures and effects. `autotiles` must be up to date.
    pub fn draw(&self, frame: &mut Frame<'_>, autotiles: &AutotileCache) {
        let camera = self.camera();
        self.draw_tiles(frame, camera, autotiles);
        self.draw_features(frame, camera, autotiles);
        self.draw_throne(frame, camera);
        self.draw_items(frame, camera);
        let monsters = self.game.current_floor().monsters.iter();
        let seen = monsters.filter(|monster| self.visible.contains(monster.body.pos)).collect();
        self.draw_creatures(frame, camera, &seen);
        self.draw_status_icons(frame, camera, &seen);
        self.draw_effects(frame, camera);
    }

    /// Returns the map position under a pixel of the frame; `None` off the map.
    pub fn tile_at(&self, x: i16, y: i16) -> Option<Pos> {
        let camera = self.camera();
        let column = u8::try_from((x + camera.x).div_euclid(TILE)).ok()?;
        let row = u8::try_from((y + camera.y).div_euclid(TILE)).ok()?;
        Pos::new(column, row)
    }

    /// Returns the frame's pixel of the top left corner of a tile.
    pub fn to_screen(&self, pos: Pos) -> (i16, i16) {
        self.camera().project(pos)
    }

    fn camera(&self) -> Camera {
        let body = &self.game.player().body;
        let offset = self.animation.offset(body.pos);
        // The camera follows a step, but not a lunge.
        let (dx, dy) = if offset.is_striking { (0, 0) } else { (offset.x, offset.y) };
        let shake = self.animation.running().find_map(|(effect, tick, _)| {
            (effect == Effect::Shake).then_some([2, -2, 1, -1][usize::from(tick / 2 % 4)])
        });
        let middle = (self.area.width / 2 - TILE / 2, self.area.height / 2 - TILE / 2);
        Camera {
            x: i16::from(body.pos.x()) * TILE + dx - self.area.x - middle.0 + shake.unwrap_or(0),
            y: i16::from(body.pos.y()) * TILE + dy - self.area.y - middle.1,
        }
    }

    fn draw_tiles(&self, frame: &mut Frame<'_>, camera: Camera, autotiles: &AutotileCache) {
        let left = camera.x.div_euclid(TILE);
        let right = (camera.x + Area::of(frame).width - 1).div_euclid(TILE);
        let tiles = tileset(self.game.floor()).tiles();
        // Target: GBA. Copies the plain tiles to the stack, which is in fast memory, unlike the
        // cartridge.
        let copies: [Tile; Tileset::PLAIN_TILES as usize] =
            array::from_fn(|number| tiles[number].clone());
        let mut cells = [Cell::BLACK; COLUMNS_MAX];
        let count = usize::from((right + 1 - left).unsigned_abs()).min(COLUMNS_MAX);
        let cells = &mut cells[..count];
        let [lit, dim] = [Shade::Lit, Shade::Dim].map(|shade| frame.bits(shade));
        // Skips the columns that are left of the map.
        let first = usize::from(left.max(0).unsigned_abs());
        let beyond = usize::from(left.min(0).unsigned_abs()).min(count);
        for row in visible_rows(frame, camera) {
            if let Some(y) = map_row(row) {
                let (known, visible) = (&autotiles.known().rows()[y], &self.visible.rows()[y]);
                let mut autotiles = autotiles.row(y).get(first..).unwrap_or_default();
                let mut cells = &mut cells[beyond..];
                // Goes on word by word of the sets.
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

    /// Draws terrain features: stairs, doors, alcoves.
    fn draw_features(&self, frame: &mut Frame<'_>, camera: Camera, autotiles: &AutotileCache) {
        let mut rows = visible_rows(frame, camera).filter_map(map_row);
        let Some(first) = rows.next() else { return };
        let words = first * ROW_WORDS..(rows.next_back().unwrap_or(first) + 1) * ROW_WORDS;
        let (features, known) = (autotiles.features().rows(), autotiles.known().rows());
        let (features, known) = (features.as_flattened(), known.as_flattened());
        for (index, (features, known)) in
            words.clone().zip(features[words.clone()].iter().zip(&known[words]))
        {
            if features & known != 0 {
                for pos in tiles_of_word(index, features & known) {
                    self.draw_feature(frame, camera.project(pos), pos);
                }
            }
        }
    }

    // Target: GBA. Not inlined: keeps the registers of the loop over the map free.
    #[inline(never)]
    fn draw_feature(&self, frame: &mut Frame<'_>, (x, y): (i16, i16), pos: Pos) {
        let shade = self.shade(pos);
        match self.game.current_floor().map.terrain(pos) {
            Terrain::Wall | Terrain::Ground => {}
            Terrain::Alcove => frame.sprite(x, y, &terrain::ALCOVE, shade),
            Terrain::StairsUp => frame.sprite(x, y, &terrain::STAIRS_UP, shade),
            Terrain::StairsDown => frame.sprite(x, y, &terrain::STAIRS_DOWN, shade),
            Terrain::DoorClosed => frame.tile(x, y, &terrain::DOOR_CLOSED, shade),
            Terrain::DoorOpen => frame.tile(x, y, &terrain::DOOR_OPEN, shade),
            Terrain::DoorLocked => frame.tile(x, y, &terrain::DOOR_LOCKED, shade),
        }
    }

    /// Returns the shade of an explored tile.
    const fn shade(&self, pos: Pos) -> Shade {
        if self.visible.contains(pos) { Shade::Lit } else { Shade::Dim }
    }

    /// Draws the throne behind the King's first position, once that is explored.
    fn draw_throne(&self, frame: &mut Frame<'_>, camera: Camera) {
        let throne = worldgen::KING;
        let map = &self.game.current_floor().map;
        if self.game.floor() == Floor::THRONE && map.explored().contains(throne) {
            let (x, y) = camera.project(throne);
            let shade = if self.visible.contains(throne) { Shade::Lit } else { Shade::Dim };
            frame.image(x - TILE / 2, y - TILE, &THRONE, shade);
        }
    }

    fn draw_items(&self, frame: &mut Frame<'_>, camera: Camera) {
        for ground in &self.game.current_floor().items {
            if self.visible.contains(ground.pos) {
                let (x, y) = camera.project(ground.pos);
                frame.sprite(x, y, item_sprite(self.game, ground.item.kind), Shade::Lit);
            }
        }
    }

    /// Draws the player and the visible monsters, attackers last and so on top (A16).
    fn draw_creatures(&self, frame: &mut Frame<'_>, camera: Camera, seen: &VisibleMonsters<'_>) {
        let attacks = usize::from(self.animation.is_attack_running());
        for striking in [false, true].into_iter().take(1 + attacks) {
            for (effect, tick, length) in self.animation.running() {
                if let (Effect::Death { kind, at }, false) = (effect, striking) {
                    self.draw_death(frame, camera, kind, at, (tick, length));
                }
            }
            for monster in seen {
                self.draw_body(frame, camera, &monster.body, poses(monster.kind), striking);
            }
            self.draw_player(frame, camera, striking);
        }
    }

    fn draw_player(&self, frame: &mut Frame<'_>, camera: Camera, striking: bool) {
        let body = &self.game.player().body;
        if body.hp.is_dead() && !self.animation.is_running() {
            if !striking {
                let (x, y) = camera.project(body.pos);
                frame.sprite(x, y, &creatures::HEROINE_FALLEN, Shade::Lit);
            }
            return;
        }
        if striking && !self.is_hit(body.pos) {
            let offset = self.animation.offset(body.pos);
            if offset.is_striking {
                let (x, y) = camera.project(body.pos);
                let pose = &creatures::HEROINE_STRIKES[usize::from(body.facing == Side::Left)];
                frame.sprite(x + offset.x, y + offset.y, pose, Shade::Lit);
            }
            return;
        }
        self.draw_body(frame, camera, body, &creatures::HEROINE, striking);
    }

    fn draw_body(
        &self,
        frame: &mut Frame<'_>,
        camera: Camera,
        body: &Body,
        poses: &Poses,
        striking: bool,
    ) {
        let offset: Offset = self.animation.offset(body.pos);
        if offset.is_striking != striking {
            return;
        }
        let (x, y) = camera.project(body.pos);
        let pose = match body.facing {
            Side::Right => &poses.right,
            Side::Left => &poses.left,
        };
        // Neighbours change pose at different times.
        let phase = u32::from(body.pos.x() ^ body.pos.y()) * (IDLE_TICKS / 2);
        let step = ((self.clock + phase) / IDLE_TICKS) % 2;
        let shade = if self.is_hit(body.pos) { Shade::Flash } else { Shade::Lit };
        frame.sprite(x + offset.x, y + offset.y, &pose[step as usize], shade);
    }

    /// Returns whether an attack has just hit `pos`.
    fn is_hit(&self, pos: Pos) -> bool {
        self.animation.running().any(|(effect, tick, _)| effect == Effect::Splat(pos) && tick < 4)
    }

    /// Draws a killed monster, which flickers away.
    fn draw_death(
        &self,
        frame: &mut Frame<'_>,
        camera: Camera,
        kind: MonsterKind,
        at: Pos,
        (tick, length): (u16, u16),
    ) {
        let is_shown = tick * 2 < length || tick % 4 < 2;
        if is_shown && self.visible.contains(at) {
            let (x, y) = camera.project(at);
            let shade = if tick < 4 { Shade::Flash } else { Shade::Lit };
            frame.sprite(x, y, &poses(kind).right[0], shade);
        }
    }

    /// Draws each creature's status icons above it, one after another; a monster that has not
    /// noticed the player gets the sleep icon.
    fn draw_status_icons(&self, frame: &mut Frame<'_>, camera: Camera, seen: &VisibleMonsters<'_>) {
        let player = &self.game.player().body;
        let monsters = seen.iter().map(|monster| (&monster.body, monster.ai_state.is_alert()));
        let bodies = monsters.chain([(player, true)]);
        for (body, is_alert) in bodies.filter(|(body, _)| !body.hp.is_dead()) {
            let mut running = body.statuses.running().map(|(status, _)| status_icon(status));
            let count = u32::try_from(running.clone().count()).unwrap_or(1).max(1);
            let turn = (self.clock / IDLE_TICKS) % count;
            let icon = match running.nth(turn as usize) {
                Some(icon) => icon,
                None if !is_alert => &interface::ASLEEP,
                None => continue,
            };
            let (x, y) = camera.project(body.pos);
            let offset = self.animation.offset(body.pos);
            let bob = i16::from((self.clock / (IDLE_TICKS / 2)).is_multiple_of(2));
            frame.icon(x + offset.x + 9, y + offset.y - 4 - bob, icon, Shade::Lit);
        }
    }

    fn draw_effects(&self, frame: &mut Frame<'_>, camera: Camera) {
        let mut numbers: Vec<Pos, NUMBERS_MAX> = Vec::new();
        for (effect, tick, length) in self.animation.running() {
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
                Effect::Sparkle => {
                    let (x, y) = camera.project(self.game.player().body.pos);
                    let stage = usize::from(tick * 3 / length.max(1)).min(2);
                    frame.sprite(x, y, &interface::SPARKLE[stage], Shade::Lit);
                }
                Effect::DamageNumber { at, damage, is_players } => {
                    // Stacks numbers on one tile.
                    let below = numbers.iter().filter(|&&other| other == at).count();
                    let lift = i16::try_from(below).unwrap_or(0) * 8;
                    let _ = numbers.push(at);
                    let (x, y) = camera.project(at);
                    draw_number(frame, (x, y - lift), damage, is_players, tick);
                }
                _ => {}
            }
        }
    }
}

/// The map pixel at the top left of the frame.
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

/// Draws a damage number that floats up.
fn draw_number(
    frame: &mut Frame<'_>,
    (x, y): (i16, i16),
    damage: Damage,
    is_players: bool,
    tick: u16,
) {
    let mut words: String<8> = String::new();
    let colour = match (damage, is_players) {
        (Damage::MISS, _) => Colour::SILVER,
        (_, true) => Colour::BAD,
        (_, false) => Colour::WHITE,
    };
    let written = match damage {
        Damage::MISS => words.write_str("miss"),
        Damage(points) => write!(words, "{points}"),
    };
    written.expect("five digits fit");
    let rise = i16::try_from(tick / 2).unwrap_or(0);
    let width = Frame::text_width(&words);
    frame.text_outlined(x + TILE / 2 - width / 2, y - 2 - rise, &words, colour);
}

const fn tileset(floor: Floor) -> &'static Tileset {
    match Style::of(floor) {
        Style::Lobby => &terrain::LOBBY,
        Style::Cave => &terrain::CAVE,
        Style::Laboratory => &terrain::LABORATORY,
        Style::Throne => &terrain::THRONE,
    }
}

/// Returns the tile rows that are on the frame, in full or in part.
fn visible_rows(frame: &Frame<'_>, camera: Camera) -> RangeInclusive<i16> {
    let bottom = camera.y + Area::of(frame).height - 1;
    camera.y.div_euclid(TILE)..=bottom.div_euclid(TILE)
}

fn map_row(row: i16) -> Option<usize> {
    usize::try_from(row).ok().filter(|&y| y < usize::from(MAP_HEIGHT))
}

/// Returns the icon of a status.
pub const fn status_icon(status: Status) -> &'static Icon {
    match status {
        Status::Poisoned => &interface::POISONED,
        Status::Envenomed => &interface::ENVENOMED,
        Status::Regenerating => &interface::REGENERATING,
        Status::Stunned => &interface::STUNNED,
        Status::Confused => &interface::CONFUSED,
    }
}

/// Returns the poses of a monster kind.
pub const fn poses(kind: MonsterKind) -> &'static Poses {
    match kind {
        MonsterKind::MicroMouse => &creatures::MICRO_MOUSE,
        MonsterKind::LabSnake => &creatures::LAB_SNAKE,
        MonsterKind::NeoMouse => &creatures::NEO_MOUSE,
        MonsterKind::RabidMouse => &creatures::RABID_MOUSE,
        MonsterKind::ToughMouse => &creatures::TOUGH_MOUSE,
        MonsterKind::MetaMouse => &creatures::META_MOUSE,
        MonsterKind::MouseKing => &creatures::MOUSE_KING,
    }
}

/// Returns the sprite of an item; a potion's is that of its colour, identified or not.
pub fn item_sprite(game: &Game, kind: ItemKind) -> &'static Tile {
    match kind {
        ItemKind::HealthPack => &items::HEALTH_PACK,
        ItemKind::Antidote => &items::ANTIDOTE,
        ItemKind::Key => &items::KEY,
        ItemKind::Crowbar => &items::CROWBAR,
        ItemKind::StunBaton => &items::STUN_BATON,
        ItemKind::BikerJacket => &items::BIKER_JACKET,
        ItemKind::BulletproofVest => &items::BULLETPROOF_VEST,
        ItemKind::Microchip => &items::MICROCHIP,
        ItemKind::PotionOfHealing | ItemKind::PotionOfPoison | ItemKind::PotionOfRegeneration => {
            let index = kind.potion_index().expect("a potion is one of the potions");
            potion_sprite(game.potion_colours()[index])
        }
    }
}

const fn potion_sprite(colour: PotionColour) -> &'static Tile {
    match colour {
        PotionColour::Red => &items::POTION_RED,
        PotionColour::Blue => &items::POTION_BLUE,
        PotionColour::Violet => &items::POTION_VIOLET,
        PotionColour::Green => &items::POTION_GREEN,
        PotionColour::Gold => &items::POTION_GOLD,
    }
}
