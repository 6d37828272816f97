//! Sleep and noise (S).

use crate::content::effects::Harm;
use crate::content::noise::{Loudness, WAKE_ONE_IN};
use crate::geometry::{Pos, TileSet};
use crate::rules::Events;
use crate::world::{AiState, Game, Noise};

impl Game {
    /// Makes a noise at `at`. Monsters hear the noise at the end of the turn (S2).
    pub(super) fn make_noise(&mut self, at: Pos, loudness: Loudness) {
        let (radius, Loudness { one_in, alerts, .. }) = (self.noise_radius(loudness), loudness);
        // If the list is full, the noise is not heard.
        let _ = self.scratch.noises.push(Noise { at, radius, one_in, alerts });
    }

    /// Returns the largest distance at which a noise is heard now, in walking steps (S2). A worn chip with the firmware
    /// DASH or the graft Quiet blade makes the player's noises softer (I11, B16).
    pub(crate) fn noise_radius(&self, loudness: Loudness) -> u8 {
        let part = if loudness.is_players { self.player.divisor(Harm::Noise) } else { 1 };
        loudness.radius / part
    }

    /// Lets the noises of this turn (S2) and a player nearby (S1) wake sleepers. Some noises also alert watchers (S4).
    pub(super) fn hear(&mut self, events: &mut Events) {
        let is_deaf = |state: &AiState| !matches!(state, AiState::Asleep | AiState::Watching);
        if self.current_floor.monsters.iter().all(|monster| is_deaf(&monster.ai_state)) {
            return;
        }
        let noises = core::mem::take(&mut self.scratch.noises);
        for noise in &noises {
            self.hear_noise(*noise, events);
        }
        let (player, radius) = (self.player.body.pos, self.mode.night().wake_radius());
        let is_near = |pos: Pos| pos.steps_to(player) <= radius;
        let mut sleepers = self
            .current_floor
            .monsters
            .iter()
            .filter(|monster| monster.ai_state == AiState::Asleep && is_near(monster.body.pos));
        if sleepers.next().is_none() {
            return;
        }
        let one_in = u32::from(self.player.divisor(Harm::Noise)) * WAKE_ONE_IN;
        self.hear_noise(Noise { at: player, radius, one_in, alerts: false }, events);
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
        // Monsters cannot walk onto a fixture in a wall, so they go to the ground in front of the fixture.
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

    /// Returns the tiles within `steps` walking steps of `from`, which may be a fixture in a wall.
    pub fn steps_around(&self, from: Pos, steps: u8) -> TileSet {
        TileSet::around(from, steps, self.current_floor.map.passable())
    }
}
