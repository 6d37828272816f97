//! The form of the files in `music/` and `effects/`: what is wrong is named with its line and its column.

#[path = "../build/cells.rs"]
mod cells;
#[path = "../build/fault.rs"]
mod fault;
#[path = "../build/instruments.rs"]
mod instruments;
#[path = "../build/packing.rs"]
mod packing;
#[path = "../build/sounds.rs"]
mod sounds;
#[path = "../build/words.rs"]
mod words;

use cells::Voice;
use musrex_assets::sounds as packed;
use packed::{Phrase, Step};
use sounds::{parse_effect, parse_song};

const SONG: &str = "\
# A comment.
title   The Test
key     Bb minor
tempo   8
bar     4
layers  1 2 0 3
wave    soft 0123456789abcdeffedcba9876543210
instrument lead pulse 25 volume 12 fade 5 vibrato 2
instrument chord pulse 50 volume 7 swell 4 slide -3 arpeggio 0 3 -7
instrument bass wave soft volume 75 cut 14
instrument hat noise 1 0 short volume 6 fade 1

phrase A then B B end
C5:lead  .         C1:bass/50 hat
.        .         .          .
Eb5/3    G4:chord  -          hat/4
F#5      .         .          .
phrase B then A
.        .         .          .
.        .         .          .
.        .         .          .
-        .         .          .
";

const EFFECT: &str = "\
priority 4
tempo 2
instrument zip pulse 25 volume 9 fade 1
instrument puff noise 3 1 volume 8 fade 1
C6:zip puff
. .
G5 -
. .
";

#[test]
fn a_byte_order_mark_is_no_fault() {
    assert!(parse_song(&format!("\u{FEFF}{SONG}")).is_ok());
}

#[test]
fn a_song_is_read_and_packed() {
    let song = parse_song(SONG).expect("it is well formed");
    assert_eq!(
        (song.title.as_str(), song.tempo, song.bar, song.layers),
        ("The Test", 8, 4, [1, 2, 0, 3])
    );
    // Bb C Db Eb F Gb Ab.
    assert_eq!(song.key, 0b0101_0110_1011);
    assert_eq!(song.waves[0].samples[..2], [0x01, 0x23]);
    let [first, second] = &song.phrases[..] else { panic!("there are two phrases") };
    assert_eq!((&first.next[..], first.exit), (&[Some(1), Some(1), None][..], None));
    assert_eq!((&second.next[..], second.exit), (&[Some(0)][..], Some(0)));
    let steps =
        packing::pack(&[Voice::Pulse1, Voice::Pulse2, Voice::Wave, Voice::Noise], &first.rows);
    let (mut at, mut read) = (0, Vec::new());
    while let Some((step, next)) = Step::read(&steps, at) {
        read.push(step);
        at = next;
    }
    let note = |voice, note, instrument, volume| Step::Begin { voice, note, instrument, volume };
    let wanted = [
        note(packed::Voice::Pulse1, 48, 0, None),
        note(packed::Voice::Wave, 0, 2, Some(2)),
        note(packed::Voice::Noise, 0, 3, None),
        Step::Rows(2),
        note(packed::Voice::Pulse1, 51, 0, Some(3)),
        note(packed::Voice::Pulse2, 43, 1, None),
        Step::Cut(packed::Voice::Wave),
        note(packed::Voice::Noise, 0, 3, Some(4)),
        Step::Rows(1),
        note(packed::Voice::Pulse1, 54, 0, None),
        Step::Rows(1),
    ];
    assert_eq!(read, wanted);
    let mut table = String::new();
    packing::write_song(&mut table, "test", &song);
    assert!(table.contains(&format!("next: &[1, 1, {}], exit: {0}", Phrase::END)), "{table}");
}

#[test]
fn an_effect_is_read() {
    let effect = parse_effect(EFFECT).expect("it is well formed");
    assert_eq!((effect.priority, effect.tempo, effect.rows.len()), (4, 2, 4));
    let mut table = String::new();
    packing::write_effect(&mut table, "test", &effect);
    assert!(table.contains("has_pulse: true, has_noise: true"), "{table}");
}

