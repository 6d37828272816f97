//! The synthesizer: renders voices as samples.

use super::voices::{Envelope, Noise, Pulse, Voices, Wave};
use musrex_assets::sounds::Pan;

/// The number of samples in a second.
pub const SAMPLE_RATE: u32 = 32_768;
/// The number of samples in a 64th of a second, which is the unit of time of envelopes.
const SAMPLES_A_STEP: u16 = 512;
/// The number of raw samples that are summed into each sample. The raw rate, 131,072 samples a second, is the clock of
/// a pulse's period.
const OVERSAMPLING: i32 = 4;
/// The number of eighths of a period during which a pulse is high, for each duty.
const HIGH_EIGHTHS: [u8; 4] = [1, 2, 4, 6];

/// The loudest volume of an envelope, and the largest sample of the wave.
const LEVEL_MAX: i32 = 15;
/// The peak of a pulse. At volume v, a pulse swings by 128 v around its mean. At most seven eighths of the swing are on
/// one side of the mean.
const PULSE_PEAK: i32 = LEVEL_MAX * 112;
/// The peak of the wave. At full volume, the wave swings by 128 times its samples around their mean. At most 31/32 of
/// the swing is on one side of the mean.
const WAVE_PEAK: i32 = LEVEL_MAX * 31 * 4;
/// The peak of noise. At volume v, noise swings by 128 v.
const NOISE_PEAK: i32 = LEVEL_MAX * 64;
/// The gain of the mix, as a numerator and a denominator.
const GAIN: [i32; 2] = [5, 4];
/// The largest absolute value of a sample.
const PEAK: i32 = (2 * PULSE_PEAK + WAVE_PEAK + NOISE_PEAK) * OVERSAMPLING * GAIN[0] / GAIN[1];
/// The initial state of the noise shift register. The hardware starts with all ones, so each note would begin with a
/// direct current. This state has eight ones and seven zeros.
const REGISTER: u16 = 0b100_1101_1001_0011;

/// The number of parts into which a voice is divided, to be shared between left and right.
const SIDE_PARTS: i32 = 8;
/// The number of these parts that go to the side to which a voice is panned.
const NEAR_PARTS: i32 = 6;

const _: () = assert!(PEAK <= i16::MAX as i32, "four voices at their loudest do not fit a sample");

/// Returns the number of samples in a tick. Two of fifteen ticks have 547 samples, and the others have 546, so that a
/// second has [`SAMPLE_RATE`] samples.
pub const fn samples_in_tick(tick: u32) -> usize {
    let phase = tick % 15;
    // 32,768 / 60 = 546 + 2/15.
    if phase == 7 || phase == 14 { 547 } else { 546 }
}

/// A synthesizer that renders voices as 16-bit samples at [`SAMPLE_RATE`].
///
/// Each voice swings around its mean, so silence is 0 and no voice adds a direct current.
#[derive(Clone, Debug)]
pub struct Synth {
    pulses: [PulseState; 2],
    wave: WaveState,
    noise: NoiseState,
}

/// An envelope, counted in samples.
#[derive(Clone, Copy, Debug, Default)]
struct EnvelopeState {
    volume: u8,
    pace: u8,
    rises: bool,
    samples_left: u16,
}

#[derive(Clone, Copy, Debug, Default)]
struct PulseState {
    envelope: EnvelopeState,
    high_eighths: u8,
    /// The length of an eighth of a period, in eighths of 1/131,072 s.
    period: i32,
    /// The time until the next eighth of a period, in the same unit.
    left: i32,
    eighth: u8,
    /// The amplitudes of the high part and of the low part of a period.
    high: i32,
    low: i32,
}

#[derive(Clone, Debug)]
struct WaveState {
    samples: [i16; 32],
    volume: i32,
    period: i32,
    left: i32,
    at: u8,
}

#[derive(Clone, Debug)]
struct NoiseState {
    envelope: EnvelopeState,
    /// The length of a step of the shift register, in 1,048,576ths of a second.
    period: i32,
    left: i32,
    register: u16,
    is_short: bool,
    /// The sign of the amplitude. The sign changes with each note, so that the direct current of a short note is
    /// cancelled by the next note.
    polarity: i32,
    amplitude: i32,
}

impl Synth {
    /// Makes a synthesizer that is silent.
    pub const fn new() -> Synth {
        const ENVELOPE: EnvelopeState =
            EnvelopeState { volume: 0, pace: 0, rises: false, samples_left: 0 };
        const PULSE: PulseState = PulseState {
            envelope: ENVELOPE,
            high_eighths: 4,
            period: 2048,
            left: 2048,
            eighth: 0,
            high: 0,
            low: 0,
        };
        let (period, left) = (2048, 2048);
        Synth {
            pulses: [PULSE; 2],
            wave: WaveState { samples: [0; 32], volume: 0, period, left, at: 0 },
            noise: NoiseState {
                envelope: ENVELOPE,
                period,
                left,
                register: REGISTER,
                is_short: false,
                polarity: 1,
                amplitude: 0,
            },
        }
    }

