//! A track: the note of one voice, and how its volume, its pitch and its duty move.

use super::pitch;
use super::voices::{Envelope, EnvelopeLevel};
use crate::settings::VOLUME_MAX;
use musrex_assets::sounds::{Instrument, Sequence, Timbre};

/// The loudest volume of the settings is 2 to the power of this number.
pub(super) const VOLUME_BITS: u8 = 3;

const _: () = assert!(VOLUME_MAX == 1 << VOLUME_BITS);

/// The 16 parts of a vibrato's swing, in eighths of the depth.
const SWING: [i8; 16] = [0, 3, 6, 7, 8, 7, 6, 3, 0, -3, -6, -7, -8, -7, -6, -3];
/// The difference in 16ths of a semitone between C1, where the pitches of notes start, and C2, where the pitches of
/// pulses start.
const PULSE_OFFSET: i16 = 12 * 16;
/// The number of clock rates of a sliding noise. Neighbouring rates are about a quarter of an octave apart.
const RUNGS: i16 = 14 * 4;
/// The volume of an echo is the volume of its note divided by this number.
const ECHO_PART: u8 = 3;

/// The change of a track in a tick.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Change {
    /// The note continues unchanged, or there is no note.
    None,
    /// A note began.
    Begun,
    /// The note continues with another envelope.
    Envelope,
    /// The note ended.
    Cut,
}

/// The stage of a note.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// There is no note.
    Silent,
    /// The note begins in the next tick.
    Begun,
    /// The note sounds.
    Sounding,
    /// The note has ended and fades.
    Released,
    /// The note has ended, and its echo has not begun yet.
    Waiting,
}

/// A place in a sequence.
#[derive(Clone, Copy, Debug)]
struct Place {
    at: u8,
    /// The number of ticks for which the current value has lasted.
    ticks: u8,
}

impl Place {
    const FIRST: Place = Place { at: 0, ticks: 0 };
}

/// The note of one voice.
#[derive(Clone, Debug)]
pub(super) struct Track {
    instrument: Option<&'static Instrument>,
    stage: Stage,
    is_echo: bool,
    /// True when the pitch or the duty moved in the last tick.
    has_moved: bool,
    /// The pitch in 16ths of a semitone from C1. For a sliding noise, this is the distance below the fastest clock, in
    /// 16ths of a quarter octave: 0 is the fastest clock, and a larger number is slower.
    pitch: i16,
    /// The pitch to which the note glides.
    target: i16,
    /// The volume at which the note began, before the volume of the settings is applied.
    volume: u8,
    /// The current volume of the note. A quarter of the wave's volume is four steps of this volume.
    level: EnvelopeLevel,
    /// The last envelope of the note.
    envelope: Envelope,
    /// The volume at which a fade stops.
    floor: u8,
    /// The number of ticks until the volume may change.
    hold: u8,
    /// The number of ticks until the note ends; 0 for never.
    cut: u8,
    /// The number of ticks until the echo; 0 for no echo.
    echo: u8,
    /// The number of ticks until the vibrato begins.
    delay: u8,
    /// The elapsed part of a vibrato's swing, in 256ths.
    swing: u8,
    arpeggio: Place,
    duties: Place,
    /// If the danger falls below this level, the note ends.
    danger: u8,
}

impl Track {
    /// A track without a note.
    pub(super) const SILENT: Track = Track {
        instrument: None,
        stage: Stage::Silent,
        is_echo: false,
        has_moved: false,
        pitch: 0,
        target: 0,
        volume: 0,
        level: EnvelopeLevel::SILENT,
        envelope: Envelope { volume: 0, pace: 0, rises: false },
        floor: 0,
        hold: 0,
        cut: 0,
        echo: 0,
        delay: 0,
        swing: 0,
        arpeggio: Place::FIRST,
        duties: Place::FIRST,
        danger: 0,
    };

    /// Begins a note, which ends when the danger falls below `danger`.
    // Target: GBA. Not inlined: this function lies in fast memory, in one copy for songs and effects.
    #[inline(never)]
    pub(super) fn begin(
        &mut self,
        instrument: &'static Instrument,
        note: u8,
        volume: Option<u8>,
        danger: u8,
    ) {
        let target = match instrument.timbre {
            Timbre::Noise { shift, ratio, .. } => rung(shift, ratio) * 16,
            _ => i16::from(note) * 16,
        };
        *self = Track {
            instrument: Some(instrument),
            stage: Stage::Begun,
            pitch: target + i16::from(instrument.scoop) * 16,
            target,
            volume: volume.unwrap_or(instrument.volume),
            cut: instrument.cut,
            delay: instrument.vibrato.delay,
            danger,
            ..Track::SILENT
        };
    }

