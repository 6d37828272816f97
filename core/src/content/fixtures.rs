//! Defines what terminals, cables and cages do (W16, W18, W25).

use crate::content::MonsterKind;
use crate::quantity::{Damage, Floor};

/// The experience from a terminal: this times the number of the floor (W16).
pub(crate) const TERMINAL_XP_BY_FLOOR: u32 = 6;
/// How many turns the cameras show all mice of a floor (W16).
pub(crate) const CAMERA_TURNS: u8 = 30;

/// The damage of a live cable on floor 0; on higher floors it is greater. The lobby itself has no cables (W18).
pub(crate) const CABLE_DAMAGE: u16 = 3;
/// The number of floors climbed for each additional hit point that a live cable takes (W18).
pub(crate) const CABLE_DAMAGE_FLOORS: u8 = 2;

/// Returns the hit points that a live cable takes on `floor` (W18).
pub(crate) fn cable_damage(floor: Floor) -> Damage {
    Damage(CABLE_DAMAGE + u16::from(floor.number() / CABLE_DAMAGE_FLOORS))
}

/// The kind of mouse that sits in cages (W25).
pub(crate) const CAGED: MonsterKind = MonsterKind::MicroMouse;

/// How many turns a live cable stuns a creature that steps on it (W18).
pub(crate) const CABLE_STUN_TURNS: u8 = 1;

/// How many turns others must block a hunter before it looks for a vent (W15).
pub(crate) const VENT_BLOCKED_TURNS: u8 = 2;
/// The largest distance in tiles to a vent that a blocked hunter walks to (W15).
pub(crate) const VENT_RADIUS: u8 = 6;
/// How many turns a monster spends in the vents (W15).
pub(crate) const VENT_TURNS: u8 = 4;
/// The least distance in tiles between the player and a vent by which a monster comes out (W15).
pub(crate) const VENT_EXIT_DISTANCE_MIN: u8 = 4;
