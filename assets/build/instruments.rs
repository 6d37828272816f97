//! Reads the lines of instruments and waves.

use crate::fault::Error;
use crate::words::{SheetLine, Word};

/// The largest number of instruments of a kind: pulses, waves or noises.
pub(crate) const INSTRUMENTS_MAX: usize = 13;
/// The largest number of values in an arpeggio or in a list of duties.
const VALUES_MAX: usize = 8;
/// The default duration, in ticks, of each value in an arpeggio or a list of duties.
const VALUE_TICKS: u8 = 2;
/// The default delay of a vibrato and the default duration of one swing, both in ticks.
const VIBRATO_TICKS: (u8, u8) = (12, 12);
/// The default speed of a glide, in 16ths of a semitone per tick.
const GLIDE: u8 = 8;
/// The duties of a pulse in percent, in the order of the hardware.
const DUTIES: [&str; 4] = ["12", "25", "50", "75"];
/// The volumes of a wave in percent.
pub(crate) const WAVE_VOLUMES: [&str; 5] = ["0", "25", "50", "75", "100"];
/// The properties that may follow the timbre on an instrument's line.
const OPTIONS: &str = "volume, fade, swell, hold, floor, release, cut, echo, vibrato, slide, scoop, glide, \
                       arpeggio, duty, pan or danger";

/// A named waveform: one period of the wave voice.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Wave {
    /// The name of the wave.
    pub(crate) name: String,
    /// The 32 samples of the wave, two per byte, the first in the high half.
    pub(crate) samples: [u8; 16],
}

/// The voice and the tone of an instrument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Timbre {
    /// A pulse with this duty, numbered as in the hardware.
    Pulse(u8),
    /// The wave with this index.
    Wave(u8),
    /// Noise.
    Noise {
        /// The shift of the noise clock.
        shift: u8,
        /// The ratio of the noise clock.
        ratio: u8,
        /// True for the short noise sequence, which sounds metallic.
        is_short: bool,
    },
}

/// The envelope of a note's volume.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Envelope {
    /// The volume stays the same.
    Steady,
    /// The volume falls; each step of the volume takes this number of 64ths of a second.
    Fade(u8),
    /// The volume rises; each step of the volume takes this number of 64ths of a second.
    Swell(u8),
}

/// A sequence of values that a note steps through.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Sequence {
    /// The values; empty if there is no sequence.
    pub(crate) values: Vec<i8>,
    /// The duration of each value in ticks.
    pub(crate) ticks: u8,
    /// True if the last value stays; false if the sequence repeats.
    pub(crate) is_once: bool,
}

/// A vibrato: a periodic swing of the pitch around a note.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Vibrato {
    /// The depth of the vibrato in 16ths of a semitone; 0 for no vibrato.
    pub(crate) depth: u8,
    /// The number of ticks from the start of a note to the start of the vibrato.
    pub(crate) delay: u8,
    /// The duration of a full swing in ticks.
    pub(crate) period: u8,
}

/// The side on which an instrument is heard.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Pan {
    /// The instrument is heard on both sides.
    #[default]
    Centre,
    /// The instrument is heard on the left.
    Left,
    /// The instrument is heard on the right.
    Right,
}

