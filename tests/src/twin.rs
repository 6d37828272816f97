//! The same game on this machine, for the one in an emulator to be compared with.

use crate::flash::Flash;
use crate::gba::as_seen;
use crate::picture::Picture;
use crate::reader::words;
use musrex_core::draw::Frame;
use musrex_core::input::{Buttons, Input};
use musrex_core::save::{DeviceError, Save, SaveError, SaveManager};
use musrex_core::screens::{App, HostAbilities, Request, Settings, Setup};

/// The game as every other host has it, with what a Game Boy Advance would show of it.
pub struct Twin {
    /// The game.
    pub app: App,
    /// What keeps it; `None` where there is nothing to save on.
    pub manager: Option<SaveManager<Flash>>,
    /// What was to be saved in the last tick.
    pub saved: Option<Save>,
    /// What is shown.
    pub picture: Picture,
    words: Vec<u32>,
}

impl Twin {
    /// One with nothing saved yet.
    pub fn new(seed: u64) -> Twin {
        Twin::on(Flash::default(), seed)
    }

    /// One whose save memory holds `bytes`.
    pub fn with_save(seed: u64, bytes: &[u8]) -> Twin {
        Twin::on(Flash::of(bytes), seed)
    }

    /// One that has nothing to save on, for this reason.
    pub fn without_chip(seed: u64, device: DeviceError) -> Twin {
        let mut twin = Twin::unattached(seed);
        twin.app.cannot_save(SaveError::Device(device));
        twin
    }

    fn on(flash: Flash, seed: u64) -> Twin {
        let mut twin = Twin::unattached(seed);
        let mut manager = SaveManager::open(flash);
        twin.app.attach(&mut manager);
        twin.manager = Some(manager);
        twin
    }

    fn unattached(seed: u64) -> Twin {
        let abilities = HostAbilities::default();
        Twin {
            app: App::new(Setup { seed, abilities, settings: Settings::default() }),
            manager: None,
            saved: None,
            picture: Picture { width: 1, pixels: Vec::new() },
            words: words(240, 160),
        }
    }

    /// One tick with these buttons held, saved and drawn.
    ///
    /// # Panics
    /// When the game asks for what a Game Boy Advance cannot do.
    pub fn tick(&mut self, held: Buttons) {
        self.saved = self.app.tick(Input::from(held)).map(|request| match request {
            Request::Save(save) => save,
            Request::Quit => panic!("there is nothing to quit to"),
        });
        if let (Some(save), Some(manager)) = (self.saved, &mut self.manager) {
            self.app.carry_out(save, manager);
        }
        let mut frame = Frame::new(240, 160, &mut self.words).expect("as many as it takes");
        if self.app.draw(&mut frame) {
            self.picture = as_seen(&frame);
        }
    }

    /// Bytes written and sectors erased so far.
    pub fn wear(&mut self) -> (u64, u64) {
        let flash = self.manager.as_mut().map(SaveManager::flash);
        flash.map_or((0, 0), |flash| (flash.written, flash.erased))
    }

    /// What is in its save memory; all ones where there is none.
    pub fn save(&mut self) -> Vec<u8> {
        let flash = self.manager.as_mut().map(SaveManager::flash);
        flash.map_or_else(|| Flash::default().bytes, |flash| flash.bytes.clone()).into()
    }
}
