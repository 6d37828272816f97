//! Bots: players by fixed strategies, for the demo behind the title and for the balance of the tables.
//! Each uses only what a player sees.

mod bot;
mod observations;

pub use bot::Bot;

/// Names what a bot does when it has a choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strategy {
    /// Attacks first, heals in time, wears better equipment, explores every floor, rests and climbs.
    Careful,
    /// Plays as careful does, but walks to every monster at once.
    Charger,
    /// Plays as careful does, but lets every monster come.
    Waiter,
    /// Plays as careful does, but retreats to a narrow place from more than one monster.
    Corridor,
    /// Plays as careful does, but leaves a fight that goes badly by the nearest stairs.
    Stairs,
    /// Plays as careful does, but uses nothing up.
    Miser,
}

impl Strategy {
    /// All of them.
    pub const ALL: [Strategy; 6] = [
        Strategy::Careful,
        Strategy::Charger,
        Strategy::Waiter,
        Strategy::Corridor,
        Strategy::Stairs,
        Strategy::Miser,
    ];

    /// Returns its name on a command line.
    pub const fn name(self) -> &'static str {
        match self {
            Strategy::Careful => "careful",
            Strategy::Charger => "charger",
            Strategy::Waiter => "waiter",
            Strategy::Corridor => "corridor",
            Strategy::Stairs => "stairs",
            Strategy::Miser => "miser",
        }
    }

    /// Returns the strategy of this name.
    pub fn from_name(name: &str) -> Option<Strategy> {
        Strategy::ALL.into_iter().find(|strategy| strategy.name() == name)
    }
}