/// An instrument, as its line defines it.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Instrument {
    /// The name of the instrument.
    pub(crate) name: String,
    /// The voice and the tone of the instrument.
    pub(crate) timbre: Timbre,
    /// The volume at which a note begins: 0 to 4 for a wave, 0 to 15 for other voices.
    pub(crate) volume: u8,
    /// The change of the volume during a note.
    pub(crate) envelope: Envelope,
    /// The number of ticks from the start of a note until the volume changes.
    pub(crate) hold: u8,
    /// The volume at which a fade stops.
    pub(crate) floor: u8,
    /// The duration of a volume step of the fade after the end of a note, in 64ths of a second; 0 for no fade.
    pub(crate) release: u8,
    /// The number of ticks after which a note is cut off; 0 for never.
    pub(crate) cut: u8,
    /// The number of ticks from the end of a note to its echo; 0 for no echo.
    pub(crate) echo: u8,
    /// The vibrato of the instrument's notes.
    pub(crate) vibrato: Vibrato,
    /// The change of pitch per tick, in 16ths of a semitone. For noise, the unit is 1/16 of a quarter octave.
    pub(crate) slide: i8,
    /// The interval in semitones from a note's own pitch to the pitch at which the note begins. The note then glides
    /// to its own pitch.
    pub(crate) scoop: i8,
    /// The speed of a glide in 16ths of a semitone per tick.
    pub(crate) glide: u8,
    /// The semitones added to the note, one value after another.
    pub(crate) arpeggio: Sequence,
    /// The duties that the note steps through, numbered as in the hardware.
    pub(crate) duties: Sequence,
    /// The side on which the instrument is heard.
    pub(crate) pan: Pan,
    /// The lowest danger level at which the instrument is heard.
    pub(crate) danger: u8,
}

impl Instrument {
    /// Makes an instrument that sustains its notes at full volume.
    fn new(name: &str, timbre: Timbre) -> Instrument {
        Instrument {
            name: name.to_owned(),
            timbre,
            volume: if matches!(timbre, Timbre::Wave(_)) { 4 } else { 15 },
            envelope: Envelope::Steady,
            hold: 0,
            floor: 0,
            release: 0,
            cut: 0,
            echo: 0,
            vibrato: Vibrato::default(),
            slide: 0,
            scoop: 0,
            glide: GLIDE,
            arpeggio: Sequence::default(),
            duties: Sequence::default(),
            pan: Pan::Centre,
            danger: 0,
        }
    }
}

impl Timbre {
    /// Returns whether `other` is of the same kind: a pulse, a wave or noise.
    pub(crate) fn is_like(self, other: Timbre) -> bool {
        std::mem::discriminant(&self) == std::mem::discriminant(&other)
    }
}

/// Reads a wave.
///
/// # Errors
/// Returns the first fault.
pub(crate) fn parse_wave(line: &SheetLine<'_>, known: &[Wave]) -> Result<Wave, Error> {
    let [name, digits] = line.rest[..] else {
        return line.end().fault("a wave is `wave NAME` and 32 hexadecimal digits");
    };
    check_name(name)?;
    if known.iter().any(|wave| wave.name == name.text) {
        return name.fault(format!("there is a wave `{}` already", name.text));
    }
    let values: Vec<u8> = digits.text.chars().map_while(hexadecimal).collect();
    if values.len() != 32 || digits.text.len() != 32 {
        let column = digits.column + values.len().min(32);
        let message = format!("a wave has 32 hexadecimal digits, this one {}", values.len());
        return Word { column, ..digits }.fault(message);
    }
    let mut samples = [0; 16];
    for (byte, pair) in samples.iter_mut().zip(values.chunks_exact(2)) {
        *byte = pair[0] << 4 | pair[1];
    }
    Ok(Wave { name: name.text.to_owned(), samples })
}

fn hexadecimal(digit: char) -> Option<u8> {
    u8::try_from(digit.to_digit(16)?).ok()
}

/// Reads an instrument.
///
/// # Errors
/// Returns the first fault.
pub(crate) fn parse_instrument(
    line: &SheetLine<'_>,
    waves: &[Wave],
    known: &[Instrument],
) -> Result<Instrument, Error> {
    let mut words = Reader { line, at: 0 };
    let name = words.next("a name")?;
    check_name(name)?;
    if known.iter().any(|instrument| instrument.name == name.text) {
        return name.fault(format!("there is an instrument `{}` already", name.text));
    }
    let timbre = parse_timbre(&mut words, waves)?;
    if known.iter().filter(|instrument| instrument.timbre.is_like(timbre)).count()
        == INSTRUMENTS_MAX
    {
        return name
            .fault(format!("a file has no more than {INSTRUMENTS_MAX} instruments of a kind"));
    }
    let mut instrument = Instrument::new(name.text, timbre);
    while let Some(option) = words.take() {
        parse_option(option, &mut words, &mut instrument)?;
    }
    Ok(instrument)
}

