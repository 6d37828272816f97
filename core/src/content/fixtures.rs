//! Defines the numbers of terminals, cables, cages and vents (W15, W16, W18, W25).

use crate::content::MonsterKind;
use crate::quantity::{Damage, Floor};

/// The experience from a terminal, per number of the floor: a terminal on floor 2 gives twice this (W16).
pub(crate) const TERMINAL_XP_BY_FLOOR: u32 = 6;
/// The number of turns for which the cameras show all monsters of a floor (W16).
pub(crate) const CAMERA_TURNS: u8 = 30;

/// The damage of a live cable on floor 0. The damage grows on higher floors. The lobby (floor 0) has no cables (W18).
pub(crate) const CABLE_DAMAGE: u16 = 3;
/// The number of floors climbed for each additional hit point that a live cable takes (W18).
pub(crate) const CABLE_DAMAGE_FLOORS: u8 = 2;

/// Returns the hit points that a live cable takes on `floor` (W18).
pub(crate) fn cable_damage(floor: Floor) -> Damage {
    Damage(CABLE_DAMAGE + u16::from(floor.number() / CABLE_DAMAGE_FLOORS))
}

/// The kind of mouse that is locked in cages (W25).
pub(crate) const CAGED: MonsterKind = MonsterKind::MicroMouse;

/// The number of turns for which a live cable stuns a creature that steps on it (W18).
pub(crate) const CABLE_STUN_TURNS: u8 = 1;

/// The number of turns for which other monsters must block a hunting monster before it goes for a vent (W15).
pub(crate) const VENT_BLOCKED_TURNS: u8 = 2;
/// The largest distance, in tiles, to the vent that a blocked hunter walks to (W15) or that the King slips into (K2).
pub(crate) const VENT_RADIUS: u8 = 6;
/// The number of turns that a monster spends in the vents (W15).
pub(crate) const VENT_TURNS: u8 = 4;
/// The least distance, in tiles, from the player to the vent from which a monster comes out, if there is a vent that
/// far away (W15).
pub(crate) const VENT_EXIT_DISTANCE_MIN: u8 = 4;
