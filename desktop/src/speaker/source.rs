//! The source of the sound. It turns requests into as many samples as the device asks for.

use musrex_core::sound::{Player, SoundRequest, Synth, samples_in_tick};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, TryRecvError};

/// The largest number of samples in a tick.
const TICK_SAMPLES_MAX: usize = 547;
/// The gain at full volume. Muting lowers the gain by one step per sample, over 8 ms, to avoid clicks.
const GAIN_MAX: i32 = 256;

/// A source of samples. When the samples of a tick are used up, the source runs the next tick of the sound player.
pub(crate) struct Source {
    requests: Receiver<SoundRequest>,
    /// True while the sound is off. Meanwhile, the sound player does not tick.
    is_silent: Arc<AtomicBool>,
    player: Player,
    synth: Synth,
    ticks: u32,
    /// The samples of the current tick. The samples from index `at` on have not been played yet.
    samples: [[i16; 2]; TICK_SAMPLES_MAX],
    at: usize,
    /// The number of valid elements of `samples`.
    end: usize,
    gain: i32,
    /// True if no more requests can come.
    is_over: bool,
}

impl Source {
    /// Makes a source; `seed` determines the course of the music.
    pub(crate) fn new(
        seed: u64,
        requests: Receiver<SoundRequest>,
        is_silent: Arc<AtomicBool>,
    ) -> Source {
        Source {
            requests,
            is_silent,
            player: Player::new(seed),
            synth: Synth::new(),
            ticks: 0,
            samples: [[0; 2]; TICK_SAMPLES_MAX],
            at: 0,
            end: 0,
            gain: GAIN_MAX,
            is_over: false,
        }
    }

    /// Returns whether no more requests can come.
    pub(crate) const fn is_over(&self) -> bool {
        self.is_over
    }

    /// Returns the next stereo sample, at [`SAMPLE_RATE`](musrex_core::sound::SAMPLE_RATE) samples per second.
    pub(crate) fn next_sample(&mut self) -> [i16; 2] {
        let is_silent = self.is_silent.load(Ordering::Relaxed);
        let step = if is_silent { -1 } else { 1 };
        self.gain = (self.gain + step).clamp(0, GAIN_MAX);
        if self.gain == 0 {
            self.take_requests(true);
            return [0; 2];
        }
        if self.at == self.end {
            self.tick();
        }
        let samples = self.samples[self.at];
        self.at += 1;
        samples.map(|sample| {
            let sample = i32::from(sample) * self.gain / GAIN_MAX;
            i16::try_from(sample).expect("the gain makes nothing louder")
        })
    }

    fn tick(&mut self) {
        self.take_requests(false);
        (self.at, self.end) = (0, samples_in_tick(self.ticks));
        self.synth.render_stereo(self.player.tick(), &mut self.samples[..self.end]);
        self.ticks = self.ticks.wrapping_add(1);
    }

    /// Passes all requests to the sound player. While the sound is off, drops cues, because they would be heard too
    /// late.
    fn take_requests(&mut self, without_cues: bool) {
        loop {
            match self.requests.try_recv() {
                Ok(SoundRequest::Cue(_)) if without_cues => {}
                Ok(request) => self.player.request(request),
                Err(TryRecvError::Empty) => return,
                Err(TryRecvError::Disconnected) => {
                    self.is_over = true;
                    return;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use musrex_core::content::{Cue, SongName};
    use musrex_core::sound::Mood;
    use std::sync::mpsc::{SyncSender, sync_channel};

    const SONG: SoundRequest = SoundRequest::Mood(Mood { song: SongName::Title, danger: 0 });

    fn source() -> (SyncSender<SoundRequest>, Arc<AtomicBool>, Source) {
        let (sender, requests) = sync_channel(8);
        let is_silent = Arc::new(AtomicBool::new(false));
        let source = Source::new(7, requests, Arc::clone(&is_silent));
        (sender, is_silent, source)
    }

    fn take(source: &mut Source, count: usize) -> Vec<[i16; 2]> {
        (0..count).map(|_| source.next_sample()).collect()
    }

    #[test]
    fn samples_are_those_of_the_synthesizer() {
        let (sender, _, mut source) = source();
        sender.send(SONG).expect("it listens");
        let heard = take(&mut source, 32_768);
        let (mut player, mut synth) = (Player::new(7), Synth::new());
        player.request(SONG);
        let mut expected = Vec::new();
        for tick in 0..60 {
            let mut chunk = vec![[0; 2]; samples_in_tick(tick)];
            synth.render_stereo(player.tick(), &mut chunk);
            expected.extend(chunk);
        }
        assert!(heard == expected && heard.iter().any(|&sample| sample != [0; 2]));
    }

    #[test]
    fn silence_is_silence_to_the_bit_and_music_goes_on_after_it() {
        let (sender, is_silent, mut source) = source();
        sender.send(SONG).expect("it listens");
        take(&mut source, 20_000);
        is_silent.store(true, Ordering::Relaxed);
        take(&mut source, 256);
        sender.send(SoundRequest::Cue(Cue::Confirm)).expect("it listens");
        let ticks = source.ticks;
        assert!(take(&mut source, 20_000).iter().all(|&sample| sample == [0; 2]));
        assert_eq!(source.ticks, ticks);
        is_silent.store(false, Ordering::Relaxed);
        let heard = take(&mut source, 20_000);
        assert!(heard.iter().any(|&sample| sample != [0; 2]));
        assert!(!source.player.voices().has_effect, "the effect was lost in silence");
    }

    #[test]
    fn a_source_without_a_speaker_is_over() {
        let (sender, _, mut source) = source();
        take(&mut source, 600);
        assert!(!source.is_over());
        drop(sender);
        take(&mut source, 600);
        assert!(source.is_over());
    }
}
