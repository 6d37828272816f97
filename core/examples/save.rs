//! Saves a run in 64 KiB of memory, simulates a power cut, and loads the run:
//! `cargo run -p musrex-core --example save`.

use musrex_core::app::Settings;
use musrex_core::limits::SAVE_BYTES;
use musrex_core::poll::block_on;
use musrex_core::save::{Memory, SaveManager, SaveRequest, SaveSource, SaveStatus, Scores};
use musrex_core::{Command, Events, Game};

fn main() {
    // A save can use any flash that implements `NorFlash`. This example uses a simulated flash in memory, erased at
    // first.
    let mut flash = Memory(vec![0xFF; SAVE_BYTES as usize]);
    let (mut game, mut events) = (Game::new(7), Events::new());
    let (scores, settings) = (Scores::new(), Settings::default());
    let mut manager = block_on(SaveManager::open(&mut flash));
    let source = SaveSource { game: &game, scores: &scores, settings: &settings };
    assert_eq!(block_on(manager.submit(SaveRequest::Begin, source)), SaveStatus::Pending);
    assert_eq!(block_on(manager.flush(&game)), SaveStatus::Done);
    let mut before = Vec::new();
    for _ in 0..6 {
        before = manager.flash().0.clone();
        game.step(Command::Wait, &mut events).expect("one can always wait");
        let source = SaveSource { game: &game, scores: &scores, settings: &settings };
        let turn = SaveRequest::Turn(Command::Wait);
        assert_eq!(block_on(manager.submit(turn, source)), SaveStatus::Done);
    }
    // Each turn writes two copies of its entry. Power fails in the sixth turn, after nine bytes of the first copy.
    let after = core::mem::replace(&mut flash.0, before);
    let changed = |at: &usize| after[*at] != flash.0[*at];
    let written: Vec<usize> = (0..after.len()).filter(changed).take(9).collect();
    written.into_iter().for_each(|at| flash.0[at] = after[at]);

    let mut again = Game::new(0);
    let loaded = block_on(async { SaveManager::open(&mut flash).await.load(&mut again).await });
    println!("turn {} of 6, warnings: {:?}", again.turn().0, loaded.warnings);
    assert!(loaded.has_run && loaded.warnings.is_empty() && again.turn().0 == 5);
}
