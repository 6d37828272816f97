//! Reads the lines of instruments and waves.

use crate::fault::Error;
use crate::words::{SheetLine, Word};

/// Instruments of a song at most.
pub(crate) const INSTRUMENTS_MAX: usize = 12;
/// The duties of a pulse in percent, in the order of the hardware.
const DUTIES: [&str; 4] = ["12", "25", "50", "75"];
/// The volumes of a wave in percent.
pub(crate) const WAVE_VOLUMES: [&str; 5] = ["0", "25", "50", "75", "100"];
/// The properties that may follow the timbre of an instrument.
const OPTIONS: &str = "volume, fade, swell, cut, vibrato, slide or arpeggio";

/// A period of the wave, named.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Wave {
    /// Its name.
    pub(crate) name: String,
    /// Its 32 samples, two a byte, the first in the high half.
    pub(crate) samples: [u8; 16],
}

/// The voice of an instrument and its tone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Timbre {
    /// A pulse with this duty, as the hardware numbers them.
    Pulse(u8),
    /// The wave with this number.
    Wave(u8),
    /// Noise.
    Noise {
        /// The shift of its clock.
        shift: u8,
        /// The ratio of its clock.
        ratio: u8,
        /// True for the short sequence, which sounds metallic.
        is_short: bool,
    },
}

/// How the volume of a note changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Envelope {
    /// Not at all.
    Steady,
    /// It falls by a step every so many 64ths of a second.
    Fade(u8),
    /// It rises by a step every so many 64ths of a second.
    Swell(u8),
}

/// An instrument, as its line defines it.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Instrument {
    /// Its name.
    pub(crate) name: String,
    /// Its voice and sound.
    pub(crate) timbre: Timbre,
    /// The volume at which a note begins: 0 to 15, of a wave 0 to 4.
    pub(crate) volume: u8,
    /// How the volume changes.
    pub(crate) envelope: Envelope,
    /// The ticks after which a note ends; 0 for never.
    pub(crate) cut: u8,
    /// The depth of the vibrato in 16ths of a semitone.
    pub(crate) vibrato: u8,
    /// The change of pitch in 16ths of a semitone a tick.
    pub(crate) slide: i8,
    /// The semitones added in turn; empty without an arpeggio.
    pub(crate) arpeggio: Vec<i8>,
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
    if known.len() == INSTRUMENTS_MAX {
        return name.fault(format!("a file has no more than {INSTRUMENTS_MAX} instruments"));
    }
    let timbre = parse_timbre(&mut words, waves)?;
    let is_wave = matches!(timbre, Timbre::Wave(_));
    let mut instrument = Instrument {
        name: name.text.to_owned(),
        timbre,
        volume: if is_wave { 4 } else { 15 },
        envelope: Envelope::Steady,
        cut: 0,
        vibrato: 0,
        slide: 0,
        arpeggio: Vec::new(),
    };
    while let Some(option) = words.take() {
        parse_option(option, &mut words, &mut instrument)?;
    }
    Ok(instrument)
}

fn parse_timbre(words: &mut Reader<'_, '_>, waves: &[Wave]) -> Result<Timbre, Error> {
    let kind = words.next("pulse, wave or noise")?;
    match kind.text {
        "pulse" => {
            let word = words.next("a duty")?;
            match index(&DUTIES, word.text) {
                Some(duty) => Ok(Timbre::Pulse(duty)),
                None => word.fault(format!("`{}` is no duty: 12, 25, 50 or 75", word.text)),
            }
        }
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
        "fade" | "swell" if is_wave => {
            return option.fault("a wave has no envelope; its notes end with `cut`");
        }
        "fade" => {
            instrument.envelope = Envelope::Fade(words.next("a pace")?.number("pace", 1..=7)?)
        }
        "swell" => {
            instrument.envelope = Envelope::Swell(words.next("a pace")?.number("pace", 1..=7)?);
        }
        "cut" => instrument.cut = words.next("a time")?.number("time", 1..=255)?,
        "vibrato" | "slide" | "arpeggio" if is_noise => {
            return option.fault("noise has no pitch");
        }
        "vibrato" => instrument.vibrato = words.next("a depth")?.number("depth", 1..=8)?,
        "slide" => instrument.slide = words.next("a slide")?.number("slide", -127..=127)?,
        "arpeggio" => {
            let semitones = |word: Word<'_>| word.number("number of semitones", -24..=24);
            let [first, second] =
                [semitones(words.next("two numbers")?)?, semitones(words.next("two numbers")?)?];
            instrument.arpeggio = vec![first, second];
            let is_number = |text: &str| text.starts_with(|c: char| c == '-' || c.is_ascii_digit());
            if let Some(third) = words.take_if(is_number) {
                instrument.arpeggio.push(semitones(third)?);
            }
        }
        other => return option.fault(format!("`{other}` is none of {OPTIONS}")),
    }
    Ok(())
}

/// Reads a volume of at least `least`.
///
/// # Errors
/// When it is not a volume in that range.
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
/// When it does not.
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

/// Takes the words of a line one by one.
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
