//! Damage: a save that is not as it was written is repaired with a sentence, or refused with one.
//! Never is another game passed off as the player's.

use musrex_core::Game;
use musrex_core::save::{LoadWarning, Loaded, Memory, SaveError, SaveManager};
use musrex_core::screens::Settings;
use musrex_testkit::assert_same;
use musrex_testkit::fixtures::TestRng;
use musrex_testkit::flash::{BYTES, Flash, SECTOR};
use musrex_testkit::save_now::SaveNow;
use musrex_testkit::saves::{Player, SaveContents, Session, on_all_processors, resume_any};
use musrex_testkit::seeds;
use musrex_testkit::tier::pick;

/// Sectors of the records; the journal's follow.
const STORE_SECTORS: usize = 12;
/// Bytes of the records.
const STORE: usize = STORE_SECTORS * SECTOR;

/// A run on its third floor, after another that has ended, with settings and a journal.
fn session(seed: u64) -> Session {
    let mut player = Player::new(seed);
    player.manager.flash().log = Some(Vec::new());
    player.climb(1, 12);
    player.into_session()
}

/// Checks that a damaged save loads completely, or with a warning.
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

/// Bits of a save.
const BITS: usize = BYTES * 8;
/// Of how many bits one is turned, in both tiers: a prime, so that each place of a byte has its turn.
const BITS_A_TURN: [usize; 2] = [17, 1];

/// One bit of the save is wrong.
fn turn_bit(session: &Session, bit: usize) -> Flash {
    let mut damaged = session.flash.bytes.clone();
    damaged[bit / 8] ^= 1 << (bit % 8);
    load_damaged(session, &damaged, &format!("bit {} of byte {:#x}", bit % 8, bit / 8))
}

#[test]
fn every_single_bit() {
    seeds::shifts(5).for_each(|seed| turn_every_bit(&session(seed)));
}

fn turn_every_bit(session: &Session) {
    let bytes = &session.flash.bytes;
    let in_use: Vec<bool> = bytes.chunks(SECTOR).map(|sector| !is_erased(sector)).collect();
    println!("in use: {in_use:?}");
    let step = pick(BITS_A_TURN);
    on_all_processors(BITS.div_ceil(step), |index| {
        let bit = index * step;
        if in_use[bit / 8 / SECTOR] {
            let flash = turn_bit(session, bit);
            if index % 128 == 0 {
                resume_any(&flash.bytes);
            }
        } else {
            // An erased sector with a fault is erased, and all is as it was.
            let mut flash = Flash::of(bytes);
            flash.bytes[bit / 8] ^= 1 << (bit % 8);
            let _ = SaveManager::open(&mut flash);
            assert_same!(flash.bytes, *bytes, "bit {} of byte {:#x}", bit % 8, bit / 8);
        }
    });
}

/// Returns a player in a run with a journal, on whose flash every sector was in use.
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

// With every sector in use, where older records and entries might come up in place of newer ones.
#[test]
fn single_bits_of_a_flash_in_which_much_was_written() {
    let session = written_full().into_session();
    assert!(session.flash.bytes.chunks(SECTOR).filter(|sector| is_erased(sector)).count() < 3);
    on_all_processors(BITS / 64, |index| {
        let _ = turn_bit(&session, index * 64 + index % 64);
    });
}

