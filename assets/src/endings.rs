//! The pictures of the two endings, and the throne.

use crate::interface::Image;
use crate::sheet;

const SHEET: &str = include_str!("../sprites/endings.txt");

static VICTORY_ROWS: [[u32; 40]; 80] =
    sheet::words(&sheet::picture::<160, 80>(SHEET.as_bytes(), "victory"));
static DEATH_ROWS: [[u32; 24]; 56] =
    sheet::words(&sheet::picture::<96, 56>(SHEET.as_bytes(), "death"));
static THRONE_ROWS: [[u32; 8]; 32] =
    sheet::words(&sheet::picture::<32, 32>(SHEET.as_bytes(), "throne"));

/// Dawn from the roof of the tower: the heroine, the crown, and the mice leaving with their bundles. The picture has
/// no clear pixels.
pub static VICTORY: Image = Image::new(&VICTORY_ROWS);

/// The heroine's headlamp, still lit, on the floor of the cave. A mouse in its light throws the shadow of a king. The
/// picture has no clear pixels. The light ends before the right edge.
pub static DEATH: Image = Image::new(&DEATH_ROWS);

/// The throne of cheese, two tiles wide and two tiles high. The throne is drawn over ground or wall; index 0 is
/// transparent.
///
/// To put a creature on the throne, draw it 8 pixels from the left edge and 16 pixels from the top. The creature is
/// then in the middle of the throne's lower half, and stands out against the cushion.
pub static THRONE: Image = Image::new(&THRONE_ROWS);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_endings_fill_their_rectangles_and_the_throne_does_not() {
        for image in [&VICTORY, &DEATH] {
            let mut colours = image.words.iter().flat_map(|word| word.to_le_bytes());
            assert!(colours.all(|colour| colour != 0));
        }
        assert_eq!(THRONE.words[0] & 0xff, 0);
    }

    #[test]
    fn the_light_of_the_headlamp_is_not_cut() {
        const INK: u8 = 1;
        let columns = usize::from(DEATH.width) / 4;
        for row in DEATH.words.chunks(columns) {
            let last = row[columns - 1].to_le_bytes();
            assert_eq!(last[2..], [INK; 2], "{last:?}");
        }
    }
}
