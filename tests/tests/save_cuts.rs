//! Power fails. Whenever that is, what a save promises to keep is kept, but for the turn being
//! played (E20, H5, H6).

use musrex_core::limits::JOURNAL_TURNS_MAX;
use musrex_tests::carve::Chance;
use musrex_tests::flash::{SECTOR, Step};
use musrex_tests::saves::{Kept, Player, Session, on_all_processors};

/// Sectors of the records; the journal's follow.
const STORE: usize = 12 * SECTOR;

/// Turns, settings, a run given up, another one with a long journal, through floors, to its death,
/// and yet another; sectors of both kinds are erased on the way.
fn scripted() -> Session {
    let mut player = Player::veteran(1);
    let mut chance = Chance(0);
    if player.is_playing() {
        player.give_up();
    }
    player.start_session();
    player.begin(77);
    for _ in 0..JOURNAL_TURNS_MAX + 10 {
        player.turn();
    }
    player.set(&mut chance);
    for turn in 0..600 {
        if player.is_playing() && player.game.floor().number() < 2 {
            player.turn();
            if turn > 300 && player.is_playing() {
                player.rest();
            }
            if turn % 8 == 0 {
                player.leave();
            }
        }
    }
    player.leave();
    player.bot.is_weary = true;
    for _ in 0..2_000 {
        if player.is_playing() {
            player.turn();
        }
    }
    assert!(!player.is_playing(), "who does not fight does not live long");
    player.set(&mut chance);
    player.begin(78);
    for _ in 0..20 {
        player.turn();
    }
    player.give_up();
    player.into_session()
}

#[test]
fn every_cut_of_a_session_leaves_the_turn_before_or_after() {
    let session = scripted();
    let erased = |is_store: bool| {
        let starts = session.steps.iter().filter(|step| {
            matches!(step, Step::Erase(at)
                if usize::from(*at) % SECTOR == 0 && (usize::from(*at) < STORE) == is_store)
        });
        starts.count()
    };
    let floors: std::collections::BTreeSet<_> = session
        .kept
        .iter()
        .filter_map(|(_, kept)| kept.run.as_ref())
        .map(|run| run.floor())
        .collect();
    println!(
        "{} steps, {} turns, {} floors, {} and {} sectors erased",
        session.steps.len(),
        session.turns,
        floors.len(),
        erased(true),
        erased(false)
    );
    assert!(erased(true) > 0 && erased(false) > 0 && floors.len() > 2);
    on_all_processors(session.steps.len() + 1, |cut| drop(session.check_cut(cut)));
}

/// How many cuts at random.
const CUTS: usize = 100_000;
/// Over how many sessions.
const SESSIONS: usize = 100;

fn random_session(seed: u64) -> Session {
    let mut chance = Chance(seed);
    let mut player = if seed.is_multiple_of(4) { Player::veteran(seed) } else { Player::new(seed) };
    player.start_session();
    for deed in 0..60 {
        match chance.below(40) {
            _ if !player.is_playing() => player.begin(seed + deed),
            0 => player.leave(),
            1 => player.set(&mut chance),
            4..14 => player.rest(),
            2 if chance.below(4) == 0 => player.give_up(),
            3 if chance.below(4) == 0 => player.begin(seed + deed),
            _ => player.turn(),
        }
    }
    player.into_session()
}

#[test]
fn random_cuts_of_random_sessions() {
    on_all_processors(SESSIONS, |index| {
        let seed = musrex_tests::seeds::shifted(1 + index as u64);
        let session = random_session(seed);
        let mut chance = Chance(seed);
        let count = u32::try_from(session.steps.len()).expect("a session is short") + 1;
        for round in 0..CUTS / SESSIONS {
            let cut = chance.below(count) as usize;
            let flash = session.check_cut(cut);
            if round % 16 == 0 {
                check_second_cut(&session, cut, &flash.bytes, &mut chance);
            }
        }
    });
}

/// Power fails again while what the first cut has left is put in order, and nothing more is lost;
/// then the game goes on, and is there the next time.
fn check_second_cut(session: &Session, cut: usize, repaired: &[u8], chance: &mut Chance) {
    let mut flash = session.cut(cut);
    flash.steps_left = Some(u64::from(chance.below(6_000)));
    drop(Kept::load(&mut flash));
    flash.steps_left = None;
    let (found, loaded) = Kept::load(&mut flash);
    assert!(session.around(cut).contains(&&found), "power failed twice, first after {cut} steps");
    assert!(loaded.notes.is_empty() && loaded.trouble.is_none());
    for bytes in [&flash.bytes[..], repaired] {
        let mut player = Player::resume(bytes);
        for _ in 0..3 {
            if player.is_playing() {
                player.turn();
            }
        }
        let (found, loaded) = Kept::load(player.keeper.flash());
        assert!(found == player.kept, "going on after {cut} steps");
        assert!(loaded.notes.is_empty() && loaded.trouble.is_none());
    }
}
