//! Defines habits: the parameters of a bot's play, and the values that a bot assigns to things.

use crate::content::firmware::DeedEffect;
use crate::content::{Firmware, Graft, Kit, Slot};
use crate::rules::firmware::WORTH;
use crate::world::Game;

/// The habits of a strategy or plan, as parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Habits {
    /// The distance, in steps, within which the bot waits for an approaching monster in order to strike first.
    pub(super) waits_within: u8,
    /// True if the bot retreats to a narrow tile when it faces two or more monsters.
    pub(super) retreats: bool,
    /// True if the bot leaves a losing fight by stairs, unless a mouse would follow.
    pub(super) flees: bool,
    /// True if the bot drinks potions, uses Health Packs and antidotes, eats cheese, and does deeds.
    pub(super) uses_items: bool,
    /// True if the bot throws poison and cheese.
    pub(super) throws: bool,
    /// True if the bot uses terminals and override chips, and shuts vents on the throne floor.
    pub(super) hacks: bool,
    /// The bot attacks a sleeper if it expects to lose at most this percentage of its current hit points to the sleeper
    /// and its pack. With [`ANY`], it attacks all sleepers.
    pub(super) sleeper_risk: u32,
    /// The same as `sleeper_risk`, but for sleepers that carry something.
    pub(super) loot_risk: u32,
    /// True if the bot fights behind doors.
    pub(super) takes_doors: bool,
    /// The bot does the deed of the worn chip only if the deed has at least this value (I14).
    pub(super) deed_least: i16,
    /// Even in a fight that it expects to win, the bot throws poison at an enemy that it expects to cost at least this
    /// many hit points.
    pub(super) gas_least: u32,
    /// True if the bot uses an override chip on any mouse that would be a much better ally. False if it does so only in
    /// a fight for which it needs an ally.
    pub(super) keeps_allies: bool,
    /// The number of turns on a floor after which the bot climbs, even if it has not explored the whole floor.
    pub(super) turns_a_floor: u32,
    /// The values of kits, grafts and equipment to the bot.
    pub(super) ratings: &'static Ratings,
    /// The habit that the strategy tests, if any.
    pub(super) probe: Option<Probe>,
}

/// A limit so high that no risk exceeds it, and no expected loss reaches it.
pub(super) const ANY: u32 = u32::MAX;
/// The least value of a deed for which the careful bot spends a charge.
const CAREFUL_WORTH: i16 = WORTH + WORTH / 2;
/// The number of turns on a floor after which most bots climb, even if they have not explored the whole floor.
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

/// A habit that might exploit a gap in the rules to win (`probes.rs`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Probe {
    /// Steps away from hunters until the bot is healthy again.
    Kite,
    /// Leaves losing fights by stairs, even if enemies follow.
    Hop,
    /// Climbs as soon as the bot has seen the stairs up.
    Dive,
    /// Throws poison at the King.
    Gas,
    /// Throws cheese at every approaching mouse.
    Lure,
}

/// The values of kits, grafts and equipment for a plan. A value is roughly the number of percentage points that the
/// thing adds to the share of runs won, as measured by `cargo devtools builds lines`. A thing that is not listed has
/// the value 0.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Ratings {
    /// The ratings to which these ratings are added. A plan adds small values to [`Ratings::MEASURED`] for the things
    /// that suit the plan.
    pub(super) basis: Option<&'static Ratings>,
    /// The values of kits.
    pub(super) kits: &'static [(Kit, i8)],
    /// The values of grafts.
    pub(super) grafts: &'static [(Graft, i8)],
    /// The values of firmware deeds. `rate_stats` counts the bonus of the chip, so these values do not include the
    /// bonus.
    pub(super) deeds: &'static [(DeedEffect, i8)],
    /// The value of firmware without a deed.
    pub(super) deedless: i8,
}

impl Ratings {
    /// The ratings of a bot that compares things only by their numbers, and that gives every deed the same small value
    /// (I14).
    pub(super) const PLAIN: Ratings = Ratings {
        basis: None,
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

    /// The values that `cargo devtools builds lines` measured for randomly chosen things. They are about the same for
    /// every plan.
    pub(super) const MEASURED: Ratings = Ratings {
        basis: None,
        kits: &[
            (Kit::Guard, 6),
            (Kit::Medic, 5),
            (Kit::Janitor, -3),
            (Kit::Cook, -4),
            (Kit::Handler, -6),
        ],
        grafts: &[
            (Graft::Whirl, 5),
            (Graft::LongArm, 4),
            (Graft::Tamer, 4),
            (Graft::QuietBlade, 4),
            (Graft::AcidSoles, -2),
            (Graft::SecondWind, -4),
            (Graft::ThickSkull, -4),
        ],
        deeds: &[
            (DeedEffect::Dash, 4),
            (DeedEffect::Decoy, 1),
            (DeedEffect::Swap, -2),
            (DeedEffect::Hook, -3),
        ],
        deedless: 3,
    };

    pub(super) fn of_kit(&self, kit: Kit) -> i8 {
        self.sum(|ratings| worth(ratings.kits, kit))
    }

    pub(super) fn of_graft(&self, graft: Graft) -> i8 {
        self.sum(|ratings| worth(ratings.grafts, graft))
    }

    pub(super) fn of_firmware(&self, firmware: Firmware) -> i8 {
        self.sum(|it| firmware.deed().map_or(it.deedless, |deed| worth(it.deeds, deed.effect)))
    }

    /// Returns the sum of a value of these ratings and the same value of their basis.
    fn sum(&self, value: impl Fn(&Ratings) -> i8) -> i8 {
        value(self) + self.basis.map_or(0, value)
    }

    /// Returns the value of the player's build for the plan: the sum over the kit, the grafts and the firmware of the
    /// worn chip.
    pub(super) fn of_build(&self, game: &Game) -> i32 {
        let build = &game.player().build;
        let chip = game.player().worn.get(Slot::Microchip).and_then(|chip| chip.firmware);
        let kit = build.kit.map_or(0, |kit| self.of_kit(kit));
        let grafts = build.grafts.iter().map(|&graft| i32::from(self.of_graft(graft)));
        let firmware = chip.map_or(0, |firmware| self.of_firmware(firmware));
        i32::from(kit) + grafts.sum::<i32>() + i32::from(firmware)
    }
}

/// Returns the value of `thing`, or 0 if `thing` is not listed.
fn worth<T: Copy + PartialEq>(listed: &[(T, i8)], thing: T) -> i8 {
    listed.iter().find(|(listed, _)| *listed == thing).map_or(0, |(_, worth)| *worth)
}
