//! The songs of `music/` and the effects of `effects/`, in the order of their file names.
//!
//! Songs and effects use the four voices of a Game Boy Advance: two pulses, a wave of 32 samples, and noise. A tick is
//! 1/60 s.

use crate::listed_enum;

/// A song.
#[derive(Debug)]
pub struct Song {
    /// The name of the song's file, without the extension.
    pub name: &'static str,
    /// The title of the song.
    pub title: &'static str,
    /// The number of rows in a bar.
    pub bar: u8,
    /// The number of rows in a beat: a quarter of a bar if that is a whole number, else a third or a fifth, else the
    /// whole bar.
    pub beat: u8,
    /// The waves of the song, each of 32 samples of four bits, the first in the high half of the first byte.
    pub waves: &'static [[u8; 16]],
    /// The instruments of the song.
    pub instruments: Instruments,
    /// The phrases of the song. The song begins with the first phrase.
    pub phrases: &'static [Phrase],
}

/// A musical key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Key {
    /// The tonic in semitones from C, 0 to 11.
    pub tonic: u8,
    /// The pitches of the scale, as a bit mask: bit 0 is C, bit 11 is B.
    pub scale: u16,
}

/// A phrase of a song.
#[derive(Debug)]
pub struct Phrase {
    /// The number of rows in the phrase, a multiple of a bar.
    pub rows: u16,
    /// The key of the phrase.
    pub key: Key,
    /// The length of a row for each danger level, in quarters of a tick, 8 to 123.
    pub tempo: [u8; DANGERS],
    /// The indices of the phrases that may follow, all equally likely; [`Phrase::END`] ends the song.
    pub next: &'static [u8],
    /// The element of `next` that lies on the shortest path to the end of the song.
    pub exit: u8,
    /// The packed steps of the phrase; [`Step::read`] decodes them.
    pub steps: &'static [u8],
}

impl Phrase {
    /// The number that marks the end of the song in [`Phrase::next`].
    pub const END: u8 = 255;
}

/// An effect: a short sound on pulse 2 and the noise.
#[derive(Debug)]
pub struct Effect {
    /// The name of the effect's file, without the extension.
    pub name: &'static str,
    /// The priority, 0 to 9. An effect replaces another effect of the same or a lower priority.
    pub priority: u8,
    /// True if the effect is written in C major and transposed to the key of the current song.
    pub is_in_key: bool,
    /// The number of ticks in a row.
    pub tempo: u8,
    /// The length of the effect in rows.
    pub rows: u8,
    /// True if the effect uses pulse 2.
    pub has_pulse: bool,
    /// True if the effect uses the noise.
    pub has_noise: bool,
    /// The instruments of the effect.
    pub instruments: Instruments,
    /// The packed steps of the effect; [`Step::read`] decodes them.
    pub steps: &'static [u8],
}

/// The number of danger levels. The danger level of the music is 0 to 3.
pub const DANGERS: usize = 4;

/// The instruments of a song or an effect, grouped by kind.
#[derive(Clone, Copy, Debug)]
pub struct Instruments {
    /// The instruments of the two pulses.
    pub pulses: &'static [Instrument],
    /// The instruments of the wave.
    pub waves: &'static [Instrument],
    /// The instruments of the noise.
    pub noises: &'static [Instrument],
}

impl Instruments {
    /// Returns the instruments that a voice can play.
    pub const fn of(&self, voice: Voice) -> &'static [Instrument] {
        match voice {
            Voice::Pulse1 | Voice::Pulse2 => self.pulses,
            Voice::Wave => self.waves,
            Voice::Noise => self.noises,
        }
    }
}

/// An instrument.
#[derive(Debug)]
pub struct Instrument {
    /// The voice and the tone of the instrument.
    pub timbre: Timbre,
    /// The volume at which a note begins: 0 to 15, or 0 to 4 quarters for the wave.
    pub volume: u8,
    /// The duration of a volume step in 64ths of a second, 1 to 7; 0 for a steady volume. For the wave, a quarter of
    /// the full volume takes four steps.
    pub pace: u8,
    /// True when the volume rises with each step.
    pub rises: bool,
    /// The number of ticks from the start of a note until its volume changes.
    pub hold: u8,
    /// The volume at which a fade stops; 0 for a fade to silence.
    pub floor: u8,
    /// The duration of a volume step of the fade after the end of a note, in 64ths of a second; 0 for no fade.
    pub release: u8,
    /// The number of ticks after which a note is cut off; 0 for never.
    pub cut: u8,
    /// The number of ticks from the end of a note to its echo; 0 for no echo. The echo has a third of the note's
    /// volume.
    pub echo: u8,
    /// The vibrato of the instrument's notes.
    pub vibrato: Vibrato,
    /// The change of pitch per tick, in 16ths of a semitone. For noise, the unit is 1/16 of a quarter octave.
    pub slide: i8,
    /// The interval in semitones from a note's own pitch to the pitch at which the note begins. The note then glides
    /// to its own pitch.
    pub scoop: i8,
    /// The speed of a glide in 16ths of a semitone per tick, 1 to 255.
    pub glide: u8,
    /// The semitones added to the note, one value after another.
    pub arpeggio: &'static Sequence,
    /// The duties that a pulse steps through, numbered as in [`Timbre::Pulse`].
    pub duties: &'static Sequence,
    /// The side on which the instrument is heard.
    pub pan: Pan,
    /// The lowest danger level at which the instrument is heard; below this level, its notes are ignored.
    pub danger: u8,
    /// True if the pitch or the duty of a note changes while it sounds, through a vibrato, a slide, an arpeggio or
    /// several duties.
    pub moves: bool,
}

