//! Checks background saving, which goes on piece by piece during play. The saved bytes must equal those of a host that
//! waits for each save.

use Command::Walk;
use Direction::East;
use core::pin::pin;
use embedded_storage_async::nor_flash::{ErrorType, NorFlash, ReadNorFlash};
use musrex_core::app::Settings;
use musrex_core::poll::{block_on, pause, poll_for};
use musrex_core::save::{
    Backlog, PlayedTurn, SaveManager, SaveRequest, SaveSource, SaveStatus, Score, Scores,
};
use musrex_core::{Command, Direction, Events, Game, Outcome};
use musrex_testkit::fixtures::TestRng;
use musrex_testkit::flash::{Flash, PowerLost};
use musrex_testkit::policy_bot::{Policy, PolicyBot};
use musrex_testkit::save_now::SaveNow;
use musrex_testkit::saves::{SaveContents, step_off};
use musrex_testkit::seeds;
use musrex_testkit::{Scenario, assert_same};

/// A flash that pauses before each of its operations, so that play can continue.
struct Slow(Flash);

impl ErrorType for Slow {
    type Error = PowerLost;
}

impl ReadNorFlash for Slow {
    const READ_SIZE: usize = 1;

    async fn read(&mut self, offset: u32, bytes: &mut [u8]) -> Result<(), PowerLost> {
        pause().await;
        self.0.read(offset, bytes).await
    }

    fn capacity(&self) -> usize {
        self.0.capacity()
    }
}

impl NorFlash for Slow {
    const WRITE_SIZE: usize = 1;
    const ERASE_SIZE: usize = Flash::ERASE_SIZE;

    async fn erase(&mut self, from: u32, to: u32) -> Result<(), PowerLost> {
        pause().await;
        self.0.erase(from, to).await
    }

    async fn write(&mut self, offset: u32, bytes: &[u8]) -> Result<(), PowerLost> {
        pause().await;
        self.0.write(offset, bytes).await
    }
}

/// A game with two save managers. Play continues while the slow one writes, and waits for the prompt one.
struct Two {
    game: Box<Game>,
    bot: PolicyBot,
    slow: SaveManager<Slow>,
    prompt: SaveManager<Flash>,
    scores: Scores,
    events: Events,
    /// The number of turns played during a pending write.
    meanwhile: u32,
    /// The largest number of pauses in a single piece of work.
    pauses_max: u32,
}

impl Two {
    fn begin(seed: u64) -> Two {
        let game = Box::new(Game::new(seed));
        let (mut slow, mut prompt) = (
            block_on(SaveManager::open(Slow(Flash::default()))),
            block_on(SaveManager::open(Flash::default())),
        );
        submit(&mut slow, SaveRequest::Begin, &game);
        prompt.begin(&game).expect("the flash is whole");
        let (bot, scores) = (PolicyBot::new(Policy::Wander, seed), Scores::new());
        let events = Events::new();
        let mut two = Two { game, bot, slow, prompt, scores, events, meanwhile: 0, pauses_max: 0 };
        two.finish();
        two
    }

    /// Writes all pending data. At the first pause, plays another turn, which then waits to be saved.
    fn finish(&mut self) {
        while self.slow.status() == SaveStatus::Pending {
            let mut backlog = Backlog::new(&self.game);
            let (mut played, mut pauses) = (None, 0);
            let status = {
                let mut work = pin!(block_on(self.slow.work(&self.game)));
                loop {
                    if let Some(status) = poll_for(work.as_mut(), || false) {
                        break status;
                    }
                    pauses += 1;
                    if played.is_none() && self.game.outcome() == Outcome::Playing {
                        let command = self.bot.play(&mut self.game, &mut self.events);
                        self.scores.note_turn(&self.game, &self.events, &self.game.visible());
                        let request = match self.game.outcome() {
                            Outcome::Playing => SaveRequest::Turn(command),
                            Outcome::Dead | Outcome::Won => SaveRequest::End(command),
                        };
                        played = Some(request);
                        if !backlog.take(request, &self.game) {
                            break block_on(work);
                        }
                    }
                }
            };
            assert_ne!(status, SaveStatus::Pending, "what was begun is done");
            self.pauses_max = self.pauses_max.max(pauses);
            let before = &self.slow.flash().0.bytes;
            assert_same!(before, &self.prompt.flash().bytes, "at {:?}", self.game.turn());
            if let Some(request) = played {
                self.meanwhile += 1;
                self.save_promptly(request);
                if let Some(request) = block_on(backlog.submit(&mut self.slow)) {
                    self.save_slowly(request);
                }
            }
        }
    }