// At whatever turn it happens, also where the journal goes from one sector to the next.
#[test]
fn sectors_of_the_journal_that_are_blank() {
    let mut player = Player::new(3);
    player.manager.flash().log = Some(Vec::new());
    let mut ends = Vec::new();
    while player.is_playing() && ends.len() < 400 {
        player.turn();
        if player.is_playing() {
            ends.push(player.manager.flash().bytes.clone());
        }
    }
    let session = player.into_session();
    let used = ends.last().expect("turns")[STORE_SECTORS * SECTOR..].chunks(SECTOR);
    assert!(used.filter(|sector| !is_erased(sector)).count() > 1, "no sector was filled");
    let newest = |turn: usize| &session.kept[turn + 1].1;
    on_all_processors(ends.len(), |turn| {
        for blank in 1..1 << (BYTES / SECTOR - STORE_SECTORS) {
            let mut flash = Flash::of(&ends[turn]);
            for (index, sector) in flash.bytes.chunks_mut(SECTOR).skip(STORE_SECTORS).enumerate() {
                if blank >> index & 1 == 1 {
                    sector.fill(0xFF);
                }
            }
            let (found, loaded) = SaveContents::load(&mut flash);
            let is_told = !loaded.warnings.is_empty() || loaded.save_error.is_some();
            let is_newest = found == *newest(turn);
            // A turn may fill a sector and open the next, which holds what came later alone: without
            // it, this is to the byte a flash whose power was cut in between.
            let is_cut = (1..turn).rev().find(|&last| found == *newest(last)).is_some_and(|last| {
                let mut before =
                    ends[last - 1][STORE_SECTORS * SECTOR..].chunks(SECTOR).enumerate();
                before.all(|(index, sector)| blank >> index & 1 == 0 || is_erased(sector))
            });
            assert!(is_newest || is_cut || is_told, "turn {turn}, {blank:#b}: {}", found.brief());
        }
    });
}

// What cannot be told: between two checkpoints a turn leaves nothing but its entry, so that a sector
// that is blank from an entry to its end is, to the byte, the flash as it was before that turn. All
// else is told.
#[test]
fn a_journal_that_is_blank_from_an_entry_on_is_an_earlier_flash_or_is_told() {
    let mut player = Player::veteran(seeds::shifted(3));
    let (mut flashes, mut starts) = (vec![player.manager.flash().bytes.clone()], Vec::new());
    // Turns since the last checkpoint: only their entries have changed the flash.
    let mut turns = 0;
    // The journal has gone on from one sector to the next.
    let has_turned = |starts: &[usize]| starts.iter().any(|at| at / SECTOR != starts[0] / SECTOR);
    while turns < TURNS || !has_turned(&starts) {
        assert!(flashes.len() < 4_000, "no thirty turns in a row without a checkpoint");
        if !player.is_playing() {
            player.begin(seeds::shifted(3 + flashes.len() as u64));
            flashes.push(player.manager.flash().bytes.clone());
        }
        player.turn();
        let (before, after) = (&flashes[flashes.len() - 1], player.manager.flash().bytes.clone());
        let is_plain = before[..STORE] == after[..STORE];
        turns = if is_plain && player.is_playing() { turns + 1 } else { 0 };
        // An entry that opens a sector again begins with its erasure, in which other tests cut the power.
        let start = (STORE..BYTES).find(|&at| before[at] != after[at]);
        starts.extend(start.filter(|&at| before[at] == 0xFF));
        flashes.push(after);
    }
    let whole = flashes.last().expect("turns").clone();
    let newest = &player.kept;
    let earlier = std::sync::atomic::AtomicUsize::new(0);
    on_all_processors(starts.len(), |index| {
        let start = starts[index];
        let mut flash = Flash::of(&whole);
        flash.bytes[start..(start / SECTOR + 1) * SECTOR].fill(0xFF);
        let blanked = flash.bytes.clone();
        let (found, loaded) = SaveContents::load(&mut flash);
        let is_told = !loaded.warnings.is_empty() || loaded.save_error.is_some();
        let is_earlier = flashes[..flashes.len() - 1].contains(&blanked);
        assert!(found == *newest || is_told || is_earlier, "{start:#x}: {}", found.brief());
        earlier.fetch_add(usize::from(is_earlier), std::sync::atomic::Ordering::Relaxed);
    });
    let earlier = earlier.into_inner();
    println!("{} entries, {earlier} of them lead to an earlier flash", starts.len());
    assert!(earlier >= TURNS);
}

/// Turns of a journal at least of which each is blanked.
const TURNS: usize = 30;

