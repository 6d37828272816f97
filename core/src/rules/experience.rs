//! Derives the player's level from experience, and the player's statistics from level and equipment (B).

use crate::content::grafts::{GRAFT_LEVELS, GRAFTS_MAX};
use crate::content::player::{
    LEVEL_NEAR_PART, SAVING_THROW_MAX, XP_BY_LEVEL, XP_BY_LEVEL_SQUARED, numbers_at,
};
use crate::content::{Bonus, Slot};
use crate::quantity::{Hp, Level, Percent, Xp};
use crate::rules::{Event, Events, Reward};
use crate::world::{Game, Worn};

/// The player's statistics, always within their limits (B12).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stats {
    /// The maximum hit points, at least 1.
    pub hp_max: Hp,
    /// The least strength of an attack, at least 1.
    pub attack_min: u16,
    /// The greatest strength of an attack, at least [`attack_min`](Stats::attack_min).
    pub attack_max: u16,
    /// The defence, which reduces the damage of attacks on the player (A6).
    pub defence: u16,
    /// The chance that a saving throw ends a status in a turn, at most 95 percent.
    pub saving_throw: Percent,
}

/// Returns the total experience needed to leave `level` (B8).
pub const fn xp_to_leave(level: Level) -> Xp {
    let n = level.number() as u32;
    Xp(XP_BY_LEVEL_SQUARED * n * n + XP_BY_LEVEL * n)
}

/// Returns the player's statistics at `level` (B10), plus the bonuses of the `worn` items (B11), clamped to their
/// limits (B12). The item in the slot `without` does not count.
pub fn stats(level: Level, worn: &Worn, without: Option<Slot>) -> Stats {
    let [hp_max, attack_min, attack_max, defence, saving_throw] = Slot::ALL
        .into_iter()
        .filter(|&slot| Some(slot) != without)
        .filter_map(|slot| worn.bonus(slot))
        .fold(numbers_at(level), add);
    let attack_min = clamped(attack_min, 1);
    Stats {
        hp_max: Hp(clamped(hp_max, 1)),
        attack_min,
        attack_max: clamped(attack_max, i32::from(attack_min)),
        defence: clamped(defence, 0),
        saving_throw: Percent(
            u8::try_from(saving_throw.clamp(0, SAVING_THROW_MAX)).expect("clamped below 96"),
        ),
    }
}

fn add(sums: [i32; 5], bonus: Bonus) -> [i32; 5] {
    let more = bonus.numbers();
    core::array::from_fn(|i| sums[i] + i32::from(more[i]))
}

fn clamped(value: i32, least: i32) -> u16 {
    u16::try_from(value.clamp(least, i32::from(u16::MAX))).expect("clamped to 16 bits")
}

impl Game {
    /// Returns the player's statistics at the current level with all worn items (B11).
    pub fn player_stats(&self) -> Stats {
        self.stats_at(self.player.level)
    }

    /// Gives the player experience for something other than a kill.
    pub(super) fn reward(&mut self, reward: Reward, paid: Xp, events: &mut Events) {
        if paid != Xp(0) {
            events.push(Event::Rewarded { reward, paid });
        }
        self.gain_xp(paid, events);
    }

    /// Gives the player experience. One gain may raise the level several times (B8). Each new level heals some hit
    /// points (B13).
    pub(super) fn gain_xp(&mut self, paid: Xp, events: &mut Events) {
        self.player.xp = Xp(self.player.xp.0.saturating_add(paid.0));
        while let Some(next) = self.player.level.next() {
            if self.player.xp < xp_to_leave(self.player.level) {
                return;
            }
            let (points, hp_max) = (self.next_level_heals().0, self.stats_at(next).hp_max);
            self.player.level = next;
            events.push(Event::LevelGained(next));
            let build = &mut self.player.build;
            let waiting = build.grafts.len() + usize::from(build.grafts_due);
            if GRAFT_LEVELS.contains(&next.number()) && waiting < GRAFTS_MAX {
                build.grafts_due += 1;
            }
            let hp = self.player.body.heal(points, hp_max);
            if hp > Hp::ZERO {
                events.push(Event::Healed { hp });
            }
        }
    }

    fn stats_at(&self, level: Level) -> Stats {
        stats(level, &self.player.worn, None)
    }

