//! The result of loading a save, and the observer of its replayed turns.

use super::errors::{LoadWarning, LoadWarnings, SaveError};
use super::scores::Scores;
use crate::geometry::TileSet;
use crate::rules::Events;
use crate::settings::Settings;
use crate::world::{Game, Outcome};

/// The result of loading a save.
#[non_exhaustive]
#[derive(Clone, Debug)]
pub struct Loaded {
    /// True when there is a run to continue.
    pub has_run: bool,
    /// The outcome of a run that had ended before the save recorded its end; `None` otherwise. Loading has written the
    /// end.
    pub ended: Option<Outcome>,
    /// The hall of fame.
    pub scores: Scores,
    /// The player's settings; `None` for the defaults.
    pub settings: Option<Settings>,
    /// The warnings about losses.
    pub warnings: LoadWarnings,
    /// True if bytes were damaged by something other than a power cut. Often nothing is lost: the other copy of a
    /// damaged record was used, and was copied again.
    pub is_damaged: bool,
    /// The reason why nothing will be saved, if saving is impossible.
    pub save_error: Option<SaveError>,
}

impl Loaded {
    /// The result for an empty save.
    pub(crate) const NOTHING: Loaded = Loaded {
        has_run: false,
        ended: None,
        scores: Scores::new(),
        settings: None,
        warnings: LoadWarnings::new(),
        is_damaged: false,
        save_error: None,
    };

    /// Adds a warning, unless the list already has it.
    pub(super) fn warn(&mut self, warning: LoadWarning) {
        if !self.warnings.contains(&warning) {
            self.warnings.push(warning).expect("there is room for one of each");
        }
    }
}

/// An observer of a journal's turns during their replay. The app uses an observer to show the player the last events.
pub(crate) trait TurnObserver {
    /// Takes the game at the last checkpoint, before the first replayed turn.
    fn begin(&mut self, game: &Game);

    /// Takes the game after a turn, the events of that turn, and the tiles that the player sees after that turn.
    fn observe(&mut self, game: &Game, events: &Events, visible: &TileSet);
}

impl TurnObserver for () {
    fn begin(&mut self, _: &Game) {}

    fn observe(&mut self, _: &Game, _: &Events, _: &TileSet) {}
}
