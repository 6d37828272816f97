//! The fonts of `font.txt`, `font-tall.txt` and `font-large.txt`. The fonts are proportional, have one colour, and are
//! 9, 12 and 12 rows high. Each font contains ASCII, Latin-1 and some symbols.

/// The height of every glyph in pixels. Capitals fill rows 0 to 6, the baseline is below row 6, and descenders reach
/// into rows 7 and 8.
pub const HEIGHT: u8 = 9;
/// The height of every tall and every large glyph in pixels. Capitals fill rows 0 to 8, the baseline is below row 8,
/// and descenders reach into rows 9 to 11.
pub const LARGE_HEIGHT: u8 = 12;

/// The picture of one character, `ROWS` rows high.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Glyph<const ROWS: usize = { HEIGHT as usize }> {
    /// The width of the drawing in columns, 1 to 7. The gap of one column before the next glyph is not included.
    pub width: u8,
    /// The rows from top to bottom, one bit per pixel; bit 7 is the leftmost column.
    pub rows: [u8; ROWS],
}

/// The picture of one character in the tall or the large font.
pub type LargeGlyph = Glyph<{ LARGE_HEIGHT as usize }>;

/// The first ASCII character that has a glyph. ASCII glyphs are looked up by character code.
const FIRST: u8 = 0x20;
const LAST: u8 = 0x7e;
const ASCII: usize = (LAST - FIRST) as usize + 1;

/// The first Latin-1 character above ASCII. Latin-1 glyphs are also looked up by character code.
const LATIN_FIRST: u8 = 0xa0;
const LATIN_LAST: u8 = 0xff;
const LATIN: usize = (LATIN_LAST - LATIN_FIRST) as usize + 1;

/// The number of characters outside Latin-1 that have a glyph, not counting U+FFFD.
const SYMBOLS: usize = 10;

struct Font<const ROWS: usize> {
    ascii: [Glyph<ROWS>; ASCII],
    latin: [Glyph<ROWS>; LATIN],
    symbols: [(char, Glyph<ROWS>); SYMBOLS],
    unknown: Glyph<ROWS>,
}

static FONT: Font<{ HEIGHT as usize }> = read(include_bytes!("../font.txt"));
static TALL_FONT: Font<{ LARGE_HEIGHT as usize }> = read(include_bytes!("../font-tall.txt"));
static LARGE_FONT: Font<{ LARGE_HEIGHT as usize }> = read(include_bytes!("../font-large.txt"));

impl<const ROWS: usize> Font<ROWS> {
    fn glyph(&self, c: char) -> &Glyph<ROWS> {
        match u8::try_from(c) {
            Ok(code @ FIRST..=LAST) => &self.ascii[usize::from(code - FIRST)],
            Ok(code @ LATIN_FIRST..) => &self.latin[usize::from(code - LATIN_FIRST)],
            _ => self
                .symbols
                .iter()
                .find(|(symbol, _)| *symbol == c)
                .map_or(&self.unknown, |(_, glyph)| glyph),
        }
    }

    fn text_width(&self, text: &str) -> u32 {
        let columns: u32 = text.chars().map(|c| u32::from(self.glyph(c).width) + 1).sum();
        columns.saturating_sub(1)
    }
}

/// Returns the glyph of `c`, or a box for a character that has none.
pub fn glyph(c: char) -> &'static Glyph {
    FONT.glyph(c)
}

/// Returns the tall glyph of `c`, or a box for a character that has none.
pub fn tall_glyph(c: char) -> &'static LargeGlyph {
    TALL_FONT.glyph(c)
}

/// Returns the large glyph of `c`, or a box for a character that has none.
pub fn large_glyph(c: char) -> &'static LargeGlyph {
    LARGE_FONT.glyph(c)
}

/// Returns the glyph of the character that begins at byte `at` of `text`, and the length of that character in bytes.
/// The ASCII case is inlined into inner loops.
///
/// # Panics
/// Panics if no character begins at that byte.
#[inline(always)]
pub fn glyph_at(text: &str, at: usize) -> (&'static Glyph, usize) {
    match text.as_bytes()[at] {
        code @ FIRST..=LAST => (&FONT.ascii[code as usize - FIRST as usize], 1),
        _ => symbol_at(text, at),
    }
}

