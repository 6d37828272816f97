//! DECOY places a decoy, which lures mice like cheese and soon disappears (I14, I9).

use super::plan::DeedPlan;
use crate::rules::Refusal;
use crate::world::Game;

pub(super) fn plan(game: &Game, plan: &mut DeedPlan) -> Result<(), Refusal> {
    let is_reached = game.throw_path(plan.at).last() == Some(&plan.at);
    if !is_reached || !game.can_land(plan.at) {
        return Err(Refusal::DeedBlocked);
    }
    let _ = plan.path.push(plan.at);
    Ok(())
}

pub(super) fn act(game: &mut Game, plan: &DeedPlan) {
    game.lay_decoy(plan.at);
}
