//! Defines plans: six ways to win a run. The [`Habits`] of a plan define its preferred items and its way of playing.

use super::habits::{Habits, Ratings};
use crate::content::firmware::DeedEffect;
use crate::content::{Graft, Kit};
use crate::rules::firmware::WORTH;
use crate::world::Game;
use musrex_assets::listed_enum;

listed_enum! {
    /// The kind of build that a bot aims for.
    pub enum Plan {
        /// Strikes hard blows: prefers kits with weapons, and grafts that improve blows.
        Fighter,
        /// Throws poison even in fights that it expects to win.
        Chemist,
        /// Keeps a mouse as an ally.
        Leader,
        /// Avoids all but the easiest sleepers, and climbs after a short time on each floor.
        Courier,
        /// Attacks even dangerous sleepers if they carry something.
        Thief,
        /// Does deeds more readily than the other plans, and prefers chips with deeds.
        Trickster,
    }
}

/// The habits that all plans share unless a plan overrides them. They let the bot throw items, use terminals and
/// override chips, and fight behind doors.
const MASTERLY: Habits = Habits {
    throws: true,
    hacks: true,
    takes_doors: true,
    sleeper_risk: 50,
    loot_risk: 50,
    ..Habits::CAREFUL
};

const FIGHTER: Habits = Habits {
    ratings: &Ratings {
        kits: &[
            (Kit::Janitor, 10),
            (Kit::Guard, 9),
            (Kit::Locksmith, 6),
            (Kit::Cook, 2),
            (Kit::Medic, -2),
            (Kit::Handler, -9),
            (Kit::Courier, -18),
        ],
        grafts: &[
            (Graft::LongArm, 9),
            (Graft::Whirl, 6),
            (Graft::Shoulder, 4),
            (Graft::SecondWind, 4),
            (Graft::QuietBlade, 4),
            (Graft::LastStand, 3),
            (Graft::ThickSkull, 2),
            (Graft::Tamer, 2),
            (Graft::AcidSoles, 1),
            (Graft::Alchemist, -4),
            (Graft::Cheesemonger, -6),
        ],
        deeds: &[
            (DeedEffect::Shove, 4),
            (DeedEffect::Dash, 2),
            (DeedEffect::Swap, 2),
            (DeedEffect::Hook, 1),
        ],
        deedless: 4,
    },
    ..MASTERLY
};

const CHEMIST: Habits = Habits {
    ratings: &Ratings {
        kits: &[
            (Kit::Chemist, 12),
            (Kit::Medic, 6),
            (Kit::Guard, 3),
            (Kit::Janitor, 2),
            (Kit::Locksmith, 1),
            (Kit::Cook, -3),
            (Kit::Handler, -6),
            (Kit::Courier, -14),
        ],
        grafts: &[
            (Graft::Alchemist, 12),
            (Graft::AcidSoles, 9),
            (Graft::ThickSkull, 4),
            (Graft::LongArm, 1),
            (Graft::QuietBlade, -1),
            (Graft::Matador, -2),
            (Graft::Shoulder, -4),
            (Graft::Cheesemonger, -4),
            (Graft::Whirl, -4),
        ],
        deeds: &[
            (DeedEffect::Shove, 3),
            (DeedEffect::Dash, 3),
            (DeedEffect::Swap, 2),
            (DeedEffect::Decoy, 1),
            (DeedEffect::Hook, -1),
        ],
        deedless: 6,
    },
    gas_least: 6,
    ..MASTERLY
};

const LEADER: Habits = Habits {
    ratings: &Ratings {
        kits: &[
            (Kit::Handler, 9),
            (Kit::Cook, 8),
            (Kit::Medic, 4),
            (Kit::Janitor, 2),
            (Kit::Guard, 1),
            (Kit::Locksmith, -1),
            (Kit::Chemist, -4),
            (Kit::Courier, -12),
        ],
        grafts: &[
            (Graft::Tamer, 12),
            (Graft::Cheesemonger, 6),
            (Graft::ThickSkull, 4),
            (Graft::SecondWind, 3),
            (Graft::Alchemist, 2),
            (Graft::QuietBlade, 1),
            (Graft::LastStand, 1),
            (Graft::Matador, -1),
            (Graft::LongArm, -2),
            (Graft::Shoulder, -6),
            (Graft::Whirl, -6),
        ],
        deeds: &[
            (DeedEffect::Swap, 9),
            (DeedEffect::Dash, 3),
            (DeedEffect::Shove, 2),
            (DeedEffect::Hook, 1),
            (DeedEffect::Decoy, 1),
        ],
        deedless: 1,
    },
    keeps_allies: true,
    ..MASTERLY
};

