//! Implements the deeds of firmware: special moves of the worn chip that cost one charge each (I14). Each deed has its
//! own file. A new deed needs a [`FirmwareDeed`] in the row of its firmware, a file in this folder, and a `mod` line
//! and match arms in this file.
//!
//! [`FirmwareDeed`]: crate::content::firmware::FirmwareDeed

mod dash;
mod decoy;
mod fling;
mod hook;
mod plan;
mod shove;
mod suits;
mod swap;

pub(crate) use plan::DeedPlan;
pub(crate) use suits::TARGETS_MAX;
pub(crate) use suits::WORTH;

use crate::content::Firmware;
use crate::content::firmware::{DeedEffect, DeedTarget, FirmwareDeed};
use crate::geometry::{Pos, Side, TileSet};
use crate::rules::{Event, Events, Refusal};
use crate::world::{CHARGES_MAX, Game, Monster};
use heapless::Vec;

impl Game {
    /// Returns the firmware of the worn chip and its deed. Returns `None` if no chip with a deed is worn (I14).
    pub fn deed(&self) -> Option<(Firmware, FirmwareDeed)> {
        let chip = self.player.worn.get(crate::content::Slot::Microchip)?;
        let firmware = chip.firmware?;
        Some((firmware, firmware.deed()?))
    }

    /// Plans the deed of the worn chip at the tile `at`, without changing the game (I14). `visible` must be the
    /// player's field of view.
    ///
    /// # Errors
    /// Returns the reason why the deed cannot be done at `at`.
    pub(crate) fn plan_deed(&self, at: Pos, visible: &TileSet) -> Result<DeedPlan, Refusal> {
        let (firmware, deed) = self.deed().ok_or(Refusal::NoDeed)?;
        if self.player.build.charges == 0 {
            return Err(Refusal::NoCharge);
        }
        let from = self.player.body.pos;
        if at == from {
            return Err(match deed.target {
                DeedTarget::Creature => Refusal::NobodyThere,
                DeedTarget::Ground => Refusal::OwnTile,
            });
        }
        if !visible.contains(at) {
            return Err(Refusal::OutOfReach);
        }
        if deed.target == DeedTarget::Creature && self.current_floor.monster_at(at).is_none() {
            return Err(Refusal::NobodyThere);
        }
        if from.steps_to(at) > deed.range {
            return Err(Refusal::BeyondDeed(deed.range));
        }
        let mut plan = DeedPlan { firmware, path: Vec::new(), at, is_cut_short: false };
        match deed.effect {
            DeedEffect::Shove => shove::plan(self, &mut plan)?,
            DeedEffect::Dash => dash::plan(self, &mut plan)?,
            DeedEffect::Hook => hook::plan(self, &mut plan)?,
            DeedEffect::Decoy => decoy::plan(self, &mut plan)?,
            DeedEffect::Swap => swap::plan(self, &mut plan)?,
        }
        Ok(plan)
    }

    pub(super) fn accepts_deed(&self, at: Pos) -> Result<(), Refusal> {
        self.plan_deed(at, &self.visible()).map(drop)
    }

    /// Does the deed of the worn chip at the tile `at`, and uses up one charge (I14).
    // Target: GBA. Not inlined: keeps a tile set off the small stack while monsters act.
    #[inline(never)]
    pub(super) fn do_deed(&mut self, at: Pos, events: &mut Events) {
        let Ok(plan) = self.plan_deed(at, &self.visible()) else { return };
        let Some((_, deed)) = self.deed() else { return };
        let from = self.player.body.pos;
        if at.x() != from.x() {
            self.player.body.facing = if at.x() < from.x() { Side::Left } else { Side::Right };
        }
        self.player.build.charges -= 1;
        let target = self.current_floor.monster_at(at);
        let target = target.map(|index| self.current_floor.monsters[index].actor());
        events.push(Event::DeedDone { firmware: plan.firmware, target, at });
        match deed.effect {
            DeedEffect::Shove => shove::act(self, &plan, events),
            DeedEffect::Dash => dash::act(self, &plan, events),
            DeedEffect::Hook => hook::act(self, &plan, events),
            DeedEffect::Decoy => decoy::act(self, &plan),
            DeedEffect::Swap => swap::act(self, &plan, events),
        }
    }

    /// Gives the player a charge if the monster with the index `monster` strikes a tile that the player left in this
    /// turn, and misses the player. `at` is the tile at which the monster has aimed (I14).
    pub(super) fn note_dodge(&mut self, monster: usize, at: Pos, events: &mut Events) {
        let monster: &Monster = &self.current_floor.monsters[monster];
        let Some(mark) = monster.kind.spec().mark() else { return };
        let has_left = |from: &Pos| *from != self.player.body.pos;
        let Some(from) = self.scratch.player_from.filter(has_left) else { return };
        let mut struck = monster.marked_from(&self.current_floor.map, mark, at);
        let (mut is_left, mut is_hit) = (false, false);
        for pos in &mut struck {
            is_left |= pos == from;
            is_hit |= pos == self.player.body.pos;
        }
        if is_left && !is_hit && monster.is_hostile() && self.player.build.charges < CHARGES_MAX {
            self.player.build.charges += 1;
            if self.deed().is_some() {
                events.push(Event::ChargeGained);
            }
        }
    }
}
