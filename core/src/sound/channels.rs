//! Writes the notes of tracks to the voices.

use super::track::{Change, Track};
use super::voices::{Envelope, Voices};
use musrex_assets::sounds::{Timbre, Voice};

/// Advances a track by a tick, and writes its changes to its voice unless an effect has taken the voice (`is_taken`).
/// `waves` are the waves of the song, and `loudness` is the volume from the settings. A note that begins with loudness
/// 0 does not sound.
// Target: GBA. One function serves all voices, because fast memory has no room for a copy per voice.
#[inline(never)]
pub(super) fn tick(
    track: &mut Track,
    (voice, is_taken): (Voice, bool),
    waves: &[[u8; 16]],
    loudness: u8,
    voices: &mut Voices,
) {
    let change = track.tick(loudness);
    if loudness == 0 && change == Change::Begun {
        *track = Track::SILENT;
    } else if !is_taken {
        write(change, track, voice, waves, voices);
    }
}

/// Writes the `change` of a track to its voice; `waves` are the waves of the song.
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

/// Begins the note of `track` on its voice, with the current volume of the note.
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

/// Updates the values of the voice that change during a note.
#[inline]
fn follow(track: &Track, voice: Voice, voices: &mut Voices) {
    if let Voice::Wave = voice {
        voices.wave.volume = track.quarters();
    }
    if track.has_moved() {
        move_voice(track, voice, voices);
    }
}

/// Updates the pitch and the duty of the voice.
// Target: GBA. Not inlined: most notes do not move, and the fast memory of its callers is small.
#[inline(never)]
fn move_voice(track: &Track, voice: Voice, voices: &mut Voices) {
    if let Voice::Noise = voice {
        (voices.noise.shift, voices.noise.ratio) = track.clock();
    } else {
        set_frequency(track, voice, voices);
    }
    if let Some(pulse) = voices.pulse_mut(voice) {
        pulse.duty = track.duty();
    }
}

fn set_frequency(track: &Track, voice: Voice, voices: &mut Voices) {
    let [first, second] = &mut voices.pulses;
    let frequency = match voice {
        Voice::Pulse1 => &mut first.frequency,
        Voice::Pulse2 => &mut second.frequency,
        Voice::Wave => &mut voices.wave.frequency,
        Voice::Noise => return,
    };
    *frequency = track.frequency();
}

/// Silences a voice immediately.
pub(super) fn cut(voice: Voice, voices: &mut Voices) {
    match voice {
        Voice::Pulse1 | Voice::Pulse2 | Voice::Noise => {
            voices.set_envelope(voice, Envelope::default());
        }
        Voice::Wave => (voices.wave.volume, voices.wave.is_triggered) = (0, true),
    }
}
