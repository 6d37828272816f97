//! The states of the music, the ways in which it fades, and the progress of reading a row.

/// The speed at which the music fades.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fade {
    /// The music fades for half a second.
    Short = 32,
    /// The music fades for two seconds.
    Long = 128,
}

/// The state of the music.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum MusicState {
    /// The music is silent until a song is requested or a button is pressed.
    Silent,
    /// The song plays.
    Playing,
    /// The last notes fade.
    Fading {
        ticks_left: u8,
        /// True if a rest follows the fade.
        is_over: bool,
    },
    /// The song rests before it begins again.
    Resting { ticks_left: u16 },
}

/// The result of reading some steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Progress {
    /// The row has more steps, which the next tick reads.
    Paused,
    /// The row has no more steps.
    RowEnd,
    /// The song is over.
    SongEnd,
}

impl Fade {
    /// Returns the envelope pace at which this volume falls to zero within the fade.
    pub(super) const fn pace(self, volume: u8) -> u8 {
        const SHORT: [u8; 16] = [7, 7, 7, 7, 7, 6, 5, 4, 4, 3, 3, 3, 2, 2, 2, 2];
        match self {
            Fade::Short => SHORT[(volume & 15) as usize],
            Fade::Long => 7,
        }
    }
}
