//! A random bot that plays sensibly enough to get around: it sees the whole floor, and is fast.

use crate::fixtures::TestRng;
use musrex_core::content::items::Purpose;
use musrex_core::geometry::Pos;
use musrex_core::world::Terrain;
use musrex_core::world::path::DistanceMap;
use musrex_core::{Command, Direction, Events, Game};

/// A player.
pub struct RandomBot {
    rng: TestRng,
    goal: Option<Pos>,
    /// True when it waits instead of attacking.
    pub is_passive: bool,
}

impl RandomBot {
    /// Makes a bot whose choices follow from `seed`.
    pub fn new(seed: u64) -> RandomBot {
        RandomBot { rng: TestRng(seed), goal: None, is_passive: false }
    }

    /// Plays one turn; returns its command.
    ///
    /// # Panics
    /// When the run is over.
    pub fn play(&mut self, game: &mut Game, events: &mut Events) -> Command {
        for _ in 0..20 {
            let command = self.choose(game);
            if game.step(command, events).is_ok() {
                return command;
            }
            self.goal = None;
        }
        game.step(Command::Wait, events).expect("one can always wait");
        Command::Wait
    }

    /// Chooses the next command.
    pub fn choose(&mut self, game: &Game) -> Command {
        let pos = game.player().body.pos;
        let near =
            game.current_floor().monsters.iter().find(|monster| monster.body.pos.is_next_to(pos));
        if let Some(monster) = near.filter(|_| self.rng.below(8) > 0) {
            let direction = pos.direction_to(monster.body.pos).expect("it is next to me");
            return if self.is_passive { Command::Wait } else { Command::Walk(direction) };
        }
        match self.rng.below(24) {
            0 => self.use_pack(game),
            1 => Command::Wait,
            2 => Command::Walk(Direction::ALL[self.rng.below(8) as usize]),
            _ => self.travel(game).map_or(Command::Wait, Command::Walk),
        }
    }

    fn use_pack(&mut self, game: &Game) -> Command {
        let count = u32::try_from(game.player().pack.len()).expect("a pack is small");
        if count == 0 {
            return Command::Wait;
        }
        let index = u8::try_from(self.rng.below(count)).expect("a pack is small");
        let item = &game.player().pack[usize::from(index)];
        match (item.kind.spec().purpose, self.rng.below(4)) {
            (_, 0) => Command::Drop(index),
            (Purpose::Wear(slot), 1) => Command::TakeOff(slot),
            (Purpose::Wear(_), _) => Command::Wear(index),
            _ => Command::Use(index),
        }
    }

    /// A step to something worth having, and in the end to the stairs: mostly up.
    fn travel(&mut self, game: &Game) -> Option<Direction> {
        let (here, pos) = (game.current_floor(), game.player().body.pos);
        let others = here.monsters.iter().map(|monster| monster.body.pos);
        let distances = DistanceMap::new(&here.map, pos, others);
        if self.goal.is_none_or(|goal| goal == pos || !distances.is_reached(goal)) {
            let item =
                here.items.iter().map(|ground| ground.pos).find(|&at| distances.is_reached(at));
            let up = here.map.find(Terrain::StairsUp);
            let down = here.map.find(Terrain::StairsDown);
            let stairs = if self.rng.below(5) == 0 { down.or(up) } else { up.or(down) };
            self.goal = item.filter(|_| self.rng.below(3) > 0).or(stairs);
        }
        distances.route_from_start(self.goal?)?.peek()
    }
}
