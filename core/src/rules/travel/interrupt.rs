//! The reasons why auto-travel stops.

use crate::content::{ItemKind, Label, MonsterKind, Status};
use crate::geometry::Direction;
use crate::world::Terrain;

/// The reason why auto-travel stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Interrupt {
    /// The goal is reached.
    Arrived,
    /// No step leads onward.
    Blocked,
    /// No known path leads to the goal.
    NoPath,
    /// An enemy came into sight.
    Enemy(MonsterKind),
    /// A dangerous monster in sight prevents exploring, and prevents waiting for several turns.
    Watched(MonsterKind),
    /// The player or the visible ally has lost hit points, the player's tile is marked, or the ally is gone.
    Hurt,
    /// The ally, which is out of sight in this direction, has lost hit points.
    Ally(Option<Direction>),
    /// A status other than `Steady`, `Immune` and `Soothed` began.
    Status(Status),
    /// A dash has reached stairs, or a walk has ended in front of stairs.
    Stairs(Terrain),
    /// A dash has reached a door.
    Door,
    /// The passage forks.
    Fork,
    /// The player picked up an item.
    Item,
    /// No unexplored tile can be reached, and no stairs up are known.
    Explored,
    /// No unexplored tile can be reached, and the stairs up are next to the player (N4).
    AtStairs,
    /// The player waited for statuses to end, and they have ended.
    Well,
    /// A weapon, armour or microchip came into sight, in this direction (W17).
    Wearable(ItemKind, Option<Direction>),
    /// An item came into sight, but the pack is full (N4).
    PackFull(Label),
    /// A vault whose key the player carries is beside the player, in this direction (W17).
    Vault(Option<Direction>),
    /// Everything is explored, and the open vault still offers items (W17).
    Offers,
    /// All remaining paths lead past sleepers (N4).
    Sleepers,
    /// A monster fills the only passage (N4), or blocks a dash.
    InTheWay(MonsterKind),
    /// A spill, a live cable or a marked tile is in the way (N4).
    Hazard,
    /// A vent, a terminal or a switch, in this direction. Either it was the first of its kind to come into sight on
    /// this visit to the floor (N4), or auto-travel has led the player to it.
    Fixture(Terrain, Option<Direction>),
    /// The lockers are in front of the player, who has not chosen a kit yet (W30).
    Lockers,
}
