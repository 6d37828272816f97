//! A PulseAudio server without a sound card, and recordings of its output.
//!
//! ```no_run
//! use musrex_testkit::sound_server::SoundServer;
//!
//! let Some(server) = SoundServer::start() else { return };
//! let recording = server.record();
//! // Something plays with PULSE_SERVER set to `server.address()`.
//! assert!(recording.samples().iter().any(|&sample| sample != 0));
//! ```

use crate::machine::{self, Quiet};
use crate::program::{is_installed, musrex};
use crate::screen::wait_for;
use crate::tier::{can_use, is_in_tier};
use std::ffi::OsString;
use std::io::Read;
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// The sample rate of the simulated card. It equals the game's sample rate, so that the server need not resample.
pub const SAMPLE_RATE: u32 = 32_768;
/// The longest wait for the server, on a busy computer.
const PATIENCE: Duration = Duration::from_secs(20);

/// A running sound server for one test. Dropping this value ends the server.
pub struct SoundServer {
    server: Child,
    folder: TempDir,
    /// The guard that prevents builds from disturbing the sound.
    _quiet: Quiet,
}

impl SoundServer {
    /// Starts a server. Returns `None` in the short tier, because sound takes real time.
    ///
    /// # Panics
    /// Panics if the server does not start, or if a tool is missing in the full tier.
    pub fn start() -> Option<SoundServer> {
        if !is_in_tier("half a minute of listening") {
            return None;
        }
        if !can_use("pulseaudio and parec", is_installed("pulseaudio") && is_installed("parec")) {
            return None;
        }
        // The program is built first, because builds are prevented while this test listens.
        let _ = musrex();
        let quiet = machine::quiet();
        let folder = tempfile::tempdir().expect("there is room for temporary files");
        let server = spawn(folder.path());
        let server = SoundServer { server, folder, _quiet: quiet };
        server.wait();
        Some(server)
    }

    /// Kills the server.
    pub fn kill(&mut self) {
        self.server.kill().expect("it runs");
        self.server.wait().expect("it ends");
        let _ = std::fs::remove_file(socket(self.folder.path()));
    }

    /// Removes the simulated card, so that the server ends all playback.
    ///
    /// # Panics
    /// Panics if the server has no card.
    pub fn lose_card(&self) {
        let mut pactl = Command::new("pactl");
        pactl.env("PULSE_SERVER", self.address()).args(["unload-module", "module-null-sink"]);
        assert!(pactl.status().expect("it starts").success(), "there is no card");
    }

    /// Restarts the server at the same address.
    pub fn restart(&mut self) {
        self.server = spawn(self.folder.path());
        self.wait();
    }

    fn wait(&self) {
        let answers = || UnixStream::connect(socket(self.folder.path())).ok();
        assert!(wait_for(PATIENCE, answers).is_some(), "pulseaudio does not answer");
    }

    /// Returns the value of `PULSE_SERVER` for this server.
    pub fn address(&self) -> OsString {
        let mut address = OsString::from("unix:");
        address.push(socket(self.folder.path()));
        address
    }

    /// Begins to record the played sound. Returns after the first samples have arrived.
    pub fn record(&self) -> Recording {
        let mut program = command(self.folder.path(), "parec")
            .args(["--raw", "--device=silent.monitor", "--format=s16le", "--channels=1"])
            .args([format!("--rate={SAMPLE_RATE}"), "--latency-msec=2".to_owned()])
            .env("PULSE_SERVER", self.address())
            .stdout(Stdio::piped())
            .spawn()
            .expect("parec starts");
        let mut output = program.stdout.take().expect("it was asked for");
        let chunks = Chunks::default();
        let recorded = Arc::clone(&chunks);
        thread::spawn(move || {
            let (mut buffer, mut rest) = ([0; 4096], None);
            while let Ok(count @ 1..) = output.read(&mut buffer) {
                let arrival = Instant::now();
                let bytes: Vec<u8> =
                    rest.take().into_iter().chain(buffer[..count].iter().copied()).collect();
                let pairs = bytes.chunks_exact(2);
                rest = pairs.remainder().first().copied();
                let samples = pairs.map(|pair| i16::from_le_bytes([pair[0], pair[1]])).collect();
                recorded.lock().expect("nobody panics").push((arrival, samples));
            }
        });
        let recording = Recording { program, chunks };
        let has_begun = || (!recording.samples().is_empty()).then_some(());
        assert!(wait_for(PATIENCE, has_begun).is_some(), "nothing is recorded");
        recording
    }
}

impl Drop for SoundServer {
    fn drop(&mut self) {
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}

/// The samples in order, as chunks with the time at which each was read.
type Chunks = Arc<Mutex<Vec<(Instant, Vec<i16>)>>>;

/// A running recording. Dropping this value ends it.
pub struct Recording {
    program: Child,
    chunks: Chunks,
}

impl Recording {
    /// Returns the samples played so far.
    pub fn samples(&self) -> Vec<i16> {
        let chunks = self.chunks.lock().expect("nobody panics");
        chunks.iter().flat_map(|(_, samples)| samples).copied().collect()
    }

    /// Returns the samples played in the next `duration`.
    pub fn listen(&self, duration: Duration) -> Vec<i16> {
        let start = self.samples().len();
        thread::sleep(duration);
        self.samples().split_off(start)
    }

    /// Returns the time at which the first audible sample after `start` arrived.
    pub fn first_sound(&self, start: Instant) -> Option<Instant> {
        let chunks = self.chunks.lock().expect("nobody panics");
        let heard = |(arrival, samples): &&(Instant, Vec<i16>)| {
            *arrival > start && samples.iter().any(|&sample| sample != 0)
        };
        chunks.iter().find(heard).map(|(arrival, _)| *arrival)
    }
}

impl Drop for Recording {
    fn drop(&mut self) {
        let _ = self.program.kill();
        let _ = self.program.wait();
    }
}

fn socket(folder: &Path) -> PathBuf {
    folder.join("native")
}

fn spawn(folder: &Path) -> Child {
    let sink =
        format!("module-null-sink sink_name=silent format=s16le channels=1 rate={SAMPLE_RATE}");
    let protocol = "module-native-protocol-unix auth-anonymous=1";
    let socket = socket(folder);
    command(folder, "pulseaudio")
        .args(["-n", "--daemonize=no", "--exit-idle-time=-1", "--use-pid-file=no"])
        .args(["--disable-shm=yes", "--load", &sink, "--load"])
        .arg(format!("{protocol} socket={}", socket.display()))
        .stdout(Stdio::null())
        .spawn()
        .expect("pulseaudio starts")
}

/// Returns a command that cannot reach any other server and keeps its files in `folder`.
fn command(folder: &Path, program: &str) -> Command {
    let mut command = Command::new(program);
    command.env("XDG_RUNTIME_DIR", folder).env("HOME", folder);
    command.env("PULSE_RUNTIME_PATH", folder).env("PULSE_STATE_PATH", folder);
    command.stdin(Stdio::null()).stderr(Stdio::null());
    command
}
