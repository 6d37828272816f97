//! Checks that sound is never the only sign of an event: an event heard beyond the player's sight also has a message.

use musrex_core::bots::{Bot, Strategy};
use musrex_core::geometry::Pos;
use musrex_core::rules::Event;
use musrex_core::sound;
use musrex_core::view::text;
use musrex_core::{Events, Game, Outcome};
use musrex_testkit::seeds::shifted;
use std::collections::BTreeSet;

/// The number of turns to play in each game.
const TURNS: u32 = 3_000;

/// Returns the tile of an event that can happen away from the player; `None` for other events.
fn place(event: &Event) -> Option<Pos> {
    match *event {
        Event::DoorOpened { at, .. }
        | Event::Burned { at, .. }
        | Event::Soothed { at, .. }
        | Event::Spilled { at, .. }
        | Event::Woke { at, .. }
        | Event::Squeaked { at, .. }
        | Event::Marked { at, .. }
        | Event::Spat { at, .. }
        | Event::Burst { at, .. }
        | Event::Charged { to: at, .. }
        | Event::Leapt { to: at, .. }
        | Event::Eats { at, .. }
        | Event::AllyLost { at, .. }
        | Event::VentEntered { at, .. }
        | Event::VentRattles { at }
        | Event::VentLeft { at, .. }
        | Event::VentShut { at }
        | Event::Forced { at }
        | Event::Struck { at, .. }
        | Event::Slain { at, .. }
        | Event::Noticed { at, .. }
        | Event::Dodged { at, .. }
        | Event::Shielded { at, .. } => Some(at),
        _ => None,
    }
}

#[test]
fn what_is_heard_is_seen_or_written() {
    let (mut heard, mut unseen) = (BTreeSet::new(), 0);
    for (seed, strategy) in (1..).zip([Strategy::Master, Strategy::Hacker, Strategy::Sneak]) {
        let mut game = Game::new(shifted(seed));
        let (mut bot, mut visible, mut events) =
            (Bot::new(strategy), game.visible(), Events::new());
        while game.outcome() == Outcome::Playing && game.turn().0 < TURNS {
            let command = bot.next(&game, &visible);
            let before = visible.clone();
            game.step_and_look(command, &mut events, &mut visible)
                .expect("a bot knows what it can do");
            for event in &events {
                let Some(cue) = sound::of_event(event, &game, &visible) else { continue };
                heard.insert(cue as u8);
                let is_out_of_sight =
                    place(event).is_some_and(|at| !visible.contains(at) && !before.contains(at));
                if is_out_of_sight && game.player().body.hp.0 > 0 {
                    unseen += 1;
                    let is_written = text::event_message(event).is_some();
                    assert!(is_written, "{event:?} is heard as {cue:?}, and nothing tells of it");
                }
            }
        }
    }
    assert!(unseen > 0 && heard.len() > 15, "{unseen} out of sight, {} cues", heard.len());
}
