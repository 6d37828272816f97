//! The capacities and byte budgets of the game and its save, with compile-time checks of how they depend on each other.
//! A capacity is the size of a fixed array. The rule that fills the array also defines what happens when the array is
//! full.

/// The width of a floor in tiles (W1).
pub const MAP_WIDTH: u8 = 85;
/// The height of a floor in tiles (W1).
pub const MAP_HEIGHT: u8 = 48;
/// The number of tiles on a floor.
pub const TILES: usize = MAP_WIDTH as usize * MAP_HEIGHT as usize;
/// The number of 32-bit words in a row of a [`TileSet`](crate::geometry::TileSet).
pub(crate) const ROW_WORDS: usize = (MAP_WIDTH as usize).div_ceil(32);

/// The number of floors in the tower, including the lobby (0) and the throne floor (13).
pub const FLOORS: usize = 14;

/// A floor with this number of living monsters is full. Monsters in vents and the ally count, too. No monster comes to
/// a full floor (K1), except an ally (M7, W25).
pub const MONSTERS_ALIVE_MAX: usize = 24;
/// The most monsters that a floor can hold: one more than [`MONSTERS_ALIVE_MAX`], for an ally that comes to a full
/// floor (M7, W25).
pub const MONSTERS_MAX: usize = MONSTERS_ALIVE_MAX + 1;
/// The most hit points that a monster can begin with.
pub(crate) const MONSTER_HP_MAX: u16 = 127;
/// The most monsters in the vents of a floor. While the vents hold this number, no other monster enters them (W15).
pub const VENTED_MAX: usize = 6;
/// The most open vents on a floor (W15).
pub(crate) const VENTS_MAX: usize = 4;
/// The most rooms drawn by hand on one floor (W26).
pub(crate) const ROOMS_MAX: usize = 2;
/// The most spills on a floor; a new spill replaces the oldest (I7).
pub const SPILLS_MAX: usize = 24;
/// The most noises heard in one turn; further noises are not heard (S2).
pub(crate) const NOISES_MAX: usize = 16;

/// The most items that the player can carry (I3).
pub const PACK_MAX: usize = 20;
/// The most items that can lie on one floor: enough for all items generated on the floor and a whole pack.
pub const ITEMS_MAX: usize = 40;

/// The highest level that a player can reach; experience still grows after that.
pub const LEVEL_MAX: u8 = 99;
/// The longest time that a status can have left, in turns.
pub const STATUS_TURNS_MAX: u8 = 99;
/// The most statuses that run on one creature at once.
pub(crate) const STATUSES_RUNNING_MAX: usize = 8;
/// The largest absolute value of a number in an item's bonus.
pub const BONUS_MAX: u16 = 1_023;
/// The most numbers that later versions of the game may add to a floor in a save of this format.
pub const LATER_NUMBERS_MAX: usize = 8;
/// The most bytes that later versions of the game may add to each of these records in a save of this format: the run,
/// the hall of fame, the settings and the bestiary.
pub(crate) const LATER_BYTES_MAX: usize = 64;

/// The most events that are kept from one turn; further events are dropped. The capacity allows four events for each
/// monster, two for each spill, and a few for the player.
pub const EVENTS_MAX: usize = 4 * MONSTERS_MAX + 2 * SPILLS_MAX + 32;

/// The radius of the player's field of view, in tiles.
pub const SIGHT_RADIUS: u8 = 8;
/// The largest sight radius, in tiles, of a monster that does not see the whole floor (M: Tough Mouse).
pub(crate) const SIGHT_RADIUS_MAX: u8 = 32;

/// The most tiles that a teleport chooses from: the 7 × 7 square around the monster (M).
pub(crate) const TELEPORT_TILES_MAX: usize = 49;

/// The most steps of a stored route. Monsters and exploring follow stored routes. On a longer path, a new search begins
/// at the end of the route.
pub const ROUTE_STEPS_MAX: u8 = 20;

/// The number of times that generation tries to build a floor before it gives up. Only a validated floor is accepted.
pub const GENERATION_TRIES_MAX: u16 = 200;

/// The most doors on one floor; a floor with more is rejected. Even a laboratory that filled the floor would be cut
/// into at most 38 parts of at least 11 × 9 tiles. Each of the 37 cuts is crossed by at most two corridors with two
/// doors each. Two doors remain for vaults.
pub(crate) const DOORS_MAX: usize = 150;

/// The most tiles of one floor, not counting doors, that play can change: vents, terminals, pedestals, cables, cages
/// and lockers. A floor with more is rejected.
pub(crate) const FIXTURES_MAX: usize = 120;

/// The size of a save in bytes, the same on every machine.
pub const SAVE_BYTES: u32 = 64 * 1024;
/// The number of bytes that the flash erases at once.
pub const SECTOR_BYTES: u32 = 4 * 1024;
/// A checkpoint is due once the journal holds this number of turns. Loading a save replays the journal. This limit
/// keeps the replay short on slow machines.
pub const JOURNAL_TURNS_MAX: u16 = 32;
/// A checkpoint is due once the path searches of all turns in the journal add up to about this number of steps, even if
/// the journal has few turns. Searching takes most of the time of a replay.
pub const JOURNAL_SEARCH_STEPS_MAX: u16 = 900;
/// The most bytes in the record of a run. A record of this size still fits into a sector, together with the headers of
/// the sector and of the item.
pub(crate) const RECORD_BYTES_MAX: usize = 4_060;

/// The most bytes that a game may take in memory. This limit is less than a fifth of the slow RAM of the Game Boy
/// Advance. The rest of that RAM is for the frame and the screens.
pub(crate) const GAME_BYTES_MAX: usize = 48 * 1024;

// A floor has room for everything generated on it and for a whole pack dropped there.
const _: () = assert!(ITEMS_MAX >= 16 + PACK_MAX);
// Three bits for each step, and a bit that marks the end of the route, fit into one 64-bit word.
const _: () = assert!(ROUTE_STEPS_MAX as usize * 3 <= 60);
// A tile's index fits into 16 bits, and a coordinate into a byte with room for the sign of a step.
const _: () = assert!(TILES <= u16::MAX as usize && MAP_WIDTH < 128 && MAP_HEIGHT < 128);
const _: () = assert!(SIGHT_RADIUS <= SIGHT_RADIUS_MAX);
