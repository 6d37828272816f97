//! What experience is worth (B).

use crate::quantity::{Hp, Level, Percent, Xp};
use crate::world::{Bonus, Slot, Worn};

/// The player's numbers, always within their clamps (B12).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stats {
    /// Most hit points; at least 1.
    pub hp_max: Hp,
    /// Weakest blow; at least 1.
    pub attack_min: u16,
    /// Strongest blow; at least the weakest.
    pub attack_max: u16,
    /// What is taken off a blow received (A6).
    pub defence: u16,
    /// Chance in a hundred to shake off a status each turn; at most 95.
    pub saving_throw: Percent,
}

/// The saving throw never becomes a certainty (B12).
const SAVING_THROW_MAX: i32 = 95;

/// The experience in all that leaving `level` takes: 75·n² + 25·n for level n (B8).
pub const fn xp_to_leave(level: Level) -> Xp {
    let n = level.number() as u32;
    Xp(75 * n * n + 25 * n)
}

/// The player's numbers at `level` (B10) with what is `worn` added, all but the slot `without`
/// (B11), within their clamps (B12).
pub fn stats(level: Level, worn: &Worn, without: Option<Slot>) -> Stats {
    let k = i32::from(level.number()) - 1;
    let base = [25 + 10 * k, 1 + k, 4 + 3 * k / 2, 4 + k, 10 + 3 * k / 2];
    let [hp_max, attack_min, attack_max, defence, saving_throw] = Slot::ALL
        .into_iter()
        .filter(|&slot| Some(slot) != without)
        .filter_map(|slot| worn.bonus(slot))
        .fold(base, add);
    let attack_min = attack_min.max(1);
    Stats {
        hp_max: Hp(clamped(hp_max, 1)),
        attack_min: clamped(attack_min, 1),
        attack_max: clamped(attack_max, attack_min),
        defence: clamped(defence, 0),
        saving_throw: Percent(
            u8::try_from(saving_throw.clamp(0, SAVING_THROW_MAX)).expect("clamped below 96"),
        ),
    }
}

fn add(sums: [i32; 5], bonus: Bonus) -> [i32; 5] {
    let more =
        [bonus.hp_max, bonus.attack_min, bonus.attack_max, bonus.defence, bonus.saving_throw];
    core::array::from_fn(|i| sums[i] + i32::from(more[i]))
}

fn clamped(value: i32, least: i32) -> u16 {
    u16::try_from(value.clamp(least, i32::from(u16::MAX))).expect("clamped to 16 bits")
}
