//! Defines how bots choose kits, grafts and equipment.

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

/// The rule by which a bot chooses among several offers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// Takes the first offer.
    First,
    /// Takes the offer with the highest value to the bot.
    Best,
    /// Takes a random offer, which the run's seed determines.
    Random,
    /// Takes no offer.
    None,
}

/// The rules by which a bot chooses its build.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choices {
    /// The rule for the kits in the lobby (W30).
    pub kit: Choice,
    /// The rule for the grafts that a level offers (B16).
    pub grafts: Choice,
    /// The rule for equipment. With [`Choice::First`], the bot puts on an item only if its slot is empty.
    pub worn: Choice,
}

impl Choices {
    /// The choices of a bot that always takes the best offer.
    pub const BEST: Choices =
        Choices { kit: Choice::Best, grafts: Choice::Best, worn: Choice::Best };
}

impl Choice {
    /// Returns the index of the chosen option. `worths` are the values of the options. `draw` determines a random
    /// choice.
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

/// Walks to the chosen locker in the lobby, and so takes its kit (W30).
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

/// Takes one of the offered grafts.
pub(super) fn take_graft(game: &Game, choice: Choice, ratings: &Ratings) -> Option<Command> {
    let offered = game.offered_grafts();
    let worths = offered.iter().map(|&graft| ratings.of_graft(graft));
    let taken = game.player().build.grafts.len();
    let index = choice.pick(worths, game.seed().wrapping_add(1 + u64::try_from(taken).ok()?))?;
    accepted(game, Command::Graft(u8::try_from(index).ok()?))
}

/// Returns the strength of the bot's wish to wear `item`; positive if the bot would put it on.
pub(super) fn preference(game: &Game, item: &Item, choice: Choice, ratings: &Ratings) -> i32 {
    let gain = gain(game, item, ratings);
    let Some(slot) = item.kind.slot() else { return gain };
    let worn = game.player().worn.get(slot);
    match (choice, worn) {
        (Choice::None, _) | (Choice::First, Some(_)) => 0,
        (Choice::Best, _) | (_, None) => gain,
        (Choice::Random, Some(worn)) => {
            // The seed determines an order of the kinds of items. The bot wears the item that comes later in this
            // order. Of two items with the same place in the order, the bot wears the better item.
            let place = |item: &Item| {
                let firmware = item.firmware.map_or(0, |it| 1 + it as u64);
                mix(game.seed() ^ ((item.kind as u64) << 8 | firmware))
            };
            match place(item).cmp(&place(worn)) {
                Ordering::Less => 0,
                Ordering::Equal => gain,
                Ordering::Greater => gain.max(1),
            }
        }
    }
}
