//! Checks the bestiary and its record, which is kept over all runs and counts every kill once (H20). `cuts.rs` checks,
//! for the whole save, that no power cut makes the bestiary count anything twice.

use musrex_core::content::MonsterKind;
use musrex_core::poll::block_on;
use musrex_core::save::{Bestiary, SaveManager, SaveRequest, SaveSource, SaveStatus, Scores};
use musrex_core::{Command, Events, Game};
use musrex_testkit::flash::Flash;
use musrex_testkit::policy_bot::Policy;
use musrex_testkit::records::items;
use musrex_testkit::saves::{Player, SaveContents};
use musrex_testkit::seeds::shifted;

/// The key of the bestiary's record.
const KEY: u8 = 5;
/// The number of turns that the test player plays.
const TURNS: u32 = 800;

fn kills(bestiary: &Bestiary) -> u32 {
    MonsterKind::ALL.into_iter().map(|kind| u32::from(bestiary.entry(kind).kills)).sum()
}

/// Returns a player who has killed monsters on the way up, left the game once, and played on.
fn hunter() -> Player {
    let mut player = Player::new(shifted(7));
    player.bot.policy = Policy::Climb;
    for turn in 0..TURNS {
        if !player.is_playing() {
            player.begin(shifted(u64::from(turn)));
        }
        player.turn();
        if turn == TURNS / 2 {
            player.leave_if_playing();
        }
    }
    assert!(kills(player.kept.scores.bestiary()) > 3, "somebody was killed");
    player
}

// H20: met and killed monsters and the suffered harm are still known after loading, whether the turns are in the
// journal or in a checkpoint. Giving up a run, beginning a new one, or changing settings removes nothing.
#[test]
fn it_is_kept_over_runs() {
    let mut player = hunter();
    for after in ["play", "giving up", "another run", "more play", "an end"] {
        match after {
            "giving up" => player.give_up(),
            "another run" => player.begin(shifted(8)),
            "more play" => (0..50).for_each(|_| {
                if player.is_playing() {
                    player.turn();
                }
            }),
            "an end" => {
                if !player.is_playing() {
                    player.begin(shifted(9));
                }
                let scores = player.kept.scores.clone();
                player.end(&scores);
            }
            _ => {}
        }
        let bytes = player.manager.flash().bytes.clone();
        let (found, loaded) = SaveContents::load(&mut Flash::of(&bytes));
        assert!(loaded.warnings.is_empty(), "{after}");
        assert_eq!(found.scores.bestiary(), player.kept.scores.bestiary(), "{after}");
    }
}

// H20: if all copies of the record are damaged, the bestiary is empty. Nothing else is lost, and no message reports it.
#[test]
fn a_torn_record_is_an_empty_one() {
    let mut player = hunter();
    player.leave_if_playing();
    let kept = player.kept.clone();
    let mut bytes = player.manager.flash().bytes.clone();
    let torn: Vec<_> = items(&bytes).into_iter().filter(|item| item.key == KEY).collect();
    assert!(torn.len() >= 2, "it has two copies");
    for item in torn {
        bytes[item.end() - 1] ^= 0x10;
    }
    let (found, loaded) = SaveContents::load(&mut Flash::of(&bytes));
    assert_eq!(loaded.warnings.as_slice(), [], "nothing is said");
    assert_eq!(*found.scores.bestiary(), Bestiary::NEW);
    assert_eq!((found.run, found.settings), (kept.run, kept.settings));
    assert_eq!(found.scores.rows(), kept.scores.rows());
}

// H20: what the bestiary learns without a turn, such as from a look, is saved when the player leaves.
#[test]
fn a_look_is_kept_when_the_game_is_left() {
    let (mut game, mut events, settings) = (Game::new(7), Events::new(), Default::default());
    let mut manager = block_on(SaveManager::open(Flash::default()));
    let mut scores = Scores::new();
    let mut save = |request, game: &Game, scores: &Scores| {
        let source = SaveSource { game, scores, settings: &settings };
        let _ = block_on(manager.submit(request, source));
        assert_eq!(block_on(manager.flush(game)), SaveStatus::Done);
        manager.flash().bytes.clone()
    };
    save(SaveRequest::Begin, &game, &scores);
    game.step(Command::Wait, &mut events).expect("one can always wait");
    save(SaveRequest::Turn(Command::Wait), &game, &scores);
    save(SaveRequest::Leave, &game, &scores);
    // This test uses the notes of another fight in place of the notes of a look.
    let fight = musrex_testkit::Scenario::new("#@z#").game();
    scores.note_turn(&fight, &Events::new(), &fight.visible());
    assert_eq!(scores.bestiary().met(), 1);
    let bytes = save(SaveRequest::Leave, &game, &scores);
    let (found, _) = SaveContents::load(&mut Flash::of(&bytes));
    assert_eq!(found.scores, scores);
}
