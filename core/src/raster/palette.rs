//! The palette: four shades of the 64 colours of `assets/palette.txt`.

use embedded_graphics::pixelcolor::PixelColor;
use embedded_graphics::pixelcolor::raw::RawU8;
use musrex_assets::listed_enum;
use musrex_assets::palette::{CYCLES, Cycle, PALETTES, Rgb, STEPS_MAX};
use musrex_assets::sheet::LETTERS;

listed_enum! {
    /// The brightness of a pixel. A pixel's value is 64 × shade + colour.
    pub enum Shade {
        /// The colours as painted, for tiles in the field of view.
        Lit,
        /// Darker and colder colours, for explored tiles outside the field of view.
        Dim,
        /// The darkest colours, for the background of a menu.
        Dark,
        /// Nearly white colours, for a creature that has just been hit.
        Flash,
    }
}

/// The number of colours in each shade.
const COLOURS: usize = 64;

impl Shade {
    /// Returns the bits that put a colour below 64 into this shade.
    pub(super) const fn bits(self) -> u8 {
        (self as u8) << 6
    }

    /// Applies this shade to `rgb`. Black stays black, so that unexplored tiles stay invisible.
    const fn apply(self, (r, g, b): Rgb) -> Rgb {
        match self {
            _ if r == 0 && g == 0 && b == 0 => (0, 0, 0),
            Shade::Lit => (r, g, b),
            // Keeps 41 % of red, 42 % of green and 50 % of blue, and adds a touch of red and of blue.
            Shade::Dim => (scale_256(r, 105) + 3, scale_256(g, 108), scale_256(b, 128) + 10),
            // Keeps about 25 % of each channel, and adds a touch of blue.
            Shade::Dark => (scale_256(r, 60), scale_256(g, 62), scale_256(b, 72) + 4),
            Shade::Flash => (
                255 - scale_256(255 - r, 44),
                255 - scale_256(255 - g, 44),
                255 - scale_256(255 - b, 44),
            ),
        }
    }
}

/// Returns `value` · `of_256` / 256.
const fn scale_256(value: u8, of_256: u16) -> u8 {
    (value as u16 * of_256 / 256) as u8
}

/// An index into the 256 colours of a [`Palette`]. The named constants are in the lit shade.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Colour(pub u8);

impl Colour {
    /// Black, which is transparent in sprites.
    pub const BLACK: Colour = Colour(0);
    /// The dark of outlines, windows and bars.
    pub const INK: Colour = Colour::named(b'A');
    /// Lines and borders on ink.
    pub const SLATE: Colour = Colour::named(b'C');
    /// Subdued text: hints, and entries that cannot be chosen.
    pub const GREY: Colour = Colour::named(b'E');
    /// Quiet text.
    pub const SILVER: Colour = Colour::named(b'F');
    /// Ordinary text.
    pub const WHITE: Colour = Colour::named(b'G');
    /// Good news, and better values in comparisons (H2).
    pub const GOOD: Colour = Colour::named(b'a');
    /// Bad news, worse values in comparisons, and the last few hit points (H1, H2).
    pub const BAD: Colour = Colour::named(b'j');
    /// Warnings (H2).
    pub const WARNING: Colour = Colour::named(b'n');
    /// The selection; headings; at most half of the hit points left (H1).
    pub const GOLD: Colour = Colour::named(b'o');
    /// Experience; names of buttons.
    pub const STRAW: Colour = Colour::named(b'p');
    /// Cold light; names of things.
    pub const ICE: Colour = Colour::named(b'b');
    /// The row of the run just ended (H4); marks vents on the map.
    pub const GREEN: Colour = Colour::named(b'V');
    /// Open ground on the map of a floor.
    pub const MAP_GROUND: Colour = Colour::named(b'1');
    /// The colour to which the frame fades after a death.
    pub const RED: Colour = Colour::named(b'g');
    /// Marks monsters on the map.
    pub const PINK: Colour = Colour::named(b'9');
    /// Marks items on the map.
    pub(crate) const VIOLET: Colour = Colour::named(b'e');
    /// The blue behind a selected entry.
    pub const BLUE: Colour = Colour::named(b'X');
    /// Marks water on the map.
    pub const TEAL: Colour = Colour::named(b'6');
    /// Bright blue-green.
    pub(crate) const TURQUOISE: Colour = Colour::named(b'7');
    /// Dark orange.
    pub(crate) const EMBER: Colour = Colour::named(b'm');
    /// Marks switches on the map.
    pub(crate) const BRONZE: Colour = Colour::named(b'x');

    /// The colours allowed for text. Each of these colours is easy to read on [`BLACK`](Colour::BLACK) and on
    /// [`INK`](Colour::INK).
    pub const TEXT_COLOURS: [Colour; 10] = [
        Colour::GREEN,
        Colour::GREY,
        Colour::SILVER,
        Colour::WHITE,
        Colour::GOOD,
        Colour::BAD,
        Colour::WARNING,
        Colour::GOLD,
        Colour::STRAW,
        Colour::ICE,
    ];

    /// The colours that cycle. These colours cycle only in the lit shade, and text never uses them.
    pub const CYCLING: [Colour; CYCLES] = {
        let mut colours = [Colour::BLACK; CYCLES];
        let mut number = 0;
        while number < CYCLES {
            colours[number] = Colour(PALETTES.cycles[number].index);
            number += 1;
        }
        colours
    };

