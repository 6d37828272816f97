//! Defines strategies, the kinds of bots.

use super::choices::{Choice, Choices};
use super::habits::{Habits, Probe};
use super::plans::Plan;
use crate::world::Game;
use musrex_assets::listed_enum;

listed_enum! {
    /// A strategy, which determines how a bot decides.
    pub enum Strategy {
        /// Attacks first, heals in time, wears better equipment, explores every floor and climbs.
        Careful,
        /// Plays like the careful bot, but walks to every awake monster instead of waiting for it.
        Charger,
        /// Plays like the careful bot, but waits for approaching monsters at any distance.
        Waiter,
        /// Plays like the careful bot, but retreats to a narrow tile when it faces more than one monster.
        Corridor,
        /// Plays like the careful bot, but leaves a losing fight by the nearest stairs, unless a mouse would follow.
        Stairs,
        /// Plays like the careful bot, but never heals or cures itself with items, and never does deeds.
        Miser,
        /// Plays like the careful bot, and uses terminals, override chips and the vents of the throne floor.
        Hacker,
        /// Plays like the careful bot, and throws poison and cheese.
        Thrower,
        /// Plays like the careful bot, but attacks a sleeper only if it expects to lose at most half of its hit points.
        Sneak,
        /// Throws things, uses terminals and override chips, and fights behind doors. Attacks only easy sleepers, and
        /// follows the plan that best suits its build.
        Master,
        /// Plays like the careful bot, but steps away from hunters when hurt, until it is healthy again.
        Kiter,
        /// Plays like the careful bot, but leaves losing fights by stairs, even if enemies follow.
        Hopper,
        /// Plays like the careful bot, but climbs as soon as it has seen the stairs up.
        Diver,
        /// Plays like the careful bot, but fights behind doors.
        Doorman,
        /// Plays like the careful bot, but throws poison at the King.
        Poisoner,
        /// Plays like the careful bot, but throws cheese at every approaching mouse.
        Lurer,
        /// Plays by the plan of this name.
        Fighter,
        /// Plays by the plan of this name.
        Chemist,
        /// Plays by the plan of this name.
        Leader,
        /// Plays by the plan of this name.
        Courier,
        /// Plays by the plan of this name.
        Thief,
        /// Plays by the plan of this name.
        Trickster,
    }
}

impl Strategy {
    /// Returns the strategy's name on a command line.
    pub const fn name(self) -> &'static str {
        match self {
            Strategy::Careful => "careful",
            Strategy::Charger => "charger",
            Strategy::Waiter => "waiter",
            Strategy::Corridor => "corridor",
            Strategy::Stairs => "stairs",
            Strategy::Miser => "miser",
            Strategy::Hacker => "hacker",
            Strategy::Thrower => "thrower",
            Strategy::Sneak => "sneak",
            Strategy::Master => "master",
            Strategy::Kiter => "kiter",
            Strategy::Hopper => "hopper",
            Strategy::Diver => "diver",
            Strategy::Doorman => "doorman",
            Strategy::Poisoner => "poisoner",
            Strategy::Lurer => "lurer",
            Strategy::Fighter => "fighter",
            Strategy::Chemist => "chemist",
            Strategy::Leader => "leader",
            Strategy::Courier => "courier",
            Strategy::Thief => "thief",
            Strategy::Trickster => "trickster",
        }
    }

    /// Returns the strategy with this name.
    pub fn from_name(name: &str) -> Option<Strategy> {
        Strategy::ALL.into_iter().find(|strategy| strategy.name() == name)
    }

    /// Returns the plan that the strategy follows in `game`. Returns `None` for a strategy without plans.
    pub(super) fn plan(self, game: &Game) -> Option<Plan> {
        if self == Strategy::Master { Some(Plan::that_suits(game)) } else { self.only_plan() }
    }

    /// Returns the plan that the strategy follows in every game. Returns `None` if the plan depends on the game or
    /// there is none.
    const fn only_plan(self) -> Option<Plan> {
        match self {
            Strategy::Fighter => Some(Plan::Fighter),
            Strategy::Chemist => Some(Plan::Chemist),
            Strategy::Leader => Some(Plan::Leader),
            Strategy::Courier => Some(Plan::Courier),
            Strategy::Thief => Some(Plan::Thief),
            Strategy::Trickster => Some(Plan::Trickster),
            _ => None,
        }
    }

    /// Returns the rules by which a bot with this strategy chooses kits, grafts and equipment.
    pub(super) const fn choices(self) -> Choices {
        match (self, self.only_plan()) {
            (Strategy::Master, _) | (_, Some(_)) => Choices::BEST,
            _ => Choices { kit: Choice::First, grafts: Choice::First, worn: Choice::Best },
        }
    }

    /// Returns the habits of the strategy. They do not apply if the strategy follows a plan.
    pub(super) const fn habits(self) -> Habits {
        const fn probe(probe: Probe) -> Habits {
            Habits { probe: Some(probe), ..Habits::CAREFUL }
        }
        match self {
            Strategy::Charger => Habits { waits_within: 0, ..Habits::CAREFUL },
            Strategy::Waiter => Habits { waits_within: u8::MAX, ..Habits::CAREFUL },
            Strategy::Corridor => Habits { retreats: true, ..Habits::CAREFUL },
            Strategy::Stairs => Habits { flees: true, ..Habits::CAREFUL },
            Strategy::Miser => Habits { uses_items: false, ..Habits::CAREFUL },
            Strategy::Hacker => Habits { hacks: true, ..Habits::CAREFUL },
            Strategy::Thrower => Habits { throws: true, ..Habits::CAREFUL },
            Strategy::Sneak => Habits { sleeper_risk: 50, loot_risk: 50, ..Habits::CAREFUL },
            Strategy::Kiter => probe(Probe::Kite),
            Strategy::Hopper => probe(Probe::Hop),
            Strategy::Diver => probe(Probe::Dive),
            Strategy::Doorman => Habits { takes_doors: true, ..Habits::CAREFUL },
            Strategy::Poisoner => probe(Probe::Gas),
            Strategy::Lurer => probe(Probe::Lure),
            _ => Habits::CAREFUL,
        }
    }
}
