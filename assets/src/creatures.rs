//! The heroine and the creatures of `sprites/creatures.txt`.

use crate::Tile;

const SHEET: &str = include_str!("../sprites/creatures.txt");

/// A creature standing still: two pictures to take turns, facing each way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Poses {
    /// Facing right, as drawn.
    pub right: [Tile; 2],
    /// Facing left: the same, mirrored.
    pub left: [Tile; 2],
}

impl Poses {
    /// The creature whose pictures are `first` and `second` in `sheet`, where it faces right.
    ///
    /// # Panics
    /// Panics as [`Tile::read`] does; in a constant, that is an error of compilation.
    pub const fn read(sheet: &str, first: &str, second: &str) -> Poses {
        let right = [Tile::read(sheet, first), Tile::read(sheet, second)];
        let left = [right[0].mirrored(), right[1].mirrored()];
        Poses { right, left }
    }
}

/// The night technician whom the player leads.
pub static HEROINE: Poses = Poses::read(SHEET, "heroine", "heroine_2");
/// A small mouse with a blinking chip on its head.
pub static MICRO_MOUSE: Poses = Poses::read(SHEET, "micro_mouse", "micro_mouse_2");
/// A green snake with a syringe for a tail and venom in its fangs.
pub static LAB_SNAKE: Poses = Poses::read(SHEET, "lab_snake", "lab_snake_2");
/// A mouse that stands upright, in a long dark coat and shades.
pub static NEO_MOUSE: Poses = Poses::read(SHEET, "neo_mouse", "neo_mouse_2");
/// A hunched, ragged mouse that foams at the mouth.
pub static RABID_MOUSE: Poses = Poses::read(SHEET, "rabid_mouse", "rabid_mouse_2");
/// A mouse as broad as a tile, in a red bandana.
pub static TOUGH_MOUSE: Poses = Poses::read(SHEET, "tough_mouse", "tough_mouse_2");
/// A violet ghost of a mouse that does not quite hold together.
pub static META_MOUSE: Poses = Poses::read(SHEET, "meta_mouse", "meta_mouse_2");
/// A plump white mouse with green cheeks full of acid, which drips from its mouth.
pub static SPIT_MOUSE: Poses = Poses::read(SHEET, "spit_mouse", "spit_mouse_2");
/// A lean rat under a sack larger than itself.
pub static PACK_RAT: Poses = Poses::read(SHEET, "pack_rat", "pack_rat_2");
/// A small mouse under a huge crown.
pub static MOUSE_KING: Poses = Poses::read(SHEET, "mouse_king", "mouse_king_2");
/// The heroine where she fell, her head to the left.
pub static HEROINE_FALLEN: Tile = Tile::read(SHEET, "heroine_fallen");
/// The heroine as she strikes: to the right, to the left.
pub static HEROINE_STRIKES: [Tile; 2] = {
    let right = Tile::read(SHEET, "heroine_strikes");
    let left = right.mirrored();
    [right, left]
};
