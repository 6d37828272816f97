//! Sound on Linux, through a PulseAudio or PipeWire server.

use super::source::Source;
use crate::failure::reason;
use futures::FutureExt;
use musrex_core::sound::SAMPLE_RATE;
use musrex_support::files;
use pulseaudio::protocol::stream::{BufferAttr, StreamFlags};
use pulseaudio::protocol::{
    ChannelMap, ChannelVolume, DEFAULT_SINK, PlaybackStreamParams, Prop, Props, ProtocolError,
    PulseError, SampleFormat, SampleSpec,
};
use pulseaudio::{AsPlaybackSource, Client, ClientError};
use std::io::ErrorKind;
use std::net::Shutdown;
use std::os::unix::net::UnixStream;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

/// The interval at which the client asks the server whether the stream still plays.
const QUESTION_INTERVAL: Duration = Duration::from_millis(250);
/// The longest wait for a reply of the server.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(5);
/// The interval at which the client polls for a reply.
const ANSWER_INTERVAL: Duration = Duration::from_millis(2);
/// The number of bytes in the cookie that authenticates the client.
const COOKIE_BYTES: usize = 256;
/// The number of bytes of a stereo sample.
const SAMPLE_BYTES: u32 = 4;
/// The time in milliseconds from rendering a sample until it is heard.
const BUFFER_MS: u32 = 20;
/// The interval in milliseconds at which the server asks for more samples.
const REQUEST_MS: u32 = 5;
/// The longest time in milliseconds from a press to the rendering of its sound. It is the sum of three waits: for a
/// poll of the window, for a tick of the game, and for a tick of the sound player.
const WAIT_MS: u32 = 5 + 17 + 17;

const _: () = assert!(WAIT_MS + BUFFER_MS <= 60, "a press is heard too late");

/// Plays until the source ends or the server disconnects.
pub(crate) fn play(source: Source) -> Result<(), String> {
    let path = pulseaudio::socket_path_from_env().ok_or(ClientError::ServerUnavailable);
    let connected = path.and_then(|path| connect(&path, ANSWER_TIMEOUT));
    let (client, _connection) = connected.map_err(|error| why(&error))?;
    let source = bytes_of(source).as_playback_source();
    let stream = answer(client.create_playback_stream(parameters(), source), ANSWER_TIMEOUT)?;
    let stream = stream.map_err(|error| why(&error))?;
    let mut end = stream.source_eof().boxed();
    loop {
        // The future is ready when the source has ended or the server has disconnected.
        match end.as_mut().now_or_never() {
            Some(Ok(())) => return Ok(()),
            Some(Err(_)) => return Err("the sound server is gone".to_owned()),
            None => {}
        }
        // If the server closes only the stream, the library ignores the server's message. So the client asks the server
        // for the timing; the server answers with an error if the stream is gone.
        if let Err(ClientError::ServerError(PulseError::NoEntity)) =
            answer(stream.timing_info(), ANSWER_TIMEOUT)?
        {
            return Err("the sound server stopped it".to_owned());
        }
        thread::sleep(QUESTION_INTERVAL);
    }
}

/// A connection to the server. The thread of a [`Client`] outlives the client: it runs until the connection ends. So
/// dropping a `Connection` ends the connection.
struct Connection(UnixStream);

impl Drop for Connection {
    fn drop(&mut self) {
        // The server may already have closed the connection.
        let _ = self.0.shutdown(Shutdown::Both);
    }
}

/// Connects to the player's server at `path`. [`Client::from_env`] does the same, but sends an empty cookie if there is
/// none. Some servers reject an empty cookie, but accept zeros, which this function sends.
fn connect(path: &Path, timeout: Duration) -> Result<(Client, Connection), ClientError> {
    let cookie = pulseaudio::cookie_path_from_env();
    let cookie = cookie.and_then(|path| files::read(&path, COOKIE_BYTES as u64).ok());
    let cookie = cookie.filter(|cookie| cookie.len() == COOKIE_BYTES);
    let cookie = cookie.unwrap_or_else(|| vec![0; COOKIE_BYTES]);
    let socket = UnixStream::connect(path)?;
    let connection = Connection(socket.try_clone()?);
    // `Client::new_unix` waits for two replies of the server, so the socket needs timeouts.
    socket.set_read_timeout(Some(timeout))?;
    socket.set_write_timeout(Some(timeout))?;
    Ok((Client::new_unix(c"Mus Rex", socket, Some(cookie))?, connection))
}

/// Waits for a reply of the server, for at most `timeout`.
fn answer<T>(future: impl Future<Output = T>, timeout: Duration) -> Result<T, String> {
    let (mut future, start) = (Box::pin(future), Instant::now());
    loop {
        if let Some(answer) = future.as_mut().now_or_never() {
            return Ok(answer);
        }
        if start.elapsed() > timeout {
            return Err(SILENCE.to_owned());
        }
        thread::sleep(ANSWER_INTERVAL);
    }
}

/// Returns a function that fills a buffer with samples and returns the number of bytes written. At the end of the
/// source, this number is 0.
fn bytes_of(mut source: Source) -> impl FnMut(&mut [u8]) -> usize + Send + 'static {
    move |buffer| {
        if source.is_over() {
            return 0;
        }
        let mut samples = buffer.chunks_exact_mut(SAMPLE_BYTES as usize);
        for bytes in &mut samples {
            let [left, right] = source.next_sample().map(i16::to_le_bytes);
            bytes.copy_from_slice([left, right].as_flattened());
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
            channels: 2,
            sample_rate: SAMPLE_RATE,
        },
        channel_map: ChannelMap::stereo(),
        cvolume: Some(ChannelVolume::norm(2)),
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

/// The message about a server that accepts a connection but does not reply.
const SILENCE: &str = "the sound server does not answer";

fn why(error: &ClientError) -> String {
    match error {
        ClientError::ServerUnavailable => "no sound server is running".to_owned(),
        ClientError::Io(error) | ClientError::Protocol(ProtocolError::Io(error)) => {
            match error.kind() {
                ErrorKind::WouldBlock | ErrorKind::TimedOut => SILENCE.to_owned(),
                _ => format!("{SILENCE} ({})", reason(error)),
            }
        }
        ClientError::Disconnected => "the sound server is gone".to_owned(),
        error => format!("the sound server refuses ({error})"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::future::pending;
    use std::os::unix::net::UnixListener;

    #[test]
    fn a_server_that_stays_silent_is_a_sentence() {
        let folder = tempfile::tempdir().expect("there is room for temporary files");
        let path = folder.path().join("native");
        let _server = UnixListener::bind(&path).expect("there is room");
        let error = connect(&path, Duration::from_millis(20)).err().expect("it does not answer");
        assert_eq!(why(&error), SILENCE);
        assert_eq!(answer(pending::<()>(), Duration::from_millis(20)), Err(SILENCE.to_owned()));
        assert_eq!(answer(async { 7 }, Duration::ZERO), Ok(7));
    }
}
