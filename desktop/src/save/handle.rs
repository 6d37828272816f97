//! The handle to the save on the desktop. It opens the save, writes to it, and reports its errors.

use crate::cli::{SaveCommand, SaveOptions};
use crate::failure::{Failure, plain, print_error, reason};
use crate::files;
use crate::replay::recordings::{Recordings, recorded_run};
use crate::save::file::{OpenError, Rescue, SaveFile, create_beside, make_folder};
use crate::save::writer::Loss;
use directories::ProjectDirs;
use embedded_storage_async::nor_flash::NorFlash;
use musrex_core::app::{App, Settings};
use musrex_core::host::Saver;
use musrex_core::limits::SAVE_BYTES;
use musrex_core::poll::block_on;
use musrex_core::save::{
    DeviceError, FORMAT_VERSION, LoadWarning, Memory, SaveError, SaveManager, SaveNotice,
    SaveRequest, SaveSource, SaveStatus, Scores,
};
use musrex_core::seed;
use musrex_core::view::text;
use musrex_core::{Floor, Game};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The longest time, shorter than a tick, to wait until the turn just played is on the disk. After this wait, writing
/// continues in the background.
const DISK_TIMEOUT: Duration = Duration::from_millis(10);

/// The two modes of saving a session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SaveMode {
    /// For a window: waits only briefly for the disk, and records runs so that the player can watch them.
    Interactive,
    /// For a script: waits for the disk, and records no runs. In both modes, if data would otherwise be lost, a copy of
    /// the data is written beside the save.
    Scripted,
}

/// A handle to the player's save, which may be missing or broken.
pub(crate) struct SaveHandle {
    path: PathBuf,
    /// The save manager; `None` if nothing can be saved.
    manager: Option<Box<SaveManager<SaveFile>>>,
    /// The recordings of the runs; `None` if nothing can be saved, or if a script plays.
    recordings: Option<Recordings>,
    mode: SaveMode,
    /// The reason why nothing is saved: the file could not be opened, or the disk has failed.
    error: Option<SaveError>,
}

impl SaveHandle {
    /// Opens the save at `path`, or the save in the player's data folder if `path` is `None`, and attaches it to `app`.
    /// Reports errors on standard error and in the game, which can be played without saving.
    pub(crate) fn open(path: Option<&Path>, app: &mut App, mode: SaveMode) -> SaveHandle {
        let path = match path {
            Some(path) => path.to_owned(),
            None => match default_path() {
                Some(path) => path,
                None => {
                    print_error("there is no home folder to save in: the game runs without saving");
                    let mut save_handle = SaveHandle::new(PathBuf::new(), mode);
                    save_handle.disable(SaveError::Device(DeviceError::Missing), app);
                    return save_handle;
                }
            },
        };
        let mut save_handle = SaveHandle::new(path, mode);
        match SaveFile::open(&save_handle.path) {
            Ok(file) => save_handle.attach(file, app),
            Err(why) => save_handle.report_open_error(&why, app),
        }
        save_handle
    }

    /// Returns the path of the save, whether or not it exists; `None` if there is no folder for it.
    pub(crate) fn path(&self) -> Option<&Path> {
        Some(&*self.path).filter(|path| !path.as_os_str().is_empty())
    }

    /// Makes a handle without a save.
    const fn new(path: PathBuf, mode: SaveMode) -> SaveHandle {
        SaveHandle { path, manager: None, recordings: None, mode, error: None }
    }

    fn attach(&mut self, file: SaveFile, app: &mut App) {
        let found = file.bytes().to_vec();
        // Opening the save repairs it, so the damaged bytes are copied first.
        let copy = self.keep_damaged(found);
        let mut manager = Box::new(block_on(SaveManager::open_with(file, DeviceError::from)));
        block_on(app.attach(&mut manager));
        self.restore_run(copy.as_deref(), &mut manager, app);
        if let Some(save_error) = manager.save_error() {
            self.report(save_error, None);
        }
        self.manager = Some(manager);
        self.recordings = self.recordings_with(app.saved_run(), app.scores());
    }

