//! Checks that every song uses four voices, keeps to its keys, follows the danger level, and starts again.

use crate::sound::{Levels, SECOND, mood, triggers};
use musrex_assets::sounds::{Song, Step, Voice};
use musrex_core::content::SongName;
use musrex_core::sound::Player;
use musrex_testkit::seeds::shifted;

/// The songs of the places of the tower.
const PLACES: [SongName; 12] = [
    SongName::Lobby,
    SongName::Foundations,
    SongName::Offices,
    SongName::Larder,
    SongName::Laboratory,
    SongName::Hollows,
    SongName::Maze,
    SongName::Servers,
    SongName::Burrow,
    SongName::Director,
    SongName::Halls,
    SongName::Throne,
];

/// Returns the smallest and the largest number of ticks that `rows` rows of a song can take.
fn ticks_of_rows(song: &Song, rows: u8) -> std::ops::RangeInclusive<u32> {
    let quarters = song.phrases.iter().flat_map(|phrase| phrase.tempo).map(u32::from);
    let (fast, slow) = (quarters.clone().min().unwrap_or(0), quarters.max().unwrap_or(0));
    // Each row begins on a whole tick.
    u32::from(rows) * fast / 4..=u32::from(rows) * slow / 4 + 1
}

#[test]
fn danger_rises_at_a_beat_and_falls_only_after_a_bar() {
    for song in SongName::ALL.into_iter().filter(|song| !song.plays_once()) {
        let data = song.data();
        let beat = *ticks_of_rows(data, data.beat).end();
        let mut player = Player::new(7);
        player.request(mood(song, 0));
        (0..SECOND + 5).for_each(|_| _ = player.tick());
        let danger = |player: &Player| player.position().expect("it plays").1;
        player.request(mood(song, 3));
        let ticks = (0..)
            .take_while(|_| {
                player.tick();
                danger(&player) == 0
            })
            .count();
        assert!(ticks <= beat as usize, "{song:?} rises after {ticks} ticks");
        player.request(mood(song, 1));
        let ticks = (0..10_000)
            .take_while(|_| {
                player.tick();
                danger(&player) == 3
            })
            .count();
        let ticks = u32::try_from(ticks).expect("a while");
        assert_eq!(danger(&player), 1, "{song:?}");
        let least = *ticks_of_rows(data, data.bar).start();
        let most = 2 * *ticks_of_rows(data, data.bar).end();
        assert!((least..=most).contains(&ticks), "{song:?} falls after {ticks} ticks");
    }
}

// Each song is played to its end, and starts again within four seconds. Only the songs of victory and death are not
// repeated.
#[test]
fn songs_pause_for_a_moment() {
    for song in SongName::ALL {
        for danger in [0, 3] {
            let mut player = Player::new(shifted(7));
            player.request(mood(song, danger));
            let mut play = |is_playing: bool, limit: u32| {
                let is_it = |player: &Player| player.position().is_some() == is_playing;
                player.tick();
                (0..limit)
                    .take_while(|_| {
                        player.tick();
                        is_it(&player)
                    })
                    .count()
            };
            let ticks = play(true, 300 * SECOND);
            assert!(ticks < 300 * SECOND as usize, "{song:?} plays for five minutes");
            let rest = play(false, 65 * SECOND);
            if song.plays_once() {
                assert_eq!(rest, 65 * SECOND as usize, "{song:?} comes back");
            } else {
                // The last notes fade out for half a second.
                assert!((28..280).contains(&rest), "{song:?} pauses for {rest} ticks");
            }
        }
    }
}

/// Returns which voices sound in each of `ticks` ticks of `song`, and how many notes each voice begins.
fn listen(song: SongName, danger: u8, ticks: u32) -> (Vec<[bool; 4]>, [u32; 4]) {
    let (mut player, mut levels) = (Player::new(7), Levels::default());
    player.request(mood(song, danger));
    let (mut sounding, mut begun) = (Vec::new(), [0; 4]);
    for _ in 0..ticks {
        let voices = *player.tick();
        levels.listen(&voices);
        let now = levels.sounding(&voices);
        for ((count, sounds), is_triggered) in begun.iter_mut().zip(now).zip(triggers(&voices)) {
            *count += u32::from(sounds && is_triggered);
        }
        sounding.push(now);
    }
    (sounding, begun)
}

// Four voices sound in the first bar, even at danger level 0. In the songs of the places, danger adds more than a tenth
// to the number of notes.
#[test]
fn danger_adds_to_four_voices() {
    for song in SongName::ALL {
        let data = song.data();
        let bar = *ticks_of_rows(data, data.bar).end();
        let (sounding, _) = listen(song, 0, bar);
        for voice in 0..4 {
            assert!(
                sounding.iter().any(|now| now[voice]),
                "{song:?}: voice {voice} in its first bar"
            );
        }
        if PLACES.contains(&song) {
            let [calm, hunted] = [0, 3].map(|danger| listen(song, danger, 30 * SECOND).1);
            let sum = |begun: [u32; 4]| begun.iter().sum::<u32>();
            assert!(sum(hunted) * 10 > sum(calm) * 11, "{song:?}: {calm:?}, {hunted:?}");
        }
    }
}

// At least five of six sounding rows of a phrase are in the phrase's key. The others are approach notes and passing
// chords.
#[test]
fn phrases_are_in_their_keys() {
    for song in SongName::ALL {
        for (number, phrase) in song.data().phrases.iter().enumerate() {
            let (mut all, mut in_key) = (0, 0);
            let (mut steps, mut notes) = (phrase.steps, [None; 3]);
            while let Some((step, rest)) = Step::read(steps) {
                steps = rest;
                match step {
                    Step::Begin { voice: Voice::Noise, .. } | Step::Cut(Voice::Noise) => {}
                    Step::Begin { voice, note, .. } | Step::Glide { voice, note } => {
                        notes[voice as usize] = Some(note);
                    }
                    Step::Cut(voice) => notes[voice as usize] = None,
                    Step::When { .. } => {}
                    Step::Rows(rows) => {
                        for note in notes.into_iter().flatten() {
                            all += u32::from(rows);
                            let is_in_key = phrase.key.scale >> (note % 12) & 1 == 1;
                            in_key += if is_in_key { u32::from(rows) } else { 0 };
                        }
                    }
                }
            }
            let rows = phrase_rows(phrase.steps);
            assert_eq!(rows, u32::from(phrase.rows), "{song:?}");
            assert!(in_key * 6 >= all * 5, "{song:?}, phrase {number}: {in_key} of {all} rows");
        }
    }
}

/// Returns the number of rows of packed steps.
pub(crate) fn phrase_rows(mut steps: &[u8]) -> u32 {
    let mut rows = 0;
    while let Some((step, rest)) = Step::read(steps) {
        steps = rest;
        if let Step::Rows(count) = step {
            rows += u32::from(count);
        }
    }
    rows
}
