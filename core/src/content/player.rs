//! Defines how the player grows and travels (B, N), and what a run is worth (H).

use crate::quantity::Level;

/// The experience that leaving a level takes in all, for each square of its number (B8).
pub const XP_BY_LEVEL_SQUARED: u32 = 75;
/// The experience that comes on top for each level (B8).
pub const XP_BY_LEVEL: u32 = 25;
/// The experience that the first arrival on a floor pays for each floor (B6).
pub const ARRIVAL_XP_BY_FLOOR: u32 = 20;
/// The experience that taking an item pays which was never carried (B15).
pub const FIND_XP: u32 = 1;

/// Returns the player's numbers at `level` with nothing worn, in the order of
/// [`Bonus::numbers`](crate::content::Bonus::numbers) (B10).
pub fn numbers_at(level: Level) -> [i32; 5] {
    let k = i32::from(level.number()) - 1;
    [25 + 10 * k, 1 + k, 4 + 3 * k / 2, 4 + k, 10 + 3 * k / 2]
}

/// The part of harm that reaches the player in a calm night: 1 of so many (A19).
pub const CALM_PART: u16 = 2;

/// A run of fewer turns keeps a conduct (H7).
pub const CONDUCT_TURNS: u32 = 3_800;
/// A run with no more kills keeps a conduct (H7).
pub const CONDUCT_KILLS_MAX: u16 = 110;

/// The score of each floor below the one where a run ends (H5).
pub const SCORE_PER_FLOOR: u32 = 100;
/// The score of each kill (H5).
pub const SCORE_PER_KILL: u32 = 5;
/// The score of a victory (H5).
pub const SCORE_OF_VICTORY: u32 = 5_000;

/// The largest saving throw in chances of a hundred, which is not certain (B12).
pub const SAVING_THROW_MAX: i32 = 95;

/// A new level gives back the maximum of hit points divided by this (B13).
pub const LEVEL_HEALS_PART: u16 = 4;
/// A level is near in the last part of the way to it: one of so many (B13).
pub const LEVEL_NEAR_PART: u32 = 4;

/// The walking steps from a known sleeper that exploring does not enter (N4).
pub const EXPLORE_SLEEPER_DISTANCE: u8 = 4;
/// The walking steps by which a way around the harmless may be longer than one over them (N3).
pub const DETOUR_STEPS: u16 = 10;
/// An alert enemy behind glass, water or furniture keeps from exploring when the way around takes the
/// player at most so many steps (N3).
pub const THREAT_STEPS: u8 = 10;
/// Auto-travel goes on through poison, venom and regrowth while more than the maximum of hit
/// points divided by this is left (N3).
pub const TRAVEL_HP_PART: u16 = 2;