const COURIER: Habits = Habits {
    ratings: &Ratings {
        kits: &[
            (Kit::Courier, 8),
            (Kit::Cook, 4),
            (Kit::Guard, 3),
            (Kit::Medic, 2),
            (Kit::Chemist, 1),
            (Kit::Handler, -8),
        ],
        grafts: &[
            (Graft::ThickSkull, 6),
            (Graft::SecondWind, 6),
            (Graft::AcidSoles, 5),
            (Graft::QuietBlade, 2),
            (Graft::Alchemist, 2),
            (Graft::Matador, 2),
            (Graft::LongArm, -1),
            (Graft::Cheesemonger, -5),
            (Graft::LastStand, -5),
            (Graft::Whirl, -6),
        ],
        deeds: &[
            (DeedEffect::Dash, 9),
            (DeedEffect::Decoy, 3),
            (DeedEffect::Swap, 3),
            (DeedEffect::Shove, 2),
            (DeedEffect::Hook, 1),
        ],
        deedless: 1,
    },
    sleeper_risk: 20,
    turns_a_floor: 400,
    ..MASTERLY
};

const THIEF: Habits = Habits {
    ratings: &Ratings {
        kits: &[
            (Kit::Locksmith, 10),
            (Kit::Guard, 4),
            (Kit::Janitor, 1),
            (Kit::Medic, -1),
            (Kit::Cook, -1),
            (Kit::Handler, -7),
            (Kit::Courier, -12),
        ],
        grafts: &[
            (Graft::QuietBlade, 12),
            (Graft::LongArm, 5),
            (Graft::SecondWind, 2),
            (Graft::ThickSkull, 1),
            (Graft::AcidSoles, 1),
            (Graft::Alchemist, -1),
            (Graft::Cheesemonger, -2),
            (Graft::Matador, -3),
            (Graft::Shoulder, -4),
        ],
        deeds: &[
            (DeedEffect::Hook, 5),
            (DeedEffect::Dash, 4),
            (DeedEffect::Shove, 3),
            (DeedEffect::Swap, 2),
            (DeedEffect::Decoy, 1),
        ],
        deedless: 4,
    },
    sleeper_risk: 60,
    loot_risk: 100,
    ..MASTERLY
};

const TRICKSTER: Habits = Habits {
    ratings: &Ratings {
        kits: &[
            (Kit::Guard, 9),
            (Kit::Chemist, 3),
            (Kit::Cook, 3),
            (Kit::Medic, 2),
            (Kit::Handler, -6),
            (Kit::Courier, -10),
        ],
        grafts: &[
            (Graft::ThickSkull, 8),
            (Graft::Matador, 6),
            (Graft::AcidSoles, 4),
            (Graft::Shoulder, 3),
            (Graft::SecondWind, 3),
            (Graft::LongArm, 2),
            (Graft::QuietBlade, 2),
            (Graft::LastStand, 2),
            (Graft::Alchemist, -2),
            (Graft::Tamer, -4),
            (Graft::Cheesemonger, -6),
        ],
        deeds: &[
            (DeedEffect::Shove, 9),
            (DeedEffect::Dash, 8),
            (DeedEffect::Swap, 8),
            (DeedEffect::Decoy, 6),
            (DeedEffect::Hook, 3),
        ],
        deedless: 0,
    },
    deed_least: WORTH,
    ..MASTERLY
};

impl Plan {
    /// Returns the habits of the plan.
    pub(super) const fn habits(self) -> Habits {
        match self {
            Plan::Fighter => FIGHTER,
            Plan::Chemist => CHEMIST,
            Plan::Leader => LEADER,
            Plan::Courier => COURIER,
            Plan::Thief => THIEF,
            Plan::Trickster => TRICKSTER,
        }
    }

    /// Returns the plan for which the player's build has the highest value. Until the player has a kit, the best of the
    /// offered kits counts, too. Ties go to the first plan.
    pub(super) fn that_suits(game: &Game) -> Plan {
        let best_kit = |plan: Plan| {
            let offered = Kit::offered(game.seed(), game.mode().missing()).into_iter();
            offered.map(|kit| plan.habits().ratings.of_kit(kit)).max().unwrap_or(0)
        };
        let has_kit = game.player().build.kit.is_some();
        let worth = |plan: Plan| {
            let offered = if has_kit { 0 } else { i32::from(best_kit(plan)) };
            plan.habits().ratings.of_build(game) + offered
        };
        let best = |one: Plan, other: Plan| if worth(other) > worth(one) { other } else { one };
        Plan::ALL.into_iter().reduce(best).unwrap_or(Plan::Fighter)
    }
}
