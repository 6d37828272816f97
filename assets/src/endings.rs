//! How a run ends, in large pictures, and the throne it may end at.

use crate::interface::Image;
use crate::sheet;

const SHEET: &str = include_str!("../sprites/endings.txt");

static VICTORY_PIXELS: [[u8; 160]; 80] = sheet::picture(SHEET.as_bytes(), "victory");
static DEATH_PIXELS: [[u8; 96]; 56] = sheet::picture(SHEET.as_bytes(), "death");
static THRONE_PIXELS: [[u8; 32]; 32] = sheet::picture(SHEET.as_bytes(), "throne");

/// Dawn from the roof of the tower: the heroine, the crown, and the mice leaving with their
/// bundles. Fills its rectangle.
pub static VICTORY: Image = Image { width: 160, height: 80, pixels: VICTORY_PIXELS.as_flattened() };

/// The heroine's headlamp on the floor of the cave, still lit; a mouse in its light throws the
/// shadow of a king. Fills its rectangle.
pub static DEATH: Image = Image { width: 96, height: 56, pixels: DEATH_PIXELS.as_flattened() };

/// The throne of cheese, two tiles wide and two high; drawn over ground or wall, 0 is clear.
///
/// Whoever stands in the middle of its lower edge, that is 8 pixels in and 16 down, sits in it
/// and stays plain against its cushion.
pub static THRONE: Image = Image { width: 32, height: 32, pixels: THRONE_PIXELS.as_flattened() };

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_endings_fill_their_rectangles_and_the_throne_does_not() {
        for image in [&VICTORY, &DEATH] {
            assert!(image.pixels.iter().all(|&colour| colour != 0));
        }
        assert_eq!(THRONE.pixels[0], 0);
    }
}
