//! From floor to floor (W10, W11, W13).

use crate::geometry::{Direction, Pos};
use crate::limits::{MAP_WIDTH, TILES};
use crate::quantity::Floor;
use crate::rules::{Event, Events};
use crate::world::{Game, Terrain};
use crate::worldgen;

impl Game {
    /// Leaves this floor for `to`, which is as it was left, or new.
    #[inline(never)]
    pub(super) fn change_floor(&mut self, to: Floor, events: &mut Events) {
        let from = self.floor;
        self.keep_floor();
        worldgen::generate(self.seed, to, &mut self.here);
        let restored = self.kept[to.index()].as_ref().map(|kept| self.here.restore(to, kept));
        if let Some(Err(_)) = restored {
            worldgen::generate(self.seed, to, &mut self.here);
            events.push(Event::FloorLost(to));
        }
        let is_new = !matches!(restored, Some(Ok(())));
        self.kept[to.index()] = None;
        self.floor = to;
        self.player.body.pos = self.arrival(from);
        events.push(Event::FloorEntered { from, to, is_new });
    }

    /// Remembers the floor being stood on. A frame of its own: what is kept passes over the stack,
    /// and on small machines it must be off it before a floor is made.
    #[inline(never)]
    fn keep_floor(&mut self) {
        self.kept[self.floor.index()] = self.here.keep();
    }

    /// Where one coming from the floor `from` arrives: right of the down stairs, or left of the up
    /// stairs (W10). Where a monster stands there, the nearest free ground around the stairs.
    fn arrival(&self, from: Floor) -> Pos {
        let (stairs, side) = if from < self.floor {
            (Terrain::StairsDown, Direction::East)
        } else {
            (Terrain::StairsUp, Direction::West)
        };
        let stairs = self.here.map.find(stairs).expect("the floor is proved to have these stairs");
        let beside = stairs.step(side).expect("stairs are proved to stand in clear ground");
        let is_free = |pos: &Pos| {
            self.here.map.terrain(*pos) == Terrain::Ground && self.here.monster_at(*pos).is_none()
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
