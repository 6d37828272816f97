/// The killer of a monster, which determines the experience for the kill (B5).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Killer {
    /// The player, by a blow or a spill. Every kill by a status or a live cable also counts as the player's.
    Player,
    /// The player's ally.
    Ally,
    /// Another monster, or acid that another monster spat.
    Nobody,
    /// The monster itself, by its own deed. Such a death gives no experience.
    Itself,
}
