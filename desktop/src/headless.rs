//! The game without a window: an input script in, a picture and the state out.

use crate::cli::{self, HeadlessOptions};
use crate::failure::Failure;
use crate::keep::Keep;
use crate::script::{Script, Step};
use crate::state::State;
use crate::{files, picture};
use musrex_core::draw::Frame;
use musrex_core::input::{Buttons, Input};
use musrex_core::screens::{App, HostAbilities, Request, Settings, Setup};
use std::path::Path;

/// Plays what `options` ask for.
///
/// The app is told that its host can do nothing special, as on the small machines, so that a script
/// finds the same menus there and here. What cannot be saved is played all the same, and said; it is a
/// failure in the end.
pub(crate) fn run(options: &HeadlessOptions) -> Result<(), Failure> {
    let script = Script::read(&options.input)?;
    let setup = Setup {
        seed: cli::seed_or_new(options.seed)?,
        abilities: HostAbilities::default(),
        settings: Settings::default(),
    };
    let mut words = vec![0; options.size.words()];
    let frame = Frame::new(options.size.width, options.size.height, &mut words)
        .expect("the words are as many as the size says");
    let mut app = App::new(setup);
    let keep = options.save.as_deref().map(|path| Keep::open(Some(path), &mut app, true));
    let mut stage = Stage { app, keep, frame, tick: 0, has_ended: false };
    for step in &script.steps {
        stage.perform(step)?;
    }
    if let Some(path) = &options.png {
        stage.write_picture(path)?;
    }
    if let Some(path) = &options.state {
        stage.write_state(path)?;
    }
    match &stage.keep {
        Some(keep) if !keep.is_kept() => Err(Failure::Told),
        _ => Ok(()),
    }
}

/// Where the script is played.
struct Stage<'a> {
    app: App,
    /// `None` when nothing is kept.
    keep: Option<Keep>,
    frame: Frame<'a>,
    /// Ticks so far.
    tick: u64,
    /// Whether the app asked for its end: no tick comes after that.
    has_ended: bool,
}

impl Stage<'_> {
    fn perform(&mut self, step: &Step) -> Result<(), Failure> {
        match step {
            Step::Hold { buttons, ticks } => {
                self.hold(*buttons, *ticks);
                self.hold(Buttons::NONE, step.rest_ticks());
                Ok(())
            }
            Step::Picture(path) => self.write_picture(path),
        }
    }

    fn hold(&mut self, buttons: Buttons, ticks: u32) {
        for _ in 0..ticks {
            if self.has_ended {
                return;
            }
            match (self.app.tick(Input::from(buttons)), &mut self.keep) {
                (Some(Request::Quit), _) => self.has_ended = true,
                (Some(Request::Save(save)), Some(keep)) => keep.carry_out(save, &mut self.app),
                _ => {}
            }
            self.tick += 1;
        }
    }

    fn write_picture(&mut self, path: &Path) -> Result<(), Failure> {
        self.app.draw(&mut self.frame);
        picture::write(&self.frame, path)
    }

    fn write_state(&self, path: &Path) -> Result<(), Failure> {
        let json = State::of(&self.app, self.tick).to_json().map_err(|error| {
            Failure::Could(format!("could not tell the state for {}: {error}", path.display()))
        })?;
        files::write(path, json.as_bytes())
    }
}
