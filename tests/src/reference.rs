//! The reference: the same game on this machine, to compare an emulated one with.

use crate::flash::Flash;
use crate::gba::as_displayed;
use crate::ocr::words;
use crate::picture::RgbImage;
use musrex_core::input::{Buttons, Input};
use musrex_core::raster::Frame;
use musrex_core::save::{DeviceError, Save, SaveError, SaveManager};
use musrex_core::screens::{App, HostAbilities, Request, Settings, Setup};

/// The game as other hosts run it, with the picture that a Game Boy Advance would show.
pub struct Reference {
    /// The game.
    pub app: App,
    /// Saves it; `None` without a save chip.
    pub manager: Option<SaveManager<Flash>>,
    /// The save request of the last tick.
    pub saved: Option<Save>,
    /// The picture shown.
    pub picture: RgbImage,
    words: Vec<u32>,
}

impl Reference {
    /// Makes a reference without a save.
    pub fn new(seed: u64) -> Reference {
        Reference::on(Flash::default(), seed)
    }

    /// Makes a reference whose save memory holds `bytes`.
    pub fn with_save(seed: u64, bytes: &[u8]) -> Reference {
        Reference::on(Flash::of(bytes), seed)
    }

    /// Makes a reference that cannot save, for this reason.
    pub fn without_chip(seed: u64, device: DeviceError) -> Reference {
        let mut reference = Reference::unattached(seed);
        reference.app.disable_saving(SaveError::Device(device));
        reference
    }

    fn on(flash: Flash, seed: u64) -> Reference {
        let mut reference = Reference::unattached(seed);
        let mut manager = SaveManager::open(flash);
        reference.app.attach(&mut manager);
        reference.manager = Some(manager);
        reference
    }

    fn unattached(seed: u64) -> Reference {
        let abilities = HostAbilities::default();
        Reference {
            app: App::new(Setup { seed, abilities, settings: Settings::default() }),
            manager: None,
            saved: None,
            picture: RgbImage { width: 1, pixels: Vec::new() },
            words: words(240, 160),
        }
    }

    /// Plays, saves and draws one tick with these buttons held.
    ///
    /// # Panics
    /// When the game asks for what a Game Boy Advance cannot do.
    pub fn tick(&mut self, held: Buttons) {
        self.saved = self.app.tick(Input::from(held)).map(|request| match request {
            Request::Save(save) => save,
            Request::Quit => panic!("there is nothing to quit to"),
        });
        if let (Some(save), Some(manager)) = (self.saved, &mut self.manager) {
            self.app.save(save, manager);
        }
        let mut frame = Frame::new(240, 160, &mut self.words).expect("as many as it takes");
        if self.app.draw(&mut frame) {
            self.picture = as_displayed(&frame);
        }
    }

    /// Returns the bytes written and the sectors erased so far.
    pub fn wear(&mut self) -> (u64, u64) {
        let flash = self.manager.as_mut().map(SaveManager::flash);
        flash.map_or((0, 0), |flash| (flash.written, flash.erased))
    }

    /// Returns the content of its save memory; all ones without one.
    pub fn save(&mut self) -> Vec<u8> {
        let flash = self.manager.as_mut().map(SaveManager::flash);
        flash.map_or_else(|| Flash::default().bytes, |flash| flash.bytes.clone()).into()
    }
}
