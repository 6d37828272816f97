//! The listener: turns game events and screens into requests for the sound player.

use super::cues;
use crate::content::sounds::STEP_TICKS;
use crate::content::{Cue, SongName};
use crate::geometry::TileSet;
use crate::rules::{Events, Refusal};
use crate::settings::Settings;
use crate::world::Game;
use heapless::Deque;

/// The largest number of waiting cues; further cues are dropped.
const CUES_MAX: usize = 4;
/// The largest number of requests after a tick: the volumes, the mood, the idle state, and the cues.
pub const REQUESTS_MAX: usize = CUES_MAX + 3;
/// The number of ticks without a button press after which the player counts as away: two minutes.
const IDLE_TICKS: u16 = 120 * 60;
/// The number of ticks from the first cue of a turn to the second. The delay makes both cues audible.
const SECOND_TICKS: u8 = 7;
/// The player counts as hurt if at most one part in this many of the maximum hit points is left: 4 means a quarter.
const HURT_PART: u32 = 4;

/// The wanted music: a song and a level of danger.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mood {
    /// The song.
    pub song: SongName,
    /// The danger, 0 to 3. The danger is 3 if the player is hurt or on the throne floor. Otherwise the danger is 2 if
    /// an alert enemy is in sight, 1 if only other enemies are in sight, and 0 if no enemy is in sight.
    pub danger: u8,
}

/// A request of the app to the sound player. The host passes the request on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SoundRequest {
    /// Plays this effect.
    Cue(Cue),
    /// Plays the song of this mood at its danger.
    Mood(Mood),
    /// Sets the volumes, 0 to [`VOLUME_MAX`](crate::settings::VOLUME_MAX).
    Volumes {
        /// The volume of the music.
        music: u8,
        /// The volume of the effects.
        effects: u8,
    },
    /// Reports whether the player is away. True when no button was pressed for two minutes: the music then fades. False
    /// when a button is pressed again.
    Idle(bool),
}

const _: () = assert!(size_of::<SoundRequest>() <= 4);

/// A listener that turns events and screens into sound requests.
#[derive(Clone, Debug)]
pub struct Listener {
    cues: Deque<Cue, CUES_MAX>,
    /// The second cue of the last turn, and the number of ticks until this cue is due.
    second: Option<(Cue, u8)>,
    mood: Mood,
    /// The song that was requested last. While a named mouse hunts the player, the song of named mice replaces it.
    floor_song: SongName,
    volumes: (u8, u8),
    /// The last mood that the host has taken as a request.
    taken_mood: Option<Mood>,
    taken_volumes: Option<(u8, u8)>,
    is_taken_idle: bool,
    /// The number of ticks since the last button press.
    idle_ticks: u16,
    /// The number of ticks until the sound of a step may play again.
    step_ticks: u8,
    /// True while the player is hurt.
    is_hurt: bool,
}

impl Listener {
    /// Makes a listener without pending requests.
    pub const fn new(settings: &Settings) -> Listener {
        Listener {
            cues: Deque::new(),
            second: None,
            floor_song: SongName::Title,
            mood: Mood { song: SongName::Title, danger: 0 },
            volumes: (settings.music_volume, settings.effects_volume),
            taken_mood: None,
            taken_volumes: None,
            is_taken_idle: false,
            idle_ticks: 0,
            step_ticks: 0,
            is_hurt: false,
        }
    }

    /// Advances by a tick.
    pub fn tick(&mut self, is_pressed: bool, settings: &Settings) {
        self.volumes = (settings.music_volume, settings.effects_volume);
        self.step_ticks = self.step_ticks.saturating_sub(1);
        self.idle_ticks = if is_pressed { 0 } else { self.idle_ticks.saturating_add(1) };
        self.second = match self.second {
            Some((cue, 0)) => {
                self.cue(cue);
                None
            }
            waiting => waiting.map(|(cue, ticks)| (cue, ticks - 1)),
        };
    }

    /// Requests an effect.
    pub fn cue(&mut self, cue: Cue) {
        let is_step =
            matches!(cue, Cue::StepStone | Cue::StepCarpet | Cue::StepStraw | Cue::StepMetal);
        if is_step && self.step_ticks > 0 {
            return;
        }
        self.step_ticks = if is_step { STEP_TICKS } else { self.step_ticks };
        // The cue is lost if the host takes no requests.
        let _ = self.cues.push_back(cue);
    }

    /// Requests a song at danger 0.
    pub(crate) const fn play(&mut self, song: SongName) {
        self.floor_song = song;
        self.mood = Mood { song, danger: 0 };
    }

