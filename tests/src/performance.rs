//! Recorded runs, played with buttons on a Game Boy Advance and its twin.

use crate::pair::Pair;
use musrex_core::input::Button;
use musrex_core::save::replay::Tape;
use musrex_core::screens::ScreenName;
use musrex_core::{Command, Game};
use std::fs;
use std::path::{Path, PathBuf};

/// The recorded run whose name starts with `name`.
///
/// # Panics
/// When there is none.
pub fn recording(name: &str) -> Vec<u8> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("golden/replays");
    let is_it = |path: &PathBuf| {
        path.file_name().is_some_and(|file| file.to_string_lossy().starts_with(name))
    };
    let mut paths = fs::read_dir(folder).expect("recordings").map(|file| file.expect("one").path());
    fs::read(paths.find(is_it).expect("a recording of this name")).expect("it can be read")
}

/// A recorded run being played.
pub struct Performance<'a> {
    /// Who plays it.
    pub pair: Pair,
    rom: &'a [u8],
    tape: Tape<'a>,
    next: Option<Command>,
}

impl<'a> Performance<'a> {
    /// In the lobby.
    ///
    /// # Panics
    /// When `recording` is none.
    pub fn begin(rom: &'a [u8], recording: &'a [u8]) -> Performance<'a> {
        let tape = Tape::new(recording).expect("it is a recording");
        let mut pair = Pair::new(rom, tape.seed());
        pair.tap(Button::A);
        assert_eq!(pair.twin.app.screen(), ScreenName::Play);
        let mut performance = Performance { pair, rom, tape, next: None };
        performance.wind();
        performance
    }

    /// The seed of the run.
    pub fn seed(&self) -> u64 {
        self.tape.seed()
    }

    /// The game as it stands.
    pub fn game(&self) -> &Game {
        self.pair.twin.app.game()
    }

    /// What comes next, if anything does.
    pub fn peek(&self) -> Option<Command> {
        self.next
    }

    fn wind(&mut self) {
        self.next = self.tape.next(self.pair.twin.app.game()).expect("it goes as it went");
    }

    /// Plays one turn; whether there was one.
    pub fn play_turn(&mut self) -> bool {
        let Some(command) = self.next else { return false };
        self.pair.perform(command);
        self.wind();
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
    pub fn cut(mut self) -> Performance<'a> {
        let (turn, floor) = (self.game().turn(), self.game().floor());
        self.pair = self.pair.cut(self.rom, self.tape.seed());
        self.pair.tap(Button::A);
        assert_eq!(self.pair.twin.app.screen(), ScreenName::Play);
        assert_eq!((self.game().turn(), self.game().floor()), (turn, floor));
        self
    }
}
