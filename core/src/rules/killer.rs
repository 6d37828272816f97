/// The killer of a monster, which decides the experience (B5).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Killer {
    /// The player, also by a thrown item or an inflicted status.
    Player,
    /// The player's ally.
    Ally,
    /// Anything else.
    Nobody,
    /// The monster died of its own deed, which gives no experience.
    Itself,
}