    /// Glides to another note.
    pub(super) fn glide(&mut self, note: u8) {
        self.target = i16::from(note) * 16;
    }

    /// Ends a sounding note in the next tick. Drops a note that has not begun to sound.
    pub(super) fn cut(&mut self) {
        match self.stage {
            Stage::Silent | Stage::Begun => *self = Track::SILENT,
            Stage::Sounding => self.cut = 1,
            Stage::Released | Stage::Waiting => {}
        }
    }

    /// If the note needs a higher danger than `danger`, ends the note like [`cut`](Track::cut), without an echo.
    pub(super) fn cut_above(&mut self, danger: u8) {
        if self.danger > danger {
            self.echo = 0;
            self.is_echo = true;
            self.cut();
        }
    }

    /// Fades the note from its current volume to silence.
    pub(super) fn fade(&mut self, pace: impl Fn(u8) -> u8) {
        let volume = self.level.volume();
        if volume == 0 || !self.is_on() {
            *self = Track::SILENT;
            return;
        }
        self.set_envelope(Envelope { volume, pace: pace(volume), rises: false });
        (self.stage, self.echo, self.cut) = (Stage::Released, 0, 0);
    }

    /// Returns the instrument of the note.
    pub(super) const fn instrument(&self) -> Option<&'static Instrument> {
        self.instrument
    }

    /// Returns whether a note begins in the next tick.
    pub(super) fn is_begun(&self) -> bool {
        self.stage == Stage::Begun
    }

    /// Returns whether a note sounds.
    pub(super) const fn is_on(&self) -> bool {
        matches!(self.stage, Stage::Sounding | Stage::Released)
    }

    /// Returns the envelope of the note from its current volume on.
    pub(super) const fn envelope(&self) -> Envelope {
        Envelope { volume: self.level.volume(), ..self.envelope }
    }

    /// Returns the current volume in quarters of the wave's full volume.
    pub(super) const fn quarters(&self) -> u8 {
        (self.level.volume() + 3) >> 2
    }

    /// Advances by a tick. Returns the change. `loudness` is the volume from the settings.
    pub(super) fn tick(&mut self, loudness: u8) -> Change {
        let Some(instrument) = self.instrument else { return Change::None };
        match self.stage {
            Stage::Silent => Change::None,
            Stage::Begun => self.sound(instrument, loudness),
            Stage::Waiting => self.wait(instrument, loudness),
            Stage::Released => self.fall_silent(instrument, loudness),
            Stage::Sounding => self.go_on(instrument),
        }
    }

    /// Begins to sound the note.
    fn sound(&mut self, instrument: &Instrument, loudness: u8) -> Change {
        let scaled = |volume: u8| {
            // A quarter of the wave's volume takes four of the 15 steps.
            let steps = match instrument.timbre {
                Timbre::Wave(_) => (4 * volume).saturating_sub(1),
                _ => volume,
            };
            (steps * loudness + (1 << (VOLUME_BITS - 1))) >> VOLUME_BITS
        };
        self.stage = Stage::Sounding;
        self.floor = if self.is_echo { 0 } else { scaled(instrument.floor) };
        self.hold = instrument.hold;
        let pace = if self.hold > 0 { 0 } else { instrument.pace };
        let volume = scaled(self.volume);
        self.set_envelope(Envelope { volume, pace, rises: instrument.rises });
        Change::Begun
    }

    fn set_envelope(&mut self, envelope: Envelope) {
        self.envelope = envelope;
        self.level.trigger(envelope);
    }

    /// Counts down the ticks until the echo. Returns whether the echo begins.
    fn is_time_of_echo(&mut self) -> bool {
        let is_coming = self.echo > 0;
        self.echo = self.echo.saturating_sub(1);
        is_coming && self.echo == 0
    }

    // Target: GBA. Not inlined: an echo is rare, and the fast memory of the callers is small.
    #[inline(never)]
    fn begin_echo(&mut self, instrument: &'static Instrument, loudness: u8) -> Change {
        let (note, danger, volume) = (self.target, self.danger, (self.volume / ECHO_PART).max(1));
        self.begin(instrument, 0, Some(volume), danger);
        (self.pitch, self.target, self.is_echo) = (note, note, true);
        self.sound(instrument, loudness)
    }

    fn wait(&mut self, instrument: &'static Instrument, loudness: u8) -> Change {
        if self.is_time_of_echo() { self.begin_echo(instrument, loudness) } else { Change::None }
    }

    // Target: GBA. Not inlined: silence is rare, and the fast memory of the callers is small.
    #[inline(never)]
    fn fall_silent(&mut self, instrument: &'static Instrument, loudness: u8) -> Change {
        if self.is_time_of_echo() {
            return self.begin_echo(instrument, loudness);
        }
        self.level.tick();
        if self.level.volume() > 0 {
            self.move_on(instrument);
            return Change::None;
        }
        self.stage = if self.echo > 0 { Stage::Waiting } else { Stage::Silent };
        Change::Cut
    }

    fn go_on(&mut self, instrument: &Instrument) -> Change {
        self.level.tick();
        if self.cut > 0 {
            self.cut -= 1;
            if self.cut == 0 {
                return self.end(instrument);
            }
        }
        self.move_on(instrument);
        let volume = self.level.volume();
        if self.hold > 0 {
            self.hold -= 1;
            if self.hold == 0 && instrument.pace > 0 {
                let (pace, rises) = (instrument.pace, instrument.rises);
                self.set_envelope(Envelope { volume, pace, rises });
                return Change::Envelope;
            }
        } else if volume <= self.floor && self.level.is_falling() {
            self.set_envelope(Envelope { volume, pace: 0, rises: false });
            return Change::Envelope;
        }
        Change::None
    }

    /// Ends the note: it fades or is cut off. An echo of the note may follow.
    fn end(&mut self, instrument: &Instrument) -> Change {
        self.echo = if self.is_echo { 0 } else { instrument.echo };
        let volume = self.level.volume();
        if instrument.release > 0 && volume > 0 {
            self.stage = Stage::Released;
            self.set_envelope(Envelope { volume, pace: instrument.release, rises: false });
            return Change::Envelope;
        }
        self.stage = if self.echo > 0 { Stage::Waiting } else { Stage::Silent };
        Change::Cut
    }

    /// Moves the pitch and the duty by a tick. Does nothing if the note has reached its pitch and the instrument moves
    /// neither pitch nor duty.
    fn move_on(&mut self, instrument: &Instrument) {
        self.has_moved = false;
        if instrument.moves || self.pitch != self.target {
            self.move_pitch(instrument);
            self.has_moved |= step(instrument.duties, &mut self.duties);
        }
    }

    // Target: GBA. Not inlined: few notes need it, and the fast memory of its callers is small.
    #[inline(never)]
    fn move_pitch(&mut self, instrument: &Instrument) {
        let (slide, before) = (i16::from(instrument.slide), self.pitch);
        if let Timbre::Noise { .. } = instrument.timbre {
            // This pitch counts down from the fastest clock, so a negative slide makes the number larger.
            self.pitch = (before - slide).clamp(0, RUNGS * 16 - 1);
            self.has_moved = slide != 0;
            return;
        }
        if slide != 0 {
            self.pitch = before.saturating_add(slide);
        } else if before != self.target {
            let most = i16::from(instrument.glide);
            self.pitch += (self.target - before).clamp(-most, most);
        }
        self.has_moved = self.pitch != before;
        if instrument.vibrato.depth > 0 {
            if self.delay > 0 {
                self.delay -= 1;
            } else {
                self.swing = self.swing.wrapping_add(instrument.vibrato.step);
                self.has_moved = true;
            }
        }
        self.has_moved |= step(instrument.arpeggio, &mut self.arpeggio);
    }

    /// Returns whether the pitch or the duty moved in this tick. Most notes move neither, and computing a frequency is
    /// slow on a small processor.
    pub(super) const fn has_moved(&self) -> bool {
        self.has_moved
    }

    /// Returns the value of the voice's frequency register for this tick.
    pub(super) fn frequency(&self) -> u16 {
        let Some(instrument) = self.instrument else { return 0 };
        let mut pitch = match instrument.timbre {
            Timbre::Pulse(_) => self.pitch.saturating_sub(PULSE_OFFSET),
            Timbre::Wave(_) | Timbre::Noise { .. } => self.pitch,
        };
        if instrument.vibrato.depth > 0 {
            let eighths = SWING[usize::from(self.swing >> 4)];
            let depth = i16::from(instrument.vibrato.depth) * i16::from(eighths);
            pitch = pitch.saturating_add((depth + 4) >> 3);
        }
        if let Some(semitones) = value(instrument.arpeggio, self.arpeggio) {
            pitch = pitch.saturating_add(i16::from(semitones) * 16);
        }
        pitch::frequency(pitch)
    }

    /// Returns the duty of this tick; 0 for a voice that is not a pulse.
    pub(super) fn duty(&self) -> u8 {
        let Some(instrument) = self.instrument else { return 0 };
        match (instrument.timbre, value(instrument.duties, self.duties)) {
            (Timbre::Pulse(_), Some(duty)) => duty.unsigned_abs(),
            (Timbre::Pulse(duty), None) => duty,
            _ => 0,
        }
    }

    /// Returns the shift and the ratio of the noise clock in this tick.
    pub(super) fn clock(&self) -> (u8, u8) {
        match self.instrument {
            Some(Instrument { timbre: Timbre::Noise { shift, ratio, .. }, slide: 0, .. }) => {
                (*shift, *ratio)
            }
            _ => {
                let rung = self.pitch.clamp(0, RUNGS * 16 - 1).unsigned_abs() >> 4;
                let [shift, ratio] = [rung >> 2, 4 + (rung & 3)];
                (shift.to_le_bytes()[0], ratio.to_le_bytes()[0])
            }
        }
    }
}

