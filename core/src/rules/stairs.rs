//! Moves the player between floors (W10, W11, W13).

use crate::content::feats::FEAT_FLOOR;
use crate::content::monsters::{
    ALLY_FOLLOW_RADIUS, ALLY_MENDS_PART, Class, FOLLOW_RADIUS, FOLLOWERS_MAX,
};
use crate::content::player::ARRIVAL_XP_BY_FLOOR;
use crate::content::{Feat, Status};
use crate::geometry::{Direction, Pos};
use crate::limits::{MAP_WIDTH, MONSTERS_ALIVE_MAX, TILES};
use crate::quantity::{Floor, Xp};
use crate::rules::{AllyEnd, Event, Events, Reward};
use crate::world::{AiState, Aim, FloorState, Game, Monster, StoredFloor, Terrain};
use crate::worldgen;
use heapless::Vec;

/// The monsters that follow the player to another floor: mice, and the ally.
type Followers = Vec<Monster, { FOLLOWERS_MAX + 1 }>;

impl Game {
    /// Rebuilds `floor` as the player would find it on return. Returns `None` for the current floor and for floors
    /// never entered. Also returns `None` if the [stored](Game::stored_floor) changes do not fit the generated terrain,
    /// because the game would generate such a floor anew on return. A call takes as long as generating a floor.
    // Target: GBA. Not inlined: keeps a floor off the caller's small stack.
    #[inline(never)]
    pub fn rebuild_floor(&self, floor: Floor) -> Option<FloorState> {
        let stored = self.stored_floor(floor)?;
        let mut state = FloorState::EMPTY;
        worldgen::generate(self.seed, floor, &mut state);
        state.restore(floor, stored).ok()?;
        Some(state)
    }

    /// Moves the player to the floor `to`, which is restored or generated. The first arrival gives experience (B6). Up
    /// to four mice and the ally follow the player (M7, I10).
    // Target: GBA. Not inlined: keeps the generator's variables off the stack in all other turns.
    #[inline(never)]
    pub(super) fn change_floor(&mut self, to: Floor, events: &mut Events) {
        let from = self.floor;
        self.empty_vents();
        self.seal_unused_lockers(events);
        let mut followers = self.take_followers(to);
        let left = self.current_floor.monsters.iter().find(|monster| monster.is_ally);
        let left = left.map(|ally| (ally.kind, ally.body.pos));
        self.store_floor();
        worldgen::generate(self.seed, to, &mut self.current_floor);
        let restored = self.stored_floors[to.index()]
            .as_ref()
            .map(|stored| self.current_floor.restore(to, stored));
        if let Some(Err(_)) = restored {
            worldgen::generate(self.seed, to, &mut self.current_floor);
            events.push(Event::FloorLost(to));
        }
        let is_new = !matches!(restored, Some(Ok(())));
        if is_new {
            worldgen::harden(self.seed, to, self.mode.night(), &mut self.current_floor);
            worldgen::exchange(self.seed, to, &self.player, &mut self.current_floor);
        }
        self.stored_floors[to.index()] = None;
        self.floor = to;
        if to.number() >= FEAT_FLOOR {
            self.mode.do_feat(Feat::ReachesFloor);
        }
        self.player.body.pos = self.arrival(from);
        events.push(Event::FloorEntered { from, to, place: self.place(to), is_new });
        if restored.is_none() {
            let paid = Xp(ARRIVAL_XP_BY_FLOOR * u32::from(to.number()));
            self.reward(Reward::Arrival, paid, events);
            // The ally heals only on new floors, so that going up and down does not heal it again.
            for ally in followers.iter_mut().filter(|monster| monster.is_ally) {
                ally.body.heal(ally.hp_born.0 / ALLY_MENDS_PART, ally.hp_born);
            }
        }
        self.place_followers(followers, events);
        if let Some((kind, at)) = left {
            events.push(Event::AllyLost { kind, at, end: AllyEnd::LeftBehind });
        }
    }

    /// Removes from the current floor the monsters that follow the player to the floor `to`, and returns them. These
    /// are the ally, if near enough, and the nearest alert mice for which the floor `to` has room. All other monsters
    /// stay, and so do stunned and eating mice (M7).
    fn take_followers(&mut self, to: Floor) -> Followers {
        let alive = self
            .stored_floor(to)
            .map_or_else(|| worldgen::monsters(to, self.mode.night()), StoredFloor::alive);
        let room = MONSTERS_ALIVE_MAX.saturating_sub(alive).min(FOLLOWERS_MAX);
        let player = self.player.body.pos;
        let mut followers = Followers::new();
        let ally = self.current_floor.monsters.iter().position(|monster| {
            monster.is_ally && monster.body.pos.steps_to(player) <= ALLY_FOLLOW_RADIUS
        });
        if let Some(ally) = ally {
            let _ = followers.push(self.current_floor.monsters.remove(ally));
        }
        for distance in 1..=FOLLOW_RADIUS {
            let is_follower = |monster: &Monster| {
                monster.is_hostile()
                    && monster.body.pos.steps_to(player) == distance
                    && matches!(
                        monster.ai_state,
                        AiState::Hunting { .. } | AiState::Wandering { .. }
                    )
                    && monster.kind.spec().class == Class::Mouse
                    && !monster.body.statuses.has(Status::Stunned)
            };
            while followers.iter().filter(|monster| monster.is_hostile()).count() < room {
                let Some(index) = self.current_floor.monsters.iter().position(is_follower) else {
                    break;
                };
                let _ = followers.push(self.current_floor.monsters.remove(index));
            }
        }
        followers
    }

    /// Places the followers beside the player, and makes them hunt.
    fn place_followers(&mut self, followers: Followers, events: &mut Events) {
        let player = self.player.body.pos;
        let count = followers.iter().filter(|monster| monster.is_hostile()).count();
        for mut monster in followers {
            if let Some(pos) = self.free_tile_at(player) {
                monster.body.pos = pos;
                monster.ai_state = AiState::hunting(player);
                (monster.aim, monster.blocked) = (Aim::None, 0);
                let _ = self.current_floor.monsters.push(monster);
            }
        }
        if let (Ok(count), true) = (u8::try_from(count), count > 0) {
            events.push(Event::Followed { count });
        }
    }

    /// Stores the current floor.
    // Target: GBA. Not inlined: frees the stack space of the stored floor before a floor is built.
    #[inline(never)]
    fn store_floor(&mut self) {
        self.stored_floors[self.floor.index()] = self.current_floor.to_stored();
    }

    /// Returns the tile where the player arrives from the floor `from`: right of the down stairs, or left of the up
    /// stairs (W10). If a monster stands on that tile, returns the nearest free ground around the stairs.
    fn arrival(&self, from: Floor) -> Pos {
        let (stairs, side) = if from < self.floor {
            (Terrain::StairsDown, Direction::East)
        } else {
            (Terrain::StairsUp, Direction::West)
        };
        let stairs =
            self.current_floor.map.find(stairs).expect("a validated floor has these stairs");
        let beside = stairs.step(side).expect("a validated floor has stairs on clear ground");
        let is_free = |pos: &Pos| {
            self.current_floor.map.terrain(*pos) == Terrain::Ground
                && self.current_floor.monster_at(*pos).is_none()
        };
        if is_free(&beside) {
            return beside;
        }
        (1..MAP_WIDTH)
            .find_map(|radius| {
                (0..TILES)
                    .map(Pos::from_index)
                    .find(|pos| pos.steps_to(stairs) == radius && is_free(pos))
            })
            .expect("a floor has more ground than monsters")
    }
}
