//! The fingerprint of a game.

use crate::content::ItemKind;
use crate::dice::Dice;
use crate::geometry::TileSet;
use crate::limits::FLOORS;
use crate::quantity::{Floor, Turn};
use crate::world::{
    Body, Cause, FloorState, Game, GroundItem, GroundItems, Item, Monster, Monsters, Outcome,
    Player, ReinforcementTimer, Terrain,
};
use postcard::ser_flavors::{Flavor, Size};
use serde::Serialize;
use serde::ser::{SerializeTuple, Serializer};

/// The plain record of a game: all that a save holds, nothing packed, so that two games have the
/// same bytes only when they are the same. The terrain follows from the seed. It is never kept
/// anywhere: what a save keeps is packed, and changes when the packing does, which replays and
/// comparisons between machines must not notice.
#[derive(Serialize)]
struct GameRecord<'a> {
    seed: u64,
    turn: Turn,
    dice: &'a Dice,
    outcome: Outcome,
    last_damage_cause: Option<Cause>,
    floor: Floor,
    identified: [bool; ItemKind::POTIONS.len()],
    player: &'a Player,
    current_floor: FloorRecord<'a>,
    stored_floors: StoredFloorRecords<'a>,
}

/// The floor part of a [`GameRecord`].
#[derive(Serialize)]
struct FloorRecord<'a> {
    explored: &'a TileSet,
    open_doors: TileSet,
    monsters: &'a Monsters,
    items: &'a GroundItems,
    reinforcement_timer: ReinforcementTimer,
}

/// Names every field that a fingerprint takes in by way of `Serialize`. **A new field fails to
/// compile here**, because it would change every fingerprint, and so every recording, without a
/// word. Decide what it is:
///
/// - State that a run needs: pack it in `world/packing.rs` (a player's in `save/format.rs`), raise
///   `FORMAT_VERSION`, name it here, bless the goldens.
/// - What follows from other state: give it `#[serde(skip)]`, and name it here.
const _: fn(&Player, &Monster, &GroundItem) = |player, monster, ground| {
    let Player { body, level: _, xp: _, worn: _, pack: _, kills: _, regeneration: _ } = player;
    let Body { pos: _, hp: _, facing: _, statuses: _ } = body;
    let Monster { kind: _, body: _, ai_state: _, is_reinforcement: _ } = monster;
    let GroundItem { pos: _, item } = ground;
    let Item { kind: _, bonus: _, is_paid: _ } = item;
};

impl FloorRecord<'_> {
    fn of(floor: &FloorState) -> FloorRecord<'_> {
        // Whole, so that a new field is decided upon: see above.
        let FloorState { map, monsters, items, reinforcement_timer } = floor;
        let mut open_doors = TileSet::EMPTY;
        for pos in map.positions_of(|terrain| terrain == Terrain::DoorOpen) {
            open_doors.insert(pos);
        }
        FloorRecord {
            explored: map.explored(),
            open_doors,
            monsters,
            items,
            reinforcement_timer: *reinforcement_timer,
        }
    }
}

/// The floors that were left, each rebuilt for as long as it is read.
struct StoredFloorRecords<'a>(&'a Game);

impl Serialize for StoredFloorRecords<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut floors = serializer.serialize_tuple(FLOORS)?;
        for floor in Floor::all() {
            let rebuilt = self.0.rebuild_floor(floor);
            floors.serialize_element(&rebuilt.as_ref().map(FloorRecord::of))?;
        }
        floors.end()
    }
}

impl Game {
    /// Returns a hash of all that a save holds: FNV-1a (64 bits, Fowler, Noll and Vo) over its
    /// plain record, which holds all that a save holds.
    pub fn fingerprint(&self) -> u64 {
        plain(self, Fnv1a::NEW)
    }
}

/// Bytes of the plain record of `game`.
pub(super) fn plain_bytes(game: &Game) -> usize {
    plain(game, Size::default())
}

fn plain<F: Flavor>(game: &Game, into: F) -> F::Output {
    // Whole, so that a new field is decided upon: see above.
    let Game {
        seed,
        turn,
        dice,
        outcome,
        last_damage_cause,
        floor,
        identified,
        player,
        current_floor,
        stored_floors: _,
    } = game;
    let record = GameRecord {
        seed: *seed,
        turn: *turn,
        dice,
        outcome: *outcome,
        last_damage_cause: *last_damage_cause,
        floor: *floor,
        identified: *identified,
        player,
        current_floor: FloorRecord::of(current_floor),
        stored_floors: StoredFloorRecords(game),
    };
    postcard::serialize_with_flavor(&record, into)
        .expect("no part of a game refuses to be saved, and a number cannot be full")
}

/// Hashes bytes by Fowler, Noll and Vo's FNV-1a with its 64-bit offset basis and prime.
struct Fnv1a(u64);

impl Fnv1a {
    const NEW: Fnv1a = Fnv1a(0xCBF2_9CE4_8422_2325);
}

impl Flavor for Fnv1a {
    type Output = u64;

    fn try_push(&mut self, byte: u8) -> postcard::Result<()> {
        self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3);
        Ok(())
    }

    fn finalize(self) -> postcard::Result<u64> {
        Ok(self.0)
    }
}
