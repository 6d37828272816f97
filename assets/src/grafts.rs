//! The pictures of the grafts, the permanent upgrades of a run, from `sprites/grafts.txt`. The pictures appear
//! on the cards of the grafts and beside the names of the grafts.

use crate::Tile;

const SHEET: &str = include_str!("../sprites/grafts.txt");

const fn read(name: &str) -> Tile {
    Tile::read(SHEET, name)
}

/// A skull with a steel cap.
pub static THICK_SKULL: Tile = read("thick_skull");
/// A boxing glove on a spring.
pub static LONG_ARM: Tile = read("long_arm");
/// A pauldron (shoulder armour) that pushes.
pub static SHOULDER: Tile = read("shoulder");
/// Gusts of wind.
pub static SECOND_WIND: Tile = read("second_wind");
/// A wheel of cheese.
pub static CHEESEMONGER: Tile = read("cheesemonger");
/// A mouse with a heart and a collar.
pub static TAMER: Tile = read("tamer");
/// A boot on a sole of acid.
pub static ACID_SOLES: Tile = read("acid_soles");
/// A dagger.
pub static QUIET_BLADE: Tile = read("quiet_blade");
/// A flask that boils.
pub static ALCHEMIST: Tile = read("alchemist");
/// A cracked heart in flames.
pub static LAST_STAND: Tile = read("last_stand");
/// A red cape.
pub static MATADOR: Tile = read("matador");
/// Blades that turn around a heart.
pub static WHIRL: Tile = read("whirl");
