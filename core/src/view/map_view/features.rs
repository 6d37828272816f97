//! The features on the ground and in walls: stairs, doors, machines and furniture.

use super::{IDLE_TICKS, MapView};
use crate::content::places::Place;
use crate::geometry::{Direction, Pos};
use crate::raster::{Frame, Shade};
use crate::view::sprites::{door, furnishing, variant};
use crate::world::{Map, Terrain};
use musrex_assets::{Tile, terrain};

impl MapView<'_> {
    // Target: GBA. Not inlined: keeps the registers of the loop over the map free.
    #[inline(never)]
    pub(super) fn draw_feature(
        &self,
        frame: &mut Frame<'_>,
        (x, y): (i16, i16),
        pos: Pos,
        place: &Place,
    ) {
        let shade = self.shade(pos);
        let map = &self.game.current_floor().map;
        let terrain = map.terrain(pos);
        match terrain {
            Terrain::Wall | Terrain::Ground => {}
            Terrain::Alcove => frame.sprite(x, y, &terrain::ALCOVE, shade),
            Terrain::StairsUp => frame.sprite(x, y, &terrain::STAIRS_UP, shade),
            Terrain::StairsDown => frame.sprite(x, y, &terrain::STAIRS_DOWN, shade),
            Terrain::DoorClosed | Terrain::DoorOpen | Terrain::DoorLocked => {
                frame.tile(x, y, door(terrain, is_in_side_wall(map, pos)), shade);
            }
            Terrain::VentOpen => frame.tile(x, y, &terrain::VENT_OPEN, shade),
            Terrain::VentShut => frame.tile(x, y, &terrain::VENT_SHUT, shade),
            Terrain::Terminal => frame.tile(x, y, &terrain::TERMINAL, shade),
            Terrain::TerminalUsed => frame.tile(x, y, &terrain::TERMINAL_USED, shade),
            Terrain::Switch => self.draw_switch(frame, (x, y), shade),
            Terrain::CableLive => {
                let step = usize::from(!(self.clock / IDLE_TICKS).is_multiple_of(2));
                frame.sprite(x, y, &terrain::CABLE_LIVE[step], shade);
            }
            Terrain::CableDead => frame.sprite(x, y, &terrain::CABLE_DEAD, shade),
            Terrain::CageShut => {
                let step = self.step(IDLE_TICKS, u32::from(pos.x()));
                frame.sprite(x, y, &terrain::CAGE_SHUT[step], shade);
            }
            Terrain::CageOpen => frame.sprite(x, y, &terrain::CAGE_OPEN, shade),
            Terrain::Pedestal => frame.sprite(x, y, &terrain::PEDESTAL, shade),
            Terrain::PedestalSealed => frame.sprite(x, y, &terrain::PEDESTAL_SEALED, shade),
            Terrain::Low | Terrain::Tall => {
                frame.sprite(x, y, self.furniture(pos, place), shade);
            }
            Terrain::Locker => frame.sprite(x, y, &terrain::LOCKER, shade),
            Terrain::LockerSealed => frame.sprite(x, y, self.sealed_locker(pos), shade),
            Terrain::Glass => frame.sprite(x, y, &terrain::GLASS, shade),
            Terrain::Water => self.draw_water(frame, (x, y), pos, shade),
        }
    }

    /// Returns the picture of a locker that can no longer be used: an open locker if its kit was taken, else a sealed
    /// one.
    fn sealed_locker(&self, pos: Pos) -> &'static Tile {
        if self.game.is_emptied_locker(pos) {
            &terrain::LOCKER_OPEN
        } else {
            &terrain::LOCKER_SEALED
        }
    }

    /// Draws the switch of the floor. If the floor has cages, draws the switch for cages, else the switch for cables.
    fn draw_switch(&self, frame: &mut Frame<'_>, (x, y): (i16, i16), shade: Shade) {
        let map = &self.game.current_floor().map;
        let is_there = |terrain| map.find(terrain).is_some();
        let tile = match (is_there(Terrain::CageShut), is_there(Terrain::CageOpen)) {
            (true, _) => &terrain::CAGE_SWITCH,
            (false, true) => &terrain::CAGE_SWITCH_USED,
            (false, false) => &terrain::SWITCH,
        };
        frame.tile(x, y, tile, shade);
    }

    fn furniture(&self, pos: Pos, place: &Place) -> &'static Tile {
        let floor = self.game.current_floor();
        let own = floor.furnishing_at(pos).map(furnishing);
        let of_place = || {
            let furniture = &place.art.furniture;
            match floor.map.terrain(pos) {
                Terrain::Low => &furniture.low[variant(pos)],
                _ => &furniture.tall[variant(pos)],
            }
        };
        own.unwrap_or_else(of_place)
    }

    fn draw_water(&self, frame: &mut Frame<'_>, (x, y): (i16, i16), pos: Pos, shade: Shade) {
        frame.tile(x, y, &terrain::WATER[self.step(2 * IDLE_TICKS, 0)], shade);
        for (side, bank) in Direction::ORTHOGONAL.into_iter().zip(&terrain::WATER_BANKS) {
            let beside = pos.step(side).map(|beside| self.game.current_floor().map.terrain(beside));
            if beside != Some(Terrain::Water) {
                frame.sprite(x, y, bank, shade);
            }
        }
    }
}

/// Returns whether the door at `pos` lies in a wall that runs from north to south. The player sees such a door from the
/// side.
fn is_in_side_wall(map: &Map, pos: Pos) -> bool {
    let is_open = |side| pos.step(side).is_some_and(|beside| map.terrain(beside).is_passable());
    !is_open(Direction::North) && !is_open(Direction::South)
}
