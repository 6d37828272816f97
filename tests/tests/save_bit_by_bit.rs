//! What takes long is written bit by bit, while play goes on: the bytes are those of a host that
//! waits for it.

use core::future::poll_fn;
use core::pin::pin;
use core::task::{Context, Poll, Waker};
use embedded_storage_async::nor_flash::{ErrorType, NorFlash, ReadNorFlash};
use musrex_core::save::{Keeper, Played, Score, Scores};
use musrex_core::screens::Settings;
use musrex_core::{Command, Events, Game, Outcome};
use musrex_tests::bot::Bot;
use musrex_tests::flash::{Dead, Flash};
use musrex_tests::saves::Kept;

/// A flash that lets something else be done before whatever it does.
struct Slow(Flash);

impl ErrorType for Slow {
    type Error = Dead;
}

impl ReadNorFlash for Slow {
    const READ_SIZE: usize = 1;

    async fn read(&mut self, offset: u32, bytes: &mut [u8]) -> Result<(), Dead> {
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

    async fn erase(&mut self, from: u32, to: u32) -> Result<(), Dead> {
        pause().await;
        self.0.erase(from, to).await
    }

    async fn write(&mut self, offset: u32, bytes: &[u8]) -> Result<(), Dead> {
        pause().await;
        self.0.write(offset, bytes).await
    }
}

async fn pause() {
    let mut is_paused = false;
    poll_fn(|_| match std::mem::replace(&mut is_paused, true) {
        false => Poll::Pending,
        true => Poll::Ready(()),
    })
    .await;
}

/// One who plays and never waits for the flash, and one who always does.
struct Two {
    game: Box<Game>,
    bot: Bot,
    slow: Keeper<Slow>,
    prompt: Keeper<Flash>,
    scores: Scores,
    /// Turns played while something was being written.
    meanwhile: u32,
    /// The most pauses in one piece of work.
    pauses_max: u32,
}

impl Two {
    fn begin(seed: u64) -> Two {
        let game = Box::new(Game::new(seed));
        let (mut slow, mut prompt) =
            (Keeper::open(Slow(Flash::default())), Keeper::open(Flash::default()));
        slow.plan_begin();
        prompt.begin(&game).expect("the flash is whole");
        let (bot, scores) = (Bot::new(seed), Scores::new());
        let mut two = Two { game, bot, slow, prompt, scores, meanwhile: 0, pauses_max: 0 };
        two.finish();
        two
    }

    /// Writes what is due, a turn being played at the first pause, which waits.
    fn finish(&mut self) {
        while !self.slow.is_done() {
            self.slow.draft(&self.game).expect("the flash is whole");
            let (mut waiting, mut pauses) = (None, 0);
            {
                let mut work = pin!(self.slow.finish());
                let mut context = Context::from_waker(Waker::noop());
                while work.as_mut().poll(&mut context).is_pending() {
                    pauses += 1;
                    if waiting.is_none() && self.game.outcome() == Outcome::Playing {
                        let command = self.bot.play(&mut self.game, &mut Events::new());
                        waiting = Some(command);
                    }
                }
            }
            self.pauses_max = self.pauses_max.max(pauses);
            let before: &[u8] = &self.slow.flash().0.bytes;
            assert!(*before == *self.prompt.flash().bytes, "at {:?}", self.game.turn());
            if let Some(command) = waiting {
                self.meanwhile += 1;
                self.save(command, true);
            }
        }
    }

    /// Saves the last turn with both.
    fn save(&mut self, command: Command, has_waited: bool) {
        if self.game.outcome() != Outcome::Playing {
            self.scores.enter(Score::of(&self.game));
            self.prompt.end(command, &self.game, &self.scores).expect("the flash is whole");
            return self.slow.plan_end(command, &self.game, &self.scores).expect("it is whole");
        }
        self.prompt.turn(command, &self.game).expect("the flash is whole");
        let entered = match has_waited {
            true => self.slow.enter(Played::new(command, &self.game)).map(|_| ()),
            false => self.slow.plan_turn(command, &self.game),
        };
        entered.expect("the flash is whole");
    }
}

#[test]
fn play_goes_on_while_it_is_written() {
    let (mut meanwhile, mut pauses_max, mut erased) = (0, 0, 0);
    for seed in 1..=8 {
        let mut two = Two::begin(seed);
        while two.game.outcome() == Outcome::Playing && two.game.turn().0 < 1_500 {
            let command = two.bot.play(&mut two.game, &mut Events::new());
            two.save(command, false);
            two.finish();
        }
        two.slow.plan_set(&Settings::default());
        two.prompt.set(&Settings::default()).expect("the flash is whole");
        two.finish();
        if two.game.outcome() == Outcome::Playing {
            two.slow.plan_leave();
            two.prompt.leave(&two.game).expect("the flash is whole");
            two.finish();
        }
        let (found, loaded) = Kept::load(&mut Flash::of(&two.slow.flash().0.bytes.clone()));
        assert!(loaded.notes.is_empty() && loaded.trouble.is_none());
        let is_playing = two.game.outcome() == Outcome::Playing;
        assert!(found.run == is_playing.then_some(two.game));
        assert_eq!(found.scores, two.scores);
        meanwhile += two.meanwhile;
        pauses_max = two.pauses_max.max(pauses_max);
        erased += two.prompt.flash().erased;
    }
    println!("{meanwhile} turns meanwhile, {pauses_max} pauses at most, {erased} sectors erased");
    assert!(meanwhile > 100 && pauses_max > 40 && erased > 8);
}

/// Whoever stops in the middle loses no more than who loses power.
#[test]
fn work_that_is_dropped_is_as_power_that_fails() {
    for polls in 0..60 {
        let mut game = Box::new(Game::new(3));
        let mut bot = Bot::new(3);
        let mut keeper = Keeper::open(Slow(Flash::default()));
        keeper.begin(&game).expect("the flash is whole");
        while keeper.is_done() {
            let command = bot.play(&mut game, &mut Events::new());
            keeper.plan_turn(command, &game).expect("the flash is whole");
        }
        keeper.draft(&game).expect("the flash is whole");
        {
            let mut work = pin!(keeper.finish());
            let mut context = Context::from_waker(Waker::noop());
            let _ = (0..polls).any(|_| work.as_mut().poll(&mut context).is_ready());
        }
        let (found, loaded) = Kept::load(&mut Flash::of(&keeper.flash().0.bytes.clone()));
        assert!(loaded.notes.is_empty() && loaded.trouble.is_none());
        assert!(found.run == Some(game), "after {polls} polls");
    }
}
