//! What the player can ask for, and why it may be refused.

use crate::content::Status;
use crate::geometry::Direction;
use crate::world::{Game, Outcome, Terrain};
use serde::{Deserialize, Serialize};

/// What the player does with a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Command {
    /// Step to the neighbouring tile; attack who stands there (T9).
    Walk(Direction),
    /// Let a turn pass.
    Wait,
}

/// Why a command cannot be carried out; no turn passes, no dice are rolled, nothing changes (T1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// A wall is in the way.
    Wall,
    /// A locked door is in the way.
    Locked,
    /// The run has ended.
    RunOver,
}

impl Game {
    /// Whether `command` can be carried out now (T1).
    ///
    /// # Errors
    /// The reason when it cannot.
    pub fn accepts(&self, command: Command) -> Result<(), Refusal> {
        if self.outcome != Outcome::Playing {
            return Err(Refusal::RunOver);
        }
        let statuses = &self.player.body.statuses;
        match command {
            Command::Wait => Ok(()),
            // Who is stunned or confused does not choose the way (T2), so none can be refused.
            Command::Walk(_) if statuses.has(Status::Stunned) => Ok(()),
            Command::Walk(_) if statuses.has(Status::Confused) => Ok(()),
            Command::Walk(direction) => self.accepts_way(direction),
        }
    }

    fn accepts_way(&self, direction: Direction) -> Result<(), Refusal> {
        let Some(to) = self.player.body.pos.step(direction) else { return Err(Refusal::Wall) };
        match self.here.map.terrain(to) {
            Terrain::Wall => Err(Refusal::Wall),
            Terrain::DoorLocked => Err(Refusal::Locked),
            _ => Ok(()),
        }
    }
}
