/// Tells who killed a monster: only the player's kills pay (B5).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Killer {
    /// The player, or what the player has thrown or inflicted.
    Player,
    /// The player's ally.
    Ally,
    /// Anything else.
    Nobody,
}
