//! Players that need no hands: for playing very many turns, and for getting somewhere.

use crate::carve::Chance;
use musrex_core::geometry::{Direction, Pos};
use musrex_core::quantity::Floor;
use musrex_core::rules::Command;
use musrex_core::rules::path::DistanceMap;
use musrex_core::world::{Game, Terrain};

/// What a walker wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Policy {
    /// Anything, walls and all.
    Random,
    /// Up by a shortest way; strikes who is near.
    Climb,
    /// As [`Climb`](Policy::Climb), and rests when hurt and nobody is near, so that it gets higher.
    Careful,
    /// Onto the nearest stairs again and again.
    Bounce,
    /// Never strikes, and waits beside whoever does.
    Meek,
}

impl Policy {
    /// All of them.
    pub const ALL: [Policy; 5] =
        [Policy::Random, Policy::Climb, Policy::Careful, Policy::Bounce, Policy::Meek];
}

/// One who plays by a policy; everything it does follows from its number and the games it sees.
pub struct Walker {
    policy: Policy,
    chance: Chance,
    /// The ways to the stairs it is after, and the floor and stairs they are for.
    ways: Option<(Floor, Terrain, DistanceMap)>,
}

impl Walker {
    /// A walker of its own for every `number`.
    pub fn new(policy: Policy, number: u64) -> Walker {
        Walker { policy, chance: Chance(number), ways: None }
    }

    /// The command it gives next. Most can be carried out, not all.
    pub fn next(&mut self, game: &Game) -> Command {
        match self.policy {
            Policy::Random => self.random(),
            Policy::Climb => self.climb(game),
            Policy::Careful if self.wants_rest(game) => Command::Wait,
            Policy::Careful => self.climb(game),
            Policy::Bounce => self.bounce(game),
            Policy::Meek => match neighbour(game) {
                Some(_) => Command::Wait,
                None => self.climb(game),
            },
        }
    }

    fn random(&mut self) -> Command {
        match Direction::ALL.get(self.chance.below(9) as usize) {
            Some(&way) => Command::Walk(way),
            None => Command::Wait,
        }
    }

    fn wants_rest(&self, game: &Game) -> bool {
        let is_hurt = game.player().body.hp.0 * 4 < game.player_stats().hp_max.0 * 3;
        is_hurt && neighbour(game).is_none()
    }

    fn climb(&mut self, game: &Game) -> Command {
        match neighbour(game) {
            Some(way) => Command::Walk(way),
            None => self.toward(game, Terrain::StairsUp),
        }
    }

    /// Whoever has just arrived stands beside the stairs it came by.
    fn bounce(&mut self, game: &Game) -> Command {
        if self.chance.below(8) == 0 {
            return self.random();
        }
        let from = game.player().body.pos;
        let stairs = from.neighbours().find(|&pos| game.here().map.terrain(pos).is_stairs());
        match stairs.and_then(|pos| from.direction_to(pos)) {
            Some(way) => Command::Walk(way),
            None => self.climb(game),
        }
    }

    /// A step toward these stairs; now and then, and where no way leads on, any step.
    fn toward(&mut self, game: &Game, stairs: Terrain) -> Command {
        let is_known =
            matches!(&self.ways, Some((floor, of, _)) if (*floor, *of) == (game.floor(), stairs));
        if !is_known {
            self.ways = game.here().map.find(stairs).map(|goal| {
                (game.floor(), stairs, DistanceMap::new(&game.here().map, goal, std::iter::empty()))
            });
        }
        if self.chance.below(32) == 0 {
            return self.random();
        }
        let ways = self.ways.as_ref().map(|(_, _, ways)| ways);
        match ways.and_then(|ways| ways.toward_start(game.player().body.pos, |_| true)) {
            Some(way) => Command::Walk(way),
            None => self.random(),
        }
    }
}

/// The way to a monster beside the player.
pub fn neighbour(game: &Game) -> Option<Direction> {
    let from: Pos = game.player().body.pos;
    let monsters = game.here().monsters.iter().map(|monster| monster.body.pos);
    monsters.filter(|pos| pos.is_next_to(from)).find_map(|pos| from.direction_to(pos))
}
