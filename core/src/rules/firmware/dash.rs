//! DASH makes the player run straight over free ground (I14).

use super::plan::DeedPlan;
use crate::rules::{Events, Refusal};
use crate::world::Game;

pub(super) fn plan(game: &Game, plan: &mut DeedPlan) -> Result<(), Refusal> {
    let from = game.player.body.pos;
    let direction = from.straight_to(plan.at).ok_or(Refusal::NotStraight)?;
    plan.path.extend(game.flight(from, direction, from.steps_to(plan.at)));
    if plan.path.is_empty() { Err(Refusal::DeedBlocked) } else { Ok(()) }
}

/// Moves the player along the planned path to its end.
pub(super) fn act(game: &mut Game, plan: &DeedPlan, events: &mut Events) {
    game.fling_player(plan.end(), events);
}
