//! Saving on an emulated Game Boy Advance: switched off at any picture, taken to the desktop and
//! back, with something else in the save memory, with no save chip, and all the way to the end.

use musrex_core::Game;
use musrex_core::input::Button;
use musrex_core::save::replay::Tape;
use musrex_core::screens::ScreenName;
use musrex_core::{Floor, Outcome};
use musrex_tests::gba::rom;
use musrex_tests::pair::Pair;
use std::fs;
use std::path::Path;

/// A recorded run, by the start of its name.
fn recording(name: &str) -> Vec<u8> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("golden/replays");
    let files = fs::read_dir(folder).expect("there are recordings");
    let paths = files.map(|file| file.expect("a file").path());
    let is_it =
        |path: &Path| path.file_name().is_some_and(|n| n.to_string_lossy().starts_with(name));
    let path = paths.into_iter().find(|path| is_it(path)).expect("a recording of this name");
    fs::read(path).expect("it can be read")
}

/// A recorded run being played with buttons.
struct Performance<'a> {
    rom: &'a [u8],
    tape: Tape<'a>,
    pair: Pair,
}

impl<'a> Performance<'a> {
    /// In the lobby.
    fn begin(rom: &'a [u8], recording: &'a [u8]) -> Performance<'a> {
        let tape = Tape::new(recording).expect("it is a recording");
        let mut pair = Pair::new(rom, tape.seed());
        pair.tap(Button::A);
        assert_eq!(pair.twin.app.screen(), ScreenName::Play);
        Performance { rom, tape, pair }
    }

    fn game(&self) -> &Game {
        self.pair.twin.app.game()
    }

    /// Plays on while `goes_on`; whether the recording goes on, too.
    fn play_while(&mut self, goes_on: impl Fn(&Game) -> bool) -> bool {
        while goes_on(self.game()) {
            let command = self.tape.next(self.pair.twin.app.game()).expect("it goes as it went");
            let Some(command) = command else { return false };
            self.pair.perform(command);
        }
        true
    }

    /// The power fails, comes back, and the run goes on.
    fn cut(mut self) -> Performance<'a> {
        let (turn, floor) = (self.game().turn(), self.game().floor());
        self.pair = self.pair.cut(self.rom, self.tape.seed());
        self.pair.tap(Button::A);
        assert_eq!(self.pair.twin.app.screen(), ScreenName::Play);
        assert_eq!((self.game().turn(), self.game().floor()), (turn, floor));
        self
    }
}

/// From the title up to the second floor, with power cuts on the way, and on to the end: every
/// picture is the desktop's.
#[test]
fn a_run_with_power_cuts_looks_as_it_does_on_a_desktop() {
    let Some(rom) = rom() else { return };
    let recording = recording("03");
    let mut played = Performance::begin(rom, &recording);
    for floor in [Floor::LOBBY, Floor::new(1).expect("a floor")] {
        assert!(played.play_while(|game| game.floor() == floor));
        // In the darkness between two floors, and after some turns on the next.
        played = played.cut();
        let turn = played.game().turn().0;
        assert!(played.play_while(|game| game.turn().0 < turn + 20));
        played.pair.assert_same();
        played = played.cut();
    }
    assert!(!played.play_while(|_| true));
    assert_eq!(played.game().outcome(), Outcome::Dead);
    let floor = played.game().floor();
    played.pair.play(".*90 A .*20 A .*20 A .*20");
    played.pair.assert_same();
    assert_eq!(floor.number(), 2);
}
