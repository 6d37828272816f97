//! The voices that an effect takes from the music, and the notes of the effect.

use crate::sound::channels;
use crate::sound::track::Track;
use crate::sound::voices::Voices;
use musrex_assets::sounds::{Effect, Key, Voice};

/// The tracks of the voices that an effect may take.
#[derive(Clone, Debug)]
pub(super) struct EffectTracks {
    pulse2: Track,
    noise: Track,
}

impl EffectTracks {
    pub(super) const SILENT: EffectTracks =
        EffectTracks { pulse2: Track::SILENT, noise: Track::SILENT };

    /// Returns the track of `voice`, which must be pulse 2 or the noise.
    pub(super) const fn of(&mut self, voice: Voice) -> &mut Track {
        match voice {
            Voice::Noise => &mut self.noise,
            Voice::Pulse1 | Voice::Pulse2 | Voice::Wave => &mut self.pulse2,
        }
    }
}

/// Returns whether an effect takes a voice.
pub(super) const fn uses(effect: &Effect, voice: Voice) -> bool {
    match voice {
        Voice::Pulse2 => effect.has_pulse,
        Voice::Noise => effect.has_noise,
        Voice::Pulse1 | Voice::Wave => false,
    }
}

/// Returns a voice to the music, whose tracks are `tracks`. A held note of the music goes on.
pub(super) fn give_back(voice: Voice, tracks: &[Track; Voice::COUNT], voices: &mut Voices) {
    let track = voice.entry(tracks);
    if track.is_on() {
        channels::begin(track, voice, &[], voices);
    } else {
        channels::cut(voice, voices);
    }
}

/// Transposes a note that is written in C major to another key. The note keeps its distance from the tonic, and is
/// adapted to the scale of that key.
pub(super) fn in_key(note: u8, key: Option<Key>) -> u8 {
    let Some(Key { tonic, scale }) = key else { return note };
    // Moves the note to the nearest tonic, at most half an octave up or down.
    let moved = if tonic > 6 { note.saturating_sub(12 - tonic) } else { note + tonic };
    let is_in_scale = |note: u8| scale >> (note % 12) & 1 == 1;
    [moved, moved.saturating_sub(1), moved + 1]
        .into_iter()
        .find(|&it| is_in_scale(it))
        .unwrap_or(moved)
}
