//! SWAP makes the player trade places with a creature in sight (I14). A sleeping creature stays asleep.

use super::plan::DeedPlan;
use crate::rules::{Events, Refusal};
use crate::world::Game;

pub(super) fn plan(game: &Game, plan: &mut DeedPlan) -> Result<(), Refusal> {
    let map = &game.current_floor.map;
    let from = game.player.body.pos;
    if [from, plan.at].iter().any(|&pos| map.terrain(pos).is_stairs()) {
        return Err(Refusal::DeedBlocked);
    }
    let _ = plan.path.push(plan.at);
    Ok(())
}

pub(super) fn act(game: &mut Game, plan: &DeedPlan, events: &mut Events) {
    if let Some(index) = game.current_floor.monster_at(plan.at) {
        game.swap_with_player(index, events);
    }
}
