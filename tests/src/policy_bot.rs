//! Policy bots: simple players for very many turns.

use crate::fixtures::TestRng;
use musrex_core::content::{MonsterKind, Slot};
use musrex_core::geometry::{Direction, Pos};
use musrex_core::quantity::Floor;
use musrex_core::rules::Command;
use musrex_core::world::path::DistanceMap;
use musrex_core::world::{Game, Terrain};

/// The policy of a bot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Policy {
    /// Anything, walls and all.
    Random,
    /// Up by a shortest way; strikes who is near.
    Climb,
    /// Plays like [`Climb`](Policy::Climb), but rests when hurt and alone, so that it gets higher.
    Careful,
    /// Onto the nearest stairs again and again.
    Bounce,
    /// Never attacks, and waits beside attackers.
    Meek,
    /// Plays like [`Careful`](Policy::Careful), and picks up, wears, uses and drops all that it
    /// finds.
    Hoard,
    /// Plays like [`Hoard`](Policy::Hoard), but only walks and waits.
    Gather,
}

impl Policy {
    /// All of them.
    pub const ALL: [Policy; 7] = [
        Policy::Random,
        Policy::Climb,
        Policy::Careful,
        Policy::Bounce,
        Policy::Meek,
        Policy::Hoard,
        Policy::Gather,
    ];
}

/// A bot that plays by a policy. Its commands follow from its number and the games it sees.
pub struct PolicyBot {
    policy: Policy,
    rng: TestRng,
    /// The distance map to its stairs, with the floor and the stairs that it is for.
    distances: Option<(Floor, Terrain, DistanceMap)>,
}

impl PolicyBot {
    /// Makes a bot; each `number` plays differently.
    pub fn new(policy: Policy, number: u64) -> PolicyBot {
        PolicyBot { policy, rng: TestRng(number), distances: None }
    }

    /// Returns its next command. Some are refused.
    pub fn next(&mut self, game: &Game) -> Command {
        match self.policy {
            Policy::Random => self.random(),
            Policy::Climb => self.climb(game),
            Policy::Careful if self.wants_rest(game) => Command::Wait,
            Policy::Careful => self.climb(game),
            Policy::Bounce => self.bounce(game),
            Policy::Hoard | Policy::Gather => self.hoard(game),
            Policy::Meek => match neighbour(game) {
                Some(_) => Command::Wait,
                None => self.climb(game),
            },
        }
    }

    fn random(&mut self) -> Command {
        match Direction::ALL.get(self.rng.below(9) as usize) {
            Some(&direction) => Command::Walk(direction),
            None => Command::Wait,
        }
    }

    fn wants_rest(&self, game: &Game) -> bool {
        let is_hurt = game.player().body.hp.0 * 4 < game.player_stats().hp_max.0 * 3;
        is_hurt && neighbour(game).is_none()
    }

    fn climb(&mut self, game: &Game) -> Command {
        match neighbour(game) {
            Some(direction) => Command::Walk(direction),
            None if game.floor() == Floor::THRONE => self.after_the_king(game),
            None => self.toward(game, Terrain::StairsUp),
        }
    }

    /// Returns a step toward the Mouse King, who flees; at times a random step.
    fn after_the_king(&mut self, game: &Game) -> Command {
        let here = game.current_floor();
        let king = here.monsters.iter().find(|monster| monster.kind == MonsterKind::MouseKing);
        let direction = king.filter(|_| self.rng.below(8) > 0).and_then(|king| {
            let distances = DistanceMap::new(&here.map, king.body.pos, std::iter::empty());
            distances.descend(game.player().body.pos, |_| true)
        });
        direction.map_or_else(|| self.random(), Command::Walk)
    }

    /// Strikes who is near, then looks after what it has, then goes for what lies about.
    fn hoard(&mut self, game: &Game) -> Command {
        if let Some(direction) = neighbour(game) {
            return Command::Walk(direction);
        }
        if self.policy == Policy::Hoard
            && let Some(&action) = self.actions(game).get(self.rng.below(12) as usize)
        {
            return action;
        }
        if self.wants_rest(game) {
            return Command::Wait;
        }
        match self.toward_item(game) {
            Some(direction) if self.rng.below(16) > 0 => Command::Walk(direction),
            _ => self.climb(game),
        }
    }

    /// Lists commands for a few of the items in the pack.
    fn actions(&mut self, game: &Game) -> Vec<Command> {
        let carried = game.player().pack.len();
        let mut actions = Vec::new();
        for _ in 0..4.min(carried) {
            let choice = self.rng.below(u32::try_from(carried).expect("a pack is small"));
            let index = u8::try_from(choice).expect("a pack is small");
            actions.extend([Command::Use(index), Command::Wear(index)]);
            if self.rng.below(40) == 0 {
                actions.push(Command::Drop(index));
            }
        }
        let slot = Slot::ALL[self.rng.below(3) as usize];
        if self.rng.below(40) == 0 {
            actions.push(Command::TakeOff(slot));
        }
        actions.retain(|&action| game.accepts(action).is_ok());
        actions
    }

    /// A step toward the nearest item that can be reached, if the floor has any.
    fn toward_item(&mut self, game: &Game) -> Option<Direction> {
        let (here, from) = (game.current_floor(), game.player().body.pos);
        if game.player().pack.is_full() {
            return None;
        }
        let stairs = here.map.iter().filter(|(_, tile)| tile.is_stairs()).map(|(pos, _)| pos);
        let distances = DistanceMap::new(&here.map, from, stairs);
        let items = here.items.iter().map(|ground| ground.pos).filter(|&pos| pos != from);
        let nearest = items
            .filter(|&pos| distances.is_reached(pos))
            .min_by_key(|&p| distances.distance(p))?;
        distances.route_from_start(nearest)?.peek()
    }

    /// Steps between two floors: after an arrival, the player stands beside the stairs.
    fn bounce(&mut self, game: &Game) -> Command {
        if self.rng.below(8) == 0 {
            return self.random();
        }
        let from = game.player().body.pos;
        let stairs =
            from.neighbours().find(|&pos| game.current_floor().map.terrain(pos).is_stairs());
        match stairs.and_then(|pos| from.direction_to(pos)) {
            Some(direction) => Command::Walk(direction),
            None => self.climb(game),
        }
    }

    /// A step toward these stairs; now and then, and where no way leads on, any step.
    fn toward(&mut self, game: &Game, stairs: Terrain) -> Command {
        let is_known = matches!(&self.distances, Some((floor, of, _)) if (*floor, *of) == (game.floor(), stairs));
        if !is_known {
            self.distances = game.current_floor().map.find(stairs).map(|goal| {
                (
                    game.floor(),
                    stairs,
                    DistanceMap::new(&game.current_floor().map, goal, std::iter::empty()),
                )
            });
        }
        if self.rng.below(32) == 0 {
            return self.random();
        }
        let distances = self.distances.as_ref().map(|(_, _, distances)| distances);
        match distances.and_then(|distances| distances.descend(game.player().body.pos, |_| true)) {
            Some(direction) => Command::Walk(direction),
            None => self.random(),
        }
    }
}

/// Returns the direction of a monster beside the player.
pub fn neighbour(game: &Game) -> Option<Direction> {
    let from: Pos = game.player().body.pos;
    let monsters = game.current_floor().monsters.iter().map(|monster| monster.body.pos);
    monsters.filter(|pos| pos.is_next_to(from)).find_map(|pos| from.direction_to(pos))
}
