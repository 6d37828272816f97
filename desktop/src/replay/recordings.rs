//! The recordings of the player's runs, in a folder beside the save. Each row of the hall of fame has one recording,
//! and the current run has another.
//!
//! During a run, each command is appended as a line before the turn is saved, so that every saved turn is also
//! recorded. At the end of a run that enters the hall of fame, the recording is replayed as a check, and rewritten in
//! its shortest form; the recording of any other run is removed. If a recording cannot be kept, it is simply missing;
//! nothing else fails.

use super::file::BYTES_MAX;
use crate::files;
use musrex_core::replay::{
    self, ParseErrorKind, Recorder, ReplayError, ReplayReader, TURNS_A_CHECK, command_text,
};
use musrex_core::save::{RunMode, SaveRequest, Score, Scores};
use musrex_core::{Events, Game, Outcome};
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// The file name of the recording of the current run.
const RUNNING: &str = "running";
/// The extension of a finished recording.
const EXTENSION: &str = "replay";
/// The beginning of every recording.
const MAGIC: &[u8] = b"musrex-replay 1\nseed ";

/// The folder of recordings, kept in sync with the hall of fame.
#[derive(Debug)]
pub(crate) struct Recordings {
    folder: PathBuf,
    /// The file of the current run; `None` if turns are missing from the recording.
    running: Option<File>,
    /// The rows of the hall of fame after the last request. If the hall could not be read, its old rows are missing
    /// here, so that their recordings are not removed.
    rows: Vec<Score>,
}

impl Recordings {
    /// Returns the recordings beside the save at `save`, which contains `scores` and `run`. Continues the recording of
    /// `run`.
    pub(crate) fn beside(save: &Path, run: Option<&Game>, scores: &Scores) -> Recordings {
        let rows = scores.rows().to_vec();
        let mut recordings = Recordings { folder: folder_of(save), running: None, rows };
        recordings.running = run.and_then(|game| recordings.resumed(game));
        recordings
    }

    fn path_of(&self, score: &Score) -> PathBuf {
        self.folder.join(name_of(score))
    }

    /// Updates the recordings for a request that is about to be saved. Begins, continues, finishes or drops the
    /// recording of the run. Removes the recordings of rows that left the hall of fame.
    pub(crate) fn note(&mut self, request: SaveRequest, game: &Game, scores: &Scores) {
        match request {
            SaveRequest::Begin | SaveRequest::Overwrite => self.running = self.begun(game).ok(),
            SaveRequest::Turn(command) | SaveRequest::End(command) => {
                let line = format!("{}\n{}", command_text(command), check_of(game));
                let is_written = self
                    .running
                    .as_mut()
                    .is_some_and(|file| file.write_all(line.as_bytes()).is_ok());
                if !is_written {
                    self.running = None;
                }
                if let SaveRequest::End(_) = request {
                    self.finish(game, scores);
                }
            }
            SaveRequest::GiveUp => {
                self.running = None;
                remove(&self.folder.join(RUNNING));
            }
            SaveRequest::Idle | SaveRequest::Leave | SaveRequest::Settings => {}
        }
        self.follow(scores);
    }

    fn begun(&self, game: &Game) -> io::Result<File> {
        fs::create_dir_all(&self.folder)?;
        let path = self.folder.join(RUNNING);
        if path.exists() && !is_recording(&path) {
            return Err(io::ErrorKind::AlreadyExists.into());
        }
        files::replace(&path, format!("{}{}", head_of(game), check_of(game)).as_bytes())?;
        OpenOptions::new().append(true).open(&path)
    }

    /// Opens the recording of the run of `game`, and truncates turns that were not saved. Returns `None` if the
    /// recording belongs to another run or turns are missing from it.
    fn resumed(&self, game: &Game) -> Option<File> {
        let path = self.folder.join(RUNNING);
        let text = running_text(&path)?;
        let commands = text.strip_prefix(&head_of(game))?;
        let (mut turns, mut length) = (0, 0);
        for line in commands.split_inclusive('\n') {
            let is_command = !line.starts_with('=');
            if !line.ends_with('\n') || (is_command && turns == game.turn().0) {
                break;
            }
            turns += u32::from(is_command);
            length += line.len();
        }
        if turns != game.turn().0 {
            return None;
        }
        let kept = text.len() - commands.len() + length;
        let mut file = OpenOptions::new().append(true).open(&path).ok()?;
        file.set_len(u64::try_from(kept).ok()?).ok()?;
        let check = check_of(game);
        if !text[..kept].ends_with(&check) {
            file.write_all(check.as_bytes()).ok()?;
        }
        Some(file)
    }

