//! What was loaded from a save, and who sees its turns played again.

use super::errors::{LoadWarning, LoadWarnings, SaveError};
use super::scores::Scores;
use crate::geometry::TileSet;
use crate::rules::Events;
use crate::settings::Settings;
use crate::world::{Game, Outcome};

/// Holds what was loaded from a save.
#[non_exhaustive]
#[derive(Clone, Debug)]
pub struct Loaded {
    /// True when there is a run to go on with.
    pub has_run: bool,
    /// Tells how a run ended whose end was still to be written, and is now.
    pub ended: Option<Outcome>,
    /// The hall of fame.
    pub scores: Scores,
    /// Holds the player's settings; `None` for the defaults.
    pub settings: Option<Settings>,
    /// Lists what was lost.
    pub warnings: LoadWarnings,
    /// True when bytes were damaged, otherwise than by a power cut. That need not lose anything: what one
    /// sector lacks stands in another, and was written anew.
    pub is_damaged: bool,
    /// Tells why nothing will be saved.
    pub save_error: Option<SaveError>,
}

impl Loaded {
    /// An empty save.
    pub(crate) const NOTHING: Loaded = Loaded {
        has_run: false,
        ended: None,
        scores: Scores::new(),
        settings: None,
        warnings: LoadWarnings::new(),
        is_damaged: false,
        save_error: None,
    };

    /// Adds a warning, unless it is there already.
    pub(super) fn warn(&mut self, warning: LoadWarning) {
        if !self.warnings.contains(&warning) {
            self.warnings.push(warning).expect("there is room for one of each");
        }
    }
}

/// Sees the turns of a journal while it is replayed, for those who tell the player what happened last.
pub(crate) trait TurnObserver {
    /// Takes the game as its last checkpoint has it, before the first turn.
    fn begin(&mut self, game: &Game);

    /// Takes the game after a turn, the events of that turn, and what the player sees after it.
    fn observe(&mut self, game: &Game, events: &Events, visible: &TileSet);
}

impl TurnObserver for () {
    fn begin(&mut self, _: &Game) {}

    fn observe(&mut self, _: &Game, _: &Events, _: &TileSet) {}
}
