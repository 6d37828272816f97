//! Checks lost sectors: any damage to one sector of a save loses nothing, and play continues.

use musrex_core::Game;
use musrex_core::poll::block_on;
use musrex_core::save::{LoadWarning, SaveManager};
use musrex_testkit::assert_same;
use musrex_testkit::fixtures::TestRng;
use musrex_testkit::flash::{BYTES, Flash, SECTOR};
use musrex_testkit::save_now::SaveNow;
use musrex_testkit::saves::{Player, SaveContents, on_all_processors};
use musrex_testkit::seeds;
use musrex_testkit::tier::pick;

const SECTORS: usize = BYTES / SECTOR;

/// A save, and the contents that it must have.
struct Kept {
    what: &'static str,
    bytes: Box<[u8]>,
    contents: SaveContents,
    /// An earlier state of the flash.
    older: Box<[u8]>,
}

impl Kept {
    fn of(what: &'static str, player: &mut Player, older: Box<[u8]>) -> Kept {
        let bytes = player.manager.flash().bytes.clone();
        Kept { what, bytes, contents: player.kept.clone(), older }
    }
}

/// Returns saves of all kinds of sessions: new, after a death, on the third floor, with every sector in use, in the
/// middle of a journal, after a change of settings, and without a run.
fn saves(seed: u64) -> Vec<Kept> {
    let mut kept = Vec::new();
    let mut player = Player::new(seed);
    let empty = player.manager.flash().bytes.clone();
    kept.push(Kept::of("new", &mut player, empty));
    player.climb(seed, 12);
    let older = player.manager.flash().bytes.clone();
    for turn in 0..25 {
        if player.is_playing() {
            player.turn();
        }
        if turn % 6 == 5 {
            kept.push(Kept::of("a journal on the third floor", &mut player, older.clone()));
        }
    }
    player.set(&mut TestRng(seed));
    kept.push(Kept::of("settings", &mut player, older));
    let mut veteran = Player::veteran(seed);
    let mut older = veteran.manager.flash().bytes.clone();
    for turn in 0..600 {
        if !veteran.is_playing() {
            veteran.begin(seed.wrapping_add(turn));
        }
        veteran.turn();
        if turn % 150 == 149 {
            kept.push(Kept::of("every sector in use", &mut veteran, older));
            older = veteran.manager.flash().bytes.clone();
        }
    }
    if veteran.is_playing() {
        veteran.give_up();
    }
    kept.push(Kept::of("no run", &mut veteran, older));
    kept
}

/// The faults of a sector that the tests try.
const FAULTS: [&str; 5] = ["zeros", "ones", "noise", "an older copy", "swapped"];

/// Returns the flash with `fault` applied to one sector.
fn spoilt(kept: &Kept, fault: &str, sector: usize, rng: &mut TestRng) -> Flash {
    let mut flash = Flash::of(&kept.bytes);
    let range = sector * SECTOR..(sector + 1) * SECTOR;
    match fault {
        "zeros" => flash.bytes[range].fill(0),
        "ones" => flash.bytes[range].fill(0xFF),
        "noise" => {
            flash.bytes[range].iter_mut().for_each(|byte| *byte = rng.below(256).to_le_bytes()[0]);
        }
        "an older copy" => flash.bytes[range.clone()].copy_from_slice(&kept.older[range]),
        _ => {
            let other = rng.below(16) as usize * SECTOR;
            let bytes = flash.bytes[range.clone()].to_vec();
            flash.bytes.copy_within(other..other + SECTOR, range.start);
            flash.bytes[other..][..SECTOR].copy_from_slice(&bytes);
        }
    }
    flash
}

/// One in this many cases is tried: in the short tier, where the number is a prime, and in the full tier.
const CASES_A_CASE: [usize; 2] = [13, 1];

#[test]
fn the_loss_of_any_sector_loses_nothing() {
    for seed in seeds::shifts(2) {
        let saves = saves(seed);
        let every = pick(CASES_A_CASE);
        on_all_processors(saves.len() * SECTORS * FAULTS.len() / every, |index| {
            let index = index * every;
            let (kept, index) = (&saves[index % saves.len()], index / saves.len());
            let (sector, fault) = (index % SECTORS, FAULTS[index / SECTORS]);
            let mut rng = TestRng(seed.wrapping_add(index as u64));
            let what = format!("{}, sector {sector}: {fault}", kept.what);
            check(kept, spoilt(kept, fault, sector, &mut rng), &what);
        });
    }
}

