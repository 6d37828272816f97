//! Defines the statuses of creatures.

use crate::quantity::{Damage, Hp};
use musrex_assets::interface::{self, Icon};
use musrex_assets::listed_enum;
use serde::{Deserialize, Serialize};

listed_enum! {
    /// A status, in the order in which they tick (D13).
    #[derive(Serialize, Deserialize)]
    pub enum Status {
        /// Loses hit points, never the last one.
        Poisoned,
        /// Loses hit points and may die.
        Envenomed,
        /// Gains hit points.
        Regrowing,
        /// The creature cannot act.
        Stunned,
        /// Moves at random.
        Confused,
        /// The creature was stunned a moment ago, and cannot be stunned again (D16).
        Steady,
        /// The antidote protects from poison, venom and gas (I8).
        Immune,
        /// A healing mist has healed the creature; another mist will not heal it (I7).
        Soothed,
    }
}

/// Turns of stun immunity after a stun (D16).
pub(crate) const STEADY_TURNS: u8 = 5;
/// The turns for which an antidote protects (I8).
pub(crate) const IMMUNE_TURNS: u8 = 50;

/// Regrowth restores 1 hit point a turn, plus the maximum hit points divided by this (D).
pub(crate) const REGROWTH_PART: u16 = 50;

/// Poison and venom take 1 hit point a turn, plus the maximum hit points divided by this (D).
pub(crate) const POISON_PART: u16 = 50;

/// Returns the damage of poison or venom in a turn for a creature with this maximum of hit points (D).
pub const fn poison(hp_max: Hp) -> Damage {
    Damage(1 + hp_max.0 / POISON_PART)
}

/// Returns the healing of regrowth in a turn for a creature with this maximum of hit points (D).
pub(crate) const fn regrowth(hp_max: Hp) -> Hp {
    Hp(1 + hp_max.0 / REGROWTH_PART)
}

/// The change that a status makes to hit points each turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tick {
    /// Does nothing.
    None,
    /// Takes what [`poison`] says, but not the last hit point: it never kills.
    Weaken,
    /// Takes what [`poison`] says, and may kill.
    Kill,
    /// Restores what `regrowth` says, up to the maximum.
    Heal,
}

/// A status that a damaging hit may bring (D).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OnHitEffect {
    /// The status.
    pub(crate) status: Status,
    /// The chance, 1 in so many damaging hits; 1 is every hit.
    pub(crate) one_in: u32,
    /// The duration in turns.
    pub turns: u8,
}

/// A row of the table of statuses.
pub struct StatusSpec {
    /// Its icon, over the creature and in the status bar.
    pub icon: &'static Icon,
    /// Its effect on hit points each turn.
    pub(crate) tick: Tick,
    /// True when a saving throw can end it early (D13).
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
    /// Returns whether it benefits the creature.
    pub(crate) const fn is_good(self) -> bool {
        matches!(self, Status::Regrowing | Status::Steady | Status::Immune | Status::Soothed)
    }

    /// Returns its row of the table.
    pub const fn spec(self) -> &'static StatusSpec {
        self.entry(&TABLE)
    }
}
