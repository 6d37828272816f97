//! Checks the palette: shades keep their order of lightness, text is readable, and warnings can be distinguished.
#![allow(clippy::float_arithmetic, reason = "the eye is measured in real numbers")]

use musrex_core::raster::{Colour, Palette, Shade};
use musrex_core::view::map_colours;
use musrex_core::view::text::Tone;
use musrex_core::view::widgets::LogColours;
use musrex_core::world::Terrain;

const BOTH: [Palette; 2] = [Palette::PAINTED, Palette::COLOUR_SAFE];

/// Returns the red, green and blue of a colour as linear light, 0 to 1.
fn light(palette: &Palette, colour: Colour) -> [f64; 3] {
    let (r, g, b) = palette.rgb(colour);
    [r, g, b].map(|value| {
        let value = f64::from(value) / 255.0;
        if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
    })
}

fn luminance([r, g, b]: [f64; 3]) -> f64 {
    0.2126 * r + 0.7152 * g + 0.0722 * b
}

/// Returns the contrast ratio, 1 to 21, as defined by the Web Content Accessibility Guidelines 2.2.
fn contrast(palette: &Palette, text: Colour, ground: Colour) -> f64 {
    let [text, ground] = [text, ground].map(|colour| luminance(light(palette, colour)) + 0.05);
    text.max(ground) / text.min(ground)
}

#[test]
fn text_of_every_colour_can_be_read_on_black_and_on_ink() {
    for palette in &BOTH {
        for text in Colour::TEXT_COLOURS {
            for ground in [Colour::BLACK, Colour::INK] {
                let contrast = contrast(palette, text, ground);
                assert!(contrast >= 4.5, "{text:?} on {ground:?}: {contrast:.2} : 1");
            }
        }
    }
}

// H10, H2: with the contrast option for the log, each kind of message has a different lightness, and all are light on
// black.
#[test]
fn tones_of_a_log_with_contrast_differ_in_lightness() {
    let colours = LogColours { has_contrast: true };
    assert_eq!(colours.ground(), Colour::BLACK);
    for palette in [&Palette::PAINTED, &Palette::COLOUR_SAFE] {
        let tones = [Tone::Normal, Tone::Warning, Tone::Good, Tone::Bad];
        let tones = tones.map(|tone| colours.tone(tone));
        for pair in tones.windows(2) {
            let step = contrast(palette, pair[0], pair[1]);
            assert!(step > 1.2, "{pair:?} differ by {step}");
        }
        let darkest = contrast(palette, tones[3], Colour::BLACK);
        assert!(darkest > 5.5, "the darkest has {darkest} on black");
    }
}

#[test]
fn white_text_can_be_read_on_what_is_selected() {
    for palette in &BOTH {
        assert!(contrast(palette, Colour::WHITE, Colour::BLUE) >= 4.5);
        assert!(contrast(palette, Colour::GOLD, Colour::BLUE) >= 4.5);
    }
}

type Matrix = [[f64; 3]; 3];

/// The matrices that simulate vision without one kind of cone: Machado, Oliveira and Fernandes, "A
/// physiologically-based model for simulation of color vision deficiency" (2009), at full severity.
const DICHROMACIES: [(&str, Matrix); 3] = [
    (
        "protanopia",
        [
            [0.152286, 1.052583, -0.204868],
            [0.114503, 0.786281, 0.099216],
            [-0.003882, -0.048116, 1.051998],
        ],
    ),
    (
        "deuteranopia",
        [
            [0.367322, 0.860646, -0.227968],
            [0.280085, 0.672501, 0.047413],
            [-0.011820, 0.042940, 0.968881],
        ],
    ),
    (
        "tritanopia",
        [
            [1.255528, -0.076749, -0.178779],
            [-0.078411, 0.930809, 0.147602],
            [0.004733, 0.691367, 0.303900],
        ],
    ),
];

fn seen_through(matrix: &Matrix, light: [f64; 3]) -> [f64; 3] {
    matrix.map(|row| (row[0] * light[0] + row[1] * light[1] + row[2] * light[2]).clamp(0.0, 1.0))
}

