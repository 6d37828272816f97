//! Tests that each fault in a file of `music/` or `effects/` is reported with its line and its column.

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
use instruments::{Envelope, Pan, Sequence, Vibrato};
use musrex_assets::{scales, sounds as packed};
use packed::{Phrase, Step};
use sounds::{parse_effect, parse_song};

const SONG: &str = "\
# A comment.
title   The Test
key     Bb minor
tempo   8 8 7.75 7.5
bar     4
wave    soft 0123456789abcdeffedcba9876543210
instrument lead pulse 25 volume 12 hold 9 fade 5 floor 7 release 2 echo 8 vibrato 2 20 16
instrument chord pulse 50 volume 7 swell 4 slide -3 arpeggio 0 3 -7 12 every 3 once
instrument bass wave soft volume 75 fade 3 floor 25 cut 14
instrument hat noise 1 0 short volume 6 fade 1 pan right
instrument duo pulse 12 duty 12 25 75 scoop -2 glide 5 danger 2
instrument tom noise 5 3 slide -16 danger 3

phrase A then B B end
C5:lead  .         C1:bass/50 hat|tom
.        C4:duo    .          .
Eb5/3    G4:chord  -          hat/4
~F#5     .         .|C2:bass!1 .
phrase B key Eb minor tempo 7.25 then A
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
    assert_eq!((song.title.as_str(), song.bar), ("The Test", 4));
    assert_eq!(song.waves[0].samples[..2], [0x01, 0x23]);
    let [first, second] = &song.phrases[..] else { panic!("there are two phrases") };
    // The pitches are Bb C Db Eb F Gb Ab.
    assert_eq!((first.key.tonic, first.key.scale), (10, 0b0101_0110_1011));
    assert_eq!((second.key.tonic, second.key.scale), (3, 0b1101_0110_1010));
    assert_eq!((first.tempo, second.tempo), ([32, 32, 31, 30], [29; 4]));
    assert_eq!((&first.next[..], first.exit), (&[Some(1), Some(1), None][..], None));
    assert_eq!((&second.next[..], second.exit), (&[Some(0)][..], Some(0)));
    let steps =
        packing::pack(&[Voice::Pulse1, Voice::Pulse2, Voice::Wave, Voice::Noise], &first.rows);
    let (mut steps, mut read) = (&steps[..], Vec::new());
    while let Some((step, rest)) = Step::read(steps) {
        read.push(step);
        steps = rest;
    }
    let note = |voice, note, instrument, volume| Step::Begin { voice, note, instrument, volume };
    let wanted = [
        note(packed::Voice::Pulse1, 48, 0, None),
        note(packed::Voice::Wave, 0, 0, Some(2)),
        note(packed::Voice::Noise, 0, 0, None),
        note(packed::Voice::Noise, 0, 1, None),
        Step::Rows(1),
        note(packed::Voice::Pulse2, 36, 2, None),
        Step::Rows(1),
        note(packed::Voice::Pulse1, 51, 0, Some(3)),
        note(packed::Voice::Pulse2, 43, 1, None),
        Step::Cut(packed::Voice::Wave),
        note(packed::Voice::Noise, 0, 0, Some(4)),
        Step::Rows(1),
        Step::Glide { voice: packed::Voice::Pulse1, note: 54 },
        Step::When { from: 1, below: 4 },
        note(packed::Voice::Wave, 12, 0, None),
        Step::Rows(1),
    ];
    assert_eq!(read, wanted);
    let mut table = String::new();
    packing::write_song(&mut table, "test", &song);
    assert!(table.contains(&format!("next: &[1, 1, {}], exit: {0}", Phrase::END)), "{table}");
}

