//! Autosave: the pending save request, and the messages about the save.

use crate::save::{LoadWarning, LoadWarnings, Loaded, SaveError, SaveRequest};
use crate::settings::Settings;
use crate::view::text::{self, Message};

/// The part of the app that decides when to request a save. The app never waits for a save, and a failed save never
/// stops the app.
#[derive(Clone, Debug)]
pub(crate) struct Autosave {
    /// True when saving is on.
    is_on: bool,
    /// The error that has disabled saving.
    save_error: Option<SaveError>,
    /// Load warnings that have not been logged yet.
    warnings: LoadWarnings,
    /// True when the save holds a run that cannot be read.
    has_lost_run: bool,
    /// True when the save holds an ended run whose row in the hall of fame has not been shown yet.
    has_ended: bool,
    /// The pending request.
    pending: Option<SaveRequest>,
    /// True when a turn was played or a run was continued after the player was last idle.
    is_idle_due: bool,
    /// The settings that were saved last, or the settings in the first tick after loading; `None` before that tick.
    saved_settings: Option<Settings>,
}

impl Autosave {
    /// The state with saving off.
    pub(crate) const OFF: Autosave = Autosave {
        is_on: false,
        save_error: None,
        warnings: LoadWarnings::new(),
        has_lost_run: false,
        has_ended: false,
        pending: None,
        is_idle_due: false,
        saved_settings: None,
    };

    /// Sets the status from a loaded save.
    pub(crate) fn load(&mut self, loaded: &Loaded) {
        self.is_on = loaded.save_error.is_none();
        self.save_error = loaded.save_error;
        self.warnings = loaded.warnings.clone();
        let is_lost = |warning: &LoadWarning| {
            matches!(warning, LoadWarning::RunLost | LoadWarning::RunTooOld)
        };
        self.has_lost_run = loaded.warnings.iter().any(is_lost);
        self.has_ended = loaded.ended.is_some();
        self.pending = None;
        self.is_idle_due = false;
        self.saved_settings = None;
    }

    /// Disables saving.
    pub(crate) fn disable(&mut self, save_error: SaveError) {
        self.is_on = false;
        self.save_error = Some(save_error);
        self.pending = None;
        self.is_idle_due = false;
    }

    /// Enables saving. Requests that the save is overwritten, in place of any pending request.
    pub(crate) fn overwrite(&mut self) {
        self.is_on = true;
        self.save_error = None;
        self.pending = Some(SaveRequest::Overwrite);
    }

    pub(crate) const fn is_on(&self) -> bool {
        self.is_on
    }

    pub(crate) const fn save_error(&self) -> Option<SaveError> {
        self.save_error
    }

    /// Returns the load warnings that have not been logged yet.
    pub(crate) const fn warnings(&self) -> &LoadWarnings {
        &self.warnings
    }

    /// Drops the warnings about the run, because the run was restored from elsewhere.
    pub(crate) fn forget_lost_run(&mut self) {
        self.warnings.retain(|&warning| !warning.concerns_run());
        self.has_lost_run = false;
    }

    pub(crate) const fn has_lost_run(&self) -> bool {
        self.has_lost_run
    }

    /// Records that a run is continued.
    pub(crate) const fn resume(&mut self) {
        self.is_idle_due = self.is_on;
    }

    /// Makes `save` the pending request, if saving is on.
    pub(crate) fn request(&mut self, save: SaveRequest) {
        // A pending overwrite is kept, because an overwrite also begins the run.
        if self.is_on && self.pending != Some(SaveRequest::Overwrite) {
            self.pending = Some(save);
            self.is_idle_due = matches!(save, SaveRequest::Turn(_));
        }
        if save == SaveRequest::Begin {
            (self.has_lost_run, self.has_ended) = (false, false);
        }
    }

    /// Takes the request of this tick. Changed settings wait until no other request is pending, and until `is_setting`
    /// is false because the player has left the options. `is_idle` must be true only if no animation or travel is in
    /// progress and no button is pressed.
    pub(crate) fn take_request(
        &mut self,
        settings: &Settings,
        is_setting: bool,
        is_idle: bool,
    ) -> Option<SaveRequest> {
        let saved = *self.saved_settings.get_or_insert(*settings);
        if self.pending.is_none() && self.is_on && !is_setting && saved != *settings {
            self.saved_settings = Some(*settings);
            return Some(SaveRequest::Settings);
        }
        if self.pending.is_none() && is_idle && core::mem::take(&mut self.is_idle_due) {
            return Some(SaveRequest::Idle);
        }
        self.pending.take()
    }

    /// Returns whether there are messages about the save to log.
    pub(crate) fn has_messages(&self) -> bool {
        self.save_error.is_some() || !self.warnings.is_empty()
    }

    /// Takes the messages about the save. The caller logs the messages when play begins or continues.
    pub(crate) fn take_messages(&mut self) -> impl Iterator<Item = Message> {
        let warnings = core::mem::take(&mut self.warnings);
        let save_error = self.save_error.into_iter().flat_map(text::save_error_messages);
        save_error.chain(warnings.into_iter().filter_map(text::load_warning_message))
    }

    /// Returns two lines about the save for the title screen; empty lines if there is no news.
    pub(crate) fn title_lines(&self) -> [&'static str; 2] {
        match (self.save_error, self.warnings.first()) {
            (Some(save_error), _) => text::save_error_lines(save_error),
            (None, Some(&warning)) => [text::load_warning_line(warning), ""],
            (None, None) if self.has_ended => [text::ENDED_LINE, ""],
            (None, None) => ["", ""],
        }
    }
}
