//! Tells what nobody walks onto by auto-travel.

use crate::content::effects::Effect;
use crate::geometry::Pos;
use crate::world::Game;

/// Returns whether nobody walks onto `pos` by auto-travel: a spill that burns, a live cable or a
/// marked tile, as far as the player sees it (N4).
pub fn is_hazard(game: &Game, pos: Pos) -> bool {
    let floor = game.current_floor();
    let is_harmful = floor.spill_at(pos).is_some_and(|spill| spill.kind.spec().burns)
        || floor.map.live_cables().contains(pos);
    floor.is_marked(pos) || (is_harmful && !game.player().has(Effect::Insulates))
}

/// Iterates over all hazards of the floor that may be seen.
pub(super) fn hazards(game: &Game) -> impl Iterator<Item = Pos> + '_ {
    let floor = game.current_floor();
    let feels = !game.player().has(Effect::Insulates);
    let spills = floor.spills.iter().filter(|spill| spill.kind.spec().burns);
    let ground = spills.map(|spill| spill.pos).chain(floor.map.live_cables().iter());
    floor.marked().chain(ground.filter(move |_| feels))
}
