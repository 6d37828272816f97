//! The fingerprint of all sound: a hash that shows whether two machines play the same sounds.

use super::{Mood, Player, SoundRequest, Synth, Voices, samples_in_tick};
use crate::content::{Cue, SongName};
use crate::dice::mix;

/// The number of danger levels of a mood.
const DANGERS: u8 = 4;
/// The number of ticks for which each song plays.
const TICKS: u32 = 240;
/// The tick at which an effect begins.
const CUE_TICK: u32 = 60;
/// The number of ticks whose samples are also hashed. The first of these ticks is the tick at which the effect begins.
const RENDERED_TICKS: u32 = 2;
/// The number of samples of the longest tick.
const SAMPLES_MAX: usize = 547;

/// Plays each song at each danger level, each time with the next effect of the list. Returns a hash of the output of
/// the player and the synthesizer. The hash is the same on every machine, so two machines can be compared. On a small
/// machine, the computation takes seconds and 2 KiB of stack.
pub fn fingerprint() -> u64 {
    let mut cues = Cue::ALL.into_iter().cycle();
    let moods = SongName::ALL
        .into_iter()
        .flat_map(|song| (0..DANGERS).map(move |danger| Mood { song, danger }));
    let add = |hash: u64, mood: Mood| mix(hash ^ of_song(mood, cues.next()));
    moods.fold(0, add)
}

fn of_song(mood: Mood, cue: Option<Cue>) -> u64 {
    let (mut player, mut synth, mut hash) = (Player::new(7), Synth::new(), 0);
    player.request(SoundRequest::Mood(mood));
    for tick in 0..TICKS {
        if let Some(cue) = cue.filter(|_| tick == CUE_TICK) {
            player.request(SoundRequest::Cue(cue));
        }
        let voices = player.tick();
        hash = of_voices(voices).into_iter().fold(hash, |hash, word| mix(hash ^ word));
        if (CUE_TICK..CUE_TICK + RENDERED_TICKS).contains(&tick) {
            let mut samples = [0; SAMPLES_MAX];
            let samples = &mut samples[..samples_in_tick(tick)];
            synth.render(voices, samples);
            let add = |hash, sample: &i16| mix(hash ^ u64::from(sample.cast_unsigned()));
            hash = samples.iter().fold(hash, add);
        }
    }
    hash
}

/// Packs all voices into a few words.
fn of_voices(voices: &Voices) -> [u64; 6] {
    let Voices { pulses, wave, noise, has_effect } = voices;
    let pulse = |index: usize| {
        let pulse = &pulses[index];
        let envelope = pulse.envelope;
        let bytes = [pulse.duty, envelope.volume, envelope.pace, envelope.rises.into()];
        let [low, high] = pulse.frequency.to_le_bytes();
        let [a, b, c, d] = bytes;
        u64::from_le_bytes([a, b, c, d, low, high, pulse.is_triggered.into(), 1 + pulse.pan as u8])
    };
    let [low, high] = wave.frequency.to_le_bytes();
    let of_wave = [wave.volume, low, high, wave.is_triggered.into(), 2, wave.pan as u8, 0, 0];
    let (first, second) = wave.samples.split_at(8);
    let word = |bytes: &[u8]| bytes.iter().fold(0, |word, &byte| word << 8 | u64::from(byte));
    let envelope = noise.envelope;
    let of_noise = [
        envelope.volume,
        envelope.pace,
        envelope.rises.into(),
        noise.shift,
        noise.ratio,
        noise.is_short.into(),
        noise.is_triggered.into(),
        u8::from(*has_effect) | (noise.pan as u8) << 1,
    ];
    [
        pulse(0),
        pulse(1),
        u64::from_le_bytes(of_wave),
        word(first),
        word(second),
        u64::from_le_bytes(of_noise),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sound::{Pan, Pulse};
    use std::vec::Vec;

    // Each effect changes the hash of its song, although most effects end long before the last tick.
    #[test]
    fn every_effect_is_in_the_hash_of_its_song() {
        let mood = Mood { song: SongName::Lobby, danger: 0 };
        let cues = Cue::ALL.into_iter().map(Some).chain([None]);
        let mut hashes: Vec<u64> = cues.map(|cue| of_song(mood, cue)).collect();
        hashes.sort_unstable();
        assert!(hashes.windows(2).all(|pair| pair[0] != pair[1]));
    }

    #[test]
    fn every_part_of_the_voices_is_in_their_words() {
        let changes: [fn(&mut Voices); 17] = [
            |voices| voices.pulses[0].duty = 1,
            |voices| voices.pulses[1].envelope.volume = 1,
            |voices| voices.pulses[1].envelope.rises = true,
            |voices| voices.pulses[0].frequency = 0x100,
            |voices| voices.pulses[0] = Pulse { is_triggered: true, ..Pulse::default() },
            |voices| voices.wave.samples[0] = 1,
            |voices| voices.wave.samples[15] = 1,
            |voices| voices.wave.volume = 1,
            |voices| voices.wave.frequency = 1,
            |voices| voices.noise.envelope.pace = 1,
            |voices| voices.noise.shift = 1,
            |voices| voices.noise.ratio = 1,
            |voices| voices.noise.is_short = true,
            |voices| voices.has_effect = true,
            |voices| voices.pulses[0].pan = Pan::Left,
            |voices| voices.wave.pan = Pan::Right,
            |voices| voices.noise.pan = Pan::Left,
        ];
        let changed = changes.map(|change| {
            let mut voices = Voices::SILENT;
            change(&mut voices);
            of_voices(&voices)
        });
        let all: Vec<[u64; 6]> = changed.into_iter().chain([of_voices(&Voices::SILENT)]).collect();
        for (at, words) in all.iter().enumerate() {
            assert_eq!(all.iter().position(|other| other == words), Some(at), "change {at}");
        }
    }
}
