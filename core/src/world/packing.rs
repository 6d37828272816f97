//! Packs a floor as bits: the explored tiles as runs, doors as a bit each, creatures and items
//! packed. Reading checks everything against the terrain, so that what comes back is a floor of the
//! game.

use crate::bits::{BitReader, BitWriter, Malformed};
use crate::content::floors::population;
use crate::content::{Bonus, ItemKind, MonsterKind, Status};
use crate::geometry::{Direction, Pos, Side, TileSet};
use crate::limits::{
    DOORS_MAX, ITEMS_MAX, MAP_WIDTH, MONSTERS_BORN, MONSTERS_MAX, REINFORCEMENTS_MAX,
    ROUTE_STEPS_MAX, ROW_WORDS, STATUS_TURNS_MAX, TILES,
};
use crate::poll::pause;
use crate::quantity::{Floor, Hp};
use crate::world::path::Route;
use crate::world::{
    AiState, Body, FloorState, GroundItem, GroundItems, Item, Map, Monster, Monsters,
    ReinforcementTimer, Statuses, Terrain,
};
use heapless::Vec;

const POS_BITS: u32 = 12;
const HP_BITS: u32 = 6;
const STATUS_BITS: u32 = 7;
const KIND_BITS: u32 = 4;
const BONUS_BITS: u32 = 6;
const ROUTE_LENGTH_BITS: u32 = 5;

/// Escapes a number that does not fit its few bits: 16 bits follow.
const ESCAPE: u16 = (1 << HP_BITS) - 1;

/// Bits of an item at most: kind, whether it has paid, and five wide numbers.
pub(crate) const ITEM_BITS_MAX: usize = KIND_BITS as usize + 1 + 5 * (1 + BONUS_BITS as usize + 16);
/// Bits of the statuses of a creature at most.
pub(crate) const STATUSES_BITS_MAX: usize = 1 + Status::COUNT * STATUS_BITS as usize;
const ROUTE_BITS_MAX: usize = ROUTE_LENGTH_BITS as usize + 3 * ROUTE_STEPS_MAX as usize;
const MONSTER_BITS_MAX: usize = 3
    + POS_BITS as usize
    + HP_BITS as usize
    + 16
    + 1
    + STATUSES_BITS_MAX
    + 2
    + POS_BITS as usize
    + ROUTE_BITS_MAX
    + 1;
/// Bits of what was seen at most: of all gamma codes, that of 2 is the longest for what it counts,
/// three bits for two tiles.
const EXPLORED_BITS_MAX: usize = 1 + TILES.div_ceil(2) * 3;
/// Bits of a floor at most.
pub(crate) const FLOOR_BITS_MAX: usize = EXPLORED_BITS_MAX
    + DOORS_MAX
    + 5
    + MONSTERS_MAX * MONSTER_BITS_MAX
    + 6
    + ITEMS_MAX * (POS_BITS as usize + ITEM_BITS_MAX)
    + 16
    + 4;

/// Bytes of a floor at most.
pub(crate) const STORED_FLOOR_BYTES_MAX: usize = FLOOR_BITS_MAX.div_ceil(8);

const _: () = assert!(TILES <= 1 << POS_BITS);
const _: () = assert!(MONSTERS_MAX < 1 << 5 && ITEMS_MAX < 1 << 6 && REINFORCEMENTS_MAX < 1 << 4);
const _: () = assert!(ItemKind::COUNT <= 1 << KIND_BITS && MonsterKind::COUNT <= 1 << 3);
const _: () = assert!((STATUS_TURNS_MAX as usize) < 1 << STATUS_BITS);
const _: () = assert!(HP_BITS == BONUS_BITS && ESCAPE == (1 << BONUS_BITS) - 1);

/// Writes what differs between a floor and what generation made of it. `doors` are all its doors.
pub(crate) fn pack_floor(bits: &mut BitWriter<'_>, floor: &FloorState, doors: &TileSet) {
    let mut packer = ExploredPacker::begin(bits, floor.map.explored());
    floor.map.explored().rows().iter().for_each(|row| packer.pack(bits, row));
    packer.end(bits);
    pack_doors(bits, doors, |door| floor.map.terrain(door) == Terrain::DoorOpen);
    pack_inhabitants(bits, &floor.monsters, &floor.items, floor.reinforcement_timer);
}

