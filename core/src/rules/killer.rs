/// Tells who killed a monster, which decides what that pays (B5).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Killer {
    /// The player, or what the player has thrown or inflicted.
    Player,
    /// The player's ally.
    Ally,
    /// Anything else.
    Nobody,
    /// It dies of its own deed, which pays nothing.
    Itself,
}
