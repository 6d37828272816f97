//! Predicts the hit points that the player may lose in the next turn (H1).

use crate::content::SpillKind;
use crate::content::effects::{Danger, Effect};
use crate::content::spills::spill_damage;
use crate::content::statuses::{Tick, poison};
use crate::geometry::Pos;
use crate::quantity::Damage;
use crate::rules::combat::damage;
use crate::rules::spills::burns;
use crate::world::{Aim, Game, Monster};

impl Game {
    /// Returns the most hit points that a player who stays in place may lose in the next turn. The sum covers the
    /// strongest blows of all awake adjacent enemies, marks that strike in that turn, the spill on the player's tile,
    /// and statuses (H1).
    pub fn coming_harm(&self) -> Damage {
        let blows = self.current_floor.monsters.iter().map(|monster| self.coming_blow(monster).0);
        let harm = blows.fold(0, u16::saturating_add);
        let harm = harm.saturating_add(self.coming_burn().0);
        Damage(harm.saturating_add(self.coming_tick().0))
    }

    /// Returns the most hit points that `monster` may take in the next turn from a player who stays in place. The loss
    /// comes from a mark that strikes the player's tile in that turn. A monster that neither aims nor recovers from a
    /// strike may bite instead, if it is awake and beside the player. In all other cases, the result is 0 (H1).
    pub fn coming_blow(&self, monster: &Monster) -> Damage {
        let spec = monster.kind.spec();
        let at = self.player.body.pos;
        let attack = match (monster.aim, spec.mark()) {
            (Aim::At(_), Some(mark)) if monster.is_hostile() => {
                let is_reached = monster.marked(&self.current_floor.map).any(|tile| tile == at);
                (is_reached && !self.is_proof_against(mark))
                    .then(|| spec.mark_attack_on(mark, self.floor))
            }
            (Aim::None, _) if is_awake_enemy(monster) && monster.body.pos.is_next_to(at) => {
                spec.has_blow(monster.is_ally).then(|| spec.attack_on(self.floor))
            }
            _ => None,
        };
        attack.map_or(Damage::MISS, |attack| {
            self.harm_of(damage(*attack.end(), self.player_stats().defence))
        })
    }

    /// Returns the tiles that monsters have marked and will strike in one or two turns. Leaves out marks that cannot
    /// harm the player (M8).
    pub(crate) fn felt_marks(&self) -> impl Iterator<Item = Pos> + '_ {
        let aiming = self.current_floor.monsters.iter().filter(|it| it.aim.tile().is_some());
        let felt = aiming.filter(|monster| {
            monster.kind.spec().mark().is_none_or(|mark| !self.is_proof_against(mark))
        });
        felt.flat_map(|monster| monster.marked(&self.current_floor.map))
    }

    /// Returns the hit points that a burning spill on this floor takes in each turn from a player who is not immune to
    /// the spill (I7).
    pub(crate) fn spill_harm(&self) -> Damage {
        self.harm_of(self.cooled(spill_damage(self.floor)))
    }

    fn coming_burn(&self) -> Damage {
        let spill = self.current_floor.spill_at(self.player.body.pos);
        if spill.is_some_and(|spill| self.is_hurt_by(spill.kind)) {
            self.spill_harm()
        } else {
            Damage::MISS
        }
    }

    /// Returns whether a spill of this kind takes hit points from a player who stands in it (I7).
    pub(crate) fn is_hurt_by(&self, kind: SpillKind) -> bool {
        burns(kind, &self.player.body) && !self.player.has(Effect::Proof(Danger::Spill))
    }

    fn coming_tick(&self) -> Damage {
        let ticks =
            self.player.body.statuses.running().map(|(status, _)| match status.spec().tick {
                Tick::None | Tick::Heal => 0,
                Tick::Weaken | Tick::Kill => poison(self.player_stats().hp_max).0,
            });
        Damage(ticks.fold(0, u16::saturating_add))
    }
}

fn is_awake_enemy(monster: &Monster) -> bool {
    monster.is_hostile() && monster.ai_state.is_alert() && !monster.is_helpless()
}
