//! SHOVE pushes a creature beside the player away in a straight line. An obstacle in the way stuns the creature (I14).

use super::plan::DeedPlan;
use crate::content::Status;
use crate::content::firmware::{SHOVE_STUN_TURNS, SHOVE_TILES};
use crate::content::noise;
use crate::geometry::Pos;
use crate::rules::status::inflict;
use crate::rules::{Events, Refusal};
use crate::world::Game;

pub(super) fn plan(game: &Game, plan: &mut DeedPlan) -> Result<(), Refusal> {
    let direction = game.player.body.pos.direction_to(plan.at).ok_or(Refusal::NotStraight)?;
    plan.path.extend(game.flight(plan.at, direction, SHOVE_TILES));
    let is_shocked = plan.shocks_target(&game.current_floor.map);
    plan.is_cut_short = plan.path.len() < usize::from(SHOVE_TILES) && !is_shocked;
    Ok(())
}

/// Pushes the creature on the target tile. An obstacle stops and stuns the creature. A monster that is the obstacle is
/// stunned, too.
pub(super) fn act(game: &mut Game, plan: &DeedPlan, events: &mut Events) {
    let (at, end) = (plan.at, plan.end());
    let Some(index) = game.current_floor.monster_at(at) else { return };
    game.make_noise(at, noise::BLOW);
    game.rouse(index, events);
    game.fling_monster(index, end, events);
    if !plan.is_cut_short {
        return;
    }
    let beyond = game.player.body.pos.direction_to(at).and_then(|direction| end.step(direction));
    for pos in [Some(end), beyond].into_iter().flatten() {
        stun(game, pos, events);
    }
}

fn stun(game: &mut Game, pos: Pos, events: &mut Events) {
    let Some(index) = game.current_floor.monster_at(pos) else { return };
    game.rouse(index, events);
    let monster = &mut game.current_floor.monsters[index];
    let who = monster.actor();
    inflict(&mut monster.body, who, Status::Stunned, SHOVE_STUN_TURNS, events);
}
