//! Defines how the King flees, and how often guards come (K).

/// How many turns pass from one guard to the next (K1).
pub(crate) const TURNS_PER_GUARD: u8 = 12;
/// How many turns a guard spends in the vents before it comes out (K1).
pub(crate) const GUARD_VENT_TURNS: u8 = 2;
/// The largest distance in tiles from the player at which the King slips into a vent (K2).
pub(crate) const SLIP_DISTANCE: u8 = 3;
/// How often the King can slip into a vent (K2).
pub(crate) const SLIPS_MAX: u8 = 2;
/// How many turns the King stops at cheese (K2).
pub(crate) const KING_MEAL_TURNS: u8 = 2;
/// The King stands still in one turn of this many (M5).
pub(crate) const KING_REST_INTERVAL: u32 = 3;
