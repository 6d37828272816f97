//! Lets bots choose grafts, and use them.

use super::observations::{expected_loss, find, threats};
use super::tools::accepted;
use crate::content::effects::Effect;
use crate::content::items::THROW_RANGE;
use crate::content::monsters::Class;
use crate::content::{Graft, ItemKind};
use crate::dice::mix;
use crate::geometry::TileSet;
use crate::rules::Command;
use crate::world::{AiState, Game, Monster};

/// Tells which of the offered grafts a bot takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GraftChoice {
    /// The first.
    First,
    /// The one that is worth most, by a ranking that was measured.
    Best,
    /// Any of them.
    Random,
    /// None.
    None,
}

/// The grafts in the order of what they are worth, the best first; see `tests/balance.md`.
const RANKING: [Graft; Graft::COUNT] = [
    Graft::ThickSkull,
    Graft::AcidSoles,
    Graft::Matador,
    Graft::Alchemist,
    Graft::SecondWind,
    Graft::LastStand,
    Graft::Cheesemonger,
    Graft::QuietBlade,
    Graft::Shoulder,
    Graft::LongArm,
    Graft::Whirl,
    Graft::Tamer,
];

/// Takes one of the grafts that are offered.
pub(super) fn take_graft(game: &Game, choice: GraftChoice) -> Option<Command> {
    if choice == GraftChoice::None || !game.has_graft_to_choose() {
        return None;
    }
    let offered = game.offered_grafts();
    let rank = |graft: Graft| RANKING.iter().position(|&other| other == graft);
    let index = match choice {
        GraftChoice::Best => (0..offered.len()).min_by_key(|&index| rank(offered[index]))?,
        GraftChoice::Random => {
            let count = u64::try_from(offered.len()).ok()?;
            usize::try_from(mix(game.seed() ^ u64::from(game.turn().0)) % count.max(1)).ok()?
        }
        GraftChoice::First | GraftChoice::None => 0,
    };
    accepted(game, Command::Graft(u8::try_from(index).ok()?))
}

/// Throws cheese to the enemy that makes the best ally, where whoever eats it becomes one: while there is none, or one
/// that is much weaker (B16).
pub(super) fn tame(game: &Game, visible: &TileSet) -> Option<Command> {
    let index = find(game, |item| item.kind == ItemKind::Cheese)?;
    let (floor, pos) = (game.current_floor(), game.player().body.pos);
    if !game.player().has(Effect::Tames) || floor.bait().next().is_some() {
        return None;
    }
    let rate = |monster: &Monster| {
        u32::from(*monster.kind.spec().attack_on(game.floor()).end()) + u32::from(monster.body.hp.0)
    };
    let ally = floor.ally().map_or(0, rate);
    let is_lured = |monster: &&Monster| {
        monster.kind.spec().class == Class::Mouse
            && monster.loot.is_none()
            && !matches!(monster.ai_state, AiState::Eating { .. })
            && (2..=THROW_RANGE).contains(&monster.body.pos.steps_to(pos))
            && rate(monster) > 2 * ally
    };
    let target =
        threats(game, visible).filter(is_lured).max_by_key(|it| expected_loss(game, it))?;
    accepted(game, Command::Throw(index, target.body.pos))
}
