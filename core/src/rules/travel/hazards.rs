//! Defines hazards, the tiles that auto-travel never enters.

use crate::content::effects::{Danger, Effect};
use crate::geometry::Pos;
use crate::world::Game;

/// Returns whether a harmful spill, a live cable or a mark on `pos` can harm the player. Auto-travel never enters such
/// a tile (N4).
pub fn is_hazard(game: &Game, pos: Pos) -> bool {
    let (floor, is_proof) = (game.current_floor(), |of| game.player().has(Effect::Proof(of)));
    let burns = || floor.spill_at(pos).is_some_and(|spill| spill.kind.spec().burns);
    game.felt_marks().any(|marked| marked == pos)
        || (burns() && !is_proof(Danger::Spill))
        || (floor.map.live_cables().contains(pos) && !is_proof(Danger::Cable))
}

/// Iterates over the tiles of the floor that are [hazards](is_hazard).
pub(super) fn hazards(game: &Game) -> impl Iterator<Item = Pos> + '_ {
    let (floor, is_felt) = (game.current_floor(), |of| !game.player().has(Effect::Proof(of)));
    let (feels_spills, feels_cables) = (is_felt(Danger::Spill), is_felt(Danger::Cable));
    let spills = floor.spills.iter().filter(move |it| feels_spills && it.kind.spec().burns);
    let cables = floor.map.live_cables().iter().filter(move |_| feels_cables);
    game.felt_marks().chain(spills.map(|spill| spill.pos)).chain(cables)
}