/// Returns the distance of a noise clock below the fastest clock that can slide, in quarters of an octave.
fn rung(shift: u8, ratio: u8) -> i16 {
    let (shift, ratio) = (i16::from(shift), i16::from(ratio));
    let rung = match ratio {
        0 => 4 * (shift - 3),
        1 => 4 * (shift - 2),
        2 | 3 => 4 * (shift - 1) + 2 * ratio - 4,
        _ => 4 * shift + ratio - 4,
    };
    rung.max(0)
}

/// Advances a place by a tick. Returns whether the value there may have changed.
fn step(sequence: &Sequence, place: &mut Place) -> bool {
    if sequence.values.is_empty() {
        return false;
    }
    place.ticks += 1;
    if place.ticks < sequence.ticks {
        return false;
    }
    place.ticks = 0;
    if usize::from(place.at) + 1 < sequence.values.len() {
        place.at += 1;
    } else if !sequence.is_once {
        place.at = 0;
    }
    true
}

fn value(sequence: &Sequence, place: Place) -> Option<i8> {
    sequence.values.get(usize::from(place.at)).copied()
}

#[cfg(test)]
mod tests {
    use super::*;
    use musrex_assets::sounds::{Pan, Vibrato};
    use std::vec::Vec;

    /// The loudest volume of the settings.
    const LOUD: u8 = 1 << VOLUME_BITS;

