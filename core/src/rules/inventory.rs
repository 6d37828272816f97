//! Picks up, equips, uses and drops items (I).

use crate::content::effects::Effect;
use crate::content::items::{Healing, PotionEffect, Purpose};
use crate::content::player::FIND_XP;
use crate::content::statuses::{IMMUNE_TURNS, regrowth};
use crate::content::{ItemKind, Label, Slot, Status, noise};
use crate::quantity::{Hp, Xp};
use crate::rules::{Actor, Event, Events, Refusal};
use crate::world::{Game, GroundItem, Item, Terrain};

impl Game {
    /// Returns whether the player may use the pack. A stunned or confused player may not (T2).
    fn accepts_items(&self) -> Result<(), Refusal> {
        let statuses = &self.player.body.statuses;
        let impairments = [Status::Stunned, Status::Confused].into_iter();
        impairments
            .filter(|&status| statuses.has(status))
            .map(|status| Err(Refusal::Impaired(status)))
            .next()
            .unwrap_or(Ok(()))
    }

    /// Returns whether the pack may be opened (T2).
    ///
    /// # Errors
    /// [`Refusal::Impaired`] while stunned or confused.
    pub fn accepts_pack(&self) -> Result<(), Refusal> {
        self.accepts_items()
    }

    /// Returns the item at `index` of the pack.
    pub(super) fn carried(&self, index: u8) -> Result<&Item, Refusal> {
        self.player.pack.get(usize::from(index)).ok_or(Refusal::NoSuchItem)
    }

    pub(super) fn accepts_use(&self, index: u8) -> Result<(), Refusal> {
        let body = &self.player.body;
        let kind = self.carried(index)?.kind;
        let purpose = kind.spec().purpose;
        // The player may always drink an unknown potion, to identify it.
        let only_heals = match purpose {
            Purpose::Heal(_) => true,
            Purpose::Drink(PotionEffect::Healing(_)) => self.label(kind) == Label::Known(kind),
            _ => false,
        };
        match purpose {
            _ if only_heals && body.hp >= self.player_stats().hp_max => Err(Refusal::AtFullHp),
            Purpose::Override if self.override_target().is_none() => {
                let only_snakes = self.has_only_snakes_beside();
                Err(if only_snakes { Refusal::OnlySnakes } else { Refusal::NothingToOverride })
            }
            Purpose::Heal(_) | Purpose::Cure(_) | Purpose::Drink(_) | Purpose::Override => Ok(()),
            Purpose::Unlock => Err(Refusal::OpensDoors),
            Purpose::Wear(_) => Err(Refusal::ForWearing),
        }
    }

    pub(super) fn accepts_wear(&self, index: u8) -> Result<(), Refusal> {
        let slot = self.carried(index)?.kind.slot().ok_or(Refusal::NotForWearing)?;
        if self.player.is_barred(slot) { Err(Refusal::Barred(slot)) } else { Ok(()) }
    }

    pub(super) fn accepts_take_off(&self, slot: Slot) -> Result<(), Refusal> {
        if self.player.worn.get(slot).is_none() {
            return Err(Refusal::NoSuchItem);
        }
        if self.player.is_barred(slot) {
            return Err(Refusal::Barred(slot));
        }
        if self.player.pack.is_full() { Err(Refusal::PackFull) } else { Ok(()) }
    }

    pub(super) fn accepts_drop(&self, index: u8) -> Result<(), Refusal> {
        self.carried(index)?;
        let pos = self.player.body.pos;
        if self.current_floor.map.terrain(pos).is_door() {
            return Err(Refusal::InDoorway);
        }
        if self.current_floor.item_at(pos).is_some() {
            return Err(Refusal::NoRoomHere);
        }
        if self.current_floor.has_room_for_item() { Ok(()) } else { Err(Refusal::FloorFull) }
    }

