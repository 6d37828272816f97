//! Plans: six ways to win a run, each a row of what it takes and what it does with it.

use super::strategy::Habits;
use crate::content::{Firmware, Graft, Kit, Slot};
use crate::rules::firmware::WORTH;
use crate::world::Game;
use musrex_assets::listed_enum;

listed_enum! {
    /// What a run is to become.
    pub enum Plan {
        /// Strikes hard: weapons, and grafts of blows.
        Fighter,
        /// Throws flasks before it has to.
        Chemist,
        /// Makes mice allies.
        Keeper,
        /// Passes sleepers, and sees no more of a floor than it has to.
        Courier,
        /// Robs those who sleep.
        Thief,
        /// Lives by deeds, and by marks that it steps off.
        Trickster,
    }
}

/// What the things of a build are worth to a plan: about the points by which those win more who have one, by `cargo
/// devtools builds lines`, and some more for what the plan is about. What is not listed is worth nothing.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Ratings {
    /// Of kits.
    kits: &'static [(Kit, i8)],
    /// Of grafts.
    grafts: &'static [(Graft, i8)],
    /// Of the firmware of a worn chip, beside its numbers, which count as in `rate_stats`.
    firmware: &'static [(Firmware, i8)],
}

impl Ratings {
    /// Those of one who knows of nothing but numbers, and that a deed is worth something (I14).
    pub(super) const PLAIN: Ratings = Ratings {
        kits: &[],
        grafts: &[],
        firmware: &[
            (Firmware::Shove, 2),
            (Firmware::Dash, 2),
            (Firmware::Hook, 2),
            (Firmware::Decoy, 2),
            (Firmware::Swap, 2),
        ],
    };

    pub(super) fn of_kit(&self, kit: Kit) -> i8 {
        worth(self.kits, kit)
    }

    pub(super) fn of_graft(&self, graft: Graft) -> i8 {
        worth(self.grafts, graft)
    }

    pub(super) fn of_firmware(&self, firmware: Firmware) -> i8 {
        worth(self.firmware, firmware)
    }

    /// Returns what the build of `game` is worth to the plan.
    fn of_build(&self, game: &Game) -> i32 {
        let build = &game.player().build;
        let chip = game.player().worn.get(Slot::Microchip).and_then(|chip| chip.firmware);
        let kit = build.kit.map_or(0, |kit| self.of_kit(kit));
        let grafts = build.grafts.iter().map(|&graft| i32::from(self.of_graft(graft)));
        let firmware = chip.map_or(0, |firmware| self.of_firmware(firmware));
        i32::from(kit) + grafts.sum::<i32>() + i32::from(firmware)
    }
}

/// Returns what `thing` is worth; nothing where it is not listed.
fn worth<T: Copy + PartialEq>(listed: &[(T, i8)], thing: T) -> i8 {
    listed.iter().find(|(listed, _)| *listed == thing).map_or(0, |(_, worth)| *worth)
}

/// What all plans have in common: each tool is used where it is needed.
const MASTERLY: Habits = Habits {
    medicates: true,
    throws: true,
    hacks: true,
    takes_doors: true,
    sleeper_risk: 50,
    loot_risk: 50,
    deed_least: WORTH,
    ..Habits::CAREFUL
};

impl Plan {
    /// Returns its row: what it takes, and what it does.
    pub(super) const fn habits(self) -> Habits {
        match self {
            Plan::Fighter => Habits {
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
                    firmware: &[
                        (Firmware::Leech, 6),
                        (Firmware::Dash, 2),
                        (Firmware::Hook, 2),
                        (Firmware::Coolant, 2),
                        (Firmware::Swap, 2),
                        (Firmware::Shove, -2),
                        (Firmware::Decoy, -2),
                    ],
                },
                ..MASTERLY
            },
            Plan::Chemist => Habits {
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
                    firmware: &[
                        (Firmware::Coolant, 7),
                        (Firmware::Dash, 3),
                        (Firmware::Swap, 2),
                        (Firmware::Decoy, 1),
                        (Firmware::Shove, -2),
                        (Firmware::Hook, -2),
                    ],
                },
                gas_least: 6,
                ..MASTERLY
            },
            Plan::Keeper => Habits {
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
                    firmware: &[
                        (Firmware::Swap, 9),
                        (Firmware::Dash, 3),
                        (Firmware::Hook, 1),
                        (Firmware::Decoy, 1),
                        (Firmware::Shove, -6),
                    ],
                },
                keeps_allies: true,
                ..MASTERLY
            },
            Plan::Courier => Habits {
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
                    firmware: &[
                        (Firmware::Dash, 9),
                        (Firmware::Decoy, 3),
                        (Firmware::Swap, 3),
                        (Firmware::Hook, 1),
                        (Firmware::Shove, -3),
                    ],
                },
                sleeper_risk: 20,
                turns_a_floor: 400,
                ..MASTERLY
            },
            Plan::Thief => Habits {
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
                    firmware: &[
                        (Firmware::Leech, 6),
                        (Firmware::Hook, 5),
                        (Firmware::Dash, 4),
                        (Firmware::Coolant, 2),
                        (Firmware::Swap, 2),
                        (Firmware::Decoy, 1),
                        (Firmware::Shove, -2),
                    ],
                },
                sleeper_risk: 60,
                loot_risk: 100,
                ..MASTERLY
            },
            Plan::Trickster => Habits {
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
                    firmware: &[
                        (Firmware::Dash, 8),
                        (Firmware::Swap, 8),
                        (Firmware::Decoy, 6),
                        (Firmware::Shove, 4),
                        (Firmware::Hook, 3),
                    ],
                },
                takes_doors: true,
                ..MASTERLY
            },
        }
    }

    /// Returns the plan to which the build of `game` is worth most, or in the lobby one of the kits there; the first of
    /// those that are equal.
    pub(super) fn that_suits(game: &Game) -> Plan {
        let best_kit = |plan: Plan| {
            let offered = Kit::offered(game.seed()).into_iter();
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
