//! Rules for terminals, pedestals, switches and cages (W16, W17, W18, W25).

use crate::content::fixtures::{CAGED, CAMERA_TURNS, TERMINAL_XP_BY_FLOOR};
use crate::content::{Feat, ItemKind, noise};
use crate::geometry::{Pos, TileSet};
use crate::quantity::Xp;
use crate::rules::{Event, Events, Reward, TerminalResult};
use crate::world::packing::SAVED_CAMERA_TURNS_MAX;
use crate::world::{AiState, Game, Item, Monster, Squeak, Terrain};

const _: () =
    assert!(CAMERA_TURNS < SAVED_CAMERA_TURNS_MAX, "more bits for them: raise FORMAT_VERSION");

impl Game {
    /// Uses the terminal at `at`, which works only once. A terminal gives experience, rolls one of three results, and
    /// makes noise (W16).
    pub(super) fn use_terminal(&mut self, at: Pos, events: &mut Events) {
        self.current_floor.map.set(at, Terrain::TerminalUsed);
        let result = match self.dice.uniform(0..=2) {
            0 => self.show_cameras(),
            1 => self.open_vault(),
            _ => self.give(ItemKind::OverrideChip, TerminalResult::Override),
        };
        self.mode.do_feat(Feat::UsesTerminal);
        events.push(Event::TerminalUsed { at, result });
        let paid = Xp(TERMINAL_XP_BY_FLOOR * u32::from(self.floor.number()));
        self.reward(Reward::Terminal, paid, events);
        self.make_noise(at, noise::TERMINAL);
    }

    fn show_cameras(&mut self) -> TerminalResult {
        let map = &mut self.current_floor.map;
        // The cameras show the passable tiles and all tiles beside them.
        let mut seen = map.passable().clone();
        seen.grow(&TileSet::ALL);
        map.explored_mut().insert_all(&seen);
        // One extra turn, because the end of this turn already counts one turn down.
        self.current_floor.camera_turns = CAMERA_TURNS + 1;
        TerminalResult::Cameras
    }

    fn open_vault(&mut self) -> TerminalResult {
        let door = self.current_floor.map.find(Terrain::DoorLocked);
        let Some(door) = door else {
            return self.give(ItemKind::HealthPack, TerminalResult::Supplies);
        };
        self.current_floor.map.set(door, Terrain::DoorOpen);
        TerminalResult::Locks
    }

    /// Drops a new item beside the player, if the floor has room for another item. Returns `result`.
    fn give(&mut self, kind: ItemKind, result: TerminalResult) -> TerminalResult {
        if self.current_floor.has_room_for_item() {
            self.lay_item(self.player.body.pos, Item::new(kind));
        }
        result
    }

    /// Returns whether the floor has cables or closed cages, which its switch can change.
    pub(super) fn has_use_for_switch(&self) -> bool {
        let is_switched = |terrain: &Terrain| {
            matches!(terrain, Terrain::CableLive | Terrain::CableDead | Terrain::CageShut)
        };
        self.current_floor.map.tiles().iter().any(is_switched)
    }

    /// Flips the switch of the floor, which opens its cages and switches its cables.
    pub(super) fn flip_switch(&mut self, events: &mut Events) {
        let map = &self.current_floor.map;
        let has_cables = map.tiles().iter().any(|tile| tile.origin() == Terrain::CableLive);
        if has_cables {
            self.switch_cables(events);
        }
        if self.current_floor.map.find(Terrain::CageShut).is_some() {
            self.open_cages(events);
        }
    }

    /// Opens all cages of the floor. The first mouse becomes the player's ally, if the player has no ally. The other
    /// mice are hostile, squeak in their next turn, and give no experience (W25). A hostile mouse for which the floor
    /// has no room does not appear.
    fn open_cages(&mut self, events: &mut Events) {
        let mut joins = self.current_floor.ally().is_none();
        self.mode.do_feat(Feat::FreesMice);
        events.push(Event::CagesOpened { joins });
        while let Some(cage) = self.current_floor.map.find(Terrain::CageShut) {
            self.current_floor.map.set(cage, Terrain::CageOpen);
            if !self.current_floor.has_room_for_monster() && !joins {
                continue;
            }
            let mut mouse = Monster::born(&mut self.dice, CAGED, self.floor, cage);
            mouse.is_ally = core::mem::take(&mut joins);
            mouse.is_unpaid = mouse.is_hostile();
            mouse.squeak = if mouse.is_ally { Squeak::Used } else { Squeak::Due };
            mouse.ai_state = AiState::hunting(cage);
            self.current_floor.monsters.push(mouse).expect("there is room for an ally besides");
        }
    }

    /// Turns all cables of the floor off. If all are already off, turns all of them on (W18).
    fn switch_cables(&mut self, events: &mut Events) {
        let map = &mut self.current_floor.map;
        let is_live = map.live_cables().is_empty();
        let (from, to) = if is_live {
            (Terrain::CableDead, Terrain::CableLive)
        } else {
            (Terrain::CableLive, Terrain::CableDead)
        };
        while let Some(pos) = map.find(from) {
            map.set(pos, to);
        }
        events.push(Event::Switched { is_live });
    }

    /// Takes the item from the pedestal at `at`. Seals all pedestals of the vault and removes their items (W17). The
    /// pack must have room.
    pub(super) fn take_from_pedestal(&mut self, at: Pos, events: &mut Events) {
        let index = self.current_floor.item_at(at).expect("refused when nothing lies there");
        let item = self.current_floor.items.remove(index).item;
        self.receive(item, events);
        self.current_floor.map.set(at, Terrain::PedestalSealed);
        while let Some(pos) = self.current_floor.map.find(Terrain::Pedestal) {
            self.current_floor.map.set(pos, Terrain::PedestalSealed);
            if let Some(index) = self.current_floor.item_at(pos) {
                self.current_floor.items.remove(index);
            }
        }
        self.mode.do_feat(Feat::RobsVault);
        events.push(Event::PedestalsSealed);
    }
}