    /// A pulse that sustains its notes.
    const PLAIN: Instrument = Instrument {
        timbre: Timbre::Pulse(2),
        volume: 12,
        pace: 0,
        rises: false,
        hold: 0,
        floor: 0,
        release: 0,
        cut: 0,
        echo: 0,
        vibrato: Vibrato { depth: 0, delay: 0, step: 0 },
        slide: 0,
        scoop: 0,
        glide: 8,
        arpeggio: Sequence::EMPTY,
        duties: Sequence::EMPTY,
        pan: Pan::Centre,
        danger: 0,
        moves: true,
    };

    /// The result of a tick: the change, the volume, the pitch in 16ths of a semitone, and the duty.
    type Tick = (Change, u8, i16, u8);

    /// Plays a note of C4 for some ticks.
    fn play(instrument: &'static Instrument, ticks: usize) -> Vec<Tick> {
        let mut track = Track::SILENT;
        track.begin(instrument, 36, None, 0);
        go_on(&mut track, ticks)
    }

    fn go_on(track: &mut Track, ticks: usize) -> Vec<Tick> {
        let mut tick = || {
            let change = track.tick(LOUD);
            let volume = if track.is_on() { track.level.volume() } else { 0 };
            (change, volume, track.pitch, track.duty())
        };
        (0..ticks).map(|_| tick()).collect()
    }

    #[test]
    fn a_note_holds_fades_and_stays_at_its_floor() {
        static NOTE: Instrument = Instrument { pace: 1, hold: 10, floor: 7, ..PLAIN };
        let heard = play(&NOTE, 60);
        assert_eq!(heard[0].0, Change::Begun);
        assert!(heard[..=10].iter().all(|tick| tick.1 == 12));
        assert_eq!(heard[10].0, Change::Envelope);
        assert!(heard[11..].windows(2).all(|pair| pair[0].1 >= pair[1].1));
        assert_eq!(heard.iter().filter(|tick| tick.0 == Change::Envelope).count(), 2);
        assert_eq!(heard[59].1, 7, "it does not die");
    }