    /// Keeps the recording of a finished run if the run has a row in the hall of fame, and removes it if not.
    fn finish(&mut self, game: &Game, scores: &Scores) {
        let running = self.folder.join(RUNNING);
        let score = Score::of(game);
        if self.running.take().is_some() && scores.rows().contains(&score) {
            let end = format!("end {} {:016x}\n", game.turn().0, game.fingerprint());
            let whole = running_text(&running).map(|text| text + &end);
            let path = self.path_of(&score);
            if let Some(text) = whole.and_then(|text| shortest(text.as_bytes()))
                && (!path.exists() || is_recording(&path))
            {
                let _ = files::replace(&path, text.as_bytes());
            }
        }
        remove(&running);
    }

    /// Removes the recordings of rows that left the hall of fame.
    fn follow(&mut self, scores: &Scores) {
        for gone in self.rows.iter().filter(|row| !scores.rows().contains(row)) {
            remove(&self.path_of(gone));
        }
        if self.rows != scores.rows() {
            self.rows = scores.rows().to_vec();
        }
    }
}

/// Returns the path of the recording of `score`, a row of the hall of fame in the save at `save`. The file may be
/// missing if the recording could not be kept.
pub(crate) fn path_of(save: &Path, score: &Score) -> PathBuf {
    folder_of(save).join(name_of(score))
}

/// Restores a run by replaying the recording beside the damaged save at `save`. `loaded` is the run that was read from
/// that save, if any. Returns `None` if there is no recording, if it belongs to another run, if it cannot be played
/// under the present rules, or if it adds nothing to `loaded`.
pub(crate) fn recorded_run(save: &Path, loaded: Option<&Game>) -> Option<Box<Game>> {
    let text = running_text(&folder_of(save).join(RUNNING))?;
    // The last line may be incomplete. The player never saw the turn of such a line.
    let text = &text[..=text.rfind('\n')?];
    let mut game = played(text, loaded, u32::MAX)?;
    if game.outcome() != Outcome::Playing {
        // The last turn ended the run. That turn is left out, so that the player plays it again.
        game = played(text, loaded, game.turn().0.checked_sub(1)?)?;
    }
    let is_further = loaded.is_none_or(|loaded| {
        game.turn() > loaded.turn() || (game.turn() == loaded.turn() && *game != *loaded)
    });
    is_further.then_some(game)
}

/// Plays up to `turns` turns of the recording of an unfinished run. Returns `None` if the replay differs from the
/// recording, or if the recording does not belong to the run `loaded`.
fn played(text: &str, loaded: Option<&Game>, turns: u32) -> Option<Box<Game>> {
    let mut reader = ReplayReader::new(text.as_bytes()).ok()?;
    let mut game = Box::new(reader.game());
    if let Some(loaded) = loaded {
        let (mode, loaded_mode) = (game.mode(), loaded.mode());
        let rules = |mode: RunMode| (mode.is_calm(), mode.night(), mode.missing());
        if (game.seed(), rules(mode)) != (loaded.seed(), rules(loaded_mode)) {
            return None;
        }
        // A recording does not state whether the run is a daily or a practice run.
        let (is_daily, is_practice) = (loaded_mode.is_daily(), loaded_mode.is_practice());
        game.set_mode(mode.with_daily(is_daily).with_practice(is_practice));
    }
    let mut events = Events::new();
    while game.turn().0 < turns {
        let is_where_loaded = |loaded: &Game| {
            loaded.turn() != game.turn()
                || (loaded.floor(), loaded.player()) == (game.floor(), game.player())
        };
        if !loaded.is_none_or(is_where_loaded) {
            return None;
        }
        match reader.next(&game) {
            Ok(Some(command)) => game.step(command, &mut events).ok()?,
            Err(ReplayError::Parse(error)) if error.kind == ParseErrorKind::NoEnd => break,
            Ok(None) | Err(_) => return None,
        };
    }
    Some(game)
}

/// Returns the folder of the recordings of a save.
fn folder_of(save: &Path) -> PathBuf {
    let mut folder = save.as_os_str().to_owned();
    folder.push(".replays");
    folder.into()
}

