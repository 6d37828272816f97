//! Builds rows of rooms along straight halls, for offices, wards and a suite (W22).

use super::region::Region;
use super::rolls::{random_corner, roll};
use crate::content::places::Rows;
use crate::dice::Dice;
use crate::geometry::Pos;
use crate::world::{Map, Terrain};

/// The chance of a door between two neighbouring rooms: 1 in this number.
const INNER_DOOR_ONE_IN: u32 = 3;
/// The chance that a room between two halls has doors to both halls: 1 in this number. The other rooms between two
/// halls have a door to only one hall.
const SECOND_DOOR_ONE_IN: u32 = 2;

/// Builds halls and rows of rooms into solid rock.
pub(super) fn build(dice: &mut Dice, map: &mut Map, rows: &Rows) {
    let step = rows.room_height + rows.hall_height + 2;
    let height = rows.halls * step + rows.room_height;
    let (left, top) = random_corner(dice, (rows.width, height));
    for hall in 0..rows.halls {
        let corner = (left, top + hall * step + rows.room_height + 1);
        Region::at(corner, (rows.width, rows.hall_height)).dig(map);
    }
    for row in 0..=rows.halls {
        let has_hall = [row > 0, row < rows.halls];
        build_row(dice, map, rows, (left, top + row * step), has_hall);
    }
}

/// Builds a row of rooms, with doors to the halls above and below. `has_hall` is true for each of these halls that
/// exists.
fn build_row(
    dice: &mut Dice,
    map: &mut Map,
    rows: &Rows,
    (start, top): (u8, u8),
    has_hall: [bool; 2],
) {
    let (least, end) = (*rows.room_width.start(), start + rows.width);
    let mut left = start;
    // At least one room of a row between two halls must join the halls.
    let mut are_joined = has_hall != [true; 2];
    while left < end {
        let width = roll(dice, rows.room_width.clone());
        // If the next room would be too narrow, this room also takes the space of the next room.
        let rest = u32::from(end - left) - u32::from(width.min(end - left));
        let width = if rest < least + 1 { end - left } else { width };
        let room = Region::at((left, top), (width, rows.room_height));
        room.dig(map);
        let sides = match has_hall {
            [true, true]
                if (are_joined || left + width < end) && !dice.one_in(SECOND_DOOR_ONE_IN) =>
            {
                let above = dice.one_in(2);
                [above, !above]
            }
            sides => sides,
        };
        are_joined |= sides == [true; 2];
        for (has_door, y) in sides.into_iter().zip([room.top - 1, room.bottom + 1]) {
            if has_door {
                let x = roll(dice, u32::from(room.left)..=u32::from(room.right));
                map.set(Pos::at(x, y), Terrain::DoorClosed);
            }
        }
        if left > start && dice.one_in(INNER_DOOR_ONE_IN) {
            let y = roll(dice, u32::from(room.top)..=u32::from(room.bottom));
            map.set(Pos::at(left - 1, y), Terrain::DoorClosed);
        }
        left += width + 1;
    }
}
