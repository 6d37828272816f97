//! Why auto-travel stops.

use crate::content::{ItemKind, Label, MonsterKind, Status};
use crate::geometry::Direction;
use crate::world::Terrain;

/// Tells why auto-travel stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Interrupt {
    /// The goal is reached.
    Arrived,
    /// No step leads on.
    Blocked,
    /// No known path leads to the goal.
    NoPath,
    /// An enemy came into sight.
    Enemy(MonsterKind),
    /// A monster is in sight, which stops exploring and resting.
    Watched(MonsterKind),
    /// Hit points were lost, or will be: someone aims at the tile.
    Hurt,
    /// The ally lost hit points out of sight, in this direction.
    Ally(Option<Direction>),
    /// A status began.
    Status(Status),
    /// The path passes stairs.
    Stairs(Terrain),
    /// The path passes a door.
    Door,
    /// The passage forks.
    Fork,
    /// The player picked up an item.
    Item,
    /// No unexplored tile can be reached, nor known stairs up.
    Explored,
    /// No unexplored tile can be reached, and the stairs up are next to the player (N4).
    AtStairs,
    /// The statuses that the player waited for have run out.
    Well,
    /// A weapon, armour or microchip came into sight in this direction (W17).
    Wearable(ItemKind, Option<Direction>),
    /// An item came into sight that the full pack has no room for (N4).
    PackFull(Label),
    /// A vault is in front (W17).
    Vault,
    /// All is explored, and the open vault still has its offers (W17).
    Offers,
    /// Only paths past sleepers are left (N4).
    Sleepers,
    /// A monster is in the way: it fills the only passage (N4), or stands before a dash.
    InTheWay(MonsterKind),
    /// A spill, a live cable or a marked tile is in the way (N4).
    Hazard,
    /// A vent, a terminal or a switch came into sight, the first of its kind since the player came to the
    /// floor (N4), or the player was led to it. It lies in this direction.
    Fixture(Terrain, Option<Direction>),
    /// The lockers are in front, and no kit is chosen yet (W30).
    Lockers,
}
