//! Implements auto-travel, which repeats ordinary commands for a dash, a wait, a walk to a tile, or exploring.
//! Auto-travel does only what the player could do by hand, and walks only over tiles that the player has seen. When the
//! player has to decide something, auto-travel stops and reports the reason.

mod approach;
mod auto_travel;
mod dash;
mod dropped;
mod explore;
mod explore_plan;
mod explorer;
mod hazards;
mod interrupt;
mod monitor;
mod obstacles;
mod threats;
mod unknown;
mod unused;
mod vault;
mod wait;
mod walk;

pub use approach::nearest_unexplored;
pub use auto_travel::{AutoTravel, Past};
pub(crate) use explore::explore;
pub use explore_plan::ExplorePlan;
pub(crate) use explorer::Explorer;
pub use hazards::is_hazard;
pub use interrupt::Interrupt;
pub use monitor::TravelMonitor;
pub use threats::{alert_enemy_in_sight, is_harmless, visible_enemies};
pub(crate) use unknown::step_past_sleepers;
pub use unused::Unused;
pub(crate) use unused::most_useful_unused;
pub use vault::locked_door;
pub use wait::Until;
