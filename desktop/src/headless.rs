//! Runs the game without a window: reads an input script, and writes pictures, the state and the sound.

mod script;
mod sound_recorder;
mod state;

use crate::cli::{FrameSize, HeadlessOptions};
use crate::failure::Failure;
use crate::save::handle::{SaveHandle, SaveMode};
use crate::{files, picture};
use musrex_core::app::{App, Setup};
use musrex_core::controls::InputScheme;
use musrex_core::host::{self, Host, Saver};
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

/// Runs the script that `options` specify.
///
/// Like a handheld, this host reports no optional features, so a script finds the same menus as on a handheld. With the
/// frame size of a PicoSystem, hints name the buttons of a PicoSystem. If saving fails, the game goes on. The error is
/// printed at once, and the program fails at the end.
pub(crate) fn run(options: &HeadlessOptions) -> Result<(), Failure> {
    let script = Script::read(&options.input)?;
    check_distinct(&named_files(options, &script))?;
    let seed = seed::or_new(options.seed)?;
    let mut words = vec![0; options.size.words()];
    let frame = Frame::new(options.size.width, options.size.height, &mut words)
        .expect("the words are as many as the size says");
    let mut app = App::new(Setup::new(seed));
    app.resize(options.size.width, options.size.height);
    if options.size == FrameSize::PICOSYSTEM {
        app.set_input_scheme(InputScheme::SIX_BUTTONS);
    }
    if options.save.is_some() {
        app.close_kits();
    }
    let save_handle = options
        .save
        .as_deref()
        .map(|path| SaveHandle::open(Some(path), &mut app, SaveMode::Scripted));
    if let Some(night) = options.night {
        app.choose_night(night);
    }
    let sound = options.sound.as_ref().map(|_| SoundRecorder::new(seed));
    let piano_roll = options.piano_roll.as_ref().map(|_| PianoRoll::silent(seed));
    let player = ScriptedPlayer { buttons: Buttons::NONE, sound, piano_roll };
    let mut runner = Runner { app, save_handle, player, frame, tick: 0, has_ended: false };
    for step in &script.steps {
        runner.run_step(step)?;
    }
    if let Some(path) = &options.png {
        runner.write_picture(path)?;
    }
    if let Some(path) = &options.state {
        runner.write_state(path)?;
    }
    if let (Some(path), Some(sound)) = (&options.sound, &runner.player.sound) {
        sound.write(path)?;
    }
    if let (Some(path), Some(roll)) = (&options.piano_roll, &runner.player.piano_roll) {
        files::write(path, &roll.png_bytes())?;
    }
    match runner.save_handle.status() {
        SaveStatus::Failed(_) => Err(Failure::Reported),
        SaveStatus::Done | SaveStatus::Pending => Ok(()),
    }
}

/// Returns all files that `options` and the script name, each with a description of its purpose.
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
    app: App,
    /// The handle to the save; `None` if the run is not saved.
    save_handle: Option<SaveHandle>,
    player: ScriptedPlayer,
    frame: Frame<'a>,
    /// The number of ticks played so far.
    tick: u64,
    /// True after the app has asked to quit. Then no more ticks are played.
    has_ended: bool,
}

/// A host that holds the buttons of the script and records the sound.
struct ScriptedPlayer {
    buttons: Buttons,
    /// The recorder of the sound; `None` if no sound is requested.
    sound: Option<SoundRecorder>,
    /// The piano roll; `None` if none is requested.
    piano_roll: Option<PianoRoll>,
}

impl Host for ScriptedPlayer {
    fn input(&mut self) -> Option<Input> {
        Some(Input::from(self.buttons))
    }

    fn after_tick(&mut self, app: &mut App) {
        let requests: Vec<SoundRequest> = iter::from_fn(|| app.take_sound_request()).collect();
        if let Some(sound) = &mut self.sound {
            sound.tick(&requests);
        }
        if let Some(roll) = &mut self.piano_roll {
            requests.iter().for_each(|&request| roll.request(request));
            roll.play(1);
        }
    }

    /// Draws nothing, because the steps of the script decide when to draw a picture.
    fn draw(&mut self, _: &mut App) {}
}

impl Runner<'_> {
    fn run_step(&mut self, step: &Step) -> Result<(), Failure> {
        match step {
            Step::Hold { buttons, ticks } => {
                self.hold(*buttons, *ticks);
                self.hold(Buttons::NONE, step.rest_ticks());
                Ok(())
            }
            Step::Png(path) => self.write_picture(path),
        }
    }

    fn hold(&mut self, buttons: Buttons, ticks: u32) {
        for _ in 0..ticks {
            if self.has_ended {
                return;
            }
            self.player.buttons = buttons;
            let goes_on = host::step(&mut self.player, &mut self.app, &mut self.save_handle);
            self.has_ended = !goes_on;
            self.tick += 1;
        }
    }

    fn write_picture(&mut self, path: &Path) -> Result<(), Failure> {
        self.app.draw(&mut self.frame);
        self.app.cycle_colours(&mut self.frame.palette);
        picture::write(&self.frame, path)
    }

    fn write_state(&self, path: &Path) -> Result<(), Failure> {
        let json = GameReport::of(&self.app, self.tick).to_json().map_err(|error| {
            Failure::Failed(format!("could not write the state to {}: {error}", path.display()))
        })?;
        files::write(path, json.as_bytes())
    }
}