    /// Saves the last turn with both managers.
    fn save(&mut self, command: Command) {
        let request = match self.game.outcome() {
            Outcome::Playing => SaveRequest::Turn(command),
            Outcome::Dead | Outcome::Won => SaveRequest::End(command),
        };
        self.save_promptly(request);
        self.save_slowly(request);
    }

    fn save_promptly(&mut self, request: SaveRequest) {
        if matches!(request, SaveRequest::End(_)) {
            self.scores.insert(Score::of(&self.game));
        }
        let (game, scores, settings) = (&self.game, &self.scores, &Settings::default());
        let saved = self.prompt.save(request, SaveSource { game, scores, settings });
        saved.expect("the flash is whole");
    }

    fn save_slowly(&mut self, request: SaveRequest) {
        let (game, scores, settings) = (&self.game, &self.scores, &Settings::default());
        let source = SaveSource { game, scores, settings };
        let status = block_on(self.slow.submit(request, source));
        assert!(!matches!(status, SaveStatus::Failed(_)), "the flash is whole: {status:?}");
    }
}

/// Submits a request that needs only `game`.
fn submit(manager: &mut SaveManager<Slow>, request: SaveRequest, game: &Game) {
    let (scores, settings) = (Scores::new(), Settings::default());
    let source = SaveSource { game, scores: &scores, settings: &settings };
    let status = block_on(manager.submit(request, source));
    assert!(!matches!(status, SaveStatus::Failed(_)), "the flash is whole: {status:?}");
}

/// The largest number of runs to play until enough events have occurred.
const RUNS_MAX: u64 = 100;

// W13: while the manager writes, one turn can wait, but not a second one, and a floor change never waits.
#[test]
fn a_change_of_floor_waits_for_no_work() {
    let request = SaveRequest::Turn(Walk(East));
    for (text, answers) in [("#@...#", vec![true, false]), ("#@<#", vec![false])] {
        let mut game = Scenario::new(text).floor(3).game();
        let mut backlog = Backlog::new(&game);
        for &goes_on in &answers {
            game.step(Walk(East), &mut Events::new()).expect("there is ground or stairs");
            assert_eq!(backlog.take(request, &game), goes_on, "{text}");
        }
        let mut manager = block_on(SaveManager::open(Flash::default()));
        assert_eq!(block_on(backlog.submit(&mut manager)), Some(request), "{text}");
    }
}

#[test]
fn play_goes_on_while_it_is_written() {
    seeds::shifts(0).for_each(check_play_goes_on_while_it_is_written);
}

