//! Damage: a save that is not as it was written is repaired with a sentence, or refused with one.
//! Never is another game passed off as the player's.

use musrex_core::Game;
use musrex_core::save::{Keeper, Loaded, Trouble};
use musrex_tests::carve::Chance;
use musrex_tests::flash::{BYTES, Flash, SECTOR};
use musrex_tests::saves::{Kept, Player, Session, on_all_processors};

/// A run on its third floor, after another that has ended, with settings and a journal.
fn session() -> Session {
    let mut player = Player::new(5);
    player.keeper.flash().log = Some(Vec::new());
    player.set(&mut Chance(1));
    player.bot.is_weary = true;
    while player.is_playing() {
        player.turn();
    }
    player.bot.is_weary = false;
    for seed in 6.. {
        player.begin(seed);
        for _ in 0..400 {
            if player.is_playing() && player.game.floor().number() < 2 {
                player.turn();
            }
        }
        for _ in 0..12 {
            if player.is_playing() {
                player.turn();
            }
        }
        if player.is_playing() && player.game.floor().number() == 2 {
            break;
        }
    }
    player.into_session()
}

/// What may be made of a save in which something is wrong.
fn assert_honest(session: &Session, found: &Kept, loaded: &Loaded, damage: &str) {
    let (_, newest) = session.kept.last().expect("a session has a beginning");
    if loaded.notes.is_empty() && loaded.trouble.is_none() {
        let last = &session.kept[session.kept.len() - 2].1;
        // What the last entry of the journal says is lost as if power had failed while it was
        // written: no more than the turn being played.
        assert!(found == newest || found == last, "{damage}: silently {}", found.brief());
        return;
    }
    if let Some(run) = &found.run {
        // What is there is the run as it was at some time, but for a floor that is new again.
        let is_known = session.kept.iter().any(|(_, kept)| {
            kept.run.as_ref().is_some_and(|known| {
                (known.seed(), known.turn()) == (run.seed(), run.turn())
                    && (known.player(), known.here()) == (run.player(), run.here())
            })
        });
        assert!(is_known, "{damage}: {:?} and another game {}", loaded.notes, found.brief());
    }
}

fn load_damaged(session: &Session, bytes: &[u8], damage: &str) -> Flash {
    let mut flash = Flash::of(bytes);
    let (found, loaded) = Kept::load(&mut flash);
    assert_honest(session, &found, &loaded, damage);
    flash
}

#[test]
fn every_single_bit() {
    let session = session();
    let bytes = &session.flash.bytes;
    let in_use: Vec<usize> = (0..BYTES / SECTOR)
        .filter(|sector| bytes[sector * SECTOR..][..SECTOR].iter().any(|&byte| byte != 0xFF))
        .collect();
    println!("{in_use:?} in use");
    let is_written = |at: usize| {
        bytes[at.saturating_sub(16)..BYTES.min(at + 16)].iter().any(|&byte| byte != 0xFF)
    };
    // Every bit that was written, and around; of all other bytes one bit each, a different one for each.
    let bits: Vec<(usize, u8)> = (0..BYTES)
        .flat_map(|at| (0..8).map(move |bit| (at, bit)))
        .filter(|&(at, bit)| is_written(at) || at % 8 == usize::from(bit))
        .collect();
    println!("{} bits", bits.len());
    on_all_processors(bits.len(), |index| {
        let (at, bit) = bits[index];
        let mut damaged = bytes.clone();
        damaged[at] ^= 1 << bit;
        if in_use.contains(&(at / SECTOR)) {
            let flash = load_damaged(&session, &damaged, &format!("bit {bit} of byte {at:#x}"));
            if index % 64 == 0 {
                go_on(&flash.bytes);
            }
        } else {
            // An erased sector with a fault is erased, and all is as it was.
            let mut flash = Flash::of(&damaged);
            let _ = Keeper::open(&mut flash);
            assert!(flash.bytes == *bytes, "bit {bit} of byte {at:#x}");
        }
    });
}