/// Returns whether the file at `path` is a recording: a regular file, not a link, that starts like a recording.
fn is_recording(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok_and(|metadata| metadata.is_file())
        && files::read(path, BYTES_MAX)
            .is_ok_and(|bytes| files::without_mark(&bytes).starts_with(MAGIC))
}

/// Removes the file at `path` if it is a recording.
fn remove(path: &Path) {
    if is_recording(path) {
        let _ = fs::remove_file(path);
    }
}

/// Returns the text of the recording of the current run.
fn running_text(path: &Path) -> Option<String> {
    let bytes = is_recording(path).then(|| files::read(path, BYTES_MAX))?.ok()?;
    String::from_utf8(files::without_mark(&bytes).to_vec()).ok()
}

/// Returns the lines that precede the commands in a recording.
fn head_of(game: &Game) -> String {
    replay::head(game).to_string()
}

/// Returns the check line that is due after this turn, with a fingerprint of the game; an empty string if none is due.
fn check_of(game: &Game) -> String {
    if game.turn().0.is_multiple_of(TURNS_A_CHECK) {
        format!("= {} {:016x}\n", game.turn().0, game.fingerprint())
    } else {
        String::new()
    }
}

/// Returns the file name of a row's recording.
fn name_of(score: &Score) -> String {
    format!("{}-{}-{}.{EXTENSION}", score.seed, score.turns.0, score.points)
}

/// Returns the recording in its shortest form, with check lines, and with counts for repeated commands; `None` if it
/// cannot be replayed.
fn shortest(bytes: &[u8]) -> Option<String> {
    let game = ReplayReader::new(bytes).ok()?.game();
    let mut recorder = Recorder::new(String::new(), &game).ok()?;
    let mut is_sound = true;
    let game = replay::play(bytes, |command, game, _| {
        is_sound &= recorder.record(command, game).is_ok();
    })
    .ok()?;
    recorder.finish(&game).ok().filter(|_| is_sound)
}

#[cfg(test)]
mod tests {
    use super::*;
    use musrex_core::{Command, Events};

    /// Plays `turns` turns of waiting, and records them as a host does.
    fn play(recordings: &mut Recordings, game: &mut Game, turns: u32) {
        for _ in 0..turns {
            game.step(Command::Wait, &mut Events::new()).expect("anyone can wait");
            recordings.note(SaveRequest::Turn(Command::Wait), game, &Scores::new());
        }
    }

    fn end(recordings: &mut Recordings, game: &mut Game, scores: &mut Scores) -> PathBuf {
        game.step(Command::Wait, &mut Events::new()).expect("anyone can wait");
        scores.insert(Score::of(game));
        recordings.note(SaveRequest::End(Command::Wait), game, scores);
        recordings.path_of(&Score::of(game))
    }

    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("musrex-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).expect("a folder for the test");
        folder
    }

    // The run is played in three sessions. The second session records a turn that was not saved.
    #[test]
    fn a_run_is_recorded_over_sessions_and_leaves_with_its_row() {
        let folder = folder("sessions");
        let save = folder.join("musrex.sav");
        let (mut game, mut scores) = (Game::new(5), Scores::new());
        let mut recordings = Recordings::beside(&save, None, &scores);
        recordings.note(SaveRequest::Begin, &game, &scores);
        play(&mut recordings, &mut game, 120);
        let mut recordings = Recordings::beside(&save, Some(&game), &scores);
        let saved = game.clone();
        play(&mut recordings, &mut game, 1);
        let mut game = saved;
        let mut recordings = Recordings::beside(&save, Some(&game), &scores);
        play(&mut recordings, &mut game, 30);
        let path = end(&mut recordings, &mut game, &mut scores);
        let bytes = fs::read(&path).expect("it is kept");
        assert_eq!(replay::verify(&bytes).expect("it goes as it went"), game);
        assert!(bytes.len() < 250, "{} bytes", bytes.len());
        // Ten better rows push the row, and with it the recording, out of the hall.
        let mut better = Score::of(&game);
        for _ in 0..10 {
            better.points += 1;
            scores.insert(better.clone());
        }
        let mut other = Game::new(6);
        recordings.note(SaveRequest::Begin, &other, &scores);
        end(&mut recordings, &mut other, &mut scores);
        assert!(!path.exists());
        let _ = fs::remove_dir_all(folder);
    }

