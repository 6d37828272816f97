//! Loudness according to ITU-R BS.1770, optionally as heard through a small speaker.

use musrex_core::sound::SAMPLE_RATE;
use std::f64::consts::{FRAC_1_SQRT_2, PI};

/// The number of samples in a hop, a tenth of a second. Blocks start one hop apart, and each is four hops long.
const HOP: usize = SAMPLE_RATE as usize / 10;
/// The number of hops in a block.
const BLOCK: usize = 4;
/// The loudness of a full-scale square wave in one channel, in LUFS. Its power is 0 dB (BS.1770).
const OFFSET: f64 = -0.691;
/// The loudness in LUFS below which a block counts as silent.
const GATE: f64 = -70.0;
/// The loudness below which a block does not count, in LU relative to the mean of all blocks that are not silent.
const RELATIVE_GATE: f64 = -10.0;

/// A second-order filter.
#[derive(Clone, Debug)]
pub struct Filter {
    /// The coefficients of the input samples, then those of the output samples.
    b: [f64; 3],
    a: [f64; 2],
    state: [f64; 2],
}

impl Filter {
    /// Makes a filter that passes frequencies above `frequency`, in Hz.
    pub fn high_pass(frequency: f64) -> Filter {
        Filter::high_pass_of(frequency, FRAC_1_SQRT_2)
    }

    /// Makes a filter that passes frequencies below `frequency`, in Hz.
    pub fn low_pass(frequency: f64) -> Filter {
        let k = (PI * frequency / f64::from(SAMPLE_RATE)).tan();
        let norm = 1.0 + k / FRAC_1_SQRT_2 + k * k;
        let b = [k * k, 2.0 * k * k, k * k].map(|factor| factor / norm);
        let a = [2.0 * (k * k - 1.0), 1.0 - k / FRAC_1_SQRT_2 + k * k];
        Filter { b, a: a.map(|factor| factor / norm), state: [0.0; 2] }
    }

    fn high_pass_of(frequency: f64, quality: f64) -> Filter {
        let k = (PI * frequency / f64::from(SAMPLE_RATE)).tan();
        let norm = 1.0 + k / quality + k * k;
        let a = [2.0 * (k * k - 1.0), 1.0 - k / quality + k * k];
        let b = [1.0, -2.0, 1.0].map(|factor| factor / norm);
        Filter { b, a: a.map(|factor| factor / norm), state: [0.0; 2] }
    }

    /// Returns the K-weighting filters of BS.1770. They raise high frequencies, as the human head does, and remove very
    /// low frequencies.
    pub fn weighting() -> [Filter; 2] {
        let (gain, quality) = (3.999_843_853_973_347, 0.707_175_236_955_419_6);
        let k = (PI * 1_681.974_450_955_533 / f64::from(SAMPLE_RATE)).tan();
        let high = 10_f64.powf(gain / 20.0);
        let band = high.powf(0.499_666_774_154_541_6);
        let norm = 1.0 + k / quality + k * k;
        let b = [
            high + band * k / quality + k * k,
            2.0 * (k * k - high),
            high - band * k / quality + k * k,
        ];
        let a = [2.0 * (k * k - 1.0), 1.0 - k / quality + k * k];
        let shelf = Filter { b: b.map(|it| it / norm), a: a.map(|it| it / norm), state: [0.0; 2] };
        [shelf, Filter::high_pass_of(38.135_470_876_024_44, 0.500_327_037_323_877_3)]
    }

    /// Filters `samples` in place.
    pub fn apply(&mut self, samples: &mut [f64]) {
        let ([b0, b1, b2], [a1, a2], [mut s1, mut s2]) = (self.b, self.a, self.state);
        for sample in samples {
            let given = *sample;
            let out = b0 * given + s1;
            s1 = b1 * given - a1 * out + s2;
            s2 = b2 * given - a2 * out;
            *sample = out;
        }
        self.state = [s1, s2];
    }
}

/// Returns the mean power of `samples`.
pub fn power(samples: &[f64]) -> f64 {
    samples.iter().map(|sample| sample * sample).sum::<f64>() / samples.len().max(1) as f64
}

/// Returns the loudness of weighted `samples` in LUFS; `None` for silence.
pub fn loudness(samples: &[f64]) -> Option<f64> {
    let hops: Vec<f64> = samples.chunks_exact(HOP).map(power).collect();
    let blocks = hops.windows(BLOCK).map(|hops| hops.iter().sum::<f64>() / BLOCK as f64);
    let heard: Vec<f64> = blocks.filter(|&block| in_lufs(block) > GATE).collect();
    let gate = in_lufs(mean(&heard)?) + RELATIVE_GATE;
    let loud: Vec<f64> = heard.into_iter().filter(|&block| in_lufs(block) > gate).collect();
    mean(&loud).map(in_lufs)
}

fn in_lufs(power: f64) -> f64 {
    OFFSET + 10.0 * power.log10()
}

fn mean(values: &[f64]) -> Option<f64> {
    (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sine(frequency: f64) -> Vec<f64> {
        let step = std::f64::consts::TAU * frequency / f64::from(SAMPLE_RATE);
        (0..SAMPLE_RATE * 4).map(|at| (step * f64::from(at)).sin()).collect()
    }

    // According to BS.1770, a full-scale sine of 997 Hz in one channel has -3.01 LUFS. The filters for this sample rate
    // are off by 0.05.
    #[test]
    fn a_sine_has_its_loudness() {
        let mut samples = sine(997.0);
        Filter::weighting().iter_mut().for_each(|filter| filter.apply(&mut samples));
        let found = loudness(&samples).expect("it is heard");
        assert!((found + 3.01).abs() < 0.1, "{found}");
        assert_eq!(loudness(&vec![0.0; 99_999]), None);
    }

    #[test]
    fn filters_halve_the_power_at_their_frequency() {
        for (mut filter, passes, stops) in
            [(Filter::high_pass(500.0), 5_000.0, 50.0), (Filter::low_pass(250.0), 25.0, 2_500.0)]
        {
            let at = if passes > stops { 500.0 } else { 250.0 };
            let mut of = |frequency: f64| {
                let mut samples = sine(frequency);
                filter.apply(&mut samples);
                2.0 * power(&samples)
            };
            assert!((of(at) - 0.5).abs() < 0.01);
            assert!((of(passes) - 1.0).abs() < 0.01);
            assert!(of(stops) < 0.001);
        }
    }
}
