//! Defines random choices that several layouts use.

use crate::dice::Dice;
use crate::geometry::{Pos, TileSet};
use crate::limits::{MAP_HEIGHT, MAP_WIDTH};
use core::ops::RangeInclusive;

/// Picks a random tile inside the border, all with equal probability.
pub(super) fn random_interior(dice: &mut Dice) -> Pos {
    let mut coordinate = |size: u8| {
        let last = u32::from(size) - 2;
        u8::try_from(dice.uniform(1..=last)).expect("a coordinate fits a byte")
    };
    Pos::at(coordinate(MAP_WIDTH), coordinate(MAP_HEIGHT))
}

/// Rolls a number in `range`, such as a number of tiles.
pub(super) fn roll(dice: &mut Dice, range: RangeInclusive<u32>) -> u8 {
    u8::try_from(dice.uniform(range)).expect("rolled between bytes")
}

/// Picks a random top left corner for a region of the given width and height, so that the region lies inside the
/// border.
pub(super) fn random_corner(dice: &mut Dice, (width, height): (u8, u8)) -> (u8, u8) {
    let left = roll(dice, 1..=u32::from(MAP_WIDTH - 1 - width));
    (left, roll(dice, 1..=u32::from(MAP_HEIGHT - 1 - height)))
}

/// Picks a random one of the `tiles` that `is_fit` accepts, all with equal probability. The search is fast if few tiles
/// fit.
pub(super) fn choose(
    dice: &mut Dice,
    mut tiles: TileSet,
    is_fit: impl Fn(Pos) -> bool,
) -> Option<Pos> {
    loop {
        let before = dice.index(usize::from(tiles.len()))?;
        let pos = tiles.nth(before)?;
        if is_fit(pos) {
            return Some(pos);
        }
        tiles.remove(pos);
    }
}
