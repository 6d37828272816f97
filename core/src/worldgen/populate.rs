//! Places items and monsters on a new floor (M1, W8, W9, I4).

use super::fixtures::reach_around_cables;
use super::rolls::choose;
use super::throne;
use super::vaults::{cut_alcove, cut_vault};
use crate::content::floors;
use crate::content::items::Found;
use crate::content::rooms::Thing;
use crate::content::tower::Finds;
use crate::content::{ItemKind, MonsterKind, Slot};
use crate::dice::Dice;
use crate::geometry::{Direction, Pos, TileSet};
use crate::limits::TILES;
use crate::quantity::{Floor, Hp};
use crate::world::{AiState, FloorState, GroundItem, Item, Map, Monster, PlacedRoom, Terrain};

/// The least distance, in tiles, from a monster of a new floor to the stairs down, where the player arrives from below.
const SPAWN_DISTANCE_DOWN_MIN: u8 = 10;
/// The least distance, in tiles, from a monster of a new floor to the stairs up.
const SPAWN_DISTANCE_UP_MIN: u8 = 4;
/// The largest distance, in tiles, from a guard to the King.
const GUARD_RADIUS: u8 = 36;

/// Places the alcoves, the vault, the key and the items of the floor. Items in the open lie on tiles in `reach`, and
/// alcoves are cut beside such tiles.
pub(super) fn place_items(
    dice: &mut Dice,
    seed: u64,
    floor: Floor,
    state: &mut FloorState,
    reach: &TileSet,
) {
    let finds = &Finds::of(seed);
    place_items_of_rooms(dice, finds, floor, state);
    if floor.spec().has_vault {
        place_vault(dice, finds, floor, state, reach);
    }
    for _ in 0..dice.uniform(floors::COMMON_ITEMS) {
        let kind = pick(dice, finds, &ItemKind::COMMON);
        let place = match kind.slot() {
            Some(_) => cut_alcove(dice, &mut state.map, reach),
            None => find_ground(dice, state, reach),
        };
        place_item(dice, floor, state, kind, place);
    }
    for _ in 0..floors::POTIONS {
        let kind = pick(dice, finds, &ItemKind::POTIONS);
        let place = find_ground(dice, state, reach);
        place_item(dice, floor, state, kind, place);
    }
    for kind in ItemKind::SOMETIMES {
        if let Found::Sometimes(one_in) = kind.spec().found
            && (dice.one_in(one_in) || floor.spec().introduces == Some(kind))
        {
            let place = find_ground(dice, state, reach);
            place_item(dice, floor, state, kind, place);
        }
    }
}

/// Places the items and creatures of a hand-drawn room, on a floor that has only this room and no stairs.
pub(super) fn furnish_rooms(dice: &mut Dice, seed: u64, floor: Floor, state: &mut FloorState) {
    place_items_of_rooms(dice, &Finds::of(seed), floor, state);
    let area = SpawnArea { reach: TileSet::EMPTY, up: None, down: None };
    let most = floor.spec().monsters.into();
    place_creatures_of_rooms(dice, floor, floors::population(seed, floor), most, state, &area);
}

/// Places the items of the hand-drawn rooms where the drawings show them (W26).
fn place_items_of_rooms(dice: &mut Dice, finds: &Finds, floor: Floor, state: &mut FloorState) {
    for room in state.rooms.clone() {
        for (pos, thing) in room.things() {
            let kind = match thing {
                Thing::Alcove(Some(kind)) | Thing::Item(kind) if !finds.is_left_out(kind) => kind,
                Thing::Alcove(_) => pick(dice, finds, &ItemKind::WEARABLE),
                // An item in the open becomes a potion if the run leaves out its kind.
                Thing::Potion | Thing::Item(_) => pick(dice, finds, &ItemKind::POTIONS),
                _ => continue,
            };
            place_item(dice, floor, state, kind, Some(pos));
        }
    }
}

