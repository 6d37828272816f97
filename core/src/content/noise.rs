//! Defines how loud things are and how well sleepers hear them (S).

/// The loudness of something (S2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Loudness {
    /// The distance in walking steps from which it is heard.
    pub(crate) radius: u8,
    /// The chance to wake each sleeper that hears it, 1 in so many.
    pub(crate) one_in: u32,
    /// True when watchers hear it, too (S4).
    pub(crate) alerts: bool,
    /// True when the player makes it, so that DASH quietens it (I11).
    pub(crate) is_players: bool,
}

const fn players(radius: u8, one_in: u32) -> Loudness {
    Loudness { radius, one_in, alerts: false, is_players: true }
}

/// A blow of the player (S2).
pub(crate) const BLOW: Loudness = players(7, 6);
/// A flask that breaks (S2).
pub(crate) const FLASK: Loudness = players(7, 2);
/// A vent being shut (S2, W15).
pub(crate) const VENT: Loudness = players(10, 2);
/// A door being forced (S2, W14).
pub(crate) const DOOR: Loudness = players(20, 2);
/// A terminal (S2, W16).
pub(crate) const TERMINAL: Loudness = players(20, 1);
/// A squeak (S2, S4).
pub(crate) const SQUEAK: Loudness =
    Loudness { radius: 6, one_in: 1, alerts: true, is_players: false };

/// The walking steps from the player within which a sleeper may wake (S1).
pub(crate) const WAKE_RADIUS: u8 = 4;
/// The chance to wake such a sleeper each turn, 1 in so many (S1).
pub(crate) const WAKE_ONE_IN: u32 = 6;
