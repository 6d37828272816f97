//! Places hand-drawn rooms into the rock beside a layout (W26).

use super::rolls::random_interior;
use super::vaults::leaves_pillar;
use crate::content::places::Place;
use crate::content::rooms::{COUNT, Purpose, ROOMS, Room, Thing};
use crate::dice::Dice;
use crate::geometry::{Direction, Pos, TileSet};
use crate::limits::ROOMS_MAX;
use crate::quantity::Floor;
use crate::world::{Map, PlacedRoom, Terrain, Turning};
use heapless::Vec;

/// The number of tries to place a room, for each room that the place wants.
const ROOM_TRIES: u8 = 4;
/// The number of sites that are tried in each try to place a room.
const SITE_TRIES: u16 = 600;
/// The greatest number of entrances of a room that are tried.
const ENTRANCES_MAX: usize = 8;
/// The length of the longest way that is dug from an entrance to ground, in tiles.
const WAY_MAX: usize = 8;

/// Places the number of rooms that `place` wants, or fewer if the rock has no space. Each room has a different purpose.
pub(super) fn set(
    dice: &mut Dice,
    floor: Floor,
    place: &Place,
    map: &mut Map,
    placed: &mut Vec<PlacedRoom, ROOMS_MAX>,
) {
    let has_doors = place.layout.has_doors();
    for _ in 0..dice.uniform(place.rooms.clone()) {
        let drawn = (0..ROOM_TRIES).find_map(|_| {
            let number = choose(dice, floor, place, placed)?;
            let site = find_site(dice, map, number, has_doors)?;
            draw(map, &site, has_doors).then_some(site.placed)
        });
        if let Some(room) = drawn {
            placed.push(room).expect("no place wants more rooms than there is room for");
        }
    }
}

/// Returns the tiles of all `rooms`, including their walls.
pub(super) fn tiles(rooms: &[PlacedRoom]) -> TileSet {
    let mut tiles = TileSet::EMPTY;
    for room in rooms {
        for (pos, _) in room.things().filter(|(_, thing)| *thing != Thing::Outside) {
            tiles.insert(pos);
        }
    }
    tiles
}

/// Chooses a room for this floor and place by weight. Its purpose differs from the purposes of all rooms in `placed`.
fn choose(dice: &mut Dice, floor: Floor, place: &Place, placed: &[PlacedRoom]) -> Option<u8> {
    let is_fit = |room: &Room| room.is_on(floor) && (place.has_cables || !room.has_cables());
    let is_new = |purpose: Purpose| placed.iter().all(|placed| placed.room().purpose() != purpose);
    let weight = |room: &Room| {
        if is_fit(room) && is_new(room.purpose()) { u32::from(room.weight()) } else { 0 }
    };
    let total: u32 = ROOMS.iter().map(weight).sum();
    if total == 0 {
        return None;
    }
    let mut roll = dice.uniform(0..=total - 1);
    let chosen = (0..COUNT).find(|&number| {
        let weight = weight(&ROOMS[number]);
        let is_chosen = roll < weight;
        roll = roll.saturating_sub(weight);
        is_chosen
    });
    chosen.and_then(|number| u8::try_from(number).ok())
}

/// A position on the floor for a room.
struct Site {
    placed: PlacedRoom,
    /// The entrance that is next to ground, or next to the `neck`.
    door: Pos,
    /// The rock tile between `door` and ground, if the entrance has no door. Beside an opening, walls of a cave must be
    /// two tiles thick, because thinner walls would count as pillars (W4).
    neck: Option<Pos>,
}

/// Chooses an orientation for a room, and finds a site in the rock where an entrance is next to ground.
fn find_site(dice: &mut Dice, map: &Map, number: u8, has_doors: bool) -> Option<Site> {
    let room = &ROOMS[usize::from(number)];
    let turnings = if room.is_upright() { Turning::UPRIGHT } else { Turning::ALL.len() };
    let turning = Turning::ALL[dice.index(turnings)?];
    let entrances = entrances(room, turning);
    for _ in 0..SITE_TRIES {
        let door = random_interior(dice);
        if map.terrain(door) != Terrain::Wall {
            continue;
        }
        let side = Direction::ORTHOGONAL[dice.index(4)?];
        let neck = if has_doors { None } else { door.step(side) };
        let front = neck.unwrap_or(door).step(side);
        let is_front = front.is_some_and(|pos| map.terrain(pos) == Terrain::Ground);
        if !is_front || neck.is_some_and(|neck| !is_neck(map, neck, side)) {
            continue;
        }
        for &(column, row, _) in entrances.iter().filter(|entrance| entrance.2 == side) {
            let left = i8::try_from(column).ok()?.checked_neg()?;
            let up = i8::try_from(row).ok()?.checked_neg()?;
            let Some(corner) = door.offset(left, up) else { continue };
            let placed = PlacedRoom { number, corner, turning };
            if has_space(map, &placed) {
                return Some(Site { placed, door, neck });
            }
        }
    }
    None
}

/// Returns the entrances of a room in this orientation, each with its column, its row, and the direction outward.
fn entrances(room: &Room, turning: Turning) -> Vec<(u8, u8, Direction), ENTRANCES_MAX> {
    let (width, height) = turning.size(room.size());
    let thing = |(column, row): (u8, u8)| {
        if column < width && row < height {
            room.thing(turning.source(room.size(), (column, row)))
        } else {
            Thing::Outside
        }
    };
    let mut entrances = Vec::new();
    for (column, row) in (0..height).flat_map(|row| (0..width).map(move |column| (column, row))) {
        if thing((column, row)) != Thing::Entrance {
            continue;
        }
        for side in Direction::ORTHOGONAL {
            let (dx, dy) = side.delta();
            // A step beyond the left or the upper edge wraps around to a large number, which is also outside.
            let beside = (column.wrapping_add_signed(dx), row.wrapping_add_signed(dy));
            if thing(beside) == Thing::Outside {
                // Entrances beyond the limit are not tried as the connection to the layout. They may still get a way to
                // nearby ground.
                let _ = entrances.push((column, row, side));
            }
        }
    }
    entrances
}

