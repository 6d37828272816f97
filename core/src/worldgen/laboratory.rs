//! Builds laboratories (W5). Binary space partitioning gives the rooms. One or two corridors lead across every split,
//! with doors where a corridor meets a room.

use super::region::Region;
use super::rolls::random_corner;
use crate::dice::Dice;
use crate::geometry::{Direction, Pos, TileSet};
use crate::limits::TILES;
use crate::world::{Map, Terrain};

/// The least size of a region in tiles, which is enough for a room with its walls.
const REGION_MIN: (u8, u8) = (11, 9);
/// The size of the smallest room, in tiles. Stairs need three by three tiles.
const ROOM_MIN: (u8, u8) = (5, 4);
/// The size of the largest room, in tiles.
const ROOM_MAX: (u8, u8) = (15, 10);
/// The size of a laboratory in columns and rows. The laboratory may lie anywhere on its floor (W5).
const EXTENT: (u8, u8) = (43, 27);
/// The number of tries to find a corridor that touches nothing on its way. After these tries, any corridor is accepted.
const ISOLATED_TRIES: u8 = 60;
/// The chance of a second corridor across a split: 1 in this number. Loops give the player ways around.
const SECOND_CORRIDOR_ONE_IN: u32 = 2;

/// The position and the axis of the split of a region.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Split {
    /// Splits the region at this column into a left and a right half.
    Column(u8),
    /// Splits the region at this row into an upper and a lower half.
    Row(u8),
}

/// Builds rooms and corridors into solid rock.
pub(super) fn build(dice: &mut Dice, map: &mut Map) {
    let whole = Region::at(random_corner(dice, EXTENT), EXTENT);
    let mut builder = Builder { dice, map, rooms: TileSet::EMPTY };
    builder.build(whole);
    remove_broken_doors(map);
}

/// Removes each door that has lost its wall on a side, because a later corridor has broken through the wall beside it.
fn remove_broken_doors(map: &mut Map) {
    for pos in (0..TILES).map(Pos::from_index) {
        let is_door = map.terrain(pos) == Terrain::DoorClosed;
        if is_door
            && ![Direction::North, Direction::East]
                .into_iter()
                .any(|direction| is_doorway(map, pos, direction))
        {
            map.set(pos, Terrain::Ground);
        }
    }
}

struct Builder<'a> {
    dice: &'a mut Dice,
    map: &'a mut Map,
    /// The tiles of rooms, as opposed to corridors.
    rooms: TileSet,
}

