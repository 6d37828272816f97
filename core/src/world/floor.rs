use crate::geometry::{Pos, TileSet};
use crate::limits::MONSTERS_MAX;
use crate::world::{GroundItems, Map, Monster, Terrain};
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
    /// seed.
    pub fn keep(&self) -> KeptFloor {
        let mut open_doors = TileSet::EMPTY;
        for pos in self.map.places_of(|terrain| terrain == Terrain::DoorOpen) {
            open_doors.insert(pos);
        }
        KeptFloor {
            explored: self.map.explored().clone(),
            open_doors,
            monsters: self.monsters.clone(),
            items: self.items.clone(),
            lingering: self.lingering,
        }
    }

    /// Lays what was remembered over the floor as generated (W11).
    pub fn restore(&mut self, kept: &KeptFloor) {
        *self.map.explored_mut() = kept.explored.clone();
        for pos in kept.open_doors.iter() {
            self.map.set(pos, Terrain::DoorOpen);
        }
        self.monsters.clone_from(&kept.monsters);
        self.items.clone_from(&kept.items);
        self.lingering = kept.lingering;
    }
}

/// What is remembered of a floor that was left (W11).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct KeptFloor {
    /// The tiles seen.
    pub explored: TileSet,
    /// The doors that stand open; all others are as generated.
    pub open_doors: TileSet,
    /// Who lives there, as they were.
    pub monsters: Monsters,
    /// What lies about.
    pub items: GroundItems,
    /// How long the player had stayed.
    pub lingering: Lingering,
}
