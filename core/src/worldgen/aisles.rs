//! Builds halls full of racks, with aisles between the racks (W24).

use super::region::Region;
use super::rolls::{random_corner, roll};
use crate::dice::Dice;
use crate::geometry::Pos;
use crate::world::{Map, Terrain};

/// The number of halls, which lie side by side.
const HALLS: u8 = 2;
/// The size of a hall in columns and rows.
const HALL: (u8, u8) = (16, 17);
/// The least number of free tiles between the racks and the walls.
const MARGIN: u8 = 3;
/// The distance from one row of racks to the next, in tiles.
const AISLE_PITCH: u8 = 3;
/// The length of a block of racks, in tiles.
const BLOCK: core::ops::RangeInclusive<u32> = 3..=6;
/// The gap between two blocks of a row, in tiles.
const GAP: u8 = 2;
/// The number of doors that are set between two halls. The doors may coincide.
const DOORS: u8 = 2;

/// Builds halls into solid rock, and fills them with racks.
pub(super) fn build(dice: &mut Dice, map: &mut Map) {
    // The wall above the halls must not be the border of the floor, because vents are built into this wall.
    let (left, border) = random_corner(dice, (HALLS * (HALL.0 + 1) - 1, 1 + HALL.1));
    let top = border + 1;
    for number in 0..HALLS {
        let hall = Region::at((left + number * (HALL.0 + 1), top), HALL);
        hall.dig(map);
        set_racks(dice, map, hall);
        for _ in 0..if number > 0 { DOORS } else { 0 } {
            let y = roll(dice, u32::from(hall.top)..=u32::from(hall.bottom));
            map.set(Pos::at(hall.left - 1, y), Terrain::DoorClosed);
        }
    }
}

/// Places rows of racks along or across `hall`, in blocks with gaps in between.
fn set_racks(dice: &mut Dice, map: &mut Map, hall: Region) {
    let is_across = dice.one_in(2);
    let (width, height) = hall.size();
    let (length, breadth) = if is_across { (width, height) } else { (height, width) };
    let mut row = MARGIN;
    while row < breadth - MARGIN {
        let mut place = MARGIN;
        while place < length - MARGIN {
            let end = (place + roll(dice, BLOCK)).min(length - MARGIN);
            for along in place..end {
                let (x, y) = if is_across { (along, row) } else { (row, along) };
                map.set(Pos::at(hall.left + x, hall.top + y), Terrain::Tall);
            }
            place = end + GAP;
        }
        row += AISLE_PITCH;
    }
}
