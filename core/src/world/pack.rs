use crate::content::{Bonus, ItemKind, Slot};
use crate::geometry::Pos;
use crate::limits::{ITEMS_MAX, PACK_MAX};
use heapless::Vec;
use serde::{Deserialize, Serialize};

/// An item that can be carried.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Item {
    /// Names its row in the table of items.
    pub kind: ItemKind,
    /// The bonus when worn; zero for what is not worn.
    pub bonus: Bonus,
    /// True once it was picked up: only the first time pays experience (B6).
    pub is_paid: bool,
}

impl Item {
    /// Creates an item without a bonus.
    pub const fn new(kind: ItemKind) -> Item {
        Item { kind, bonus: Bonus::NONE, is_paid: false }
    }

    /// Creates an item that adds `bonus` when worn.
    pub const fn with_bonus(kind: ItemKind, bonus: Bonus) -> Item {
        Item { kind, bonus, is_paid: false }
    }
}

/// An item on the ground. No two share a tile.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GroundItem {
    /// Its position.
    pub pos: Pos,
    /// The item.
    pub item: Item,
}

/// Holds the items on the ground of a floor.
pub type GroundItems = Vec<GroundItem, ITEMS_MAX>;

/// Holds what the player carries, in the order in which it was picked up (I3).
pub type Pack = Vec<Item, PACK_MAX>;

/// Holds what is worn, at most one item in each slot.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Worn {
    items: [Option<Item>; Slot::COUNT],
}

impl Worn {
    /// No worn item.
    pub const NOTHING: Worn = Worn { items: [const { None }; Slot::COUNT] };

    /// Returns the item in `slot`.
    pub const fn get(&self, slot: Slot) -> Option<&Item> {
        self.items[slot as usize].as_ref()
    }

    /// Returns the bonus of the item in `slot`; `None` when the slot is empty.
    pub fn bonus(&self, slot: Slot) -> Option<Bonus> {
        self.get(slot).map(|item| item.bonus)
    }

    /// Puts `item` on and returns what was in its slot.
    ///
    /// # Panics
    /// When it is nothing to wear.
    pub fn put_on(&mut self, item: Item) -> Option<Item> {
        let slot = item.kind.slot().expect("only what has a slot is put on");
        self.items[slot as usize].replace(item)
    }

    /// Takes off and returns the item in `slot`.
    pub const fn take_off(&mut self, slot: Slot) -> Option<Item> {
        self.items[slot as usize].take()
    }

    /// Iterates over all that is worn.
    pub fn iter(&self) -> impl Iterator<Item = (Slot, &Item)> {
        Slot::ALL.into_iter().filter_map(|slot| self.get(slot).map(|item| (slot, item)))
    }
}
