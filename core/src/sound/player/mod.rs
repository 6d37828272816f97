//! The player: plays a song and an effect on four voices, one tick at a time.

mod cursor;
mod effects;
mod states;
#[cfg(test)]
mod tests;

use super::channels;
use super::listener::{Mood, SoundRequest};
use super::track::{Change, Track, VOLUME_BITS};
use super::voices::Voices;
use crate::content::{Cue, SongName};
use crate::dice::VisualDice;
use cursor::Cursor;
use effects::{EffectTracks, give_back, in_key, uses};
use musrex_assets::sounds::{DANGERS, Effect, Key, Phrase, Song, Step, Voice};
use states::{Fade, MusicState, Progress};

/// The largest size of a [`Player`] in bytes.
pub(crate) const PLAYER_BYTES_MAX: usize = 384;
/// The number of ticks for which a song rests before it begins again: at most four seconds.
const REST_TICKS: core::ops::RangeInclusive<u32> = 0..=240;
/// The number of ticks after which a song takes the shortest path to its end: two minutes.
const PLAY_TICKS: u16 = 120 * 60;
/// The largest number of ticks for which a row within an effect waits for a row of the music. A longer wait would
/// change the rhythm of the effect.
const LATE_TICKS_MAX: u16 = 1;
/// The number of ticks for which an effect waits for the end of a more important effect.
const WAITING_TICKS: u8 = 30;
/// The highest danger.
const DANGER_MAX: u8 = 3;
/// The largest number of notes of a row that are read in one tick. The next ticks read the other notes, because a small
/// machine has no time for all of them at once.
const NOTES_A_TICK: u8 = 2;

/// A player of songs and effects. The [module](super) describes how to use the player.
#[derive(Clone, Debug)]
pub struct Player {
    state: MusicState,
    /// The song that is playing or fading.
    song: Option<SongName>,
    mood: Option<Mood>,
    phrase: u8,
    /// The number of ticks until the song takes the shortest path to its end.
    ticks_left: u16,
    cursor: Cursor,
    /// True in a tick that begins a row.
    has_begun_row: bool,
    /// True while the steps of a row are being read. The notes of these steps begin in the tick after the reading.
    is_reading: bool,
    /// True if steps were read in the previous tick.
    was_reading: bool,
    /// The index of the row in its bar and the index in its beat.
    row: u8,
    beat_row: u8,
    /// The danger level that the music now has.
    danger: u8,
    /// True if the requested danger was already lower than the danger of the music at the last bar line.
    is_falling: bool,
    is_idle: bool,
    music_volume: u8,
    effects_volume: u8,
    tracks: [Track; Voice::COUNT],
    effect: Option<&'static Effect>,
    /// An effect that will begin when the steps of the current row have been read.
    asked: Option<&'static Effect>,
    /// The number of effects so far. This number selects the next variant of each effect.
    effects: u8,
    /// An effect that waits for the end of a more important effect, and the number of ticks for which it still waits.
    waiting: Option<(&'static Effect, u8)>,
    effect_cursor: Cursor,
    /// The key of the effect: the key that the song had when the effect began.
    effect_key: Option<Key>,
    effect_tracks: EffectTracks,
    /// True while notes of the effect wait for the next tick.
    has_effect_notes: bool,
    dice: VisualDice,
    voices: Voices,
    /// True after a tick has returned the voices, so that their triggers are stale.
    is_shown: bool,
}

const _: () = assert!(size_of::<Player>() <= PLAYER_BYTES_MAX);

impl Player {
    /// Makes a player that is silent until it gets a mood or a cue. `seed` decides the order of phrases
    /// and the length of rests.
    pub fn new(seed: u64) -> Player {
        Player {
            state: MusicState::Silent,
            song: None,
            mood: None,
            phrase: 0,
            ticks_left: 0,
            cursor: Cursor::default(),
            has_begun_row: false,
            is_reading: false,
            was_reading: false,
            row: 0,
            beat_row: 0,
            danger: 0,
            is_falling: false,
            is_idle: false,
            music_volume: 1 << VOLUME_BITS,
            effects_volume: 1 << VOLUME_BITS,
            tracks: [Track::SILENT; Voice::COUNT],
            effect: None,
            asked: None,
            effects: 0,
            waiting: None,
            effect_cursor: Cursor::default(),
            effect_key: None,
            effect_tracks: EffectTracks::SILENT,
            has_effect_notes: false,
            dice: VisualDice::new(seed),
            voices: Voices::SILENT,
            is_shown: false,
        }
    }

