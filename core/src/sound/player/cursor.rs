//! A cursor in the packed steps of a song or of an effect.

/// A position in packed steps.
#[derive(Clone, Debug, Default)]
pub(super) struct Cursor {
    /// The index of the byte where the next step begins.
    pub(super) at: u16,
    /// The number of rows of a song until the next step.
    pub(super) rows_left: u8,
    /// The number of ticks until the next row of a song, or until the next step of an effect.
    pub(super) ticks_left: u16,
    /// The delay of the next row, in quarters of a tick.
    pub(super) quarters: u8,
    /// The number of ticks by which the reader is behind schedule. The next wait is shorter by this number.
    pub(super) late: u16,
}

impl Cursor {
    /// Moves the cursor past the current step. `rest` holds the steps after it, and is the end of `steps`.
    pub(super) fn go_on(&mut self, steps: &[u8], rest: &[u8]) {
        self.at = u16::try_from(steps.len() - rest.len()).unwrap_or(u16::MAX);
    }

    /// Waits for `ticks` ticks, minus the ticks by which the cursor is late, but at least for one tick.
    pub(super) fn wait(&mut self, ticks: u16) {
        self.ticks_left = ticks.saturating_sub(self.late).max(1);
        self.late -= ticks.saturating_sub(self.ticks_left);
    }
}
