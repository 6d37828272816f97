//! Checks power failures. Whenever and however often power fails, all data that a save promises to keep are kept,
//! except for the turn being played (E20, H5, H6).

use musrex_core::limits::JOURNAL_TURNS_MAX;
use musrex_core::save::SaveError;
use musrex_testkit::assert_same;
use musrex_testkit::cuts::Tried;
use musrex_testkit::fixtures::TestRng;
use musrex_testkit::flash::{BYTES, Flash, SECTOR, Step, apply, place};
use musrex_testkit::policy_bot::Policy;
use musrex_testkit::records::{FlashItem, image};
use musrex_testkit::save_now::SaveNow;
use musrex_testkit::saves::{Player, SaveContents, Session, on_all_processors, step_off};
use musrex_testkit::seeds;
use musrex_testkit::tier::{is_full, pick};
use std::collections::BTreeSet;

/// Iterates over the starts of the sectors that `steps` erase. A sector may appear several times.
fn erased_sectors(steps: &[Step]) -> impl Iterator<Item = usize> {
    steps.iter().filter_map(|step| match step {
        Step::Erase(at) if usize::from(*at) % SECTOR == 0 => Some(usize::from(*at)),
        _ => None,
    })
}

/// Plays a session in which sectors are erased. One run is given up. A second run has a journal of maximum length,
/// settings, three floors and a death. Then a third run begins. Tries seeds from `seed` on, and uses the first one with
/// which all this happens soon.
fn scripted(flash: Flash, seed: u64) -> Session {
    let mut sessions =
        (0..100).filter_map(|number| script(flash.clone(), seed.wrapping_add(number * 1_000)));
    sessions.next().expect("one of a hundred runs is short and comes to its third floor")
}

/// Plays the session of [`scripted`] with this seed. Returns `None` if the session is too long or lacks something.
fn script(flash: Flash, seed: u64) -> Option<Session> {
    let mut player = Player::veteran_on(flash, seed);
    let mut rng = TestRng(seed);
    if player.is_playing() {
        player.give_up();
    }
    player.start_session();
    player.begin(seed.wrapping_add(76));
    let mut floors = 0;
    for turn in 0..SCRIPT_TURNS_MAX {
        if !player.is_playing() {
            player.begin(seed.wrapping_add(100 + turn));
        }
        player.turn();
        let steps = player.manager.flash().log.as_deref().expect("steps are written down");
        let erased = erased_sectors(steps).count();
        floors = floors.max(if player.is_playing() { player.game.floor().number() } else { 0 });
        let is_reached = floors >= 2 && erased > 1;
        match turn {
            0..JOURNAL_TURNS_MAX_AND_MORE => {}
            _ if is_reached => break,
            JOURNAL_TURNS_MAX_AND_MORE => player.set(&mut rng),
            turn if turn % 8 == 0 && player.is_playing() => player.leave(),
            _ if player.is_playing() => player.rest(),
            _ => {}
        }
    }
    player.leave_if_playing();
    player.bot.policy = Policy::WanderMeek;
    for _ in 0..SCRIPT_TURNS_MAX {
        if player.is_playing() {
            player.turn();
        }
    }
    // A player who does not fight soon dies.
    if floors < 2 || player.is_playing() {
        return None;
    }
    player.set(&mut rng);
    player.begin(seed.wrapping_add(77));
    for _ in 0..20 {
        if player.is_playing() {
            player.turn();
        }
    }
    if player.is_playing() {
        player.give_up();
    }
    let session = player.into_session();
    let is_reached = erased_sectors(&session.steps).count() > 1 && session.throws > 0;
    (is_reached && session.steps.len() < SCRIPT_STEPS_MAX).then_some(session)
}

/// The largest number of turns of a script until its third floor, and from there to its end.
const SCRIPT_TURNS_MAX: u64 = 800;
/// The largest number of steps of a script. The number is limited, because power is cut after many of these steps; in
/// the full tier, after each step.
const SCRIPT_STEPS_MAX: usize = 30_000;

const JOURNAL_TURNS_MAX_AND_MORE: u64 = JOURNAL_TURNS_MAX as u64 + 10;

