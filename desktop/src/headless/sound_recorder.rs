//! Records the sound of a game as a WAV file.

use crate::failure::Failure;
use crate::files;
use musrex_core::sound::{Player, SAMPLE_RATE, SoundRequest, Synth, samples_in_tick};
use std::path::Path;

/// The number of channels, left and right.
const CHANNELS: u16 = 2;
/// The number of bytes in a sample, both channels together.
const SAMPLE_BYTES: u16 = 2 * CHANNELS;
/// The number of bytes in the header before the samples.
const HEADER_BYTES: u32 = 44;

/// A recorder that records the sound requested by an app, tick by tick.
pub(crate) struct SoundRecorder {
    player: Player,
    synth: Synth,
    ticks: u32,
    samples: Vec<[i16; 2]>,
}

impl SoundRecorder {
    /// Makes a recorder; `seed` determines the course of the music.
    pub(crate) fn new(seed: u64) -> SoundRecorder {
        SoundRecorder {
            player: Player::new(seed),
            synth: Synth::new(),
            ticks: 0,
            samples: Vec::new(),
        }
    }

    /// Records one tick of sound after the app has made `requests`.
    pub(crate) fn tick(&mut self, requests: &[SoundRequest]) {
        requests.iter().for_each(|&request| self.player.request(request));
        let start = self.samples.len();
        self.samples.resize(start + samples_in_tick(self.ticks), [0; 2]);
        self.synth.render_stereo(self.player.tick(), &mut self.samples[start..]);
        self.ticks = self.ticks.wrapping_add(1);
    }

    /// Writes all recorded sound to a file at `path`.
    pub(crate) fn write(&self, path: &Path) -> Result<(), Failure> {
        match wav(&self.samples) {
            Some(bytes) => files::write(path, &bytes),
            None => Err(Failure::Failed(format!(
                "could not write {}: the recording is longer than a WAV file can be",
                path.display()
            ))),
        }
    }
}

/// Returns a WAV file of 16-bit stereo; `None` if there are too many samples for the header's length field.
fn wav(samples: &[[i16; 2]]) -> Option<Vec<u8>> {
    let bytes = u32::try_from(samples.len()).ok()?.checked_mul(u32::from(SAMPLE_BYTES))?;
    let rest = bytes.checked_add(HEADER_BYTES - 8)?;
    let mut file = Vec::new();
    file.extend_from_slice(b"RIFF");
    file.extend_from_slice(&rest.to_le_bytes());
    file.extend_from_slice(b"WAVEfmt ");
    file.extend_from_slice(&16_u32.to_le_bytes());
    // Format 1: uncompressed samples.
    for number in [1, CHANNELS] {
        file.extend_from_slice(&number.to_le_bytes());
    }
    file.extend_from_slice(&SAMPLE_RATE.to_le_bytes());
    file.extend_from_slice(&(SAMPLE_RATE * u32::from(SAMPLE_BYTES)).to_le_bytes());
    for number in [SAMPLE_BYTES, 8 * SAMPLE_BYTES / CHANNELS] {
        file.extend_from_slice(&number.to_le_bytes());
    }
    file.extend_from_slice(b"data");
    file.extend_from_slice(&bytes.to_le_bytes());
    file.extend(samples.as_flattened().iter().flat_map(|sample| sample.to_le_bytes()));
    Some(file)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wav_file_has_a_header_and_the_samples() {
        let file = wav(&[[1, -2], [3, 4]]).expect("two samples fit");
        assert_eq!(file.len(), 52);
        assert_eq!((&file[..4], &file[8..16]), (&b"RIFF"[..], &b"WAVEfmt "[..]));
        assert_eq!(file[4..8], 44_u32.to_le_bytes());
        assert_eq!(file[24..28], 32_768_u32.to_le_bytes());
        assert_eq!(file[40..], [8, 0, 0, 0, 1, 0, 0xFE, 0xFF, 3, 0, 4, 0]);
    }
}
