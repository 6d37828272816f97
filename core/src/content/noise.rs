//! Defines how loud noises are, and how easily noises and the player's presence wake sleepers (S).

/// The loudness of a noise (S2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Loudness {
    /// The largest distance at which the noise is heard, in walking steps.
    pub(crate) radius: u8,
    /// The chance to wake each sleeper that hears the noise: 1 in this number.
    pub(crate) one_in: u32,
    /// True if the noise also alerts watchers (S4).
    pub(crate) alerts: bool,
    /// True if the player makes the noise. The firmware DASH and the graft Quiet blade make such noises softer (I11,
    /// B16).
    pub(crate) is_players: bool,
}

const fn players(radius: u8, one_in: u32) -> Loudness {
    Loudness { radius, one_in, alerts: false, is_players: true }
}

/// A blow of the player (S2).
pub(crate) const BLOW: Loudness = players(7, 6);
/// A flask that breaks (S2).
pub(crate) const FLASK: Loudness = players(7, 2);
/// The decoy of a named mouse: as loud as a flask (M8).
pub(crate) const DECOY: Loudness = Loudness { is_players: false, ..FLASK };
/// A vent that is being shut (S2, W15).
pub(crate) const VENT: Loudness = players(10, 2);
/// A door that is being forced (S2, W14).
pub(crate) const DOOR: Loudness = players(20, 2);
/// A terminal that is being used (S2, W16).
pub(crate) const TERMINAL: Loudness = players(20, 1);
/// A squeak (S2, S4).
pub(crate) const SQUEAK: Loudness =
    Loudness { radius: 6, one_in: 1, alerts: true, is_players: false };

/// The largest distance from the player, in walking steps, at which a sleeper may wake (S1).
pub(crate) const WAKE_RADIUS: u8 = 4;
/// The chance per turn that a sleeper within the wake radius wakes: 1 in this number (S1).
pub(crate) const WAKE_ONE_IN: u32 = 6;