/// Plays sixty turns on an empty flash, with settings and a checkpoint.
fn short(flash: Flash, seed: u64) -> Session {
    let mut player = Player::on(flash, seed);
    player.start_session();
    for turn in 0..60 {
        if !player.is_playing() {
            break;
        }
        player.turn();
        match turn {
            10 => player.set(&mut TestRng(seed)),
            20 => player.leave_if_playing(),
            _ => {}
        }
    }
    player.into_session()
}

/// Checks that the game continues from the contents of `flash`, and that the next opening finds what was played.
fn check_going_on(flash: &Flash, what: impl Fn() -> String) {
    let mut player = Player::resume_on(flash.clone());
    for turn in 0..3 {
        if !player.is_playing() {
            player.begin(turn);
        }
        player.turn();
    }
    let (found, loaded) = SaveContents::load(player.manager.flash());
    assert_same!(found, player.kept, "going on after {}", what());
    assert!(loaded.warnings.is_empty(), "going on after {}: {:?}", what(), loaded.warnings);
    assert_eq!(loaded.save_error, None, "going on after {}", what());
}

/// Cuts the power after `cut` steps of `session`, and again after those steps of the following recovery that `tried`
/// selects. `check` gets the flash after each failure and repairs it. The first flash is the one after the first cut
/// alone.
fn each_double_cut(session: &Session, cut: usize, tried: Tried, mut check: impl FnMut(&mut Flash)) {
    let mut flash = session.cut(cut);
    flash.log = Some(Vec::new());
    let mut now = flash.bytes.clone();
    let start = Flash { log: None, ..flash.clone() };
    check(&mut flash);
    let recovery = flash.log.take().expect("steps are written down");
    let mut done = 0;
    for second in tried.cuts(&recovery, place) {
        recovery[done..second].iter().for_each(|&step| apply(&mut now, step));
        done = second;
        // If power did not fail before the end of the recovery, there was no second cut.
        if second > 0 {
            check(&mut Flash { bytes: now.clone(), ..start.clone() });
        }
    }
}

/// Checks that each flash of [`each_double_cut`] contains the save from before or after the interrupted action, and
/// that the game continues from there.
fn check_double_cuts(session: &Session, cut: usize, tried: Tried) {
    let mut recovered: Option<Box<[u8]>> = None;
    each_double_cut(session, cut, tried, |flash| {
        session.check_found(cut, flash);
        // The recovered flash rarely differs from the flash after the first cut.
        if recovered.as_ref() != Some(&flash.bytes) {
            check_going_on(flash, || format!("{cut} steps"));
            recovered.get_or_insert_with(|| flash.bytes.clone());
        }
    });
}

#[test]
fn every_cut_and_every_cut_of_the_recovery_leaves_the_turn_before_or_after() {
    for (index, seed) in seeds::shifts(1).enumerate() {
        let zeros = || Flash::erasing_to_zeros(&[0; BYTES]);
        let is_thorough = is_full() && index == 0;
        let sessions = [
            Some(scripted(Flash::default(), seed)),
            Some(short(Flash::default(), seed)),
            Some(short(zeros(), seed)),
            // The steps equal those of the first session, except for erasures.
            is_thorough.then(|| scripted(zeros(), seed)),
        ];
        for session in sessions.into_iter().flatten() {
            let floors: BTreeSet<_> = session
                .kept
                .iter()
                .filter_map(|(_, kept)| kept.run.as_ref())
                .map(|run| run.floor())
                .collect();
            println!(
                "{} steps, {} turns, {} floors, {} sectors erased",
                session.steps.len(),
                session.turns,
                floors.len(),
                erased_sectors(&session.steps).count()
            );
            let every = if is_thorough { 1 } else { pick(CUTS_A_CUT) };
            on_all_processors(session.steps.len() / every + 1, |index| {
                drop(session.check_cut(index * every));
            });
            // The number of double cuts is the sum, over all first cuts, of the steps of their recoveries. That makes
            // millions.
            let is_each = is_thorough && !session.flash.erases_to_zeros;
            let tried = if is_each { Tried::Each } else { Tried::Some };
            let cuts = tried.cuts(&session.steps, place);
            let doubles = if is_thorough { CUTS_A_DOUBLE[1] } else { pick(OTHER_CUTS_A_DOUBLE) };
            let cuts: Vec<usize> = cuts.into_iter().step_by(doubles).collect();
            on_all_processors(cuts.len(), |index| {
                check_double_cuts(&session, cuts[index], tried);
            });
        }
    }
}