    /// Checks `found`, the bytes of the save. If they are damaged, writes a copy beside the save, reports the damage,
    /// and returns the path of the copy.
    fn keep_damaged(&self, found: Vec<u8>) -> Option<PathBuf> {
        let loaded = block_on(async {
            SaveManager::open(Memory(&mut found.clone()[..])).await.load(&mut Game::new(0)).await
        });
        let is_damaged = |warning: &LoadWarning| *warning != LoadWarning::RunTooOld;
        if !loaded.is_damaged && !loaded.warnings.iter().any(is_damaged) {
            return None;
        }
        let path = self.path.display();
        match create_beside(&self.path, "damaged", &found) {
            Ok((copy, _)) => {
                let what = match loaded.warnings.first() {
                    None => "nothing is lost".to_owned(),
                    Some(&warning) => damage(warning),
                };
                let copy_path = copy.display();
                print_error(&format!(
                    "{path} was damaged: {what}, and {copy_path} is a copy of the damaged save"
                ));
                Some(copy)
            }
            Err(error) => {
                let reason = reason(&error);
                print_error(&format!("{path} is damaged, and it cannot be copied: {reason}"));
                None
            }
        }
    }

    /// Restores the run from its recording and saves it again. Does so only if the recording has turns or a floor that
    /// the save has lost, and if a copy of the damaged save exists.
    fn restore_run(&self, copy: Option<&Path>, manager: &mut SaveManager<SaveFile>, app: &mut App) {
        let is_damaged = app.load_warnings().iter().any(|warning| warning.concerns_run());
        if !is_damaged || manager.save_error().is_some() || copy.is_none() {
            return;
        }
        let Some(game) = recorded_run(&self.path, app.saved_run()) else { return };
        let path = self.path.display();
        let turns = game.turn().0 - app.saved_run().map_or(0, |loaded| loaded.turn().0);
        app.restore_run(&game);
        app.show_notice(SaveNotice::TurnsRestored(turns));
        block_on(app.save(SaveRequest::Begin, manager));
        let what = match turns {
            0 => "a lost floor was".to_owned(),
            1 => "a turn was".to_owned(),
            turns => format!("{turns} turns were"),
        };
        print_error(&format!("{path}: {what} restored from the recording"));
    }

    /// Returns the recordings beside the save, which contains `run` and `scores`; `None` for a script.
    fn recordings_with(&self, run: Option<&Game>, scores: &Scores) -> Option<Recordings> {
        (self.mode == SaveMode::Interactive).then(|| Recordings::beside(&self.path, run, scores))
    }

    fn report_open_error(&mut self, why: &OpenError, app: &mut App) {
        self.report(why.save_error, why.error.as_ref().map(reason));
        self.disable(why.save_error, app);
    }

    fn disable(&mut self, save_error: SaveError, app: &mut App) {
        self.error = Some(save_error);
        app.disable_saving(save_error);
    }

    fn report(&self, save_error: SaveError, reason: Option<String>) {
        let why = match reason {
            Some(reason) => format!(" ({reason})"),
            None => String::new(),
        };
        let what = describe(save_error);
        print_error(&format!("{} {what}{why}: the game runs without saving", self.path.display()));
    }
}

impl Saver for SaveHandle {
    /// Carries out a save request, and waits for the disk. A script waits until everything is written. A window waits
    /// until the previous request is written. It then waits at most [`DISK_TIMEOUT`] for this request; a thread goes on
    /// writing.
    fn submit(&mut self, save: SaveRequest, app: &mut App) {
        if save == SaveRequest::Overwrite && self.manager.is_none() {
            match SaveFile::make(&self.path) {
                Ok(file) => {
                    self.manager =
                        Some(Box::new(block_on(SaveManager::open_with(file, DeviceError::from))));
                    self.recordings = self.recordings_with(None, app.scores());
                    self.error = None;
                }
                Err(why) => return self.report_open_error(&why, app),
            }
        }
        let Some(manager) = &mut self.manager else { return };
        let before = manager.save_error();
        if let Some(recordings) = &mut self.recordings {
            recordings.note(save, app.game(), app.scores());
        }
        block_on(app.save(save, manager));
        let timeout = (self.mode == SaveMode::Interactive).then_some(DISK_TIMEOUT);
        let settled = manager.flash().flush(timeout);
        if let Ok(Some(rescue)) = &settled {
            report_rescue(&self.path, rescue, app);
        }
        let save_error = match (manager.save_error(), settled) {
            (Some(save_error), _) if before.is_none() => save_error,
            (None, Err(device)) => {
                self.disable(SaveError::Device(device), app);
                SaveError::Device(device)
            }
            _ => return,
        };
        self.report(save_error, None);
    }