#[test]
fn the_options_of_an_instrument_are_read() {
    let song = parse_song(SONG).expect("it is well formed");
    let [lead, chord, bass, hat, duo, tom] = &song.instruments[..] else { panic!("six") };
    assert_eq!((lead.hold, lead.floor, lead.release, lead.echo), (9, 7, 2, 8));
    assert_eq!(lead.vibrato, Vibrato { depth: 2, delay: 20, period: 16 });
    let sequence =
        |values: &[i8], ticks, is_once| Sequence { values: values.into(), ticks, is_once };
    assert_eq!(chord.arpeggio, sequence(&[0, 3, -7, 12], 3, true));
    assert_eq!((bass.envelope, bass.floor, bass.cut), (Envelope::Fade(3), 1, 14));
    assert_eq!((hat.pan, lead.pan), (Pan::Right, Pan::Centre));
    assert_eq!(duo.duties, sequence(&[0, 1, 3], 2, false));
    assert_eq!((duo.scoop, duo.glide, duo.danger), (-2, 5, 2));
    assert_eq!((tom.slide, tom.danger), (-16, 3));
}

// If `moves` is false, the sound player does not update the pitch or the duty of a note that has reached its pitch. So
// `moves` must be true for every instrument that changes them.
#[test]
fn instruments_say_whether_they_move() {
    let songs = packed::SONGS.iter().map(|song| song.instruments);
    let effects = packed::EFFECTS.iter().map(|effect| effect.instruments);
    let mut found = [0, 0];
    for of in songs.chain(effects) {
        for instrument in of.pulses.iter().chain(of.waves).chain(of.noises) {
            let sequences = [instrument.arpeggio, instrument.duties];
            let has_values = sequences.iter().any(|sequence| !sequence.values.is_empty());
            let moves = has_values || instrument.slide != 0 || instrument.vibrato.depth > 0;
            assert_eq!(instrument.moves, moves, "{instrument:?}");
            found[usize::from(moves)] += 1;
        }
    }
    assert!(found.iter().all(|&count| count > 10), "{found:?}: both kinds are there");
}

// The examples in `README.md` that explain the format must be valid.
#[test]
fn the_examples_of_the_readme_are_read() {
    let readme = include_str!("../README.md");
    let blocks: Vec<&str> = readme.split("```").skip(1).step_by(2).collect();
    let block = |word: &str| {
        let block = blocks.iter().find(|block| block.contains(word)).expect("it is there");
        block.strip_prefix("text\n").expect("it is text")
    };
    let song = parse_song(block("\nphrase ")).unwrap_or_else(|error| panic!("{error}"));
    let rows: usize = song.phrases.iter().map(|phrase| phrase.rows.len()).sum();
    assert_eq!(rows, 8 * usize::from(song.bar));
    parse_effect(block("priority 4")).unwrap_or_else(|error| panic!("{error}"));
}

#[test]
fn an_effect_is_read() {
    let effect = parse_effect(EFFECT).expect("it is well formed");
    assert_eq!((effect.priority, effect.tempo, effect.rows.len()), (4, 2, 4));
    let mut table = String::new();
    packing::write_effect(&mut table, "test", &effect);
    assert!(table.contains("has_pulse: true, has_noise: true"), "{table}");
}

