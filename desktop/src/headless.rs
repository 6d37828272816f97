//! The game without a window: an input script in, a picture, the state and the sound out.

mod script;
mod sound_recorder;
mod state;

use crate::cli::HeadlessOptions;
use crate::failure::Failure;
use crate::save::handle::{SaveHandle, SaveMode};
use crate::{files, picture};
use musrex_core::app::{App, Setup};
use musrex_core::host::{self, Host};
use musrex_core::input::{Buttons, Input};
use musrex_core::raster::Frame;
use musrex_core::save::SaveStatus;
use musrex_core::sound::SoundRequest;
use musrex_piano_roll::PianoRoll;
use musrex_support::same_file::check_distinct;
use musrex_support::seed;
use script::{Script, Step};
use sound_recorder::SoundRecorder;
use state::GameReport;
use std::iter;
use std::path::Path;
use std::slice;

/// Runs the script that `options` name.
///
/// The app is told that its host can do nothing special but draw, as on the small machines, so that a script
/// finds the same menus there and here. What cannot be saved is played all the same, and said; it is a
/// failure in the end.
pub(crate) fn run(options: &HeadlessOptions) -> Result<(), Failure> {
    let script = Script::read(&options.input)?;
    check_distinct(&named_files(options, &script))?;
    let seed = seed::or_new(options.seed)?;
    let mut words = vec![0; options.size.words()];
    let frame = Frame::new(options.size.width, options.size.height, &mut words)
        .expect("the words are as many as the size says");
    let mut app = App::new(Setup::new(seed));
    app.resize(options.size.width, options.size.height);
    let mut save_handle = options
        .save
        .as_deref()
        .map(|path| SaveHandle::open(Some(path), &mut app, SaveMode::Scripted));
    if let Some(night) = options.night {
        app.choose_night(night);
    }
    let sound = options.sound.as_ref().map(|_| SoundRecorder::new(seed));
    let piano_roll = options.piano_roll.as_ref().map(|_| PianoRoll::silent(seed));
    let steps = script.steps.iter();
    let mut runner = Runner { steps, held: None, sound, piano_roll, frame, tick: 0, failure: None };
    let status = host::play(&mut runner, &mut app, &mut save_handle);
    runner.finish(options, &mut app)?;
    match status {
        SaveStatus::Failed(_) => Err(Failure::Reported),
        SaveStatus::Done | SaveStatus::Pending => Ok(()),
    }
}

/// Returns all files that `options` and the script name, and what for.
fn named_files<'a>(options: &'a HeadlessOptions, script: &'a Script) -> Vec<(&'a str, &'a Path)> {
    let input = Script::file(&options.input).map(|path| ("the script", path));
    let outputs = [
        ("--save", &options.save),
        ("--state", &options.state),
        ("--sound", &options.sound),
        ("--piano-roll", &options.piano_roll),
        ("a picture", &options.png),
    ];
    let outputs = outputs.into_iter().filter_map(|(what, path)| Some((what, path.as_deref()?)));
    let pictures = script.pictures().map(|path| ("a picture", path));
    input.into_iter().chain(outputs).chain(pictures).collect()
}

/// Runs a script.
struct Runner<'a> {
    /// The steps that are left.
    steps: slice::Iter<'a, Step>,
    /// The buttons of the step that has begun, and the ticks that are left of it: held, and released after it.
    held: Option<(Buttons, [u32; 2])>,
    /// `None` when nobody listens.
    sound: Option<SoundRecorder>,
    /// `None` when nobody looks at what is to be heard.
    piano_roll: Option<PianoRoll>,
    frame: Frame<'a>,
    /// Ticks so far.
    tick: u64,
    /// Why the script does not go on.
    failure: Option<Failure>,
}

impl Host for Runner<'_> {
    /// Begins the next step, and writes the pictures before it.
    fn before_tick(&mut self, app: &mut App) {
        while self.held.is_none() && self.failure.is_none() {
            match self.steps.next() {
                None => return,
                Some(Step::Png(path)) => self.failure = self.write_picture(path, app).err(),
                Some(step @ &Step::Hold { buttons, ticks }) => {
                    self.held = Some((buttons, [ticks, step.rest_ticks()]));
                }
            }
        }
    }

    fn input(&mut self) -> Option<Input> {
        let (buttons, ticks) = self.held.as_mut()?;
        let (held, left) = match ticks {
            [0, rest] => (Buttons::NONE, rest),
            [ticks, _] => (*buttons, ticks),
        };
        *left -= 1;
        if *ticks == [0; 2] {
            self.held = None;
        }
        Some(held.into())
    }

    fn after_tick(&mut self, app: &mut App) {
        self.record_sound(app);
        self.tick += 1;
    }

    /// Draws nothing: a script tells when a picture is written.
    fn draw(&mut self, _: &mut App) {}
}

impl Runner<'_> {
    /// Writes all files that are written at the end.
    fn finish(mut self, options: &HeadlessOptions, app: &mut App) -> Result<(), Failure> {
        if let Some(failure) = self.failure {
            return Err(failure);
        }
        // What comes after the program has quit takes no ticks.
        for step in self.steps.clone() {
            if let Step::Png(path) = step {
                self.write_picture(path, app)?;
            }
        }
        if let Some(path) = &options.png {
            self.write_picture(path, app)?;
        }
        if let Some(path) = &options.state {
            self.write_state(path, app)?;
        }
        if let (Some(path), Some(sound)) = (&options.sound, &self.sound) {
            sound.write(path)?;
        }
        if let (Some(path), Some(roll)) = (&options.piano_roll, &self.piano_roll) {
            files::write(path, &roll.png_bytes())?;
        }
        Ok(())
    }

    /// Records what the tick that has passed sounds like.
    fn record_sound(&mut self, app: &mut App) {
        let requests: Vec<SoundRequest> = iter::from_fn(|| app.take_sound_request()).collect();
        if let Some(sound) = &mut self.sound {
            sound.tick(&requests);
        }
        if let Some(roll) = &mut self.piano_roll {
            requests.iter().for_each(|&request| roll.request(request));
            roll.play(1);
        }
    }

    fn write_picture(&mut self, path: &Path, app: &mut App) -> Result<(), Failure> {
        app.draw(&mut self.frame);
        app.cycle_colours(&mut self.frame.palette);
        picture::write(&self.frame, path)
    }

    fn write_state(&self, path: &Path, app: &App) -> Result<(), Failure> {
        let json = GameReport::of(app, self.tick).to_json().map_err(|error| {
            Failure::Failed(format!("could not write the state to {}: {error}", path.display()))
        })?;
        files::write(path, json.as_bytes())
    }
}
