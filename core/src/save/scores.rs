//! The hall of fame (H5).

use crate::content::player::{SCORE_OF_VICTORY, SCORE_PER_FLOOR, SCORE_PER_KILL};
use crate::geometry::TileSet;
use crate::quantity::{Floor, Level, Turn};
use crate::rules::Events;
use crate::save::bestiary::Bestiary;
use crate::world::{Cause, Game, KingsEnd, Lineage, Outcome, Progress, RunMode};
use heapless::Vec;
use serde::{Deserialize, Serialize};

/// The number of rows in the hall of fame (H5).
pub const SCORES_MAX: usize = 10;

/// A row of the hall of fame (H5).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Score {
    /// The score: experience, plus points for the last floor of the run, for every kill and for the crown.
    pub points: u32,
    /// The floor where the run ended.
    pub floor: Floor,
    /// The level that the player reached.
    pub level: Level,
    /// The number of monsters killed.
    pub kills: u16,
    /// The cause of the player's death; `None` for a run that was won.
    pub killed_by: Option<Cause>,
    /// The number of turns played.
    pub turns: Turn,
    /// The seed of the run.
    pub seed: u64,
    /// The way in which the King was killed. `None` for a run that was lost (K3).
    pub kings_end: Option<KingsEnd>,
    /// The rules of the run, and the conducts (voluntary restrictions) that the player kept until it ended (H7).
    pub mode: RunMode,
    /// The kit and the grafts of the run. A save stores the kits and grafts after all rows, not within each row.
    #[serde(skip)]
    pub lineage: Lineage,
}

impl Score {
    /// Returns whether the run was won.
    pub(crate) const fn is_won(&self) -> bool {
        self.killed_by.is_none()
    }

    /// Returns the row for a run that has ended.
    pub fn of(game: &Game) -> Score {
        let player = game.player();
        let is_won = game.outcome() == Outcome::Won;
        let bonus = SCORE_PER_FLOOR * u32::from(game.floor().number())
            + SCORE_PER_KILL * u32::from(player.kills)
            + if is_won { SCORE_OF_VICTORY } else { 0 };
        // A forged save may contain any amount of experience.
        let points = player.xp.0.saturating_add(bonus);
        Score {
            points,
            floor: game.floor(),
            level: player.level,
            kills: player.kills,
            killed_by: if is_won { None } else { game.last_damage_cause() },
            turns: game.turn(),
            seed: game.seed(),
            kings_end: game.kings_end(),
            mode: game.mode().after(game.turn(), player.kills),
            lineage: Lineage::from(&player.build),
        }
    }
}

/// The hall of fame: the best runs, the best first. Among equal runs, the earlier run is first.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Scores {
    rows: Vec<Score, SCORES_MAX>,
    /// The kits and nights (levels of difficulty) that all runs together have opened. Runs without a row also count. A
    /// save stores the progress after the lineages (kits and grafts).
    #[serde(skip)]
    progress: Progress,
    /// The player's knowledge about monsters, collected over all runs (H20). In a save, the bestiary has a record of
    /// its own.
    #[serde(skip)]
    bestiary: Bestiary,
}

/// The size of the lineages (kits and grafts) of all rows in a save, in bytes.
const LINEAGES_BYTES: usize = SCORES_MAX * Lineage::BYTES;
/// The size of the lineages and the progress in a save, in bytes.
pub(super) const TAIL_BYTES: usize = LINEAGES_BYTES + Progress::BYTES;

impl Scores {
    /// Returns an empty hall of fame.
    pub const fn new() -> Scores {
        Scores { rows: Vec::new(), progress: Progress::NEW, bestiary: Bestiary::NEW }
    }

    /// Returns the rows, the best first.
    pub fn rows(&self) -> &[Score] {
        &self.rows
    }

    /// Returns the kits and nights that the runs have opened.
    pub const fn progress(&self) -> Progress {
        self.progress
    }

    /// Returns the kits and nights that the runs have opened, as a mutable reference.
    pub(crate) const fn progress_mut(&mut self) -> &mut Progress {
        &mut self.progress
    }

    /// Returns the bestiary of the runs.
    pub const fn bestiary(&self) -> &Bestiary {
        &self.bestiary
    }

    /// Records a turn of the player in the bestiary (H20). `game` is the state after the turn, and `visible` holds the
    /// tiles that the player then sees. The app calls this function by itself; a program without an app must call the
    /// function before it saves the turn.
    pub fn note_turn(&mut self, game: &Game, events: &Events, visible: &TileSet) {
        self.bestiary.note_turn(game, events, visible);
    }

    /// Returns the bestiary of the runs, as a mutable reference.
    pub(crate) const fn bestiary_mut(&mut self) -> &mut Bestiary {
        &mut self.bestiary
    }

