//! Habits: what bots do otherwise than the careful one, and what things are worth to them.

use crate::content::firmware::DeedEffect;
use crate::content::{Firmware, Graft, Kit, Slot};
use crate::rules::firmware::WORTH;
use crate::world::Game;

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
    /// True when it throws.
    pub(super) throws: bool,
    /// True when it uses terminals and override chips.
    pub(super) hacks: bool,
    /// It strikes sleepers from whom and from whose pack it expects to lose at most so many percent of its hit
    /// points, all with [`ANY`].
    pub(super) sleeper_risk: u32,
    /// The same of sleepers that carry something.
    pub(super) loot_risk: u32,
    /// True when it fights behind doors.
    pub(super) takes_doors: bool,
    /// A deed of the worn chip that serves at least so well is worth its charge (I14).
    pub(super) deed_least: i16,
    /// It throws poison at one enemy from whom it expects to lose so many hit points, also where it is not outmatched.
    pub(super) gas_least: u32,
    /// True when it makes an ally of any mouse, and not only where it needs one.
    pub(super) keeps_allies: bool,
    /// Turns on one floor after which it stops exploring and climbs.
    pub(super) turns_a_floor: u32,
    /// Tells what the things of a build are worth to it.
    pub(super) ratings: &'static Ratings,
    /// The habit that is tried for what it gains.
    pub(super) probe: Option<Probe>,
}

/// Any risk at all.
pub(super) const ANY: u32 = u32::MAX;
/// A deed that serves at least so well is worth its charge to who does not use every item well.
const CAREFUL_WORTH: i16 = WORTH + WORTH / 2;
/// Turns on one floor after which most stop exploring and climb.
const TURNS_A_FLOOR: u32 = 1_200;

impl Habits {
    /// Those of the careful one.
    pub(super) const CAREFUL: Habits = Habits {
        waits_within: 5,
        retreats: false,
        flees: false,
        uses_items: true,
        throws: false,
        hacks: false,
        sleeper_risk: ANY,
        loot_risk: ANY,
        takes_doors: false,
        deed_least: CAREFUL_WORTH,
        gas_least: ANY,
        keeps_allies: false,
        turns_a_floor: TURNS_A_FLOOR,
        ratings: &Ratings::PLAIN,
        probe: None,
    };
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

/// What the things of a build are worth to a plan: about the points by which those win more who have one, by `cargo
/// devtools builds lines`, and some more for what the plan is about. What is not listed is worth nothing.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Ratings {
    /// Of kits.
    pub(super) kits: &'static [(Kit, i8)],
    /// Of grafts.
    pub(super) grafts: &'static [(Graft, i8)],
    /// Of the deeds of firmware, beside the numbers of its chip, which count as in `rate_stats`.
    pub(super) deeds: &'static [(DeedEffect, i8)],
    /// Of firmware without a deed.
    pub(super) deedless: i8,
}

impl Ratings {
    /// Those of one who knows of nothing but numbers, and that a deed is worth something (I14).
    pub(super) const PLAIN: Ratings = Ratings {
        kits: &[],
        grafts: &[],
        deeds: &[
            (DeedEffect::Shove, 2),
            (DeedEffect::Dash, 2),
            (DeedEffect::Hook, 2),
            (DeedEffect::Decoy, 2),
            (DeedEffect::Swap, 2),
        ],
        deedless: 0,
    };

    pub(super) fn of_kit(&self, kit: Kit) -> i8 {
        worth(self.kits, kit)
    }

    pub(super) fn of_graft(&self, graft: Graft) -> i8 {
        worth(self.grafts, graft)
    }

    pub(super) fn of_firmware(&self, firmware: Firmware) -> i8 {
        firmware.deed().map_or(self.deedless, |deed| worth(self.deeds, deed.effect))
    }

    /// Returns what the build of `game` is worth to the plan.
    pub(super) fn of_build(&self, game: &Game) -> i32 {
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