/// Stores a floor that the player left (W11): the tiles seen, the open doors, the monsters, the
/// items and the reinforcement timer. It is packed as in its record in a save, and cannot be read
/// without the floor's terrain: see [`Game::rebuild_floor`](crate::Game::rebuild_floor).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredFloor {
    /// The hash of the terrain that it belongs to.
    pub(crate) terrain_hash: u16,
    pub(crate) bytes: Vec<u8, STORED_FLOOR_BYTES_MAX>,
}

impl StoredFloor {
    /// Returns the packed bytes.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }
}

impl FloorState {
    /// Packs the changes of the floor since generation; all other terrain follows from the seed.
    /// Returns `None` when more is on it than the rules allow.
    pub fn to_stored(&self) -> Option<StoredFloor> {
        let digest = TerrainDigest::of(&self.map);
        let mut stored = StoredFloor { terrain_hash: digest.hash, bytes: Vec::new() };
        stored.bytes.resize_default(STORED_FLOOR_BYTES_MAX).expect("as many as there is room for");
        let mut bits = BitWriter::new(&mut stored.bytes);
        pack_floor(&mut bits, self, &digest.doors);
        let length = bits.finish()?;
        stored.bytes.truncate(length);
        Some(stored)
    }

    /// Applies the stored changes of `floor` to it as generated (W11). Fails when they belong to
    /// other terrain; the floor must be generated again then.
    pub(crate) fn restore(&mut self, floor: Floor, stored: &StoredFloor) -> Result<(), Malformed> {
        ensure(terrain_hash(&self.map) == stored.terrain_hash)?;
        let mut bits = BitReader::new(&stored.bytes);
        unpack_floor(&mut bits, floor, self)?;
        bits.finish()
    }
}

/// Rows packed from one pause to the next.
const ROWS_AT_ONCE: usize = 12;

/// Copies the changes of a floor, so that the floor may go on changing while they are packed.
#[derive(Clone, Debug)]
pub(crate) struct FloorDelta {
    seen: TileSet,
    open_doors: TileSet,
    monsters: Monsters,
    items: GroundItems,
    reinforcement_timer: ReinforcementTimer,
}

impl FloorDelta {
    pub(crate) const NONE: FloorDelta = FloorDelta {
        seen: TileSet::EMPTY,
        open_doors: TileSet::EMPTY,
        monsters: Monsters::new(),
        items: GroundItems::new(),
        reinforcement_timer: ReinforcementTimer { turns: 0, reinforcements: 0 },
    };

    /// Copies the changes of `floor`, whose doors, open or not, are `doors`.
    pub(crate) fn take(&mut self, floor: &FloorState, doors: &TileSet) {
        self.seen.clone_from(floor.map.explored());
        self.open_doors = TileSet::EMPTY;
        for door in doors.iter().filter(|&door| floor.map.terrain(door) == Terrain::DoorOpen) {
            self.open_doors.insert(door);
        }
        self.monsters.clone_from(&floor.monsters);
        self.items.clone_from(&floor.items);
        self.reinforcement_timer = floor.reinforcement_timer;
    }

    /// Packs like [`pack_floor`], and yields now and then.
    pub(crate) async fn pack(&self, bits: &mut BitWriter<'_>, doors: &TileSet) {
        let mut packer = ExploredPacker::begin(bits, &self.seen);
        for rows in self.seen.rows().chunks(ROWS_AT_ONCE) {
            rows.iter().for_each(|row| packer.pack(bits, row));
            pause().await;
        }
        packer.end(bits);
        pack_doors(bits, doors, |door| self.open_doors.contains(door));
        pack_inhabitants(bits, &self.monsters, &self.items, self.reinforcement_timer);
    }
}

fn pack_doors(bits: &mut BitWriter<'_>, doors: &TileSet, is_open: impl Fn(Pos) -> bool) {
    doors.iter().for_each(|door| bits.put_bool(is_open(door)));
}

fn pack_inhabitants(
    bits: &mut BitWriter<'_>,
    monsters: &[Monster],
    items: &[GroundItem],
    reinforcement_timer: ReinforcementTimer,
) {
    bits.put(count(monsters.len()), 5);
    monsters.iter().for_each(|monster| pack_monster(bits, monster));
    bits.put(count(items.len()), 6);
    for ground in items {
        pack_pos(bits, ground.pos);
        pack_item(bits, &ground.item);
    }
    bits.put(u32::from(reinforcement_timer.turns), 16);
    bits.put(u32::from(reinforcement_timer.reinforcements), 4);
}

