//! Saved sessions, and the contents that a save must have after a power cut.
//!
//! - [`Player`] plays a run with a [`PolicyBot`] and saves every turn on a simulated [`Flash`]. It knows the contents
//!   that the save must have.
//! - [`Session`] is the log of a player's changes to the flash, byte by byte. [`Session::check_cut`] asserts that a
//!   power cut after any step leaves either the contents before the interrupted action or the contents after it.
//! - [`SaveContents`] is the contents of a save.
//!
//! ```
//! use musrex_testkit::saves::Player;
//!
//! let mut player = Player::new(7);
//! player.start_session();
//! for _ in 0..3 {
//!     player.turn();
//! }
//! let session = player.into_session();
//! for cut in 0..=session.steps.len() {
//!     session.check_cut(cut);
//! }
//! ```

use crate::assert_same;
use crate::fixtures::TestRng;
use crate::flash::{Flash, SECTOR, Step, apply};
use crate::policy_bot::{Policy, PolicyBot};
use crate::progress::Progress;
use crate::save_now::SaveNow;
use musrex_core::app::{RepeatSpeed, Settings};
use musrex_core::geometry::Direction;
use musrex_core::poll::block_on;
use musrex_core::save::{
    LoadWarning, Loaded, SaveError, SaveManager, SaveRequest, SaveSource, Score, Scores,
};
use musrex_core::{Command, Events, Game, Outcome};
use std::sync::atomic::{AtomicUsize, Ordering};

/// The contents that a save must preserve.
#[derive(Clone, Debug, PartialEq)]
pub struct SaveContents {
    /// The run, if there is one.
    pub run: Option<Box<Game>>,
    /// The hall of fame.
    pub scores: Scores,
    /// The settings.
    pub settings: Option<Settings>,
}

impl SaveContents {
    /// Returns a short description of the contents, for test messages.
    pub fn brief(&self) -> String {
        let run = self.run.as_ref().map(|game| (game.floor(), game.turn()));
        format!("{run:?}, {} scores, {:?}", self.scores.rows().len(), self.settings)
    }

    /// Loads `flash`. Returns the contents of the save, and the warnings.
    pub fn load(flash: &mut Flash) -> (SaveContents, Loaded) {
        let mut game = Box::new(Game::new(0));
        let loaded = block_on(async { SaveManager::open(flash).await.load(&mut game).await });
        let run = loaded.has_run.then_some(game);
        (SaveContents { run, scores: loaded.scores.clone(), settings: loaded.settings }, loaded)
    }
}

/// The log of a session without a power cut, as a list of steps.
pub struct Session {
    /// The changes of the flash, in order.
    pub steps: Vec<Step>,
    /// The bytes of the flash at the beginning, and after every [`FRAME_STEPS`] steps.
    frames: Vec<Box<[u8]>>,
    /// The contents after each action, with the number of steps so far. The first entry is the contents at the
    /// beginning of the session.
    pub kept: Vec<(usize, SaveContents)>,
    /// The flash at the end of the session.
    pub flash: Flash,
    /// The number of turns played.
    pub turns: u32,
    /// The number of played turns that were throws.
    pub throws: u32,
}

impl Session {
    /// Returns whether `run` equals a state of this session's run after some action. If `loaded` warns that the floor
    /// was lost, only the seed and the turn must be equal, because the game generates a lost floor anew.
    pub fn knows(&self, run: &Game, loaded: &Loaded) -> bool {
        let is_floor_new = loaded.warnings.contains(&LoadWarning::FloorLost(run.floor()));
        self.kept.iter().filter_map(|(_, kept)| kept.run.as_ref()).any(|known| {
            let is_same =
                (known.player(), known.current_floor()) == (run.player(), run.current_floor());
            (known.seed(), known.turn()) == (run.seed(), run.turn()) && (is_floor_new || is_same)
        })
    }
}

/// The number of steps between two frames of a [`Session`].
const FRAME_STEPS: usize = 512;

/// Returns the bytes of the flash at the beginning, which are `start`, and after every [`FRAME_STEPS`] of the `steps`.
fn frames(start: &[u8], steps: &[Step]) -> Vec<Box<[u8]>> {
    let mut flash = Flash::of(start);
    let frames = steps.chunks(FRAME_STEPS).map(|stretch| {
        let before = flash.bytes.clone();
        stretch.iter().for_each(|&step| apply(&mut flash.bytes, step));
        before
    });
    let mut frames: Vec<_> = frames.collect();
    frames.push(flash.bytes);
    frames
}

