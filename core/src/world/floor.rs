use crate::geometry::Pos;
use crate::limits::MONSTERS_MAX;
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
    /// Solid rock without monsters and items.
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
}