/// A vibrato: a periodic swing of the pitch around a note.
#[derive(Debug)]
pub struct Vibrato {
    /// The depth of the vibrato in 16ths of a semitone; 0 for no vibrato.
    pub depth: u8,
    /// The number of ticks from the start of a note to the start of the vibrato.
    pub delay: u8,
    /// The fraction of a full swing that passes in one tick, in 256ths: 8 to 64.
    pub step: u8,
}

/// A sequence of values that a note steps through.
#[derive(Debug)]
pub struct Sequence {
    /// The values, two to eight; empty if there is no sequence.
    pub values: &'static [i8],
    /// The duration of each value in ticks.
    pub ticks: u8,
    /// True if the last value stays; false if the sequence repeats.
    pub is_once: bool,
}

impl Sequence {
    /// The sequence without values.
    pub const EMPTY: &Sequence = &Sequence { values: &[], ticks: 0, is_once: false };
}

/// The side on which a voice is heard.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pan {
    /// The voice is heard on both sides.
    #[default]
    Centre,
    /// The voice is heard mainly on the left side.
    Left,
    /// The voice is heard mainly on the right side.
    Right,
}

/// The sound of an instrument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Timbre {
    /// A pulse; the number 0 to 3 stands for a duty of 12.5, 25, 50 or 75 percent.
    Pulse(u8),
    /// The wave voice with the song's wave of this index.
    Wave(u8),
    /// Noise with a clock of 524,288 Hz / ratio / 2^(shift + 1); ratio 0 stands for 1/2.
    Noise {
        /// The shift of the clock, 0 to 13.
        shift: u8,
        /// The ratio of the clock, 0 to 7.
        ratio: u8,
        /// True for the short sequence of 127 steps, which sounds metallic; false for the sequence of 32,767 steps.
        is_short: bool,
    },
}

listed_enum! {
    /// A voice.
    pub enum Voice {
        /// The first pulse.
        Pulse1,
        /// The second pulse, which effects also use.
        Pulse2,
        /// The wave.
        Wave,
        /// The noise, which effects also use.
        Noise,
    }
}

/// A step of a phrase or an effect.
///
/// A byte below 128 encodes [`Rows`](Step::Rows): the number of rows minus one. In any other byte, bits 5 and 6 are the
/// voice, and bits 0 to 3 are the index of the instrument among those of its kind. Unless the voice is noise, a byte
/// with the note follows. If bit 4 is set, a byte with the volume comes next. Three indices are commands instead of
/// instruments. 13 is a condition, followed by a byte with its two danger levels. 14 is a glide, followed by a byte
/// with its note. 15 is a cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// This many rows pass until the next step.
    Rows(u8),
    /// The next step applies only at these danger levels.
    When {
        /// The lowest danger level at which the step applies.
        from: u8,
        /// The first danger level above `from` at which the step no longer applies.
        below: u8,
    },
    /// The note of a voice is cut off.
    Cut(Voice),
    /// The note of a voice glides to another pitch.
    Glide {
        /// The voice of the note.
        voice: Voice,
        /// The pitch in semitones from C1.
        note: u8,
    },
    /// A note begins.
    Begin {
        /// The voice of the note.
        voice: Voice,
        /// The pitch in semitones from C1; 0 for noise.
        note: u8,
        /// The index of the note's instrument among the instruments of its kind.
        instrument: u8,
        /// The volume at which the note begins; `None` for the instrument's own volume.
        volume: Option<u8>,
    },
}

impl Step {
    /// The bytes below this limit are numbers of rows.
    const ROWS_END: u8 = 128;

