//! Recordings: verified without a window, or watched in one.

use crate::cli::ReplayOptions;
use crate::failure::{Failure, reason};
use crate::window;
use musrex_core::content::text::cause_name;
use musrex_core::input::{Button, Buttons, Input};
use musrex_core::save::replay::{self, Break, Tape};
use musrex_core::screens::{App, Request, ScreenName};
use musrex_core::{Game, Outcome};
use std::fs::File;
use std::io::{self, Read, Write};
use std::path::Path;

/// Bytes of a recording at most: one of these has a million turns.
const BYTES_MAX: u64 = 4 << 20;

/// Ticks in a second, which are what turns are paced by.
const TICKS_A_SECOND: u32 = 60;

/// Verifies or shows the recording that `options` name.
pub(crate) fn run(options: &ReplayOptions) -> Result<(), Failure> {
    let bytes = read(&options.file)?;
    let file = options.file.display().to_string();
    let tape = Tape::new(&bytes).map_err(|fault| Failure::Could(format!("{file}: {fault}")))?;
    if !options.verify {
        return window::watch(Reel::new(tape, file, options.speed));
    }
    let game = replay::verify(&bytes).map_err(|at| broken(&file, &tape, &at))?;
    // Whoever closes standard output does not want to read it.
    let _ = writeln!(io::stdout(), "{file}: {}", verified(&game));
    Ok(())
}

fn read(path: &Path) -> Result<Vec<u8>, Failure> {
    let could_not = |why: &str| {
        Failure::Could(format!("could not read the recording {}: {why}", path.display()))
    };
    let mut bytes = Vec::new();
    File::open(path)
        .and_then(|file| file.take(BYTES_MAX + 1).read_to_end(&mut bytes))
        .map_err(|error| could_not(&reason(&error)))?;
    if bytes.len() as u64 > BYTES_MAX {
        return Err(could_not("no recording is as large as that"));
    }
    Ok(bytes)
}

/// What was verified, as a sentence.
fn verified(game: &Game) -> String {
    let floor = game.floor().number();
    let end = match game.outcome() {
        Outcome::Playing => format!("stands on floor {floor}"),
        Outcome::Won => format!("won on floor {floor}"),
        Outcome::Dead => {
            let cause = game.last_harm().map_or("nothing", cause_name);
            format!("died on floor {floor} ({cause})")
        }
    };
    format!("all {} turns as recorded, seed {}, {end}.", game.turn().0, game.seed())
}

fn broken(file: &str, tape: &Tape<'_>, at: &Break) -> Failure {
    let here = env!("CARGO_PKG_VERSION");
    let versions = match tape.version() {
        version if version == here => String::new(),
        version => format!(" (it was recorded by version {version}, this is {here})"),
    };
    Failure::Could(format!("{file}: {at}{versions}"))
}

/// A recording that plays an app. A pauses it and lets it go on, B and Start end it.
#[derive(Debug)]
pub(crate) struct Reel<'a> {
    tape: Tape<'a>,
    /// What it is called when it breaks.
    file: String,
    /// Turns a second.
    speed: u32,
    /// What has come together toward the next turn, of [`TICKS_A_SECOND`] that it takes.
    due: u32,
    /// What was held in the last tick.
    held: Buttons,
    is_paused: bool,
    is_over: bool,
}

impl<'a> Reel<'a> {
    fn new(tape: Tape<'a>, file: String, speed: u16) -> Reel<'a> {
        let speed = u32::from(speed);
        let held = Buttons::NONE;
        Reel { tape, file, speed, due: 0, held, is_paused: false, is_over: false }
    }

    /// The recorded run before its first turn.
    pub(crate) fn game(&self) -> Game {
        self.tape.game()
    }

    /// One tick of `app`, with the turns that are due in it.
    pub(crate) fn tick(
        &mut self,
        app: &mut App,
        buttons: Buttons,
    ) -> Result<Option<Request>, Failure> {
        let before = std::mem::replace(&mut self.held, buttons);
        let is_pressed = |button| buttons.has(button) && !before.has(button);
        let is_confirmed = is_pressed(Button::A);
        if is_pressed(Button::B) || is_pressed(Button::Start) || (is_confirmed && self.is_over) {
            return Ok(Some(Request::Quit));
        }
        self.is_paused ^= is_confirmed;
        let request = app.tick(Input::default());
        if !self.is_paused {
            self.due += self.speed;
        }
        while self.due >= TICKS_A_SECOND {
            self.due -= TICKS_A_SECOND;
            self.turn(app).map_err(|at| broken(&self.file, &self.tape, &at))?;
        }
        Ok(request)
    }

    /// The next turn, unless the app shows what must be seen first.
    fn turn(&mut self, app: &mut App) -> Result<(), Break> {
        let is_ended = app.game().outcome() != Outcome::Playing;
        if self.is_over || (app.screen() != ScreenName::Play && !is_ended) {
            return Ok(());
        }
        match self.tape.next(app.game())? {
            Some(command) => {
                app.play_command(command).map_err(|refusal| self.tape.refused(refusal))
            }
            None => {
                self.is_over = true;
                Ok(())
            }
        }
    }
}