    // If the hall could not be read, its rows are unknown, so the recordings of its former rows are kept. A file that
    // is not a recording is kept, whatever its name is.
    #[test]
    fn only_recordings_of_rows_that_had_to_go_are_removed() {
        let folder = folder("strangers");
        let save = folder.join("musrex.sav");
        let (mut game, mut scores) = (Game::new(5), Scores::new());
        let mut recordings = Recordings::beside(&save, None, &scores);
        recordings.note(SaveRequest::Begin, &game, &scores);
        let own = end(&mut recordings, &mut game, &mut scores);
        let strangers = [name_of(&Score::of(&Game::new(9))), "mine.replay".to_owned()];
        let strangers = strangers.map(|name| recordings.folder.join(name));
        for path in &strangers {
            fs::write(path, "a letter").expect("there is room");
        }
        // The hall is lost: after the next run, it has only the row of that run.
        let mut scores = Scores::new();
        let mut recordings = Recordings::beside(&save, None, &scores);
        let mut other = Game::new(6);
        recordings.note(SaveRequest::Begin, &other, &scores);
        end(&mut recordings, &mut other, &mut scores);
        assert!(own.exists());
        // A row leaves the hall, but the file with the row's name is not a recording.
        let mut scores = Scores::new();
        scores.insert(Score::of(&Game::new(9)));
        let mut recordings = Recordings::beside(&save, None, &scores);
        let mut scores = Scores::new();
        let mut other = Game::new(7);
        recordings.note(SaveRequest::End(Command::Wait), &other, &scores);
        end(&mut recordings, &mut other, &mut scores);
        for path in &strangers {
            assert_eq!(fs::read(path).expect("it stays"), b"a letter");
        }
        // A foreign file with the name of the current run's recording is not removed either.
        let running = recordings.folder.join(RUNNING);
        fs::write(&running, "a letter").expect("there is room");
        recordings.note(SaveRequest::Begin, &Game::new(8), &scores);
        recordings.note(SaveRequest::GiveUp, &Game::new(8), &scores);
        assert_eq!(fs::read(&running).expect("it stays"), b"a letter");
        let _ = fs::remove_dir_all(folder);
    }

    // The run is restored up to the last complete line of its recording. No run is restored from a recording that has
    // nothing new, belongs to another run, or fails a check.
    #[test]
    fn a_recording_goes_on_from_a_damaged_save() {
        let folder = folder("restored");
        let save = folder.join("musrex.sav");
        let (mut game, scores) = (Game::new(5), Scores::new());
        let mut recordings = Recordings::beside(&save, None, &scores);
        recordings.note(SaveRequest::Begin, &game, &scores);
        play(&mut recordings, &mut game, 90);
        let early = game.clone();
        play(&mut recordings, &mut game, 120);
        for loaded in [None, Some(&early)] {
            assert_eq!(recorded_run(&save, loaded).as_deref(), Some(&game));
        }
        assert_eq!(recorded_run(&save, Some(&game)), None, "there is nothing more in it");
        assert_eq!(recorded_run(&save, Some(&Game::new(6))), None, "it is of another run");
        let running = recordings.folder.join(RUNNING);
        let text = fs::read_to_string(&running).expect("it is there");
        fs::write(&running, format!("{text}U0")).expect("there is room");
        assert_eq!(recorded_run(&save, None).as_deref(), Some(&game), "a line is cut short");
        fs::write(&running, text.replacen(".\n", "l\n", 1)).expect("there is room");
        assert_eq!(recorded_run(&save, None), None, "a check differs");
        let _ = fs::remove_dir_all(folder);
    }

    // A recording with a missing turn is neither continued nor kept at the end of the run.
    #[test]
    fn a_gap_is_not_recorded_over() {
        let folder = folder("gap");
        let save = folder.join("musrex.sav");
        let (mut game, mut scores) = (Game::new(5), Scores::new());
        let mut recordings = Recordings::beside(&save, None, &scores);
        recordings.note(SaveRequest::Begin, &game, &scores);
        play(&mut recordings, &mut game, 3);
        game.step(Command::Wait, &mut Events::new()).expect("anyone can wait");
        let mut recordings = Recordings::beside(&save, Some(&game), &scores);
        assert!(recordings.running.is_none());
        assert!(!end(&mut recordings, &mut game, &mut scores).exists());
        let _ = fs::remove_dir_all(folder);
    }
}
