//! Checks damage. A save that differs from what was written either loads completely, or the player is told. The program
//! never loads another game in place of the player's.

use musrex_core::Game;
use musrex_core::app::Settings;
use musrex_core::poll::block_on;
use musrex_core::save::{LoadWarning, Loaded, Memory, SaveError, SaveManager};
use musrex_testkit::assert_same;
use musrex_testkit::fixtures::TestRng;
use musrex_testkit::flash::{BYTES, Flash, SECTOR};
use musrex_testkit::records::{FlashItem, KEY_OF_JOURNAL, VERSION, image, items};
use musrex_testkit::save_now::SaveNow;
use musrex_testkit::saves::{Player, SaveContents, Session, on_all_processors, resume_any};
use musrex_testkit::seeds;
use musrex_testkit::tier::{is_full, pick};

/// Plays a run to its third floor after another run has ended. The save also contains settings and a journal.
fn session(seed: u64) -> Session {
    let mut player = Player::new(seed);
    player.manager.flash().log = Some(Vec::new());
    player.climb(1, 12);
    player.into_session()
}

/// Checks that a damaged save loads completely or with a warning.
fn assert_honest(session: &Session, found: &SaveContents, loaded: &Loaded, damage: &str) {
    if loaded.warnings.is_empty() && loaded.save_error.is_none() {
        let (_, newest) = session.kept.last().expect("a session has a beginning");
        assert_same!(found, newest, "{damage}, silently");
        return;
    }
    if let Some(run) = &found.run {
        let is_known = session.knows(run, loaded);
        assert!(is_known, "{damage}: {:?} and another game {}", loaded.warnings, found.brief());
    }
}

fn load_damaged(session: &Session, bytes: &[u8], damage: &str) -> Flash {
    let mut flash = Flash::of(bytes);
    let (found, loaded) = SaveContents::load(&mut flash);
    assert_honest(session, &found, &loaded, damage);
    flash
}

fn is_erased(sector: &[u8]) -> bool {
    sector.iter().all(|&byte| byte == 0xFF)
}

/// The number of bits of a save.
const BITS: usize = BYTES * 8;
/// A session has one flip in this many bits: in the short tier, and in the full tier, which also flips every bit of its
/// first session. The numbers are primes, so that every position in a byte is tried.
const BITS_A_TURN: [usize; 2] = [151, 13];

/// Returns the flash with one bit flipped.
fn turn_bit(session: &Session, bit: usize) -> Flash {
    let mut damaged = session.flash.bytes.clone();
    damaged[bit / 8] ^= 1 << (bit % 8);
    load_damaged(session, &damaged, &format!("bit {} of byte {:#x}", bit % 8, bit / 8))
}

#[test]
fn every_single_bit() {
    for (index, seed) in seeds::shifts(5).enumerate() {
        let is_thorough = is_full() && index == 0;
        let step = if is_thorough { 1 } else { pick(BITS_A_TURN) };
        turn_bits(&session(seed), step);
    }
}

/// Flips one in `step` bits, one at a time.
fn turn_bits(session: &Session, step: usize) {
    let bytes = &session.flash.bytes;
    let in_use: Vec<bool> = bytes.chunks(SECTOR).map(|sector| !is_erased(sector)).collect();
    println!("in use: {in_use:?}");
    on_all_processors(BITS.div_ceil(step), |index| {
        let bit = index * step;
        if in_use[bit / 8 / SECTOR] {
            let flash = turn_bit(session, bit);
            if index % 128 == 0 {
                resume_any(&flash.bytes);
            }
        } else {
            // A sector that is not in use can be damaged without loss, because it is erased before use.
            let (_, newest) = session.kept.last().expect("a session has a beginning");
            let mut flash = Flash::of(bytes);
            flash.bytes[bit / 8] ^= 1 << (bit % 8);
            let (found, loaded) = SaveContents::load(&mut flash);
            assert_same!(found, newest, "bit {} of byte {:#x}", bit % 8, bit / 8);
            assert!(loaded.warnings.is_empty());
        }
    });
}

/// Returns a player in a run with a journal, on a flash in which every sector was used at some time.
fn written_full() -> Player {
    let mut player = Player::veteran(seeds::shifted(1));
    player.manager.flash().log = Some(Vec::new());
    for seed in 2..1_000 {
        player.begin(seeds::shifted(seed));
        for _ in 0..150 {
            if player.is_playing() {
                player.turn();
            }
        }
        if player.is_playing() && player.game.floor().number() > 0 {
            break;
        }
    }
    player
}

