use crate::sheet;

/// A 16 × 16 picture: palette indices, row by row. Index 0 is clear where a tile is drawn as a
/// sprite, and black where it is drawn as ground.
///
/// Aligned to a word, so that a row is four word copies on a 32-bit machine.
#[derive(Clone, Debug, PartialEq, Eq)]
#[repr(C, align(4))]
pub struct Tile(pub [[u8; 16]; 16]);

impl Tile {
    /// Width and height in pixels.
    pub const SIZE: u8 = 16;

    /// The picture called `name` in `sheet`.
    ///
    /// # Panics
    /// As [`sheet::picture`] does; in a constant, that is an error of compilation.
    pub const fn read(sheet: &str, name: &str) -> Tile {
        Tile(sheet::picture(sheet.as_bytes(), name))
    }

    /// The same picture facing the other way.
    pub const fn mirrored(&self) -> Tile {
        let mut pixels = [[0; 16]; 16];
        let mut y = 0;
        while y < 16 {
            let mut x = 0;
            while x < 16 {
                pixels[y][x] = self.0[y][15 - x];
                x += 1;
            }
            y += 1;
        }
        Tile(pixels)
    }
}
