//! How bots use items that heal and cure, and try unknown potions.

use super::observations::{find, is_healing, percent_of_hp};
use crate::content::{ItemKind, Label, Status};
use crate::rules::Command;
use crate::world::{Game, Item};

/// Eats cheese below this percentage of hit points.
const EAT_BELOW_PERCENT: u32 = 40;
/// Drinks a regrowth potion in a fight below this percentage of hit points.
const REGROW_BELOW_PERCENT: u32 = 35;
/// Cures venom and poison in a fight below this percentage of hit points.
const CURE_BELOW_PERCENT: u32 = 66;

/// Cures, heals or regrows in a fight.
pub(super) fn use_in_fight(game: &Game, is_low: bool) -> Option<Command> {
    // An antidote heals whom it cures, and leaves the Health Pack for those who are only hurt.
    if let Some(command) = cure(game, CURE_BELOW_PERCENT) {
        return Some(command);
    }
    if is_low
        && percent_of_hp(game) < 70
        && let Some(index) = find(game, is_healing(game))
    {
        return Some(Command::Use(index));
    }
    let is_regrowth =
        |item: &Item| game.label(item.kind) == Label::Known(ItemKind::PotionOfRegrowth);
    let is_growing = game.player().body.statuses.has(Status::Regrowing);
    let needs_regrowth = percent_of_hp(game) < REGROW_BELOW_PERCENT && !is_growing;
    find(game, is_regrowth).filter(|_| needs_regrowth).map(Command::Use)
}

/// Eats cheese when badly hurt.
pub(super) fn eat(game: &Game) -> Option<Command> {
    let cheese = find(game, |item| item.kind == ItemKind::Cheese);
    cheese.filter(|_| percent_of_hp(game) < EAT_BELOW_PERCENT).map(Command::Use)
}

/// Uses an antidote against venom and poison, below a percentage of hit points.
pub(super) fn cure(game: &Game, below_percent: u32) -> Option<Command> {
    let statuses = &game.player().body.statuses;
    let is_ill = statuses.has(Status::Envenomed) || statuses.has(Status::Poisoned);
    let antidote = find(game, |item| item.kind == ItemKind::Antidote);
    antidote.filter(|_| is_ill && percent_of_hp(game) < below_percent).map(Command::Use)
}

/// Drinks an unknown potion in good health.
pub(super) fn try_unknown(game: &Game) -> Option<Command> {
    let is_well = percent_of_hp(game) >= 80 && game.player().body.hp.0 > 12;
    let unknown = |item: &Item| matches!(game.label(item.kind), Label::Unknown(_));
    find(game, unknown).filter(|_| is_well).map(Command::Use)
}
