//! Writes the notes of tracks to the voices.

use super::track::{Change, Track};
use super::voices::{Envelope, Voices};
use musrex_assets::sounds::{Timbre, Voice};

/// Writes the `change` of a track to its voice; `waves` are those of the song.
pub(super) fn write(
    change: Change,
    track: &Track,
    voice: Voice,
    waves: &[[u8; 16]],
    voices: &mut Voices,
) {
    match change {
        Change::None if track.is_on() => follow(track, voice, voices),
        Change::None => {}
        Change::Begun => begin(track, voice, waves, voices),
        Change::Envelope if voice == Voice::Wave => follow(track, voice, voices),
        Change::Envelope => {
            follow(track, voice, voices);
            voices.set_envelope(voice, track.envelope());
        }
        Change::Cut => cut(voice, voices),
    }
}

/// Begins the note of `track` on its voice, with the volume that it has by now.
pub(super) fn begin(track: &Track, voice: Voice, waves: &[[u8; 16]], voices: &mut Voices) {
    let Some(instrument) = track.instrument() else { return };
    let (envelope, pan) = (track.envelope(), instrument.pan);
    match instrument.timbre {
        Timbre::Pulse(_) => {
            if let Some(pulse) = voices.pulse_mut(voice) {
                (pulse.duty, pulse.pan) = (track.duty(), pan);
                (pulse.envelope, pulse.is_triggered) = (envelope, true);
            }
        }
        Timbre::Wave(number) => {
            let wave = &mut voices.wave;
            if let Some(samples) = waves.get(usize::from(number)) {
                wave.samples = *samples;
            }
            (wave.volume, wave.pan, wave.is_triggered) = (track.quarters(), pan, true);
        }
        Timbre::Noise { is_short, .. } => {
            let noise = &mut voices.noise;
            (noise.shift, noise.ratio) = track.clock();
            (noise.is_short, noise.pan) = (is_short, pan);
            (noise.envelope, noise.is_triggered) = (envelope, true);
        }
    }
    set_frequency(track, voice, voices);
}

/// Updates what changes while a note goes on.
fn follow(track: &Track, voice: Voice, voices: &mut Voices) {
    if track.has_moved() {
        set_frequency(track, voice, voices);
    }
    match voice {
        Voice::Wave => voices.wave.volume = track.quarters(),
        Voice::Noise => (voices.noise.shift, voices.noise.ratio) = track.clock(),
        Voice::Pulse1 | Voice::Pulse2 => {
            if let Some(pulse) = voices.pulse_mut(voice) {
                pulse.duty = track.duty();
            }
        }
    }
}

fn set_frequency(track: &Track, voice: Voice, voices: &mut Voices) {
    if let Some(pulse) = voices.pulse_mut(voice) {
        pulse.frequency = track.frequency();
    } else if voice == Voice::Wave {
        voices.wave.frequency = track.frequency();
    }
}

/// Cuts a voice off.
pub(super) fn cut(voice: Voice, voices: &mut Voices) {
    match voice {
        Voice::Pulse1 | Voice::Pulse2 | Voice::Noise => {
            voices.set_envelope(voice, Envelope::default());
        }
        Voice::Wave => (voices.wave.volume, voices.wave.is_triggered) = (0, true),
    }
}