/// Picks one of the `kinds` that can be found in this run, all with equal probability (I16).
fn pick(dice: &mut Dice, finds: &Finds, kinds: &[ItemKind]) -> ItemKind {
    let found = || kinds.iter().copied().filter(|&kind| !finds.is_left_out(kind));
    let chosen = dice.index(found().count()).expect("the list has items");
    found().nth(chosen).expect("counted before")
}

/// Places a vault with three items of different kinds on pedestals, and its key somewhere in the open (W7, W17).
fn place_vault(
    dice: &mut Dice,
    finds: &Finds,
    floor: Floor,
    state: &mut FloorState,
    reach: &TileSet,
) {
    let Some(vault) = cut_vault(dice, &mut state.map, |pos| reach.contains(pos)) else { return };
    let key_place = find_ground(dice, state, reach);
    place_item(dice, floor, state, ItemKind::Key, key_place);
    // The vaults of a run offer its finds in order, so no vault repeats the finds of the previous vault (I16).
    let number = floor.vaults_below();
    let of_slot = |slot: Slot| {
        let mut dealt = finds.worn_in(slot).cycle();
        dealt.nth(number).expect("every slot has items")
    };
    let (weapon, armour) = (of_slot(Slot::Weapon), of_slot(Slot::Armour));
    let tool = if dice.one_in(floors::VAULT_TOOL_ONE_IN) {
        ItemKind::OverrideChip
    } else {
        ItemKind::Microchip
    };
    for (kind, pos) in [weapon, armour, tool].into_iter().zip(vault.pedestals) {
        let mut item = roll_item(dice, floor, kind);
        if kind == ItemKind::Microchip {
            item.firmware = finds.firmware().iter().cycle().nth(number).copied();
        }
        state.items.push(GroundItem { pos, item }).expect("a floor has room for its own items");
    }
}

/// Lays a new item of `kind` at `place`. Does nothing if `place` is `None`.
fn place_item(
    dice: &mut Dice,
    floor: Floor,
    state: &mut FloorState,
    kind: ItemKind,
    place: Option<Pos>,
) {
    if let Some(pos) = place {
        let item = roll_item(dice, floor, kind);
        state.items.push(GroundItem { pos, item }).expect("a floor has room for its own items");
    }
}

/// Rolls a new item for `floor`. Items of higher floors have better bonuses (I4).
fn roll_item(dice: &mut Dice, floor: Floor, kind: ItemKind) -> Item {
    let bonus_scaling = &kind.spec().bonus_scaling;
    let mut bonus = bonus_scaling.on(floor);
    for _ in 0..bonus_scaling.steps_by_floor * floor.number() {
        let number = bonus.number_mut(dice.index(5).expect("a bonus has five numbers"));
        *number += if dice.one_in(2) { 1 } else { -1 };
    }
    Item::with_bonus(kind, bonus)
}

/// Places the named mouse of a floor, with its chip. The mouse is as likely to be asleep as a pack is (M19).
pub(super) fn place_named(
    dice: &mut Dice,
    floor: Floor,
    kind: MonsterKind,
    state: &mut FloorState,
    area: &SpawnArea,
) {
    let Some(pos) = find_spawn_tile(dice, floor, state, area, None) else { return };
    let mut monster = Monster::born(dice, kind, floor, pos);
    let mut chip = roll_item(dice, floor, ItemKind::Microchip);
    chip.firmware = kind.spec().firmware;
    monster.loot = Some(chip);
    let sleeps = dice.uniform(1..=3) <= floors::SLEEPING_PACKS_OF_THREE;
    monster.ai_state = if sleeps { AiState::Asleep } else { AiState::Watching };
    state.monsters.push(monster).expect("a floor has room for those born on it");
}

