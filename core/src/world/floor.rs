use crate::geometry::Pos;
use crate::limits::MONSTERS_MAX;
use crate::quantity::Floor;
use crate::save::bits::{BitReader, BitWriter, Malformed};
use crate::save::floor_packing::{
    STORED_FLOOR_BYTES_MAX, TerrainDigest, ensure, pack_floor, terrain_hash, unpack_floor,
};
use crate::world::{GroundItems, Map, Monster};
use heapless::Vec;
use serde::{Deserialize, Serialize};

/// Holds the living monsters of a floor, in the order in which they act. All are alive, no two
/// share a tile, and each stands on walkable ground.
pub type Monsters = Vec<Monster, MONSTERS_MAX>;

/// Holds the floor that the player is on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FloorState {
    /// Holds its tiles.
    pub map: Map,
    /// Holds its monsters.
    pub monsters: Monsters,
    /// Holds the items on the ground.
    pub items: GroundItems,
    /// Counts toward the next reinforcement (N2).
    pub reinforcement_timer: ReinforcementTimer,
}

/// Counts the turns on a floor and the reinforcements that they brought (N2).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReinforcementTimer {
    /// Counts turns since the last reinforcement, or since the floor was first entered.
    pub turns: u16,
    /// Counts the reinforcements so far.
    pub reinforcements: u8,
}

impl FloorState {
    /// Is solid rock with no monsters and no items.
    pub const EMPTY: FloorState = FloorState {
        map: Map::SOLID,
        monsters: Vec::new(),
        items: Vec::new(),
        reinforcement_timer: ReinforcementTimer { turns: 0, reinforcements: 0 },
    };

    /// Returns the index of the monster at `pos` in [`monsters`](FloorState::monsters).
    pub fn monster_at(&self, pos: Pos) -> Option<usize> {
        self.monsters.iter().position(|monster| monster.body.pos == pos)
    }

    /// Returns the index of the item at `pos` in [`items`](FloorState::items).
    pub fn item_at(&self, pos: Pos) -> Option<usize> {
        self.items.iter().position(|ground| ground.pos == pos)
    }

    /// Resets to solid rock with no monsters and no items.
    pub fn clear(&mut self) {
        self.map.clear();
        self.monsters.clear();
        self.items.clear();
        self.reinforcement_timer = ReinforcementTimer::default();
    }

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

/// Stores a floor that the player left (W11): the tiles seen, the open doors, the monsters, the
/// items and the reinforcement timer. It is packed as in its record in a save, and cannot be read
/// without the floor's terrain: see [`Game::rebuild_floor`](super::Game::rebuild_floor).
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