/// Asserts the line and the column of the error that each replacement in `text` causes.
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
        ("title   The Test", "", (14, 1)),
        ("title   The Test", "title", (14, 1)),
        ("Bb minor", "H minor", (3, 9)),
        ("Bb minor", "Bb moody", (3, 12)),
        ("Bb minor", "Bb", (3, 11)),
        ("tempo   8 8 7.75 7.5", "tempo   31", (4, 9)),
        ("tempo   8 8 7.75 7.5", "tempo   1.5", (4, 9)),
        ("tempo   8 8 7.75 7.5", "tempo   8.3", (4, 9)),
        ("tempo   8 8 7.75 7.5", "tempo", (4, 6)),
        ("tempo   8 8 7.75 7.5", "tempo   8 9", (4, 12)),
        ("tempo   8 8 7.75 7.5", "tempo   8\ntempo 8", (5, 1)),
        ("tempo   8 8 7.75 7.5", "temple  8", (4, 1)),
        ("tempo   8 8 7.75 7.5", "tempo \t 8", (4, 7)),
        ("fedcba9876543210", "fedcba987654321", (6, 45)),
        ("fedcba9876543210", "fedcba98765432xy", (6, 44)),
        ("pulse 25 ", "pulse 26 ", (7, 23)),
        ("pulse 25 ", "organ 25 ", (7, 17)),
        ("volume 12", "volume 16", (7, 33)),
        ("volume 12", "loud 12", (7, 26)),
        ("hold 9", "hold 0", (7, 41)),
        ("floor 7", "floor 16", (7, 56)),
        ("release 2", "release 8", (7, 66)),
        ("echo 8", "echo 61", (7, 73)),
        ("vibrato 2 20 16", "vibrato", (7, 82)),
        ("vibrato 2 20 16", "vibrato 2 20 3", (7, 88)),
        ("instrument chord", "instrument lead", (8, 12)),
        ("instrument chord", "instrument Chord", (8, 12)),
        ("swell 4", "swell 8", (8, 42)),
        ("0 3 -7 12", "0", (8, 64)),
        ("0 3 -7 12", "0 3 -7 12 1 2 3 4 5", (8, 80)),
        ("every 3", "every", (8, 78)),
        ("wave soft volume", "wave hard volume", (9, 22)),
        ("volume 75", "volume 70", (9, 34)),
        ("floor 25", "floor 7", (9, 50)),
        ("cut 14", "duty 12 25", (9, 53)),
        ("noise 1 0 short", "noise 14 0 short", (10, 22)),
        ("noise 1 0 short", "noise 1 0 vibrato 2", (10, 26)),
        ("pan right", "pan up", (10, 52)),
        ("duty 12 25 75", "duty 12 24 75", (11, 33)),
        ("danger 2", "danger 4", (11, 63)),
        ("then B B end", "then B X end", (14, 17)),
        ("then B B end", "then", (14, 14)),
        ("then B B end", "into B", (14, 10)),
        ("then B B end", "then B", (14, 1)),
        ("phrase B key", "phrase A key", (19, 8)),
        ("key Eb minor tempo", "key Eb tempo", (19, 16)),
        ("tempo 7.25 then", "tempo then", (19, 28)),
        ("tempo 7.25 then", "tempo 7.25 slow then", (19, 38)),
        ("C5:lead  .", "C5       .", (15, 1)),
        ("C5:lead  .", "X5:lead  .", (15, 1)),
        ("C5:lead  .", "C9:lead  .", (15, 1)),
        ("C5:lead  .", "C1:lead  .", (15, 1)),
        ("C5:lead  .", "C5:bass  .", (15, 4)),
        ("C5:lead  .", "C5:load  .", (15, 4)),
        ("C5:lead  .", "C5:lead", (15, 35)),
        ("C5:lead  .", "C5:lead!4  .", (15, 9)),
        ("C1:bass/50", "C1:bass/60", (15, 28)),
        ("hat|tom", "hat|hat", (15, 35)),
        ("hat|tom", "hat!1|hat!2|tom|hat", (15, 47)),
        ("Eb5/3 ", "Eb5/16", (17, 5)),
        ("hat/4", "hit/4", (17, 31)),
        ("hat/4", "~hat", (17, 31)),
        ("~F#5     .", "~H5      .", (18, 2)),
        ("~F#5     .         .|C2:bass!1 .\n", "", (14, 1)),
        ("~F#5     .         .|C2:bass!1 .", "~F#5     .         .|C2:bass .", (18, 22)),
        ("~F#5     .         .|C2:bass!1 .", "~F#5     .         .          . .", (18, 33)),
        ("phrase B key Eb minor tempo 7.25 then A", "tempo 9", (19, 1)),
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
        ("tempo 2", "tempo 2.5", (2, 7)),
        ("tempo 2", "key C major\ntempo 2", (2, 7)),
        ("tempo 2", "key song\nkey song", (3, 1)),
        ("C6:zip puff", "C6:zip puff puff", (5, 13)),
        ("C6:zip puff", "C6:zip", (5, 7)),
        ("C6:zip puff", "C6:puff puff", (5, 4)),
        ("C6:zip puff\n. .\nG5 -\n. .\n", "", (4, 1)),
    ];
    check(EFFECT, |text| parse_effect(text).err(), &faults);
    let long = format!("{EFFECT}{}", ". .\n".repeat(61));
    assert_eq!(parse_effect(&long).err().map(|error| error.line), Some(4 + 65));
}
