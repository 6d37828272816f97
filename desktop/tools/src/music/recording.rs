//! Records a song with each voice alone.

use super::loudness::{Filter, loudness, power};
use musrex_assets::sounds::Voice;
use musrex_core::content::SongName;
use musrex_core::sound::{
    EnvelopeLevel, Mood, Player, SoundRequest, Synth, Voices, samples_in_tick,
};

/// The number of ticks over which silence is measured: six minutes, in which each song ends and starts again.
const SILENCE_TICKS: u32 = 6 * 60 * 60;
/// The seed that determines the order of phrases.
const SEED: u64 = 7;
/// The frequency in Hz below which a small speaker is nearly silent.
const SMALL_HZ: f64 = 500.0;
/// The frequency in Hz below which a sound counts as low.
const LOW_HZ: f64 = 250.0;

/// The measurements of a song at a danger level.
#[derive(Clone, Debug)]
pub struct Levels {
    /// The loudness in LUFS of all voices together.
    pub all: f64,
    /// The loudness of each voice in LUFS; `None` for a silent voice.
    pub voices: [Option<f64>; Voice::COUNT],
    /// The loudness of each voice through a small speaker, in LUFS; `None` for a silent voice.
    pub small: [Option<f64>; Voice::COUNT],
    /// The share of the power that is in low frequencies, in percent.
    pub low: f64,
}

impl Levels {
    /// Plays `song` at `danger` for `ticks` ticks, and measures it.
    pub fn measure(song: SongName, danger: u8, ticks: u32) -> Levels {
        let mut voices = record(song, danger, ticks);
        let mut all = sum(&voices);
        let whole = power(&all);
        let mut filters = [Filter::low_pass(LOW_HZ), Filter::low_pass(LOW_HZ)];
        filters.iter_mut().for_each(|filter| filter.apply(&mut all));
        let low = 100.0 * power(&all) / whole.max(f64::MIN_POSITIVE);
        for samples in &mut voices {
            Filter::weighting().iter_mut().for_each(|filter| filter.apply(samples));
        }
        let all = loudness(&sum(&voices)).unwrap_or(f64::NEG_INFINITY);
        let measured = voices.each_ref().map(|samples| loudness(samples));
        for samples in &mut voices {
            Filter::high_pass(SMALL_HZ).apply(samples);
        }
        let small = voices.each_ref().map(|samples| loudness(samples));
        Levels { all, voices: measured, small, low }
    }

    /// Returns how much louder a voice is than the lead, in LU; `None` if either is silent.
    pub fn above_lead(&self, voice: Voice) -> Option<f64> {
        Some(voice.entry(&self.voices).as_ref()? - self.voices[0]?)
    }

    /// Returns how much louder a voice is than the lead through a small speaker, in LU.
    pub fn above_lead_small(&self, voice: Voice) -> Option<f64> {
        Some(voice.entry(&self.small).as_ref()? - self.small[0]?)
    }

    /// Returns the number of voices, including the lead, that are at most `reach` LU softer than the lead through a
    /// small speaker.
    pub fn heard_small(&self, reach: f64) -> usize {
        let is_heard =
            |voice: &Voice| self.above_lead_small(*voice).is_some_and(|above| above >= -reach);
        Voice::ALL.into_iter().filter(is_heard).count()
    }
}

/// Returns the samples of each voice, from -1 to 1.
fn record(song: SongName, danger: u8, ticks: u32) -> [Vec<f64>; Voice::COUNT] {
    let mut player = Player::new(SEED);
    player.request(SoundRequest::Mood(Mood { song, danger }));
    let mut synths = [const { Synth::new() }; Voice::COUNT];
    let mut recorded = [const { Vec::new() }; Voice::COUNT];
    for tick in 0..ticks {
        let voices = *player.tick();
        for ((voice, synth), samples) in Voice::ALL.into_iter().zip(&mut synths).zip(&mut recorded)
        {
            let mut rendered = vec![0; samples_in_tick(tick)];
            synth.render(&alone(&voices, voice), &mut rendered);
            samples.extend(rendered.iter().map(|&sample| f64::from(sample) / 32_768.0));
        }
    }
    recorded
}

/// Returns `voices` with all voices silenced except `voice`.
fn alone(voices: &Voices, voice: Voice) -> Voices {
    let mut voices = *voices;
    let [first, second] = &mut voices.pulses;
    for (other, envelope) in [(Voice::Pulse1, first), (Voice::Pulse2, second)]
        .map(|(it, pulse)| (it, &mut pulse.envelope))
    {
        envelope.volume = if other == voice { envelope.volume } else { 0 };
        envelope.pace = if other == voice { envelope.pace } else { 0 };
    }
    if voice != Voice::Wave {
        voices.wave.volume = 0;
    }
    if voice != Voice::Noise {
        (voices.noise.envelope.volume, voices.noise.envelope.pace) = (0, 0);
    }
    voices
}

fn sum(voices: &[Vec<f64>; Voice::COUNT]) -> Vec<f64> {
    let [a, b, c, d] = voices;
    (0..a.len()).map(|at| a[at] + b[at] + c[at] + d[at]).collect()
}

/// Returns the percentage of time without any sound, over six minutes of `song` at `danger`.
pub fn silence(song: SongName, danger: u8) -> f64 {
    let mut player = Player::new(SEED);
    player.request(SoundRequest::Mood(Mood { song, danger }));
    let mut levels = [EnvelopeLevel::SILENT; 3];
    let mut silent: u32 = 0;
    for _ in 0..SILENCE_TICKS {
        let voices = player.tick();
        let [first, second] = &voices.pulses;
        let noise = &voices.noise;
        let triggers = [
            (first.is_triggered, first.envelope),
            (second.is_triggered, second.envelope),
            (noise.is_triggered, noise.envelope),
        ];
        for (level, (is_triggered, envelope)) in levels.iter_mut().zip(triggers) {
            if is_triggered { level.trigger(envelope) } else { level.tick() }
        }
        let sounds = voices.wave.volume > 0 || levels.iter().any(|level| level.volume() > 0);
        silent += u32::from(!sounds);
    }
    100.0 * f64::from(silent) / f64::from(SILENCE_TICKS)
}