    /// Takes a request of the app. The request takes effect from the next tick on.
    pub fn request(&mut self, request: SoundRequest) {
        self.clear_old_triggers();
        match request {
            SoundRequest::Cue(cue) => self.ask(cue),
            SoundRequest::Mood(mood) => self.set_mood(mood),
            SoundRequest::Volumes { music, effects } => self.set_volumes(music, effects),
            SoundRequest::Idle(is_idle) => self.set_idle(is_idle),
        }
    }

    /// Advances by a tick of 1/60 s. Returns the voices, which stay valid until the next tick.
    // Target: GBA. Not inlined: this function lies in fast memory.
    #[inline(never)]
    pub fn tick(&mut self) -> &Voices {
        // A tick has less time for reading if notes of an effect begin in it. The same is true of the first tick that
        // reads a row while an effect plays.
        let has_less_time = self.has_effect_notes || self.effect.is_some() && !self.was_reading;
        let has_time = self.is_shown && !has_less_time;
        let notes_max = if has_time { NOTES_A_TICK } else { 1 };
        self.clear_old_triggers();
        self.has_begun_row = false;
        let is_reading = self.is_reading;
        if !is_reading && let Some(effect) = self.asked.take() {
            self.begin_effect(effect);
        }
        // The notes of a row begin in the tick after the last steps of the row have been read.
        let is_beginning = core::mem::replace(&mut self.was_reading, is_reading) && !is_reading;
        // A row is read in the ticks before its notes begin, because a small machine has no time for both in one tick.
        if let Some(song) = self.song {
            self.sound_music(song.data().waves);
        }
        self.tick_music(notes_max);
        self.tick_effect(is_reading || is_beginning || self.has_begun_row);
        self.is_shown = true;
        &self.voices
    }

    /// Returns the voices of the last tick.
    pub const fn voices(&self) -> &Voices {
        &self.voices
    }

    /// Returns the song that is playing, its danger, and the index of the row in its bar; `None` while the music is
    /// silent, fades or rests.
    pub const fn position(&self) -> Option<(SongName, u8, u8)> {
        match (self.state, self.song) {
            (MusicState::Playing, Some(song)) => Some((song, self.danger, self.row)),
            _ => None,
        }
    }

    /// Returns whether the last tick began the first row of a bar.
    pub fn is_at_bar(&self) -> bool {
        self.row == 0 && self.has_begun_row
    }

    fn clear_old_triggers(&mut self) {
        if core::mem::take(&mut self.is_shown) {
            self.voices.clear_triggers();
        }
    }

    /// Sets both volumes. Notes that already play keep their volume, but muting is immediate.
    fn set_volumes(&mut self, music: u8, effects: u8) {
        let bounded = |volume: u8| volume.min(1 << VOLUME_BITS);
        (self.music_volume, self.effects_volume) = (bounded(music), bounded(effects));
        if music == 0 {
            self.cut_music();
        }
        if effects == 0 {
            (self.asked, self.waiting) = (None, None);
            self.end_effect();
        }
    }

    fn set_mood(&mut self, mood: Mood) {
        let mood = Mood { danger: mood.danger.min(DANGER_MAX), ..mood };
        self.mood = Some(mood);
        match self.state {
            MusicState::Silent | MusicState::Resting { .. } if self.song != Some(mood.song) => {
                self.begin()
            }
            _ => {}
        }
    }

