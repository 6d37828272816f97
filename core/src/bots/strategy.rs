//! Strategies: what tells one bot from another.

use super::grafts::GraftChoice;
use musrex_assets::listed_enum;

listed_enum! {
    /// Names what a bot does when it has a choice.
    pub enum Strategy {
        /// Attacks first, heals in time, wears better equipment, explores every floor and climbs.
        Careful,
        /// Plays as careful does, but walks to every monster at once.
        Charger,
        /// Plays as careful does, but lets every monster come.
        Waiter,
        /// Plays as careful does, but retreats to a narrow place from more than one monster.
        Corridor,
        /// Plays as careful does, but leaves a fight that goes badly by the nearest stairs.
        Stairs,
        /// Plays as careful does, but uses nothing up.
        Miser,
        /// Plays as careful does, and uses terminals and override chips.
        Hacker,
        /// Plays as careful does, and throws flasks and cheese.
        Thrower,
        /// Plays as careful does, but lets sleepers lie, unless one lies alone.
        Sneak,
        /// Does all of this, by situation.
        Master,
        /// Plays as careful does, but steps away from who hunts it, until it is well again.
        Kiter,
        /// Plays as careful does, but changes floors whenever a fight goes badly, whoever follows.
        Hopper,
        /// Plays as careful does, but climbs as soon as it knows the stairs.
        Diver,
        /// Plays as careful does, but fights behind doors.
        Doorman,
        /// Plays as careful does, but throws poison at the King.
        Poisoner,
        /// Plays as careful does, but throws cheese at whoever comes.
        Lurer,
    }
}

impl Strategy {
    /// Returns its name on a command line.
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
        }
    }

    /// Returns the strategy of this name.
    pub fn from_name(name: &str) -> Option<Strategy> {
        Strategy::ALL.into_iter().find(|strategy| strategy.name() == name)
    }

    /// Returns what it does otherwise than the careful one.
    pub(super) const fn habits(self) -> Habits {
        const CAREFUL: Habits = Habits {
            waits_within: 5,
            retreats: false,
            flees: false,
            uses_items: true,
            medicates: false,
            throws: false,
            hacks: false,
            sneaks: false,
            takes_doors: false,
            grafts: GraftChoice::First,
            chooses_kit: false,
            probe: None,
        };
        const fn probe(probe: Probe) -> Habits {
            Habits { probe: Some(probe), ..CAREFUL }
        }
        match self {
            Strategy::Careful => CAREFUL,
            Strategy::Charger => Habits { waits_within: 0, ..CAREFUL },
            Strategy::Waiter => Habits { waits_within: u8::MAX, ..CAREFUL },
            Strategy::Corridor => Habits { retreats: true, ..CAREFUL },
            Strategy::Stairs => Habits { flees: true, ..CAREFUL },
            Strategy::Miser => Habits { uses_items: false, ..CAREFUL },
            Strategy::Hacker => Habits { hacks: true, ..CAREFUL },
            Strategy::Thrower => Habits { throws: true, ..CAREFUL },
            Strategy::Sneak => Habits { sneaks: true, ..CAREFUL },
            Strategy::Master => Habits {
                takes_doors: true,
                grafts: GraftChoice::Best,
                medicates: true,
                throws: true,
                hacks: true,
                sneaks: true,
                chooses_kit: true,
                ..CAREFUL
            },
            Strategy::Kiter => probe(Probe::Kite),
            Strategy::Hopper => probe(Probe::Hop),
            Strategy::Diver => probe(Probe::Dive),
            Strategy::Doorman => Habits { takes_doors: true, ..CAREFUL },
            Strategy::Poisoner => probe(Probe::Gas),
            Strategy::Lurer => probe(Probe::Lure),
        }
    }
}

/// Holds what tells one strategy from another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Habits {
    /// The distance in steps within which it waits for monsters that come, to strike first.
    pub(super) waits_within: u8,
    /// True when it retreats to a narrow place from more than one monster.
    pub(super) retreats: bool,
    /// True when it leaves a fight that goes badly by stairs.
    pub(super) flees: bool,
    /// True when it drinks, bandages and cures.
    pub(super) uses_items: bool,
    /// True when it drinks regrowth potions that it knows in fights, and cures early.
    pub(super) medicates: bool,
    /// True when it throws.
    pub(super) throws: bool,
    /// True when it uses terminals and override chips.
    pub(super) hacks: bool,
    /// True when it lets sleepers lie.
    pub(super) sneaks: bool,
    /// True when it fights behind doors.
    pub(super) takes_doors: bool,
    /// Tells which grafts it takes.
    pub(super) grafts: GraftChoice,
    /// True when it takes the kit that is worth most to it, and not the first.
    pub(super) chooses_kit: bool,
    /// The habit that is tried for what it gains.
    pub(super) probe: Option<Probe>,
}

/// A habit that might win by what no rule means (`probes.rs`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Probe {
    /// Steps away until it is well again.
    Kite,
    /// Changes floors in bad fights.
    Hop,
    /// Climbs at once.
    Dive,
    /// Throws poison at the King.
    Gas,
    /// Throws cheese at whoever comes.
    Lure,
}
