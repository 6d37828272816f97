//! Checks what the listener asks to be heard, and when (H13).

use musrex_core::content::Cue;
use musrex_core::content::sounds::STEP_TICKS;
use musrex_core::screens::Settings;
use musrex_core::sound::{Listener, SoundRequest};

/// Takes the cues that wait.
fn cues(listener: &mut Listener) -> Vec<Cue> {
    let requests = std::iter::from_fn(|| listener.take_request());
    let cue = |request| match request {
        SoundRequest::Cue(cue) => Some(cue),
        _ => None,
    };
    requests.filter_map(cue).collect()
}

// H13: a step is silent for a while after another, whatever else is heard meanwhile, and else never.
#[test]
fn steps_are_heard_apart() {
    let settings = Settings::default();
    for other in [None, Some(Cue::Bump)] {
        let mut listener = Listener::new(&settings);
        listener.cue(Cue::StepStone);
        assert_eq!(cues(&mut listener), [Cue::StepStone]);
        for tick in 1..=STEP_TICKS {
            listener.cue(Cue::StepStraw);
            assert_eq!(cues(&mut listener), [], "after {tick} ticks");
            other.into_iter().for_each(|cue| listener.cue(cue));
            assert_eq!(cues(&mut listener), Vec::from_iter(other), "what is no step is heard");
            listener.tick(true, &settings);
        }
        listener.cue(Cue::StepStraw);
        assert_eq!(cues(&mut listener), [Cue::StepStraw]);
    }
    let mut listener = Listener::new(&settings);
    listener.cue(Cue::Bump);
    listener.cue(Cue::StepMetal);
    assert_eq!(cues(&mut listener), [Cue::Bump, Cue::StepMetal]);
}