    fn set_idle(&mut self, is_idle: bool) {
        self.is_idle = is_idle;
        match self.state {
            MusicState::Playing if is_idle => self.fade(Fade::Long, false),
            MusicState::Silent if !is_idle && self.song.is_none() => self.begin(),
            _ => {}
        }
    }

    /// Begins the song of the mood, unless the human player is away.
    // Target: GBA. Not inlined: this case is rare, and the fast memory of its callers is small.
    #[inline(never)]
    fn begin(&mut self) {
        self.cut_music();
        (self.song, self.state) = (None, MusicState::Silent);
        let Some(mood) = self.mood.filter(|_| !self.is_idle) else { return };
        (self.song, self.state) = (Some(mood.song), MusicState::Playing);
        // The first row begins in the next tick.
        self.ticks_left = PLAY_TICKS;
        (self.phrase, self.row, self.beat_row) = (0, u8::MAX, u8::MAX);
        (self.danger, self.is_falling) = (mood.danger, false);
        self.is_reading = false;
        self.cursor = Cursor { rows_left: 1, ticks_left: 1, ..Cursor::default() };
    }

    /// Fades the notes of the music.
    // Target: GBA. Not inlined: this case is rare, and the fast memory of its callers is small.
    #[inline(never)]
    fn fade(&mut self, fade: Fade, is_over: bool) {
        self.state = MusicState::Fading { ticks_left: fade as u8, is_over };
        self.is_reading = false;
        for voice in Voice::ALL {
            let is_taken = self.is_effect_on(voice);
            let track = voice.entry_mut(&mut self.tracks);
            // Until the new note begins, the voice still plays the previous note.
            let change = if track.is_begun() { Change::Cut } else { Change::Envelope };
            track.fade(|volume| fade.pace(volume));
            if !is_taken && (track.is_on() || change == Change::Cut) {
                channels::write(change, track, voice, &[], &mut self.voices);
            }
        }
    }

    fn tick_music(&mut self, notes_max: u8) {
        match self.state {
            MusicState::Silent => {}
            MusicState::Playing if self.mood.map(|mood| mood.song) != self.song => {
                self.fade(Fade::Short, false);
            }
            MusicState::Playing => {
                self.ticks_left = self.ticks_left.saturating_sub(1);
                if !self.is_reading {
                    self.cursor.ticks_left -= 1;
                }
                if self.is_reading || self.cursor.ticks_left == 0 {
                    self.tick_row(notes_max);
                }
            }
            MusicState::Fading { ticks_left: 0, is_over } => self.end_fade(is_over),
            MusicState::Fading { ticks_left, is_over } => {
                self.state = MusicState::Fading { ticks_left: ticks_left - 1, is_over };
            }
            // While the human player is away, the music stays silent.
            MusicState::Resting { ticks_left: 0 } => self.begin(),
            MusicState::Resting { ticks_left } => {
                self.state = MusicState::Resting { ticks_left: ticks_left - 1 };
            }
        }
    }

    // Target: GBA. Not inlined: this case is rare, and the fast memory of its callers is small.
    #[inline(never)]
    fn end_fade(&mut self, is_over: bool) {
        if !is_over || self.mood.map(|mood| mood.song) != self.song {
            return self.begin();
        }
        self.cut_music();
        self.state = match self.song {
            Some(song) if song.plays_once() => MusicState::Silent,
            _ => {
                let ticks = self.dice.uniform(REST_TICKS);
                MusicState::Resting { ticks_left: u16::try_from(ticks).unwrap_or(u16::MAX) }
            }
        };
    }