/// A run in whose journal, in one sector, at least three turns follow the entry for which `is_wanted`
/// holds. Gives the flash with all of them, and where that entry begins and the last one ends.
fn run_with_entry(is_wanted: impl Fn(&[u8]) -> bool) -> (Player, usize, usize) {
    for seed in 0..100 {
        let mut player = Player::new(seeds::shifted(seed));
        let (mut start, mut turns) = (None, 0);
        while player.is_playing() && turns < 3 {
            let before = player.manager.flash().bytes.clone();
            player.turn();
            let after = &player.manager.flash().bytes;
            let journal = STORE..BYTES;
            let changed = |at: &usize| before[*at] != after[*at];
            let is_checkpoint = (0..journal.start).any(|at| changed(&at));
            let first = journal.clone().find(changed).expect("a turn has an entry");
            let last = journal.rev().find(changed).expect("a turn has an entry");
            match start {
                // One that was not made in one piece with a checkpoint.
                _ if is_checkpoint || last - first > 32 => (start, turns) = (None, 0),
                None if is_wanted(&after[first..]) => start = Some((first, last + 1)),
                None => {}
                Some((first, _)) => {
                    turns += 1;
                    start = Some((first, last + 1));
                }
            }
        }
        if let (Some((start, end)), true) = (start, player.is_playing()) {
            return (player, start, end);
        }
    }
    panic!("none of a hundred runs has such an entry");
}

/// Bytes before an item in the journal.
const HEADER_BYTES: usize = 8;

// Saves of earlier versions: power failed before the last byte of a header, and the entry behind it
// begins with that byte.
#[test]
fn what_a_torn_header_has_swallowed_is_found() {
    // The length of an entry of five bytes, and its check but for the last byte.
    const TORN: [u8; HEADER_BYTES - 1] = [0x12, 0x34, 0x56, 0x78, 5, 0, 0xDC];
    const MISSING: u8 = 0xE5;
    let (mut player, start, end) = run_with_entry(|entry| entry[0] == MISSING);
    let whole = player.manager.flash().bytes.clone();
    let mut swallowed = whole.clone();
    swallowed[start..][..TORN.len()].copy_from_slice(&TORN);
    swallowed[start + TORN.len()..][..end - start].copy_from_slice(&whole[start..end]);
    let mut flash = Flash::of(&swallowed);
    let (found, loaded) = SaveContents::load(&mut flash);
    assert_same!(found, player.kept);
    assert_eq!((loaded.warnings.as_slice(), loaded.save_error), (&[][..], None));
    let mut player = Player::resume(&flash.bytes);
    for _ in 0..3 {
        player.turn();
        let (found, loaded) = SaveContents::load(player.manager.flash());
        assert_same!(found, player.kept);
        assert!(loaded.warnings.is_empty());
    }
}

// An entry in the midst of the journal is spoilt: it and the three behind it are lost, and counted.
#[test]
fn turns_that_are_lost_are_counted() {
    let (mut player, start, _) = run_with_entry(|_| true);
    let newest = player.game.turn().0;
    let mut flash = Flash::of(&player.manager.flash().bytes);
    flash.bytes[start + HEADER_BYTES] ^= 0x10;
    let (found, loaded) = SaveContents::load(&mut flash);
    let run = found.run.expect("the run is there");
    assert_eq!(run.turn().0, newest - 4);
    assert_eq!(loaded.warnings.as_slice(), [LoadWarning::JournalBroken { turns_lost: Some(4) }]);
}

// Four bits of a byte are no accident of a single bit: they make an erased sector seem to be in use.
#[test]
fn a_mark_where_no_sector_is_in_use() {
    let session = session(seeds::shifted(5));
    for sector in 0..BYTES / SECTOR {
        let mut damaged = session.flash.bytes.clone();
        if is_erased(&damaged[sector * SECTOR..][..SECTOR]) {
            damaged[sector * SECTOR] = 0x2D;
            // And a record that is spoilt, so that others come up.
            damaged[0x300] ^= 5;
            let flash = load_damaged(&session, &damaged, &format!("a mark on sector {sector}"));
            resume_any(&flash.bytes);
        }
    }
}

