//! The fullest possible game, against the bounds and the room there is.

use super::format::{FLOOR_BYTES_MAX, RUN_BYTES_MAX, SCORES_BYTES_MAX};
use super::{Keeper, Memory, SCORES_MAX, Score, Scores, sizes};
use crate::content::{ItemKind, MonsterKind, Status};
use crate::geometry::Pos;
use crate::limits::{
    ITEMS_MAX, MONSTERS_BORN, MONSTERS_MAX, PACK_MAX, REINFORCEMENTS_MAX, SAVE_BYTES,
    SECTOR_BYTES, STATUS_TURNS_MAX, TILES,
};
use crate::quantity::{Floor, Hp, Level, Turn, Xp};
use crate::rules::path::Route;
use crate::rules::{Cause, Command};
use crate::screens::Settings;
use crate::world::{
    Bonus, FloorState, Game, GroundItem, Item, Mind, Monster, Player, Slot, Terrain,
};
use crate::worldgen;
use std::boxed::Box;
use std::vec::Vec;
use std::{println, vec};

/// A bonus whose numbers take all the room there is.
fn wide() -> Bonus {
    let [hp_max, attack_min, attack_max, defence, saving_throw] =
        [i16::MAX, i16::MIN, i16::MAX, i16::MIN, i16::MAX];
    Bonus { hp_max, attack_min, attack_max, defence, saving_throw }
}

/// Who moves without end, wherever it stands.
fn monster(kind: MonsterKind, pos: Pos, hp: Hp) -> Monster {
    let mut monster = Monster::new(kind, pos, hp);
    let route = Route::try_from(u64::MAX >> 3).expect("twenty steps");
    monster.mind = Mind::Wandering { goal: pos, route };
    for status in Status::ALL {
        monster.body.statuses.set(status, STATUS_TURNS_MAX);
    }
    monster
}

/// A floor as full as a floor can be, and seen in the way that takes most room.
fn fullest(seed: u64, floor: Floor) -> FloorState {
    let mut state = FloorState::EMPTY;
    worldgen::generate(seed, floor, &mut state);
    let doors: Vec<Pos> =
        state.map.iter().filter(|(_, terrain)| terrain.is_door()).map(|(pos, _)| pos).collect();
    for door in doors {
        state.map.set(door, Terrain::DoorOpen);
    }
    // Two alike and two not, row by row: every stretch is two tiles long.
    let mut above = [false; 85];
    for pos in (0..TILES).map(Pos::from_index) {
        let is_seen = &mut above[usize::from(pos.x())];
        *is_seen ^= pos.index() / 2 % 2 == 0;
        if *is_seen {
            state.map.explored_mut().insert(pos);
        }
    }
    let mut open: Vec<Pos> = state
        .map
        .iter()
        .filter(|(_, terrain)| *terrain == Terrain::Ground)
        .map(|(pos, _)| pos)
        .filter(|&pos| pos != worldgen::START)
        .collect();
    if floor != Floor::LOBBY {
        let king = state.monsters.iter().find(|monster| monster.kind == MonsterKind::MouseKing);
        let mut others = state.monsters.iter().filter(|m| m.kind != MonsterKind::MouseKing);
        let (kind, mut hp) = others.next().map(|monster| (monster.kind, monster.body.hp)).unwrap();
        hp.0 = *kind.spec().hp_on(floor).end();
        let kings: Vec<Pos> = king.map(|king| king.body.pos).into_iter().collect();
        open.retain(|pos| !kings.contains(pos));
        state.monsters.clear();
        for pos in kings {
            state.monsters.push(monster(MonsterKind::MouseKing, pos, Hp(1))).unwrap();
        }
        while state.monsters.len() < MONSTERS_MAX {
            let mut one = monster(kind, open.pop().unwrap(), hp);
            one.is_reinforcement = state.monsters.len() >= MONSTERS_BORN;
            state.monsters.push(one).unwrap();
        }
        state.lingering.turns = u16::MAX;
        state.lingering.reinforcements = u8::try_from(REINFORCEMENTS_MAX).unwrap();
    }
    state.items.clear();
    while state.items.len() < ITEMS_MAX && !open.is_empty() {
        let item = Item::with_bonus(ItemKind::Microchip, wide());
        state.items.push(GroundItem { pos: open.pop().unwrap(), item }).unwrap();
    }
    state
}