    /// Begins a row of the song, or reads at most `notes_max` of its notes.
    // Target: GBA. Not inlined: this case is rare, and the fast memory of its callers is small.
    #[inline(never)]
    fn tick_row(&mut self, notes_max: u8) {
        let Some(song) = self.song.map(SongName::data) else { return };
        if !self.is_reading {
            return self.begin_row(song);
        }
        match self.read_steps(song, notes_max) {
            Progress::Paused => self.cursor.late += 1,
            Progress::RowEnd => self.end_reading(song),
            Progress::SongEnd => self.fade(Fade::Short, true),
        }
    }

    /// Begins a row of the song.
    fn begin_row(&mut self, song: &Song) {
        self.has_begun_row = true;
        let next = |row: u8, count: u8| Some(row.wrapping_add(1)).filter(|&row| row < count);
        self.row = next(self.row, song.bar).unwrap_or(0);
        self.beat_row = next(self.beat_row, song.beat).unwrap_or(0);
        self.follow_danger();
        self.cursor.rows_left -= 1;
        if self.cursor.rows_left == 0 {
            self.is_reading = true;
            self.cursor.late += 1;
        } else {
            self.end_reading(song);
        }
    }

    /// Makes the notes of the row begin in the next tick, and sets the number of ticks until the next row.
    fn end_reading(&mut self, song: &Song) {
        let tempo = song.phrases.get(usize::from(self.phrase)).map_or([0; DANGERS], |it| it.tempo);
        let quarters = tempo[usize::from(self.danger & DANGER_MAX)] + self.cursor.quarters;
        self.cursor.quarters = quarters & 3;
        self.cursor.wait(u16::from(quarters >> 2));
        self.is_reading = false;
    }

    /// Adapts the danger of the music to the requested danger. The danger rises at a beat. The danger falls at a bar
    /// line if the requested danger was already lower at the previous bar line.
    fn follow_danger(&mut self) {
        let wanted = self.mood.map_or(0, |mood| mood.danger);
        if wanted >= self.danger {
            self.is_falling = false;
            if self.beat_row == 0 {
                self.danger = wanted;
            }
        } else if self.row == 0 {
            self.danger = if self.is_falling { wanted } else { self.danger };
            self.is_falling = !self.is_falling;
            self.tracks.iter_mut().for_each(|track| track.cut_above(self.danger));
        }
    }

    /// Reads the next steps of this row, with at most `notes_max` notes.
    // Target: GBA. Not inlined: this case is rare, and the fast memory of its callers is small.
    #[inline(never)]
    fn read_steps(&mut self, song: &'static Song, notes_max: u8) -> Progress {
        // The range of dangers in which the next step is played, if that step has a condition.
        let mut dangers = None;
        let mut notes = 0;
        while let Some(phrase) = song.phrases.get(usize::from(self.phrase)) {
            let mut steps = phrase.steps.get(usize::from(self.cursor.at)..).unwrap_or(&[]);
            loop {
                if notes == notes_max && !Step::is_rows(steps) {
                    self.cursor.go_on(phrase.steps, steps);
                    return Progress::Paused;
                }
                let Some((step, rest)) = Step::read(steps) else { break };
                if let Step::Rows(rows) = step {
                    self.cursor.go_on(phrase.steps, rest);
                    self.cursor.rows_left = rows;
                    return Progress::RowEnd;
                }
                steps = rest;
                if let Step::When { from, below } = step {
                    dangers = Some((from, below));
                } else {
                    self.play(step, song, dangers.take());
                    notes += 1;
                }
            }
            if !self.next_phrase(phrase) {
                return Progress::SongEnd;
            }
        }
        Progress::SongEnd
    }