// A gap from the middle of a full sector to the middle of the next one opens the first of them again.
// Turns that are played then are appended to it, and found there.
#[test]
fn a_full_sector_of_the_journal_that_a_gap_opens_again() {
    let session = written_full().into_session();
    let full = |sector: &usize| session.flash.bytes[sector * SECTOR + SECTOR - 1] != 0xFF;
    let opened: Vec<usize> = (STORE_SECTORS..BYTES / SECTOR - 1).filter(full).collect();
    assert!(opened.len() > 1, "the journal is not full: {opened:?}");
    for sector in opened {
        for length in [SECTOR / 2, SECTOR] {
            let mut damaged = session.flash.bytes.clone();
            damaged[sector * SECTOR + SECTOR / 2..][..length].fill(0xFF);
            let flash = load_damaged(&session, &damaged, &format!("{length} from {sector}"));
            resume_any(&damaged);
            resume_any(&flash.bytes);
        }
    }
}

// It seems to be filled again, and the storage library would begin anew with the sector being filled.
#[test]
fn full_sectors_whose_end_marker_is_lost() {
    let session = written_full().into_session();
    let (_, newest) = session.kept.last().expect("a session has a beginning");
    let end = |sector: usize| sector * SECTOR + SECTOR - 1;
    let full = (0..BYTES / SECTOR).filter(|&sector| session.flash.bytes[end(sector)] != 0xFF);
    for sector in full {
        let mut damaged = session.flash.bytes.clone();
        damaged[end(sector)] = 0xFF;
        let mut flash = Flash::of(&damaged);
        for look in ["first", "second"] {
            let (found, _) = SaveContents::load(&mut flash);
            assert_same!(found, newest, "sector {sector}, {look} look");
        }
        resume_any(&flash.bytes);
    }
}

#[test]
fn bursts_of_damage() {
    for seed in seeds::shifts(5) {
        spoil_in_bursts(seed);
    }
}

/// Damaged saves, in both tiers.
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
        let mut manager = SaveManager::open(&mut flash);
        let mut game = Box::new(Game::new(1));
        let loaded = manager.load(&mut game);
        assert_eq!(loaded.save_error, Some(SaveError::Foreign));
        assert!(!loaded.has_run && loaded.settings.is_none());
        assert_eq!(manager.begin(&Game::new(1)), Err(SaveError::Foreign));
        assert_eq!(manager.set(&Default::default()), Err(SaveError::Foreign));
        assert_same!(*flash.bytes, *bytes, "not a byte may change");
        let mut manager = SaveManager::open(&mut flash);
        manager.allow_overwrite();
        manager.begin(&Game::new(1)).expect("there is room now");
        let (found, _) = SaveContents::load(manager.flash());
        assert_same!(found.run.as_deref(), Some(&Game::new(1)));
    }
}

// Too short by whatever it may be, it is refused for its size.
#[test]
fn every_length_but_the_right_one() {
    let bytes = session(seeds::shifted(5)).flash.bytes;
    on_all_processors(BYTES, |length| {
        let mut short = bytes[..length].to_vec();
        let mut manager = SaveManager::open(Memory(&mut short[..]));
        assert_eq!(manager.save_error(), Some(SaveError::WrongSize));
        assert_eq!(manager.set(&Settings::default()), Err(SaveError::WrongSize));
        assert_same!(*short, bytes[..length], "{length} bytes");
    });
}

// Where an end is missing inside of the right size, what is left is the run as it once was, or is
// refused.
#[test]
fn a_save_without_its_end_is_the_run_as_it_was_or_refused() {
    let session = session(seeds::shifted(5));
    let bytes = &session.flash.bytes;
    let end_of = |range: std::ops::Range<usize>| {
        range.clone().rev().find(|&at| bytes[at] != 0xFF).unwrap_or(range.start)
    };
    let store = STORE_SECTORS * SECTOR;
    let records = 0..end_of(0..store) + 1;
    let journal = store..end_of(store..BYTES) + 1;
    let ends: Vec<usize> = records.chain(journal).collect();
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
