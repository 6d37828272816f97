//! Recorded runs, played with buttons in lockstep.

use crate::lockstep::Lockstep;
use crate::policy_bot::{Policy, PolicyBot};
use crate::seeds::shifted;
use musrex_core::input::Button;
use musrex_core::save::replay::{Recorder, ReplayReader};
use musrex_core::screens::ScreenName;
use musrex_core::{Command, Events, Game, Outcome};
use std::fs;
use std::path::{Path, PathBuf};

/// The first of the recorded runs that ended so: as the names of their files say, for instance
/// `floor-13-won`.
///
/// # Panics
/// When there is none.
pub fn recording(end: &str) -> Vec<u8> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("golden/replays");
    let paths = fs::read_dir(folder).expect("recordings").map(|file| file.expect("one").path());
    let is_it =
        |path: &PathBuf| path.file_name().is_some_and(|name| name.to_string_lossy().contains(end));
    let first = paths.filter(is_it).min().unwrap_or_else(|| panic!("no recording of {end}"));
    fs::read(first).expect("it can be read")
}

/// Returns the recording of a short run: a passive bot climbs to the first floor and dies there.
///
/// # Panics
/// When nobody dies so soon.
pub fn short_recording() -> Vec<u8> {
    let mut seeds = (1..1000).map(shifted);
    seeds.find_map(record_meek_run).expect("of 1000 runs, none ends so soon")
}

fn record_meek_run(seed: u64) -> Option<Vec<u8>> {
    const TURNS_MAX: u32 = 150;
    let (mut game, mut bot) = (Game::new(seed), PolicyBot::new(Policy::Meek, seed));
    let mut recorder = Recorder::new(String::new(), &game).expect("a string takes all");
    let mut events = Events::new();
    while game.outcome() == Outcome::Playing && game.turn().0 < TURNS_MAX {
        let command = bot.next(&game);
        if game.step(command, &mut events).is_ok() {
            recorder.record(command, &game).expect("a string takes all");
        }
    }
    let is_it = game.outcome() == Outcome::Dead && game.floor().number() == 1;
    is_it.then(|| recorder.finish(&game).expect("a string takes all").into_bytes())
}

/// Plays a recorded run in lockstep.
pub struct LockstepReplay<'a> {
    /// The emulator and the reference.
    pub lockstep: Lockstep,
    rom: &'a [u8],
    reader: ReplayReader<'a>,
    next: Option<Command>,
}

impl<'a> LockstepReplay<'a> {
    /// Begins the recorded run; it stands in the lobby then.
    ///
    /// # Panics
    /// When `recording` is none.
    pub fn begin(rom: &'a [u8], recording: &'a [u8]) -> LockstepReplay<'a> {
        let reader = ReplayReader::new(recording).expect("it is a recording");
        let mut lockstep = Lockstep::new(rom, reader.seed());
        lockstep.tap(Button::A);
        assert_eq!(lockstep.reference.app.screen(), ScreenName::Play);
        let mut replay = LockstepReplay { lockstep, rom, reader, next: None };
        replay.read_next();
        replay
    }

    /// The seed of the run.
    pub fn seed(&self) -> u64 {
        self.reader.seed()
    }

    /// The game as it stands.
    pub fn game(&self) -> &Game {
        self.lockstep.reference.app.game()
    }

    /// Returns the next command, if there is one.
    pub fn peek(&self) -> Option<Command> {
        self.next
    }

    fn read_next(&mut self) {
        self.next =
            self.reader.next(self.lockstep.reference.app.game()).expect("it goes as it went");
    }

    /// Plays one turn; whether there was one.
    pub fn play_turn(&mut self) -> bool {
        let Some(command) = self.next else { return false };
        self.lockstep.perform(command);
        self.read_next();
        true
    }

    /// Plays on while `goes_on`; whether the recording goes on, too.
    pub fn play_while(&mut self, goes_on: impl Fn(&Game) -> bool) -> bool {
        while goes_on(self.game()) {
            if !self.play_turn() {
                return false;
            }
        }
        true
    }

    /// The power fails, comes back, and the run goes on.
    ///
    /// # Panics
    /// When it does not.
    #[must_use]
    pub fn cut(mut self) -> LockstepReplay<'a> {
        let (turn, floor) = (self.game().turn(), self.game().floor());
        self.lockstep = self.lockstep.cut(self.rom, self.reader.seed());
        self.lockstep.tap(Button::A);
        assert_eq!(self.lockstep.reference.app.screen(), ScreenName::Play);
        assert_eq!((self.game().turn(), self.game().floor()), (turn, floor));
        self
    }
}
