//! The lockers of the lobby, each with a kit (W30).

use crate::content::kits::KitSpec;
use crate::content::{Firmware, ItemKind, Kit};
use crate::geometry::Pos;
use crate::limits::PACK_MAX;
use crate::quantity::Floor;
use crate::rules::{Event, Events};
use crate::world::{Game, Item, Terrain};

impl Game {
    /// Returns the kit of the locker at `pos`, whether it still holds it or not; `None` where no locker stands.
    pub fn kit_at(&self, pos: Pos) -> Option<Kit> {
        let is_locker = |terrain: Terrain| terrain.origin() == Terrain::Locker;
        let place =
            self.current_floor.map.positions_of(is_locker).position(|locker| locker == pos)?;
        Kit::offered(self.seed).get(place).copied()
    }

    pub(super) fn has_room_for_kit(&self, locker: Pos) -> bool {
        let things = self.kit_at(locker).map_or(0, |kit| kit.spec().items.len());
        self.player.pack.len() + things <= PACK_MAX
    }

    /// Takes the kit from the locker at `at`: what can be worn is worn where nothing is, the rest goes into the
    /// pack, which has room for it. Its flasks are known. The other lockers are sealed.
    pub(super) fn take_kit(&mut self, at: Pos, events: &mut Events) {
        let Some(kit) = self.kit_at(at) else { return };
        self.player.build.kit = Some(kit);
        let KitSpec { items, firmware, .. } = kit.spec();
        for &kind in *items {
            self.take_thing_of_kit(kind, *firmware);
        }
        self.seal_lockers();
        events.push(Event::KitTaken(kit));
    }

    fn take_thing_of_kit(&mut self, kind: ItemKind, firmware: Option<Firmware>) {
        let mut item = Item::with_bonus(kind, kind.spec().bonus_scaling.on(self.floor));
        item.was_carried = true;
        if kind == ItemKind::Microchip {
            item.firmware = firmware;
        }
        if let Some(index) = kind.potion_index() {
            self.identified[index] = true;
        }
        let is_free = |slot| self.player.worn.get(slot).is_none() && !self.player.is_barred(slot);
        if kind.slot().is_some_and(is_free) {
            self.player.worn.put_on(item);
        } else {
            self.put_into_pack(item);
        }
    }

    /// Seals what is left in lockers when the player leaves the lobby: the choice belongs to the first minute.
    pub(super) fn seal_unused_lockers(&mut self, events: &mut Events) {
        if self.floor == Floor::LOBBY && self.current_floor.map.find(Terrain::Locker).is_some() {
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
