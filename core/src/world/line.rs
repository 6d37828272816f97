//! Computes straight lines over a floor, for throws and marks (I6, M8).

use crate::geometry::Pos;
use crate::world::map::Map;

/// Returns the tiles of the straight line from `from` to `to`, without `from`: Bresenham's line ("Algorithm for
/// computer control of a digital plotter", 1965).
pub fn line(from: Pos, to: Pos) -> impl Iterator<Item = Pos> + Clone {
    let (x, y) = (i32::from(from.x()), i32::from(from.y()));
    let (dx, dy) = (i32::from(to.x()) - x, i32::from(to.y()) - y);
    let steps = dx.abs().max(dy.abs());
    // Rounds to the nearest tile. Halves are rounded away from the start.
    let along = move |delta: i32, step: i32| {
        (2 * delta.abs() * step + steps) / (2 * steps.max(1)) * delta.signum()
    };
    (1..=steps).map(move |step| {
        let at = |start: i32, delta: i32| {
            u8::try_from(start + along(delta, step))
                .expect("a line between tiles stays on the floor")
        };
        Pos::at(at(x, dx), at(y, dy))
    })
}

/// Returns whether the terrain between two tiles lets throws and marks of a single tile pass. Creatures are ignored.
/// The result is the same in both directions.
pub(crate) fn is_clear(map: &Map, from: Pos, to: Pos) -> bool {
    is_open(map, from, to) || is_open(map, to, from)
}

fn is_open(map: &Map, from: Pos, to: Pos) -> bool {
    line(from, to).all(|pos| pos == to || !map.terrain(pos).stops_throws())
}

/// Returns the tile whose terrain stops a throw, or `None` if the throw reaches `to`. Creatures are ignored.
pub(crate) fn obstacle(map: &Map, from: Pos, to: Pos) -> Option<Pos> {
    let goes_backward = !is_open(map, from, to) && is_open(map, to, from);
    let mut way = line(from, to).filter(|&pos| !goes_backward || pos == to);
    way.find(|&pos| map.terrain(pos).stops_throws())
}

/// Returns the tiles that a throw from `from` to `to` crosses. The throw stops on the last of these tiles: the first
/// tile that `is_taken` by a creature, the last tile before terrain that stops throws, or `to`. If only the line
/// computed from `to` to `from` is clear, the throw follows that line.
pub(crate) fn throw_path(
    map: &Map,
    from: Pos,
    to: Pos,
    is_taken: impl Fn(Pos) -> bool,
) -> heapless::Vec<Pos, { crate::limits::SIGHT_RADIUS as usize }> {
    let mut path: heapless::Vec<Pos, { crate::limits::SIGHT_RADIUS as usize }> =
        heapless::Vec::new();
    if is_open(map, from, to) || !is_open(map, to, from) {
        for pos in line(from, to).take(path.capacity()) {
            let _ = path.push(pos);
        }
    } else {
        for pos in line(to, from).take(path.capacity()) {
            let _ = path.push(pos);
        }
        // The line computed backward excludes `to` and includes `from`. The path needs the opposite.
        path.pop();
        path.reverse();
        let _ = path.push(to);
    }
    let stop = path.iter().position(|&pos| map.terrain(pos).stops_throws());
    path.truncate(stop.unwrap_or(path.len()));
    let hit = path.iter().position(|&pos| is_taken(pos));
    path.truncate(hit.map_or(path.len(), |hit| hit + 1));
    path
}