    /// Plays a step of the song if the danger is within `dangers`. If `dangers` is `None`, a note is played if the
    /// danger is at least the danger of its instrument.
    fn play(&mut self, step: Step, song: &'static Song, dangers: Option<(u8, u8)>) {
        let is_in = |(from, below): (u8, u8)| (from..below).contains(&self.danger);
        match step {
            Step::Rows(_) | Step::When { .. } => {}
            Step::Cut(voice) if dangers.is_none_or(is_in) => {
                voice.entry_mut(&mut self.tracks).cut()
            }
            Step::Glide { voice, note } if dangers.is_none_or(is_in) => {
                voice.entry_mut(&mut self.tracks).glide(note);
            }
            Step::Cut(_) | Step::Glide { .. } => {}
            Step::Begin { voice, note, instrument, volume } => {
                let instruments = song.instruments.of(voice);
                let Some(instrument) = instruments.get(usize::from(instrument)) else { return };
                let (from, below) = dangers.unwrap_or((instrument.danger, u8::MAX));
                if is_in((from, below)) {
                    voice.entry_mut(&mut self.tracks).begin(instrument, note, volume, from);
                }
            }
        }
    }

    /// Picks the next phrase: at random or, after some time, the phrase on the shortest path to the end. Returns false
    /// at the end of the song.
    fn next_phrase(&mut self, phrase: &Phrase) -> bool {
        self.cursor.at = 0;
        if self.ticks_left == 0 {
            self.phrase = phrase.exit;
            return self.phrase != Phrase::END;
        }
        let last = u32::try_from(phrase.next.len()).unwrap_or(0).saturating_sub(1);
        let roll = if last == 0 { 0 } else { self.dice.uniform(0..=last) };
        self.phrase = phrase.next.get(roll as usize).copied().unwrap_or(Phrase::END);
        self.phrase != Phrase::END
    }

    /// Plays the voices of the music, with the waves of its song.
    // Target: GBA. Not inlined: it lies in fast memory beside the functions that it calls for each voice.
    #[inline(never)]
    fn sound_music(&mut self, waves: &[[u8; 16]]) {
        for (voice, track) in Voice::ALL.into_iter().zip(&mut self.tracks) {
            // The notes of a row begin together, after all steps of the row have been read.
            if self.is_reading && track.is_begun() {
                continue;
            }
            let is_taken = self.effect.is_some_and(|effect| uses(effect, voice));
            channels::tick(track, (voice, is_taken), waves, self.music_volume, &mut self.voices);
        }
    }

    /// Silences the music immediately. A song that is playing goes on with its next notes.
    fn cut_music(&mut self) {
        for voice in Voice::ALL {
            let is_taken = self.is_effect_on(voice);
            let track = voice.entry_mut(&mut self.tracks);
            // Until the new note begins, the voice still plays the previous note.
            if (track.is_on() || track.is_begun()) && !is_taken {
                channels::cut(voice, &mut self.voices);
            }
            *track = Track::SILENT;
        }
    }

    /// Begins the effect of a cue, or makes the effect wait. The effect waits until a more important effect has ended,
    /// but at most for half a second; the effect of a step is dropped instead. The effect also waits while a row is
    /// read, because a small machine has no time for both at once.
    fn ask(&mut self, cue: Cue) {
        self.effects = self.effects.wrapping_add(1);
        let variants = cue.variants();
        let effect = variants[usize::from(self.effects) % variants.len()];
        if self.effects_volume == 0 {
            return;
        }
        let earlier = self.asked.or(self.effect);
        if earlier.is_some_and(|earlier| earlier.priority > effect.priority) {
            if effect.priority > 0 {
                self.waiting = Some((effect, WAITING_TICKS));
            }
        } else if self.is_reading || self.asked.is_some() {
            self.asked = Some(effect);
        } else {
            self.begin_effect(effect);
        }
    }

