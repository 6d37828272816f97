//! Holds every capacity and byte budget in one place, and checks at compile time how they depend on
//! each other. A capacity is the size of a fixed array; the rule that fills it says what happens
//! when it is full.

/// Width of a floor in tiles (W1).
pub const MAP_WIDTH: u8 = 85;
/// Height of a floor in tiles (W1).
pub const MAP_HEIGHT: u8 = 48;
/// Tiles of a floor.
pub const TILES: usize = MAP_WIDTH as usize * MAP_HEIGHT as usize;
/// 32-bit words in a row of a [`TileSet`](crate::geometry::TileSet).
pub(crate) const ROW_WORDS: usize = (MAP_WIDTH as usize).div_ceil(32);

/// Floors of the tower, the lobby (0) and the throne floor (13) among them.
pub const FLOORS: usize = 14;

/// Monsters alive on one floor at most, including those in vents and the ally. While a floor is
/// full, no monster comes (K1).
pub const MONSTERS_ALIVE_MAX: usize = 24;
/// Monsters that a floor has room for, with one place more for an ally that follows (M7).
pub const MONSTERS_MAX: usize = MONSTERS_ALIVE_MAX + 1;
/// Hit points that a monster is born with at most.
pub(crate) const MONSTER_HP_MAX: u16 = 127;
/// Monsters in the vents of a floor at most; while they are full, no monster goes in (W15).
pub const VENTED_MAX: usize = 6;
/// Open vents of a floor at most (W15).
pub(crate) const VENTS_MAX: usize = 4;
/// Rooms drawn by hand on a floor at most (W26).
pub(crate) const ROOMS_MAX: usize = 2;
/// Spills on a floor at most; a new spill replaces the oldest (I7).
pub const SPILLS_MAX: usize = 24;
/// Noises of one turn at most; the others are not heard (S2).
pub(crate) const NOISES_MAX: usize = 16;

/// Items the player can carry (I3).
pub const PACK_MAX: usize = 20;
/// Items that can lie on one floor: the generated ones, and everything from a pack.
pub const ITEMS_MAX: usize = 40;

/// The highest level a player can reach; experience still grows after it.
pub const LEVEL_MAX: u8 = 99;
/// Longest time a status may have left, in turns.
pub const STATUS_TURNS_MAX: u8 = 99;
/// Statuses that run on one creature at once, at most.
pub(crate) const STATUSES_RUNNING_MAX: usize = 8;
/// The largest absolute value of a number in an item's bonus.
pub const BONUS_MAX: u16 = 1_023;
/// The most numbers that later games may add to a floor in a save of this format.
pub const LATER_NUMBERS_MAX: usize = 8;
/// The most bytes that later games may add to the run, the hall of fame or the settings in a save of this format.
pub(crate) const LATER_BYTES_MAX: usize = 64;

/// The most events of one turn. Each monster may move or attack, hit, inflict a status and fall
/// asleep; the player's actions add a few.
pub const EVENTS_MAX: usize = 4 * MONSTERS_MAX + 2 * SPILLS_MAX + 32;

/// The radius of the player's field of view, in tiles.
pub const SIGHT_RADIUS: u8 = 8;
/// The largest sight radius of a monster that does not see the whole floor, in tiles (M: Tough
/// Mouse).
pub(crate) const SIGHT_RADIUS_MAX: u8 = 32;

/// Candidate tiles of a teleport: the 7 × 7 square around the monster (M).
pub(crate) const TELEPORT_TILES_MAX: usize = 49;

/// The steps that a wandering monster plans ahead before it looks at the map again.
pub const ROUTE_STEPS_MAX: u8 = 20;

/// Tries at a floor before generation gives up; only a validated floor is accepted.
pub const GENERATION_TRIES_MAX: u16 = 200;

/// Doors of one floor at most; a floor with more is rejected. A laboratory is cut into parts of at
/// least 11 × 9 tiles, which gives at most 38 parts. At most two corridors cross each of the 37
/// cuts, with two doors each. Two vaults add their doors.
pub(crate) const DOORS_MAX: usize = 150;

/// The most tiles of one floor, besides doors, that play can change: vents, terminals, pedestals
/// and cables. A floor with more is rejected.
pub(crate) const FIXTURES_MAX: usize = 120;

/// The size of a save in bytes, the same on every machine.
pub const SAVE_BYTES: u32 = 64 * 1024;
/// The bytes that the flash erases at once.
pub const SECTOR_BYTES: u32 = 4 * 1024;
/// Turns in the journal after which a checkpoint is due. The journal is replayed when the save is
/// opened, which takes long on a slow machine.
pub const JOURNAL_TURNS_MAX: u16 = 32;
/// The total of path-search steps of monsters, over all turns in the journal, after which a checkpoint is also due:
/// searching takes most of the time of a replay.
pub const JOURNAL_SEARCH_STEPS_MAX: u16 = 900;
/// Bytes of the largest record of a run, which fits a sector together with the headers of the
/// sector and the item.
pub(crate) const RECORD_BYTES_MAX: usize = 4_060;

/// The most bytes that a game may take in memory. This is a fifth of the slow RAM of the Game Boy
/// Advance, which leaves room for the frame and the screens.
pub(crate) const GAME_BYTES_MAX: usize = 48 * 1024;

// A floor has room for all that is born on it and for a whole pack dropped there.
const _: () = assert!(ITEMS_MAX >= 16 + PACK_MAX);
// Three bits a step, and the count, in one 64-bit word.
const _: () = assert!(ROUTE_STEPS_MAX as usize * 3 <= 60);
// A tile's index fits 16 bits and a coordinate fits a byte with room for the sign of a step.
const _: () = assert!(TILES <= u16::MAX as usize && MAP_WIDTH < 128 && MAP_HEIGHT < 128);
const _: () = assert!(SIGHT_RADIUS <= SIGHT_RADIUS_MAX);
