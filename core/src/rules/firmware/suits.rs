//! Rates target tiles by how useful the chip's deed would be at each of them, for the default aim and for bots (I14).

use super::plan::PATH_MAX;
use crate::content::Status;
use crate::content::firmware::DeedEffect;
use crate::content::monsters::MarkShape;
use crate::geometry::{Direction, Pos, TileSet};
use crate::rules::combat::damage;
use crate::rules::travel::is_hazard;
use crate::world::{AiState, Aim, Game, Monster, Terrain};
use heapless::Vec;

/// The greatest number of tiles that `deed_targets` returns.
pub(crate) const TARGETS_MAX: usize = 24;

/// A target tile, and the value of the deed there in arbitrary points. A negative value means that the deed does more
/// harm than good.
type Target = (Pos, i16);

/// The least value, in points, at which a deed is worth its charge.
pub(crate) const WORTH: i16 = 30;

impl Game {
    /// Returns target tiles for the deed of the worn chip, each with the value of the deed there. A dash or a decoy is
    /// tried only in the eight directions. The list is sorted from best to worst; equally good tiles are sorted from
    /// near to far. `visible` must be the player's field of view.
    // Target: GBA. Not inlined: keeps the list off the small stack while a turn is played.
    #[inline(never)]
    pub fn deed_targets(&self, visible: &TileSet) -> Vec<Target, TARGETS_MAX> {
        let mut targets: Vec<Target, TARGETS_MAX> = Vec::new();
        let Some((_, deed)) = self.deed() else { return targets };
        let from = self.player.body.pos;
        let mut add = |pos: Pos| {
            if let Ok(plan) = self.plan_deed(pos, visible)
                && (deed.effect != DeedEffect::Dash || plan.end() == pos)
            {
                let _ = targets
                    .push((pos, self.served(deed.effect, pos, plan.end(), plan.is_cut_short)));
            }
        };
        match deed.effect {
            DeedEffect::Dash | DeedEffect::Decoy => {
                for direction in Direction::ALL {
                    let way =
                        core::iter::successors(from.step(direction), |pos| pos.step(direction));
                    way.take(usize::from(deed.range).min(PATH_MAX)).for_each(&mut add);
                }
            }
            _ => self.current_floor.monsters.iter().for_each(|monster| add(monster.body.pos)),
        }
        targets.sort_unstable_by_key(|&(pos, worth)| (-worth, pos.steps_to(from), pos.index()));
        targets
    }

    fn served(&self, effect: DeedEffect, at: Pos, end: Pos, is_cut_short: bool) -> i16 {
        let floor = &self.current_floor;
        let target = floor.monster_at(at).map(|index| &floor.monsters[index]);
        let from = self.player.body.pos;
        match (effect, target) {
            (DeedEffect::Dash, _) => {
                self.danger(from) - self.danger(end) + i16::from(from.steps_to(end))
            }
            (DeedEffect::Decoy, _) => self.lured(at),
            (DeedEffect::Shove, Some(target)) => {
                // A stun has no value if the creature loses its turn anyway, or is immune to stuns.
                let is_late =
                    target.aim == Aim::Loading || target.body.statuses.has(Status::Steady);
                let stun = if !is_cut_short || is_late {
                    0
                } else if end == at {
                    25
                } else {
                    10
                };
                if self.falls_at_a_blow(target) {
                    return -30;
                }
                // A push can move a monster to a distance from which it can mark tiles. This lowers the value of the
                // push.
                let mark = target.kind.spec().mark();
                let is_far = end != at && mark.is_some_and(|mark| *mark.range.end() > 1);
                let gain = if is_far && !self.is_aimed_at(target) { -20 } else { 0 };
                self.nuisance(target) + gain + stun + self.harm_at(end)
            }
            (DeedEffect::Hook, Some(target)) => self.nuisance(target) - 10 + self.harm_at(end),
            (DeedEffect::Swap, Some(target)) => {
                let gain = self.danger(from) - self.danger(at);
                let loss = if target.is_ally { 20 } else { 0 };
                gain + self.harm_at(from) - loss - 15
            }
            _ => 0,
        }
    }

    /// Returns the value of interrupting a monster. The value is highest if the monster is about to burst or aims at
    /// the player.
    fn nuisance(&self, monster: &Monster) -> i16 {
        if monster.is_ally || !monster.ai_state.is_alert() || monster.is_helpless() {
            return -30;
        }
        match (monster.aim, monster.kind.spec().mark()) {
            (Aim::At(_) | Aim::Soon(_), Some(mark)) if mark.shape == MarkShape::Square => 40,
            (Aim::At(_) | Aim::Soon(_), _) if self.is_aimed_at(monster) => 30,
            // The monster's strike will miss the player anyway, so an interruption has no value.
            (Aim::At(_) | Aim::Soon(_), _) => 0,
            // A monster that marks from afar is worth pulling, because beside the player it attacks like any other
            // monster.
            (Aim::None, Some(mark)) if *mark.range.end() > 3 => 20,
            _ => 10,
        }
    }

    /// Returns whether even the player's weakest hit kills the monster.
    fn falls_at_a_blow(&self, monster: &Monster) -> bool {
        let harm = damage(self.player_stats().attack_min, monster.kind.spec().defence);
        let harm = self.blow(harm, monster.is_helpless(), self.player.worn.shape().target_part);
        harm.0 >= monster.body.hp.0
    }

    /// Returns whether the monster has marked the player's tile.
    fn is_aimed_at(&self, monster: &Monster) -> bool {
        monster.marked(&self.current_floor.map).any(|marked| marked == self.player.body.pos)
    }

    /// Returns the value of moving a monster onto a tile. Each danger on the tile raises the value.
    fn harm_at(&self, pos: Pos) -> i16 {
        let is_marked = self.current_floor.marked().any(|marked| marked == pos);
        let is_live = self.current_floor.map.terrain(pos) == Terrain::CableLive;
        let burns = self.current_floor.spill_at(pos).is_some_and(|spill| spill.kind.spec().burns);
        20 * (i16::from(is_marked) + i16::from(is_live) + i16::from(burns))
    }

    /// Returns the danger to a player who stands on the tile, in points of value.
    fn danger(&self, pos: Pos) -> i16 {
        let monsters = &self.current_floor.monsters;
        let strikes = |monster: &&Monster| {
            let is_awake = monster.is_hostile() && monster.ai_state.is_alert();
            is_awake && !monster.is_helpless() && monster.body.pos.is_next_to(pos)
        };
        let beside = i16::try_from(monsters.iter().filter(strikes).count()).unwrap_or(0);
        let is_marked = self.current_floor.marked().any(|marked| marked == pos);
        5 * beside + if is_marked { 40 } else { 0 } + if is_hazard(self, pos) { 30 } else { 0 }
    }

    /// Returns the value of a decoy on a tile. The value grows with the number of monsters that the decoy would draw
    /// away, and with the distance of the decoy from the player.
    fn lured(&self, at: Pos) -> i16 {
        let player = self.player.body.pos;
        let goes = |monster: &&Monster| {
            let pos = monster.body.pos;
            let hunts = matches!(monster.ai_state, AiState::Hunting { .. });
            let is_free = monster.is_hostile() && hunts && monster.kind.spec().is_mouse();
            is_free && !pos.is_next_to(player) && pos.steps_to(at) <= pos.steps_to(player)
        };
        let count = self.current_floor.monsters.iter().filter(goes).count();
        15 * i16::try_from(count).unwrap_or(0) + i16::from(at.steps_to(player))
    }
}
