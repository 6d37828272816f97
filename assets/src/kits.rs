//! The pictures of the kits in the lobby's lockers, from `sprites/kits.txt`. A kit is the starting equipment of a run.

use crate::Tile;

const SHEET: &str = include_str!("../sprites/kits.txt");

const fn read(name: &str) -> Tile {
    Tile::read(SHEET, name)
}

/// A mop in a bucket, and a cloth.
pub static JANITOR: Tile = read("janitor");
/// A mouse with a chip.
pub static HANDLER: Tile = read("handler");
/// A flask of something green.
pub static CHEMIST: Tile = read("chemist");
/// A running shoe with a wing.
pub static COURIER: Tile = read("courier");
/// A badge with a star.
pub static GUARD: Tile = read("guard");
/// A padlock and a key.
pub static LOCKSMITH: Tile = read("locksmith");
/// A white case with a red cross.
pub static MEDIC: Tile = read("medic");
/// A cook's hat over cheese.
pub static COOK: Tile = read("cook");
