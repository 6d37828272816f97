//! A cache of rebuilt floors. Rebuilding a floor takes time, and stored floors do not change for hundreds of turns.

use musrex_core::limits::FLOORS;
use musrex_core::quantity::Floor;
use musrex_core::world::{FloorState, Game, StoredFloor};
use std::cell::RefCell;
use std::rc::Rc;

struct CachedFloor {
    seed: u64,
    floor: Floor,
    stored: StoredFloor,
    state: Option<Rc<FloorState>>,
}

thread_local! {
    /// The cached floors, the newest first.
    static CACHE: RefCell<Vec<CachedFloor>> = const { RefCell::new(Vec::new()) };
}

/// Works like [`Game::rebuild_floor`], but returns a cached floor if there is one.
pub fn rebuild_floor(game: &Game, floor: Floor) -> Option<Rc<FloorState>> {
    let stored = game.stored_floor(floor)?;
    let is_it = |known: &CachedFloor| {
        (known.seed, known.floor) == (game.seed(), floor) && known.stored == *stored
    };
    CACHE.with_borrow_mut(|cache| {
        if let Some(known) = cache.iter().find(|known| is_it(known)) {
            return known.state.clone();
        }
        let state = game.rebuild_floor(floor).map(Rc::new);
        cache.truncate(FLOORS);
        let known =
            CachedFloor { seed: game.seed(), floor, stored: stored.clone(), state: state.clone() };
        cache.insert(0, known);
        state
    })
}
