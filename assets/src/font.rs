//! The font of `font.txt`: proportional, one colour, 9 rows high.

/// Height of every glyph in pixels. Capitals fill rows 0 to 6, the baseline is under row 6, and
/// tails hang into rows 7 and 8.
pub const HEIGHT: u8 = 9;

/// One character's picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Glyph {
    /// Columns of ink, 1 to 7. The gap of one column to the next glyph is not counted.
    pub width: u8,
    /// The rows from top to bottom, one bit a pixel; bit 7 is the leftmost column.
    pub rows: [u8; HEIGHT as usize],
}

/// The first and the last character of the part of the font that is looked up by code alone.
const FIRST: u8 = 0x20;
const LAST: u8 = 0x7e;
const ASCII: usize = (LAST - FIRST) as usize + 1;

/// The number of characters outside ASCII that have a glyph.
const SYMBOLS: usize = 11;

struct Font {
    ascii: [Glyph; ASCII],
    symbols: [(char, Glyph); SYMBOLS],
    unknown: Glyph,
}

static FONT: Font = read(include_bytes!("../font.txt"));

/// Returns the glyph of `c`, or a box for a character that has none.
pub fn glyph(c: char) -> &'static Glyph {
    match u8::try_from(c) {
        Ok(code @ FIRST..=LAST) => &FONT.ascii[usize::from(code - FIRST)],
        _ => FONT
            .symbols
            .iter()
            .find(|(symbol, _)| *symbol == c)
            .map_or(&FONT.unknown, |(_, glyph)| glyph),
    }
}

/// Returns the glyph of the character of `text` at byte `at`, and its length in bytes. Inlined into
/// inner loops, except for the rare case.
///
/// # Panics
/// When no character begins there.
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

/// Width in pixels of one line of text, gaps between its glyphs included.
pub fn text_width(text: &str) -> u32 {
    let columns: u32 = text.chars().map(|c| u32::from(glyph(c).width) + 1).sum();
    columns.saturating_sub(1)
}

const BLANK: Glyph = Glyph { width: 0, rows: [0; HEIGHT as usize] };

const fn read(sheet: &[u8]) -> Font {
    let mut font =
        Font { ascii: [BLANK; ASCII], symbols: [('\0', BLANK); SYMBOLS], unknown: BLANK };
    let (mut at, mut count) = (0, 0);
    while at < sheet.len() {
        if sheet[at] == b'@' {
            let (code, after_name) = character(sheet, at + 2);
            let (glyph, end) = picture(sheet, after_name + 1);
            if count < ASCII {
                assert!(
                    code as usize == FIRST as usize + count,
                    "font.txt starts with ASCII in order"
                );
                font.ascii[count] = glyph;
            } else if code == char::REPLACEMENT_CHARACTER as u32 {
                font.unknown = glyph;
            } else {
                let Some(c) = char::from_u32(code) else { panic!("font.txt names no character") };
                font.symbols[count - ASCII] = (c, glyph);
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
    assert!(count == ASCII + SYMBOLS + 1, "font.txt has another number of glyphs than font.rs");
    assert!(font.unknown.width > 0, "font.txt lacks U+FFFD");
    font
}

/// The character code named at `at`, as itself or as `U+` and digits, and the place after it.
const fn character(sheet: &[u8], at: usize) -> (u32, usize) {
    if sheet[at + 1] == b' ' {
        return (sheet[at] as u32, at + 1);
    }
    assert!(sheet[at] == b'U' && sheet[at + 1] == b'+', "a glyph is named `A` or `U+0041`");
    let (mut code, mut end) = (0, at + 2);
    while sheet[end] != b' ' {
        let Some(digit) = (sheet[end] as char).to_digit(16) else {
            panic!("a code of font.txt is hexadecimal")
        };
        code = code * 16 + digit;
        end += 1;
    }
    (code, end)
}

/// The glyph whose `WxH` stands at `at`, and the place after its last row.
const fn picture(sheet: &[u8], at: usize) -> (Glyph, usize) {
    let width = sheet[at] - b'0';
    assert!(width >= 1 && width <= 7, "a glyph is 1 to 7 columns wide");
    assert!(
        sheet[at + 1] == b'x' && sheet[at + 2] == b'0' + HEIGHT && sheet[at + 3] == b'\n',
        "a glyph's first line is `@ character Wx9`"
    );
    let mut glyph = Glyph { width, rows: [0; HEIGHT as usize] };
    let (mut at, mut y) = (at + 4, 0);
    while y < HEIGHT as usize {
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

    #[test]
    fn every_digit_has_the_same_width() {
        for digit in '0'..='9' {
            assert_eq!(glyph(digit).width, glyph('0').width);
        }
    }

    #[test]
    fn every_character_but_the_space_has_ink_and_a_shape_of_its_own() {
        let all: [char; 105] = core::array::from_fn(|i| {
            let ascii = ('!'..='~').chain("▲▼♥★↑↓←→•…×".chars());
            ascii.clone().nth(i).unwrap_or('\u{fffd}')
        });
        for (i, &c) in all.iter().enumerate() {
            assert!(glyph(c).rows.iter().any(|&row| row != 0), "{c} is blank");
            for &other in &all[..i] {
                assert!(other == c || glyph(other) != glyph(c), "{other} and {c} look alike");
            }
        }
    }

    #[test]
    fn an_unknown_character_is_a_box() {
        assert_eq!(glyph('\u{1f42d}'), glyph('\u{fffd}'));
        assert_ne!(glyph('▲'), glyph('\u{fffd}'));
    }

    #[test]
    fn width_of_text_counts_the_gaps() {
        assert_eq!(text_width(""), 0);
        assert_eq!(text_width("A"), 5);
        assert_eq!(text_width("AI"), 5 + 1 + 3);
    }
}