fn check_play_goes_on_while_it_is_written(first: u64) {
    let (mut meanwhile, mut pauses_max, mut erased) = (0, 0, 0);
    for seed in 1..=RUNS_MAX {
        let mut two = Two::begin(first.wrapping_add(seed));
        while two.game.outcome() == Outcome::Playing && two.game.turn().0 < 1_500 {
            let command = two.bot.play(&mut two.game, &mut two.events);
            two.scores.note_turn(&two.game, &two.events, &two.game.visible());
            two.save(command);
            two.finish();
        }
        two.save_promptly(SaveRequest::Settings);
        two.save_slowly(SaveRequest::Settings);
        two.finish();
        if two.game.outcome() == Outcome::Playing {
            two.save_promptly(SaveRequest::Leave);
            two.save_slowly(SaveRequest::Leave);
            two.finish();
        }
        let (found, loaded) = SaveContents::load(&mut Flash::of(&two.slow.flash().0.bytes.clone()));
        assert!(loaded.warnings.is_empty() && loaded.save_error.is_none());
        let is_playing = two.game.outcome() == Outcome::Playing;
        assert_same!(found.run, is_playing.then_some(two.game));
        assert_eq!(found.scores, two.scores);
        meanwhile += two.meanwhile;
        pauses_max = two.pauses_max.max(pauses_max);
        erased += two.prompt.flash().erased;
        if seed >= 8 && meanwhile > 100 && pauses_max > 15 && erased > 8 {
            println!("{meanwhile} turns meanwhile, {pauses_max} pauses at most, {erased} erasures");
            return;
        }
    }
    panic!("{meanwhile} turns meanwhile, {pauses_max} pauses at most, {erased} erasures");
}

/// Dropping unfinished work has the effect of a power cut: no turn is lost.
#[test]
fn work_that_is_dropped_is_as_power_that_fails() {
    for polls in 0..60 {
        let mut game = Box::new(Game::new(seeds::shifted(3)));
        let mut bot = PolicyBot::new(Policy::Wander, seeds::shifted(3));
        let mut manager = block_on(SaveManager::open(Slow(Flash::default())));
        manager.begin(&game).expect("the flash is whole");
        while manager.status() == SaveStatus::Done {
            let command = bot.play(&mut game, &mut Events::new());
            submit(&mut manager, SaveRequest::Turn(command), &game);
        }
        {
            let mut work = pin!(block_on(manager.work(&game)));
            let _ = (0..polls).any(|_| poll_for(work.as_mut(), || false).is_some());
        }
        let (found, loaded) = SaveContents::load(&mut Flash::of(&manager.flash().0.bytes.clone()));
        assert!(loaded.warnings.is_empty() && loaded.save_error.is_none());
        assert_same!(found.run, Some(game), "after {polls} polls");
    }
}

/// A player goes to another floor while a checkpoint is being written, and returns in the next turn. Both floors are
/// saved as the player left them.
#[test]
fn there_and_back_meanwhile() {
    seeds::shifts(0).for_each(check_there_and_back_meanwhile);
}

fn check_there_and_back_meanwhile(first: u64) {
    let mut journeys = 0;
    for seed in 1..=RUNS_MAX {
        if journeys > 10 && seed > 10 {
            println!("{journeys} journeys");
            return;
        }
        let seed = first.wrapping_add(seed);
        let mut game = Box::new(Game::new(seed));
        let mut bot = PolicyBot::new(Policy::Wander, seed);
        let mut manager = block_on(SaveManager::open(Slow(Flash::default())));
        manager.begin(&game).expect("the flash is whole");
        while game.outcome() == Outcome::Playing && game.turn().0 < 800 {
            if let Some((there, next)) = step_off(&game)
                && let Some((back, after)) = step_off(&next)
                && after.floor() == game.floor()
            {
                manager.leave(&game).expect("the flash is whole");
                let status = block_on(manager.submit_played(PlayedTurn::new(there, &next)));
                assert_eq!(status, SaveStatus::Pending, "the run is to be written at once");
                assert_eq!(block_on(manager.flush(&next)), SaveStatus::Done);
                manager.turn(back, &after).expect("the flash is whole");
                let (found, loaded) =
                    SaveContents::load(&mut Flash::of(&manager.flash().0.bytes.clone()));
                assert_same!(found.run.as_ref(), Some(&after));
                assert!(loaded.warnings.is_empty());
                (game, journeys) = (after, journeys + 1);
            }
            let command = bot.play(&mut game, &mut Events::new());
            if game.outcome() == Outcome::Playing {
                manager.turn(command, &game).expect("the flash is whole");
            }
        }
    }
    panic!("{journeys} journeys in all runs");
}

