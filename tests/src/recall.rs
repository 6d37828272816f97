//! The floors that were left, recalled once and not after every turn: they stay as they are for
//! hundreds of turns, and take time to build.

use musrex_core::limits::FLOORS;
use musrex_core::quantity::Floor;
use musrex_core::world::{FloorState, Game, StoredFloor};
use std::cell::RefCell;
use std::rc::Rc;

struct Recalled {
    seed: u64,
    floor: Floor,
    kept: StoredFloor,
    state: Option<Rc<FloorState>>,
}

thread_local! {
    /// The newest first.
    static RECALLED: RefCell<Vec<Recalled>> = const { RefCell::new(Vec::new()) };
}

/// What [`Game::recall`] gives.
pub fn recall(game: &Game, floor: Floor) -> Option<Rc<FloorState>> {
    let kept = game.stored_floor(floor)?;
    let is_it =
        |known: &Recalled| (known.seed, known.floor) == (game.seed(), floor) && known.kept == *kept;
    RECALLED.with_borrow_mut(|recalled| {
        if let Some(known) = recalled.iter().find(|known| is_it(known)) {
            return known.state.clone();
        }
        let state = game.rebuild_floor(floor).map(Rc::new);
        recalled.truncate(FLOORS);
        let known = Recalled { seed: game.seed(), floor, kept: kept.clone(), state: state.clone() };
        recalled.insert(0, known);
        state
    })
}
