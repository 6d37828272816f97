//! The 64 colours of `palette.txt`, in the order of [`crate::sheet::LETTERS`].

/// A colour as red, green and blue, 0 to 255 each.
pub type Rgb = (u8, u8, u8);

/// The two palettes; every picture is drawn with either.
pub struct Palettes {
    /// The colours as painted.
    pub painted: [Rgb; 64],
    /// The colours of the colour-safe palette: warnings and comparisons differ also for protan,
    /// deutan and tritan eyes.
    pub colour_safe: [Rgb; 64],
}

/// The colours of `palette.txt`.
pub const PALETTES: Palettes = read(include_bytes!("../palette.txt"));

const fn hex(digit: u8) -> u8 {
    match digit {
        b'0'..=b'9' => digit - b'0',
        b'a'..=b'f' => digit - b'a' + 10,
        _ => panic!("a colour of palette.txt is six small hexadecimal digits"),
    }
}

const fn colour(text: &[u8], at: usize) -> Rgb {
    (
        hex(text[at]) * 16 + hex(text[at + 1]),
        hex(text[at + 2]) * 16 + hex(text[at + 3]),
        hex(text[at + 4]) * 16 + hex(text[at + 5]),
    )
}

const fn read(text: &[u8]) -> Palettes {
    let mut palettes = Palettes { painted: [(0, 0, 0); 64], colour_safe: [(0, 0, 0); 64] };
    let (mut at, mut index) = (0, 0);
    while at < text.len() {
        if text[at] != b';' {
            assert!(
                text[at] == crate::sheet::LETTERS[index],
                "the lines of palette.txt are in the order of the letters"
            );
            palettes.painted[index] = colour(text, at + 2);
            palettes.colour_safe[index] = colour(text, at + 9);
            index += 1;
        }
        while text[at] != b'\n' {
            at += 1;
        }
        at += 1;
    }
    assert!(index == 64, "palette.txt has 64 colours");
    palettes
}