/// Asserts where each replacement in `text` is said to be wrong.
fn check(
    text: &str,
    parse: impl Fn(&str) -> Option<fault::Error>,
    faults: &[(&str, &str, (usize, usize))],
) {
    let mut wrong = Vec::new();
    for (from, to, wanted) in faults {
        assert!(text.contains(from), "{from}");
        let error = parse(&text.replacen(from, to, 1)).unwrap_or_else(|| panic!("{to:?} is wrong"));
        assert!(!error.message.is_empty() && !error.message.contains('\n'), "{error}");
        if (error.line, error.column) != *wanted {
            wrong.push(format!("{to:?}: {error}"));
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn what_is_wrong_in_a_song_is_named_with_line_and_column() {
    let faults = [
        ("title   The Test", "", (13, 1)),
        ("title   The Test", "title", (13, 1)),
        ("Bb minor", "H minor", (3, 9)),
        ("Bb minor", "Bb moody", (3, 12)),
        ("Bb minor", "Bb", (3, 11)),
        ("tempo   8", "tempo   31", (4, 9)),
        ("tempo   8", "tempo", (4, 6)),
        ("tempo   8", "tempo   8 9", (4, 11)),
        ("tempo   8", "tempo   8\ntempo 8", (5, 1)),
        ("tempo   8", "temple  8", (4, 1)),
        ("tempo   8", "tempo \t 8", (4, 7)),
        ("1 2 0 3", "1 2 0 4", (6, 15)),
        ("1 2 0 3", "1 2 0", (6, 14)),
        ("fedcba9876543210", "fedcba987654321", (7, 45)),
        ("fedcba9876543210", "fedcba98765432xy", (7, 44)),
        ("pulse 25 ", "pulse 26 ", (8, 23)),
        ("pulse 25 ", "organ 25 ", (8, 17)),
        ("volume 12", "volume 16", (8, 33)),
        ("volume 12", "loud 12", (8, 26)),
        ("vibrato 2", "vibrato", (8, 50)),
        ("instrument chord", "instrument lead", (9, 12)),
        ("instrument chord", "instrument Chord", (9, 12)),
        ("swell 4", "swell 8", (9, 42)),
        ("wave soft volume", "wave hard volume", (10, 22)),
        ("volume 75", "volume 70", (10, 34)),
        ("cut 14", "fade 2", (10, 37)),
        ("noise 1 0 short", "noise 14 0 short", (11, 22)),
        ("noise 1 0 short", "noise 1 0 vibrato 2", (11, 26)),
        ("then B B end", "then B X end", (13, 17)),
        ("then B B end", "then", (13, 14)),
        ("then B B end", "into B", (13, 10)),
        ("then B B end", "then B", (13, 1)),
        ("phrase B then A", "phrase A then A", (18, 8)),
        ("C5:lead  .", "C5       .", (14, 1)),
        ("C5:lead  .", "X5:lead  .", (14, 1)),
        ("C5:lead  .", "C9:lead  .", (14, 1)),
        ("C5:lead  .", "C1:lead  .", (14, 1)),
        ("C5:lead  .", "C5:bass  .", (14, 4)),
        ("C5:lead  .", "C5:load  .", (14, 4)),
        ("C5:lead  .", "C5:lead", (14, 31)),
        ("C1:bass/50", "C1:bass/60", (14, 28)),
        ("Eb5/3 ", "Eb5/16", (16, 5)),
        ("hat/4", "hit/4", (16, 31)),
        ("F#5      .         .          .\n", "", (13, 1)),
        ("F#5      .         .          .", "F#5      .         .          . .", (17, 33)),
        ("phrase B then A", "tempo 9", (18, 1)),
    ];
    check(SONG, |text| parse_song(text).err(), &faults);
    let long = format!("{SONG}# {}", "x".repeat(99));
    assert_eq!(parse_song(&long).err().map(|error| error.column), Some(101));
}

#[test]
fn what_is_wrong_in_an_effect_is_named_with_line_and_column() {
    let faults = [
        ("priority 4\n", "", (4, 1)),
        ("priority 4", "priority 10", (1, 10)),
        ("tempo 2", "wave soft 0", (2, 1)),
        ("C6:zip puff", "C6:zip puff puff", (5, 13)),
        ("C6:zip puff", "C6:zip", (5, 7)),
        ("C6:zip puff", "C6:puff puff", (5, 4)),
        ("C6:zip puff\n. .\nG5 -\n. .\n", "", (4, 1)),
    ];
    check(EFFECT, |text| parse_effect(text).err(), &faults);
    let long = format!("{EFFECT}{}", ". .\n".repeat(61));
    assert_eq!(parse_effect(&long).err().map(|error| error.line), Some(4 + 65));
}