    /// Uses the item at `index` of the pack, and consumes it.
    pub(super) fn use_item(&mut self, index: u8, events: &mut Events) {
        let item = self.player.pack.remove(usize::from(index));
        events.push(Event::Used { label: self.label(item.kind) });
        match item.kind.spec().purpose {
            Purpose::Heal(_) => {
                self.heal_player(self.healing_at(self.player_stats().hp_max, item.kind), events);
            }
            Purpose::Cure(healing) => self.cure_player(healing, events),
            Purpose::Drink(effect) => {
                self.identify(&item, events);
                self.drink(effect, events);
            }
            Purpose::Override => self.override_monster(events),
            Purpose::Unlock | Purpose::Wear(_) => unreachable!("refused before"),
        }
    }

    fn heal_player(&mut self, points: Hp, events: &mut Events) {
        let hp_max = self.player_stats().hp_max;
        let hp = self.player.body.heal(points.0, hp_max);
        events.push(Event::Healed { hp });
    }

    /// Returns the number of hit points that an item of this kind would now restore to the player, immediately or turn
    /// by turn (I).
    pub(crate) fn heals(&self, kind: ItemKind) -> Hp {
        let (body, hp_max) = (&self.player.body, self.player_stats().hp_max);
        Hp(self.healing_at(hp_max, kind).0.min(hp_max.0.saturating_sub(body.hp.0)))
    }

    /// Returns the number of hit points that an item of this kind restores, immediately or turn by turn, to a player
    /// who has lost enough (I). `hp_max` is the player's maximum. Some effects of the player increase the healing of
    /// cheese (B16).
    pub fn healing_at(&self, hp_max: Hp, kind: ItemKind) -> Hp {
        match kind.spec().purpose {
            Purpose::Heal(healing) | Purpose::Drink(PotionEffect::Healing(healing)) => {
                let factor = if kind == ItemKind::Cheese { self.cheese_factor() } else { 1 };
                Hp(healing.of(hp_max).0 * u16::from(factor))
            }
            Purpose::Cure(healing) if self.is_ill() => healing.of(hp_max),
            Purpose::Drink(PotionEffect::Status(Status::Regrowing, turns)) => {
                Hp(regrowth(hp_max).0 * u16::from(turns))
            }
            _ => Hp(0),
        }
    }

    /// Returns whether the player has a status that an antidote ends (D27).
    pub(crate) fn is_ill(&self) -> bool {
        CURABLE.into_iter().any(|status| self.player.body.statuses.has(status))
    }

    /// Ends poison and venom, and makes the player immune to both for a while. A player who had either status is also
    /// healed (D27, I8).
    fn cure_player(&mut self, healing: Healing, events: &mut Events) {
        let is_ill = self.is_ill();
        let body = &mut self.player.body;
        for status in CURABLE {
            if body.statuses.has(status) {
                body.statuses.set(status, 0);
                events.push(Event::StatusEnded { who: Actor::Player, at: body.pos, status });
            }
        }
        if is_ill && self.player.body.hp < self.player_stats().hp_max {
            self.heal_player(healing.of(self.player_stats().hp_max), events);
        }
        self.inflict_on_player(Status::Immune, IMMUNE_TURNS, events);
    }

    fn drink(&mut self, effect: PotionEffect, events: &mut Events) {
        match effect {
            PotionEffect::Healing(healing) => {
                self.heal_player(healing.of(self.player_stats().hp_max), events);
            }
            PotionEffect::Status(status, turns) => {
                self.inflict_on_player(status, turns, events);
            }
        }
    }

    /// Makes the kind of a potion known for the rest of the run (I1).
    pub(super) fn identify(&mut self, item: &Item, events: &mut Events) {
        let Some(index) = item.kind.potion_index() else { return };
        if !self.identified[index] {
            let label = self.label(item.kind);
            self.identified[index] = true;
            events.push(Event::Identified { label, kind: item.kind });
        }
    }

    /// Puts on the item at `index` of the pack. The item previously worn in that slot goes into the pack (I3).
    pub(super) fn wear_item(&mut self, index: u8, events: &mut Events) {
        let item = self.player.pack.remove(usize::from(index));
        events.push(Event::PutOn { kind: item.kind, firmware: item.firmware });
        if let Some(old) = self.player.worn.put_on(item) {
            self.put_into_pack(old);
        }
        self.clamp_hp();
    }