/// Reads what [`pack_floor`] wrote into `state`, which is `floor` fresh from generation.
pub(crate) fn unpack_floor(
    bits: &mut BitReader<'_>,
    floor: Floor,
    state: &mut FloorState,
) -> Result<(), Malformed> {
    *state.map.explored_mut() = unpack_explored(bits)?;
    for door in doors(&state.map).iter() {
        if bits.get_bool()? {
            state.map.set(door, Terrain::DoorOpen);
        }
    }
    state.monsters.clear();
    for _ in 0..bits.get(5)? {
        let monster = unpack_monster(bits, floor, state)?;
        state.monsters.push(monster).map_err(|_| Malformed)?;
    }
    state.items.clear();
    for _ in 0..bits.get(6)? {
        let ground = GroundItem { pos: unpack_pos(bits)?, item: unpack_item(bits)? };
        let terrain = state.map.terrain(ground.pos);
        ensure(terrain.is_walkable() && !terrain.is_door() && state.item_at(ground.pos).is_none())?;
        state.items.push(ground).map_err(|_| Malformed)?;
    }
    state.reinforcement_timer =
        ReinforcementTimer { turns: bits.get_u16(16)?, reinforcements: bits.get_u8(4)? };
    check_roster(floor, state)
}

/// Checks that the floor holds no more monsters than its population and its reinforcements (M1,
/// N2), and the King exactly where he lives (M5, W12): without him the run would be over.
fn check_roster(floor: Floor, state: &FloorState) -> Result<(), Malformed> {
    let reinforcements = state.monsters.iter().filter(|monster| monster.is_reinforcement).count();
    let kings = state.monsters.iter().filter(|monster| monster.kind == MonsterKind::MouseKing);
    let came = usize::from(state.reinforcement_timer.reinforcements);
    ensure(reinforcements <= came && came <= REINFORCEMENTS_MAX)?;
    ensure(state.monsters.len() - reinforcements <= MONSTERS_BORN)?;
    ensure(kings.count() == usize::from(floor == Floor::THRONE))
}

/// Describes the terrain of a floor for its record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct TerrainDigest {
    pub(crate) doors: TileSet,
    /// See [`terrain_hash`].
    pub(crate) hash: u16,
}

impl TerrainDigest {
    pub(crate) const UNKNOWN: TerrainDigest = TerrainDigest { doors: TileSet::EMPTY, hash: 0 };

    pub(crate) fn of(map: &Map) -> TerrainDigest {
        TerrainDigest { doors: doors(map), hash: terrain_hash(map) }
    }
}

/// Hashes the terrain of a floor with all doors closed. A later game may generate another floor
/// from the same seed, to which the stored changes do not apply.
pub(crate) fn terrain_hash(map: &Map) -> u16 {
    let tiles = map.tiles().iter().map(|&terrain| match terrain {
        door if door.is_door() => Terrain::DoorClosed as u8,
        terrain => terrain as u8,
    });
    fold_to_u16(tiles.fold(FNV_START, |hash, tile| fnv(hash, u32::from(tile))))
}

/// Returns all doors of a floor, open or not: none is ever made or unmade.
fn doors(map: &Map) -> TileSet {
    let mut doors = TileSet::EMPTY;
    for pos in map.positions_of(Terrain::is_door) {
        doors.insert(pos);
    }
    doors
}

/// Packs the explored tiles. Most tiles agree with the tile above about being explored: each is
/// coded by whether it differs from the one above, and runs of equal answers are written as
/// lengths.
struct ExploredPacker {
    above: [u32; ROW_WORDS],
    /// The answer of the last tile.
    last: u32,
    /// The first tile of the current stretch, and the number of tiles in it so far.
    start: u32,
    end: u32,
}

impl ExploredPacker {
    fn begin(bits: &mut BitWriter<'_>, seen: &TileSet) -> ExploredPacker {
        let last = u32::from(seen.contains(Pos::at(0, 0)));
        bits.put(last, 1);
        ExploredPacker { above: [0; ROW_WORDS], last, start: 0, end: 0 }
    }