    /// Returns whether the first byte of `steps` is a number of rows.
    pub fn is_rows(steps: &[u8]) -> bool {
        steps.first().is_some_and(|&command| command < Step::ROWS_END)
    }

    /// Decodes the first step of `steps`. Returns that step and the remaining bytes; `None` at the end.
    // Target: GBA. Inlined, because a call that passes the step through memory would take as long as the decoding.
    #[inline(always)]
    pub fn read(steps: &[u8]) -> Option<(Step, &[u8])> {
        let (&command, rest) = steps.split_first()?;
        if command < Step::ROWS_END {
            return Some((Step::Rows(command + 1), rest));
        }
        let voice = Voice::ALL[usize::from(command >> 5 & 3)];
        let number = command & 15;
        if number == 15 {
            return Some((Step::Cut(voice), rest));
        }
        let is_noise = voice as u8 == Voice::Noise as u8;
        let (value, rest) = match rest.split_first() {
            Some((&value, rest)) if !is_noise || number >= 13 => (value, rest),
            _ => (0, rest),
        };
        let step = match number {
            13 => Step::When { from: value >> 4, below: value & 15 },
            14 => Step::Glide { voice, note: value },
            instrument if command & 16 == 0 => {
                Step::Begin { voice, note: value, instrument, volume: None }
            }
            instrument => {
                let (&volume, rest) = rest.split_first()?;
                let volume = Some(volume);
                return Some((Step::Begin { voice, note: value, instrument, volume }, rest));
            }
        };
        Some((step, rest))
    }
}

/// All songs.
pub const SONGS: &[Song] = include!(concat!(env!("OUT_DIR"), "/music.rs"));

/// All effects.
pub const EFFECTS: &[Effect] = include!(concat!(env!("OUT_DIR"), "/effects.rs"));

/// Returns the song whose file has the name `name`.
///
/// # Panics
/// Panics if there is no such song, which is a compile-time error in a constant.
pub const fn song(name: &str) -> &'static Song {
    let mut at = 0;
    while at < SONGS.len() {
        if is_equal(SONGS[at].name, name) {
            return &SONGS[at];
        }
        at += 1;
    }
    panic!("no file in assets/music has this name")
}

/// Returns the effect whose file has the name `name`.
///
/// # Panics
/// Panics if there is no such effect, which is a compile-time error in a constant.
pub const fn effect(name: &str) -> &'static Effect {
    let mut at = 0;
    while at < EFFECTS.len() {
        if is_equal(EFFECTS[at].name, name) {
            return &EFFECTS[at];
        }
        at += 1;
    }
    panic!("no file in assets/effects has this name")
}

const fn is_equal(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    let mut at = 0;
    while at < a.len() && at < b.len() && a[at] == b[at] {
        at += 1;
    }
    at == a.len() && at == b.len()
}

/// The total size of all songs and effects in bytes.
pub const BYTES: usize = {
    let (mut bytes, mut at) = (size_of_val(SONGS) + size_of_val(EFFECTS), 0);
    while at < SONGS.len() {
        let song = &SONGS[at];
        bytes += size_of_val(song.waves) + size_of_val(song.phrases);
        bytes += instruments_bytes(&song.instruments);
        let mut phrase = 0;
        while phrase < song.phrases.len() {
            bytes += song.phrases[phrase].next.len() + song.phrases[phrase].steps.len();
            phrase += 1;
        }
        at += 1;
    }
    at = 0;
    while at < EFFECTS.len() {
        bytes += instruments_bytes(&EFFECTS[at].instruments) + EFFECTS[at].steps.len();
        at += 1;
    }
    bytes
};

const fn instruments_bytes(all: &Instruments) -> usize {
    kind_bytes(all.pulses) + kind_bytes(all.waves) + kind_bytes(all.noises)
}

const fn kind_bytes(instruments: &[Instrument]) -> usize {
    let (mut bytes, mut at) = (size_of_val(instruments), 0);
    while at < instruments.len() {
        bytes += sequence_bytes(instruments[at].arpeggio) + sequence_bytes(instruments[at].duties);
        at += 1;
    }
    bytes
}

/// Returns the size of a sequence in bytes. The empty sequence is stored once for all instruments, so it counts as 0.
const fn sequence_bytes(sequence: &Sequence) -> usize {
    if sequence.values.is_empty() { 0 } else { size_of_val(sequence) + sequence.values.len() }
}

/// The limit for [`BYTES`]. It is higher on 64-bit machines, because their pointers are twice as long.
const BYTES_MAX: usize = if size_of::<usize>() > 4 { 60 * 1024 } else { 48 * 1024 };
const _: () = assert!(BYTES <= BYTES_MAX, "songs and effects have too many bytes");
