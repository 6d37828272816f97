//! The effects, which take voices from the music.

use super::cursor::Cursor;
use super::{MusicState, Player, Reading};
use crate::content::Cue;
use crate::sound::channels;
use crate::sound::track::Track;
use musrex_assets::sounds::{Effect, Key, Step, Voice};

/// The largest number of ticks by which a row of an effect waits for a row of the music. The delay is inaudible.
const LATE_TICKS_MAX: u16 = 4;
/// The number of ticks for which an effect waits for the end of a more important one.
const WAITING_TICKS: u8 = 30;

/// The tracks of the voices that an effect may take.
#[derive(Clone, Debug)]
pub(super) struct EffectTracks {
    pulse2: Track,
    noise: Track,
}

impl EffectTracks {
    pub(super) const SILENT: EffectTracks =
        EffectTracks { pulse2: Track::SILENT, noise: Track::SILENT };

    /// Returns the track of `voice`; for any other voice, the track of pulse 2.
    const fn of(&mut self, voice: Voice) -> &mut Track {
        match voice {
            Voice::Noise => &mut self.noise,
            Voice::Pulse1 | Voice::Pulse2 | Voice::Wave => &mut self.pulse2,
        }
    }
}

impl Player {
    /// Begins an effect. While the steps of a row are read, the effect waits for the end of the reading, because a small
    /// machine has no time for both at once.
    pub(super) fn ask(&mut self, cue: Cue) {
        if self.reading != Reading::Going {
            self.cue(cue);
        } else if let Some(earlier) = self.asked.replace(cue) {
            self.cue(earlier);
        }
    }

    // Target: GBA. Not inlined: it is rare, and the fast memory of its callers is small.
    #[inline(never)]
    pub(super) fn begin_asked(&mut self) {
        if let Some(cue) = self.asked.take() {
            self.cue(cue);
        }
    }

    fn cue(&mut self, cue: Cue) {
        self.effects = self.effects.wrapping_add(1);
        let variants = cue.variants();
        let effect = variants[usize::from(self.effects) % variants.len()];
        if self.effects_volume == 0 {
            return;
        }
        if self.effect.is_some_and(|playing| playing.priority > effect.priority) {
            if effect.priority > 0 {
                self.waiting = Some((effect, WAITING_TICKS));
            }
            return;
        }
        self.begin_effect(effect);
    }

    fn begin_effect(&mut self, effect: &'static Effect) {
        self.end_effect();
        self.effect = Some(effect);
        self.effect_key = self.key().filter(|_| effect.is_in_key);
        for voice in [Voice::Pulse2, Voice::Noise].into_iter().filter(|&it| uses(effect, it)) {
            channels::cut(voice, &mut self.voices);
        }
        self.effect_cursor = Cursor { at: 0, rows_left: 1, ticks_left: 2, ..Cursor::default() };
    }

    pub(super) fn is_effect_on(&self, voice: Voice) -> bool {
        self.effect.is_some_and(|effect| uses(effect, voice))
    }

    /// Plays the notes of the effect, and reads the next row of the effect, whose notes begin in the next tick. While the
    /// player `is_busy` with a row of the music, that row waits, because a small machine has no time for both at once. The
    /// row after it is on time again.
    // Target: GBA. Inlined: it becomes part of a function in fast memory.
    #[inline(always)]
    pub(super) fn tick_effect(&mut self, is_busy: bool) {
        self.waiting = self.waiting.and_then(|(it, ticks)| Some((it, ticks.checked_sub(1)?)));
        let Some(effect) = self.effect else { return };
        self.voices.has_effect = true;
        for voice in [Voice::Pulse2, Voice::Noise].into_iter().filter(|&it| uses(effect, it)) {
            let track = self.effect_tracks.of(voice);
            channels::tick(track, (voice, false), &[], self.effects_volume, &mut self.voices);
        }
        let cursor = &mut self.effect_cursor;
        if cursor.ticks_left > 1 || !is_busy || cursor.late == LATE_TICKS_MAX {
            cursor.ticks_left -= 1;
        } else {
            cursor.late += 1;
        }
        if cursor.ticks_left == 0 && !self.begin_effect_row(effect) {
            self.end_effect();
            if let Some((next, _)) = self.waiting.take() {
                self.begin_effect(next);
            }
        }
    }

    /// Returns the key of the music that plays.
    fn key(&self) -> Option<Key> {
        let song = self.song.filter(|_| self.state == MusicState::Playing)?;
        song.data().phrases.get(usize::from(self.phrase)).map(|phrase| phrase.key)
    }

    /// Begins a row of the effect. Returns false at the end of the effect.
    // Target: GBA. Not inlined: it is rare, and the fast memory of its callers is small.
    #[inline(never)]
    fn begin_effect_row(&mut self, effect: &'static Effect) -> bool {
        let mut steps = effect.steps.get(usize::from(self.effect_cursor.at)..).unwrap_or(&[]);
        while let Some((step, rest)) = Step::read(steps) {
            steps = rest;
            if let Step::Rows(rows) = step {
                self.effect_cursor.go_on(effect.steps, rest);
                self.effect_cursor.wait(u16::from(rows) * u16::from(effect.tempo));
                return true;
            }
            let (tracks, key) = (&mut self.effect_tracks, self.effect_key);
            match step {
                Step::Rows(_) | Step::When { .. } => {}
                Step::Cut(voice) => tracks.of(voice).cut(),
                Step::Glide { voice, note } => tracks.of(voice).glide(in_key(note, key)),
                Step::Begin { voice, note, instrument, volume } => {
                    let instruments = effect.instruments.of(voice);
                    if let Some(instrument) = instruments.get(usize::from(instrument)) {
                        tracks.of(voice).begin(instrument, in_key(note, key), volume, 0);
                    }
                }
            }
        }
        false
    }

    /// Ends the effect and returns its voices to the music, whose held notes go on.
    // Target: GBA. Not inlined: it is rare, and the fast memory of its callers is small.
    #[inline(never)]
    pub(super) fn end_effect(&mut self) {
        let Some(effect) = self.effect.take() else { return };
        for voice in [Voice::Pulse2, Voice::Noise].into_iter().filter(|&it| uses(effect, it)) {
            let track = voice.entry(&self.tracks);
            if track.is_on() {
                channels::begin(track, voice, &[], &mut self.voices);
            } else {
                channels::cut(voice, &mut self.voices);
            }
        }
        self.effect_tracks = EffectTracks::SILENT;
        self.voices.has_effect = false;
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

/// Returns a note that is written in C major in another key: with the same distance from the tonic, and in the scale of
/// that key.
fn in_key(note: u8, key: Option<Key>) -> u8 {
    let Some(Key { tonic, scale }) = key else { return note };
    // The note moves to the nearest tonic, up to half an octave up or down.
    let moved = if tonic > 6 { note.saturating_sub(12 - tonic) } else { note + tonic };
    let is_in_scale = |note: u8| scale >> (note % 12) & 1 == 1;
    [moved, moved.saturating_sub(1), moved + 1]
        .into_iter()
        .find(|&it| is_in_scale(it))
        .unwrap_or(moved)
}
