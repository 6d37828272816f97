//! Sleep and noise (S).

use crate::content::Firmware;
use crate::geometry::{Pos, TileSet};
use crate::rules::{Event, Events};
use crate::world::{AiState, Game, Noise, Squeak};

/// The steps from the player within which a sleeper may wake (S1).
pub(crate) const WAKE_RADIUS: u8 = 4;
/// A sleeper so near wakes 1 in so many turns (S1).
const WAKE_ONE_IN: u32 = 6;

/// How loud something is: the steps from which it is heard, the chance to wake a sleeper, 1 in so
/// many, and whether watchers hear it, too (S2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Loudness {
    radius: u8,
    one_in: u32,
    alerts: bool,
    /// True when the player makes it, so that SOFT PAWS halves its radius (I11).
    is_players: bool,
}

const fn players(radius: u8, one_in: u32) -> Loudness {
    Loudness { radius, one_in, alerts: false, is_players: true }
}

/// A blow of the player.
pub(super) const BLOW: Loudness = players(7, 6);
/// A flask that breaks.
pub(super) const FLASK: Loudness = players(7, 2);
/// A vent being shut.
pub(super) const VENT: Loudness = players(10, 2);
/// A door being forced.
pub(super) const DOOR: Loudness = players(20, 2);
/// A terminal.
pub(super) const TERMINAL: Loudness = players(20, 1);
/// A squeak, which watchers hear, too (S4).
pub(super) const SQUEAK: Loudness =
    Loudness { radius: 6, one_in: 1, alerts: true, is_players: false };

impl Game {
    /// Makes a noise at `at`, heard at the end of the turn (S2).
    pub(super) fn make_noise(&mut self, at: Pos, loudness: Loudness) {
        let has_paws = self.player.worn.has_firmware(Firmware::SoftPaws);
        let halved = loudness.is_players && has_paws;
        let radius = if halved { loudness.radius / 2 } else { loudness.radius };
        let Loudness { one_in, alerts, .. } = loudness;
        // One more noise than there is room for is not heard.
        let _ = self.scratch.noises.push(Noise { at, radius, one_in, alerts });
    }

    /// Lets sleepers wake of the player's steps (S1) and of the noises of this turn (S2).
    pub(super) fn hear(&mut self, events: &mut Events) {
        let is_deaf = |state: &AiState| !matches!(state, AiState::Asleep | AiState::Watching);
        if self.current_floor.monsters.iter().all(|monster| is_deaf(&monster.ai_state)) {
            return;
        }
        let noises = core::mem::take(&mut self.scratch.noises);
        for noise in &noises {
            self.hear_noise(*noise, events);
        }
        let player = self.player.body.pos;
        let is_near = |pos: Pos| pos.steps_to(player) <= WAKE_RADIUS;
        let mut sleepers = self
            .current_floor
            .monsters
            .iter()
            .filter(|monster| monster.ai_state == AiState::Asleep && is_near(monster.body.pos));
        if sleepers.next().is_none() {
            return;
        }
        let has_paws = self.player.worn.has_firmware(Firmware::SoftPaws);
        let one_in = if has_paws { 2 * WAKE_ONE_IN } else { WAKE_ONE_IN };
        self.hear_noise(Noise { at: player, radius: WAKE_RADIUS, one_in, alerts: false }, events);
    }

    fn hear_noise(&mut self, noise: Noise, events: &mut Events) {
        let is_far = |pos: Pos| pos.steps_to(noise.at) > noise.radius;
        let listens = |state: &AiState| match state {
            AiState::Asleep => true,
            AiState::Watching => noise.alerts,
            _ => false,
        };
        let monsters = &self.current_floor.monsters;
        let is_listener = |index: &usize| {
            let monster = &monsters[*index];
            listens(&monster.ai_state) && !is_far(monster.body.pos)
        };
        if !(0..monsters.len()).any(|index| is_listener(&index)) {
            return;
        }
        let reach = self.steps_around(noise.at, noise.radius);
        // Nobody can walk to where a fixture in a wall is: they go to the ground in front of it.
        let map = &self.current_floor.map;
        let is_ground = map.terrain(noise.at).is_passable();
        let toward = if is_ground { Some(noise.at) } else { map.front_of(noise.at) };
        let toward = toward.unwrap_or(self.player.body.pos);
        for index in 0..self.current_floor.monsters.len() {
            let monster = &self.current_floor.monsters[index];
            if listens(&monster.ai_state)
                && reach.contains(monster.body.pos)
                && self.dice.one_in(noise.one_in)
            {
                self.rouse_toward(index, toward, events);
            }
        }
    }

    /// Returns the tiles within so many walking steps of `from`, which may be a fixture in a wall.
    pub fn steps_around(&self, from: Pos, steps: u8) -> TileSet {
        let mut reach = TileSet::EMPTY;
        reach.insert(from);
        for _ in 0..steps {
            reach.grow(self.current_floor.map.passable());
        }
        reach
    }

    /// Lets a monster that is about to squeak do so (S4).
    pub(super) fn squeak(&mut self, index: usize, events: &mut Events) {
        let monster = &mut self.current_floor.monsters[index];
        monster.squeak = Squeak::Used;
        let (kind, at) = (monster.kind, monster.body.pos);
        events.push(Event::Squeaked { kind, at });
        self.make_noise(at, SQUEAK);
    }
}