/// The distance between two cuts, in steps: in the short tier, and in the full tier. The full tier makes every cut in
/// the sessions of the first seed, and uses the second distance only for the other seeds.
const CUTS_A_CUT: [usize; 2] = [97, 7];

/// Second cuts follow one in this many cuts: in the short tier, and in the full tier. The numbers are primes, so that
/// the selected cuts do not coincide with the period of the items.
const CUTS_A_DOUBLE: [usize; 2] = [463, 29];

/// The values that replace `CUTS_A_DOUBLE` in the sessions of all seeds except the first.
const OTHER_CUTS_A_DOUBLE: [usize; 2] = [463, 97];

/// Power fails while the checkpoint of a floor change is being written. The player goes back in the next turn, and
/// power fails again in the checkpoint of that turn. The run's record that remains after both cuts may need the floor
/// as it was before the first change.
#[test]
fn every_cut_of_a_floor_change_and_of_the_one_back() {
    let mut player = Player::new(seeds::shifted(1));
    let there_and_back = (0..5_000).find_map(|number| {
        if !player.is_playing() {
            player.begin(seeds::shifted(2 + number));
        }
        player.turn();
        let (there, next) = step_off(&player.game)?;
        let (back, after) = step_off(&next)?;
        let is_way = player.is_playing() && after.floor() == player.game.floor();
        is_way.then_some((there, back))
    });
    let (there, back) = there_and_back.expect("5,000 turns lead to stairs");
    // The player has left each of the two floors once.
    player.give(there);
    let Some((back_again, _)) = step_off(&player.game) else { panic!("{back:?} leads back") };
    player.give(back_again);
    let Some((there, _)) = step_off(&player.game) else { panic!("{there:?} leads there") };
    let here = player.game.floor();
    player.start_session();
    player.give(there);
    let first = player.into_session();
    let cuts = Tried::Some.cuts(&first.steps, place);
    on_all_processors(cuts.len(), |index| {
        let mut player = Player::resume_on(first.cut(cuts[index]));
        if player.game.floor() == here {
            return;
        }
        let Some((back, _)) = step_off(&player.game) else { return };
        player.start_session();
        player.give(back);
        let second = player.into_session();
        // The position of the first cut determines which second cuts the short tier tries.
        let every = pick([7, 1]);
        let seconds = Tried::Some.cuts(&second.steps, place).into_iter().skip(index % every);
        for cut in seconds.step_by(every) {
            drop(second.check_cut(cut));
        }
    });
}

/// Returns a flash whose data must not change until the player agrees: a save of a later version with large records, or
/// foreign data.
fn refused(is_ours: bool) -> Flash {
    let mut flash = Flash::default();
    if !is_ours {
        flash.bytes[..16].copy_from_slice(b"SOME OTHER GAME\0");
        flash.bytes[0x7F00..0x9100].fill(0x2A);
        return flash;
    }
    let items = (0..8).map(|key| FlashItem { key, epoch: 1, data: vec![key; 1_500], at: 0 });
    Flash::of(&image(200, &items.collect::<Vec<_>>()))
}

/// Begins a run that overwrites the data on `flash`, and plays three turns.
fn overwriting(flash: Flash) -> Session {
    let mut player = Player::resume_on(flash);
    player.is_damaged = false;
    player.start_session();
    if player.manager.save_error().is_some() {
        player.manager.allow_overwrite();
    }
    player.begin(9);
    for _ in 0..3 {
        player.turn();
    }
    player.into_session()
}

