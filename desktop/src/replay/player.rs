//! The replay player, which plays a recording in an app and describes errors in recordings.

use crate::failure::Failure;
use musrex_core::app::{App, ScreenName};
use musrex_core::input::{Button, Buttons, Input};
use musrex_core::quantity::Turn;
use musrex_core::replay::{
    ParseError, ParseErrorKind, ReplayError, ReplayReader, TURNS_A_CHECK, TextPosition,
};
use musrex_core::view::text::cause_name;
use musrex_core::{Game, Outcome, Refusal};

/// The number of ticks in a second.
const TICKS_A_SECOND: u32 = 60;

/// Describes a verified recording; `game` is the state at its end.
pub(crate) fn verified(game: &Game) -> String {
    let floor = game.floor().number();
    let end = match game.outcome() {
        Outcome::Playing => format!("stands on floor {floor}"),
        Outcome::Won => format!("won on floor {floor}"),
        Outcome::Dead => {
            let cause = game.last_damage_cause().map_or("nothing", cause_name);
            format!("died on floor {floor} ({cause})")
        }
    };
    format!("all {} turns as recorded, seed {}, {end}.", game.turn().0, game.seed())
}

/// Returns the error for a recording that cannot be read, or whose replay differs from it.
pub(crate) fn broken(file: &str, reader: &ReplayReader<'_>, at: ReplayError) -> Failure {
    let here = env!("CARGO_PKG_VERSION");
    let versions = match reader.version() {
        version if version == here => String::new(),
        version => format!(" (it was recorded by version {version}, this is {here})"),
    };
    Failure::Failed(format!("{file}: {}{versions}", of_break(at)))
}

/// Describes the difference between a replay and its recording, including the turn.
fn of_break(at: ReplayError) -> String {
    let (words, held) = match at {
        ReplayError::Parse(fault) => return of_fault(fault),
        ReplayError::Differs { turn: Turn(0), .. } => {
            return "turn 0 differs: the run begins in another way".to_owned();
        }
        ReplayError::Differs { turn, held } => (format!("turn {} differs", turn.0), held),
        ReplayError::Refused { turn, refusal, held } => {
            let why = match refusal {
                Refusal::RunOver => "the run is over before it",
                _ => "its command is not allowed",
            };
            (format!("turn {} differs: {why}", turn.0), held)
        }
    };
    match held {
        Some(held) => format!("{words}; all turns up to {} match", held.0),
        None => words,
    }
}

/// Describes a syntax error in a recording, including its position.
pub(crate) fn of_fault(fault: ParseError) -> String {
    let ParseError { position: TextPosition { line, column }, turn, kind } = fault;
    let turn = if turn == Turn(0) { String::new() } else { format!(", after turn {}", turn.0) };
    let why = match kind {
        ParseErrorKind::NotARecording => "a recording begins with `musrex-replay 1`".to_owned(),
        ParseErrorKind::Format(format) => format!("format {format} is unknown: only 1 can be read"),
        ParseErrorKind::Seed => "`seed` and a number below 2^64 must stand here".to_owned(),
        ParseErrorKind::Version => "`version` and the version must stand here".to_owned(),
        ParseErrorKind::Night => "a night is 2 to 10".to_owned(),
        ParseErrorKind::Feats => "the feats that were missing are 0 to 255".to_owned(),
        ParseErrorKind::Command => "this is not a command".to_owned(),
        ParseErrorKind::Count => format!("a count is 1 to {TURNS_A_CHECK}"),
        ParseErrorKind::Check => "a check has a turn and a hash of 16 digits".to_owned(),
        ParseErrorKind::Turn => "this check belongs to another turn".to_owned(),
        ParseErrorKind::NoCheck => {
            format!("a check is missing: one is due every {TURNS_A_CHECK} turns")
        }
        ParseErrorKind::NoEnd => "the recording has no end".to_owned(),
        ParseErrorKind::AfterEnd => "nothing may follow the end".to_owned(),
    };
    format!("line {line}, column {column}{turn}: {why}")
}

/// A player of a recording in an app. Button A pauses and resumes the replay, or ends it after the last turn. B and
/// Start end it at any time.
#[derive(Debug)]
pub(crate) struct ReplayPlayer<'a> {
    reader: ReplayReader<'a>,
    /// The name of the recording's file, for error messages.
    file: String,
    /// The number of turns to play in a second.
    speed: u32,
    /// The progress toward the next turn. The turn is played when this number reaches [`TICKS_A_SECOND`].
    due: u32,
    /// The buttons that were held in the previous tick.
    held: Buttons,
    is_paused: bool,
    is_over: bool,
}

