//! The 64 colours of `palette.txt`, in the order of [`crate::sheet::LETTERS`].

/// A colour as red, green and blue, 0 to 255 each.
pub type Rgb = (u8, u8, u8);

/// The two palettes. Any picture can be drawn with either palette.
pub struct Palettes {
    /// The standard colours, in which the pictures were painted.
    pub painted: [Rgb; 64],
    /// The colour-safe palette. Its warnings and comparisons stay distinct in protan, deutan and tritan vision.
    pub colour_safe: [Rgb; 64],
    /// The colours that cycle, the same in both palettes.
    pub cycles: [Cycle; CYCLES],
}

/// The number of colours that cycle.
pub const CYCLES: usize = 8;

/// The largest number of steps in a cycle.
pub const STEPS_MAX: usize = 6;

/// A palette entry that cycles through several colours.
#[derive(Clone, Copy)]
pub struct Cycle {
    /// The index of the colour among the 64.
    pub index: u8,
    /// The duration of a step in ticks, at least 1.
    pub ticks: u8,
    /// The number of steps, at least 1.
    pub steps: u8,
    /// The colours of the steps.
    pub colours: [Rgb; STEPS_MAX],
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

/// Reads a cycle from its line, which starts at `at` with `~`.
const fn cycle(text: &[u8], at: usize) -> Cycle {
    let mut index = 0;
    while crate::sheet::LETTERS[index as usize] != text[at + 2] {
        index += 1;
    }
    let mut cycle = Cycle { index, ticks: 0, steps: 0, colours: [(0, 0, 0); STEPS_MAX] };
    let mut at = at + 4;
    while text[at] != b' ' {
        assert!(text[at].is_ascii_digit(), "the ticks of a cycle are a number");
        cycle.ticks = cycle.ticks * 10 + (text[at] - b'0');
        at += 1;
    }
    while text[at] == b' ' {
        assert!((cycle.steps as usize) < STEPS_MAX, "a cycle has six steps at most");
        cycle.colours[cycle.steps as usize] = colour(text, at + 1);
        cycle.steps += 1;
        at += 7;
    }
    assert!(text[at] == b'\n' && cycle.ticks > 0 && cycle.steps > 0, "a cycle has ticks and steps");
    cycle
}

const fn read(text: &[u8]) -> Palettes {
    let still = Cycle { index: 0, ticks: 0, steps: 0, colours: [(0, 0, 0); STEPS_MAX] };
    let mut palettes = Palettes {
        painted: [(0, 0, 0); 64],
        colour_safe: [(0, 0, 0); 64],
        cycles: [still; CYCLES],
    };
    let (mut at, mut index, mut cycles) = (crate::sheet::start(text), 0, 0);
    while at < text.len() {
        if text[at] == b'~' {
            assert!(cycles < CYCLES, "palette.txt has eight cycles");
            palettes.cycles[cycles] = cycle(text, at);
            cycles += 1;
        } else if text[at] != b';' {
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
    assert!(cycles == CYCLES, "palette.txt has eight cycles");
    palettes
}
