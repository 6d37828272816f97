//! Parses the text sheets at compile time.
//!
//! A sheet is a text file. A line that starts with `;` is a comment. A picture is a line `@ name WxH`, followed by H
//! lines of W letters. Each letter is a colour of `palette.txt`; `.` is clear. A malformed sheet or a missing picture
//! is a compile-time error.

/// The letters of the palette in order of their index: a pixel's letter is `LETTERS[index]`.
pub const LETTERS: &[u8; 64] = b".ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+";

/// Returns the palette index of a letter.
const fn index_of(letter: u8) -> u8 {
    match letter {
        b'.' => 0,
        b'A'..=b'Z' => letter - b'A' + 1,
        b'a'..=b'z' => letter - b'a' + 27,
        b'0'..=b'9' => letter - b'0' + 53,
        b'+' => 63,
        _ => panic!("a sheet holds a letter that is no colour of the palette"),
    }
}

/// Returns the offset at which the text begins: after the byte order mark, if an editor has written one.
pub(crate) const fn start(text: &[u8]) -> usize {
    match text {
        [0xEF, 0xBB, 0xBF, ..] => 3,
        _ => 0,
    }
}

/// Reads the decimal number at `at`. Returns the number and the offset after it.
const fn number(sheet: &[u8], mut at: usize) -> (usize, usize) {
    let mut value = 0;
    while at < sheet.len() && sheet[at].is_ascii_digit() {
        value = value * 10 + (sheet[at] - b'0') as usize;
        at += 1;
    }
    (value, at)
}

const fn line_end(sheet: &[u8], mut at: usize) -> usize {
    while at < sheet.len() && sheet[at] != b'\n' {
        at += 1;
    }
    at
}

/// Returns whether the name at `at`, which ends at a space, equals `name`.
const fn is_name(sheet: &[u8], at: usize, name: &[u8]) -> bool {
    let mut i = 0;
    while i < name.len() {
        if at + i >= sheet.len() || sheet[at + i] != name[i] {
            return false;
        }
        i += 1;
    }
    at + i < sheet.len() && sheet[at + i] == b' '
}

/// Returns the pixels of the picture called `name`, row by row.
///
/// # Panics
/// Panics if the sheet has no such picture, the picture is not `W` × `H`, or a row is malformed. All callers are
/// constants, so the panic is a compile-time error.
pub const fn picture<const W: usize, const H: usize>(sheet: &[u8], name: &str) -> [[u8; W]; H] {
    let mut at = start(sheet);
    while at < sheet.len() {
        if sheet[at] != b'@' {
            at = line_end(sheet, at) + 1;
            continue;
        }
        let found = is_name(sheet, at + 2, name.as_bytes());
        let mut size_at = at + 2;
        while sheet[size_at] != b' ' {
            size_at += 1;
        }
        let (width, after_width) = number(sheet, size_at + 1);
        let (height, header_end) = number(sheet, after_width + 1);
        assert!(sheet[header_end] == b'\n', "a picture's first line is `@ name WxH`");
        at = header_end + 1;
        if found {
            assert!(width == W && height == H, "a picture has another size than its use");
            return rows(sheet, at);
        }
        at += height * (width + 1);
    }
    panic!(
        "assets/sprites: the sheet has no picture of this name; draw it below a line `@ name WxH`"
    )
}

/// Packs the pixels of each row into `N` = `W` / 4 words of four pixels, the leftmost pixel in the lowest byte.
///
/// # Panics
/// Panics if `W` is not 4 × `N`.
pub const fn words<const W: usize, const N: usize, const H: usize>(
    pixels: &[[u8; W]; H],
) -> [[u32; N]; H] {
    assert!(W == 4 * N, "a row is whole words");
    let mut words = [[0; N]; H];
    let mut y = 0;
    while y < H {
        let mut x = 0;
        while x < W {
            words[y][x / 4] |= (pixels[y][x] as u32) << (x % 4 * 8);
            x += 1;
        }
        y += 1;
    }
    words
}

const fn rows<const W: usize, const H: usize>(sheet: &[u8], mut at: usize) -> [[u8; W]; H] {
    let mut pixels = [[0; W]; H];
    let mut y = 0;
    while y < H {
        let mut x = 0;
        while x < W {
            pixels[y][x] = index_of(sheet[at + x]);
            x += 1;
        }
        assert!(sheet[at + W] == b'\n', "a row of a picture is longer than its width");
        at += W + 1;
        y += 1;
    }
    pixels
}
