//! Checks the size and the wear of saves, and that the fullest possible game is saved (W11, H5).

use musrex_core::app::Settings;
use musrex_core::content::grafts::GRAFTS_MAX;
use musrex_core::content::{Graft, Kit, MonsterKind, PlaceKind};
use musrex_core::geometry::Pos;
use musrex_core::limits::{ITEMS_MAX, MONSTERS_MAX, SPILLS_MAX, VENTED_MAX};
use musrex_core::poll::block_on;
use musrex_core::quantity::{Hp, Level, Turn};
use musrex_core::save::{
    LoadWarning, LoadWarnings, RunMode, SCORES_MAX, SaveError, SaveManager, Score, Scores,
};
use musrex_core::world::path::Route;
use musrex_core::world::{
    AiState, Cause, FloorState, GroundItem, KingsEnd, Lineage, Monster, Terrain, VentedMonster,
};
use musrex_core::{Command, Floor, Game};
use musrex_testkit::fixtures::interior;
use musrex_testkit::flash::{Flash, SECTOR};
use musrex_testkit::full_floors::{
    fullest_floor, fullest_game, fullest_hero, place_for_player, random_game, wide_item,
};
use musrex_testkit::records::{put, record};
use musrex_testkit::save_now::SaveNow;
use musrex_testkit::saves::{Player, SaveContents};
use musrex_testkit::tier::pick;
use musrex_testkit::{assert_invariants, assert_same, seeds};
use postcard::ser_flavors::Size;

/// Returns the largest number of bytes of a record, read from the table in `ARCHITECTURE.md`. The core's own tests
/// check this table.
fn most(record: &str) -> usize {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../ARCHITECTURE.md");
    let text = std::fs::read_to_string(path).expect("the page is there");
    let row = text.lines().find(|line| line.starts_with(&format!("| {record} |")));
    let cell = row.and_then(|row| row.split('|').nth(2)).expect("the table has the record");
    cell.trim().replace(',', "").parse().expect("the table has a number")
}

/// The sizes in bytes of the records of a game.
struct Sizes {
    /// The size of the run with the current floor.
    run: usize,
    /// The total size of all floors that the player has left, and the size of the largest of them.
    floors: usize,
    floor_max: usize,
    /// The size of the same game when serialised with postcard, field by field and tile by tile.
    plain: usize,
}

fn sizes(game: &Game) -> Sizes {
    let mut manager = block_on(SaveManager::open(Flash::default()));
    manager.begin(game).expect("an empty flash has room");
    let bytes = &manager.flash().bytes;
    let floors = || (16..30).map(|key| record(bytes, key).len());
    let (floors, floor_max) = (floors().sum(), floors().max().unwrap_or(0));
    let left = Floor::all().filter_map(|floor| game.rebuild_floor(floor));
    let plain = left.map(|floor| plain_bytes(&floor)).sum::<usize>();
    let plain = plain + plain_bytes(game.current_floor()) + postcard_bytes(game.player());
    Sizes { run: record(bytes, 1).len(), floors, floor_max, plain }
}

fn plain_bytes(floor: &FloorState) -> usize {
    let terrain = interior().map(|pos| floor.map.terrain(pos) as u8).collect::<Vec<_>>();
    let inhabitants = (&floor.monsters, &floor.vented, &floor.items, &floor.spills);
    postcard_bytes(&(floor.map.explored(), terrain)) + postcard_bytes(&inhabitants)
}

fn postcard_bytes(value: &impl serde::Serialize) -> usize {
    let size = postcard::serialize_with_flavor(value, Size::default());
    size.expect("all of it can be written")
}

fn fullest_lineage() -> Lineage {
    let grafts = Graft::ALL.into_iter().rev().take(GRAFTS_MAX).collect();
    Lineage { kit: Kit::ALL.last().copied(), grafts }
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
            kings_end: Some(KingsEnd::Ally),
            mode: RunMode::default(),
            lineage: fullest_lineage(),
        });
    }
    scores
}