/// Whatever was damaged, the game goes on and is kept, or it is said that it is not; then it can be
/// overwritten.
fn go_on(bytes: &[u8]) {
    let mut player = Player::resume(bytes);
    player.is_damaged = true;
    if !player.is_playing() && player.keeper.trouble().is_none() {
        player.begin(9);
    }
    for _ in 0..5 {
        if player.keeper.trouble().is_none() && player.is_playing() {
            player.turn();
        }
    }
    if player.keeper.trouble().is_some() {
        player.keeper.overwrite().expect("an agreed overwriting works");
        player.kept = Kept { run: None, scores: Default::default(), settings: None };
        player.begin(9);
    }
    let (found, loaded) = Kept::load(player.keeper.flash());
    assert!(found.run == player.kept.run && loaded.trouble.is_none(), "{}", found.brief());
}

#[test]
fn bursts_of_damage() {
    let session = session();
    on_all_processors(3_000, |index| {
        let mut chance = Chance(index as u64);
        let mut damaged = session.flash.bytes.clone();
        for _ in 0..=chance.below(4) {
            let start = chance.below(0x1_0000) as usize;
            let start = if chance.below(2) == 0 { start % 0x2000 } else { start };
            let length = 1 + chance.below(300) as usize;
            for byte in damaged[start..].iter_mut().take(length) {
                *byte = match chance.below(3) {
                    0 => 0,
                    1 => 0xFF,
                    _ => u8::try_from(chance.below(256)).expect("a byte"),
                };
            }
        }
        let mut flash = Flash::of(&damaged);
        let (_, _) = Kept::load(&mut flash);
        go_on(&flash.bytes);
    });
}

#[test]
fn what_is_not_ours_stays_as_it_is() {
    let mut chance = Chance(1);
    let noise: Vec<u8> =
        (0..BYTES).map(|_| u8::try_from(chance.below(256)).expect("a byte")).collect();
    let mut sparse = vec![0xFF; BYTES];
    sparse[0x8000] = 0x12;
    let mut title = vec![0xFF; BYTES];
    title[..16].copy_from_slice(b"SOME OTHER GAME\0");
    for bytes in [noise, vec![0; BYTES], sparse, title] {
        let mut flash = Flash::of(&bytes);
        let mut keeper = Keeper::open(&mut flash);
        let mut game = Box::new(Game::new(1));
        let loaded = keeper.load(&mut game);
        assert_eq!(loaded.trouble, Some(Trouble::Foreign));
        assert!(!loaded.has_run && loaded.settings.is_none());
        assert_eq!(keeper.begin(&Game::new(1)), Err(Trouble::Foreign));
        assert_eq!(keeper.set(&Default::default()), Err(Trouble::Foreign));
        assert!(*flash.bytes == *bytes, "not a byte may change");
        let mut keeper = Keeper::open(&mut flash);
        keeper.overwrite().expect("the player has agreed");
        keeper.begin(&Game::new(1)).expect("there is room now");
        let (found, _) = Kept::load(keeper.flash());
        assert!(found.run.as_deref() == Some(&Game::new(1)));
    }
}

// A file that is too short is refused for its size. Where an end is missing inside of the right
// size, what is left is the run as it once was, or is refused.
#[test]
fn a_save_without_its_end_is_the_run_as_it_was_or_refused() {
    let session = session();
    let bytes = &session.flash.bytes;
    let end_of = |range: std::ops::Range<usize>| {
        range.clone().rev().find(|&at| bytes[at] != 0xFF).unwrap_or(range.start)
    };
    let records = 0..end_of(0..12 * SECTOR) + 1;
    let journal = 12 * SECTOR..end_of(12 * SECTOR..BYTES) + 1;
    let ends: Vec<usize> = records.chain(journal).collect();
    on_all_processors(ends.len(), |index| {
        let mut damaged = bytes.clone();
        damaged[ends[index]..].fill(0xFF);
        let (found, loaded) = Kept::load(&mut Flash::of(&damaged));
        let is_known = |kept: &Kept| kept.run == found.run;
        let is_told = !loaded.notes.is_empty() || loaded.trouble.is_some();
        let was = session.kept.iter().any(|(_, kept)| is_known(kept));
        assert!(
            was || is_told || found.run.is_none(),
            "byte {:#x}: {}",
            ends[index],
            found.brief()
        );
    });
}