    /// Renders a tick of `voices` as mono. The caller must call either this function or
    /// [`render_stereo`](Synth::render_stereo) exactly once per tick, because every call begins a note for each voice
    /// whose trigger is set.
    pub fn render(&mut self, voices: &Voices, samples: &mut [i16]) {
        self.take(voices);
        for sample in samples {
            let (pulses, wave, noise) = self.next();
            *sample = bounded(pulses[0] + pulses[1] + wave + noise);
        }
    }

    /// Renders a tick of `voices` as left and right. A voice that is panned to one side is also heard more quietly on
    /// the other side, as in a room. The mean of both sides is as loud as in mono. A side is clipped when several
    /// voices are panned to that side at their loudest.
    pub fn render_stereo(&mut self, voices: &Voices, samples: &mut [[i16; 2]]) {
        self.take(voices);
        let [first, second] = &voices.pulses;
        let pans = [first.pan, second.pan, voices.wave.pan, voices.noise.pan];
        for sample in samples {
            let ([first, second], wave, noise) = self.next();
            let mut sides = [0; 2];
            for (voice, pan) in [first, second, wave, noise].into_iter().zip(pans) {
                let [left, right] = match pan {
                    Pan::Centre => [SIDE_PARTS / 2, SIDE_PARTS / 2],
                    Pan::Left => [NEAR_PARTS, SIDE_PARTS - NEAR_PARTS],
                    Pan::Right => [SIDE_PARTS - NEAR_PARTS, NEAR_PARTS],
                };
                sides[0] += voice * left;
                sides[1] += voice * right;
            }
            *sample = sides.map(|side| bounded(side * 2 / SIDE_PARTS));
        }
    }

    fn take(&mut self, voices: &Voices) {
        for (state, pulse) in self.pulses.iter_mut().zip(&voices.pulses) {
            state.take(pulse);
        }
        self.wave.take(&voices.wave);
        self.noise.take(&voices.noise);
    }

    /// Returns the next raw sample of each pulse, the wave and the noise.
    fn next(&mut self) -> ([i32; 2], i32, i32) {
        let (mut pulses, mut wave, mut noise) = ([0; 2], 0, 0);
        for _ in 0..OVERSAMPLING {
            for (sum, pulse) in pulses.iter_mut().zip(&mut self.pulses) {
                *sum += pulse.next();
            }
            wave += self.wave.next();
            noise += self.noise.next();
        }
        self.pulses.iter_mut().for_each(PulseState::pass_sample);
        self.noise.pass_sample();
        (pulses, wave, noise)
    }
}

/// Scales and clamps a sum of raw samples to one sample.
#[expect(clippy::cast_possible_truncation, reason = "it is bounded")]
fn bounded(sum: i32) -> i16 {
    (sum * GAIN[0] / GAIN[1]).clamp(i16::MIN.into(), i16::MAX.into()) as i16
}

impl Default for Synth {
    fn default() -> Synth {
        Synth::new()
    }
}

impl EnvelopeState {
    fn trigger(&mut self, Envelope { volume, pace, rises }: Envelope) {
        let volume = volume.min(15);
        *self =
            EnvelopeState { volume, pace, rises, samples_left: SAMPLES_A_STEP * u16::from(pace) };
    }

    /// Advances by a sample. Returns whether the volume may have changed.
    fn pass_sample(&mut self) -> bool {
        if self.pace == 0 {
            return false;
        }
        self.samples_left -= 1;
        if self.samples_left > 0 {
            return false;
        }
        self.samples_left = SAMPLES_A_STEP * u16::from(self.pace);
        if self.rises && self.volume < 15 {
            self.volume += 1;
        } else if !self.rises && self.volume > 0 {
            self.volume -= 1;
        } else {
            self.pace = 0;
        }
        true
    }
}

impl PulseState {
    fn take(&mut self, pulse: &Pulse) {
        self.period = 2048 - i32::from(pulse.frequency & 2047);
        self.high_eighths = HIGH_EIGHTHS[usize::from(pulse.duty & 3)];
        if pulse.is_triggered {
            self.envelope.trigger(pulse.envelope);
            self.left = self.left.min(self.period);
        }
        self.set_amplitude();
    }

    fn set_amplitude(&mut self) {
        let (volume, high) = (i32::from(self.envelope.volume), i32::from(self.high_eighths));
        (self.high, self.low) = (16 * volume * (8 - high), -16 * volume * high);
    }

    fn pass_sample(&mut self) {
        if self.envelope.pass_sample() {
            self.set_amplitude();
        }
    }

    fn next(&mut self) -> i32 {
        self.left -= 8;
        while self.left <= 0 {
            self.left += self.period;
            self.eighth = (self.eighth + 1) & 7;
        }
        if self.eighth < self.high_eighths { self.high } else { self.low }
    }
}

