use crate::sheet;

/// A 16 × 16 picture: rows of four words of four palette indices, the leftmost pixel in the lowest byte. Index 0 is
/// transparent where a tile is drawn as a sprite, and black where it is drawn as ground.
#[derive(Clone, Debug, PartialEq, Eq)]
#[repr(transparent)]
pub struct Tile(pub [[u32; 4]; 16]);

impl Tile {
    /// The width and the height in pixels.
    pub const SIZE: u8 = 16;

    /// Returns the picture of this name in `sheet`.
    ///
    /// # Panics
    /// Panics under the conditions of [`sheet::picture`]. In a constant, this is a compile-time error.
    pub const fn read(sheet: &str, name: &str) -> Tile {
        Tile::new(&sheet::picture(sheet.as_bytes(), name))
    }

    /// Returns the picture with these palette indices, row by row.
    pub const fn new(pixels: &[[u8; 16]; 16]) -> Tile {
        Tile(sheet::words(pixels))
    }

    /// Returns the palette indices, row by row.
    pub fn pixels(&self) -> [[u8; 16]; 16] {
        let mut pixels = [[0; 16]; 16];
        for (row, words) in pixels.iter_mut().zip(&self.0) {
            for (four, word) in row.as_chunks_mut().0.iter_mut().zip(words) {
                *four = word.to_le_bytes();
            }
        }
        pixels
    }

    /// Returns the picture mirrored left to right.
    pub const fn mirrored(&self) -> Tile {
        let mut rows = self.0;
        let mut y = 0;
        while y < rows.len() {
            let [a, b, c, d] = rows[y];
            rows[y] = [d.swap_bytes(), c.swap_bytes(), b.swap_bytes(), a.swap_bytes()];
            y += 1;
        }
        Tile(rows)
    }
}
