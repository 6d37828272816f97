//! Players that need no hands: for playing very many turns, and for getting somewhere.

use crate::carve::Chance;
use musrex_core::content::MonsterKind;
use musrex_core::geometry::{Direction, Pos};
use musrex_core::quantity::Floor;
use musrex_core::rules::Command;
use musrex_core::rules::path::DistanceMap;
use musrex_core::world::{Game, Slot, Terrain};

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
    /// As [`Careful`](Policy::Careful), and picks up, wears, uses and drops whatever it finds.
    Hoard,
    /// As [`Hoard`](Policy::Hoard), but only walks and waits.
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
            Policy::Hoard | Policy::Gather => self.hoard(game),
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
            None if game.floor() == Floor::THRONE => self.after_the_king(game),
            None => self.toward(game, Terrain::StairsUp),
        }
    }

    /// A step toward the Mouse King, who is not keen on it; now and then any step.
    fn after_the_king(&mut self, game: &Game) -> Command {
        let here = game.current_floor();
        let king = here.monsters.iter().find(|monster| monster.kind == MonsterKind::MouseKing);
        let way = king.filter(|_| self.chance.below(8) > 0).and_then(|king| {
            let ways = DistanceMap::new(&here.map, king.body.pos, std::iter::empty());
            ways.descend(game.player().body.pos, |_| true)
        });
        way.map_or_else(|| self.random(), Command::Walk)
    }

    /// Strikes who is near, then looks after what it has, then goes for what lies about.
    fn hoard(&mut self, game: &Game) -> Command {
        if let Some(way) = neighbour(game) {
            return Command::Walk(way);
        }
        if self.policy == Policy::Hoard
            && let Some(&deed) = self.deeds(game).get(self.chance.below(12) as usize)
        {
            return deed;
        }
        if self.wants_rest(game) {
            return Command::Wait;
        }
        match self.toward_item(game) {
            Some(way) if self.chance.below(16) > 0 => Command::Walk(way),
            _ => self.climb(game),
        }
    }

    /// What it could do with a few of the things it has.
    fn deeds(&mut self, game: &Game) -> Vec<Command> {
        let carried = game.player().pack.len();
        let mut deeds = Vec::new();
        for _ in 0..4.min(carried) {
            let choice = self.chance.below(u32::try_from(carried).expect("a pack is small"));
            let index = u8::try_from(choice).expect("a pack is small");
            deeds.extend([Command::Use(index), Command::Wear(index)]);
            if self.chance.below(40) == 0 {
                deeds.push(Command::Drop(index));
            }
        }
        let slot = Slot::ALL[self.chance.below(3) as usize];
        if self.chance.below(40) == 0 {
            deeds.push(Command::TakeOff(slot));
        }
        deeds.retain(|&deed| game.accepts(deed).is_ok());
        deeds
    }

    /// A step toward the nearest item that can be reached, if the floor has any.
    fn toward_item(&mut self, game: &Game) -> Option<Direction> {
        let (here, from) = (game.current_floor(), game.player().body.pos);
        if game.player().pack.is_full() {
            return None;
        }
        let stairs = here.map.iter().filter(|(_, tile)| tile.is_stairs()).map(|(pos, _)| pos);
        let ways = DistanceMap::new(&here.map, from, stairs);
        let items = here.items.iter().map(|ground| ground.pos).filter(|&pos| pos != from);
        let nearest =
            items.filter(|&pos| ways.is_reached(pos)).min_by_key(|&p| ways.distance(p))?;
        ways.route_from_start(nearest)?.peek()
    }

    /// Whoever has just arrived stands beside the stairs it came by.
    fn bounce(&mut self, game: &Game) -> Command {
        if self.chance.below(8) == 0 {
            return self.random();
        }
        let from = game.player().body.pos;
        let stairs =
            from.neighbours().find(|&pos| game.current_floor().map.terrain(pos).is_stairs());
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
            self.ways = game.current_floor().map.find(stairs).map(|goal| {
                (
                    game.floor(),
                    stairs,
                    DistanceMap::new(&game.current_floor().map, goal, std::iter::empty()),
                )
            });
        }
        if self.chance.below(32) == 0 {
            return self.random();
        }
        let ways = self.ways.as_ref().map(|(_, _, ways)| ways);
        match ways.and_then(|ways| ways.descend(game.player().body.pos, |_| true)) {
            Some(way) => Command::Walk(way),
            None => self.random(),
        }
    }
}

/// The way to a monster beside the player.
pub fn neighbour(game: &Game) -> Option<Direction> {
    let from: Pos = game.player().body.pos;
    let monsters = game.current_floor().monsters.iter().map(|monster| monster.body.pos);
    monsters.filter(|pos| pos.is_next_to(from)).find_map(|pos| from.direction_to(pos))
}
