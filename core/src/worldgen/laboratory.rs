//! Laboratories (W5): rooms by binary space partition, corridors across every cut, doors where
//! corridors meet rooms.

use crate::dice::Dice;
use crate::geometry::{Direction, Pos, TileSet};
use crate::limits::{MAP_HEIGHT, MAP_WIDTH, TILES};
use crate::world::{Map, Terrain};

/// No part is cut below this, in tiles: a room and its walls must fit.
const PART_MIN: (u8, u8) = (11, 9);
/// Smallest room, in tiles: stairs need three by three.
const ROOM_MIN: (u8, u8) = (5, 4);
/// Largest room, in tiles.
const ROOM_MAX: (u8, u8) = (15, 10);
/// Tries at a corridor that touches nothing on its way before any will do.
const NEAT_TRIES: u8 = 60;
/// A second corridor across a cut is dug once in so many cuts: loops give a way round.
const SECOND_CORRIDOR_ONE_IN: u32 = 2;

/// A part of the floor: columns and rows, both ends included.
#[derive(Clone, Copy)]
struct Part {
    left: u8,
    right: u8,
    top: u8,
    bottom: u8,
}

impl Part {
    const fn size(self) -> (u8, u8) {
        (self.right - self.left + 1, self.bottom - self.top + 1)
    }

    const fn contains(self, pos: Pos) -> bool {
        self.left <= pos.x()
            && pos.x() <= self.right
            && self.top <= pos.y()
            && pos.y() <= self.bottom
    }
}

/// Along which axis a part is cut.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Cut {
    /// At a column: left and right halves.
    Column(u8),
    /// At a row: upper and lower halves.
    Row(u8),
}

/// Builds rooms and corridors into solid rock.
pub(super) fn build(dice: &mut Dice, map: &mut Map) {
    let whole = Part { left: 1, right: MAP_WIDTH - 2, top: 1, bottom: MAP_HEIGHT - 2 };
    let mut builder = Builder { dice, map, rooms: TileSet::EMPTY };
    builder.build(whole);
    unhinge(map);
}

/// Takes out the doors beside which a later corridor has broken through the wall.
fn unhinge(map: &mut Map) {
    for pos in (0..TILES).map(Pos::from_index) {
        let is_door = map.terrain(pos) == Terrain::DoorClosed;
        if is_door
            && ![Direction::North, Direction::East].into_iter().any(|way| is_doorway(map, pos, way))
        {
            map.set(pos, Terrain::Ground);
        }
    }
}

struct Builder<'a> {
    dice: &'a mut Dice,
    map: &'a mut Map,
    /// The tiles of rooms, to tell them from corridors.
    rooms: TileSet,
}

