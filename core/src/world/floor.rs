use crate::geometry::Pos;
use crate::limits::MONSTERS_MAX;
use crate::quantity::Floor;
use crate::save::bits::{BitReader, BitWriter, Malformed};
use crate::save::floor_packing::{
    Ground, KEPT_BYTES_MAX, check, ground_check, pack_floor, unpack_floor,
};
use crate::world::{GroundItems, Map, Monster};
use heapless::Vec;
use serde::{Deserialize, Serialize};

/// The living monsters of a floor, in the order in which they act. All are alive, no two share a
/// tile, and each stands on walkable ground.
pub type Monsters = Vec<Monster, MONSTERS_MAX>;

/// The floor being stood on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FloorState {
    /// Its tiles.
    pub map: Map,
    /// Who lives there.
    pub monsters: Monsters,
    /// What lies about.
    pub items: GroundItems,
    /// How long the player has lingered, and who came because of it (N2).
    pub lingering: Lingering,
}

/// How long the player has stayed on a floor (N2).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lingering {
    /// Turns since the last reinforcement came, or since the floor was first entered.
    pub turns: u16,
    /// Reinforcements that have come.
    pub reinforcements: u8,
}

impl FloorState {
    /// Rock everywhere and nobody there.
    pub const EMPTY: FloorState = FloorState {
        map: Map::SOLID,
        monsters: Vec::new(),
        items: Vec::new(),
        lingering: Lingering { turns: 0, reinforcements: 0 },
    };

    /// The place of the monster at `pos` among [`monsters`](FloorState::monsters).
    pub fn monster_at(&self, pos: Pos) -> Option<usize> {
        self.monsters.iter().position(|monster| monster.body.pos == pos)
    }

    /// The place of the item at `pos` among [`items`](FloorState::items).
    pub fn item_at(&self, pos: Pos) -> Option<usize> {
        self.items.iter().position(|ground| ground.pos == pos)
    }

    /// Back to rock, with nobody and nothing there.
    pub fn clear(&mut self) {
        self.map.clear();
        self.monsters.clear();
        self.items.clear();
        self.lingering = Lingering::default();
    }

    /// What must be remembered of the floor when it is left: all other terrain follows from the
    /// seed. `None` when there is more on it than the rules of the game allow.
    pub fn keep(&self) -> Option<KeptFloor> {
        let ground = Ground::of(&self.map);
        let mut kept = KeptFloor { ground: ground.check, bytes: Vec::new() };
        kept.bytes.resize_default(KEPT_BYTES_MAX).expect("as many as there is room for");
        let mut bits = BitWriter::new(&mut kept.bytes);
        pack_floor(&mut bits, self, &ground.doors);
        let length = bits.finish()?;
        kept.bytes.truncate(length);
        Some(kept)
    }

    /// Lays what was remembered of `floor` over it as generated (W11). After an error, which is that
    /// it was not remembered of this floor, this one is to be generated anew.
    pub(crate) fn restore(&mut self, floor: Floor, kept: &KeptFloor) -> Result<(), Malformed> {
        check(ground_check(&self.map) == kept.ground)?;
        let mut bits = BitReader::new(&kept.bytes);
        unpack_floor(&mut bits, floor, self)?;
        bits.finish()
    }
}

/// What is remembered of a floor that was left (W11): the tiles seen, the doors that stand open, who
/// lives there as they were, what lies about, how long the player had stayed. It is packed as in its
/// record in a save, and cannot be read without the floor's terrain: see
/// [`Game::recall`](super::Game::recall).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptFloor {
    /// The check of the terrain that it lies on.
    pub(crate) ground: u16,
    pub(crate) bytes: Vec<u8, KEPT_BYTES_MAX>,
}

impl KeptFloor {
    /// The packed bytes.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }
}
