//! A track: the note of one voice, and the movement of its pitch.

use super::pitch;
use musrex_assets::sounds::{Instrument, Timbre};

/// The ticks before a vibrato begins.
const VIBRATO_DELAY: u8 = 12;
/// The vibrato of a period of twelve ticks, in eighths of its depth.
const VIBRATO: [i8; 12] = [0, 3, 5, 8, 5, 3, 0, -3, -5, -8, -5, -3];
/// The difference between C1, from which notes count, and C2, from which pulses count, in 16ths of
/// a semitone.
const PULSE_OFFSET: i16 = 12 * 16;

/// The change of a track in a tick.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Change {
    /// The note goes on, or there is none.
    None,
    /// A note began.
    Begun,
    /// The note ended.
    Cut,
}

/// The note of one voice.
#[derive(Clone, Debug)]
pub(super) struct Track {
    instrument: Option<&'static Instrument>,
    /// 16ths of a semitone from C1, with the slide so far.
    pitch: i16,
    /// The volume at which the note began.
    volume: u8,
    /// Ticks until the note ends; 0 for never.
    cut: u8,
    /// Ticks of the note. From [`VIBRATO_DELAY`] on, the count repeats with the period of [`VIBRATO`].
    vibrato: u8,
    /// Ticks of the arpeggio, each of whose notes takes two ticks.
    arpeggio: u8,
    is_begun: bool,
}

impl Track {
    /// A track without a note.
    pub(super) const SILENT: Track = Track {
        instrument: None,
        pitch: 0,
        volume: 0,
        cut: 0,
        vibrato: 0,
        arpeggio: 0,
        is_begun: false,
    };

    /// Begins a note.
    pub(super) fn begin(&mut self, instrument: &'static Instrument, note: u8, volume: Option<u8>) {
        *self = Track {
            instrument: Some(instrument),
            pitch: i16::from(note) * 16,
            volume: volume.unwrap_or(instrument.volume),
            cut: instrument.cut,
            vibrato: 0,
            arpeggio: 0,
            is_begun: true,
        };
    }

    /// Ends the note in the next tick.
    pub(super) fn cut(&mut self) {
        (self.cut, self.is_begun) = (1, false);
    }

    /// Returns the instrument of the note.
    pub(super) const fn instrument(&self) -> Option<&'static Instrument> {
        self.instrument
    }

    /// Returns the volume at which the note began.
    pub(super) const fn volume(&self) -> u8 {
        self.volume
    }

    /// Advances by a tick. Returns what has changed.
    pub(super) fn tick(&mut self) -> Change {
        let Some(instrument) = self.instrument else { return Change::None };
        if core::mem::take(&mut self.is_begun) {
            return Change::Begun;
        }
        if self.cut > 0 {
            self.cut -= 1;
            if self.cut == 0 {
                self.instrument = None;
                return Change::Cut;
            }
        }
        self.pitch = self.pitch.saturating_add(i16::from(instrument.slide));
        self.vibrato += 1;
        if usize::from(self.vibrato) == usize::from(VIBRATO_DELAY) + VIBRATO.len() {
            self.vibrato = VIBRATO_DELAY;
        }
        self.arpeggio += 1;
        if usize::from(self.arpeggio) >= 2 * instrument.arpeggio.len() {
            self.arpeggio = 0;
        }
        Change::None
    }

    /// Returns whether the frequency stays the same for the whole note. It does for most notes, and computing a
    /// frequency is slow on a small processor.
    pub(super) fn is_steady(&self) -> bool {
        let is_still = |of: &Instrument| of.slide == 0 && of.vibrato == 0 && of.arpeggio.is_empty();
        self.instrument.is_none_or(is_still)
    }

    /// Returns the frequency register value of this tick for its voice.
    pub(super) fn frequency(&self) -> u16 {
        let Some(instrument) = self.instrument else { return 0 };
        let mut pitch = match instrument.timbre {
            Timbre::Pulse(_) => self.pitch.saturating_sub(PULSE_OFFSET),
            Timbre::Wave(_) | Timbre::Noise { .. } => self.pitch,
        };
        if instrument.vibrato > 0 && self.vibrato > VIBRATO_DELAY {
            let eighths = VIBRATO[usize::from(self.vibrato - VIBRATO_DELAY)];
            let depth = i16::from(instrument.vibrato) * i16::from(eighths);
            pitch = pitch.saturating_add((depth + 4) >> 3);
        }
        if let Some(semitones) = instrument.arpeggio.get(usize::from(self.arpeggio / 2)) {
            pitch = pitch.saturating_add(i16::from(*semitones) * 16);
        }
        pitch::frequency(pitch)
    }
}