/// Picks a random ground tile in `reach` that has no item and is not an arrival tile of the player. All such tiles are
/// equally likely.
fn find_ground(dice: &mut Dice, state: &FloorState, reach: &TileSet) -> Option<Pos> {
    let is_fit = |pos: Pos| {
        state.map.terrain(pos) == Terrain::Ground
            && reach.contains(pos)
            && state.item_at(pos).is_none()
            && arrivals(&state.map).all(|arrival| arrival != pos)
    };
    random_tile(dice, is_fit)
}

/// Returns the tiles on which the player arrives (W10).
fn arrivals(map: &Map) -> impl Iterator<Item = Pos> {
    let beside = |stairs, side| map.find(stairs).and_then(|pos: Pos| pos.step(side));
    [beside(Terrain::StairsDown, Direction::East), beside(Terrain::StairsUp, Direction::West)]
        .into_iter()
        .flatten()
}

/// Picks a random tile that `is_fit` accepts, all with equal probability. The search is fast if many tiles fit. Returns
/// `None` if many tries find no such tile.
fn random_tile(dice: &mut Dice, is_fit: impl Fn(Pos) -> bool) -> Option<Pos> {
    (0..TILES)
        .map(|_| Pos::from_index(dice.index(TILES).expect("a floor has tiles")))
        .find(|&pos| is_fit(pos))
}

/// Returns the tiles that can be reached from the stairs without a key and without crossing cables
/// (W9, W18).
pub(super) fn reach(map: &Map) -> Option<TileSet> {
    let entry = map.find(Terrain::StairsDown).or_else(|| map.find(Terrain::StairsUp))?;
    Some(reach_around_cables(map, entry))
}

/// Places the monsters of the floor on ground in `reach`, away from both stairs, asleep or on watch. Their kinds are
/// chosen by the floor's weights. On the throne floor, the King is placed first, and the other monsters guard him (M5).
pub(super) fn populate(
    dice: &mut Dice,
    seed: u64,
    floor: Floor,
    state: &mut FloorState,
    reach: TileSet,
    named: Option<MonsterKind>,
) {
    if let Some(boss) = floor.spec().boss {
        let hp = Hp(*boss.spec().hp_on(floor).start());
        let mut king = Monster::new(boss, throne::KING, hp);
        // The King wakes when the player enters, and hunts toward the stairs (M5).
        let last_seen = state.map.find(Terrain::StairsDown).unwrap_or(throne::KING);
        king.ai_state = AiState::hunting(last_seen);
        state.monsters.push(king).expect("the hall is empty");
    }
    let area = SpawnArea::of(&state.map, reach);
    let population = floors::population(seed, floor);
    let most = usize::from(floor.spec().monsters) - usize::from(named.is_some());
    place_creatures_of_rooms(dice, floor, population, most, state, &area);
    if let Some(kind) = named {
        place_named(dice, floor, kind, state, &area);
    }
    place_packs(dice, seed, floor, state, &area, floor.spec().monsters.into());
}

/// Places packs until the floor has `most` monsters or no place is left (M1).
pub(super) fn place_packs(
    dice: &mut Dice,
    seed: u64,
    floor: Floor,
    state: &mut FloorState,
    area: &SpawnArea,
    most: usize,
) {
    let population = floors::population(seed, floor);
    let mut ai_state = AiState::Asleep;
    // The number of monsters still to be placed in the current pack.
    let mut left = 0;
    while state.monsters.len() < most {
        let Some(kind) = MonsterKind::draw(dice, population.clone()) else { return };
        let neighbour = state.monsters.last().map(|monster| monster.body.pos);
        let neighbour = neighbour.filter(|_| left > 0);
        left = if left > 0 { left - 1 } else { dice.uniform(floors::PACK_SIZE) - 1 };
        let tile = find_spawn_tile(dice, floor, state, area, neighbour);
        let Some(pos) = tile.or_else(|| find_spawn_tile(dice, floor, state, area, None)) else {
            return;
        };
        let mut monster = Monster::born(dice, kind, floor, pos);
        // All monsters of a pack sleep, or all keep watch (M2).
        let is_of_pack = neighbour.is_some_and(|other| other.steps_to(pos) <= floors::GROUP_RADIUS);
        if !is_of_pack {
            let sleeps = dice.uniform(1..=3) <= floors::SLEEPING_PACKS_OF_THREE;
            ai_state = if sleeps { AiState::Asleep } else { AiState::Watching };
        }
        monster.ai_state = ai_state.clone();
        state.monsters.push(monster).expect("a floor has room for those born on it");
    }
}