/// Converts to CIE L*a*b* (1976) under daylight D65.
fn lab([r, g, b]: [f64; 3]) -> [f64; 3] {
    let f = |t: f64| if t > 0.008_856 { t.cbrt() } else { 7.787 * t + 16.0 / 116.0 };
    let x = f((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505);
    let y = f(0.2126 * r + 0.7152 * g + 0.0722 * b);
    let z = f((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089);
    [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
}

/// Returns the difference between two colours. A difference of 2 is just visible, and 20 is obvious at a glance.
fn difference(one: [f64; 3], other: [f64; 3]) -> f64 {
    let (one, other) = (lab(one), lab(other));
    (0..3).map(|i| (one[i] - other[i]).powi(2)).sum::<f64>().sqrt()
}

#[test]
fn good_bad_warning_and_plain_look_different_to_every_eye_in_the_colour_safe_palette() {
    let news = [
        ("good", Colour::GOOD),
        ("bad", Colour::BAD),
        ("warning", Colour::WARNING),
        ("white", Colour::WHITE),
    ];
    let palette = Palette::COLOUR_SAFE;
    for (kind, matrix) in &DICHROMACIES {
        for (i, &(name, colour)) in news.iter().enumerate() {
            for &(other_name, other) in &news[..i] {
                let [one, two] =
                    [colour, other].map(|colour| seen_through(matrix, light(&palette, colour)));
                let difference = difference(one, two);
                assert!(
                    difference >= 20.0,
                    "{kind}: {name} and {other_name} differ by {difference:.1} only"
                );
            }
        }
    }
}

#[test]
fn shades_get_darker_and_the_flash_lighter_and_black_stays() {
    for palette in &BOTH {
        for index in 0..64 {
            let of = |shade| luminance(light(palette, Colour(index).shaded(shade)));
            let [lit, dim, dark, flash] = Shade::ALL.map(of);
            if palette.0[usize::from(index)] == 0 {
                assert_eq!([lit, dim, dark, flash], [0.0; 4]);
            } else {
                assert!(dark <= dim && dim <= lit + 0.01 && lit <= flash, "colour {index}");
                assert!(flash > 0.5, "colour {index}");
            }
        }
        let white = |shade| luminance(light(palette, Colour::WHITE.shaded(shade)));
        assert!(white(Shade::Lit) > 0.99 && white(Shade::Dim) < 0.25 && white(Shade::Dark) < 0.08);
    }
}

#[test]
fn what_is_remembered_is_colder_than_what_is_seen() {
    let palette = Palette::PAINTED;
    // A colour with more blue than red counts as cold.
    let is_warm = |index: &u8| {
        let (r, _, b) = palette.rgb(Colour(*index));
        r >= b
    };
    for index in (1..64).filter(is_warm) {
        let coldness = |shade| {
            let (r, _, b) = palette.rgb(Colour(index).shaded(shade));
            (f64::from(b) + 8.0) / (f64::from(r) + 8.0)
        };
        assert!(coldness(Shade::Dim) >= coldness(Shade::Lit), "colour {index}");
    }
}

#[test]
fn a_fade_starts_with_the_palette_and_ends_with_one_colour() {
    let palette = Palette::PAINTED;
    assert_eq!(palette.faded(Colour::BAD, 0), palette);
    for amount in [16, 17, 255] {
        let faded = palette.faded(Colour::BAD, amount);
        assert!(faded.0.iter().all(|&entry| entry == palette.0[usize::from(Colour::BAD.0)]));
    }
    // During the fade, every component of every colour moves steadily toward its target.
    let part = |amount: u8, at: Colour| palette.faded(Colour::BLACK, amount).rgb(at).1;
    for index in 0..=255 {
        assert!((0..16).all(|a| part(a, Colour(index)) >= part(a + 1, Colour(index))));
    }
}

#[test]
fn hosts_get_the_colours_in_their_own_form() {
    let mut palette = Palette::PAINTED;
    palette.0[5] = 0xffff;
    palette.0[6] = (0b10000 << 11) | 0b00001;
    palette.0[7] = 0b111111 << 5;
    assert_eq!(palette.rgb(Colour(5)), (255, 255, 255));
    assert_eq!(palette.rgb(Colour(6)), (0b1000_0100, 0, 0b0000_1000));
    assert_eq!(palette.bgr555(Colour(5)), 0x7fff);
    assert_eq!(palette.bgr555(Colour(6)), (0b00001 << 10) | 0b10000);
    assert_eq!(palette.bgr555(Colour(7)), 0b11111 << 5);
    let (r, g, b) = musrex_assets::palette::PALETTES.painted[usize::from(Colour::GOLD.0)];
    let (red, green, blue) = Palette::PAINTED.rgb(Colour::GOLD);
    assert!(r.abs_diff(red) <= 4 && g.abs_diff(green) <= 2 && b.abs_diff(blue) <= 4);
}

// The colours that cycle do so only in the lit shade, and no text colour cycles.
#[test]
fn eight_colours_cycle_and_nothing_else_does() {
    let still = Palette::PAINTED;
    let mut seen = vec![std::collections::BTreeSet::new(); 256];
    for tick in 0..600 {
        let mut palette = still.clone();
        palette.cycle(tick);
        seen.iter_mut().zip(palette.0).for_each(|(seen, entry)| {
            seen.insert(entry);
        });
        assert!(!palette.cycle(tick), "twice at one tick changes nothing");
    }
    for (index, seen) in seen.into_iter().enumerate() {
        let colour = Colour(u8::try_from(index).expect("256 colours"));
        let is_cycling = Colour::CYCLING.contains(&colour);
        assert_eq!(seen.len() > 1, is_cycling, "{colour:?}");
        assert!(is_cycling || seen.contains(&still.0[index]), "{colour:?}");
    }
    assert!(Colour::TEXT_COLOURS.iter().all(|colour| !Colour::CYCLING.contains(colour)));
}

/// The things that the map of a floor marks with a colour.
const MARKS: [(&str, Colour); 10] = [
    ("stairs up", map_colours::of(Terrain::StairsUp)),
    ("stairs down", map_colours::of(Terrain::StairsDown)),
    ("locked door", map_colours::of(Terrain::DoorLocked)),
    ("vent", map_colours::of(Terrain::VentOpen)),
    ("terminal", map_colours::of(Terrain::Terminal)),
    ("cable", map_colours::of(Terrain::CableLive)),
    ("cage", map_colours::of(Terrain::CageShut)),
    ("switch", map_colours::of(Terrain::Switch)),
    ("item", map_colours::ITEM),
    ("mouse", map_colours::MOUSE),
];

#[test]
fn what_the_map_marks_looks_different() {
    for (i, &(name, colour)) in MARKS.iter().enumerate() {
        for &(other_name, other) in &MARKS[..i] {
            let [one, two] = [colour, other].map(|colour| light(&Palette::PAINTED, colour));
            let difference = difference(one, two);
            assert!(difference >= 30.0, "{name} and {other_name} differ by {difference:.1} only");
        }
    }
}
