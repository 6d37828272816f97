//! Cuts places for valuable items into the rock (W8): alcoves in walls, and vaults behind locked doors.

use super::cave::SUPPORTING_WALLS_MIN;
use super::rolls::random_interior;
use crate::content::tower::Finds;
use crate::content::{Firmware, ItemKind, Slot};
use crate::dice::Dice;
use crate::geometry::{Direction, Pos, TileSet};
use crate::limits::TILES;
use crate::quantity::Floor;
use crate::world::{FloorState, Item, Map, Player, Terrain};

/// The number of tiles between the middle tile of a vault and its walls.
const VAULT_HALF: i8 = 1;

/// Cuts an alcove into a wall, but not into the wall of a vault. The alcove is open only toward a tile in `reach`.
/// Returns the position of the alcove.
pub(super) fn cut_alcove(dice: &mut Dice, map: &mut Map, reach: &TileSet) -> Option<Pos> {
    let mut places = (0..TILES).map(|_| random_interior(dice));
    let place = places.find(|&pos| is_alcove_site(map, pos, reach))?;
    map.set(place, Terrain::Alcove);
    Some(place)
}

/// In the vault of a new floor, replaces each wearable item whose kind or firmware the player already has. The new item
/// has the next kind or firmware, in the order of vaults, that the player lacks. If the player lacks none for this slot,
/// the new item is for another slot. If the kit bars the slot of an item, the vault has a Health Pack instead (I16,
/// W30).
// Target: GBA. Not inlined: keeps the finds off the short stack of the code that changes the floor.
#[inline(never)]
pub fn exchange(seed: u64, floor: Floor, player: &Player, state: &mut FloorState) {
    let finds = Finds::of(seed);
    for index in 0..state.items.len() {
        let ground = &state.items[index];
        if state.map.terrain(ground.pos) == Terrain::Pedestal && ground.item.kind.slot().is_some() {
            state.items[index].item = offer(&finds, floor, player, state, &ground.item);
        }
    }
}

/// Returns the item that the vault of a new floor offers in place of the wearable item `first`.
fn offer(finds: &Finds, floor: Floor, player: &Player, state: &FloorState, first: &Item) -> Item {
    let held = || player.worn.iter().map(|(_, item)| item).chain(&player.pack);
    let lacks = |kind: &ItemKind| !held().any(|item| item.kind == *kind);
    let slot = first.kind.slot().expect("only what can be worn is exchanged");
    if player.is_barred(slot) {
        return Item::new(ItemKind::HealthPack);
    }
    let of_slot = if let Some(firmware) = first.firmware {
        let runs = |it: &Firmware| held().any(|item| item.firmware == Some(*it));
        let next = from(finds.firmware().iter().copied(), firmware).find(|it| !runs(it));
        next.map(|next| Item { firmware: Some(next), ..first.clone() })
    } else {
        from(finds.worn_in(slot), first.kind).find(lacks).map(|kind| worn_on(kind, floor))
    };
    let is_offered = |kind: &ItemKind| state.items.iter().any(|it| it.item.kind == *kind);
    let others = Slot::ALL.into_iter().filter(|&other| other != slot && !player.is_barred(other));
    let others = others.flat_map(|other| finds.worn_in(other));
    let of_others = || others.filter(lacks).find(|kind| !is_offered(kind));
    of_slot
        .or_else(|| of_others().map(|kind| worn_on(kind, floor)))
        .unwrap_or_else(|| first.clone())
}

/// Iterates once over a list that begins again at its end, beginning with `first`.
fn from<T: PartialEq>(list: impl Iterator<Item = T> + Clone, first: T) -> impl Iterator<Item = T> {
    let count = list.clone().count();
    list.cycle().skip_while(move |it| *it != first).take(count)
}

/// Returns an item to be worn, with the numbers that it has on `floor`.
fn worn_on(kind: ItemKind, floor: Floor) -> Item {
    Item::with_bonus(kind, kind.spec().bonus_scaling.on(floor))
}

