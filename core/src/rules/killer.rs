/// The killer of a monster, which determines the experience (B5).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Killer {
    /// The player: by a blow or a spill. Every kill by a status or a live cable counts as the player's, too.
    Player,
    /// The player's ally.
    Ally,
    /// Another monster or its acid.
    Nobody,
    /// The monster died of its own deed, which gives no experience.
    Itself,
}