impl Session {
    /// Returns the flash after a power cut at this step.
    pub fn cut(&self, steps: usize) -> Flash {
        let frame = steps / FRAME_STEPS;
        let mut flash =
            Flash { erases_to_zeros: self.flash.erases_to_zeros, ..Flash::of(&self.frames[frame]) };
        let stretch = &self.steps[frame * FRAME_STEPS..steps];
        stretch.iter().for_each(|&step| apply(&mut flash.bytes, step));
        flash
    }

    /// Loads the save after a power cut at this step. The save must load without a warning, and must hold
    /// either the contents before the interrupted action or the contents after it.
    pub fn check_cut(&self, steps: usize) -> Flash {
        let mut flash = self.cut(steps);
        self.check_found(steps, &mut flash);
        flash
    }

    /// Works like [`check_cut`](Session::check_cut), but loads `flash`: the flash that a cut at this step left,
    /// possibly with later changes.
    pub fn check_found(&self, steps: usize, flash: &mut Flash) {
        let (found, loaded) = SaveContents::load(flash);
        let around = self.around(steps);
        assert!(around.contains(&&found), "power failed after {steps} steps: {}", found.brief());
        assert!(
            loaded.warnings.is_empty(),
            "power failed after {steps} steps: {:?}",
            loaded.warnings
        );
        assert_eq!(loaded.save_error, None, "power failed after {steps} steps");
    }

    /// Returns the contents before and after the action that contains this step.
    pub fn around(&self, step: usize) -> [&SaveContents; 2] {
        let after = self.kept.partition_point(|(steps, _)| *steps < step);
        let after = after.min(self.kept.len() - 1);
        [&self.kept[after.saturating_sub(1)].1, &self.kept[after].1]
    }
}

/// Runs `check` for each number of `0..count` on all processors. Reports the progress after a minute.
pub fn on_all_processors(count: usize, check: impl Fn(usize) + Sync) {
    let threads = std::thread::available_parallelism().map_or(2, usize::from);
    let next = AtomicUsize::new(0);
    let progress = Progress::new("cases", count as u64);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let index = next.fetch_add(CHUNK, Ordering::Relaxed);
                    if index >= count {
                        return;
                    }
                    for index in index..count.min(index + CHUNK) {
                        check(index);
                        progress.add(1);
                    }
                }
            });
        }
    });
}

/// The number of cases that a thread takes at a time.
const CHUNK: usize = 64;

/// A player whose game is saved after each action.
pub struct Player {
    /// The save manager.
    pub manager: SaveManager<Flash>,
    /// The game being played.
    pub game: Box<Game>,
    /// The bot that plays.
    pub bot: PolicyBot,
    /// The contents that the save must have at present.
    pub kept: SaveContents,
    /// The first error of a request. Only a damaged save may cause one.
    pub failure: Option<SaveError>,
    /// True if the save is damaged. A request may then fail.
    pub is_damaged: bool,
    events: Events,
    actions: Vec<(usize, SaveContents)>,
    start: Box<[u8]>,
    turns: u32,
    throws: u32,
}

/// The number of turns between two throws, if there is something to throw.
const TURNS_A_THROW: u32 = 12;

/// Returns a command that throws the pack's first item at a tile in sight.
fn any_throw(game: &Game) -> Option<Command> {
    let throws = game.visible().iter().map(|at| Command::Throw(0, at)).collect::<Vec<_>>();
    throws.into_iter().find(|&throw| game.accepts(throw).is_ok())
}

impl Player {
    /// Makes a player who begins the run `seed` on an empty flash.
    pub fn new(seed: u64) -> Player {
        Player::on(Flash::default(), seed)
    }

    /// Makes a player who begins the run `seed` on `flash`, which must be empty.
    pub fn on(flash: Flash, seed: u64) -> Player {
        let start = flash.bytes.clone();
        let kept = SaveContents { run: None, scores: Scores::new(), settings: None };
        let mut player = Player {
            manager: block_on(SaveManager::open(flash)),
            game: Box::new(Game::new(seed)),
            bot: PolicyBot::new(Policy::Wander, seed),
            actions: vec![(0, kept.clone())],
            kept,
            failure: None,
            is_damaged: false,
            events: Events::new(),
            start,
            turns: 0,
            throws: 0,
        };
        player.begin(seed);
        player
    }

