//! Counts the player's presses in a game.

use crate::announced::{Drawn, Harm};
use crate::meter::actions::awake_enemies;
use musrex_core::geometry::TileSet;
use musrex_core::rules::event::{Actor, Event};
use musrex_core::rules::travel::TravelMonitor;
use musrex_core::{Command, Events, Game, Pos};

/// The smallest number of strikes in a long row. The strikes of a row hit one tile in consecutive turns.
const LONG_ROW: u32 = 4;

/// The counts of one game's presses, taken turn by turn.
#[derive(Debug)]
pub struct Presses {
    monitor: TravelMonitor,
    /// The last command, if auto-travel could have continued it.
    going: Option<Going>,
    row: Row,
    drawn: Drawn,
    /// The number of presses since the last decision, as defined by [`is_decision`].
    undecided: u32,
    /// True if the command of the current turn is a decision.
    is_decision: bool,
    /// The number of presses that a player would have needed. Each turn with an awake enemy in sight is a press, and so
    /// is each command other than walking and waiting. A stretch of walking or waiting that auto-travel could do at
    /// once is also one press.
    pub presses: u32,
    /// The number of presses in fights other than steps, strikes and waits.
    pub verbs: u32,
    /// The number of the player's strikes, and the number of those that belong to a row of four or more strikes at one
    /// tile.
    pub strikes: [u32; 2],
    /// The number of presses in the longest row without a decision.
    pub longest_undecided: u32,
    /// The harm that the player suffered, grouped by the warning before it.
    pub harm: Harm,
}

impl Presses {
    /// Starts counting the presses of a game in which the player sees `visible`.
    pub fn new(game: &Game, visible: &TileSet) -> Presses {
        Presses {
            monitor: TravelMonitor::new(game, visible),
            going: None,
            row: Row::default(),
            drawn: Drawn::of(game),
            undecided: 0,
            is_decision: false,
            presses: 0,
            verbs: 0,
            strikes: [0; 2],
            longest_undecided: 0,
            harm: Harm::default(),
        }
    }

    /// Counts a command that is about to be given to `game`; `is_fight` is true if an awake enemy is in sight.
    pub fn give(&mut self, game: &Game, visible: &TileSet, command: Command, is_fight: bool) {
        self.drawn = Drawn::of(game);
        self.is_decision = is_decision(game, visible, command, is_fight);
        let goes = Going::of(command);
        self.verbs += u32::from(is_fight && goes.is_none());
        let goes = goes.filter(|_| !is_fight);
        if goes.is_none() || goes != self.going {
            self.presses += 1;
            self.undecided += 1;
        }
        self.going = goes;
    }

    /// Counts the turn that was just played.
    pub fn end_turn(&mut self, game: &Game, visible: &TileSet, events: &Events) {
        self.row.count(events, &mut self.strikes);
        self.harm.count(&self.drawn, game, events);
        if self.is_decision || events.iter().any(is_choice) {
            self.undecided = 0;
        }
        self.longest_undecided = self.longest_undecided.max(self.undecided);
        if self.monitor.interrupt(game, visible).is_some() {
            self.going = None;
        }
    }

    /// Finishes counting at the end of the game.
    pub fn end(&mut self) {
        self.row.end(&mut self.strikes);
    }
}

/// Returns whether a command counts as a decision. Every use or throw of an item and every choice of a graft counts. In
/// a fight turn, which begins with an awake enemy in sight, every command counts, with three exceptions: a strike, a
/// wait, and a step closer to the nearest awake enemy. But such a step counts if it leaves a marked tile. It does not
/// matter whether the command is good.
fn is_decision(game: &Game, visible: &TileSet, command: Command, is_fight: bool) -> bool {
    match command {
        Command::Use(_) | Command::Throw(..) | Command::Graft(_) => true,
        Command::Walk(direction) if is_fight => {
            let (floor, pos) = (game.current_floor(), game.player().body.pos);
            let Some(to) = pos.step(direction) else { return false };
            let distance = |at: Pos| {
                awake_enemies(game, visible).iter().map(|enemy| enemy.body.pos.steps_to(at)).min()
            };
            let is_strike = floor.monster_at(to).is_some();
            !is_strike && (floor.is_marked(pos) || distance(to) >= distance(pos))
        }
        Command::Wait | Command::Walk(_) => false,
        _ => is_fight,
    }
}

/// Returns true if an event results from a choice of the player: taking from a vault, using a terminal, shutting a
/// vent, opening a lock, switching cables or opening cages.
const fn is_choice(event: &Event) -> bool {
    matches!(
        event,
        Event::PedestalsSealed
            | Event::TerminalUsed { .. }
            | Event::VentShut { .. }
            | Event::Unlocked { .. }
            | Event::Forced { .. }
            | Event::Switched { .. }
            | Event::CagesOpened { .. }
    )
}

/// An activity that auto-travel can do at once.
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

/// The player's strikes at one tile in consecutive turns.
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
        // A row ends with a turn without a strike, or with a strike at another tile.
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
