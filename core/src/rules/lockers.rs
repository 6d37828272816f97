//! Rules for the lockers of the lobby. Each locker holds a kit: the equipment with which a run begins (W30).

use crate::content::kits::KitSpec;
use crate::content::{ItemKind, Kit};
use crate::geometry::Pos;
use crate::limits::PACK_MAX;
use crate::quantity::Floor;
use crate::rules::{Event, Events};
use crate::world::{Game, Item, Terrain};

impl Game {
    /// Returns the kit of the locker at `pos`, even if the locker is sealed. Returns `None` if there is no locker.
    pub fn kit_at(&self, pos: Pos) -> Option<Kit> {
        let is_locker = |terrain: Terrain| terrain.origin() == Terrain::Locker;
        let place =
            self.current_floor.map.positions_of(is_locker).position(|locker| locker == pos)?;
        Kit::offered(self.seed, self.mode.missing()).get(place).copied()
    }

    /// Returns whether the player has taken the kit from the locker at `pos`.
    pub(crate) fn is_emptied_locker(&self, pos: Pos) -> bool {
        let is_sealed = self.current_floor.map.terrain(pos) == Terrain::LockerSealed;
        is_sealed && self.player.build.kit.is_some() && self.kit_at(pos) == self.player.build.kit
    }

    /// Returns whether the player is in the lobby and may still choose a kit.
    pub fn has_kit_to_choose(&self) -> bool {
        self.floor == Floor::LOBBY && self.current_floor.map.find(Terrain::Locker).is_some()
    }

    pub(super) fn has_room_for_kit(&self, locker: Pos) -> bool {
        let things = self.kit_at(locker).map_or(0, |kit| kit.spec().items.len());
        self.player.pack.len() + things <= PACK_MAX
    }

    /// Takes the kit from the locker at `at`. The player puts on wearable items whose slots are empty. The other items
    /// go into the pack, which must have room. The kit's flasks are identified, and all lockers are sealed.
    pub(super) fn take_kit(&mut self, at: Pos, events: &mut Events) {
        let Some(kit) = self.kit_at(at) else { return };
        for &kind in kit.spec().items {
            self.take_thing_of_kit(kind, kit.spec());
        }
        // The effects of the kit apply from here on. They may bar slots (W30).
        self.player.build.kit = Some(kit);
        self.fill_hp();
        self.seal_lockers();
        events.push(Event::KitTaken(kit));
    }

    fn take_thing_of_kit(&mut self, kind: ItemKind, kit: &KitSpec) {
        let mut item = Item::with_bonus(kind, kind.spec().bonus_scaling.on(self.floor));
        item.was_carried = true;
        if kind == ItemKind::Microchip {
            (item.firmware, item.bonus) = (kit.firmware, kit.chip);
        }
        if let Some(index) = kind.potion_index() {
            self.identified[index] = true;
        }
        let is_free = |slot| self.player.worn.get(slot).is_none();
        if kind.slot().is_some_and(is_free) {
            self.player.worn.put_on(item);
        } else {
            self.put_into_pack(item);
        }
    }

    /// Restores all hit points. Worn items may have raised the maximum, and a run begins with full hit points.
    fn fill_hp(&mut self) {
        self.player.body.hp = self.player_stats().hp_max;
    }

    /// Seals the lockers if the player leaves the lobby without a kit. A kit can be chosen only at the start of a run.
    pub(super) fn seal_unused_lockers(&mut self, events: &mut Events) {
        if self.has_kit_to_choose() {
            self.seal_lockers();
            events.push(Event::LockersSealed);
        }
    }

    fn seal_lockers(&mut self) {
        while let Some(locker) = self.current_floor.map.find(Terrain::Locker) {
            self.current_floor.map.set(locker, Terrain::LockerSealed);
        }
    }
}
