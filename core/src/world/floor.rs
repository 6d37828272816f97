use crate::geometry::{Pos, TileSet};
use crate::limits::MONSTERS_MAX;
use crate::world::{Map, Monster};
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
}

impl FloorState {
    /// Rock everywhere and nobody there.
    pub const EMPTY: FloorState = FloorState { map: Map::SOLID, monsters: Vec::new() };

    /// The place of the monster at `pos` among [`monsters`](FloorState::monsters).
    pub fn monster_at(&self, pos: Pos) -> Option<usize> {
        self.monsters.iter().position(|monster| monster.body.pos == pos)
    }

    /// What must be remembered of the floor when it is left: its terrain follows from the seed.
    pub fn keep(&self) -> KeptFloor {
        KeptFloor { explored: self.map.explored().clone(), monsters: self.monsters.clone() }
    }

    /// Lays what was remembered over the floor as generated (W11).
    pub fn restore(&mut self, kept: &KeptFloor) {
        *self.map.explored_mut() = kept.explored.clone();
        self.monsters.clone_from(&kept.monsters);
    }
}

/// What is remembered of a floor that was left (W11).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct KeptFloor {
    /// The tiles seen.
    pub explored: TileSet,
    /// Who lives there, as they were.
    pub monsters: Monsters,
}