    /// Takes off the item in `slot`.
    pub(super) fn take_off_item(&mut self, slot: Slot, events: &mut Events) {
        let item = self.player.worn.take_off(slot).expect("refused when nothing is worn");
        events.push(Event::TakenOff { kind: item.kind, firmware: item.firmware });
        self.put_into_pack(item);
        self.clamp_hp();
    }

    /// Inserts `item` into the pack, which is sorted by kind (I13). The pack must have room.
    pub(super) fn put_into_pack(&mut self, item: Item) {
        let pack = &mut self.player.pack;
        let place = pack.iter().take_while(|other| other.kind as u8 <= item.kind as u8).count();
        pack.insert(place, item).expect("there is room in the pack");
    }

    /// Lowers the player's hit points to the maximum, if they are above it (B12).
    fn clamp_hp(&mut self) {
        let hp_max = self.player_stats().hp_max;
        let body = &mut self.player.body;
        body.hp = body.hp.min(hp_max);
    }

    /// Lays the item at `index` of the pack on the ground.
    pub(super) fn drop_item(&mut self, index: u8, events: &mut Events) {
        let item = self.player.pack.remove(usize::from(index));
        events.push(Event::Dropped { label: self.label(item.kind) });
        let ground = GroundItem { pos: self.player.body.pos, item };
        self.current_floor.items.push(ground).expect("refused when the floor is full");
    }

    /// Picks up the item under the player. The item stays there if the pack is full, or if the kit bars its slot (I2).
    pub(super) fn pick_up(&mut self, events: &mut Events) {
        let Some(index) = self.current_floor.item_at(self.player.body.pos) else { return };
        let kind = self.current_floor.items[index].item.kind;
        if self.player.barred_slot(kind).is_some() {
            return events.push(Event::Barred { kind });
        }
        if self.player.pack.is_full() {
            return events.push(Event::PackFull { label: self.label(kind) });
        }
        let item = self.current_floor.items.remove(index).item;
        self.receive(item, events);
    }

    /// Puts an item into the pack, which must have room. An item that the player has never carried before gives
    /// experience (B15).
    pub(super) fn receive(&mut self, mut item: Item, events: &mut Events) {
        events.push(Event::PickedUp { label: self.label(item.kind), firmware: item.firmware });
        if !core::mem::replace(&mut item.was_carried, true) {
            self.gain_xp(Xp(FIND_XP), events);
        }
        self.put_into_pack(item);
    }

    /// Returns whether the player can open a locked door: with a key in the pack or a worn item (W14).
    pub(crate) fn can_unlock(&self) -> bool {
        self.has_key() || self.slot_that_forces_doors().is_some()
    }

    /// Returns whether the pack has a key.
    pub(crate) fn has_key(&self) -> bool {
        self.key_index().is_some()
    }

    fn key_index(&self) -> Option<usize> {
        let is_key = |item: &Item| item.kind.spec().purpose == Purpose::Unlock;
        self.player.pack.iter().position(is_key)
    }

    /// Returns the slot of a worn item that can force a locked door (W14).
    pub(super) fn slot_that_forces_doors(&self) -> Option<Slot> {
        let forces = |item: &Item| item.effects().any(|effect| effect == Effect::ForcesDoors);
        self.player.worn.iter().find(|(_, item)| forces(item)).map(|(slot, _)| slot)
    }

    /// Opens the locked door at `at` with a key. Without a key, forces the door with a worn item. The key or the worn
    /// item is used up (W7, W14).
    pub(super) fn unlock(&mut self, at: crate::geometry::Pos, events: &mut Events) {
        self.current_floor.map.set(at, Terrain::DoorOpen);
        if let Some(key) = self.key_index() {
            self.player.pack.remove(key);
            events.push(Event::Unlocked { at });
            return;
        }
        let slot = self.slot_that_forces_doors().expect("refused without a key and what forces it");
        self.player.worn.take_off(slot);
        self.clamp_hp();
        events.push(Event::Forced { at });
        self.make_noise(at, noise::DOOR);
    }
}

/// The statuses that an antidote ends (D27).
const CURABLE: [Status; 2] = [Status::Poisoned, Status::Envenomed];
