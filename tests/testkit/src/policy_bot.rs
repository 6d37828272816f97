//! The policy bot, which plays a game by a [`Policy`].
//!
//! A policy bot sees the whole floor and is fast, so a test can play thousands of runs. Its commands depend only on its
//! policy, its number and the games that it sees, so a test is repeatable. Under every policy, the bot takes a graft
//! when the player has one to choose. Different policies serve different tests:
//!
//! | policy | tests of |
//! |---|---|
//! | `Random`, `Bounce`, `Meek` | walls, stairs, and a player who does not fight |
//! | `Climb`, `Careful` | many floors; `Climb` also wins from a floor high up |
//! | `Hoard`, `Gather` | the pack; `Gather` only walks and waits, because [`AppDriver`] plays no other commands |
//! | `Meddle` | vents, terminals, pedestals, switches, throws, override chips |
//! | `Wander`, `WanderMeek` | saves; these bots do everything now and then, and also go back down the stairs |
//!
//! ```
//! use musrex_core::{Events, Game};
//! use musrex_testkit::policy_bot::{Policy, PolicyBot};
//!
//! let (mut game, mut bot) = (Game::new(7), PolicyBot::new(Policy::Wander, 7));
//! for _ in 0..20 {
//!     bot.play(&mut game, &mut Events::new());
//! }
//! assert_eq!(game.turn().0, 20);
//! ```
//!
//! [`AppDriver`]: crate::app_driver::AppDriver

use crate::fixtures::TestRng;
use musrex_core::content::items::Purpose;
use musrex_core::content::{MonsterKind, Slot};
use musrex_core::geometry::{Direction, Pos};
use musrex_core::quantity::Floor;
use musrex_core::rules::{Command, Events};
use musrex_core::world::path::DistanceMap;
use musrex_core::world::{Game, Terrain};

/// The rule by which a bot plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Policy {
    /// Walks in a random direction, even into a wall, or waits.
    Random,
    /// Climbs along a shortest path, and strikes adjacent monsters.
    Climb,
    /// Plays like [`Climb`](Policy::Climb), but waits while the player has less than three quarters of the hit points
    /// and no monster is adjacent.
    Careful,
    /// Climbs to stairs, and then goes back and forth between the two floors that they connect.
    Bounce,
    /// Climbs, but waits beside an adjacent monster instead of striking it.
    Meek,
    /// Plays like [`Careful`](Policy::Careful), and also picks up, wears, uses and drops items.
    Hoard,
    /// Plays like [`Hoard`](Policy::Hoard), but gives no commands for items. It only walks over items, which picks them
    /// up.
    Gather,
    /// Walks to items and to stairs, mostly the stairs up, and sometimes does something else.
    Wander,
    /// Plays like [`Wander`](Policy::Wander), but waits beside adjacent monsters instead of striking them.
    WanderMeek,
    /// Walks into every vent, terminal, pedestal, switch and locked door, and throws and uses its items. Climbs when it
    /// can reach no further fixture or item.
    Meddle,
}

/// A bot that plays by a policy. Its commands depend only on its policy, its number and the games that it sees.
pub struct PolicyBot {
    /// The policy that the bot follows. A test may change it.
    pub policy: Policy,
    rng: TestRng,
    /// The tile to which the bot wanders.
    goal: Option<Pos>,
    /// A distance map to stairs, with the floor and the kind of stairs for which it was made.
    distances: Option<(Floor, Terrain, DistanceMap)>,
}

impl PolicyBot {
    /// Makes a bot. Bots with different numbers play differently.
    pub fn new(policy: Policy, number: u64) -> PolicyBot {
        PolicyBot { policy, rng: TestRng(number), goal: None, distances: None }
    }

    /// Returns the bot's next command. The game may refuse it.
    pub fn next(&mut self, game: &Game) -> Command {
        if game.has_graft_to_choose() {
            return Command::Graft(0);
        }
        match self.policy {
            Policy::Random => self.random(),
            Policy::Climb => self.climb(game),
            Policy::Careful if self.wants_rest(game) => Command::Wait,
            Policy::Careful => self.climb(game),
            Policy::Bounce => self.bounce(game),
            Policy::Hoard | Policy::Gather => self.hoard(game),
            Policy::Wander | Policy::WanderMeek => self.wander(game),
            Policy::Meddle => self.meddle(game),
            Policy::Meek => match neighbour(game) {
                Some(_) => Command::Wait,
                None => self.climb(game),
            },
        }
    }