    /// Returns the number of hit points that reaching the next level will restore (B13).
    pub fn next_level_heals(&self) -> Hp {
        let Some(next) = self.player.level.next() else { return Hp::ZERO };
        let hp_max = self.stats_at(next).hp_max;
        let missing = hp_max.0.saturating_sub(self.player.body.hp.0);
        Hp((hp_max.0 / self.mode.night().level_heals_part()).min(missing))
    }

    /// Returns the growth of the player's maximum hit points at the next level; nothing at the last level (B10).
    pub(crate) fn next_level_growth(&self) -> Hp {
        let now = self.player_stats().hp_max;
        let next = self.player.level.next().map_or(now, |next| self.stats_at(next).hp_max);
        Hp(next.0.saturating_sub(now.0))
    }

    /// Returns the experience that the player still needs for the next level (B8).
    pub fn xp_missing(&self) -> Xp {
        Xp(xp_to_leave(self.player.level).0.saturating_sub(self.player.xp.0))
    }

    /// Returns whether the player still needs at most a quarter of the experience between this level and the next
    /// (B13).
    pub fn is_level_near(&self) -> bool {
        let level = self.player.level;
        let before = Level::new(level.number() - 1).map_or(0, |last| xp_to_leave(last).0);
        self.xp_missing().0 * LEVEL_NEAR_PART <= xp_to_leave(level).0 - before
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::content::ItemKind;
    use crate::world::Item;

    fn level(number: u8) -> Level {
        Level::new(number).expect("a level of the game")
    }

    // B8: the first eight thresholds of the rulebook.
    #[test]
    fn leaving_a_level_needs_the_experience_of_the_rulebook() {
        let wanted = [100, 350, 750, 1300, 2000, 2850, 3850, 5000];
        for (number, xp) in (1..).zip(wanted) {
            assert_eq!(xp_to_leave(level(number)), Xp(xp));
        }
    }

    // B10: the statistics at each level without worn items.
    #[test]
    fn numbers_grow_with_the_level() {
        let first = stats(Level::FIRST, &Worn::default(), None);
        assert_eq!(
            first,
            Stats {
                hp_max: Hp(25),
                attack_min: 1,
                attack_max: 4,
                defence: 4,
                saving_throw: Percent(10)
            }
        );
        let sixth = stats(level(6), &Worn::default(), None);
        assert_eq!(
            sixth,
            Stats {
                hp_max: Hp(75),
                attack_min: 6,
                attack_max: 11,
                defence: 9,
                saving_throw: Percent(17)
            }
        );
    }

    // B10, B11: the bonuses of worn items add up, and one slot can be left out.
    #[test]
    fn worn_things_add_and_can_be_left_out() {
        let mut worn = Worn::default();
        let crowbar = Bonus { attack_min: 1, attack_max: 3, ..Bonus::default() };
        let vest = Bonus { defence: 5, saving_throw: 2, ..Bonus::default() };
        worn.put_on(Item::with_bonus(ItemKind::Crowbar, crowbar));
        worn.put_on(Item::with_bonus(ItemKind::BulletproofVest, vest));
        let all = stats(Level::FIRST, &worn, None);
        assert_eq!((all.attack_min, all.attack_max, all.defence), (2, 7, 9));
        assert_eq!(all.saving_throw, Percent(12));
        let unarmed = stats(Level::FIRST, &worn, Some(Slot::Weapon));
        assert_eq!((unarmed.attack_min, unarmed.attack_max, unarmed.defence), (1, 4, 9));
    }

    // B12: no bonus pushes a statistic beyond its limits.
    #[test]
    fn numbers_stay_within_their_clamps() {
        let all = |by| Bonus {
            hp_max: by,
            attack_min: by,
            attack_max: by,
            defence: by,
            saving_throw: by,
        };
        let mut worn = Worn::default();
        worn.put_on(Item::with_bonus(ItemKind::Microchip, all(i16::MIN)));
        let low = stats(Level::FIRST, &worn, None);
        assert_eq!((low.hp_max, low.attack_min, low.attack_max), (Hp(1), 1, 1));
        assert_eq!((low.defence, low.saving_throw), (0, Percent(0)));
        worn.put_on(Item::with_bonus(ItemKind::Microchip, all(i16::MAX)));
        let high = stats(level(99), &worn, None);
        assert_eq!(high.saving_throw, Percent(95));
        assert!(high.attack_max >= high.attack_min);
    }
}