impl WaveState {
    fn take(&mut self, wave: &Wave) {
        self.period = 2048 - i32::from(wave.frequency & 2047);
        self.volume = i32::from(wave.volume.min(4));
        if wave.is_triggered {
            let nibbles = || wave.samples.iter().flat_map(|byte| [byte >> 4, byte & 15]);
            let sum: i16 = nibbles().map(i16::from).sum();
            for (sample, nibble) in self.samples.iter_mut().zip(nibbles()) {
                *sample = 32 * i16::from(nibble) - sum;
            }
            (self.at, self.left) = (0, self.period);
        }
    }

    fn next(&mut self) -> i32 {
        self.left -= 16;
        while self.left <= 0 {
            self.left += self.period;
            self.at = (self.at + 1) & 31;
        }
        i32::from(self.samples[usize::from(self.at)]) * self.volume
    }
}

impl NoiseState {
    fn take(&mut self, noise: &Noise) {
        let ratio = match noise.ratio & 7 {
            0 => 1,
            ratio => 2 * i32::from(ratio),
        };
        self.period = ratio << (noise.shift.min(13) + 1);
        if noise.is_triggered {
            (self.left, self.register) = (self.period, REGISTER);
            self.is_short = noise.is_short;
            self.envelope.trigger(noise.envelope);
            self.polarity = -self.polarity;
            self.set_amplitude();
        }
    }

    fn set_amplitude(&mut self) {
        self.amplitude = self.polarity * 64 * i32::from(self.envelope.volume);
    }

    fn pass_sample(&mut self) {
        if self.envelope.pass_sample() {
            self.set_amplitude();
        }
    }

    fn next(&mut self) -> i32 {
        self.left -= 8;
        while self.left <= 0 {
            self.left += self.period;
            let bit = (self.register ^ (self.register >> 1)) & 1;
            self.register = (self.register >> 1) | (bit << 14);
            if self.is_short {
                self.register = (self.register & !(1 << 6)) | (bit << 6);
            }
        }
        if self.register & 1 == 0 { self.amplitude } else { -self.amplitude }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Renders a second of voices that are triggered at the start.
    fn second_of(voices: &Voices) -> std::vec::Vec<i16> {
        let mut samples = std::vec![0; SAMPLE_RATE as usize];
        Synth::new().render(voices, &mut samples);
        samples
    }

    fn periods(samples: &[i16]) -> usize {
        samples.windows(2).filter(|pair| pair[0] < 0 && pair[1] >= 0).count()
    }

    #[test]
    fn a_register_gives_its_frequency() {
        // A pulse has 131,072 / (2,048 − 1,750) = 439.8 Hz, and the wave has half of that frequency.
        let envelope = Envelope { volume: 15, pace: 0, rises: false };
        for duty in 0..4 {
            let mut voices = Voices::SILENT;
            voices.pulses[0] =
                Pulse { duty, envelope, frequency: 1750, is_triggered: true, ..Default::default() };
            assert!((439..=440).contains(&periods(&second_of(&voices))), "duty {duty}");
        }
        let mut voices = Voices::SILENT;
        let samples = [0x01, 0x23, 0x45, 0x67, 0x89, 0xAB, 0xCD, 0xEF].repeat(2);
        let samples = samples.try_into().expect("a wave has 16 bytes");
        voices.wave =
            Wave { samples, volume: 4, frequency: 1750, is_triggered: true, ..Default::default() };
        // The samples of the wave rise twice in a period.
        assert!((439..=440).contains(&periods(&second_of(&voices))));
    }

    #[test]
    fn an_envelope_takes_its_time() {
        let envelope = Envelope { volume: 4, pace: 2, rises: false };
        let mut voices = Voices::SILENT;
        voices.pulses[1] =
            Pulse { duty: 2, envelope, frequency: 1900, is_triggered: true, ..Default::default() };
        let samples = second_of(&voices);
        // The envelope takes four steps of two 64ths of a second each.
        let end = samples.iter().rposition(|&sample| sample != 0);
        assert!(end.is_some_and(|end| end.abs_diff(4 * 2 * 512) < 32), "{end:?}");
    }

    #[test]
    fn the_loudest_voices_fit() {
        let envelope = Envelope { volume: 15, pace: 0, rises: false };
        for duty in 0..4 {
            let pulse =
                Pulse { duty, envelope, frequency: 1234, is_triggered: true, ..Default::default() };
            let mut samples = [0; 16];
            samples[3] = 0xF0;
            let voices = Voices {
                pulses: [pulse, Pulse { frequency: 1233, ..pulse }],
                wave: Wave {
                    samples,
                    volume: 4,
                    frequency: 1200,
                    is_triggered: true,
                    ..Default::default()
                },
                noise: Noise { envelope, ratio: 1, is_triggered: true, ..Noise::default() },
                has_effect: false,
            };
            let peak = second_of(&voices).iter().map(|sample| i32::from(*sample).abs()).max();
            assert!(peak.is_some_and(|peak| (5_000..=PEAK).contains(&peak)), "{peak:?}");
        }
    }
}