// Nearly every sector is in use, so older records and entries could appear in place of newer ones.
#[test]
fn single_bits_of_a_flash_in_which_much_was_written() {
    let session = written_full().into_session();
    assert!(session.flash.bytes.chunks(SECTOR).filter(|sector| is_erased(sector)).count() < 3);
    let every = pick([3 * 64, 64]);
    on_all_processors(BITS / every, |index| {
        let _ = turn_bit(&session, index * every + index % 64);
    });
}

/// Returns a player in a run whose journal has at least five turns.
fn run_with_journal(seed: u64) -> Player {
    let mut player = Player::new(seed);
    for number in 0..1_000 {
        if !player.is_playing() {
            player.begin(seed.wrapping_add(number));
        }
        player.turn();
        if player.is_playing() && journal(&player.manager.flash().bytes).len() >= 5 {
            return player;
        }
    }
    panic!("no run has a journal of five turns");
}

/// Returns the valid entries of the journal, the oldest first. Each entry consists of its copies.
fn journal(bytes: &[u8]) -> Vec<Vec<FlashItem>> {
    let items = items(bytes);
    let run = items.iter().filter(|item| item.key == 1).map(|item| item.epoch).max();
    let mut entries: Vec<Vec<FlashItem>> = Vec::new();
    for item in
        items.into_iter().filter(|item| item.key == KEY_OF_JOURNAL && Some(item.epoch) >= run)
    {
        match entries.iter_mut().find(|copies| copies[0].data == item.data) {
            Some(copies) => copies.push(item),
            None => entries.push(vec![item]),
        }
    }
    entries
}

// One copy of a journal entry is blank: the copy in the other sector is used instead. If both copies are blank, the
// turns from there on are lost, and the warning states their number.
#[test]
fn a_gap_in_the_journal_loses_nothing_or_is_told_with_its_number() {
    for seed in seeds::shifts(1) {
        let mut player = run_with_journal(seed);
        let bytes = player.manager.flash().bytes.clone();
        let entries = journal(&bytes);
        for (index, copies) in entries.iter().enumerate() {
            assert_eq!(copies.len(), 2, "each turn has two entries");
            let mut flash = Flash::of(&bytes);
            for (blank, copy) in copies.iter().enumerate() {
                flash.bytes[copy.at..copy.end()].fill(0xFF);
                let (found, loaded) = SaveContents::load(&mut flash.clone());
                if blank == 0 {
                    assert_same!(found, player.kept, "entry {index}");
                    assert!(loaded.warnings.is_empty(), "{:?}", loaded.warnings);
                    // In the last turn, power may have failed before the second copy of its entry was written.
                    let is_last = index + 1 == entries.len();
                    assert_eq!(loaded.is_damaged, !is_last, "entry {index}");
                    continue;
                }
                let run = found.run.expect("the run is there");
                let lost = u32::try_from(entries.len() - index).expect("a short journal");
                assert_eq!(run.turn().0 + lost, player.game.turn().0, "entry {index}");
                // If no entry of the last turn is left, the turn counts as not played.
                let is_last = index + 1 == entries.len();
                let told = LoadWarning::JournalBroken { turns_lost: lost };
                let told = if is_last { vec![] } else { vec![told] };
                assert_eq!(loaded.warnings.as_slice(), told, "entry {index}");
            }
        }
    }
}

// Damage to four bits of one byte can make an erased sector look used.
#[test]
fn a_mark_where_no_sector_is_in_use() {
    let session = session(seeds::shifted(5));
    for sector in 0..BYTES / SECTOR {
        let mut damaged = session.flash.bytes.clone();
        if is_erased(&damaged[sector * SECTOR..][..SECTOR]) {
            damaged[sector * SECTOR] = 0x2D;
            // In addition, a record is damaged, so that another record is read in its place.
            damaged[0x300] ^= 5;
            let flash = load_damaged(&session, &damaged, &format!("a mark on sector {sector}"));
            resume_any(&flash.bytes);
        }
    }
}

#[test]
fn bursts_of_damage() {
    for seed in seeds::shifts(5) {
        spoil_in_bursts(seed);
    }
}

/// The number of damaged saves: in the short tier, and in the full tier.
const BURSTS: [usize; 2] = [1_000, 3_000];