    fn status(&self) -> SaveStatus {
        let save_error = self.manager.as_ref().and_then(|manager| manager.save_error());
        self.error.or(save_error).map_or(SaveStatus::Done, SaveStatus::Failed)
    }
}

/// Reports, on standard error and in the game, that the save opened at `path` was rewritten. The report states the new
/// path.
fn report_rescue(path: &Path, rescue: &Rescue, app: &mut App) {
    let what = match rescue.loss {
        Loss::Removed => "was removed while it was open",
        Loss::Copied | Loss::Replaced => "was replaced while it was open",
        Loss::Overwritten => "was overwritten while it was open",
    };
    let (path, new) = (path.display(), rescue.path.display());
    let (notice, remedy) = if rescue.is_beside {
        (SaveNotice::SavedElsewhere, format!("the game is saved in {new} from now on"))
    } else {
        (SaveNotice::WrittenAnew, "it was written again".to_owned())
    };
    print_error(&format!("{path} {what}: {remedy}, and no turn is lost"));
    app.show_notice(notice);
}

/// Creates the folder of the default save, and returns the path of that save.
fn default_path() -> Option<PathBuf> {
    let path = ProjectDirs::from("", "", "musrex")?.data_dir().join("musrex.sav");
    // If the folder cannot be created, opening the file reports the reason.
    let _ = make_folder(&path);
    Some(path)
}

/// Describes an error of a save, for a message that begins with the name of the save.
fn describe(save_error: SaveError) -> String {
    match save_error {
        SaveError::Foreign => "is not a Mus Rex save".to_owned(),
        SaveError::WrongSize => "is not a Mus Rex save: it does not have 65,536 bytes".to_owned(),
        SaveError::TooNew(version) => {
            format!(
                "is from a newer Mus Rex (format {version}, but this one reads {FORMAT_VERSION})"
            )
        }
        SaveError::Full => "is full".to_owned(),
        SaveError::Device(DeviceError::Missing) => {
            "does not exist and cannot be created".to_owned()
        }
        SaveError::Device(DeviceError::Busy) => "is in use by another Mus Rex".to_owned(),
        SaveError::Device(DeviceError::TooSmall) => "is too small".to_owned(),
        SaveError::Device(DeviceError::ReadOnly) => "is read-only".to_owned(),
        SaveError::Device(DeviceError::NoSpace) => "is on a full disk".to_owned(),
        // Either the device is broken, or a later version of the core has added this error.
        _ => "cannot be read and written".to_owned(),
    }
}

/// Returns the failure for a file that the game cannot open as a save.
fn bad(path: &Path, save_error: SaveError) -> Failure {
    Failure::Failed(format!("{} {}", path.display(), describe(save_error)))
}

/// Reads a file, and fails unless it has the size of a save.
pub(super) fn read_save(path: &Path) -> Result<Vec<u8>, Failure> {
    let bytes = files::read(path, SAVE_BYTES.into()).map_err(|error| match error.kind() {
        ErrorKind::FileTooLarge => bad(path, SaveError::WrongSize),
        _ => Failure::Failed(format!("could not read {}: {}", path.display(), reason(&error))),
    })?;
    if bytes.len() == SAVE_BYTES as usize {
        Ok(bytes)
    } else {
        Err(bad(path, SaveError::WrongSize))
    }
}

/// Fails unless the game can open `bytes`, the contents of the file at `path`, as a save.
pub(super) fn check_whole(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let mut game = Box::new(Game::new(0));
    let mut manager = block_on(SaveManager::open(Memory(bytes.to_vec())));
    let save_error = block_on(manager.load(&mut game)).save_error;
    save_error.map_or(Ok(()), |save_error| Err(bad(path, save_error)))
}