/// Passes the flash to `check` after cuts of `session`, and after cuts of the recovery that follows each. The tier
/// selects the cuts.
fn each_cut_and_second_cut(session: &Session, check: impl Fn(usize, &mut Flash) + Sync) {
    let tried = pick([Tried::Some, Tried::Each]);
    let cuts = tried.cuts(&session.steps, place);
    let cuts: Vec<usize> = cuts.into_iter().step_by(pick(CUTS_A_DOUBLE)).collect();
    on_all_processors(cuts.len(), |index| {
        let cut = cuts[index];
        each_double_cut(session, cut, tried, |flash| check(cut, flash));
    });
}

/// Overwrites a refused save. It stays refused until nothing of it is left or the new run exists. No warning appears,
/// except about remains of a save of a later version.
#[test]
fn every_cut_of_an_overwriting_and_of_its_recovery() {
    for is_ours in [false, true] {
        let bytes = refused(is_ours).bytes;
        for flash in [Flash::of(&bytes), Flash::erasing_to_zeros(&bytes)] {
            assert!(SaveContents::load(&mut flash.clone()).1.save_error.is_some());
            let session = overwriting(flash);
            each_cut_and_second_cut(&session, |cut, flash| {
                check_overwritten(&session, cut, flash, is_ours);
            });
        }
    }
}

/// Checks that the save on `flash` is either refused and unchanged, or contains the saved state of `session`. Remains
/// of a save of a later version may instead cause a warning.
fn check_overwritten(session: &Session, cut: usize, flash: &mut Flash, is_ours: bool) {
    let before = flash.bytes.clone();
    let (found, loaded) = SaveContents::load(flash);
    let is_damaged = !loaded.warnings.is_empty();
    assert!(is_ours || !is_damaged, "after {cut} steps: {:?}", loaded.warnings);
    if loaded.save_error.is_some() || is_damaged {
        let is_refused = loaded.save_error.is_some_and(SaveError::can_be_overwritten);
        assert!(found.run.is_none() && (is_refused || is_damaged));
        assert!(flash.bytes == before || is_damaged, "after {cut} steps it is touched");
        let again = overwriting(flash.clone());
        check_going_on(&again.flash, || format!("{cut} steps"));
    } else {
        assert!(session.around(cut).contains(&&found), "after {cut} steps: {}", found.brief());
        check_going_on(flash, || format!("{cut} steps"));
    }
}

/// A chip that was never written contains the same byte everywhere. Such a chip is overwritten without a question, even
/// if a power cut has interrupted a first attempt.
#[test]
fn a_flash_of_one_byte_is_blank_whenever_power_fails() {
    for byte in [0, 0x42, 0xFF] {
        let bytes = [byte; BYTES];
        for flash in [Flash::of(&bytes), Flash::erasing_to_zeros(&bytes)] {
            let (found, loaded) = SaveContents::load(&mut flash.clone());
            assert!(
                found.run.is_none() && loaded.save_error.is_none() && loaded.warnings.is_empty()
            );
            let session = overwriting(flash);
            each_cut_and_second_cut(&session, |cut, flash| {
                session.check_found(cut, flash);
                check_going_on(flash, || format!("{cut} steps over {byte:#x}"));
            });
        }
    }
}

/// The number of random sessions: in the short tier, and in the full tier.
const SESSIONS: [usize; 2] = [4, 100];
/// The number of cuts per session. Second cuts follow some of them.
const CUTS: usize = 1_000;
const SECOND_CUTS: usize = 32;
/// The number of chains of cuts per session.
const CHAINS: usize = 5;

/// Plays random turns and saves other random data.
fn play(player: &mut Player, rng: &mut TestRng, seed: u64, actions: u64) {
    for action in 0..actions {
        match rng.below(40) {
            _ if !player.is_playing() => player.begin(seed.wrapping_add(action)),
            0 => player.leave(),
            1 => player.set(rng),
            4..14 => player.rest(),
            2 if rng.below(4) == 0 => player.give_up(),
            3 if rng.below(4) == 0 => player.begin(seed.wrapping_add(action)),
            _ => player.turn(),
        }
    }
}

fn random_session(seed: u64) -> Session {
    let is_ideal = seed & 4 == 0;
    let flash = if is_ideal { Flash::default() } else { Flash::erasing_to_zeros(&[0; BYTES]) };
    let mut player = if seed.is_multiple_of(4) {
        Player::veteran_on(flash, seed)
    } else {
        Player::on(flash, seed)
    };
    player.start_session();
    play(&mut player, &mut TestRng(seed), seed, 60);
    player.into_session()
}

