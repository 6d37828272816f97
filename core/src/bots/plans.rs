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
        /// Throws poison more readily than the other plans, and prefers what improves flasks.
        Chemist,
        /// Prefers what makes, feeds and swaps allies.
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
/// override chips, keep an ally, and fight behind doors.
const MASTERLY: Habits = Habits {
    throws: true,
    hacks: true,
    takes_doors: true,
    sleeper_risk: 50,
    loot_risk: 50,
    keeps_allies: true,
    gas_least: 10,
    ..Habits::CAREFUL
};

const FIGHTER: Habits = Habits {
    ratings: &Ratings {
        basis: Some(&Ratings::MEASURED),
        kits: &[(Kit::Janitor, 8), (Kit::Guard, 3)],
        grafts: &[
            (Graft::LongArm, 6),
            (Graft::Whirl, 3),
            (Graft::LastStand, 8),
            (Graft::SecondWind, 9),
            (Graft::Shoulder, 6),
        ],
        deeds: &[(DeedEffect::Shove, 2)],
        deedless: 1,
    },
    ..MASTERLY
};

const CHEMIST: Habits = Habits {
    ratings: &Ratings {
        basis: Some(&Ratings::MEASURED),
        kits: &[(Kit::Chemist, 8)],
        grafts: &[(Graft::Alchemist, 9), (Graft::AcidSoles, 7)],
        deeds: &[(DeedEffect::Decoy, 2)],
        deedless: 2,
    },
    gas_least: 6,
    ..MASTERLY
};

const LEADER: Habits = Habits {
    ratings: &Ratings {
        basis: Some(&Ratings::MEASURED),
        kits: &[(Kit::Handler, 14), (Kit::Cook, 12)],
        grafts: &[(Graft::Tamer, 5), (Graft::Cheesemonger, 8)],
        deeds: &[(DeedEffect::Swap, 4)],
        deedless: 0,
    },
    ..MASTERLY
};

const COURIER: Habits = Habits {
    ratings: &Ratings {
        basis: Some(&Ratings::MEASURED),
        kits: &[(Kit::Courier, 7)],
        grafts: &[(Graft::SecondWind, 8), (Graft::Matador, 6), (Graft::AcidSoles, 6)],
        deeds: &[(DeedEffect::Dash, 5)],
        deedless: 0,
    },
    sleeper_risk: 20,
    turns_a_floor: 400,
    ..MASTERLY
};

const THIEF: Habits = Habits {
    ratings: &Ratings {
        basis: Some(&Ratings::MEASURED),
        kits: &[(Kit::Locksmith, 9), (Kit::Medic, 3)],
        grafts: &[(Graft::QuietBlade, 5), (Graft::LongArm, 6)],
        deeds: &[(DeedEffect::Hook, 4)],
        deedless: 0,
    },
    sleeper_risk: 60,
    loot_risk: 100,
    ..MASTERLY
};

const TRICKSTER: Habits = Habits {
    ratings: &Ratings {
        basis: Some(&Ratings::MEASURED),
        kits: &[(Kit::Guard, 2), (Kit::Courier, 2)],
        grafts: &[(Graft::Matador, 8), (Graft::ThickSkull, 8), (Graft::Shoulder, 6)],
        deeds: &[
            (DeedEffect::Shove, 5),
            (DeedEffect::Dash, 5),
            (DeedEffect::Swap, 5),
            (DeedEffect::Decoy, 5),
            (DeedEffect::Hook, 5),
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