    /// Changes settings and loses the run. Then plays further runs until one has reached its third floor and has gone
    /// on there for `turns` turns.
    pub fn climb(&mut self, rng: u64, turns: u32) {
        let seed = self.game.seed();
        self.set(&mut TestRng(rng));
        self.bot.policy = Policy::WanderMeek;
        // A player who hits nobody may live for long, so the loop begins another run after every 1,000 turns.
        for turn in 1.. {
            if !self.is_playing() {
                break;
            }
            self.turn();
            if turn % 1_000 == 0 {
                self.begin(seed.wrapping_add(turn));
            }
        }
        self.bot.policy = Policy::Wander;
        for number in 1.. {
            self.begin(seed.wrapping_add(number));
            for _ in 0..600 {
                if self.is_playing() && self.game.floor().number() < 2 {
                    self.turn();
                }
            }
            for _ in 0..turns {
                if self.is_playing() {
                    self.turn();
                }
            }
            if self.is_playing() && self.game.floor().number() == 2 {
                return;
            }
        }
    }

    /// Makes a player whose flash has been full once, so that the save manager reuses sectors.
    pub fn veteran(seed: u64) -> Player {
        Player::veteran_on(Flash::default(), seed)
    }

    /// Makes a player like [`veteran`](Player::veteran), on `flash`, which must be empty.
    pub fn veteran_on(flash: Flash, seed: u64) -> Player {
        let mut player = Player::on(flash, seed);
        let mut rng = TestRng(seed);
        let mut seed = seed;
        while !player.has_used_all() {
            if player.is_playing() {
                player.turn();
            } else {
                seed = seed.wrapping_add(1000);
                player.begin(seed);
            }
            if player.is_playing() && rng.below(8) == 0 {
                player.leave();
            }
        }
        player
    }

    fn has_used_all(&mut self) -> bool {
        self.manager.flash().bytes.chunks(SECTOR).all(|sector| sector[0] != 0xFF)
    }

    /// Makes a player who continues from a flash with these `bytes`.
    pub fn resume(bytes: &[u8]) -> Player {
        Player::resume_on(Flash::of(bytes))
    }

    /// Makes a player who continues from `flash`.
    pub fn resume_on(flash: Flash) -> Player {
        let start = flash.bytes.clone();
        let mut manager = block_on(SaveManager::open(flash));
        let mut game = Box::new(Game::new(0));
        let loaded = block_on(manager.load(&mut game));
        let run = loaded.has_run.then(|| game.clone());
        let kept = SaveContents { run, scores: loaded.scores, settings: loaded.settings };
        Player {
            manager,
            bot: PolicyBot::new(Policy::Wander, game.seed()),
            game,
            actions: vec![(0, kept.clone())],
            kept,
            failure: None,
            is_damaged: loaded.save_error.is_some() || !loaded.warnings.is_empty(),
            events: Events::new(),
            start,
            turns: 0,
            throws: 0,
        }
    }

    /// Begins the run `seed`.
    pub fn begin(&mut self, seed: u64) {
        self.begin_game(Game::new(seed));
    }

    /// Begins a run in the state `game`.
    pub fn begin_game(&mut self, game: Game) {
        *self.game = game;
        self.save(SaveRequest::Begin);
        self.kept.run = Some(self.game.clone());
        self.note();
    }

    /// Plays one turn and saves it. Sometimes throws an item, because a throw has a longer journal entry.
    pub fn turn(&mut self) {
        let is_due = self.game.turn().0 % TURNS_A_THROW == TURNS_A_THROW - 1;
        if let Some(throw) = any_throw(&self.game).filter(|_| is_due) {
            self.throws += 1;
            return self.give(throw);
        }
        let command = self.bot.play(&mut self.game, &mut self.events);
        self.save_turn(command);
    }

    /// Plays one command, which the game must accept, and saves the turn.
    pub fn give(&mut self, command: Command) {
        self.game.step(command, &mut self.events).expect("it is not refused");
        self.save_turn(command);
    }

    /// Makes a save request for the current game with the expected scores and settings. Panics if the request fails,
    /// unless the save is damaged.
    fn save(&mut self, request: SaveRequest) {
        let (game, scores) = (&self.game, &self.kept.scores);
        let settings = &self.kept.settings.unwrap_or_default();
        let saved = self.manager.save(request, SaveSource { game, scores, settings });
        self.expect(saved);
    }