#[test]
fn random_cuts_of_random_sessions() {
    for first in seeds::shifts(1) {
        on_all_processors(pick(SESSIONS), |index| {
            let seed = first.wrapping_add(index as u64);
            let session = random_session(seed);
            let mut rng = TestRng(seed);
            let count = u32::try_from(session.steps.len()).expect("a session is short") + 1;
            for round in 0..CUTS {
                let cut = rng.below(count) as usize;
                let flash = session.check_cut(cut);
                if round % SECOND_CUTS == 0 {
                    check_second_cut(&session, cut, &flash, &mut rng);
                }
            }
            for _ in 0..CHAINS {
                check_chain(&session, rng.below(count) as usize, &mut rng);
            }
        });
    }
}

/// Cuts the power again while the manager repairs the flash after the first cut. Nothing more is lost. Then the game
/// continues, and the next opening finds it.
fn check_second_cut(session: &Session, cut: usize, recovered: &Flash, rng: &mut TestRng) {
    let mut flash = session.cut(cut);
    fail_during_recovery(&mut flash, rng);
    session.check_found(cut, &mut flash);
    for flash in [&flash, recovered] {
        check_going_on(flash, || format!("{cut} steps"));
    }
}

/// Opens the save on `flash` with a power supply that may fail in the meantime.
fn fail_during_recovery(flash: &mut Flash, rng: &mut TestRng) {
    let steps = if rng.below(2) == 0 { 10 } else { 6_000 };
    flash.steps_left = Some(u64::from(rng.below(steps)));
    drop(SaveContents::load(flash));
    flash.steps_left = None;
}

/// The number of cuts in a chain. Power may also fail during the recovery from each cut.
const CHAIN: usize = 5;

/// Continues from a cut of `session`. Power fails five more times, each time within a few actions after continuing, and
/// up to twice during each recovery.
fn check_chain(session: &Session, cut: usize, rng: &mut TestRng) {
    let mut flash = session.cut(cut);
    let mut around: Vec<SaveContents> = session.around(cut).map(SaveContents::clone).into();
    for link in 0..CHAIN {
        for _ in 0..rng.below(3) {
            fail_during_recovery(&mut flash, rng);
        }
        let before = flash.clone();
        let (found, loaded) = SaveContents::load(&mut flash);
        let known: Vec<String> = around.iter().map(SaveContents::brief).collect();
        assert!(
            around.contains(&found),
            "link {link} after {cut} steps: {} is none of {known:?}",
            found.brief()
        );
        assert!(loaded.warnings.is_empty(), "link {link} after {cut} steps: {:?}", loaded.warnings);
        assert_eq!(loaded.save_error, None, "link {link} after {cut} steps");
        // Continuing the game repeats the repair.
        let mut player = Player::resume_on(before);
        player.start_session();
        let seed = u64::from(rng.below(1_000));
        let actions = u64::from(rng.below(5));
        play(&mut player, rng, seed, actions);
        let session = player.into_session();
        let count = u32::try_from(session.steps.len()).expect("a session is short") + 1;
        let cut = rng.below(count) as usize;
        flash = session.cut(cut);
        around = session.around(cut).map(SaveContents::clone).into();
    }
}

// H5, H6: wherever power fails in the last turn of a run, either the run continues, or its row is in the hall of fame
// with the older rows.
#[test]
fn every_cut_of_the_end_of_another_run() {
    let mut player = Player::new(seeds::shifted(7));
    player.climb(1, 3);
    assert!(!player.kept.scores.rows().is_empty(), "a run has ended before");
    player.bot.policy = Policy::WanderMeek;
    for seed in 0.. {
        player.start_session();
        player.turn();
        if !player.is_playing() {
            break;
        }
        if player.game.turn().0.is_multiple_of(1_000) {
            player.begin(seed);
        }
    }
    let session = player.into_session();
    let every = pick([3, 1]);
    on_all_processors(session.steps.len() / every, |index| _ = session.check_cut(index * every));
}
