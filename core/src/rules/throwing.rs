//! Rules for throwing items (I6).

use crate::content::items::THROW_RANGE;
use crate::content::{SpillKind, noise};
use crate::geometry::{Pos, Side, TileSet};
use crate::limits::SIGHT_RADIUS;
use crate::rules::{Event, Events, Refusal};
use crate::world::packing::can_hold_item;
use crate::world::{Game, line};
use heapless::Vec;

/// The tiles that a throw crosses, up to the tile where it stops.
pub(crate) type ThrowPath = Vec<Pos, { SIGHT_RADIUS as usize }>;

impl Game {
    /// Returns whether the item at `index` of the pack can be thrown at the tile `at` (I6).
    pub(super) fn accepts_throw(&self, index: u8, at: Pos) -> Result<(), Refusal> {
        self.can_throw(index)?;
        self.can_throw_at(at, &self.visible())
    }

    /// Returns whether the item at `index` of the pack can be thrown at all. A flask can always be thrown. For other
    /// items, the floor must have room (I6).
    ///
    /// # Errors
    /// Returns the reason why the item cannot be thrown.
    pub(crate) fn can_throw(&self, index: u8) -> Result<(), Refusal> {
        let is_flask = self.carried(index)?.kind.is_flask();
        let has_room = is_flask || self.current_floor.has_room_for_item();
        if has_room { Ok(()) } else { Err(Refusal::FloorFull) }
    }

    /// Returns whether items can be thrown at the tile `at`. The tile must be in sight and in range, and must not be
    /// the player's own. No obstacle beside the player may stop the throw (I6). `visible` must be the player's field of
    /// view.
    ///
    /// # Errors
    /// Returns the reason why items cannot be thrown at `at`.
    pub fn can_throw_at(&self, at: Pos, visible: &TileSet) -> Result<(), Refusal> {
        let from = self.player.body.pos;
        if at == from {
            return Err(Refusal::OwnTile);
        }
        let is_in_reach = from.steps_to(at) <= THROW_RANGE && visible.contains(at);
        let can_reach = is_in_reach && !self.throw_path(at).is_empty();
        if can_reach { Ok(()) } else { Err(Refusal::OutOfReach) }
    }

    /// Returns the tiles that a throw at `at` crosses. The last tile is where the throw stops: at the first creature,
    /// before an obstacle, or at `at` (I6).
    pub fn throw_path(&self, at: Pos) -> ThrowPath {
        let is_taken = |pos: Pos| self.current_floor.monster_at(pos).is_some();
        line::throw_path(&self.current_floor.map, self.player.body.pos, at, is_taken)
    }

    /// Throws the item at `index` of the pack. A flask breaks on the tile where it stops. Any other item lands on the
    /// nearest free tile (I6). A monster that is hit wakes (S1).
    pub(super) fn throw_item(&mut self, index: u8, at: Pos, events: &mut Events) {
        let mut item = self.player.pack.remove(usize::from(index));
        let from = self.player.body.pos;
        if at.x() != from.x() {
            self.player.body.facing = if at.x() < from.x() { Side::Left } else { Side::Right };
        }
        let to = self.throw_path(at).last().copied().unwrap_or(from);
        events.push(Event::Thrown { label: self.label(item.kind), from, to });
        if let Some(hit) = self.current_floor.monster_at(to) {
            self.rouse(hit, events);
        }
        match SpillKind::of_potion(item.kind) {
            Some(kind) => {
                self.identify(&item, events);
                self.break_flask(to, kind, events);
                self.make_noise(to, noise::FLASK);
            }
            None => {
                item.was_carried = true;
                self.lay_item(to, item);
            }
        }
    }

    /// Returns the tile with the fewest walking steps from `near` on which an item can be laid. Ties go to the first
    /// tile in row order. The player's own tile is chosen last: to pick up an item there, the player would have to
    /// leave the tile and return.
    pub(super) fn free_item_tile(&self, near: Pos) -> Option<Pos> {
        let is_free = |pos: Pos| {
            let terrain = self.current_floor.map.terrain(pos);
            can_hold_item(terrain)
                && terrain.is_walkable()
                && !terrain.is_stairs()
                && self.current_floor.item_at(pos).is_none()
        };
        let player = self.player.body.pos;
        self.nearest_on_foot(near, |pos| pos != player && is_free(pos))
            .or_else(|| Some(player).filter(|&pos| is_free(pos)))
    }

    /// Returns the tile with the fewest walking steps from `near` that `is_fit` accepts. Ties go to the first tile in
    /// row order. `near` may be a fixture in a wall.
    pub(super) fn nearest_on_foot(&self, near: Pos, is_fit: impl Fn(Pos) -> bool) -> Option<Pos> {
        let mut reach = TileSet::EMPTY;
        reach.insert(near);
        let mut farthest = reach.clone();
        while !farthest.is_empty() {
            if let Some(pos) = farthest.iter().find(|&pos| is_fit(pos)) {
                return Some(pos);
            }
            let nearer = reach.clone();
            reach.grow(self.current_floor.map.passable());
            farthest.clone_from(&reach);
            farthest.remove_all(&nearer);
        }
        None
    }
}
