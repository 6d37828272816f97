//! Defines the numbers of the player's growth (B), of auto-travel (N), and of a run's score (H).

use crate::quantity::Level;

/// The look mode shows the damage of an attack in red if this many such attacks could kill the player (H12).
pub(crate) const DEADLY_BLOWS: u16 = 4;

/// The factor of level² in the formula for the experience needed to leave a level (B8).
pub(crate) const XP_BY_LEVEL_SQUARED: u32 = 75;
/// The factor of the level in the formula for the experience needed to leave a level (B8).
pub(crate) const XP_BY_LEVEL: u32 = 25;
/// The experience for the first arrival on a floor, per number of the floor: arriving on floor 2 gives twice this (B6).
pub(crate) const ARRIVAL_XP_BY_FLOOR: u32 = 20;
/// The experience for taking an item that the player has never carried before (B15).
pub(crate) const FIND_XP: u32 = 1;

/// Returns the player's statistics at `level` without worn items (B10), in the same order as
/// [`Bonus::numbers`](crate::content::Bonus::numbers).
pub(crate) fn numbers_at(level: Level) -> [i32; 5] {
    let k = i32::from(level.number()) - 1;
    [25 + 10 * k, 1 + k, 4 + 3 * k / 2, 4 + k, 10 + 3 * k / 2]
}

/// The number by which damage to the player is divided on a calm night (A19).
pub(crate) const CALM_PART: u16 = 2;
/// The highest floor on which a death before the player's first win leads to the hint about calm nights (A19).
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

/// The largest chance of a saving throw, in percent. It is below 100, so success is never certain (B12).
pub(crate) const SAVING_THROW_MAX: i32 = 95;

/// A new level restores the maximum hit points divided by this number (B13).
pub(crate) const LEVEL_HEALS_PART: u16 = 4;
/// A new level is near if the player still needs at most the experience of the whole level divided by this number
/// (B13).
pub(crate) const LEVEL_NEAR_PART: u32 = 4;

/// Exploring avoids the tiles within this many walking steps of a known sleeper (N4).
pub(crate) const EXPLORE_SLEEPER_DISTANCE: u8 = 4;
/// A detour around harmless enemies may be this many walking steps longer than a way through them (N3).
pub(crate) const DETOUR_STEPS: u16 = 10;
/// An alert enemy that is in sight behind glass, water or furniture is a threat if the walk to the enemy takes at most
/// this many steps (N3).
pub(crate) const THREAT_STEPS: u8 = 10;
/// Poison and venom that were already running do not stop auto-travel while the player has more hit points than the
/// maximum divided by this number (N3).
pub(crate) const TRAVEL_HP_PART: u16 = 2;
