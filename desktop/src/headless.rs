//! The game without a window: an input script in, a picture, the state and the sound out.

use crate::cli::{self, HeadlessOptions};
use crate::failure::Failure;
use crate::save_handle::SaveHandle;
use crate::script::{Script, Step};
use crate::sound_recorder::SoundRecorder;
use crate::state::State;
use crate::{files, picture};
use musrex_core::input::{Buttons, Input};
use musrex_core::raster::Frame;
use musrex_core::screens::{App, HostAbilities, Request, Settings, Setup};
use std::path::Path;

/// Runs the script that `options` name.
///
/// The app is told that its host can do nothing special, as on the small machines, so that a script
/// finds the same menus there and here. What cannot be saved is played all the same, and said; it is a
/// failure in the end.
pub(crate) fn run(options: &HeadlessOptions) -> Result<(), Failure> {
    let script = Script::read(&options.input)?;
    let seed = cli::seed_or_new(options.seed)?;
    let setup = Setup { seed, abilities: HostAbilities::default(), settings: Settings::default() };
    let mut words = vec![0; options.size.words()];
    let frame = Frame::new(options.size.width, options.size.height, &mut words)
        .expect("the words are as many as the size says");
    let mut app = App::new(setup);
    let save_handle =
        options.save.as_deref().map(|path| SaveHandle::open(Some(path), &mut app, true));
    let sound = options.sound.as_ref().map(|_| SoundRecorder::new(seed));
    let mut runner = Runner { app, save_handle, sound, frame, tick: 0, has_ended: false };
    for step in &script.steps {
        runner.run_step(step)?;
    }
    if let Some(path) = &options.png {
        runner.write_picture(path)?;
    }
    if let Some(path) = &options.state {
        runner.write_state(path)?;
    }
    if let (Some(path), Some(sound)) = (&options.sound, &runner.sound) {
        sound.write(path)?;
    }
    match &runner.save_handle {
        Some(save_handle) if !save_handle.is_saved() => Err(Failure::Reported),
        _ => Ok(()),
    }
}

/// Runs a script.
struct Runner<'a> {
    app: App,
    /// `None` when nothing is kept.
    save_handle: Option<SaveHandle>,
    /// `None` when nobody listens.
    sound: Option<SoundRecorder>,
    frame: Frame<'a>,
    /// Ticks so far.
    tick: u64,
    /// True when the app asked to quit: no tick comes after that.
    has_ended: bool,
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
            match (self.app.tick(Input::from(buttons)), &mut self.save_handle) {
                (Some(Request::Quit), _) => self.has_ended = true,
                (Some(Request::Save(save)), Some(save_handle)) => {
                    save_handle.save(save, &mut self.app)
                }
                _ => {}
            }
            if let Some(sound) = &mut self.sound {
                sound.tick(&mut self.app);
            }
            self.tick += 1;
        }
    }

    fn write_picture(&mut self, path: &Path) -> Result<(), Failure> {
        self.app.draw(&mut self.frame);
        self.app.cycle_colours(&mut self.frame.palette);
        picture::write(&self.frame, path)
    }

    fn write_state(&self, path: &Path) -> Result<(), Failure> {
        let json = State::of(&self.app, self.tick).to_json().map_err(|error| {
            Failure::Failed(format!("could not tell the state for {}: {error}", path.display()))
        })?;
        files::write(path, json.as_bytes())
    }
}
