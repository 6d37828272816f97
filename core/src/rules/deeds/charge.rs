//! A monster charges along its marked lane (M8).

use crate::content::Status;
use crate::content::monsters::Mark;
use crate::geometry::Pos;
use crate::rules::monster_turns::MonsterAt;
use crate::rules::status::inflict;
use crate::rules::{Event, Events};
use crate::world::{AiState, Aim, Game, Terrain};

/// Makes the monster run along the lane and strike each creature on its way. The charge ends at a live cable, or at a
/// creature that survives the strike. Then the monster loses a turn. If it meets no creature and runs into the obstacle
/// that ends the lane, the obstacle stuns the monster for `turns` turns.
pub(super) fn strike(
    mark: &Mark,
    turns: u8,
    game: &mut Game,
    at: MonsterAt,
    tile: Pos,
    events: &mut Events,
) {
    let from = at.of(game).body.pos;
    let Some(direction) = from.straight_to(tile) else { return };
    let lane = at.of(game).marked_from(&game.current_floor.map, mark, tile).count();
    let is_cut_short = lane < mark.lane_steps(from, tile);
    let who = at.of(game).actor();
    // The event of the charge must come before the events of its strikes.
    let began = events.iter().len();
    let mut here = from;
    let mut has_met = false;
    for _ in 0..lane {
        let Some(next) = here.step(direction) else { break };
        let Some(index) = game.current_floor.monster_at(here) else { break };
        if game.strike_marked(mark, index, next, events) {
            has_met = true;
            // If the creature died, its removal has shifted the indices of later monsters.
            if game.is_occupied(next) {
                break;
            }
        }
        let Some(index) = game.current_floor.monster_at(here) else { return };
        game.current_floor.monsters[index].move_to(next);
        here = next;
        if game.current_floor.map.terrain(next) == Terrain::CableLive {
            game.shock_monster(index, events);
            break;
        }
    }
    events.insert(began, Event::Charged { who, from, to: here });
    let Some(index) = game.current_floor.monster_at(here) else { return };
    let player = game.player.body.pos;
    let monster = &mut game.current_floor.monsters[index];
    monster.body.facing = monster.body.facing.after(direction);
    monster.ai_state = AiState::hunting(player);
    let has_run = here.steps_to(from) as usize == lane;
    monster.aim = Aim::Loading;
    if is_cut_short && has_run && !has_met && turns > 0 {
        inflict(&mut monster.body, who, Status::Stunned, turns, events);
    }
}