    /// Plays one turn. Returns the command that was played.
    ///
    /// # Panics
    /// Panics if the run is over.
    pub fn play(&mut self, game: &mut Game, events: &mut Events) -> Command {
        for _ in 0..20 {
            let command = self.next(game);
            if game.step(command, events).is_ok() {
                return command;
            }
            self.goal = None;
        }
        game.step(Command::Wait, events).expect("one can always wait");
        Command::Wait
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

    /// Returns a step toward the Mouse King, who flees. Sometimes returns a random command.
    fn after_the_king(&mut self, game: &Game) -> Command {
        let here = game.current_floor();
        let king = here.monsters.iter().find(|monster| monster.kind == MonsterKind::MouseKing);
        let direction = king.filter(|_| self.rng.below(8) > 0).and_then(|king| {
            let distances = DistanceMap::new(&here.map, king.body.pos, std::iter::empty());
            distances.descend(game.player().body.pos, |_| true)
        });
        direction.map_or_else(|| self.random(), Command::Walk)
    }

    /// Strikes an adjacent monster. If there is none, handles the items of the pack, rests, walks to an item on the
    /// ground, or climbs.
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

    /// Lists commands for a few items of the pack, and sometimes a command that takes off a worn item. The game accepts
    /// all these commands.
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

    /// Returns a step toward the nearest reachable item, if the pack has room for an item.
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

    /// Returns a step back onto the stairs by which the player has arrived, or a climbing step if no stairs are
    /// adjacent. Sometimes returns a random command.
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

    /// Returns a step toward these stairs. Returns a random command if there is no path, and sometimes even if there is
    /// one.
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

    /// Throws or uses an item, strikes, or walks to a fixture or an item, each with some probability.
    fn meddle(&mut self, game: &Game) -> Command {
        match (neighbour(game), self.rng.below(16)) {
            (_, 0..=1) => self.throw(game),
            (_, 2) => self.use_pack(game),
            (_, 3) => self.random(),
            (Some(direction), 4..=11) => Command::Walk(direction),
            (None, 4) if self.wants_rest(game) => Command::Wait,
            _ => match self.toward_fixture(game).or_else(|| self.toward_item(game)) {
                Some(direction) => Command::Walk(direction),
                None => self.climb(game),
            },
        }
    }

    /// Throws an item at a visible monster within range. If there is none, throws it at any visible tile within range.
    fn throw(&mut self, game: &Game) -> Command {
        let count = u32::try_from(game.player().pack.len()).expect("a pack is small");
        if count == 0 {
            return self.random();
        }
        let index = u8::try_from(self.rng.below(count)).expect("a pack is small");
        let from = game.player().body.pos;
        let targets: Vec<Pos> =
            game.visible().iter().filter(|pos| pos.steps_to(from) <= 6).collect();
        let enemies = targets.iter().filter(|&&pos| game.current_floor().monster_at(pos).is_some());
        let anywhere = self.rng.below(u32::try_from(targets.len()).expect("a few tiles"));
        let at = enemies.copied().next().unwrap_or(targets[anywhere as usize]);
        Command::Throw(index, at)
    }

    /// Returns a step toward, or into, the nearest fixture or pedestal that can still be used.
    fn toward_fixture(&mut self, game: &Game) -> Option<Direction> {
        let (map, from) = (&game.current_floor().map, game.player().body.pos);
        let is_fit = |terrain| {
            matches!(terrain, Terrain::VentOpen | Terrain::Terminal | Terrain::Pedestal)
                || (terrain == Terrain::Switch && !map.live_cables().is_empty())
                || terrain == Terrain::DoorLocked
        };
        let can_handle = |pos: &Pos| {
            from.direction_to(*pos)
                .is_none_or(|direction| game.accepts(Command::Walk(direction)).is_ok())
        };
        let fixtures: Vec<Pos> = map.positions_of(is_fit).filter(can_handle).collect();
        if let Some(beside) = fixtures.iter().find(|pos| pos.is_next_to(from)) {
            return from.direction_to(*beside);
        }
        let stairs = map.positions_of(Terrain::is_stairs);
        let distances = DistanceMap::new(map, from, stairs.chain(map.live_cables().iter()));
        let fronts = fixtures.into_iter().filter_map(|pos| map.front_of(pos));
        let nearest = fronts
            .filter(|&pos| pos != from && distances.is_reached(pos))
            .min_by_key(|&pos| distances.distance(pos))?;
        distances.route_from_start(nearest)?.peek()
    }

    /// Mostly strikes an adjacent monster, or waits beside it under [`WanderMeek`](Policy::WanderMeek). If there is
    /// none, mostly travels.
    fn wander(&mut self, game: &Game) -> Command {
        let pos = game.player().body.pos;
        let near =
            game.current_floor().monsters.iter().find(|monster| monster.body.pos.is_next_to(pos));
        if let Some(monster) = near.filter(|_| self.rng.below(8) > 0) {
            let direction = pos.direction_to(monster.body.pos).expect("it is next to me");
            return if self.policy == Policy::WanderMeek {
                Command::Wait
            } else {
                Command::Walk(direction)
            };
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

    /// Returns a step toward the goal. If the goal is reached or unreachable, first chooses another goal: an item, or
    /// stairs, mostly the stairs up.
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

/// Returns the direction to an adjacent monster, if there is one.
pub fn neighbour(game: &Game) -> Option<Direction> {
    let from: Pos = game.player().body.pos;
    let monsters = game.current_floor().monsters.iter().map(|monster| monster.body.pos);
    monsters.filter(|pos| pos.is_next_to(from)).find_map(|pos| from.direction_to(pos))
}
