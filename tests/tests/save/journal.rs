//! Checks the journal: how many bytes a turn costs, how long a journal becomes, and which game it continues.

use musrex_core::content::Status;
use musrex_core::content::grafts::Graft;
use musrex_core::limits::{JOURNAL_SEARCH_STEPS_MAX, JOURNAL_TURNS_MAX, PACK_MAX};
use musrex_core::save::LoadWarning;
use musrex_core::world::AiState;
use musrex_core::{Command, Floor, Game};
use musrex_testkit::Scenario;
use musrex_testkit::fixtures::TestRng;
use musrex_testkit::flash::Flash;
use musrex_testkit::full_floors::wide_item;
use musrex_testkit::records::{put, record};
use musrex_testkit::saves::{Player, SaveContents};
use musrex_testkit::seeds::shifted;

/// The key of a run's record.
const RUN: u8 = 1;

/// The largest number of bytes of the two entries of a turn.
const ENTRIES_BYTES: u64 = 40;

/// Returns the number of bytes that `deed` writes.
fn written(player: &mut Player, deed: impl FnOnce(&mut Player)) -> u64 {
    let before = player.manager.flash().written;
    deed(player);
    player.manager.flash().written - before
}

/// Waits a turn. Returns whether the turn has written more than its entries, because of a checkpoint.
fn wait(player: &mut Player, is_resting: bool) -> bool {
    let written = written(player, |player| {
        player.give(Command::Wait);
        if is_resting {
            player.rest();
        }
    });
    // No turn writes an amount between the two limits, because no entry must wait until a sector is started.
    assert!(written <= ENTRIES_BYTES || written > 100, "{written} bytes");
    written > ENTRIES_BYTES
}

// Whatever else was saved in between, a continued run goes on with the entry of its next turn. A checkpoint instead
// would take a second on a slow machine, and wear out its flash.
#[test]
fn a_continued_run_goes_on_with_an_entry() {
    let mut player = Player::new(shifted(7));
    let mut rng = TestRng(shifted(1));
    (0..3).for_each(|_| player.set(&mut rng));
    assert!(!wait(&mut player, false));
    let mut player = Player::resume(&player.manager.flash().bytes);
    assert!((0..3).all(|_| !wait(&mut player, true)));
}

// An entry is valid only for the state for which it was written. If the save contains another run, the entry is not
// played, and the player is told that the turns are lost.
#[test]
fn a_journal_does_not_continue_another_run() {
    let mut player = Player::new(shifted(7));
    (0..3).for_each(|_| assert!(!wait(&mut player, false)));
    let mut other = Player::new(shifted(8));
    let run = record(&other.manager.flash().bytes, RUN);
    let bytes = put(&player.manager.flash().bytes, RUN, &run);
    let (found, loaded) = SaveContents::load(&mut Flash::of(&bytes));
    assert_eq!(loaded.warnings.as_slice(), [LoadWarning::JournalBroken { turns_lost: 3 }]);
    assert_eq!(found.run, other.kept.run);
    // The player is told only once, because the game then continues from a checkpoint.
    let mut player = Player::resume(&bytes);
    player.give(Command::Wait);
    let (found, loaded) = SaveContents::load(player.manager.flash());
    assert_eq!((found.run, loaded.warnings.as_slice()), (player.kept.run, &[][..]));
}

// When a player leaves, a checkpoint is written, so that the next opening has nothing to replay. If no turn was played
// since the last checkpoint, none is written.
#[test]
fn leaving_ends_a_journal() {
    let mut player = Player::new(shifted(7));
    assert_eq!(written(&mut player, Player::leave), 0);
    assert!(!wait(&mut player, false));
    assert!(written(&mut player, Player::leave) > 100);
    assert_eq!(written(&mut player, Player::leave), 0);
}

// A journal ends before its sector is full. So a turn writes only its entries, or a checkpoint.
#[test]
fn a_turn_costs_its_entries_or_a_checkpoint() {
    let mut checkpoints = Vec::new();
    // The size of a checkpoint determines whether a sector ends before a journal.
    for things in 0..PACK_MAX {
        let mut player = Player::new(shifted(7));
        let (mut hero, here) = (player.game.player().clone(), player.game.current_floor().clone());
        hero.pack.extend((0..things).map(|_| wide_item()));
        player.begin_game(Game::from_parts(shifted(7), Floor::LOBBY, hero, here));
        checkpoints.push((0..500).filter(|_| wait(&mut player, false)).count());
    }
    let by_length = 500 / usize::from(JOURNAL_TURNS_MAX);
    assert!(checkpoints.iter().all(|&count| count >= by_length), "{checkpoints:?}");
    assert!(checkpoints.iter().any(|&count| count > by_length), "{checkpoints:?}");
}

// The time to replay a journal is limited. If many monsters hunt from a distance, a checkpoint comes sooner. If the
// player rests, a checkpoint comes when an eighth of the allowed search steps is left.
#[test]
fn a_long_hunt_ends_a_journal_sooner() {
    // The monsters hunt, but stay where they are.
    let hunted = Scenario::new("#@.................mmmmm#").floor(2);
    let hunted = hunted.monster_status(Status::Stunned, 90);
    for (is_resting, limit) in
        [(false, JOURNAL_SEARCH_STEPS_MAX), (true, JOURNAL_SEARCH_STEPS_MAX / 8 * 7)]
    {
        let mut player = Player::new(shifted(7));
        player.begin_game(hunted.game());
        let (mut turns, mut steps) = (0, 0);
        let mut is_ended = false;
        while !is_ended {
            is_ended = wait(&mut player, is_resting);
            turns += 1;
            let monsters = &player.game.current_floor().monsters;
            let hunters =
                monsters.iter().filter(|it| matches!(it.ai_state, AiState::Hunting { .. }));
            let at = player.game.player().body.pos;
            steps += hunters.map(|it| u16::from(it.body.pos.steps_to(at))).sum::<u16>();
            assert_eq!(is_ended, steps >= limit, "{steps} steps, {turns} turns");
        }
        assert!(turns < JOURNAL_TURNS_MAX / 2, "{turns} turns");
    }
}

// I9, B16: while bait is on the floor, every turn searches the tiles around it, so the journal also ends sooner.
#[test]
fn bait_ends_a_journal_sooner() {
    let bait = Scenario::new("#@.................,....#").changed(|floor| {
        floor.items[0].item.was_carried = true;
    });
    let turns = |scenario: Scenario| {
        let mut player = Player::new(shifted(7));
        player.begin_game(scenario.game());
        1 + (0..).take_while(|_| !wait(&mut player, false)).count()
    };
    let cheesemonger = bait.clone().graft(Graft::Cheesemonger);
    // Cheese lures from ten steps away (I9), and from twice as far with a graft.
    let turns_to_be = |steps: u8| usize::from(JOURNAL_SEARCH_STEPS_MAX).div_ceil(steps.into());
    assert_eq!(turns(bait), turns_to_be(3 * 10));
    assert_eq!(turns(cheesemonger), turns_to_be(6 * 10));
}
