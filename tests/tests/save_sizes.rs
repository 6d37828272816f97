//! Checks the size and the wear of saves, and that the fullest possible game is saved (W11, H5).

use musrex_core::content::{Bonus, ItemKind, MonsterKind, Slot, Status};
use musrex_core::geometry::Pos;
use musrex_core::limits::{
    ITEMS_MAX, MONSTERS_BORN, MONSTERS_MAX, PACK_MAX, RECORD_BYTES_MAX, REINFORCEMENTS_MAX,
    STATUS_TURNS_MAX, TILES,
};
use musrex_core::quantity::{Hp, Level, Turn, Xp};
use musrex_core::save::{
    FLOOR_BYTES_MAX, RUN_BYTES_MAX, SCORES_BYTES_MAX, SCORES_MAX, SaveError, SaveManager, Score,
    Scores, sizes,
};
use musrex_core::screens::Settings;
use musrex_core::world::path::Route;
use musrex_core::world::{
    AiState, Cause, FloorState, GroundItem, Item, Monster, Player as Hero, Terrain,
};
use musrex_core::{Command, Floor, Game, worldgen};
use musrex_tests::assert_same;
use musrex_tests::fixtures::interior;
use musrex_tests::flash::{Flash, SECTOR};
use musrex_tests::save_now::SaveNow;
use musrex_tests::saves::{Player, SaveContents};
use musrex_tests::seeds;

const _: () = assert!(RUN_BYTES_MAX <= RECORD_BYTES_MAX && RECORD_BYTES_MAX == 4_060);
const _: () = assert!(SCORES_BYTES_MAX < SECTOR / 2);

/// A bonus whose numbers take all the room there is.
fn wide() -> Bonus {
    let [hp_max, attack_min, attack_max, defence, saving_throw] =
        [i16::MAX, i16::MIN, i16::MAX, i16::MIN, i16::MAX];
    Bonus { hp_max, attack_min, attack_max, defence, saving_throw }
}

/// Returns a monster that moves without end, wherever it stands.
fn monster(kind: MonsterKind, pos: Pos, hp: Hp) -> Monster {
    let mut monster = Monster::new(kind, pos, hp);
    let route = Route::try_from(u64::MAX >> 3).expect("twenty steps");
    monster.ai_state = AiState::Wandering { goal: pos, route };
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
        state.reinforcement_timer.turns = u16::MAX;
        state.reinforcement_timer.reinforcements = u8::try_from(REINFORCEMENTS_MAX).unwrap();
    }
    state.items.clear();
    while state.items.len() < ITEMS_MAX && !open.is_empty() {
        let item = Item::with_bonus(ItemKind::Microchip, wide());
        state.items.push(GroundItem { pos: open.pop().unwrap(), item }).unwrap();
    }
    state
}

/// One who carries and wears all that one can.
fn fullest_hero(pos: Pos) -> Hero {
    let mut hero = Hero::new(pos, Hp(u16::MAX));
    hero.level = Level::new(99).unwrap();
    hero.xp = Xp(u32::MAX);
    hero.kills = u16::MAX;
    hero.regeneration = 249;
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
    for below in Floor::all().filter(|&below| below < floor) {
        game.set_stored_floor(below, fullest(seed, below).to_stored().expect("within the bounds"));
    }
    game
}

fn fullest_scores(seed: u64) -> Scores {
    let mut scores = Scores::new();
    for _ in 0..SCORES_MAX {
        scores.insert(Score {
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
    let mut manager = SaveManager::open(Flash::default());
    manager.begin(&Game::new(seed)).expect("an empty flash has room");
    for floor in Floor::all() {
        let game = fullest_game(seed, floor);
        let found = sizes(&game);
        assert!(found.run <= RUN_BYTES_MAX && found.floor_max <= FLOOR_BYTES_MAX);
        manager.turn(Command::Wait, &game).expect("the bounds say that there is room");
    }
    let game = fullest_game(seed, Floor::THRONE);
    let found = sizes(&game);
    println!(
        "run {} of {RUN_BYTES_MAX}, floor {} of {FLOOR_BYTES_MAX}",
        found.run, found.floor_max
    );
    // All of it again and again, and small things in between, so that records come to lie in all
    // kinds of places: there is always room.
    for round in 0..100 {
        manager.begin(&game).expect("there is room for what was there before");
        for _ in 0..round % 7 {
            manager.set(&Settings::default()).expect("settings are small");
        }
    }
    let (found, loaded) = SaveContents::load(manager.flash());
    assert!(loaded.warnings.is_empty(), "{:?}", loaded.warnings);
    assert_same!(found.run, Some(game.clone()));
    manager.end(Command::Wait, &game, &fullest_scores(seed)).expect("there is room for scores");
    let (found, loaded) = SaveContents::load(manager.flash());
    assert!(found.run.is_none() && loaded.warnings.is_empty());
    assert_eq!(found.scores, fullest_scores(seed));
}

// What the rules do not allow, as one may make it up with the library, is refused, and harms nothing.
#[test]
fn a_game_that_outgrows_its_record_is_refused() {
    let mut manager = SaveManager::open(Flash::default());
    let before = Box::new(Game::new(1));
    manager.begin(&before).expect("an empty flash has room");
    let floor = Floor::new(2).expect("a floor of the tower");
    let mut here = fullest(1, floor);
    let beside = Pos::at(1, 1);
    for pos in interior() {
        if here.monster_at(pos).is_none() && here.item_at(pos).is_none() && pos != beside {
            here.map.set(pos, Terrain::DoorOpen);
        }
    }
    here.map.set(beside, Terrain::Ground);
    assert_eq!(here.to_stored(), None, "nor can it be remembered");
    let game = Box::new(Game::from_parts(1, floor, fullest_hero(beside), here));
    assert_eq!(manager.turn(Command::Wait, &game), Err(SaveError::Full));
    assert_eq!(manager.begin(&game), Err(SaveError::Full), "nothing more is written");
    let (found, loaded) = SaveContents::load(manager.flash());
    assert_same!(found.run, Some(before));
    assert!(loaded.warnings.is_empty());
}

#[test]
fn a_typical_run_is_less_than_half_of_its_plain_record() {
    let (mut packed, mut plain) = (0, 0);
    for seed in 0..20 {
        let mut player = Player::new(seeds::shifted(seed));
        for turn in 0..600 {
            if !player.is_playing() {
                break;
            }
            player.turn();
            if turn % 50 == 49 && player.is_playing() {
                let sizes = sizes(&player.game);
                packed += sizes.run + sizes.floors;
                plain += sizes.plain;
            }
        }
    }
    println!("packed {packed}, plain {plain}");
    assert!(packed * 2 < plain);
}

#[test]
fn wear_is_close_to_the_ideal() {
    let mut player = Player::new(seeds::shifted(11));
    let (mut seed, mut turns) = (seeds::shifted(100), 0);
    while turns < 20_000 {
        player.turn();
        turns += 1;
        if !player.is_playing() {
            seed = seed.wrapping_add(1);
            player.begin(seed);
        }
    }
    let flash = player.manager.flash();
    let (erased, written) = (flash.erased, flash.written);
    // The sectors in use at the end will have to be erased, too.
    println!(
        "erases per 1,000 turns: {}.{:02}; bytes written per turn: {}; ideal {}, erased {erased}",
        erased / 20,
        erased % 20 * 5,
        written / 20_000,
        written / SECTOR as u64
    );
    let in_use = 16;
    assert!((erased + in_use) * 10 * SECTOR as u64 <= 12 * written);
}