impl Builder<'_> {
    /// Cuts `part` in two as long as it is large enough, and joins the halves; else digs a room.
    /// Parts halve in size, so this goes no deeper than a handful of cuts.
    fn build(&mut self, part: Part) {
        let Some(cut) = self.choose_cut(part) else { return self.dig_room(part) };
        let (first, second) = match cut {
            Cut::Column(x) => (Part { right: x - 1, ..part }, Part { left: x + 1, ..part }),
            Cut::Row(y) => (Part { bottom: y - 1, ..part }, Part { top: y + 1, ..part }),
        };
        self.build(first);
        self.build(second);
        self.join(part, cut);
        if self.dice.one_in(SECOND_CORRIDOR_ONE_IN) {
            self.join(part, cut);
        }
    }

    fn choose_cut(&mut self, part: Part) -> Option<Cut> {
        let (width, height) = part.size();
        let can_column = width > 2 * PART_MIN.0;
        let can_row = height > 2 * PART_MIN.1;
        // The longer side is cut, by the proportions of a part.
        let prefers_column =
            u16::from(width) * u16::from(PART_MIN.1) >= u16::from(height) * u16::from(PART_MIN.0);
        if can_column && (prefers_column || !can_row) {
            return Some(Cut::Column(
                self.between(part.left + PART_MIN.0, part.right - PART_MIN.0),
            ));
        }
        can_row.then(|| Cut::Row(self.between(part.top + PART_MIN.1, part.bottom - PART_MIN.1)))
    }

    fn between(&mut self, low: u8, high: u8) -> u8 {
        let rolled = self.dice.uniform(u32::from(low)..=u32::from(high));
        u8::try_from(rolled).expect("rolled between bytes")
    }

    /// A room somewhere in `part`, a wall away from its edges.
    fn dig_room(&mut self, part: Part) {
        let (width, height) = part.size();
        let room_width = self.between(ROOM_MIN.0, (width - 2).min(ROOM_MAX.0));
        let room_height = self.between(ROOM_MIN.1, (height - 2).min(ROOM_MAX.1));
        let left = self.between(part.left + 1, part.right - room_width);
        let top = self.between(part.top + 1, part.bottom - room_height);
        for y in top..top + room_height {
            for x in left..left + room_width {
                self.map.set(Pos::at(x, y), Terrain::Ground);
                self.rooms.insert(Pos::at(x, y));
            }
        }
    }

    /// A corridor across `cut`: straight from it into either half until something open is met, and
    /// along the cut between the two.
    fn join(&mut self, part: Part, cut: Cut) {
        let neat = (0..NEAT_TRIES).find_map(|_| {
            let corridor = self.draft(part, cut)?;
            corridor.is_neat(self.map).then_some(corridor)
        });
        let corridor = neat.or_else(|| (0..u8::MAX).find_map(|_| self.draft(part, cut)));
        // Should even that fail, the floor's proof will say so.
        if let Some(corridor) = corridor {
            self.dig(&corridor);
        }
    }

    /// A corridor across `cut` at random; `None` when a leg meets nothing.
    fn draft(&mut self, part: Part, cut: Cut) -> Option<Corridor> {
        let (low, high) = match cut {
            Cut::Column(_) => (part.top + 1, part.bottom - 1),
            Cut::Row(_) => (part.left + 1, part.right - 1),
        };
        let (first, second) = (self.between(low, high), self.between(low, high));
        let (ways, starts) = match cut {
            Cut::Column(x) => {
                ([Direction::West, Direction::East], [Pos::at(x, first), Pos::at(x, second)])
            }
            Cut::Row(y) => {
                ([Direction::North, Direction::South], [Pos::at(first, y), Pos::at(second, y)])
            }
        };
        let ends = [self.cast(part, starts[0], ways[0])?, self.cast(part, starts[1], ways[1])?];
        Some(Corridor { starts, ways, ends })
    }

    /// The last rock from `start` on in the direction `way`, before something open of this part.
    fn cast(&self, part: Part, start: Pos, way: Direction) -> Option<Pos> {
        let mut pos = start;
        loop {
            let next = pos.step(way).filter(|&next| part.contains(next))?;
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
        for (end, way) in corridor.ends.into_iter().zip(corridor.ways) {
            let meets_room = end.step(way).is_some_and(|room| self.rooms.contains(room));
            if meets_room && is_doorway(self.map, end, way) {
                self.map.set(end, Terrain::DoorClosed);
            }
        }
    }
}

/// Whether a door at `pos`, walked through in the direction `way`, has walls on both sides.
fn is_doorway(map: &Map, pos: Pos, way: Direction) -> bool {
    [way.clockwise().clockwise(), way.anticlockwise().anticlockwise()]
        .into_iter()
        .all(|side| pos.step(side).is_some_and(|side| map.terrain(side) == Terrain::Wall))
}

/// Two legs away from a cut, and the stretch along it that joins them.
struct Corridor {
    starts: [Pos; 2],
    ways: [Direction; 2],
    ends: [Pos; 2],
}

impl Corridor {
    fn tiles(&self) -> impl Iterator<Item = Pos> {
        stretch(self.starts[0], self.ends[0])
            .chain(stretch(self.starts[0], self.starts[1]))
            .chain(stretch(self.starts[1], self.ends[1]))
    }

    /// Whether it runs through rock alone and along nothing open, but for what it leads to.
    fn is_neat(&self, map: &Map) -> bool {
        self.tiles().all(|pos| {
            let touches = Direction::ALL
                .into_iter()
                .filter(|way| !way.is_diagonal())
                .filter_map(|way| pos.step(way))
                .filter(|&next| map.terrain(next) != Terrain::Wall)
                .count();
            let allowed = self.ends.iter().filter(|&&end| end == pos).count();
            map.terrain(pos) == Terrain::Wall && touches <= allowed
        })
    }
}

/// The tiles from one to another in a row or a column, both ends included.
fn stretch(from: Pos, to: Pos) -> impl Iterator<Item = Pos> {
    let (xs, ys) = (ordered(from.x(), to.x()), ordered(from.y(), to.y()));
    ys.flat_map(move |y| xs.clone().map(move |x| Pos::at(x, y)))
}

fn ordered(a: u8, b: u8) -> core::ops::RangeInclusive<u8> {
    a.min(b)..=a.max(b)
}
