//! The fingerprint of a game.

use crate::content::ItemKind;
use crate::dice::Dice;
use crate::geometry::TileSet;
use crate::limits::FLOORS;
use crate::quantity::{Floor, Turn};
use crate::world::packing::is_changeable;
use crate::world::{
    Body, Cause, FloorState, Game, GroundItem, GroundItems, Item, KingsEnd, Map, Monster, Monsters,
    Outcome, Player, Spill, Spills, Throne, Vented, VentedMonster,
};
use postcard::ser_flavors::Flavor;
use serde::Serialize;
use serde::ser::{SerializeTuple, Serializer};

/// The unpacked record of a game: all state that a save holds, except the fields marked below as left out. Two games
/// with equal records are equal in all recorded fields. Terrain that follows from the seed is not recorded. The record
/// is hashed but never stored. Hashing the packed bytes of a save would not work, because these bytes change when the
/// packing changes. Replays and comparisons between machines must not depend on the packing.
#[derive(Serialize)]
struct GameRecord<'a> {
    seed: u64,
    turn: Turn,
    dice: &'a Dice,
    outcome: Outcome,
    kings_end: Option<KingsEnd>,
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
    changed: Changed<'a>,
    monsters: &'a Monsters,
    vented: &'a Vented,
    items: &'a GroundItems,
    spills: &'a Spills,
    throne: Throne,
    camera_turns: u8,
}

/// The terrain of all tiles that play can change, in the order of the tiles.
struct Changed<'a>(&'a Map);

impl Serialize for Changed<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut tiles = serializer.serialize_tuple(0)?;
        for pos in self.0.positions_of(is_changeable) {
            tiles.serialize_element(&(self.0.terrain(pos) as u8))?;
        }
        tiles.end()
    }
}

/// Names every field that enters a fingerprint through `Serialize`. **A new field fails to compile here.** Otherwise
/// the new field would silently change every fingerprint and thus every recording. Decide which kind of state the new
/// field is:
///
/// - State that a run needs: pack it in `world/packing/` (state of the player in `save/format.rs`), raise
///   `FORMAT_VERSION`, name it here, bless the goldens.
/// - State that follows from other state: give it `#[serde(skip)]`, and name it here.
const _: fn(&Player, &VentedMonster, &GroundItem, &Spill) = |player, vented, ground, spill| {
    let Player { body, level: _, xp: _, worn: _, pack: _, kills: _, build: _ } = player;
    let Body { pos: _, hp: _, facing: _, statuses: _ } = body;
    let VentedMonster { monster, turns: _, is_rattling: _ } = vented;
    let Monster {
        kind: _,
        body: _,
        hp_born: _,
        ai_state: _,
        is_unpaid: _,
        is_ally: _,
        squeak: _,
        aim: _,
        blocked: _,
        loot: _,
    } = monster;
    let GroundItem { pos: _, item } = ground;
    let Item { kind: _, bonus: _, firmware: _, was_carried: _ } = item;
    let Spill { pos: _, kind: _, turns: _, is_players: _ } = spill;
};

impl FloorRecord<'_> {
    fn of(floor: &FloorState) -> FloorRecord<'_> {
        // Names every field, so that a new field fails to compile until it is treated as described above.
        let FloorState {
            map,
            // Left out: the rooms follow from the seed.
            rooms: _,
            monsters,
            vented,
            items,
            spills,
            throne,
            camera_turns,
            // Left out: no rule of this version of the game reads these numbers.
            later: _,
        } = floor;
        FloorRecord {
            explored: map.explored(),
            changed: Changed(map),
            monsters,
            vented,
            items,
            spills,
            throne: *throne,
            camera_turns: *camera_turns,
        }
    }
}

/// The floors that the player has left. Each of these floors is rebuilt while it is hashed.
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
    /// Returns a hash of the game: 64-bit FNV-1a (Fowler, Noll and Vo) over the unpacked record of the game. The mode
    /// of the run does not enter the hash.
    pub fn fingerprint(&self) -> u64 {
        plain(self, Fnv1a::NEW)
    }
}

fn plain<F: Flavor>(game: &Game, into: F) -> F::Output {
    // Names every field, so that a new field fails to compile until it is treated as described above.
    let Game {
        seed,
        turn,
        dice,
        outcome,
        kings_end,
        last_damage_cause,
        floor,
        identified,
        // Left out: the special rules of the run change the recorded fields, and the conducts follow from the commands
        // played.
        mode: _,
        player,
        current_floor,
        stored_floors: _,
        // Left out: the scratch space is empty between turns.
        scratch: _,
    } = game;
    let record = GameRecord {
        seed: *seed,
        turn: *turn,
        dice,
        outcome: *outcome,
        kings_end: *kings_end,
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

/// A hasher with the 64-bit FNV-1a of Fowler, Noll and Vo, with the offset basis and the prime that they chose.
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
