//! The choice of kits, grafts and equipment by bots.

use super::habits::Ratings;
use super::observations::{gain, walk_to};
use super::tools::accepted;
use crate::content::Kit;
use crate::content::kits::KITS_OFFERED;
use crate::dice::mix;
use crate::geometry::TileSet;
use crate::quantity::Floor;
use crate::rules::Command;
use crate::world::{Game, Item, Terrain};
use core::cmp::{Ordering, Reverse};
use heapless::Vec;

/// The rule by which a bot takes one of several offers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// The first.
    First,
    /// The one worth most to its plan.
    Best,
    /// Any of them, by the run's seed.
    Random,
    /// None.
    None,
}

/// The rules by which a bot chooses the parts of its build.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choices {
    /// The rule for the kits in the lobby (W30).
    pub kit: Choice,
    /// The rule for the grafts of a level (B16).
    pub grafts: Choice,
    /// The rule for wearable things.
    pub worn: Choice,
}

impl Choices {
    /// The choices of a bot that takes the best of everything.
    pub const BEST: Choices =
        Choices { kit: Choice::Best, grafts: Choice::Best, worn: Choice::Best };
}

impl Choice {
    /// Returns the index of the chosen one among options of these `worths`; `draw` decides a random choice.
    fn pick(self, worths: impl Iterator<Item = i8> + Clone, draw: u64) -> Option<usize> {
        match self {
            Choice::None => None,
            Choice::First => worths.clone().next().map(|_| 0),
            Choice::Best => {
                let first = |(index, worth): &(usize, i8)| (*worth, Reverse(*index));
                worths.enumerate().max_by_key(first).map(|(index, _)| index)
            }
            Choice::Random => {
                let count = u64::try_from(worths.count()).ok()?;
                usize::try_from(mix(draw).checked_rem(count)?).ok()
            }
        }
    }
}

/// Walks to a locker in the lobby and takes its kit (W30).
pub(super) fn take_kit(
    game: &Game,
    visible: &TileSet,
    choice: Choice,
    ratings: &Ratings,
) -> Option<Command> {
    if game.floor() != Floor::LOBBY || game.player().build.kit.is_some() {
        return None;
    }
    let lockers = || game.current_floor().map.positions_of(|terrain| terrain == Terrain::Locker);
    let kits: Vec<Kit, KITS_OFFERED> = lockers().filter_map(|at| game.kit_at(at)).collect();
    let index = choice.pick(kits.iter().map(|&kit| ratings.of_kit(kit)), game.seed())?;
    walk_to(game, visible, lockers().nth(index))
}

/// Takes one of the grafts that are offered.
pub(super) fn take_graft(game: &Game, choice: Choice, ratings: &Ratings) -> Option<Command> {
    let offered = game.offered_grafts();
    let worths = offered.iter().map(|&graft| ratings.of_graft(graft));
    let taken = game.player().build.grafts.len();
    let index = choice.pick(worths, game.seed().wrapping_add(1 + u64::try_from(taken).ok()?))?;
    accepted(game, Command::Graft(u8::try_from(index).ok()?))
}

/// Returns how much the bot would rather wear `item` than what it wears; 0 if the kit forbids it.
pub(super) fn preference(game: &Game, item: &Item, choice: Choice, ratings: &Ratings) -> i32 {
    let gain = gain(game, item, ratings);
    let Some(slot) = item.kind.slot() else { return gain };
    let worn = game.player().worn.get(slot);
    match (choice, worn) {
        (Choice::None, _) | (Choice::First, Some(_)) => 0,
        (Choice::Best, _) | (_, None) => gain,
        (Choice::Random, Some(worn)) => {
            // Each run has an order of its own; of two that are alike the better is worn.
            let place = |item: &Item| {
                let firmware = item.firmware.map_or(0, |it| 1 + it as u64);
                mix(game.seed() ^ ((item.kind as u64) << 8 | firmware))
            };
            match place(item).cmp(&place(worn)) {
                Ordering::Less => 0,
                Ordering::Equal => gain,
                Ordering::Greater if game.player().is_barred(slot) => 0,
                Ordering::Greater => gain.max(1),
            }
        }
    }
}