impl Builder<'_> {
    /// If `region` is large enough, splits it, builds both halves and joins them. Otherwise, digs a room. Each half has
    /// at least the least size of a region, so the recursion is only a few levels deep.
    fn build(&mut self, region: Region) {
        let Some(split) = self.choose_split(region) else { return self.dig_room(region) };
        let (first, second) = match split {
            Split::Column(x) => {
                (Region { right: x - 1, ..region }, Region { left: x + 1, ..region })
            }
            Split::Row(y) => (Region { bottom: y - 1, ..region }, Region { top: y + 1, ..region }),
        };
        self.build(first);
        self.build(second);
        self.connect(region, split);
        if self.dice.one_in(SECOND_CORRIDOR_ONE_IN) {
            self.connect(region, split);
        }
    }

    fn choose_split(&mut self, region: Region) -> Option<Split> {
        let (width, height) = region.size();
        let can_column = width > 2 * REGION_MIN.0;
        let can_row = height > 2 * REGION_MIN.1;
        // Splits the side of the region that is longer in proportion to the least size.
        let prefers_column = u16::from(width) * u16::from(REGION_MIN.1)
            >= u16::from(height) * u16::from(REGION_MIN.0);
        if can_column && (prefers_column || !can_row) {
            return Some(Split::Column(
                self.between(region.left + REGION_MIN.0, region.right - REGION_MIN.0),
            ));
        }
        can_row.then(|| {
            Split::Row(self.between(region.top + REGION_MIN.1, region.bottom - REGION_MIN.1))
        })
    }

    fn between(&mut self, low: u8, high: u8) -> u8 {
        let rolled = self.dice.uniform(u32::from(low)..=u32::from(high));
        u8::try_from(rolled).expect("rolled between bytes")
    }

    /// Digs a room somewhere in `region`, with a wall around it.
    fn dig_room(&mut self, region: Region) {
        let (width, height) = region.size();
        let room_width = self.between(ROOM_MIN.0, (width - 2).min(ROOM_MAX.0));
        let room_height = self.between(ROOM_MIN.1, (height - 2).min(ROOM_MAX.1));
        let left = self.between(region.left + 1, region.right - room_width);
        let top = self.between(region.top + 1, region.bottom - room_height);
        let room = Region::at((left, top), (room_width, room_height));
        room.dig(self.map);
        room.tiles().for_each(|pos| {
            self.rooms.insert(pos);
        });
    }

    /// Connects the halves of `split` by a corridor. The corridor consists of a straight leg into each half, up to an
    /// open tile, and a line along the split that joins the legs.
    fn connect(&mut self, region: Region, split: Split) {
        let isolated = (0..ISOLATED_TRIES).find_map(|_| {
            let corridor = self.random_corridor(region, split)?;
            corridor.is_isolated(self.map).then_some(corridor)
        });
        let corridor =
            isolated.or_else(|| (0..u8::MAX).find_map(|_| self.random_corridor(region, split)));
        // If no corridor was found, validation rejects the floor.
        if let Some(corridor) = corridor {
            self.dig(&corridor);
        }
    }

    /// Rolls a corridor across `split`. Returns `None` if a leg meets no open tile.
    fn random_corridor(&mut self, region: Region, split: Split) -> Option<Corridor> {
        let (low, high) = match split {
            Split::Column(_) => (region.top + 1, region.bottom - 1),
            Split::Row(_) => (region.left + 1, region.right - 1),
        };
        let (first, second) = (self.between(low, high), self.between(low, high));
        let (directions, starts) = match split {
            Split::Column(x) => {
                ([Direction::West, Direction::East], [Pos::at(x, first), Pos::at(x, second)])
            }
            Split::Row(y) => {
                ([Direction::North, Direction::South], [Pos::at(first, y), Pos::at(second, y)])
            }
        };
        let ends = [
            self.end_of_leg(region, starts[0], directions[0])?,
            self.end_of_leg(region, starts[1], directions[1])?,
        ];
        Some(Corridor { starts, directions, ends })
    }

    /// Returns the last rock tile from `start` in `direction` before an open tile of `region`. Returns `None` if there
    /// is no open tile.
    fn end_of_leg(&self, region: Region, start: Pos, direction: Direction) -> Option<Pos> {
        let mut pos = start;
        loop {
            let next = pos.step(direction).filter(|&next| region.contains(next))?;
            if self.map.terrain(next) != Terrain::Wall {
                return Some(pos);
            }
            pos = next;
        }
    }

    fn dig(&mut self, corridor: &Corridor) {
        for pos in corridor.tiles() {
            if self.map.terrain(pos) == Terrain::Wall {
                self.map.set(pos, Terrain::Ground);
            }
        }
        for (end, direction) in corridor.ends.into_iter().zip(corridor.directions) {
            let meets_room = end.step(direction).is_some_and(|room| self.rooms.contains(room));
            if meets_room && is_doorway(self.map, end, direction) {
                self.map.set(end, Terrain::DoorClosed);
            }
        }
    }
}

/// Returns whether a door at `pos` would have walls on its left and right, as seen in `direction`.
fn is_doorway(map: &Map, pos: Pos, direction: Direction) -> bool {
    [direction.clockwise().clockwise(), direction.anticlockwise().anticlockwise()]
        .into_iter()
        .all(|side| pos.step(side).is_some_and(|side| map.terrain(side) == Terrain::Wall))
}

/// Two legs that lead away from a split, and the line along the split that joins them.
struct Corridor {
    starts: [Pos; 2],
    directions: [Direction; 2],
    ends: [Pos; 2],
}

impl Corridor {
    fn tiles(&self) -> impl Iterator<Item = Pos> {
        line(self.starts[0], self.ends[0])
            .chain(line(self.starts[0], self.starts[1]))
            .chain(line(self.starts[1], self.ends[1]))
    }

    /// Returns whether the corridor runs only through rock, and touches open tiles only at its ends.
    fn is_isolated(&self, map: &Map) -> bool {
        self.tiles().all(|pos| {
            let touches = Direction::ALL
                .into_iter()
                .filter(|direction| !direction.is_diagonal())
                .filter_map(|direction| pos.step(direction))
                .filter(|&next| map.terrain(next) != Terrain::Wall)
                .count();
            let allowed = self.ends.iter().filter(|&&end| end == pos).count();
            map.terrain(pos) == Terrain::Wall && touches <= allowed
        })
    }
}

/// Iterates over the tiles of a row or column from `from` to `to`, both included.
fn line(from: Pos, to: Pos) -> impl Iterator<Item = Pos> {
    let (xs, ys) = (ordered(from.x(), to.x()), ordered(from.y(), to.y()));
    ys.flat_map(move |y| xs.clone().map(move |x| Pos::at(x, y)))
}

fn ordered(a: u8, b: u8) -> core::ops::RangeInclusive<u8> {
    a.min(b)..=a.max(b)
}