/// One who carries and wears all that one can.
fn fullest_hero(pos: Pos) -> Player {
    let mut hero = Player::new(pos, Hp(u16::MAX));
    hero.level = Level::new(99).unwrap();
    hero.xp = Xp(u32::MAX);
    hero.kills = u16::MAX;
    hero.mending = 249;
    for kind in [ItemKind::Crowbar, ItemKind::BulletproofVest, ItemKind::Microchip] {
        hero.worn.put_on(Item::with_bonus(kind, wide()));
    }
    assert_eq!(hero.worn.iter().count(), Slot::COUNT);
    while hero.pack.len() < PACK_MAX {
        hero.pack.push(Item::with_bonus(ItemKind::Microchip, wide())).unwrap();
    }
    for status in Status::ALL {
        hero.body.statuses.set(status, STATUS_TURNS_MAX);
    }
    hero.body.hp = Hp(1);
    hero
}

/// The fullest floors below, and the fullest one here.
fn fullest_game(seed: u64, floor: Floor) -> Box<Game> {
    let here = fullest(seed, floor);
    let beside = here
        .map
        .iter()
        .find(|&(pos, terrain)| terrain == Terrain::Ground && here.monster_at(pos).is_none())
        .map(|(pos, _)| pos)
        .expect("a floor has more ground than monsters");
    let mut game = Box::new(Game::from_parts(seed, floor, fullest_hero(beside), here));
    game.turn = Turn(u32::MAX - 100 + u32::from(floor.number()));
    game.last_harm = Some(Cause::Monster(MonsterKind::MouseKing));
    for below in Floor::all().filter(|&below| below < floor) {
        game.kept[below.index()] = Some(fullest(seed, below).keep());
    }
    game
}

fn fullest_scores(seed: u64) -> Scores {
    let mut scores = Scores::new();
    for _ in 0..SCORES_MAX {
        scores.enter(Score {
            points: u32::MAX,
            floor: Floor::THRONE,
            level: Level::new(99).expect("the highest level"),
            kills: u16::MAX,
            killed_by: Some(Cause::Monster(MonsterKind::MouseKing)),
            turns: Turn(u32::MAX),
            seed,
        });
    }
    scores
}

#[test]
fn the_fullest_game_keeps_within_its_bounds_and_comes_back() {
    let seed = u64::MAX;
    let mut flash = Memory(vec![0xFF; SAVE_BYTES as usize]);
    let mut keeper = Keeper::open(&mut flash);
    keeper.begin(&Game::new(seed)).expect("an empty flash has room");
    for floor in Floor::all() {
        let game = fullest_game(seed, floor);
        let found = sizes(&game);
        assert!(found.run <= RUN_BYTES_MAX && found.floor_max <= FLOOR_BYTES_MAX);
        keeper.turn(Command::Wait, &game).expect("the bounds say that there is room");
    }
    let game = fullest_game(seed, Floor::THRONE);
    let found = sizes(&game);
    println!("run {} of {RUN_BYTES_MAX}, floor {} of {FLOOR_BYTES_MAX}", found.run, found.floor_max);
    // All floors again and again in another order: there is always room.
    for round in 0..200 {
        keeper.forget_floors(round);
        keeper.turn(Command::Wait, &game).expect("there is room for what was there before");
        keeper.set(&Settings::default()).expect("settings are small");
    }
    let mut again = Box::new(Game::new(0));
    let loaded = Keeper::open(&mut flash).load(&mut again);
    assert!(loaded.has_run && loaded.notes.is_empty(), "{:?}", loaded.notes);
    assert!(again == game);
    let mut keeper = Keeper::open(&mut flash);
    keeper.load(&mut again);
    keeper.end(Command::Wait, &game, &fullest_scores(seed)).expect("there is room for scores");
    let loaded = Keeper::open(&mut flash).load(&mut again);
    assert!(!loaded.has_run && loaded.notes.is_empty());
    assert_eq!(loaded.scores, fullest_scores(seed));
    assert!(SCORES_BYTES_MAX < SECTOR_BYTES as usize / 2);
}
