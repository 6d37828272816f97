//! How the app stands with its save: what is to be asked of the host, and what the player must be
//! told.

use crate::content::text::{self, Message};
use crate::save::{LoadWarning, LoadWarnings, Loaded, Save, SaveError};
use crate::settings::Settings;

/// See the module. The app never waits for a save and never fails because of one.
#[derive(Clone, Debug, Default)]
pub(super) struct Saving {
    /// Whether a host keeps anything; what follows is idle where none does.
    is_on: bool,
    /// Why nothing can be saved.
    save_error: Option<SaveError>,
    /// What was found damaged and was not told yet.
    warnings: LoadWarnings,
    /// Whether a run is in the save that cannot be read.
    has_lost_run: bool,
    /// Whether a run has ended in the save, and nobody has seen its row.
    has_ended: bool,
    /// What is to be asked next.
    due: Option<Save>,
    /// Whether a turn was played, or a run is gone on with, since the last rest.
    is_restless: bool,
    /// The settings as the save has them.
    saved_settings: Option<Settings>,
}

impl Saving {
    /// Takes in what was found in a save.
    pub(super) fn begin(&mut self, loaded: &Loaded) {
        self.is_on = loaded.save_error.is_none();
        self.save_error = loaded.save_error;
        self.warnings = loaded.warnings.clone();
        self.has_lost_run = loaded.warnings.contains(&LoadWarning::RunLost);
        self.has_ended = loaded.ended.is_some();
        self.due = None;
        self.is_restless = false;
        self.saved_settings = None;
    }

    /// Nothing is saved from now on.
    pub(super) fn fail(&mut self, save_error: SaveError) {
        self.is_on = false;
        self.save_error = Some(save_error);
        self.due = None;
        self.is_restless = false;
    }

    /// The player agrees to overwrite what is there.
    pub(super) fn overwrite(&mut self) {
        self.is_on = true;
        self.save_error = None;
        self.due = Some(Save::Overwrite);
    }

    pub(super) const fn is_on(&self) -> bool {
        self.is_on
    }

    pub(super) const fn save_error(&self) -> Option<SaveError> {
        self.save_error
    }

    pub(super) const fn has_lost_run(&self) -> bool {
        self.has_lost_run
    }

    /// A run is gone on with.
    pub(super) const fn go_on(&mut self) {
        self.is_restless = self.is_on;
    }

    /// Asks the host for `save`; where nothing is kept, nothing is asked.
    pub(super) fn ask(&mut self, save: Save) {
        // What overwrites everything begins the run, too.
        if self.is_on && self.due != Some(Save::Overwrite) {
            self.due = Some(save);
            self.is_restless = matches!(save, Save::Turn(_));
        }
        if save == Save::Begin {
            (self.has_lost_run, self.has_ended) = (false, false);
        }
    }

    /// What the host is asked this tick. Settings wait until nothing else is to be saved.
    /// `is_resting` is whether nothing moves and nothing is pressed.
    pub(super) fn take(
        &mut self,
        settings: &Settings,
        is_setting: bool,
        is_resting: bool,
    ) -> Option<Save> {
        let saved = *self.saved_settings.get_or_insert(*settings);
        if self.due.is_none() && self.is_on && !is_setting && saved != *settings {
            self.saved_settings = Some(*settings);
            return Some(Save::Settings);
        }
        if self.due.is_none() && is_resting && core::mem::take(&mut self.is_restless) {
            return Some(Save::Rest);
        }
        self.due.take()
    }

    /// What must be told when play goes on or begins, each once.
    pub(super) fn tell(&mut self) -> impl Iterator<Item = Message> {
        let warnings = core::mem::take(&mut self.warnings);
        let save_error = self.save_error.into_iter().flat_map(text::of_save_error);
        save_error.chain(warnings.into_iter().filter_map(text::of_load_warning))
    }

    /// Two lines for the title; empty ones where there is nothing to tell.
    pub(super) fn lines(&self) -> [&'static str; 2] {
        match (self.save_error, self.warnings.first()) {
            (Some(save_error), _) => text::save_error_lines(save_error),
            (None, Some(&warning)) => [text::load_warning_line(warning), ""],
            (None, None) if self.has_ended => [text::ENDED_LINE, ""],
            (None, None) => ["", ""],
        }
    }
}