    /// Begins an effect in place of the current one. If both effects use a voice, that voice does not return to the
    /// music in between, because a small machine has no time for that.
    // Target: GBA. Not inlined: this case is rare, and the fast memory of its callers is small.
    #[inline(never)]
    fn begin_effect(&mut self, effect: &'static Effect) {
        let earlier = self.effect.replace(effect);
        self.effect_key = self.key().filter(|_| effect.is_in_key);
        for voice in [Voice::Pulse2, Voice::Noise] {
            if uses(effect, voice) {
                channels::cut(voice, &mut self.voices);
            } else if earlier.is_some_and(|earlier| uses(earlier, voice)) {
                give_back(voice, &self.tracks, &mut self.voices);
            }
        }
        self.effect_tracks = EffectTracks::SILENT;
        self.effect_cursor = Cursor { ticks_left: 1, ..Cursor::default() };
    }

    fn is_effect_on(&self, voice: Voice) -> bool {
        self.effect.is_some_and(|effect| uses(effect, voice))
    }

    /// Plays the notes of the effect, and reads the next row, whose notes begin in the next tick. If the player
    /// `is_busy` with a row of the music, the effect waits, because a small machine has no time for both at once. The
    /// first row and the end of the effect wait until the notes of the music have begun. Any other row waits for one
    /// tick, and the row after it is on time again.
    // Target: GBA. Inlined: it becomes part of a function in fast memory.
    #[inline(always)]
    fn tick_effect(&mut self, is_busy: bool) {
        self.waiting = self.waiting.and_then(|(it, ticks)| Some((it, ticks.checked_sub(1)?)));
        self.has_effect_notes = false;
        let Some(effect) = self.effect else { return };
        self.voices.has_effect = true;
        let is_first = self.effect_cursor.at == 0;
        let voices = [Voice::Pulse2, Voice::Noise].into_iter();
        // No note sounds before the first row.
        for voice in voices.filter(|&it| !is_first && uses(effect, it)) {
            let track = self.effect_tracks.of(voice);
            channels::tick(track, (voice, false), &[], self.effects_volume, &mut self.voices);
        }
        let is_over = usize::from(self.effect_cursor.at) >= effect.steps.len();
        let cursor = &mut self.effect_cursor;
        let is_patient = is_first || is_over || cursor.late < LATE_TICKS_MAX;
        if cursor.ticks_left > 1 || !is_busy || !is_patient {
            cursor.ticks_left -= 1;
        } else if !is_first {
            cursor.late += 1;
        }
        if cursor.ticks_left > 0 {
            return;
        }
        match self.waiting {
            _ if !is_over => {
                self.begin_effect_row(effect);
                self.has_effect_notes = true;
            }
            Some((next, _)) => {
                self.waiting = None;
                self.begin_effect(next);
            }
            None => self.end_effect(),
        }
    }

    /// Returns the key of the music that is playing.
    fn key(&self) -> Option<Key> {
        let song = self.song.filter(|_| self.state == MusicState::Playing)?;
        song.data().phrases.get(usize::from(self.phrase)).map(|phrase| phrase.key)
    }

    /// Begins a row of the effect.
    // Target: GBA. Not inlined: this case is rare, and the fast memory of its callers is small.
    #[inline(never)]
    fn begin_effect_row(&mut self, effect: &'static Effect) {
        let mut steps = effect.steps.get(usize::from(self.effect_cursor.at)..).unwrap_or(&[]);
        while let Some((step, rest)) = Step::read(steps) {
            steps = rest;
            if let Step::Rows(rows) = step {
                self.effect_cursor.go_on(effect.steps, rest);
                self.effect_cursor.wait(u16::from(rows) * u16::from(effect.tempo));
                return;
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
    }

    /// Ends the effect and returns its voices to the music. Held notes of the music go on.
    // Target: GBA. Not inlined: this case is rare, and the fast memory of its callers is small.
    #[inline(never)]
    fn end_effect(&mut self) {
        let Some(effect) = self.effect.take() else { return };
        for voice in [Voice::Pulse2, Voice::Noise].into_iter().filter(|&it| uses(effect, it)) {
            give_back(voice, &self.tracks, &mut self.voices);
        }
        self.effect_tracks = EffectTracks::SILENT;
        self.voices.has_effect = false;
    }
}
