//! Sentences about the end of a run.

use super::Sentence;
use super::names::{cause_name, noun};
use crate::content::player::{CONDUCT_KILLS_MAX, CONDUCT_TURNS};
use crate::content::{MonsterKind, SpillKind, Status};
use crate::world::{Cause, Conduct, KingsEnd};

/// The heading of a lost run.
pub const DEATH_HEADING: &str = "Your night ends here";

/// The heading of a won run.
pub const VICTORY_HEADING: &str = "The reign is over";

/// The last line of a won run.
pub const VICTORY_LINE: &str = "The mice go home. So do you.";

/// Returns the cause of death as a sentence for the tombstone.
pub fn epitaph(cause: Cause) -> &'static str {
    match cause {
        Cause::Player => "You did it to yourself.",
        Cause::Monster(MonsterKind::MicroMouse) => "Gnawed down by a Micro Mouse.",
        Cause::Monster(MonsterKind::LabSnake) => "Bitten down by a Lab Snake.",
        Cause::Monster(MonsterKind::NeoMouse) => "Outmoved by a Neo Mouse.",
        Cause::Monster(MonsterKind::RabidMouse) => "Torn apart by a Rabid Mouse.",
        Cause::Monster(MonsterKind::ToughMouse) => "Flattened by a Tough Mouse.",
        Cause::Monster(MonsterKind::MetaMouse) => "Unravelled by a Meta Mouse.",
        Cause::Monster(MonsterKind::MouseKing) => "Slapped by the King himself!",
        Cause::Status(Status::Poisoned) => "Wasted away by poison.",
        Cause::Status(Status::Envenomed) => "Stopped by venom.",
        Cause::Monster(MonsterKind::SpitMouse) => "Dissolved by a Spit Mouse.",
        Cause::Monster(MonsterKind::PackRat) => "Robbed of life by a Pack Rat.",
        Cause::Status(_) => "Overcome.",
        Cause::Spill(SpillKind::Acid) => "Burned away in acid.",
        Cause::Spill(_) => "Choked in venom gas.",
        Cause::Cable => "Earthed by a cable.",
    }
}

/// Returns the way in which the King fell, as a sentence (K3).
pub const fn of_kings_end(way: KingsEnd) -> &'static str {
    match way {
        KingsEnd::Fought => "The crown rolls away. It is over.",
        KingsEnd::Cornered => "No vent left. The crown rolls away.",
        KingsEnd::Cheese => "He dies as he lived, mouth full.",
        KingsEnd::Ally => "Betrayed by one of his own!",
    }
}

/// Returns the end of a run, in a word or two for a column: its cause, or the way in which the King
/// fell (K3). A crown stands before the latter.
pub fn short_end(cause: Option<Cause>, way: Option<KingsEnd>) -> &'static str {
    match (cause, way) {
        (None, Some(KingsEnd::Fought)) => "by fight",
        (None, Some(KingsEnd::Cornered)) => "by vents",
        (None, Some(KingsEnd::Cheese)) => "by cheese",
        (None, Some(KingsEnd::Ally)) => "by ally",
        (cause, _) => short_cause(cause),
    }
}

/// Returns the conduct as a line of a list (H7).
pub const fn conduct_line(conduct: Conduct) -> &'static str {
    match conduct {
        Conduct::NoOverride => "No override chip used",
        Conduct::NoRest => "Not one turn waited",
        Conduct::Fast => "Fewer than 5,000 turns",
        Conduct::Gentle => "80 kills at most",
    }
}

const _: () = assert!(
    CONDUCT_TURNS == 5_000 && CONDUCT_KILLS_MAX == 80,
    "H7: the names of the conducts tell both numbers"
);

/// The mark of a calm night (A19).
pub const CALM_MARK: &str = "Calm night";

/// The mark of the run of a day (H8).
pub const DAILY_MARK: &str = "Run of the day";

/// Returns the cause of a run's end, in a word for a column.
pub fn short_cause(cause: Option<Cause>) -> &'static str {
    match cause {
        None => "WON",
        Some(Cause::Player) => "own hand",
        Some(Cause::Monster(kind)) => kind.spec().name,
        Some(Cause::Status(status)) => noun(status),
        Some(Cause::Spill(SpillKind::Acid)) => "acid",
        Some(Cause::Spill(_)) => "gas",
        Some(Cause::Cable) => "cable",
    }
}

/// Returns the total damage of one cause.
pub fn of_damage_total(cause: Cause, points: u16, times: u16) -> Sentence {
    let name = cause_name(cause);
    match times {
        1 => sentence!("{name} took {points} hp."),
        _ => sentence!("{name} took {points} hp, {times} times."),
    }
}