#[test]
fn the_fullest_game_keeps_within_its_bounds_and_comes_back() {
    let seed = u64::MAX;
    let mut manager = block_on(SaveManager::open(Flash::default()));
    manager.begin(&Game::new(seed)).expect("an empty flash has room");
    let (run_most, floor_most) =
        (most("the run with the floor stood on"), most("a floor that was left"));
    for floor in Floor::all() {
        let game = fullest_game(seed, floor);
        let found = sizes(&game);
        assert!(found.run <= run_most && found.floor_max <= floor_most);
        manager.turn(Command::Wait, &game).expect("the bounds say that there is room");
    }
    let game = fullest_game(seed, Floor::THRONE);
    let found = sizes(&game);
    println!("run {} of {run_most}, floor {} of {floor_most}", found.run, found.floor_max);
    let here = game.current_floor();
    let stolen = here.monsters.iter().chain(here.vented.iter().map(|vented| &vented.monster));
    let stolen = stolen.filter(|monster| monster.loot.is_some()).count();
    assert_eq!((here.alive(), here.vented.len()), (MONSTERS_MAX, VENTED_MAX));
    assert_eq!((here.items.len() + stolen, here.spills.len()), (ITEMS_MAX, SPILLS_MAX));
    assert!(here.ally().is_some());
    // The whole game is saved repeatedly, with small records in between, so that records begin at many different
    // offsets. There is always room.
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

/// The number of random games: in the short tier, and in the full tier.
const GAMES: [u64; 2] = [60, 1_000];

#[test]
fn games_full_of_all_that_a_save_holds_come_back() {
    for number in 0..pick(GAMES) {
        let number = seeds::shifted(number);
        let floors = u8::try_from(Floor::all().count()).expect("14");
        let floor = u8::try_from(number % u64::from(floors)).expect("a floor");
        let game = random_game(number, Floor::new(floor).expect("a floor of the tower"));
        assert_invariants(&game);
        let mut manager = block_on(SaveManager::open(Flash::default()));
        manager.begin(&game).expect("an empty flash has room");
        let (found, loaded) = SaveContents::load(manager.flash());
        assert!(loaded.warnings.is_empty(), "game {number}: {:?}", loaded.warnings);
        assert_same!(found.run, Some(game), "game {number}");
    }
}

/// A forgery: the name of a fault, and the function that makes it.
type Forgery = (&'static str, fn(&mut FloorState));

/// Lists forgeries of a floor that the player has left.
const FORGED_FLOORS: [Forgery; 17] = [
    ("one tile of other ground", |floor| {
        let empty = |pos: &Pos| floor.monster_at(*pos).is_none() && floor.item_at(*pos).is_none();
        let grounds = floor.map.positions_of(|terrain| terrain == Terrain::Ground);
        let ground = grounds.filter(empty).last().expect("a floor has ground");
        floor.map.set(ground, Terrain::Water);
    }),
    ("two allies", |floor| floor.monsters[1].is_ally = true),
    ("25 hostiles", |floor| floor.monsters.iter_mut().for_each(|one| one.is_ally = false)),
    ("a dead one", |floor| floor.monsters[1].body.hp = Hp(0)),
    ("more hit points than it was born with", |floor| floor.monsters[1].hp_born = Hp(1)),
    ("more hit points than its kind has", |floor| {
        (floor.monsters[1].body.hp, floor.monsters[1].hp_born) = (Hp(127), Hp(127));
    }),
    ("two on a tile", |floor| {
        (floor.monsters[1].body.pos, floor.monsters[1].ai_state) =
            (floor.monsters[0].body.pos, AiState::Asleep);
    }),
    ("one in a wall", |floor| {
        (floor.monsters[1].body.pos, floor.monsters[1].ai_state) = (wall(floor), AiState::Asleep);
    }),
    ("one on its way into a wall", |floor| {
        floor.monsters[1].ai_state = AiState::hunting(wall(floor));
    }),
    ("a way through a wall", |floor| {
        let route = Route::try_from(u64::MAX >> 3).expect("twenty steps");
        let goal = floor.monsters[1].body.pos;
        floor.monsters[1].ai_state = AiState::Wandering { goal, route };
    }),
    ("a King on another floor", |floor| {
        let at = floor.monsters[1].body.pos;
        floor.monsters[1] = Monster::new(MonsterKind::MouseKing, at, Hp(1));
    }),
    ("one in the vents when nobody is there", |floor| {
        let mut monster = floor.monsters.pop().expect("there are some");
        (monster.body.pos, monster.is_ally) = (floor.map.vents()[0], false);
        let vented = VentedMonster { monster, turns: 1, is_rattling: false };
        assert!(floor.vented.push(vented).is_ok());
    }),
    ("a spill in a wall", |floor| floor.spills[0].pos = wall(floor)),
    ("two spills on a tile", |floor| floor.spills[0].pos = floor.spills[1].pos),
    ("a spill without turns", |floor| floor.spills[0].turns = 0),
    ("an item in a wall", |floor| floor.items[0].pos = wall(floor)),
    ("a locked door where generation put none", |floor| {
        let doors = floor.map.positions_of(Terrain::is_door).collect::<Vec<_>>();
        doors.into_iter().for_each(|door| floor.map.set(door, Terrain::DoorLocked));
    }),
];

/// Lists forgeries of the current floor with monsters in its vents.
const FORGED_VENTS: [Forgery; 3] = [
    ("one in the vents who is at none", |floor| {
        floor.vented[0].monster.body.pos = floor.monsters[0].body.pos;
    }),
    ("the ally in the vents", |floor| {
        floor.monsters.iter_mut().for_each(|one| one.is_ally = false);
        floor.vented[0].monster.is_ally = true;
    }),
    ("a snake in the vents", |floor| {
        let at = floor.vented[0].monster.body.pos;
        floor.vented[0].monster = Monster::new(MonsterKind::LabSnake, at, Hp(1));
    }),
];

/// Returns a wall inside the outermost ring.
fn wall(floor: &FloorState) -> Pos {
    interior().find(|&pos| floor.map.terrain(pos) == Terrain::Wall).expect("a floor has walls")
}

// The records are well-formed, but contain floors that cannot occur in play.
#[test]
fn a_floor_that_no_game_has_left_is_refused() {
    let seed = 3;
    let is_laboratory = |&floor: &Floor| PlaceKind::of(seed, floor) == PlaceKind::Mercies;
    let laboratory = Floor::all().find(is_laboratory).expect("every run has one");
    let mut whole = fullest_floor(seed, laboratory, false);
    // Some items must lie on the ground, where the forgeries expect them.
    whole.monsters[0].loot = None;
    let pos = place_for_player(&whole);
    assert!(whole.items.push(GroundItem { pos, item: wide_item() }).is_ok());
    let rebuilt = |floor: &FloorState| {
        let mut game = Box::new(Game::new(seed));
        game.set_stored_floor(laboratory, floor.to_stored().expect("it has room"));
        game.rebuild_floor(laboratory)
    };
    assert_same!(rebuilt(&whole).as_ref(), Some(&whole));
    for (what, forge) in FORGED_FLOORS {
        let mut forged = whole.clone();
        forge(&mut forged);
        assert!(forged != whole && rebuilt(&forged).is_none(), "{what} is read");
    }
}

// M7: a record stores the number of a floor's living monsters beside the bits of the floor. If the two differ, the
// record is refused.
#[test]
fn a_floor_with_a_forged_number_is_refused() {
    let (mut player, left) = (Player::new(seeds::shifted(7)), Floor::new(1).expect("a floor"));
    player.climb(1, 3);
    let key = 16 + left.number();
    let bytes = player.manager.flash().bytes.clone();
    for (more, is_read) in [(0, true), (1, false)] {
        let mut floor = record(&bytes, key);
        // The number comes after a hash of several bytes. In all bytes of the hash except the last, the highest bit is
        // set.
        let at = floor.iter().position(|byte| byte >> 7 == 0).expect("the hash ends") + 1;
        floor[at] += more;
        let (found, _) = SaveContents::load(&mut Flash::of(&put(&bytes, key, &floor)));
        let run = found.run.expect("the run is there");
        assert_eq!(run.rebuild_floor(left).is_some(), is_read, "{more} more");
    }
}

#[test]
fn a_run_with_impossible_vents_is_refused() {
    let (seed, floor) = (3, Floor::new(6).expect("a floor of the tower"));
    let whole = fullest_floor(seed, floor, true);
    let hero = fullest_hero(place_for_player(&whole));
    let load = |here: FloorState| {
        let mut manager = block_on(SaveManager::open(Flash::default()));
        let game = Box::new(Game::from_parts(seed, floor, hero.clone(), here));
        manager.begin(&game).expect("there is room");
        let (found, loaded) = SaveContents::load(manager.flash());
        (found.run == Some(game), loaded.warnings)
    };
    assert_eq!(load(whole.clone()), (true, LoadWarnings::new()));
    for (what, forge) in FORGED_VENTS {
        let mut forged = whole.clone();
        forge(&mut forged);
        let (_, warnings) = load(forged);
        assert_eq!(warnings.as_slice(), [LoadWarning::RunLost], "{what}");
    }
}

// A user of the library can construct a game that the rules do not allow. Such a game is refused, and does no damage.
#[test]
fn a_game_that_outgrows_its_record_is_refused() {
    let mut manager = block_on(SaveManager::open(Flash::default()));
    let before = Box::new(Game::new(1));
    manager.begin(&before).expect("an empty flash has room");
    let floor = Floor::new(2).expect("a floor of the tower");
    let mut here = fullest_floor(1, floor, true);
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
fn a_typical_save_is_at_most_15_per_cent_of_plain_postcard() {
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
    assert!(packed * 100 <= plain * 15);
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
    // The sectors in use at the end will also have to be erased some time.
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
