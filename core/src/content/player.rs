//! Defines how the player grows and travels (B, N), and how runs are scored (H).

use crate::quantity::Level;

/// The factor of the square of the level in the experience needed to leave a level (B8).
pub(crate) const XP_BY_LEVEL_SQUARED: u32 = 75;
/// The factor of the level in the experience needed to leave a level (B8).
pub(crate) const XP_BY_LEVEL: u32 = 25;
/// The experience for the first arrival on a floor: this times the number of the floor (B6).
pub(crate) const ARRIVAL_XP_BY_FLOOR: u32 = 20;
/// The experience for picking up an item for the first time (B15).
pub(crate) const FIND_XP: u32 = 1;

/// Returns the player's numbers at `level` without worn items, in the order of
/// [`Bonus::numbers`](crate::content::Bonus::numbers) (B10).
pub(crate) fn numbers_at(level: Level) -> [i32; 5] {
    let k = i32::from(level.number()) - 1;
    [25 + 10 * k, 1 + k, 4 + 3 * k / 2, 4 + k, 10 + 3 * k / 2]
}

/// The number by which damage to the player is divided in a calm night (A19).
pub(crate) const CALM_PART: u16 = 2;
/// The last floor on which a death before the first win is followed by the line about calm nights (A19).
pub(crate) const EARLY_FLOOR_MAX: u8 = 3;

/// A run with fewer turns than this keeps the conduct Fast (H7).
pub(crate) const CONDUCT_TURNS: u32 = 3_800;
/// A run with at most this many kills keeps the conduct Gentle (H7).
pub(crate) const CONDUCT_KILLS_MAX: u16 = 110;

/// The score for each floor climbed (H5).
pub(crate) const SCORE_PER_FLOOR: u32 = 100;
/// The score for each kill (H5).
pub(crate) const SCORE_PER_KILL: u32 = 5;
/// The score for a victory (H5).
pub(crate) const SCORE_OF_VICTORY: u32 = 5_000;

/// The largest saving throw in percent, so that success is never certain (B12).
pub(crate) const SAVING_THROW_MAX: i32 = 95;

/// A new level restores the maximum hit points, divided by this (B13).
pub(crate) const LEVEL_HEALS_PART: u16 = 4;
/// A new level is near if the missing experience is at most that of the whole level, divided by this (B13).
pub(crate) const LEVEL_NEAR_PART: u32 = 4;

/// Exploring avoids the tiles within this many walking steps of a known sleeper (N4).
pub(crate) const EXPLORE_SLEEPER_DISTANCE: u8 = 4;
/// How many walking steps longer a way around harmless enemies may be than a way through them (N3).
pub(crate) const DETOUR_STEPS: u16 = 10;
/// Exploring stops for an alert enemy behind glass, water or furniture if the way around these to the enemy has at most
/// this many steps (N3).
pub(crate) const THREAT_STEPS: u8 = 10;
/// Auto-travel goes on through poison, venom and regrowth while the player has more hit points than the maximum
/// divided by this (N3).
pub(crate) const TRAVEL_HP_PART: u16 = 2;