    fn pack(&mut self, bits: &mut BitWriter<'_>, row: &[u32; ROW_WORDS]) {
        let mut left = u32::from(MAP_WIDTH);
        for (word, above) in row.iter().zip(&self.above) {
            let (differs, width) = (word ^ above, left.min(u32::BITS));
            // Where an answer is not that of the tile before.
            let changes = differs ^ (differs << 1 | self.last);
            let mut changes = changes & u32::MAX >> (u32::BITS - width);
            self.last = differs >> (width - 1);
            while changes != 0 {
                let at = self.end + changes.trailing_zeros();
                bits.put_gamma(at - self.start);
                self.start = at;
                changes &= changes - 1;
            }
            (self.end, left) = (self.end + width, left - width);
        }
        self.above = *row;
    }

    fn end(self, bits: &mut BitWriter<'_>) {
        bits.put_gamma(self.end - self.start);
    }
}

fn unpack_explored(bits: &mut BitReader<'_>) -> Result<TileSet, Malformed> {
    let mut seen = TileSet::EMPTY;
    let mut is_differing = bits.get_bool()?;
    let mut index = 0;
    while index < TILES {
        let run = bits.get_gamma()? as usize;
        ensure(run <= TILES - index)?;
        if is_differing {
            (index..index + run).for_each(|index| seen.insert(Pos::from_index(index)));
        }
        index += run;
        is_differing = !is_differing;
    }
    let mut above = [0; ROW_WORDS];
    for row in seen.rows_mut() {
        for (word, above) in row.iter_mut().zip(above) {
            *word ^= above;
        }
        above = *row;
    }
    Ok(seen)
}

fn pack_monster(bits: &mut BitWriter<'_>, monster: &Monster) {
    bits.put(monster.kind as u32, 3);
    pack_pos(bits, monster.body.pos);
    pack_escaped(bits, monster.body.hp.0);
    bits.put_bool(monster.body.facing == Side::Left);
    pack_statuses(bits, &monster.body.statuses);
    let (ai_state, goal) = match &monster.ai_state {
        AiState::Asleep => (0, None),
        AiState::Hunting { last_seen, route } => (1, Some((*last_seen, *route))),
        AiState::Wandering { goal, route } => (2, Some((*goal, *route))),
    };
    bits.put(ai_state, 2);
    if let Some((goal, route)) = goal {
        pack_pos(bits, goal);
        pack_route(bits, route);
    }
    bits.put_bool(monster.is_reinforcement);
}

/// Reads a monster that lives on `floor` and fits into `state` as far as it is read.
fn unpack_monster(
    bits: &mut BitReader<'_>,
    floor: Floor,
    state: &FloorState,
) -> Result<Monster, Malformed> {
    let kind = *MonsterKind::ALL.get(bits.get(3)? as usize).ok_or(Malformed)?;
    let lives_here = population(floor).any(|(other, _)| other == kind);
    let is_king = kind == MonsterKind::MouseKing && floor == Floor::THRONE;
    ensure(lives_here || is_king)?;
    let mut body = Body::new(unpack_pos(bits)?, Hp(unpack_escaped(bits)?));
    ensure(state.map.terrain(body.pos).is_walkable() && state.monster_at(body.pos).is_none())?;
    ensure(!body.hp.is_dead() && body.hp.0 <= *kind.spec().hp_on(floor).end())?;
    body.facing = if bits.get_bool()? { Side::Left } else { Side::Right };
    body.statuses = unpack_statuses(bits)?;
    let ai_state = match bits.get(2)? {
        0 => AiState::Asleep,
        tag => {
            let (goal, route) = (unpack_pos(bits)?, unpack_route(bits)?);
            ensure(state.map.terrain(goal).is_passable())?;
            match tag {
                1 => AiState::Hunting { last_seen: goal, route },
                2 => AiState::Wandering { goal, route },
                _ => return Err(Malformed),
            }
        }
    };
    Ok(Monster { kind, body, ai_state, is_reinforcement: bits.get_bool()? })
}

pub(crate) fn pack_statuses(bits: &mut BitWriter<'_>, statuses: &Statuses) {
    let has_any = *statuses != Statuses::NONE;
    bits.put_bool(has_any);
    for status in Status::ALL.into_iter().filter(|_| has_any) {
        bits.put(u32::from(statuses.turns_left(status)), STATUS_BITS);
    }
}

