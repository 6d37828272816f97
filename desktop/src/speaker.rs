//! The speaker plays the sound that the app requests. It runs in a thread that ticks at the pace of the sound device.

#[cfg(any(windows, target_os = "macos"))]
mod portable;
#[cfg(target_os = "linux")]
mod pulse;
mod source;

use crate::failure::print_error;
use musrex_core::app::App;
use musrex_core::sound::SoundRequest;
use source::Source;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{SyncSender, TrySendError, sync_channel};
use std::thread::{self, JoinHandle};

/// The largest number of requests that wait for the thread.
const WAITING_MAX: usize = 64;

/// A handle to a thread that plays the app's requests. Without a sound device, the game is silent.
pub(crate) struct Speaker {
    seed: u64,
    /// True when the player has muted the sound.
    is_muted: bool,
    /// True while the game is paused.
    is_paused: bool,
    output: Option<Output>,
    /// The last request of each kind that has a lasting effect: volumes, mood, idleness.
    lasting: [Option<SoundRequest>; 3],
    /// True if the output has missed a request with a lasting effect.
    is_behind: bool,
}

/// The thread that plays the sound.
struct Output {
    requests: SyncSender<SoundRequest>,
    /// True while the sound is muted or paused.
    is_silent: Arc<AtomicBool>,
    thread: JoinHandle<()>,
}

impl Speaker {
    /// Makes a speaker; `seed` determines the course of the music. At the first tick without mute, the speaker looks
    /// for a sound device.
    pub(crate) const fn new(seed: u64, is_muted: bool) -> Speaker {
        Speaker {
            seed,
            is_muted,
            is_paused: false,
            output: None,
            lasting: [None; 3],
            is_behind: false,
        }
    }

    /// Passes on the requests that `app` made in its last tick.
    pub(crate) fn tick(&mut self, app: &mut App) {
        let mut requests = Vec::new();
        while let Some(request) = app.take_sound_request() {
            if let Some(place) = self.lasting_place(request) {
                *place = Some(request);
            }
            requests.push(request);
        }
        if self.output.is_none() && !self.is_muted {
            self.output = Some(Output::open(self.seed));
            self.is_behind = true;
        }
        if std::mem::take(&mut self.is_behind) {
            requests.retain(|request| matches!(request, SoundRequest::Cue(_)));
            requests.splice(..0, self.lasting.iter().flatten().copied());
        }
        let Some(output) = &self.output else { return };
        for request in requests {
            let has_missed =
                matches!(output.requests.try_send(request), Err(TrySendError::Full(_)));
            self.is_behind |= has_missed && !matches!(request, SoundRequest::Cue(_));
        }
    }

    /// Mutes or unmutes the sound. Returns whether the sound is now muted. If the sound device was lost, the next tick
    /// without mute looks for a device again.
    pub(crate) fn toggle_mute(&mut self) -> bool {
        self.is_muted ^= true;
        if self.output.as_ref().is_some_and(|output| output.thread.is_finished()) {
            self.output = None;
        }
        self.apply_silence();
        self.is_muted
    }

    /// Pauses the sound if `is_paused` is true, and resumes it if not.
    pub(crate) fn set_paused(&mut self, is_paused: bool) {
        if self.is_paused != is_paused {
            self.is_paused = is_paused;
            self.apply_silence();
        }
    }

    fn apply_silence(&self) {
        if let Some(output) = &self.output {
            output.is_silent.store(self.is_muted || self.is_paused, Ordering::Relaxed);
        }
    }

    fn lasting_place(&mut self, request: SoundRequest) -> Option<&mut Option<SoundRequest>> {
        let [volumes, mood, idle] = &mut self.lasting;
        match request {
            SoundRequest::Volumes { .. } => Some(volumes),
            SoundRequest::Mood(_) => Some(mood),
            SoundRequest::Idle(_) => Some(idle),
            SoundRequest::Cue(_) => None,
        }
    }
}

impl Output {
    fn open(seed: u64) -> Output {
        let (requests, waiting) = sync_channel(WAITING_MAX);
        let is_silent = Arc::new(AtomicBool::new(false));
        let source = Source::new(seed, waiting, Arc::clone(&is_silent));
        // Connecting may take long if the sound server is slow, so it happens in the thread.
        let thread = thread::spawn(move || {
            if let Err(why) = play(source) {
                print_error(&format!("there is no sound: {why}"));
            }
        });
        Output { requests, is_silent, thread }
    }
}

/// Plays until the source ends or the device is lost. Fails with the reason if there is no sound.
fn play(source: Source) -> Result<(), String> {
    #[cfg(target_os = "linux")]
    return pulse::play(source);
    #[cfg(any(windows, target_os = "macos"))]
    return portable::play(source);
    #[cfg(not(any(target_os = "linux", windows, target_os = "macos")))]
    {
        drop(source);
        Err("sound is not supported on this system".to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use musrex_core::app::Setup;
    use musrex_core::input::Input;

    fn app() -> App {
        App::new(Setup::new(7))
    }

    #[test]
    fn a_muted_speaker_looks_for_no_device_and_remembers_what_lasts() {
        let (mut app, mut speaker) = (app(), Speaker::new(7, true));
        for _ in 0..3 {
            app.tick(Input::default());
            speaker.tick(&mut app);
        }
        assert!(speaker.output.is_none());
        assert!(matches!(speaker.lasting[0], Some(SoundRequest::Volumes { .. })));
        assert!(matches!(speaker.lasting[1], Some(SoundRequest::Mood(_))));
    }

    #[test]
    fn what_lasts_is_sent_again_when_too_much_waited() {
        let (mut app, mut speaker) = (app(), Speaker::new(7, false));
        let (requests, waiting) = sync_channel(1);
        let is_silent = Arc::new(AtomicBool::new(false));
        speaker.output = Some(Output { requests, is_silent, thread: thread::spawn(|| {}) });
        app.tick(Input::default());
        speaker.tick(&mut app);
        assert!(matches!(waiting.try_recv(), Ok(SoundRequest::Volumes { .. })));
        assert!(waiting.try_recv().is_err() && speaker.is_behind);
        // Sends both requests again, although the channel holds only one.
        app.tick(Input::default());
        speaker.tick(&mut app);
        assert!(waiting.try_recv().is_ok() && speaker.is_behind);
    }
}
