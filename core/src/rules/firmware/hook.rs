//! HOOK pulls a creature onto a tile next to the player (I14).

use super::plan::DeedPlan;
use crate::content::Status;
use crate::content::firmware::HOOK_STUN_TURNS;
use crate::rules::status::inflict;
use crate::rules::{Events, Refusal};
use crate::world::Game;

/// Plans the pull. The hook flies like a thrown item, and must meet the target before any other creature (I6).
pub(super) fn plan(game: &Game, plan: &mut DeedPlan) -> Result<(), Refusal> {
    if plan.at.is_next_to(game.player.body.pos) {
        return Err(Refusal::NothingToPull);
    }
    let flight = game.throw_path(plan.at);
    let beside = flight.first().copied().filter(|&pos| game.can_land(pos));
    if flight.last() != Some(&plan.at) || beside.is_none() {
        return Err(Refusal::DeedBlocked);
    }
    plan.path.extend(flight.into_iter().rev().skip(1));
    Ok(())
}

/// Pulls the creature on the target tile to a tile next to the player, and stuns the creature.
pub(super) fn act(game: &mut Game, plan: &DeedPlan, events: &mut Events) {
    let Some(index) = game.current_floor.monster_at(plan.at) else { return };
    game.rouse(index, events);
    game.fling_monster(index, plan.end(), events);
    let Some(index) = game.current_floor.monster_at(plan.end()) else { return };
    let monster = &mut game.current_floor.monsters[index];
    let who = monster.actor();
    inflict(&mut monster.body, who, Status::Stunned, HOOK_STUN_TURNS, events);
}
