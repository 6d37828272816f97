//! Plans for the three turns after a measured action.
//!
//! Two steps that are good together may look bad one by one. For example, if the bot takes over after a step back into
//! a corridor, the bot may walk out again. So the meter tries each action with each of a few plans for the turns that
//! follow. After these turns, the bot plays on.

use super::actions::{Candidate, awake_enemies, candidate_actions};
use musrex_core::bots::Bot;
use musrex_core::geometry::TileSet;
use musrex_core::listed_enum;
use musrex_core::world::{AiState, Game, Monster};
use musrex_core::{Command, Events, Outcome};

/// The number of turns that a plan covers.
pub const TURNS: u32 = 3;

listed_enum! {
    /// A plan for the three turns after an action.
    pub enum Plan {
        /// Gives the bot's own commands.
        Bot,
        /// Bumps: attacks if possible. If not, steps nearer; if that is not possible either, waits.
        Bump,
        /// Waits, and strikes an enemy that has become adjacent.
        Await,
        /// Steps away from the nearest enemy.
        StepAway,
        /// Repeats the first command as long as the game accepts it.
        Repeat,
    }
}

impl Plan {
    /// Returns the next command of the plan; `None` if the bot chooses the command.
    fn next(self, game: &Game, first: Command) -> Option<Command> {
        let wanted: fn(&Candidate) -> bool = match self {
            Plan::Bot => return None,
            Plan::Repeat => return Some(first).filter(|&it| game.accepts(it).is_ok()),
            Plan::Bump => |it| it.is_bump,
            Plan::Await => |it| it.is_bump && !it.is_approach() || it.is_wait(),
            Plan::StepAway => |it| it.verb == "step away",
        };
        let actions = candidate_actions(game);
        let of_blow = |it: &&Candidate| self == Plan::Await && it.is_bump && wanted(it);
        let found = actions.iter().find(of_blow).or_else(|| actions.iter().find(|it| wanted(it)));
        found.map(|it| it.command)
    }
}

/// Plays `first`, then the plan, then the bot's commands, until the fight is over or `horizon` turns have passed.
/// Returns the state of the game at that time; `seed` determines the dice.
///
/// # Panics
/// Panics if the game refuses `first`.
pub fn play_out(
    game: &Game,
    first: Command,
    plan: Plan,
    seed: u64,
    mut bot: Bot,
    horizon: u32,
) -> Game {
    let (mut copy, mut events) = (game.clone(), Events::new());
    copy.reseed_dice(seed);
    let mut visible = TileSet::EMPTY;
    copy.step_and_look(first, &mut events, &mut visible).expect("the game accepts each candidate");
    for turn in 1..horizon {
        if is_over(&copy, &visible) {
            break;
        }
        let planned = (turn <= TURNS).then(|| plan.next(&copy, first)).flatten();
        let command = planned.unwrap_or_else(|| bot.next(&copy, &visible));
        if copy.step_and_look(command, &mut events, &mut visible).is_err() {
            break;
        }
    }
    copy
}

/// Returns whether the fight is over. It is over if the run has ended, or if no awake enemy is in sight and no monster
/// on the floor is hunting. So a step around a corner does not end a fight.
fn is_over(game: &Game, visible: &TileSet) -> bool {
    let is_hunting = |monster: &Monster| {
        monster.is_hostile() && matches!(monster.ai_state, AiState::Hunting { .. })
    };
    game.outcome() != Outcome::Playing
        || (awake_enemies(game, visible).is_empty()
            && !game.current_floor().monsters.iter().any(is_hunting))
}