#[cold]
fn symbol_at(text: &str, at: usize) -> (&'static Glyph, usize) {
    let c = text[at..].chars().next().expect("a character begins here");
    (glyph(c), c.len_utf8())
}

/// Returns the width in pixels of one line of text, including the gaps between glyphs.
pub fn text_width(text: &str) -> u32 {
    FONT.text_width(text)
}

/// Returns the width in pixels of one line of tall text, including the gaps between glyphs.
pub fn tall_text_width(text: &str) -> u32 {
    TALL_FONT.text_width(text)
}

/// Returns the width in pixels of one line of large text, including the gaps between glyphs.
pub fn large_text_width(text: &str) -> u32 {
    LARGE_FONT.text_width(text)
}

const fn read<const ROWS: usize>(sheet: &[u8]) -> Font<ROWS> {
    let blank = Glyph { width: 0, rows: [0; ROWS] };
    let mut font = Font {
        ascii: [blank; ASCII],
        latin: [blank; LATIN],
        symbols: [('\0', blank); SYMBOLS],
        unknown: blank,
    };
    let (mut at, mut count) = (crate::sheet::start(sheet), 0);
    while at < sheet.len() {
        if sheet[at] == b'@' {
            let (code, after_name) = character(sheet, at + 2);
            let (glyph, end) = picture(sheet, after_name + 1);
            if count < ASCII {
                assert!(
                    code as usize == FIRST as usize + count,
                    "a font starts with ASCII in order"
                );
                font.ascii[count] = glyph;
            } else if count < ASCII + LATIN {
                assert!(
                    code as usize == LATIN_FIRST as usize + count - ASCII,
                    "Latin-1 stands behind ASCII in order"
                );
                font.latin[count - ASCII] = glyph;
            } else if code == char::REPLACEMENT_CHARACTER as u32 {
                font.unknown = glyph;
            } else {
                let Some(c) = char::from_u32(code) else { panic!("a font names no character") };
                font.symbols[count - ASCII - LATIN] = (c, glyph);
            }
            count += 1;
            at = end;
        } else {
            while sheet[at] != b'\n' {
                at += 1;
            }
            at += 1;
        }
    }
    assert!(
        count == ASCII + LATIN + SYMBOLS + 1,
        "a font has another number of glyphs than font.rs"
    );
    assert!(font.unknown.width > 0, "a font lacks U+FFFD");
    font
}

/// Reads the character at `at`, written as itself or as `U+` and digits. Returns its code and the offset after it.
const fn character(sheet: &[u8], at: usize) -> (u32, usize) {
    if sheet[at + 1] == b' ' {
        return (sheet[at] as u32, at + 1);
    }
    assert!(sheet[at] == b'U' && sheet[at + 1] == b'+', "a glyph is named `A` or `U+0041`");
    let (mut code, mut end) = (0, at + 2);
    while sheet[end] != b' ' {
        let Some(digit) = (sheet[end] as char).to_digit(16) else {
            panic!("a code of a font is hexadecimal")
        };
        code = code * 16 + digit;
        end += 1;
    }
    (code, end)
}