    /// Returns the lineages of all rows, padded with zeros, and the progress.
    pub(super) fn tail(&self) -> [u8; TAIL_BYTES] {
        let mut bytes = [0; TAIL_BYTES];
        let (lineages, progress) = bytes.split_at_mut(LINEAGES_BYTES);
        let (places, _) = lineages.as_chunks_mut();
        for (place, row) in places.iter_mut().zip(&self.rows) {
            *place = row.lineage.bytes();
        }
        progress.copy_from_slice(&self.progress.bytes());
        bytes
    }

    /// Reads the lineages and the progress, which [`tail`](Scores::tail) wrote, from the start of `from`. Returns the
    /// remaining bytes. Saves of older versions of the game have no such data.
    pub(super) fn read_tail<'a>(&mut self, from: &'a [u8]) -> &'a [u8] {
        let Some((bytes, rest)) = from.split_at_checked(LINEAGES_BYTES) else { return &[] };
        let (places, _) = bytes.as_chunks();
        for (row, place) in self.rows.iter_mut().zip(places) {
            row.lineage = Lineage::read(*place);
        }
        let Some((progress, rest)) = rest.split_first_chunk() else { return &[] };
        self.progress = Progress::read(*progress);
        rest
    }

    /// Returns whether the daily run with this seed already has a row (H8).
    pub(crate) fn has_daily(&self, seed: u64) -> bool {
        self.rows.iter().any(|row| row.mode.is_daily() && row.seed == seed)
    }

    /// Records the kits and nights that a run has opened, even if the run has no row (H16, H17).
    pub(super) fn note(&mut self, score: &Score) {
        self.progress.do_feats(score.mode.feats());
        let night = score.mode.night();
        if !score.mode.is_daily() {
            self.progress.open_night(night);
            self.progress.choose_night(night);
        }
        if let Some(next) = night.next().filter(|_| score.is_won()) {
            self.progress.open_night(next);
        }
    }

    /// Upgrades a hall of fame from a version of the game without nights. Adds the kits and nights that the runs in its
    /// rows have opened; a won run has opened the second night.
    pub(super) fn noted(mut self) -> Scores {
        let rows = self.rows.clone();
        rows.iter().for_each(|row| self.note(row));
        self
    }

    /// Inserts `score` if the score is good enough. A practice run, or a daily run of a day that already has a row,
    /// gets no row (H8). Returns the index of the new row. In every case, records the kits and nights that the run has
    /// opened.
    pub fn insert(&mut self, score: Score) -> Option<usize> {
        self.note(&score);
        let has_row = score.mode.is_daily() && self.has_daily(score.seed);
        if has_row || score.mode.is_practice() {
            return None;
        }
        let row = self.rows.iter().take_while(|other| other.points >= score.points).count();
        if row >= SCORES_MAX {
            return None;
        }
        if self.rows.is_full() {
            self.rows.pop();
        }
        self.rows.insert(row, score).expect("room was made for it");
        Some(row)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn score(points: u32, seed: u64) -> Score {
        Score { points, seed, ..Score::of(&Game::new(0)) }
    }

    // H5: the hall of fame has ten rows, the best first, and a better run replaces the worst.
    #[test]
    fn the_best_ten_stay() {
        let mut scores = Scores::new();
        for points in 1..=10 {
            assert_eq!(scores.insert(score(points, 0)), Some(0));
        }
        assert_eq!(scores.insert(score(1, 1)), None, "an equal one comes after, and is too late");
        assert_eq!(scores.insert(score(5, 2)), Some(6));
        assert_eq!(scores.rows().len(), SCORES_MAX);
        assert_eq!(scores.rows()[9].points, 2);
    }

    // H8: only the first daily run of a day counts, even if a later one is better. A run with a typed seed counts, even
    // if its seed is the seed of the day.
    #[test]
    fn a_day_has_one_row() {
        let daily = |points, seed| {
            let mode = RunMode::ORDINARY.with_daily(true);
            Score { mode, ..score(points, seed) }
        };
        let mut scores = Scores::new();
        assert!(!scores.has_daily(7));
        assert_eq!(scores.insert(daily(5, 7)), Some(0));
        assert_eq!(scores.insert(daily(9, 7)), None);
        assert!(scores.has_daily(7) && !scores.has_daily(8));
        assert_eq!(scores.insert(daily(9, 8)), Some(0));
        assert_eq!(scores.insert(score(7, 7)), Some(1));
        let mut practice = daily(99, 9);
        practice.mode = practice.mode.with_practice(true);
        assert_eq!(scores.insert(practice), None);
    }
}
