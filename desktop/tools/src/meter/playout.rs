//! Measures what an action costs: the hit points and the items that the player loses until the fight is
//! over.

use super::prices::Prices;
use super::{Settings, actions};
use musrex_core::bots::Bot;
use musrex_core::geometry::TileSet;
use musrex_core::world::{AiState, Monster};
use musrex_core::{Command, Events, Game, Outcome};

/// Returns a copy of `game` whose dice are those of `seed`.
pub fn reseeded(game: &Game, seed: u64) -> Game {
    let mut copy = game.clone();
    copy.reseed_dice(seed);
    copy
}

/// The costs of a playout, in shares of the maximum of hit points before it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Loss {
    /// The hit points lost: negative when the player has more than before. What is above the
    /// maximum before does not count, because a change of clothes is no healing. A death costs all
    /// that was left and a whole maximum more.
    pub hp: f64,
    /// The price of the items that the pack lost.
    pub items: f64,
}

/// Plays `command` and then what the bot wants, until the fight is over or the horizon is reached.
///
/// # Panics
/// When `command` is refused.
pub fn play(
    game: &Game,
    command: Command,
    seed: u64,
    settings: &Settings,
    prices: &Prices,
) -> Loss {
    let mut copy = reseeded(game, seed);
    let mut events = Events::new();
    let mut visible = TileSet::EMPTY;
    copy.step_and_look(command, &mut events, &mut visible)
        .expect("the game accepts each candidate");
    let mut bot = Bot::new(settings.bot);
    for _ in 1..settings.horizon {
        if is_over(&copy, &visible) {
            break;
        }
        let next = bot.next(&copy, &visible);
        if copy.step_and_look(next, &mut events, &mut visible).is_err() {
            break;
        }
    }
    let hp_max = f64::from(game.player_stats().hp_max.0);
    let before = f64::from(game.player().body.hp.0);
    let hp = match copy.outcome() {
        Outcome::Dead => (before + hp_max) / hp_max,
        _ => (before - f64::from(copy.player().body.hp.0).min(hp_max)) / hp_max,
    };
    Loss { hp, items: prices.of_lost(game, &copy) }
}

/// Returns whether the fight is over: the run has ended, or no awake enemy is in sight and no
/// monster of the floor hunts. A step around a corner alone ends no fight.
fn is_over(game: &Game, visible: &TileSet) -> bool {
    let is_hunting = |monster: &Monster| {
        monster.is_hostile() && matches!(monster.ai_state, AiState::Hunting { .. })
    };
    game.outcome() != Outcome::Playing
        || (actions::awake_enemies(game, visible).is_empty()
            && !game.current_floor().monsters.iter().any(is_hunting))
}