    fn save_turn(&mut self, command: Command) {
        self.turns += 1;
        self.kept.scores.note_turn(&self.game, &self.events, &self.game.visible());
        if self.game.outcome() == Outcome::Playing {
            self.save(SaveRequest::Turn(command));
            self.kept.run = Some(self.game.clone());
        } else {
            self.kept.scores.insert(Score::of(&self.game));
            self.save(SaveRequest::End(command));
            self.kept.run = None;
        }
        self.note();
    }

    /// Saves as the game does when the player is idle.
    pub fn rest(&mut self) {
        self.save(SaveRequest::Idle);
        self.note();
    }

    /// Leaves the game, so that the run can go on later.
    pub fn leave(&mut self) {
        self.save(SaveRequest::Leave);
        self.note();
    }

    /// Leaves the game if a run is being played.
    pub fn leave_if_playing(&mut self) {
        if self.is_playing() {
            self.leave();
        }
    }

    /// Gives up the run.
    pub fn give_up(&mut self) {
        self.save(SaveRequest::GiveUp);
        self.kept.run = None;
        self.note();
    }

    /// Ends the run with a turn of waiting, and saves `scores` as the hall of fame after that turn.
    pub fn end(&mut self, scores: &Scores) {
        let saved = self.manager.end(Command::Wait, &self.game, scores);
        self.expect(saved);
        (self.kept.run, self.kept.scores) = (None, scores.clone());
        self.note();
    }

    /// Changes the settings at random.
    pub fn set(&mut self, rng: &mut TestRng) {
        let speed = RepeatSpeed::ALL[rng.below(3) as usize];
        let scale = u8::try_from(rng.below(5)).expect("below 5");
        self.settings(Settings { repeat_speed: speed, scale, ..Settings::default() });
    }

    /// Saves these settings.
    pub fn settings(&mut self, settings: Settings) {
        self.kept.settings = Some(settings);
        self.save(SaveRequest::Settings);
        self.note();
    }

    /// Returns whether a run is being played.
    pub fn is_playing(&self) -> bool {
        self.kept.run.is_some()
    }

    fn expect(&mut self, saved: Result<(), SaveError>) {
        assert!(saved.is_ok() || self.is_damaged, "{saved:?}");
        self.failure = self.failure.or(saved.err());
    }

    fn note(&mut self) {
        if let Some(log) = &self.manager.flash().log {
            let steps = log.len();
            self.actions.push((steps, self.kept.clone()));
        }
    }

    /// Starts a session at the present state, and drops the earlier log.
    pub fn start_session(&mut self) {
        self.manager.flash().log = Some(Vec::new());
        self.actions = vec![(0, self.kept.clone())];
        self.start = self.manager.flash().bytes.clone();
        (self.turns, self.throws) = (0, 0);
    }

    /// Returns the session so far.
    pub fn into_session(mut self) -> Session {
        let mut flash = self.manager.flash().clone();
        let steps = flash.log.take().unwrap_or_default();
        let frames = frames(&self.start, &steps);
        Session { steps, frames, kept: self.actions, flash, turns: self.turns, throws: self.throws }
    }
}

/// Returns a command that takes the player of `game` to another floor without ending the run, and the resulting game.
pub fn step_off(game: &Game) -> Option<(Command, Box<Game>)> {
    let steps = Direction::ALL.into_iter().map(Command::Walk);
    let mut steps = steps.filter_map(|step| {
        let mut next = Box::new(game.clone());
        next.step(step, &mut Events::new()).ok().map(|_| (step, next))
    });
    steps.find(|(_, next)| next.floor() != game.floor() && next.outcome() == Outcome::Playing)
}

/// Continues from arbitrary `bytes`, plays a few turns, and checks that the game is saved. If an error is reported,
/// overwrites the contents of the flash with a new run before the check.
///
/// # Panics
/// Panics if the game is not saved, although no error was reported or the contents were overwritten.
pub fn resume_any(bytes: &[u8]) {
    let mut player = Player::resume(bytes);
    player.is_damaged = true;
    if !player.is_playing() && player.manager.save_error().is_none() {
        player.begin(9);
    }
    for _ in 0..5 {
        if player.manager.save_error().is_none() && player.is_playing() {
            player.turn();
        }
    }
    if player.manager.save_error().is_some() {
        player.manager.allow_overwrite();
        player.kept = SaveContents { run: None, scores: Default::default(), settings: None };
        player.begin(9);
    }
    let (found, loaded) = SaveContents::load(player.manager.flash());
    assert_same!(found.run, player.kept.run);
    assert_eq!(loaded.save_error, None);
}
