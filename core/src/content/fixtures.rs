//! Defines what terminals, cables and cages do (W16, W18, W25).

use crate::content::MonsterKind;
use crate::quantity::{Damage, Floor};

/// The experience that a terminal pays for each floor (W16).
pub const TERMINAL_XP_BY_FLOOR: u32 = 6;
/// The turns for which the cameras show all mice of a floor (W16).
pub const CAMERA_TURNS: u8 = 30;

/// The hit points that a live cable takes in the lobby, where there is none (W18).
pub const CABLE_DAMAGE: u16 = 3;
/// The floors that add a hit point to what a live cable takes (W18).
pub const CABLE_DAMAGE_FLOORS: u8 = 2;

/// Returns the hit points that a live cable takes on `floor` (W18).
pub(crate) fn cable_damage(floor: Floor) -> Damage {
    Damage(CABLE_DAMAGE + u16::from(floor.number() / CABLE_DAMAGE_FLOORS))
}

/// The kind that sits in cages (W25).
pub const CAGED: MonsterKind = MonsterKind::MicroMouse;

/// The turns for which a live cable stuns (W18).
pub const CABLE_STUN_TURNS: u8 = 1;

/// The turns blocked after which a hunter looks for a vent (W15).
pub const VENT_BLOCKED_TURNS: u8 = 2;
/// The distance in tiles to a vent that a blocked hunter goes to (W15).
pub const VENT_RADIUS: u8 = 6;
/// The turns that a monster spends in the vents (W15).
pub const VENT_TURNS: u8 = 4;
/// The least distance in tiles from the player to the vent a monster comes out of (W15).
pub const VENT_EXIT_DISTANCE_MIN: u8 = 4;
