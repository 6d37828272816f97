use crate::content::{MonsterKind, Status};
use serde::{Deserialize, Serialize};

/// A cause of damage or death.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Cause {
    /// The player's own hand: no rule brings this about, but it has its number in every save.
    Player,
    /// A monster of this kind.
    Monster(MonsterKind),
    /// A status.
    Status(Status),
}
