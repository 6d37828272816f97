//! Counts what the player of a game presses.

use musrex_core::geometry::TileSet;
use musrex_core::rules::event::{Actor, Event};
use musrex_core::rules::travel::TravelMonitor;
use musrex_core::{Command, Events, Game, Pos};

/// A strike in a row of at least so many at one monster is one of a long row.
const LONG_ROW: u32 = 4;

/// Counts the presses of one game, turn by turn.
#[derive(Debug)]
pub(crate) struct Presses {
    monitor: TravelMonitor,
    /// What the last command was, while auto-travel may go on with it.
    going: Option<Going>,
    row: Row,
    /// The presses that a player would have made: each turn with an awake enemy in sight is one, and each command but
    /// walking and waiting; of walking and waiting, what auto-travel does in one go.
    pub(crate) presses: u32,
    /// Presses in fights that are neither step, strike nor wait.
    pub(crate) verbs: u32,
    /// The player's strikes, and those in rows of four or more at one monster.
    pub(crate) strikes: [u32; 2],
}

impl Presses {
    /// Begins to count a game, of which the player sees `visible`.
    pub(crate) fn new(game: &Game, visible: &TileSet) -> Presses {
        Presses {
            monitor: TravelMonitor::new(game, visible),
            going: None,
            row: Row::default(),
            presses: 0,
            verbs: 0,
            strikes: [0; 2],
        }
    }

    /// Counts a command that is about to be given; `is_fight` is true with an awake enemy in sight.
    pub(crate) fn give(&mut self, command: Command, is_fight: bool) {
        let goes = Going::of(command);
        self.verbs += u32::from(is_fight && goes.is_none());
        let goes = goes.filter(|_| !is_fight);
        if goes.is_none() || goes != self.going {
            self.presses += 1;
        }
        self.going = goes;
    }

    /// Counts the turn that was played.
    pub(crate) fn end_turn(&mut self, game: &Game, visible: &TileSet, events: &Events) {
        self.row.count(events, &mut self.strikes);
        if self.monitor.interrupt(game, visible).is_some() {
            self.going = None;
        }
    }

    /// Ends the count.
    pub(crate) fn end(&mut self) {
        self.row.end(&mut self.strikes);
    }
}

/// What auto-travel does in one go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Going {
    Walking,
    Waiting,
}

impl Going {
    const fn of(command: Command) -> Option<Going> {
        match command {
            Command::Walk(_) => Some(Going::Walking),
            Command::Wait => Some(Going::Waiting),
            _ => None,
        }
    }
}

/// The player's strikes in a row at one monster.
#[derive(Debug, Default)]
struct Row {
    at: Option<Pos>,
    strikes: u32,
}

impl Row {
    fn count(&mut self, events: &Events, sums: &mut [u32; 2]) {
        let struck = events.iter().find_map(|event| match event {
            Event::Struck { attacker: Actor::Player, at, .. } => Some(*at),
            _ => None,
        });
        // A turn of something else ends a row; so does another target.
        if struck.is_none() || struck != self.at {
            self.end(sums);
        }
        self.at = struck;
        self.strikes += u32::from(struck.is_some());
    }

    fn end(&mut self, sums: &mut [u32; 2]) {
        sums[0] += self.strikes;
        sums[1] += if self.strikes >= LONG_ROW { self.strikes } else { 0 };
        self.strikes = 0;
    }
}