impl<'a> ReplayPlayer<'a> {
    pub(crate) fn new(reader: ReplayReader<'a>, file: String, speed: u16) -> ReplayPlayer<'a> {
        let speed = u32::from(speed);
        // At first, every button counts as held. So a button that is still held from before does not control the
        // replay.
        let held = Button::ALL.into_iter().collect();
        ReplayPlayer { reader, file, speed, due: 0, held, is_paused: false, is_over: false }
    }

    /// Returns the game before the first recorded turn.
    pub(crate) fn game(&self) -> Game {
        self.reader.game()
    }

    /// Advances `app` by a tick and plays the turns that are due. Returns false if a button has ended the replay.
    pub(crate) fn tick(&mut self, app: &mut App, buttons: Buttons) -> Result<bool, Failure> {
        let before = std::mem::replace(&mut self.held, buttons);
        let is_pressed = |button| buttons.has(button) && !before.has(button);
        let is_confirmed = is_pressed(Button::A);
        if is_pressed(Button::B) || is_pressed(Button::Start) || (is_confirmed && self.is_over) {
            return Ok(false);
        }
        self.is_paused ^= is_confirmed;
        // The requests of an app that shows a replay are ignored.
        let _ = app.tick(Input::default());
        if !self.is_paused {
            self.due += self.speed;
        }
        while self.due >= TICKS_A_SECOND {
            self.due -= TICKS_A_SECOND;
            self.turn(app).map_err(|at| broken(&self.file, &self.reader, at))?;
        }
        Ok(true)
    }

    /// Plays the next turn, unless the replay is over. Until the run ends, also waits while the app shows a screen
    /// other than [`ScreenName::Play`].
    fn turn(&mut self, app: &mut App) -> Result<(), ReplayError> {
        let is_ended = app.game().outcome() != Outcome::Playing;
        if self.is_over || (app.screen() != ScreenName::Play && !is_ended) {
            return Ok(());
        }
        match self.reader.next(app.game())? {
            Some(command) => {
                app.play_command(command).map_err(|refusal| self.reader.refused(refusal))
            }
            None => {
                self.is_over = true;
                Ok(())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use musrex_core::app::Setup;
    use musrex_core::replay::{self, Recorder};
    use musrex_core::{Command, Events};

    /// Plays a recording of 250 turns of waiting, after replacing `old` by `new` in its text. Returns the message about
    /// the result.
    fn said(old: &str, new: &str) -> String {
        let (mut game, mut events) = (Game::new(5), Events::new());
        let mut recorder = Recorder::new(String::new(), &game).expect("strings grow");
        for _ in 0..250 {
            game.step(Command::Wait, &mut events).expect("anyone can wait");
            recorder.record(Command::Wait, &game).expect("strings grow");
        }
        let text = recorder.finish(&game).expect("strings grow");
        let text = text.replace(old, new);
        match replay::verify(text.as_bytes()) {
            Ok(game) => verified(&game),
            Err(at) => of_break(at),
        }
    }

    // A player who has just chosen a run to watch still holds the button. The replay must not pause because of it.
    #[test]
    fn a_button_that_is_held_from_before_does_nothing() {
        let mut game = Game::new(5);
        let mut recorder = Recorder::new(String::new(), &game).expect("strings grow");
        game.step(Command::Wait, &mut Events::new()).expect("anyone can wait");
        recorder.record(Command::Wait, &game).expect("strings grow");
        let text = recorder.finish(&game).expect("strings grow");
        let reader = ReplayReader::new(text.as_bytes()).expect("it is a recording");
        let mut player = ReplayPlayer::new(reader, String::new(), 60);
        let mut app = App::new(Setup::new(0));
        app.watch(player.game());
        let confirm = Buttons::NONE.with(Button::A);
        let mut turn = |held| {
            assert!(player.tick(&mut app, held).expect("it goes as it went"));
            app.game().turn().0
        };
        assert_eq!(turn(confirm), 1);
    }

    #[test]
    fn words_for_all_that_can_come_of_it() {
        assert_eq!(said("", ""), "all 250 turns as recorded, seed 5, stands on floor 0.");
        assert_eq!(said("seed 5", "seed 6"), "turn 0 differs: the run begins in another way");
        let sentence = said("100.", "99.l");
        assert_eq!(sentence, "turn 100 differs; all turns up to 0 match");
        let sentence = said("50.", "49.U00");
        let wanted = "turn 250 differs: its command is not allowed; all turns up to 200 match";
        assert_eq!(sentence, wanted);
        let sentence = said("50.", "49.x");
        assert_eq!(sentence, "line 9, column 4, after turn 249: this is not a command");
    }
}
