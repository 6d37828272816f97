//! Defines how the King flees, and how often guards come (K).

/// The number of turns between two guards (K1).
pub(crate) const TURNS_PER_GUARD: u8 = 12;
/// The number of turns that a guard spends in the vents before it comes out (K1).
pub(crate) const GUARD_VENT_TURNS: u8 = 2;
/// The largest distance in tiles from the player at which the King slips into a vent (K2).
pub(crate) const SLIP_DISTANCE: u8 = 3;
/// The number of times that the King can slip into a vent (K2).
pub(crate) const SLIPS_MAX: u8 = 2;
/// The number of turns for which the King stops to eat cheese (K2).
pub(crate) const KING_MEAL_TURNS: u8 = 2;
/// The King stands still in one of this many turns (M5).
pub(crate) const KING_REST_INTERVAL: u32 = 3;