/// Returns whether an alcove can be cut at `pos`. The tile must be rock, with ground in `reach` on one side, and rock
/// on all other sides and at the two corners behind. The two corners in front may be ground.
fn is_alcove_site(map: &Map, pos: Pos, reach: &TileSet) -> bool {
    let is_ground = |direction: &Direction| {
        pos.step(*direction).is_some_and(|next| map.terrain(next) == Terrain::Ground)
    };
    let mut open = Direction::ORTHOGONAL.into_iter().filter(is_ground);
    let (Some(front), None) = (open.next(), open.next()) else { return false };
    let is_reached = pos.step(front).is_some_and(|next| reach.contains(next));
    if !is_reached || map.terrain(pos) != Terrain::Wall || leaves_pillar(map, pos) {
        return false;
    }
    let beside = [front.clockwise(), front.anticlockwise()];
    // Except for ground in front and at the two front corners, only walls may touch the alcove.
    Direction::ALL
        .into_iter()
        .filter(|direction| *direction != front && !beside.contains(direction))
        .all(|direction| pos.step(direction).is_some_and(|next| map.terrain(next) == Terrain::Wall))
        && beside.into_iter().all(|direction| {
            pos.step(direction)
                .is_some_and(|next| matches!(map.terrain(next), Terrain::Wall | Terrain::Ground))
        })
}

/// Returns whether opening the wall at `pos` would leave a pillar: a neighbouring wall with too few walls around it
/// (W4).
pub(super) fn leaves_pillar(map: &Map, pos: Pos) -> bool {
    pos.neighbours().any(|next| {
        map.terrain(next) == Terrain::Wall && map.walls_around(next) <= SUPPORTING_WALLS_MIN
    })
}

/// A vault: a small chamber in the rock behind a locked door.
pub(super) struct Vault {
    /// The pedestals in the back row (W17).
    pub(super) pedestals: [Pos; 3],
}

/// Cuts a vault into the rock beside open ground that `is_reached` accepts.
pub(super) fn cut_vault(
    dice: &mut Dice,
    map: &mut Map,
    is_reached: impl Fn(Pos) -> bool,
) -> Option<Vault> {
    let (door, direction) = (0..2 * TILES).find_map(|_| {
        let door = random_interior(dice);
        let direction = Direction::ORTHOGONAL[dice.index(Direction::ORTHOGONAL.len())?];
        let front = door.step(direction.reversed()).filter(|&front| is_reached(front));
        (front.is_some() && is_vault_site(map, door, direction)).then_some((door, direction))
    })?;
    let middle = middle_of(door, direction)?;
    for pos in chamber(middle, VAULT_HALF) {
        map.set(pos, Terrain::Ground);
    }
    map.set(door, Terrain::DoorLocked);
    let back = middle.step(direction)?;
    let [left, right] =
        [direction.anticlockwise().anticlockwise(), direction.clockwise().clockwise()];
    let pedestals = [back.step(left)?, back, back.step(right)?];
    for pos in pedestals {
        map.set(pos, Terrain::Pedestal);
    }
    Some(Vault { pedestals })
}

fn middle_of(door: Pos, direction: Direction) -> Option<Pos> {
    door.step(direction)?.step(direction)
}

/// Returns whether a door at `door` can lead in `direction` from open ground into a chamber surrounded by rock.
fn is_vault_site(map: &Map, door: Pos, direction: Direction) -> bool {
    let is = |pos: Option<Pos>, terrain| pos.is_some_and(|pos| map.terrain(pos) == terrain);
    let Some(middle) = middle_of(door, direction) else { return false };
    let sides = [direction.clockwise().clockwise(), direction.anticlockwise().anticlockwise()];
    is(door.step(direction.reversed()), Terrain::Ground)
        && sides.into_iter().all(|side| is(door.step(side), Terrain::Wall))
        && !leaves_pillar(map, door)
        && has_room(middle)
        && chamber(middle, VAULT_HALF + 1).all(|pos| map.terrain(pos) == Terrain::Wall)
}

/// Returns whether a chamber around `middle`, with its walls, lies inside the floor.
fn has_room(middle: Pos) -> bool {
    let reach = VAULT_HALF + 1;
    middle.offset(-reach, -reach).is_some() && middle.offset(reach, reach).is_some()
}

/// Iterates over the tiles around `middle`, up to `half` tiles in each direction.
fn chamber(middle: Pos, half: i8) -> impl Iterator<Item = Pos> {
    (-half..=half).flat_map(move |dy| (-half..=half).filter_map(move |dx| middle.offset(dx, dy)))
}
