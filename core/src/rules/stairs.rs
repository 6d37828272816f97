//! Moves the player between floors (W10, W11, W13).

use crate::geometry::{Direction, Pos};
use crate::limits::{MAP_WIDTH, TILES};
use crate::quantity::Floor;
use crate::rules::{Event, Events};
use crate::world::{FloorState, Game, Terrain};
use crate::worldgen;

impl Game {
    /// Rebuilds `floor` as the player would find it on return. Returns `None` for the current
    /// floor, for floors never entered, and when what is [stored](Game::stored_floor) does not
    /// belong to this run: such a floor would be new. Takes as long as generating a floor.
    // Target: GBA. Not inlined: keeps a floor off the caller's short stack.
    #[inline(never)]
    pub fn rebuild_floor(&self, floor: Floor) -> Option<FloorState> {
        let stored = self.stored_floor(floor)?;
        let mut state = FloorState::EMPTY;
        worldgen::generate(self.seed, floor, &mut state);
        state.restore(floor, stored).ok()?;
        Some(state)
    }

    /// Leaves the current floor for `to`, which is restored as it was left, or new.
    // Target: GBA. Not inlined: keeps generation off the stack of every other turn.
    #[inline(never)]
    pub(super) fn change_floor(&mut self, to: Floor, events: &mut Events) {
        let from = self.floor;
        self.store_floor();
        worldgen::generate(self.seed, to, &mut self.current_floor);
        let restored = self.stored_floors[to.index()]
            .as_ref()
            .map(|stored| self.current_floor.restore(to, stored));
        if let Some(Err(_)) = restored {
            worldgen::generate(self.seed, to, &mut self.current_floor);
            events.push(Event::FloorLost(to));
        }
        let is_new = !matches!(restored, Some(Ok(())));
        self.stored_floors[to.index()] = None;
        self.floor = to;
        self.player.body.pos = self.arrival(from);
        events.push(Event::FloorEntered { from, to, is_new });
    }

    /// Stores the current floor.
    // Target: GBA. Not inlined: takes the stored floor off the short stack before a floor is
    // generated.
    #[inline(never)]
    fn store_floor(&mut self) {
        self.stored_floors[self.floor.index()] = self.current_floor.to_stored();
    }

    /// Returns the tile where the player arrives from the floor `from`: right of the down stairs,
    /// or left of the up stairs (W10). Where a monster stands there, the nearest free ground around
    /// the stairs.
    fn arrival(&self, from: Floor) -> Pos {
        let (stairs, side) = if from < self.floor {
            (Terrain::StairsDown, Direction::East)
        } else {
            (Terrain::StairsUp, Direction::West)
        };
        let stairs =
            self.current_floor.map.find(stairs).expect("a validated floor has these stairs");
        let beside = stairs.step(side).expect("a validated floor has stairs on clear ground");
        let is_free = |pos: &Pos| {
            self.current_floor.map.terrain(*pos) == Terrain::Ground
                && self.current_floor.monster_at(*pos).is_none()
        };
        if is_free(&beside) {
            return beside;
        }
        (1..MAP_WIDTH)
            .find_map(|radius| {
                (0..TILES)
                    .map(Pos::from_index)
                    .find(|pos| pos.steps_to(stairs) == radius && is_free(pos))
            })
            .expect("a floor has more ground than monsters")
    }
}