/// Checks that the save has all its contents at the first and the next opening. Then checks that play continues, and
/// that losing another sector also loses nothing.
fn check(kept: &Kept, mut flash: Flash, what: &str) {
    for look in ["first", "second"] {
        let (found, loaded) = SaveContents::load(&mut flash);
        assert_same!(found, kept.contents, "{what}, {look} look");
        assert!(loaded.warnings.is_empty(), "{what}: {:?}", loaded.warnings);
        assert_eq!(loaded.save_error, None, "{what}");
        assert!(!loaded.is_damaged || look == "first", "{what}: it is not repaired");
    }
    let mut player = Player::resume_on(flash);
    for turn in 0..3 {
        if !player.is_playing() {
            player.begin(turn);
        }
        player.turn();
    }
    let (found, loaded) = SaveContents::load(player.manager.flash());
    assert_same!(found, player.kept, "{what}, gone on");
    assert!(loaded.warnings.is_empty() && loaded.save_error.is_none(), "{what}, gone on");
    for sector in 0..SECTORS {
        let mut flash = Flash::of(&player.manager.flash().bytes);
        flash.bytes[sector * SECTOR..][..SECTOR].fill(0);
        let (found, _) = SaveContents::load(&mut flash);
        assert_same!(found, player.kept, "{what}, gone on, and sector {sector} is lost");
    }
}

// Power fails at each of the first steps of the repair, and at some later steps. The next opening finds the same
// contents without a warning.
#[test]
fn power_may_fail_while_a_lost_sector_is_repaired() {
    let saves = saves(seeds::shifted(3));
    let every = pick(CASES_A_CASE);
    on_all_processors(saves.len() * SECTORS / every, |index| {
        let index = index * every;
        let (kept, sector) = (&saves[index % saves.len()], index / saves.len());
        let mut lost = Flash::of(&kept.bytes);
        lost.bytes[sector * SECTOR..][..SECTOR].fill(0);
        let mut steps = 0;
        loop {
            let mut flash = Flash { steps_left: Some(steps), ..lost.clone() };
            let _ = SaveContents::load(&mut flash);
            let is_whole = flash.steps_left != Some(0);
            flash.steps_left = None;
            let (found, loaded) = SaveContents::load(&mut flash);
            assert_same!(found, kept.contents, "{}, sector {sector}, {steps} steps", kept.what);
            assert!(loaded.warnings.is_empty(), "{}: {:?}", kept.what, loaded.warnings);
            if is_whole {
                break;
            }
            steps += if steps < 64 { 1 } else { 13 };
        }
    });
}

// For the largest game that the rules allow, a save has only one copy of each floor that the player has left. A lost
// sector may contain two such floors. Both are then lost, and each loss is reported.
#[test]
fn of_the_fullest_game_a_lost_sector_costs_two_floors_at_most() {
    let mut manager = block_on(SaveManager::open(Flash::default()));
    let game = musrex_testkit::full_floors::fullest_game(u64::MAX, musrex_core::Floor::THRONE);
    for round in 0..5 {
        manager.begin(&game).expect("there is room");
        for sector in 0..SECTORS {
            let mut flash = Flash::of(&manager.flash().bytes);
            flash.bytes[sector * SECTOR..][..SECTOR].fill(0);
            let mut again = Box::new(Game::new(0));
            let loaded =
                block_on(async { SaveManager::open(&mut flash).await.load(&mut again).await });
            assert!(loaded.has_run && loaded.warnings.len() <= 2, "{:?}", loaded.warnings);
            let is_floor = |warning: &LoadWarning| matches!(warning, LoadWarning::FloorLost(_));
            assert!(loaded.warnings.iter().all(is_floor), "round {round}: {:?}", loaded.warnings);
            assert_same!(again.current_floor(), game.current_floor());
        }
    }
}