    #[test]
    fn a_note_is_released_and_echoes_at_a_third() {
        static NOTE: Instrument =
            Instrument { pace: 7, floor: 9, cut: 20, release: 1, echo: 30, ..PLAIN };
        let heard = play(&NOTE, 200);
        let begun: Vec<usize> = (0..200).filter(|&at| heard[at].0 == Change::Begun).collect();
        assert_eq!(begun, [0, 50], "it ends after 20 ticks, and 30 later it is there again");
        assert!(heard[20..30].windows(2).any(|pair| pair[0].1 > pair[1].1), "it is released");
        assert_eq!((heard[49].1, heard[50].1), (0, 4));
        // The echo ends like the note, but has no echo of its own.
        assert!(heard[90..].iter().all(|tick| tick.1 == 0));
    }

    #[test]
    fn pitches_scoop_and_glide_to_their_target() {
        static NOTE: Instrument = Instrument { scoop: -2, glide: 5, ..PLAIN };
        let mut track = Track::SILENT;
        track.begin(&NOTE, 36, None, 0);
        let pitches: Vec<i16> = go_on(&mut track, 10).iter().map(|tick| tick.2).collect();
        assert_eq!(pitches[..4], [544, 549, 554, 559]);
        assert_eq!(pitches[9], 576);
        track.glide(35);
        let heard = go_on(&mut track, 5);
        assert_eq!((heard[0].0, heard[0].2, heard[4].2), (Change::None, 571, 560));
    }

    #[test]
    fn sequences_repeat_or_stay_on_the_last() {
        static NOTE: Instrument = Instrument {
            duties: &Sequence { values: &[0, 1, 3], ticks: 2, is_once: true },
            ..PLAIN
        };
        let duties: Vec<u8> = play(&NOTE, 8).iter().map(|tick| tick.3).collect();
        assert_eq!(duties, [0, 0, 1, 1, 3, 3, 3, 3]);
        static CHORD: Instrument = Instrument {
            arpeggio: &Sequence { values: &[0, 12], ticks: 1, is_once: false },
            ..PLAIN
        };
        let mut track = Track::SILENT;
        track.begin(&CHORD, 36, None, 0);
        let frequencies: Vec<u16> = (0..4)
            .map(|_| {
                track.tick(LOUD);
                track.frequency()
            })
            .collect();
        assert_eq!(frequencies[0], frequencies[2]);
        // One octave higher, the register is half as far from its end, except for rounding.
        assert!((2048 - frequencies[0]).abs_diff(2 * (2048 - frequencies[1])) <= 1);
    }

    #[test]
    fn a_tom_falls() {
        static TOM: Instrument = Instrument {
            timbre: Timbre::Noise { shift: 3, ratio: 2, is_short: false },
            slide: -16,
            ..PLAIN
        };
        let mut track = Track::SILENT;
        track.begin(&TOM, 0, None, 0);
        let period = |(shift, ratio): (u8, u8)| u32::from(ratio) << shift;
        let mut periods = Vec::new();
        for _ in 0..60 {
            track.tick(LOUD);
            periods.push(period(track.clock()));
        }
        // The slide begins with the instrument's clock: ratio 2 and shift 3, which give the period 16.
        assert_eq!(periods[..6], [16, 20, 24, 28, 32, 40]);
        assert!(periods.windows(2).all(|pair| pair[0] <= pair[1]));
        assert_eq!(periods.last(), Some(&(7 << 13)));
    }

    #[test]
    fn a_note_of_danger_ends_with_it() {
        static NOTE: Instrument = Instrument { echo: 5, ..PLAIN };
        let mut track = Track::SILENT;
        track.begin(&NOTE, 36, None, 2);
        track.cut_above(2);
        assert!(go_on(&mut track, 5).iter().all(|tick| tick.1 == 12));
        track.cut_above(1);
        assert!(go_on(&mut track, 20).iter().all(|tick| tick.1 == 0), "without an echo");
    }

    // The volume of a wave falls by a quarter at a time, down to the floor of its fade.
    #[test]
    fn a_wave_fades_in_quarters() {
        static BASS: Instrument =
            Instrument { timbre: Timbre::Wave(0), volume: 4, pace: 1, floor: 2, ..PLAIN };
        let mut track = Track::SILENT;
        track.begin(&BASS, 12, None, 0);
        let mut quarters = Vec::new();
        for _ in 0..30 {
            track.tick(LOUD);
            quarters.push(track.quarters());
        }
        quarters.dedup();
        assert_eq!(quarters, [4, 3, 2]);
    }
}
