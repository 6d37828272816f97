//! The recordings of the player's runs, in a folder beside the save: one of each row of the hall of fame,
//! and that of the run being played.
//!
//! While a run is played, its commands are appended before the turn is saved, a line each, so that what is
//! saved is always recorded. When it ends, it is played once more, which checks it, and written anew in its
//! shortest form. A recording that cannot be kept is missing, and nothing else.

use crate::files;
use musrex_core::Game;
use musrex_core::save::replay::{self, Recorder, command_text};
use musrex_core::save::{SaveRequest, Score, Scores};
use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

/// The recording of the run being played.
const RUNNING: &str = "running";
/// The extension of a finished recording.
const EXTENSION: &str = "replay";

/// Keeps recordings.
#[derive(Debug)]
pub(crate) struct Recordings {
    folder: PathBuf,
    /// The recording of the run being played; `None` when it misses turns.
    running: Option<File>,
}

impl Recordings {
    /// Returns the recordings beside the save at `save`, with that of `run`, the run that it holds.
    pub(crate) fn beside(save: &Path, run: Option<&Game>) -> Recordings {
        let mut folder = save.as_os_str().to_owned();
        folder.push(".replays");
        let mut recordings = Recordings { folder: folder.into(), running: None };
        recordings.running = run.and_then(|game| recordings.resumed(game));
        recordings
    }

    /// Returns where the recording of a row is, if it was kept.
    pub(crate) fn path_of(&self, score: &Score) -> PathBuf {
        self.folder.join(name_of(score))
    }

    /// Records what is about to be saved.
    pub(crate) fn note(&mut self, request: SaveRequest, game: &Game, scores: &Scores) {
        match request {
            SaveRequest::Begin | SaveRequest::Overwrite => self.running = self.begun(game).ok(),
            SaveRequest::Turn(command) | SaveRequest::End(command) => {
                let line = format!("{}\n", command_text(command));
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
                let _ = fs::remove_file(self.folder.join(RUNNING));
            }
            SaveRequest::Idle | SaveRequest::Leave | SaveRequest::Settings => {}
        }
    }

    fn begun(&self, game: &Game) -> std::io::Result<File> {
        fs::create_dir_all(&self.folder)?;
        let mut file = File::create(self.folder.join(RUNNING))?;
        file.write_all(head_of(game).as_bytes())?;
        Ok(file)
    }

    /// Opens the recording of the run that `game` is, without turns that were not saved; `None` when it is
    /// of another run or misses turns.
    fn resumed(&self, game: &Game) -> Option<File> {
        let path = self.folder.join(RUNNING);
        let text = fs::read_to_string(&path).ok()?;
        let head = head_of(game);
        let commands = text.strip_prefix(&head)?;
        let turns = usize::try_from(game.turn().0).ok()?;
        let length: usize = commands.split_inclusive('\n').take(turns).map(str::len).sum();
        let played = &commands[..length];
        if played.lines().count() != turns || !(turns == 0 || played.ends_with('\n')) {
            return None;
        }
        let file = OpenOptions::new().append(true).open(&path).ok()?;
        file.set_len(u64::try_from(head.len() + length).ok()?).ok()?;
        Some(file)
    }

    /// Keeps the recording of the run that has ended, if it has a row, and removes those without one.
    fn finish(&mut self, game: &Game, scores: &Scores) {
        let running = self.folder.join(RUNNING);
        let score = Score::of(game);
        if self.running.take().is_some() && scores.rows().contains(&score) {
            let end = format!("end {} {:016x}\n", game.turn().0, game.fingerprint());
            let whole = fs::read_to_string(&running).ok().map(|text| text + &end);
            if let Some(text) = whole.and_then(|text| shortest(text.as_bytes())) {
                let _ = files::write(&self.path_of(&score), text.as_bytes());
            }
        }
        let _ = fs::remove_file(running);
        self.remove_without_row(scores);
    }

    fn remove_without_row(&self, scores: &Scores) {
        let kept: Vec<String> = scores.rows().iter().map(name_of).collect();
        let Ok(entries) = fs::read_dir(&self.folder) else { return };
        for path in entries.flatten().map(|entry| entry.path()) {
            let is_recording = path.extension().is_some_and(|extension| extension == EXTENSION);
            let name = path.file_name().map(|name| name.to_string_lossy().into_owned());
            if is_recording && name.is_some_and(|name| !kept.contains(&name)) {
                let _ = fs::remove_file(path);
            }
        }
    }
}

/// Returns the lines before the commands.
fn head_of(game: &Game) -> String {
    let calm = if game.mode().is_calm() { "calm\n" } else { "" };
    format!("musrex-replay 1\nseed {}\nversion {}\n{calm}", game.seed(), env!("CARGO_PKG_VERSION"))
}

/// Returns the file name of the recording of a row.
fn name_of(score: &Score) -> String {
    format!("{}-{}-{}.{EXTENSION}", score.seed, score.turns.0, score.points)
}

/// Returns the recording with checks and counts; `None` when it cannot be played.
fn shortest(bytes: &[u8]) -> Option<String> {
    let game = replay::ReplayReader::new(bytes).ok()?.game();
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

    /// Plays `turns` turns of waiting as a host does; the last ends the run as far as the recordings know.
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

    // A run in three sessions, of which the second recorded a turn that was not saved.
    #[test]
    fn a_run_is_recorded_over_sessions_and_leaves_with_its_row() {
        let folder = folder("sessions");
        let save = folder.join("musrex.sav");
        let (mut game, mut scores) = (Game::new(5), Scores::new());
        let mut recordings = Recordings::beside(&save, None);
        recordings.note(SaveRequest::Begin, &game, &scores);
        play(&mut recordings, &mut game, 120);
        let mut recordings = Recordings::beside(&save, Some(&game));
        let saved = game.clone();
        play(&mut recordings, &mut game, 1);
        let mut game = saved;
        let mut recordings = Recordings::beside(&save, Some(&game));
        play(&mut recordings, &mut game, 30);
        let path = end(&mut recordings, &mut game, &mut scores);
        let bytes = fs::read(&path).expect("it is kept");
        assert_eq!(replay::verify(&bytes).expect("it goes as it went"), game);
        assert!(bytes.len() < 250, "{} bytes", bytes.len());
        // Ten better rows, and it is gone.
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

    // What misses a turn, or is of another run, is no recording of this one.
    #[test]
    fn a_gap_is_not_recorded_over() {
        let folder = folder("gap");
        let save = folder.join("musrex.sav");
        let (mut game, mut scores) = (Game::new(5), Scores::new());
        let mut recordings = Recordings::beside(&save, None);
        recordings.note(SaveRequest::Begin, &game, &scores);
        play(&mut recordings, &mut game, 3);
        game.step(Command::Wait, &mut Events::new()).expect("anyone can wait");
        let mut recordings = Recordings::beside(&save, Some(&game));
        assert!(recordings.running.is_none());
        assert!(!end(&mut recordings, &mut game, &mut scores).exists());
        let _ = fs::remove_dir_all(folder);
    }
}