fn parse_timbre(words: &mut Reader<'_, '_>, waves: &[Wave]) -> Result<Timbre, Error> {
    let kind = words.next("pulse, wave or noise")?;
    match kind.text {
        "pulse" => Ok(Timbre::Pulse(parse_duty(words.next("a duty")?)?)),
        "wave" => {
            let word = words.next("the name of a wave")?;
            let names: Vec<&str> = waves.iter().map(|wave| wave.name.as_str()).collect();
            match index(&names, word.text) {
                Some(number) => Ok(Timbre::Wave(number)),
                None => word.fault(format!("no wave is called `{}`", word.text)),
            }
        }
        "noise" => {
            let shift = words.next("a shift")?.number("shift", 0..=13)?;
            let ratio = words.next("a ratio")?.number("ratio", 0..=7)?;
            let is_short = words.take_if(|word| word == "short").is_some();
            Ok(Timbre::Noise { shift, ratio, is_short })
        }
        other => kind.fault(format!("`{other}` is none of pulse, wave and noise")),
    }
}

fn parse_option(
    option: Word<'_>,
    words: &mut Reader<'_, '_>,
    instrument: &mut Instrument,
) -> Result<(), Error> {
    let is_wave = matches!(instrument.timbre, Timbre::Wave(_));
    let is_noise = matches!(instrument.timbre, Timbre::Noise { .. });
    match option.text {
        "volume" => instrument.volume = parse_volume(words.next("a volume")?, is_wave, 0)?,
        "fade" => {
            instrument.envelope = Envelope::Fade(words.next("a pace")?.number("pace", 1..=7)?)
        }
        "swell" => {
            instrument.envelope = Envelope::Swell(words.next("a pace")?.number("pace", 1..=7)?);
        }
        "hold" => instrument.hold = words.next("a time")?.number("time", 1..=255)?,
        "floor" => instrument.floor = parse_volume(words.next("a volume")?, is_wave, 1)?,
        "release" => instrument.release = words.next("a pace")?.number("pace", 1..=7)?,
        "cut" => instrument.cut = words.next("a time")?.number("time", 1..=255)?,
        "echo" => instrument.echo = words.next("a time")?.number("time", 1..=60)?,
        "slide" => instrument.slide = words.next("a slide")?.number("slide", -127..=127)?,
        "pan" => instrument.pan = parse_pan(words.next("left or right")?)?,
        "danger" => instrument.danger = words.next("a danger")?.number("danger", 1..=3)?,
        "vibrato" | "scoop" | "glide" | "arpeggio" if is_noise => {
            return option.fault("noise has no pitch");
        }
        "vibrato" => instrument.vibrato = parse_vibrato(words)?,
        "scoop" => instrument.scoop = words.next("semitones")?.number("scoop", -24..=24)?,
        "glide" => instrument.glide = words.next("a glide")?.number("glide", 1..=255)?,
        "arpeggio" => {
            let semitones = |word: Word<'_>| word.number("number of semitones", -24..=24);
            instrument.arpeggio = parse_sequence(words, "two numbers", semitones)?;
        }
        "duty" if is_wave || is_noise => return option.fault("a pulse alone has a duty"),
        "duty" => {
            instrument.duties = parse_sequence(words, "two duties", |word| {
                let duty = parse_duty(word)?;
                Ok(duty.cast_signed())
            })?;
        }
        other => return option.fault(format!("`{other}` is none of {OPTIONS}")),
    }
    Ok(())
}

fn parse_pan(word: Word<'_>) -> Result<Pan, Error> {
    match word.text {
        "left" => Ok(Pan::Left),
        "right" => Ok(Pan::Right),
        other => word.fault(format!("`{other}` is neither left nor right")),
    }
}