fn spoil_in_bursts(seed: u64) {
    let session = session(seed);
    on_all_processors(pick(BURSTS), |index| {
        let mut rng = TestRng(seed.wrapping_add(index as u64));
        let mut damaged = session.flash.bytes.clone();
        for _ in 0..=rng.below(4) {
            let start = rng.below(0x1_0000) as usize;
            let start = if rng.below(2) == 0 { start % 0x2000 } else { start };
            let length = 1 + rng.below(300) as usize;
            for byte in damaged[start..].iter_mut().take(length) {
                *byte = match rng.below(3) {
                    0 => 0,
                    1 => 0xFF,
                    _ => u8::try_from(rng.below(256)).expect("a byte"),
                };
            }
        }
        let mut flash = Flash::of(&damaged);
        let (_, _) = SaveContents::load(&mut flash);
        resume_any(&flash.bytes);
    });
}

#[test]
fn what_is_not_ours_stays_as_it_is() {
    let mut rng = TestRng(seeds::shifted(1));
    let noise: Vec<u8> =
        (0..BYTES).map(|_| u8::try_from(rng.below(256)).expect("a byte")).collect();
    let mut sparse = vec![0xFF; BYTES];
    sparse[0x8000] = 0x12;
    let mut title = vec![0xFF; BYTES];
    title[..16].copy_from_slice(b"SOME OTHER GAME\0");
    for bytes in [noise, sparse, title] {
        let mut flash = Flash::of(&bytes);
        let mut manager = block_on(SaveManager::open(&mut flash));
        let mut game = Box::new(Game::new(1));
        let loaded = block_on(manager.load(&mut game));
        assert_eq!(loaded.save_error, Some(SaveError::Foreign));
        assert!(!loaded.has_run && loaded.settings.is_none());
        assert_eq!(manager.begin(&Game::new(1)), Err(SaveError::Foreign));
        assert_eq!(manager.set(&Default::default()), Err(SaveError::Foreign));
        assert_same!(*flash.bytes, *bytes, "not a byte may change");
        let mut manager = block_on(SaveManager::open(&mut flash));
        manager.allow_overwrite();
        manager.begin(&Game::new(1)).expect("there is room now");
        let (found, _) = SaveContents::load(manager.flash());
        assert_same!(found.run.as_deref(), Some(&Game::new(1)));
    }
}

// After the player agrees to lose a save of a later version, nothing of that save is left that could make the program
// refuse the new save.
#[test]
fn nothing_is_left_of_a_save_that_was_overwritten() {
    let mut veteran = Player::veteran(seeds::shifted(1));
    let later = image(VERSION + 1, &items(&veteran.manager.flash().bytes));
    let mut manager = block_on(SaveManager::open(Flash::of(&later)));
    assert_eq!(manager.save_error(), Some(SaveError::TooNew(VERSION + 1)));
    manager.allow_overwrite();
    manager.begin(&Game::new(1)).expect("there is room now");
    let (found, loaded) = SaveContents::load(manager.flash());
    assert_eq!(loaded.save_error, None);
    assert_same!(found.run.as_deref(), Some(&Game::new(1)));
}

// A save that is too short, by any number of bytes, is refused because of its size.
#[test]
fn every_length_but_the_right_one() {
    let bytes = session(seeds::shifted(5)).flash.bytes;
    let every = pick([11, 1]);
    on_all_processors(BYTES / every, |index| {
        let length = index * every;
        let mut short = bytes[..length].to_vec();
        let mut manager = block_on(SaveManager::open(Memory(&mut short[..])));
        assert_eq!(manager.save_error(), Some(SaveError::WrongSize));
        assert_eq!(manager.set(&Settings::default()), Err(SaveError::WrongSize));
        assert_same!(*short, bytes[..length], "{length} bytes");
    });
}

// If the end of the data is missing but the size is right, either the save contains an earlier state of the run or no
// run, or the player is told.
#[test]
fn a_save_without_its_end_is_the_run_as_it_was_or_refused() {
    let session = session(seeds::shifted(5));
    let bytes = &session.flash.bytes;
    let end = (0..BYTES).rev().find(|&at| bytes[at] != 0xFF).expect("a save");
    let ends: Vec<usize> = (0..=end + 1).step_by(pick([149, 1])).collect();
    on_all_processors(ends.len(), |index| {
        let mut damaged = bytes.clone();
        damaged[ends[index]..].fill(0xFF);
        let (found, loaded) = SaveContents::load(&mut Flash::of(&damaged));
        let is_known = |kept: &SaveContents| kept.run == found.run;
        let is_told = !loaded.warnings.is_empty() || loaded.save_error.is_some();
        let was = session.kept.iter().any(|(_, kept)| is_known(kept));
        assert!(
            was || is_told || found.run.is_none(),
            "byte {:#x}: {}",
            ends[index],
            found.brief()
        );
    });
}
