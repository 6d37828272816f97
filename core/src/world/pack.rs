use crate::content::effects::Effect;
use crate::content::items::Shape;
use crate::content::{Bonus, Firmware, ItemKind, Slot};
use crate::geometry::Pos;
use crate::limits::{ITEMS_MAX, PACK_MAX};
use heapless::Vec;
use serde::{Deserialize, Serialize};

/// An item that can be carried.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Item {
    /// The kind, which is also the key of the item's row in the table of items.
    pub kind: ItemKind,
    /// The bonus while the item is worn. All zero for an item that cannot be worn.
    pub bonus: Bonus,
    /// The firmware of a microchip (I11). `None` for an item without firmware.
    pub firmware: Option<Firmware>,
    /// True once the player has picked the item up or got it in a kit. Only cheese with this flag lures mice (I9).
    pub was_carried: bool,
}

impl Item {
    /// Creates an item without a bonus.
    pub const fn new(kind: ItemKind) -> Item {
        Item::with_bonus(kind, Bonus::NONE)
    }

    /// Returns the effects of wearing the item: the effects of its kind, then the effects of its firmware (I11).
    pub(crate) fn effects(&self) -> impl Iterator<Item = Effect> + use<> {
        let firmware = self.firmware.map_or(&[][..], Firmware::effects);
        self.kind.spec().effects.iter().chain(firmware).copied()
    }

    /// Creates an item that adds `bonus` when worn.
    pub const fn with_bonus(kind: ItemKind, bonus: Bonus) -> Item {
        Item { kind, bonus, firmware: None, was_carried: false }
    }
}

/// An item on the ground. No two items share a tile.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GroundItem {
    /// The position of the item.
    pub pos: Pos,
    /// The item.
    pub item: Item,
}

/// The items on the ground of a floor.
pub(crate) type GroundItems = Vec<GroundItem, ITEMS_MAX>;

/// The items in the pack, sorted by kind. Items of the same kind are in the order in which they were picked up (I3,
/// I13).
pub type Pack = Vec<Item, PACK_MAX>;

/// The worn items, at most one per slot.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Worn {
    items: [Option<Item>; Slot::COUNT],
}

impl Worn {
    /// No worn item.
    pub const NOTHING: Worn = Worn { items: [const { None }; Slot::COUNT] };

    /// Returns the item in `slot`.
    pub const fn get(&self, slot: Slot) -> Option<&Item> {
        slot.entry(&self.items).as_ref()
    }

    /// Returns the bonus of the item in `slot`, or `None` if the slot is empty.
    pub fn bonus(&self, slot: Slot) -> Option<Bonus> {
        self.get(slot).map(|item| item.bonus)
    }

    /// Returns the tiles that a blow with the wielded weapon strikes (I12).
    pub(crate) fn shape(&self) -> Shape {
        self.get(Slot::Weapon).map_or(Shape::TARGET, |weapon| weapon.kind.spec().shape)
    }

    /// Puts `item` on, and returns the item that was in its slot before.
    ///
    /// # Panics
    /// Panics if the item cannot be worn.
    pub fn put_on(&mut self, item: Item) -> Option<Item> {
        let slot = item.kind.slot().expect("only what has a slot is put on");
        slot.entry_mut(&mut self.items).replace(item)
    }

    /// Takes off and returns the item in `slot`.
    pub(crate) const fn take_off(&mut self, slot: Slot) -> Option<Item> {
        slot.entry_mut(&mut self.items).take()
    }

    /// Returns all effects of the worn items.
    pub(crate) fn effects(&self) -> impl Iterator<Item = Effect> {
        // Skips items without effects early, because most worn items have none.
        let bends = |item: &&Item| item.firmware.is_some() || !item.kind.spec().effects.is_empty();
        self.items.iter().flatten().filter(bends).flat_map(Item::effects)
    }

    /// Iterates over the worn items.
    pub fn iter(&self) -> impl Iterator<Item = (Slot, &Item)> {
        Slot::ALL.into_iter().filter_map(|slot| self.get(slot).map(|item| (slot, item)))
    }
}
