use crate::content::{MonsterKind, SpillKind, Status};
use serde::{Deserialize, Serialize};

/// A cause of damage or death.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Cause {
    /// The player's own action. No rule uses this cause, but saves reserve a number for it.
    Player,
    /// A monster of this kind.
    Monster(MonsterKind),
    /// A status.
    Status(Status),
    /// A spill (I7).
    Spill(SpillKind),
    /// A live cable (W18).
    Cable,
}
