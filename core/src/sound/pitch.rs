//! Pitches, and their values in frequency registers.

/// The number of 16ths of a semitone in an octave.
const OCTAVE: usize = 192;
/// The highest pitch: a 16th of a semitone less than eight octaves above C2.
const PITCH_MAX: i16 = 8 * 192 - 1;
/// The number of fractional bits of a period in [`PERIODS`].
const FRACTION: u32 = 5;

/// The ratio of neighbouring periods, 2^(-1/192), with 62 fractional bits.
const RATIO: u128 = 4_595_067_195_247_370_937;
/// The period of C2 (65.4064 Hz) in 131,072ths of a second, with 62 fractional bits.
const LONGEST: u128 = 9_241_648_982_014_549_240_426;

/// The periods of an octave from C2 in steps of 1/16 semitone, as 131,072ths of a second with five fractional bits.
static PERIODS: [u16; OCTAVE] = {
    let mut table = [0; OCTAVE];
    let (mut period, mut at) = (LONGEST, 0);
    while at < OCTAVE {
        table[at] = rounded(period, 62 - FRACTION);
        period = ((period >> 16) * RATIO) >> 46;
        at += 1;
    }
    table
};

#[expect(clippy::cast_possible_truncation, reason = "the longest period is below 2^16")]
const fn rounded(number: u128, digits: u32) -> u16 {
    ((number + (1 << (digits - 1))) >> digits) as u16
}

/// Returns the frequency register value of a pulse. `pitch` counts 16ths of a semitone from C2. The pitch is clamped to
/// the eight octaves from C2 up.
///
/// For the same register value, the wave sounds an octave lower than a pulse, so the `pitch` of the wave counts from
/// C1.
pub(super) fn frequency(pitch: i16) -> u16 {
    let pitch = u32::from(pitch.clamp(0, PITCH_MAX).unsigned_abs());
    // Divides by 192 without a divider; exact for pitches below 2,048.
    let octave = (pitch * 21_846) >> 22;
    let period = PERIODS[(pitch - octave * 192) as usize];
    let digits = FRACTION + octave;
    2048 - (((period >> (digits - 1)) + 1) >> 1)
}

#[cfg(test)]
mod tests {
    use super::frequency;

    /// Returns the frequency of a pulse in millihertz.
    fn millihertz(pitch: i16) -> u32 {
        131_072_000 / (2048 - u32::from(frequency(pitch)))
    }

    #[test]
    fn notes_are_in_tune() {
        // Checks the notes A2 to A6 to within 1/150, because the register is coarse.
        for (note, wanted) in
            [(9, 110_000), (21, 220_000), (33, 440_000), (45, 880_000), (57, 1_760_000)]
        {
            let found = millihertz(note * 16);
            assert!(found.abs_diff(wanted) * 150 < wanted, "{note}: {found} instead of {wanted}");
        }
        assert_eq!(frequency(0), 2048 - 2004);
    }

    #[test]
    fn a_higher_pitch_has_no_lower_frequency() {
        for pitch in -40..1600 {
            assert!(frequency(pitch) <= frequency(pitch + 1), "{pitch}");
            assert!((44..=2040).contains(&frequency(pitch)), "{pitch}");
        }
    }
}
