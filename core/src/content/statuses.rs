//! Defines the statuses of creatures.

use crate::quantity::{Damage, Hp};
use musrex_assets::interface::{self, Icon};
use musrex_assets::listed_enum;
use serde::{Deserialize, Serialize};

listed_enum! {
    /// A status: a temporary condition of a creature. Statuses tick in the order of the values (D13).
    #[derive(Serialize, Deserialize)]
    pub enum Status {
        /// Takes hit points, but never the last one.
        Poisoned,
        /// Takes hit points, and may kill.
        Envenomed,
        /// Restores hit points.
        Regrowing,
        /// The creature cannot act.
        Stunned,
        /// The creature moves at random.
        Confused,
        /// The creature was stunned recently, and cannot be stunned again for a while (D16).
        Steady,
        /// An antidote protects the creature from poison, venom and gas (I8).
        Immune,
        /// A healing mist has healed the creature. No mist heals it again while this status lasts (I7).
        Soothed,
    }
}

/// The number of turns for which a creature cannot be stunned again after a stun (D16).
pub(crate) const STEADY_TURNS: u8 = 5;
/// The number of turns for which an antidote protects (I8).
pub(crate) const IMMUNE_TURNS: u8 = 50;

/// Regrowth restores 1 hit point per turn, plus the maximum hit points divided by this number (D).
pub(crate) const REGROWTH_PART: u16 = 50;

/// Poison and venom each take 1 hit point per turn, plus the maximum hit points divided by this number (D).
pub(crate) const POISON_PART: u16 = 50;

/// Returns the damage per turn of poison or venom to a creature with the maximum hit points `hp_max` (D).
pub const fn poison(hp_max: Hp) -> Damage {
    Damage(1 + hp_max.0 / POISON_PART)
}

/// Returns the healing per turn of regrowth for a creature with the maximum hit points `hp_max` (D).
pub(crate) const fn regrowth(hp_max: Hp) -> Hp {
    Hp(1 + hp_max.0 / REGROWTH_PART)
}

/// The change of hit points that a status brings each turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tick {
    /// No change.
    None,
    /// Does the damage that [`poison`] returns, but never takes the last hit point.
    Weaken,
    /// Does the damage that [`poison`] returns, and may kill.
    Kill,
    /// Restores the hit points that `regrowth` returns, up to the maximum.
    Heal,
}

/// A status that damaging hits may inflict (D).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OnHitEffect {
    /// The status.
    pub(crate) status: Status,
    /// The chance that a damaging hit inflicts the status: 1 in this number. 1 means every hit.
    pub(crate) one_in: u32,
    /// The duration in turns.
    pub turns: u8,
}

/// A row of the table of statuses.
pub struct StatusSpec {
    /// The icon over the creature and in the status bar.
    pub icon: &'static Icon,
    /// The effect on hit points each turn.
    pub(crate) tick: Tick,
    /// True if a saving throw can end the status early (D13).
    pub(crate) has_saving_throw: bool,
}

static TABLE: [StatusSpec; Status::COUNT] = table!(Status, StatusSpec, |status| match status {
    Status::Poisoned =>
        StatusSpec { icon: &interface::POISONED, tick: Tick::Weaken, has_saving_throw: true },
    Status::Envenomed =>
        StatusSpec { icon: &interface::ENVENOMED, tick: Tick::Kill, has_saving_throw: false },
    Status::Regrowing =>
        StatusSpec { icon: &interface::REGROWING, tick: Tick::Heal, has_saving_throw: false },
    Status::Stunned =>
        StatusSpec { icon: &interface::STUNNED, tick: Tick::None, has_saving_throw: true },
    Status::Confused =>
        StatusSpec { icon: &interface::CONFUSED, tick: Tick::None, has_saving_throw: true },
    Status::Steady =>
        StatusSpec { icon: &interface::STEADY, tick: Tick::None, has_saving_throw: false },
    Status::Immune =>
        StatusSpec { icon: &interface::IMMUNE, tick: Tick::None, has_saving_throw: false },
    Status::Soothed =>
        StatusSpec { icon: &interface::SOOTHED, tick: Tick::None, has_saving_throw: false },
});

impl Status {
    /// Returns whether the status benefits the creature.
    pub(crate) const fn is_good(self) -> bool {
        matches!(self, Status::Regrowing | Status::Steady | Status::Immune | Status::Soothed)
    }

    /// Returns the row of the status.
    pub const fn spec(self) -> &'static StatusSpec {
        self.entry(&TABLE)
    }
}
