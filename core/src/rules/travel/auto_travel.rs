//! A command of several turns.

use super::approach::{is_before, next_step_before, reached};
use super::dash::{exits, is_passage, landmark, next_dash_step};
use super::explore::{explore_past_nothing, explore_past_sleepers, explore_past_vault};
use super::interrupt::Interrupt;
use super::wait::{Until, next_wait};
use super::walk::{blocker, next_step_to};
use crate::geometry::{Direction, Pos, TileSet};
use crate::rules::Command;
use crate::world::{Game, Terrain};

/// A command of several turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AutoTravel {
    /// Walks straight on, and follows the bends of a passage.
    Dash(Direction),
    /// Waits turn by turn, until the condition is met or an interrupt comes.
    Wait(Until),
    /// Walks to a tile over explored ground.
    Walk(Pos),
    /// Walks to a tile in front of stairs or of a fixture in a wall.
    Approach(Pos),
    /// Explores: walks to known items first, then to unexplored tiles, then to a vault, and finally to the stairs up.
    /// [`Past`] names the things at which exploring does not stop again.
    Explore(Past),
}

/// The things that exploring now passes without stopping, because it has already stopped at them (N4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Past {
    /// Exploring stops at everything.
    Nothing,
    /// Exploring passes the vault or the lockers that it has already reported.
    Vault,
    /// Exploring passes sleepers.
    Sleepers,
}

impl AutoTravel {
    /// Returns the auto-travel to a landmark. It leads onto an item, but stops in front of stairs or a fixture in a
    /// wall. If the player is already in front of the stairs, it leads onto the stairs.
    pub fn to_landmark(game: &Game, goal: Pos) -> AutoTravel {
        let terrain = game.current_floor().map.terrain(goal);
        let is_there = terrain.is_stairs() && is_before(game, goal);
        if terrain.is_passable() && !terrain.is_stairs() || is_there {
            AutoTravel::Walk(goal)
        } else {
            AutoTravel::Approach(goal)
        }
    }

    /// Returns the next command. A dash also updates its direction.
    ///
    /// # Errors
    /// The reason why there is no next command.
    pub fn next(&mut self, game: &Game, visible: &TileSet) -> Result<Command, Interrupt> {
        // A walk that a known enemy blocks names this enemy. `other` is the reason if no enemy blocks it.
        let blocked = |stop, goal, other| match stop {
            Interrupt::Blocked => blocker(game, visible, goal).map_or(other, Interrupt::InTheWay),
            stop => stop,
        };
        match self {
            AutoTravel::Wait(until) => next_wait(game, visible, *until),
            AutoTravel::Dash(direction) => {
                *direction = next_dash_step(game, *direction)?;
                Ok(Command::Walk(*direction))
            }
            AutoTravel::Walk(goal) => {
                let step = next_step_to(game, visible, *goal);
                step.map_err(|stop| blocked(stop, *goal, Interrupt::NoPath)).map(Command::Walk)
            }
            AutoTravel::Approach(goal) => {
                let step = next_step_before(game, visible, *goal);
                step.map_err(|stop| blocked(stop, *goal, Interrupt::NoPath)).map(Command::Walk)
            }
            AutoTravel::Explore(past) => {
                let step = match past {
                    Past::Nothing => explore_past_nothing(game, visible),
                    Past::Vault => explore_past_vault(game, visible),
                    Past::Sleepers => explore_past_sleepers(game, visible),
                };
                let stairs = game.current_floor().map.find(Terrain::StairsUp);
                let named = |stop| match stairs {
                    Some(stairs) => blocked(stop, stairs, Interrupt::Blocked),
                    None => stop,
                };
                step.map_err(named).map(Command::Walk)
            }
        }
    }

    /// Returns the reason to stop if the player's tile ends this auto-travel. `direction` is the direction of the step
    /// that led onto this tile.
    pub fn ends_at(self, game: &Game, direction: Direction) -> Option<Interrupt> {
        let (map, pos) = (&game.current_floor().map, game.player().body.pos);
        match self {
            AutoTravel::Wait(_) | AutoTravel::Explore(_) => None,
            AutoTravel::Walk(goal) => (pos == goal).then_some(Interrupt::Arrived),
            AutoTravel::Approach(goal) => is_before(game, goal).then(|| reached(game, goal)),
            AutoTravel::Dash(_) => landmark(map, pos).or_else(|| {
                (is_passage(map, pos, direction) && exits(map, pos, direction) > 1)
                    .then_some(Interrupt::Fork)
            }),
        }
    }
}
