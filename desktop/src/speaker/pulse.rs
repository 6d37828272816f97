//! Sound on Linux, through PulseAudio or PipeWire.

use super::source::Source;
use crate::failure::reason;
use futures::FutureExt;
use futures::executor::block_on;
use musrex_core::sound::SAMPLE_RATE;
use pulseaudio::protocol::stream::{BufferAttr, StreamFlags};
use pulseaudio::protocol::{
    ChannelMap, ChannelVolume, DEFAULT_SINK, PlaybackStreamParams, Prop, Props, PulseError,
    SampleFormat, SampleSpec,
};
use pulseaudio::{AsPlaybackSource, Client, ClientError};
use std::fs;
use std::os::unix::net::UnixStream;
use std::thread;
use std::time::Duration;

/// The time between two questions whether the server still plays.
const QUESTION_INTERVAL: Duration = Duration::from_millis(250);
/// Bytes of the cookie that tells who may play.
const COOKIE_BYTES: usize = 256;
/// Bytes of a sample.
const SAMPLE_BYTES: u32 = 2;
/// Milliseconds from a sample's rendering until it is heard.
const BUFFER_MS: u32 = 20;
/// Milliseconds after which the server asks for more.
const REQUEST_MS: u32 = 5;
/// Milliseconds that a press waits at most before it is rendered: for the window, for a tick of the game, and for one of the
/// player.
const WAIT_MS: u32 = 5 + 17 + 17;

const _: () = assert!(WAIT_MS + BUFFER_MS <= 60, "a press is heard too late");

/// Plays until the source ends or the server does.
pub(crate) fn play(source: Source) -> Result<(), String> {
    let client = connect().map_err(|error| why(&error))?;
    let source = bytes_of(source).as_playback_source();
    let stream = block_on(client.create_playback_stream(parameters(), source));
    let stream = stream.map_err(|error| why(&error))?;
    let mut end = stream.source_eof().boxed();
    loop {
        // The source ends, or the server hangs up.
        match end.as_mut().now_or_never() {
            Some(Ok(())) => return Ok(()),
            Some(Err(_)) => return Err("the sound server has gone".to_owned()),
            None => {}
        }
        // A server that ends the stream alone says so in a message that the library drops; who asks is told.
        if let Err(ClientError::ServerError(PulseError::NoEntity)) = block_on(stream.timing_info())
        {
            return Err("the sound server has ended it".to_owned());
        }
        thread::sleep(QUESTION_INTERVAL);
    }
}

/// Connects to the player's server. [`Client::from_env`] does the same, but without a cookie it sends an empty one, for
/// which a server hangs up that would have let us in.
fn connect() -> Result<Client, ClientError> {
    let path = pulseaudio::socket_path_from_env().ok_or(ClientError::ServerUnavailable)?;
    let cookie = pulseaudio::cookie_path_from_env().and_then(|path| fs::read(path).ok());
    let cookie = cookie.filter(|cookie| cookie.len() == COOKIE_BYTES);
    let cookie = cookie.unwrap_or_else(|| vec![0; COOKIE_BYTES]);
    Client::new_unix(c"Mus Rex", UnixStream::connect(path)?, Some(cookie))
}

/// Returns what fills a buffer with samples; an empty buffer is the end.
fn bytes_of(mut source: Source) -> impl FnMut(&mut [u8]) -> usize + Send + 'static {
    move |buffer| {
        if source.is_over() {
            return 0;
        }
        let mut samples = buffer.chunks_exact_mut(size_of::<i16>());
        for bytes in &mut samples {
            bytes.copy_from_slice(&source.next_sample().to_le_bytes());
        }
        samples.into_remainder().fill(0);
        buffer.len()
    }
}

fn parameters() -> PlaybackStreamParams {
    let bytes = |milliseconds: u32| SAMPLE_RATE * milliseconds / 1000 * SAMPLE_BYTES;
    let mut props = Props::new();
    props.set(Prop::MediaName, c"Game");
    props.set(Prop::MediaRole, c"game");
    PlaybackStreamParams {
        sample_spec: SampleSpec {
            format: SampleFormat::S16Le,
            channels: 1,
            sample_rate: SAMPLE_RATE,
        },
        channel_map: ChannelMap::mono(),
        cvolume: Some(ChannelVolume::norm(1)),
        sink_name: Some(DEFAULT_SINK.to_owned()),
        buffer_attr: BufferAttr {
            target_length: bytes(BUFFER_MS),
            minimum_request_length: bytes(REQUEST_MS),
            max_length: u32::MAX,
            pre_buffering: u32::MAX,
            ..BufferAttr::default()
        },
        flags: StreamFlags { adjust_latency: true, ..StreamFlags::default() },
        props,
        ..PlaybackStreamParams::default()
    }
}

fn why(error: &ClientError) -> String {
    match error {
        ClientError::ServerUnavailable => "no sound server runs".to_owned(),
        ClientError::Io(error) => format!("the sound server does not answer ({})", reason(error)),
        ClientError::Disconnected => "the sound server has gone".to_owned(),
        error => format!("the sound server refuses ({error})"),
    }
}
