/// The killer of a monster, which determines the experience (B5).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Killer {
    /// The player, even by a thrown item or an inflicted status.
    Player,
    /// The player's ally.
    Ally,
    /// Anything else, except the monster itself.
    Nobody,
    /// The monster died of its own deed, which gives no experience.
    Itself,
}