/// Reads the glyph whose `WxH` is at `at`. Returns the glyph and the offset after its last row.
const fn picture<const ROWS: usize>(sheet: &[u8], at: usize) -> (Glyph<ROWS>, usize) {
    let width = sheet[at] - b'0';
    assert!(width >= 1 && width <= 7, "a glyph is 1 to 7 columns wide");
    assert!(sheet[at + 1] == b'x', "a glyph's first line is `@ character WxH`");
    let (mut at, mut height, mut y) = (at + 2, 0, 0);
    while sheet[at] != b'\n' {
        height = 10 * height + (sheet[at] - b'0') as usize;
        at += 1;
    }
    assert!(height == ROWS, "a glyph has another height than its font");
    let mut glyph = Glyph { width, rows: [0; ROWS] };
    at += 1;
    while y < ROWS {
        let mut x = 0;
        while x < width {
            match sheet[at + x as usize] {
                b'#' => glyph.rows[y] |= 0x80 >> x,
                b'.' => {}
                _ => panic!("a row of a glyph is `#` and `.`, as many as its width"),
            }
            x += 1;
        }
        assert!(sheet[at + width as usize] == b'\n', "a row of a glyph is longer than its width");
        at += width as usize + 1;
        y += 1;
    }
    (glyph, at)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns all characters that have a glyph, and the box that replaces all other characters.
    fn all() -> impl Iterator<Item = char> + Clone {
        let latin = ('\u{a0}'..='\u{ff}').filter(|&c| c != '\u{a0}' && c != '\u{ad}');
        ('!'..='~').chain(latin).chain("▲▼♥★↑↓←→•…\u{fffd}".chars())
    }

    // H19
    #[test]
    fn every_digit_has_the_same_width() {
        for digit in '0'..='9' {
            assert_eq!(glyph(digit).width, glyph('0').width);
            assert_eq!(tall_glyph(digit).width, tall_glyph('0').width);
            assert_eq!(large_glyph(digit).width, large_glyph('0').width);
        }
    }

    // H19: only the non-breaking space and the soft hyphen look like another character.
    #[test]
    fn every_character_but_the_space_has_ink_and_a_shape_of_its_own() {
        for (i, c) in all().enumerate() {
            let ink = |rows: &[u8]| rows.iter().any(|&row| row != 0);
            assert!(ink(&glyph(c).rows), "{c} is blank");
            assert!(ink(&tall_glyph(c).rows), "tall {c} is blank");
            assert!(ink(&large_glyph(c).rows), "large {c} is blank");
            for other in all().take(i) {
                assert!(glyph(other) != glyph(c), "{other} and {c} look alike");
                assert!(tall_glyph(other) != tall_glyph(c), "tall {other} and {c} look alike");
                assert!(large_glyph(other) != large_glyph(c), "large {other} and {c} look alike");
            }
        }
        for (c, like) in [('\u{a0}', ' '), ('\u{ad}', '-')] {
            assert_eq!(glyph(c), glyph(like));
            assert_eq!(tall_glyph(c), tall_glyph(like));
            assert_eq!(large_glyph(c), large_glyph(like));
        }
    }

    /// Returns whether most rows with ink have two adjacent pixels of ink.
    fn is_bold(rows: &[u8]) -> bool {
        let inked = rows.iter().filter(|&&row| row != 0).count();
        2 * rows.iter().filter(|&&row| row & row << 1 != 0).count() > inked
    }

    // H19: a stroke of one pixel is hard to read on a screen of three inches.
    #[test]
    fn letters_and_digits_are_bold() {
        for c in all().filter(|c| c.is_alphanumeric() && !"¹²³ªº¼½¾".contains(*c)) {
            assert!(is_bold(&glyph(c).rows), "{c} is thin");
            assert!(is_bold(&tall_glyph(c).rows), "tall {c} is thin");
            assert!(is_bold(&large_glyph(c).rows), "large {c} is thin");
        }
    }

    // H19
    #[test]
    fn an_unknown_character_is_a_box() {
        assert_eq!(glyph('\u{1f42d}'), glyph('\u{fffd}'));
        assert_eq!(glyph('\u{9f}'), glyph('\u{fffd}'));
        assert_ne!(glyph('▲'), glyph('\u{fffd}'));
        assert_eq!(tall_glyph('\u{1f42d}'), tall_glyph('\u{fffd}'));
        assert_eq!(large_glyph('\u{1f42d}'), large_glyph('\u{fffd}'));
        assert_ne!(large_glyph('▲'), large_glyph('\u{fffd}'));
    }

    // H10: a line that fits a frame of 240 pixels in the normal font fits a frame of 320 pixels in the large font,
    // except for lines of narrow letters.
    #[test]
    fn a_large_glyph_is_eight_columns_wide_at_most_with_its_gap() {
        for c in all().chain([' ']) {
            let (small, large) = (glyph(c).width + 1, large_glyph(c).width + 1);
            assert!(large <= 8 && large <= small + 2, "{c} takes {large} columns for {small}");
        }
    }

    // H10: a line that fits a narrow frame in the normal font also fits that frame in the tall font.
    #[test]
    fn a_tall_glyph_is_no_wider_than_a_normal_one() {
        for c in all().chain([' ']) {
            assert!(tall_glyph(c).width <= glyph(c).width, "{c} is wider");
        }
    }

    #[test]
    fn width_of_text_counts_the_gaps() {
        assert_eq!(text_width(""), 0);
        assert_eq!(text_width("A"), 5);
        assert_eq!(text_width("AI"), 5 + 1 + 4);
    }
}