    /// Requests the song of the floor, at the danger that the player can see.
    pub fn play_floor(&mut self, game: &Game, visible: &TileSet, song: SongName) {
        self.floor_song = song;
        self.follow(game, visible);
        self.is_hurt = is_hurt(game);
    }

    /// Handles a turn: requests its two most important cues, the second a moment after the first. `visible` holds the
    /// tiles that the player sees after the turn.
    pub fn hear(&mut self, events: &Events, game: &Game, visible: &TileSet) {
        let mut loudest = Loudest::default();
        for event in events {
            if let Some(cue) = cues::of_event(event, game, visible) {
                loudest.offer(cue);
            }
        }
        let was_hurt = core::mem::replace(&mut self.is_hurt, is_hurt(game));
        if self.is_hurt && !was_hurt {
            loudest.offer(Cue::LowHp);
        }
        let [first, second] = loudest.cues;
        // The waiting cue of the previous turn is dropped.
        self.second = second.map(|cue| (cue, SECOND_TICKS));
        if let Some(cue) = first {
            self.cue(cue);
        }
        self.follow(game, visible);
    }

    /// Updates the danger and the song of the mood. The song of named mice begins when an alert named mouse is in
    /// sight, and lasts until no named mouse on the floor is alert.
    fn follow(&mut self, game: &Game, visible: &TileSet) {
        let is_heard = self.mood.song == SongName::Named;
        let mut hunters = game.current_floor().monsters.iter().filter(|monster| {
            monster.is_hostile() && monster.ai_state.is_alert() && monster.kind.is_named()
        });
        let is_named = hunters.any(|monster| is_heard || visible.contains(monster.body.pos));
        let song = if is_named { SongName::Named } else { self.floor_song };
        self.mood = Mood { song, danger: danger(game, visible) };
    }

    /// Requests the cue of a refusal.
    pub(crate) fn hear_refusal(&mut self, refusal: Refusal) {
        if let Some(cue) = cues::of_refusal(refusal) {
            self.cue(cue);
        }
    }

    /// Takes the next request, if there is one.
    pub fn take_request(&mut self) -> Option<SoundRequest> {
        if self.taken_volumes != Some(self.volumes) {
            self.taken_volumes = Some(self.volumes);
            let (music, effects) = self.volumes;
            return Some(SoundRequest::Volumes { music, effects });
        }
        if self.taken_mood != Some(self.mood) {
            self.taken_mood = Some(self.mood);
            return Some(SoundRequest::Mood(self.mood));
        }
        let is_idle = self.idle_ticks >= IDLE_TICKS;
        if self.is_taken_idle != is_idle {
            self.is_taken_idle = is_idle;
            return Some(SoundRequest::Idle(is_idle));
        }
        self.cues.pop_front().map(SoundRequest::Cue)
    }
}

/// The two most important cues of a turn, in the order of their events.
#[derive(Default)]
struct Loudest {
    cues: [Option<Cue>; 2],
}

impl Loudest {
    /// Offers the next cue of the turn. Among equally important cues, the first two are kept; the same cue is kept only
    /// once. The cue of a step, whose priority is 0, is kept only if the turn has no other cue.
    fn offer(&mut self, cue: Cue) {
        let priority = |cue: Option<Cue>| cue.map(|cue| cue.data().priority);
        let [first, second] = self.cues;
        if first == Some(cue) || second == Some(cue) {
            return;
        }
        let offered = Some(cue);
        self.cues = match (first, second) {
            (None, _) => [offered, None],
            _ if priority(offered) == Some(0) => self.cues,
            _ if priority(first) == Some(0) => [offered, None],
            (_, None) => [first, offered],
            _ if priority(first) < priority(second) && priority(first) < priority(offered) => {
                [second, offered]
            }
            _ if priority(second) < priority(offered) => [first, offered],
            _ => self.cues,
        };
    }
}

/// Returns whether the player has at most a quarter of the maximum hit points left.
fn is_hurt(game: &Game) -> bool {
    let (hp, hp_max) = (game.player().body.hp, game.player_stats().hp_max);
    u32::from(hp.0) * HURT_PART <= u32::from(hp_max.0)
}

/// Returns the danger that the player can see, 0 to 3; see [`Mood`].
fn danger(game: &Game, visible: &TileSet) -> u8 {
    if is_hurt(game) || game.floor().spec().boss.is_some() {
        return 3;
    }
    let seen = game.current_floor().monsters.iter();
    let seen = seen.filter(|monster| monster.is_hostile() && visible.contains(monster.body.pos));
    seen.map(|monster| if monster.ai_state.is_alert() { 2 } else { 1 }).max().unwrap_or(0)
}