/// Prints the contents of a save, or the result of a check. Does not change the save.
pub(super) fn inspect(options: &SaveOptions) -> Result<(), Failure> {
    let path = options.file.display();
    let bad = |save_error| bad(&options.file, save_error);
    let bytes = read_save(&options.file)?;
    let mut game = Box::new(Game::new(0));
    let mut manager = block_on(SaveManager::open(Memory(bytes)));
    let loaded = block_on(manager.load(&mut game));
    if let Some(save_error) = loaded.save_error {
        return Err(bad(save_error));
    }
    let is_forgotten =
        |&floor: &Floor| game.stored_floor(floor).is_some() && game.rebuild_floor(floor).is_none();
    let forgotten = Floor::all().filter(is_forgotten).filter(|_| loaded.has_run);
    let warnings: Vec<LoadWarning> =
        loaded.warnings.iter().copied().chain(forgotten.map(LoadWarning::FloorLost)).collect();
    if let SaveCommand::Check = options.command {
        return match warnings.first() {
            None => {
                check_writing(&mut manager, &game).map_err(bad)?;
                let found = if loaded.is_damaged {
                    "has lost nothing: one of its two copies is damaged, and the game will repair it"
                } else {
                    "is undamaged"
                };
                files::print(&format!("{} {found}\n", plain(&path.to_string())))
            }
            Some(LoadWarning::RunTooOld) => Err(Failure::Failed(format!(
                "{path} is undamaged, but its run is from an older Mus Rex and cannot be continued"
            ))),
            Some(&warning) => {
                Err(Failure::Failed(format!("{path} is damaged: {}", damage(warning))))
            }
        };
    }
    let run = if loaded.has_run {
        let seed = seed::letters(game.seed());
        let seed = seed.map_or_else(|| game.seed().to_string(), |letters| letters.to_string());
        format!("seed {seed}, {}", text::run_line(&game).to_lowercase())
    } else if warnings.contains(&LoadWarning::RunTooOld) {
        "from an older Mus Rex, cannot be continued".to_owned()
    } else {
        "none".to_owned()
    };
    let options = if loaded.settings.is_some() { "set" } else { "default" };
    let damaged = warnings.iter().filter(|warning| **warning != LoadWarning::RunTooOld);
    let damaged: String =
        damaged.map(|&warning| format!("Damaged: {}\n", damage(warning))).collect();
    let runs = match loaded.scores.rows().len() {
        1 => "1 run".to_owned(),
        runs => format!("{runs} runs"),
    };
    files::print(&format!(
        "A save of Mus Rex, format {FORMAT_VERSION}\nRun: {run}\nHall of fame: {runs}\nOptions: {options}\n{damaged}"
    ))
}

/// Writes a checkpoint of `game` to the save in `manager`, which is a copy in memory. Fails if the write fails.
fn check_writing<F: NorFlash>(manager: &mut SaveManager<F>, game: &Game) -> Result<(), SaveError> {
    let (scores, settings) = (Scores::new(), Settings::default());
    let source = SaveSource { game, scores: &scores, settings: &settings };
    // The flush below writes whatever this request leaves pending.
    let _ = block_on(manager.submit(SaveRequest::Begin, source));
    match block_on(manager.flush(game)) {
        SaveStatus::Failed(save_error) => Err(save_error),
        SaveStatus::Done | SaveStatus::Pending => Ok(()),
    }
}

fn damage(warning: LoadWarning) -> String {
    match warning {
        LoadWarning::RunLost => "the run cannot be read".to_owned(),
        LoadWarning::RunTooOld => "the run is from an older Mus Rex".to_owned(),
        LoadWarning::RunOlder => "the last record of the run cannot be read".to_owned(),
        LoadWarning::JournalBroken { turns_lost: 1 } => "a turn of the run is lost".to_owned(),
        LoadWarning::JournalBroken { turns_lost } => {
            format!("{turns_lost} turns of the run are lost")
        }
        LoadWarning::FloorLost(floor) => format!("floor {} cannot be read", floor.number()),
        LoadWarning::ScoresDamaged => "the hall of fame cannot be read".to_owned(),
        LoadWarning::SettingsDamaged => "the options cannot be read".to_owned(),
        // A later version of the core has added this warning.
        _ => "a part of it cannot be read".to_owned(),
    }
}