pub(crate) fn unpack_statuses(bits: &mut BitReader<'_>) -> Result<Statuses, Malformed> {
    let mut statuses = Statuses::NONE;
    if bits.get_bool()? {
        for status in Status::ALL {
            let turns = bits.get_u8(STATUS_BITS)?;
            ensure(turns <= STATUS_TURNS_MAX)?;
            statuses.set(status, turns);
        }
    }
    Ok(statuses)
}

/// Packs the steps of a route, the first of them first.
fn pack_route(bits: &mut BitWriter<'_>, mut route: Route) {
    bits.put(u32::from(route.len()), ROUTE_LENGTH_BITS);
    while let Some(direction) = route.pop() {
        bits.put(direction as u32, 3);
    }
}

fn unpack_route(bits: &mut BitReader<'_>) -> Result<Route, Malformed> {
    let length = bits.get(ROUTE_LENGTH_BITS)?;
    ensure(length <= u32::from(ROUTE_STEPS_MAX))?;
    let mut packed = 1 << (3 * length);
    for step in 0..length {
        packed |= u64::from(bits.get(3)?) << (3 * step);
    }
    Route::try_from(packed).map_err(|_| Malformed)
}

pub(crate) fn pack_item(bits: &mut BitWriter<'_>, item: &Item) {
    bits.put(item.kind as u32, KIND_BITS);
    bits.put_bool(item.is_paid);
    // An item that cannot be worn has no bonus.
    for number in item.bonus.numbers().into_iter().filter(|_| item.kind.slot().is_some()) {
        bits.put_bool(number != 0);
        if number != 0 {
            pack_escaped(bits, (number << 1 ^ number >> 15).cast_unsigned());
        }
    }
}

pub(crate) fn unpack_item(bits: &mut BitReader<'_>) -> Result<Item, Malformed> {
    let kind = *ItemKind::ALL.get(bits.get(KIND_BITS)? as usize).ok_or(Malformed)?;
    let is_paid = bits.get_bool()?;
    let mut bonus = Bonus::NONE;
    for index in (0..5).filter(|_| kind.slot().is_some()) {
        if bits.get_bool()? {
            let zigzag = unpack_escaped(bits)?;
            *bonus.number_mut(index) = (zigzag >> 1).cast_signed() ^ -(zigzag & 1).cast_signed();
        }
    }
    Ok(Item { kind, bonus, is_paid })
}

/// Packs a number that is mostly small.
fn pack_escaped(bits: &mut BitWriter<'_>, number: u16) {
    bits.put(u32::from(number.min(ESCAPE)), HP_BITS);
    if number >= ESCAPE {
        bits.put(u32::from(number), 16);
    }
}

fn unpack_escaped(bits: &mut BitReader<'_>) -> Result<u16, Malformed> {
    match bits.get_u16(HP_BITS)? {
        ESCAPE => bits.get_u16(16),
        number => Ok(number),
    }
}

pub(crate) fn pack_pos(bits: &mut BitWriter<'_>, pos: Pos) {
    bits.put(count(pos.index()), POS_BITS);
}

pub(crate) fn unpack_pos(bits: &mut BitReader<'_>) -> Result<Pos, Malformed> {
    let index = bits.get(POS_BITS)? as usize;
    ensure(index < TILES)?;
    Ok(Pos::from_index(index))
}

pub(crate) const fn ensure(holds: bool) -> Result<(), Malformed> {
    if holds { Ok(()) } else { Err(Malformed) }
}

pub(crate) fn count(length: usize) -> u32 {
    u32::try_from(length).expect("every capacity is far below 2³²")
}

/// Fowler, Noll and Vo's 32-bit offset basis.
pub(crate) const FNV_START: u32 = 0x811C_9DC5;

/// Adds a word to a hash by FNV-1a over words instead of bytes, because that is faster on 32-bit
/// machines and tells states apart well enough.
pub(crate) const fn fnv(hash: u32, word: u32) -> u32 {
    let hash = (hash ^ word).wrapping_mul(0x0100_0193);
    hash ^ hash >> 15
}

#[expect(clippy::cast_possible_truncation, reason = "both halves are in the low one")]
pub(crate) const fn fold_to_u16(hash: u32) -> u16 {
    (hash ^ hash >> 16) as u16
}

const _: () = assert!(Direction::ALL.len() == 8);