/// Returns whether `pos` is rock with rock on its left and right, as seen in the direction `way`.
fn is_neck(map: &Map, pos: Pos, way: Direction) -> bool {
    let sides = [way.clockwise().clockwise(), way.anticlockwise().anticlockwise()];
    let is_wall = |pos: Option<Pos>| pos.is_some_and(|pos| map.terrain(pos) == Terrain::Wall);
    is_wall(Some(pos)) && sides.into_iter().all(|side| is_wall(pos.step(side)))
}

/// Returns whether all tiles of `placed` are rock, and only walls of the room lie on the border of the floor.
fn has_space(map: &Map, placed: &PlacedRoom) -> bool {
    let (width, height) = placed.size();
    let reach = |size: u8| i8::try_from(size - 1).expect("a room is small");
    placed.corner.offset(reach(width), reach(height)).is_some()
        && placed.things().all(|(pos, thing)| match thing {
            Thing::Outside => true,
            Thing::Wall => map.terrain(pos) == Terrain::Wall,
            _ => map.terrain(pos) == Terrain::Wall && !pos.is_border(),
        })
}

/// Draws the terrain of `placed` onto the map, with all entrances open.
pub(super) fn draw_alone(map: &mut Map, placed: PlacedRoom, has_doors: bool) {
    for (pos, thing) in placed.things() {
        let is_door = thing == Thing::Entrance && has_doors;
        map.set(pos, if is_door { Terrain::DoorOpen } else { terrain(thing) });
    }
}

/// Draws the terrain of `site` onto the map and opens its entrance. Digs ways from the other entrances to nearby
/// ground. An entrance without nearby ground becomes a wall. Draws nothing and returns false if the opening would leave
/// a pillar in a cave (W4).
fn draw(map: &mut Map, site: &Site, has_doors: bool) -> bool {
    let Site { placed, door, neck } = *site;
    let drawn = placed.things().filter(|(_, thing)| *thing != Thing::Entrance);
    drawn.filter(|(_, thing)| *thing != Thing::Outside).for_each(|(pos, thing)| {
        map.set(pos, terrain(thing));
    });
    if let Some(neck) = neck {
        map.set(neck, Terrain::Ground);
        if leaves_pillar(map, neck) || leaves_pillar(map, door) {
            let drawn = placed.things().filter(|(_, thing)| *thing != Thing::Outside);
            drawn.for_each(|(pos, _)| map.set(pos, Terrain::Wall));
            map.set(neck, Terrain::Wall);
            return false;
        }
    }
    let open = if has_doors { Terrain::DoorClosed } else { Terrain::Ground };
    map.set(door, open);
    let entrances = placed.things().filter(|(_, thing)| *thing == Thing::Entrance);
    for (entrance, _) in entrances.filter(|&(entrance, _)| entrance != door) {
        let outward = Direction::ORTHOGONAL.into_iter().find(|&side| {
            let inside = entrance.step(side.reversed());
            inside.is_some_and(|pos| map.terrain(pos) != Terrain::Wall)
                && entrance.step(side).is_some_and(|pos| placed.thing_at(pos) == Thing::Outside)
        });
        if outward.is_some_and(|outward| dig_way(map, entrance, outward)) {
            map.set(entrance, open);
        }
    }
    true
}

/// Digs a way from `entrance` straight ahead to nearby ground. The entrance itself is not changed. The rock on the way
/// must have rock on its left and right. Returns false and digs nothing if the way would not reach ground.
fn dig_way(map: &mut Map, entrance: Pos, outward: Direction) -> bool {
    let mut way: Vec<Pos, WAY_MAX> = Vec::new();
    let mut pos = entrance;
    let is_dug = loop {
        if !is_neck(map, pos, outward) || leaves_pillar(map, pos) {
            break false;
        }
        if pos != entrance {
            map.set(pos, Terrain::Ground);
            if way.push(pos).is_err() {
                map.set(pos, Terrain::Wall);
                break false;
            }
        }
        let Some(next) = pos.step(outward).filter(|next| !next.is_border()) else { break false };
        pos = next;
        match map.terrain(pos) {
            Terrain::Ground => break !leaves_pillar(map, entrance),
            Terrain::Wall => {}
            _ => break false,
        }
    };
    if !is_dug {
        way.into_iter().for_each(|pos| map.set(pos, Terrain::Wall));
    }
    is_dug
}

/// Returns the terrain that `thing` stands for.
const fn terrain(thing: Thing) -> Terrain {
    match thing {
        Thing::Outside | Thing::Wall => Terrain::Wall,
        Thing::Entrance
        | Thing::Ground
        | Thing::Item(_)
        | Thing::Potion
        | Thing::Creature { .. } => Terrain::Ground,
        Thing::Water => Terrain::Water,
        Thing::Glass => Terrain::Glass,
        Thing::Low => Terrain::Low,
        Thing::Tall => Terrain::Tall,
        Thing::Furnishing(furnishing) if furnishing.is_tall() => Terrain::Tall,
        Thing::Furnishing(_) => Terrain::Low,
        Thing::Cable => Terrain::CableLive,
        Thing::Vent => Terrain::VentOpen,
        Thing::Terminal => Terrain::Terminal,
        Thing::Cage => Terrain::CageShut,
        Thing::Alcove(_) => Terrain::Alcove,
    }
}
