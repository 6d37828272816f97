//! Habits: how bots differ from the careful one, and how they value things.

use crate::content::firmware::DeedEffect;
use crate::content::{Firmware, Graft, Kit, Slot};
use crate::rules::firmware::WORTH;
use crate::world::Game;

/// The parameters of a strategy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Habits {
    /// The distance in steps within which it waits for approaching monsters, to strike first.
    pub(super) waits_within: u8,
    /// True when it retreats to a narrow place from two monsters or more.
    pub(super) retreats: bool,
    /// True when it leaves a losing fight by stairs.
    pub(super) flees: bool,
    /// True when it uses potions, Health Packs and antidotes.
    pub(super) uses_items: bool,
    /// True when it throws items.
    pub(super) throws: bool,
    /// True when it uses terminals and override chips.
    pub(super) hacks: bool,
    /// It attacks sleepers if it expects them and their pack to take at most this percentage of its hit points. With
    /// [`ANY`], it attacks all sleepers.
    pub(super) sleeper_risk: u32,
    /// As `sleeper_risk`, but for sleepers that carry something.
    pub(super) loot_risk: u32,
    /// True when it fights behind doors.
    pub(super) takes_doors: bool,
    /// It does the deed of the worn chip when the deed is worth at least this much (I14).
    pub(super) deed_least: i16,
    /// It throws poison at an enemy that is expected to cost it this many hit points, even when it is not outmatched.
    pub(super) gas_least: u32,
    /// True when it makes an ally of any mouse; otherwise only when it needs one.
    pub(super) keeps_allies: bool,
    /// Turns on one floor after which it stops exploring and climbs.
    pub(super) turns_a_floor: u32,
    /// The worth of kits, grafts and equipment to it.
    pub(super) ratings: &'static Ratings,
    /// The habit that is put to the test.
    pub(super) probe: Option<Probe>,
}

/// Any risk at all.
pub(super) const ANY: u32 = u32::MAX;
/// A deed worth at least this much is worth its charge to a bot that does not use every item well.
const CAREFUL_WORTH: i16 = WORTH + WORTH / 2;
/// Turns on one floor after which most bots stop exploring and climb.
const TURNS_A_FLOOR: u32 = 1_200;

impl Habits {
    /// The habits of the careful bot.
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

/// A habit that might win through a gap in the rules (`probes.rs`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Probe {
    /// Steps away until it is healthy again.
    Kite,
    /// Changes floors in bad fights.
    Hop,
    /// Climbs at once.
    Dive,
    /// Throws poison at the King.
    Gas,
    /// Throws cheese at every mouse that comes.
    Lure,
}

/// The worth of kits, grafts and equipment to a plan. It is roughly the percentage points that each adds to the wins,
/// as `cargo devtools builds lines` measures them, and some more for the plan's own things. A thing that is not listed
/// is worth nothing.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Ratings {
    /// The worth of kits.
    pub(super) kits: &'static [(Kit, i8)],
    /// The worth of grafts.
    pub(super) grafts: &'static [(Graft, i8)],
    /// The worth of firmware deeds, besides the numbers of the chip, which `rate_stats` counts.
    pub(super) deeds: &'static [(DeedEffect, i8)],
    /// The worth of firmware without a deed.
    pub(super) deedless: i8,
}

impl Ratings {
    /// The ratings of a bot that knows only the numbers of things, and that a deed is worth something (I14).
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

/// Returns what `thing` is worth; 0 if it is not listed.
fn worth<T: Copy + PartialEq>(listed: &[(T, i8)], thing: T) -> i8 {
    listed.iter().find(|(listed, _)| *listed == thing).map_or(0, |(_, worth)| *worth)
}
