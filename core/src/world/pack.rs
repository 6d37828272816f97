use crate::content::ItemKind;
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

/// Names where an item is worn (I3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Slot {
    /// In the hand.
    Weapon,
    /// On the body.
    Armour,
    /// Behind the ear.
    Microchip,
}

impl Slot {
    /// Counts the slots.
    pub const COUNT: usize = 3;

    /// Lists all slots.
    pub const ALL: [Slot; Slot::COUNT] = [Slot::Weapon, Slot::Armour, Slot::Microchip];
}

/// Adds to each of the player's numbers while worn (B10).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bonus {
    /// Added to the most hit points.
    pub hp_max: i16,
    /// Added to the weakest attack.
    pub attack_min: i16,
    /// Added to the strongest attack.
    pub attack_max: i16,
    /// Added to the defence.
    pub defence: i16,
    /// Added to the saving throw, in chances of a hundred.
    pub saving_throw: i16,
}

impl Bonus {
    /// Adds nothing.
    pub const NONE: Bonus =
        Bonus { hp_max: 0, attack_min: 0, attack_max: 0, defence: 0, saving_throw: 0 };

    /// Returns the five numbers in the order of the fields.
    pub const fn numbers(&self) -> [i16; 5] {
        [self.hp_max, self.attack_min, self.attack_max, self.defence, self.saving_throw]
    }

    /// Returns one of the five numbers by its index, for changing.
    pub const fn number_mut(&mut self, index: usize) -> &mut i16 {
        match index {
            0 => &mut self.hp_max,
            1 => &mut self.attack_min,
            2 => &mut self.attack_max,
            3 => &mut self.defence,
            4 => &mut self.saving_throw,
            _ => panic!("a bonus has five numbers"),
        }
    }
}

/// Holds what is worn, at most one item in each slot.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Worn {
    items: [Option<Item>; Slot::COUNT],
}

impl Worn {
    /// Holds nothing.
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