/// Reads a depth, then the delay and the ticks of a swing if the line states them.
fn parse_vibrato(words: &mut Reader<'_, '_>) -> Result<Vibrato, Error> {
    let depth = words.next("a depth")?.number("depth", 1..=8)?;
    let (mut delay, mut period) = VIBRATO_TICKS;
    if let Some(word) = words.take_if(is_number) {
        delay = word.number("delay", 0..=120)?;
    }
    if let Some(word) = words.take_if(is_number) {
        period = word.number("swing", 4..=32)?;
    }
    Ok(Vibrato { depth, delay, period })
}

/// Reads at least two values. `every`, with the ticks of a value, and `once` may follow.
fn parse_sequence(
    words: &mut Reader<'_, '_>,
    what: &str,
    read: impl Fn(Word<'_>) -> Result<i8, Error>,
) -> Result<Sequence, Error> {
    let mut values = vec![read(words.next(what)?)?, read(words.next(what)?)?];
    while let Some(word) = words.take_if(is_number) {
        if values.len() == VALUES_MAX {
            return word.fault(format!("there are no more than {VALUES_MAX} values"));
        }
        values.push(read(word)?);
    }
    let mut ticks = VALUE_TICKS;
    if words.take_if(|word| word == "every").is_some() {
        ticks = words.next("a time")?.number("time", 1..=60)?;
    }
    let is_once = words.take_if(|word| word == "once").is_some();
    Ok(Sequence { values, ticks, is_once })
}

fn is_number(text: &str) -> bool {
    text.starts_with(|c: char| c == '-' || c.is_ascii_digit())
}

fn parse_duty(word: Word<'_>) -> Result<u8, Error> {
    match index(&DUTIES, word.text) {
        Some(duty) => Ok(duty),
        None => word.fault(format!("`{}` is no duty: 12, 25, 50 or 75", word.text)),
    }
}

/// Reads a volume of a wave, or of another voice if `is_wave` is false.
///
/// # Errors
/// Fails if the word is not a volume of this voice, or if the volume is lower than `least`.
pub(crate) fn parse_volume(word: Word<'_>, is_wave: bool, least: u8) -> Result<u8, Error> {
    if !is_wave {
        return word.number("volume", least..=15);
    }
    match index(&WAVE_VOLUMES, word.text).filter(|&volume| volume >= least) {
        Some(volume) => Ok(volume),
        None => word.fault(format!("`{}` is no volume of a wave: 25, 50, 75 or 100", word.text)),
    }
}

/// Checks that a name consists of lower-case letters, digits and `_`, and begins with a letter.
///
/// # Errors
/// Fails if the name has another form.
pub(crate) fn check_name(word: Word<'_>) -> Result<(), Error> {
    let is_fit = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
    let begins = word.text.starts_with(|c: char| c.is_ascii_lowercase());
    if begins && word.text.chars().all(is_fit) {
        Ok(())
    } else {
        word.fault("a name has lower-case letters, digits and `_`")
    }
}

fn index(names: &[&str], name: &str) -> Option<u8> {
    u8::try_from(names.iter().position(|&known| known == name)?).ok()
}

/// A reader that takes the words of a line one by one.
struct Reader<'l, 'a> {
    line: &'l SheetLine<'a>,
    at: usize,
}

impl<'a> Reader<'_, 'a> {
    fn take(&mut self) -> Option<Word<'a>> {
        self.take_if(|_| true)
    }

    fn take_if(&mut self, is_it: impl Fn(&str) -> bool) -> Option<Word<'a>> {
        let word = self.line.rest.get(self.at).copied().filter(|word| is_it(word.text))?;
        self.at += 1;
        Some(word)
    }

    fn next(&mut self, what: &str) -> Result<Word<'a>, Error> {
        match self.take() {
            Some(word) => Ok(word),
            None => self.line.end().fault(format!("{what} is missing here")),
        }
    }
}