/// A setting that is changed while a run waits to be written is also saved.
#[test]
fn settings_and_a_run_that_is_due_are_both_written() {
    let mut game = Box::new(Game::new(3));
    let mut manager = block_on(SaveManager::open(Slow(Flash::default())));
    submit(&mut manager, SaveRequest::Begin, &game);
    let settings = Settings { is_colour_safe: true, ..Settings::default() };
    let source = SaveSource { game: &game, scores: &Scores::new(), settings: &settings };
    let status = block_on(manager.submit(SaveRequest::Settings, source));
    assert_eq!(status, SaveStatus::Pending);
    assert_eq!(block_on(manager.flush(&game)), SaveStatus::Done);
    game.step(Command::Wait, &mut Events::new()).expect("one can always wait");
    submit(&mut manager, SaveRequest::Turn(Command::Wait), &game);
    let (found, loaded) = SaveContents::load(&mut Flash::of(&manager.flash().0.bytes.clone()));
    assert_same!(found.run, Some(game));
    assert!(loaded.warnings.is_empty());
    assert_eq!(found.settings, Some(settings));
}

/// If a request comes while the manager is still working on an earlier one, the manager first finishes the earlier one.
#[test]
fn what_is_pending_is_written_before_the_next_request() {
    let mut game = Box::new(Game::new(3));
    let mut manager = block_on(SaveManager::open(Slow(Flash::default())));
    manager.begin(&game).expect("the flash is whole");
    let settings = Settings { is_colour_safe: true, ..Settings::default() };
    let source = SaveSource { game: &game, scores: &Scores::new(), settings: &settings };
    let status = block_on(manager.submit(SaveRequest::Settings, source));
    assert_eq!(status, SaveStatus::Pending);
    game.step(Command::Wait, &mut Events::new()).expect("one can always wait");
    submit(&mut manager, SaveRequest::Turn(Command::Wait), &game);
    let (found, loaded) = SaveContents::load(&mut Flash::of(&manager.flash().0.bytes.clone()));
    assert_same!(found.run, Some(game));
    assert_eq!((found.settings, loaded.save_error), (Some(settings), None));
}

/// After any checkpoint, the entry of the next turn is written at once, wherever in its sector the journal restarts.
#[test]
fn every_checkpoint_has_room_behind_it() {
    seeds::shifts(0).for_each(check_every_checkpoint_has_room_behind_it);
}

fn check_every_checkpoint_has_room_behind_it(first: u64) {
    let mut checkpoints = 0;
    for seed in 1..=RUNS_MAX {
        if checkpoints > 1_000 && seed > 20 {
            println!("{checkpoints} checkpoints");
            return;
        }
        let seed = first.wrapping_add(seed);
        let (mut game, mut bot) = (Box::new(Game::new(seed)), PolicyBot::new(Policy::Wander, seed));
        let mut rng = TestRng(seed);
        let mut manager = block_on(SaveManager::open(Flash::default()));
        manager.begin(&game).expect("the flash is whole");
        while game.turn().0 < 2_000 {
            if rng.below(8) == 0 {
                manager.leave(&game).expect("the flash is whole");
                checkpoints += 1;
            }
            let command = bot.play(&mut game, &mut Events::new());
            if game.outcome() != Outcome::Playing {
                break;
            }
            let played = PlayedTurn::new(command, &game);
            let before = (manager.flash().written, game.turn());
            let status = block_on(manager.submit_played(played));
            assert!(!matches!(status, SaveStatus::Failed(_)), "{status:?}");
            assert!(manager.flash().written > before.0, "seed {seed}, {:?}", before.1);
            assert_eq!(block_on(manager.flush(&game)), SaveStatus::Done);
        }
    }
    panic!("{checkpoints} checkpoints in all runs");
}
