//! Sound on Windows and macOS, through cpal.

use super::source::Source;
use cpal::traits::{DeviceTrait, HostTrait, StreamTrait};
use cpal::{Device, Error, ErrorKind, FromSample, SampleFormat, SizedSample, Stream, StreamConfig};
use musrex_core::sound::SAMPLE_RATE;
use std::sync::mpsc::{Sender, channel};

/// Plays until the source ends or the device is lost.
pub(crate) fn play(source: Source) -> Result<(), String> {
    let device = cpal::default_host().default_output_device();
    let device = device.ok_or_else(|| "there is no sound device".to_owned())?;
    let config = device.default_output_config().map_err(|error| why(&error))?;
    let (ends, end) = channel();
    let resampler = Resampler::new(source, config.sample_rate());
    let stream = match config.sample_format() {
        SampleFormat::F32 => stream::<f32>(&device, config.into(), resampler, ends),
        SampleFormat::I16 => stream::<i16>(&device, config.into(), resampler, ends),
        SampleFormat::I32 => stream::<i32>(&device, config.into(), resampler, ends),
        format => return Err(format!("the sound device wants {format}")),
    };
    let stream = stream.map_err(|error| why(&error))?;
    stream.play().map_err(|error| why(&error))?;
    // The stream plays until it is dropped at the end of this function.
    end.recv().unwrap_or(Ok(()))
}

/// Opens a stream. At its end, the stream sends its result to `ends`.
fn stream<T: SizedSample + FromSample<i16>>(
    device: &Device,
    config: StreamConfig,
    mut resampler: Resampler,
    ends: Sender<Result<(), String>>,
) -> Result<Stream, Error> {
    let channels = usize::from(config.channels.max(1));
    let ends_in_error = ends.clone();
    device.build_output_stream(
        config,
        move |buffer: &mut [T], _| {
            for frame in buffer.chunks_mut(channels) {
                let [left, right] = resampler.next_sample();
                match frame {
                    [one] => *one = T::from_sample(left / 2 + right / 2),
                    sides => {
                        for (place, side) in sides.iter_mut().zip([left, right].iter().cycle()) {
                            *place = T::from_sample(*side);
                        }
                    }
                }
            }
            if resampler.source.is_over() {
                // After an error, nobody is left to receive this result.
                let _ = ends.send(Ok(()));
            }
        },
        move |error| {
            use ErrorKind::{DeviceChanged, RealtimeDenied, Xrun};
            if !matches!(error.kind(), DeviceChanged | RealtimeDenied | Xrun) {
                let _ = ends_in_error.send(Err(why(&error)));
            }
        },
        None,
    )
}

fn why(error: &Error) -> String {
    let text = error.to_string();
    format!("the sound device says: {}", text.trim_end_matches('.'))
}

/// A resampler that converts samples to the rate of the device, by linear interpolation.
struct Resampler {
    source: Source,
    rate: u32,
    /// The position between the previous and the next sample, as a fraction of `rate`.
    phase: u32,
    /// The stereo samples before and after the position.
    samples: [[i16; 2]; 2],
}

impl Resampler {
    const fn new(source: Source, rate: u32) -> Resampler {
        Resampler { source, rate, phase: 0, samples: [[0; 2]; 2] }
    }

    fn next_sample(&mut self) -> [i16; 2] {
        self.phase += SAMPLE_RATE;
        while self.phase >= self.rate {
            self.phase -= self.rate;
            self.samples = [self.samples[1], self.source.next_sample()];
        }
        std::array::from_fn(|side| {
            let [before, after] = self.samples.map(|sides| i64::from(sides[side]));
            let sample = before + (after - before) * i64::from(self.phase) / i64::from(self.rate);
            i16::try_from(sample).expect("it lies between two samples")
        })
    }
}