    /// Returns this colour in another shade.
    #[must_use]
    pub const fn shaded(self, shade: Shade) -> Colour {
        Colour((self.0 & 0x3f) | shade.bits())
    }

    /// Returns the colour of a letter of `assets/palette.txt`.
    const fn named(letter: u8) -> Colour {
        let mut index = 0;
        while LETTERS[index as usize] != letter {
            index += 1;
        }
        Colour(index)
    }
}

impl PixelColor for Colour {
    type Raw = RawU8;
}

impl From<RawU8> for Colour {
    fn from(raw: RawU8) -> Colour {
        use embedded_graphics::pixelcolor::raw::RawData;
        Colour(raw.into_inner())
    }
}

impl From<Colour> for RawU8 {
    fn from(colour: Colour) -> RawU8 {
        RawU8::new(colour.0)
    }
}

/// A map from the 256 pixel values to RGB565: five bits of red (the highest bits), six bits of green, and five bits of
/// blue.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Palette(pub [u16; 256]);

impl Palette {
    /// The normal palette.
    pub const PAINTED: Palette = Palette::new(&PALETTES.painted);
    /// The palette for colour-blind players.
    pub const COLOUR_SAFE: Palette = Palette::new(&PALETTES.colour_safe);

    /// Makes a palette of the four shades of `colours`.
    pub(crate) const fn new(colours: &[Rgb; COLOURS]) -> Palette {
        let mut entries = [0; 256];
        let mut at = 0;
        while at < 256 {
            entries[at] = rgb565(Shade::ALL[at / COLOURS].apply(colours[at % COLOURS]));
            at += 1;
        }
        Palette(entries)
    }

    /// Advances each of the [colours that cycle](Colour::CYCLING) to its step at `tick`. Returns whether any colour has
    /// changed.
    pub fn cycle(&mut self, tick: u32) -> bool {
        let mut has_changed = false;
        for (steps, colour) in STEPS.iter().zip(Colour::CYCLING) {
            let step = tick / u32::from(steps.ticks) % u32::from(steps.count);
            let entry = &mut self.0[usize::from(colour.0)];
            let new = steps.entries[step as usize];
            has_changed |= core::mem::replace(entry, new) != new;
        }
        has_changed
    }

    /// Blends all colours toward `toward` by `amount` sixteenths. From an amount of 16 on, all colours are `toward`.
    #[must_use]
    pub fn faded(&self, toward: Colour, amount: u8) -> Palette {
        let goal = channels(self.0[usize::from(toward.0)]);
        let amount = u16::from(amount.min(16));
        Palette(self.0.map(|entry| {
            let (r, g, b) = channels(entry);
            let mix = |from: u16, to: u16| (from * (16 - amount) + to * amount + 8) / 16;
            mix(r, goal.0) << 11 | mix(g, goal.1) << 5 | mix(b, goal.2)
        }))
    }

    /// Returns `colour` as red, green and blue, 0 to 255 each.
    pub const fn rgb(&self, colour: Colour) -> Rgb {
        rgb888(self.0[colour.0 as usize])
    }

    /// Returns `colour` in the format of the Game Boy Advance: a zero bit, and then five bits each of blue, green and
    /// red, from the highest bit down.
    pub const fn bgr555(&self, colour: Colour) -> u16 {
        let (r, g, b) = channels(self.0[colour.0 as usize]);
        b << 10 | g >> 1 << 5 | r
    }
}

/// The steps of a cycling colour, as palette entries.
struct Steps {
    ticks: u8,
    count: u8,
    entries: [u16; STEPS_MAX],
}

/// The steps of each colour in [`Colour::CYCLING`].
static STEPS: [Steps; CYCLES] = {
    let mut all = [const { Steps { ticks: 1, count: 1, entries: [0; STEPS_MAX] } }; CYCLES];
    let mut number = 0;
    while number < CYCLES {
        let Cycle { ticks, steps, colours, .. } = PALETTES.cycles[number];
        (all[number].ticks, all[number].count) = (ticks, steps);
        let mut step = 0;
        while step < STEPS_MAX {
            all[number].entries[step] = rgb565(colours[step]);
            step += 1;
        }
        number += 1;
    }
    all
};

/// Splits an entry into red, green and blue: 0 to 31, 0 to 63, 0 to 31.
const fn channels(entry: u16) -> (u16, u16, u16) {
    (entry >> 11, entry >> 5 & 0x3f, entry & 0x1f)
}

/// Rounds a colour to the nearest entry.
const fn rgb565((r, g, b): Rgb) -> u16 {
    const fn scaled(value: u8, most: u16) -> u16 {
        (value as u16 * most + 127) / 255
    }
    scaled(r, 31) << 11 | scaled(g, 63) << 5 | scaled(b, 31)
}

/// Widens the channels of an entry to eight bits each by repeating their bits, so that the brightest value is 255.
#[expect(clippy::cast_possible_truncation, reason = "each is eight bits wide")]
const fn rgb888(entry: u16) -> Rgb {
    let (r, g, b) = channels(entry);
    ((r << 3 | r >> 2) as u8, (g << 2 | g >> 4) as u8, (b << 3 | b >> 2) as u8)
}