/// Places the creatures of the hand-drawn rooms where the drawings show them, except creatures too near to stairs
/// (W26). Places at most `most` creatures, which count toward the monsters of the floor.
fn place_creatures_of_rooms(
    dice: &mut Dice,
    floor: Floor,
    population: impl Iterator<Item = (MonsterKind, u16)> + Clone,
    most: usize,
    state: &mut FloorState,
    area: &SpawnArea,
) {
    for (pos, thing) in state.rooms.clone().into_iter().flat_map(PlacedRoom::things) {
        let Thing::Creature { kind, is_asleep } = thing else { continue };
        let is_fit =
            area.is_apart(pos) && state.monster_at(pos).is_none() && state.monsters.len() < most;
        let lives_here = |of: &MonsterKind| population.clone().any(|(kind, _)| kind == *of);
        let kind = kind.filter(lives_here);
        if let Some(kind) =
            kind.or_else(|| MonsterKind::draw(dice, population.clone())).filter(|_| is_fit)
        {
            let mut monster = Monster::born(dice, kind, floor, pos);
            monster.ai_state = if is_asleep { AiState::Asleep } else { AiState::Watching };
            state.monsters.push(monster).expect("a floor has room for those born on it");
        }
    }
}

/// The limits for placing monsters, which are the same for all monsters of a floor.
pub(super) struct SpawnArea {
    reach: TileSet,
    up: Option<Pos>,
    down: Option<Pos>,
}

impl SpawnArea {
    /// Returns the limits for placing monsters on tiles in `reach`.
    pub(super) fn of(map: &Map, reach: TileSet) -> SpawnArea {
        SpawnArea { reach, up: map.find(Terrain::StairsUp), down: map.find(Terrain::StairsDown) }
    }

    /// Returns whether `pos` is far enough from both stairs.
    fn is_apart(&self, pos: Pos) -> bool {
        self.down.is_none_or(|stairs| stairs.steps_to(pos) >= SPAWN_DISTANCE_DOWN_MIN)
            && self.up.is_none_or(|stairs| stairs.steps_to(pos) >= SPAWN_DISTANCE_UP_MIN)
    }
}

/// Picks a random free tile for a monster, near `neighbour` if given. All such tiles are equally likely.
fn find_spawn_tile(
    dice: &mut Dice,
    floor: Floor,
    state: &FloorState,
    area: &SpawnArea,
    neighbour: Option<Pos>,
) -> Option<Pos> {
    let tiles = match neighbour {
        Some(neighbour) => tiles_near(neighbour, &area.reach),
        None => area.reach.clone(),
    };
    let is_spawn_tile = |pos: Pos| {
        state.map.terrain(pos) == Terrain::Ground
            && state.monster_at(pos).is_none()
            && area.is_apart(pos)
            && (floor.spec().boss.is_none() || pos.steps_to(throne::KING) <= GUARD_RADIUS)
    };
    choose(dice, tiles, is_spawn_tile)
}

/// Returns the `tiles` that are near `neighbour`.
fn tiles_near(neighbour: Pos, tiles: &TileSet) -> TileSet {
    const RADIUS: i8 = floors::GROUP_RADIUS.cast_signed();
    let mut near = TileSet::EMPTY;
    for (dx, dy) in (-RADIUS..=RADIUS).flat_map(|dx| (-RADIUS..=RADIUS).map(move |dy| (dx, dy))) {
        if let Some(pos) = neighbour.offset(dx, dy).filter(|&pos| tiles.contains(pos)) {
            near.insert(pos);
        }
    }
    near
}
