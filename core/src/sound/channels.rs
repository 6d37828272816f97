//! Writes the notes of tracks to the voices.

use super::track::Track;
use super::voices::{Envelope, Voices};
use crate::settings::VOLUME_MAX;
use musrex_assets::sounds::{Timbre, Voice};

/// The loudest volume of the settings is 2 to this power.
pub(super) const VOLUME_BITS: u8 = 3;

const _: () = assert!(VOLUME_MAX == 1 << VOLUME_BITS);

/// Begins the note of `track` on its voice. Returns its envelope.
pub(super) fn trigger(
    track: &Track,
    voice: Voice,
    waves: &[[u8; 16]],
    loudness: u8,
    voices: &mut Voices,
) -> Envelope {
    let Some(instrument) = track.instrument() else { return Envelope::default() };
    let volume = (track.volume() * loudness + (1 << (VOLUME_BITS - 1))) >> VOLUME_BITS;
    let envelope = Envelope { volume, pace: instrument.pace, rises: instrument.rises };
    match instrument.timbre {
        Timbre::Pulse(duty) => {
            if let Some(pulse) = voices.pulse_mut(voice) {
                (pulse.duty, pulse.envelope, pulse.is_triggered) = (duty, envelope, true);
            }
        }
        Timbre::Wave(number) => {
            let wave = &mut voices.wave;
            if let Some(samples) = waves.get(usize::from(number)) {
                wave.samples = *samples;
            }
            (wave.volume, wave.is_triggered) = (volume, true);
        }
        Timbre::Noise { shift, ratio, is_short } => {
            let noise = &mut voices.noise;
            (noise.shift, noise.ratio, noise.is_short) = (shift, ratio, is_short);
            (noise.envelope, noise.is_triggered) = (envelope, true);
        }
    }
    set_frequency(track, voice, voices);
    envelope
}

/// Updates the frequency of a voice whose note continues.
pub(super) fn bend(track: &Track, voice: Voice, voices: &mut Voices) {
    if !track.is_steady() {
        set_frequency(track, voice, voices);
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
