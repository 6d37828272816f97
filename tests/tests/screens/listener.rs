//! Checks the requests for sounds (H13): the cues of turns, the danger level of a mood, and how the sound player plays
//! the requested songs.

use Command::{Throw, Wait, Walk};
use Direction::East;
use musrex_assets::sounds::Phrase;
use musrex_core::app::Settings;
use musrex_core::content::{Cue, ItemKind, MonsterKind, SongName};
use musrex_core::geometry::{Pos, TileSet};
use musrex_core::quantity::{Damage, Hp, Xp};
use musrex_core::rules::{Actor, Event, Events, Refusal};
use musrex_core::settings::VOLUME_MAX;
use musrex_core::sound::{
    self, Envelope, Listener, Mood, Player, SoundRequest, Synth, Voices, samples_in_tick,
};
use musrex_core::world::{AiState, Cause, Monster};
use musrex_core::{Command, Direction};
use musrex_testkit::Scenario;
use musrex_testkit::seeds::shifted;

/// The number of ticks after a step during which further steps are silent (H13).
const STEP_TICKS: u8 = 8;

/// Takes the cues that are waiting to be played.
fn cues(listener: &mut Listener) -> Vec<Cue> {
    let requests = std::iter::from_fn(|| listener.take_request());
    let cue = |request| match request {
        SoundRequest::Cue(cue) => Some(cue),
        _ => None,
    };
    requests.filter_map(cue).collect()
}

// H13: after a step, further steps are silent for a while, even if other sounds come in between. All later steps are
// heard.
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

// H13: every action by or against the player is heard. An action of another creature is heard only if the player sees
// it. The sound of a blow depends on its strength.
#[test]
fn events_are_heard_where_they_are_seen() {
    let game = Scenario::new("#@..#").game();
    let (here, hidden) = (Pos::at(3, 1), Pos::at(40, 30));
    let visible = game.visible();
    let heard = |event: Event| sound::of_event(&event, &game, &visible);
    let (player, kind) = (Actor::Player, MonsterKind::NeoMouse);
    let (mouse, ally) = (Actor::Monster(kind), Actor::Ally(kind));
    for (at, is_seen) in [(here, true), (hidden, false)] {
        let if_seen = |cue: Cue| is_seen.then_some(cue);
        assert_eq!(heard(Event::DoorOpened { who: mouse, at }), if_seen(Cue::Door));
        assert_eq!(heard(Event::DoorOpened { who: player, at }), Some(Cue::Door));
        let burn =
            |who, cause, damage| heard(Event::Burned { who, at, cause, damage: Damage(damage) });
        let acid = Cause::Spill(musrex_core::content::SpillKind::Acid);
        assert_eq!(burn(mouse, acid, 3), if_seen(Cue::Hit));
        assert_eq!(burn(mouse, Cause::Cable, 3), if_seen(Cue::Shock));
        assert_eq!(burn(player, acid, 3), Some(Cue::Hurt));
        let slain = Event::Slain { kind, at, paid: Xp(0), by_player: false };
        assert_eq!(heard(slain), if_seen(Cue::Kill));
        let blow = |attacker, target, damage| {
            heard(Event::Struck { attacker, target, from: here, at, damage: Damage(damage) })
        };
        // The player has 25 hit points, so losing a quarter of them is a heavy blow.
        assert_eq!(game.player_stats().hp_max, Hp(25));
        assert_eq!(blow(mouse, player, 0), Some(Cue::Miss));
        assert_eq!(blow(mouse, player, 6), Some(Cue::Hurt));
        assert_eq!(blow(mouse, player, 7), Some(Cue::HeavyHurt));
        assert_eq!(blow(player, mouse, 0), Some(Cue::Miss));
        assert_eq!(blow(player, mouse, 7), Some(Cue::Hit));
        assert_eq!(blow(mouse, ally, 0), if_seen(Cue::Miss));
        assert_eq!(blow(mouse, ally, 7), if_seen(Cue::Hit));
    }
    let refused = [Refusal::RunOver, Refusal::Wall, Refusal::Locked, Refusal::OwnTile];
    let cues = refused.map(sound::of_refusal);
    assert_eq!(cues, [None, Some(Cue::Bump), Some(Cue::Locked), Some(Cue::Refuse)]);
}

/// Returns the two most important cues, in their original order. A step is included only if there is no other cue.
fn two_that_matter(all: &[Cue]) -> Vec<Cue> {
    let priority = |cue: &Cue| cue.data().priority;
    let mut cues: Vec<Cue> = Vec::new();
    for &cue in all {
        if !cues.contains(&cue) {
            cues.push(cue);
        }
    }
    if cues.iter().any(|cue| priority(cue) > 0) {
        cues.retain(|cue| priority(cue) > 0);
    }
    let mut order: Vec<usize> = (0..cues.len()).collect();
    order.sort_by_key(|&at| std::cmp::Reverse(priority(&cues[at])));
    order.truncate(if cues.iter().any(|cue| priority(cue) > 0) { 2 } else { 1 });
    order.sort_unstable();
    order.into_iter().map(|at| cues[at]).collect()
}

// H13: the two most important events of a turn are heard, one after another. Low health is heard once.
#[test]
fn of_a_turn_what_matters_most_is_heard() {
    let settings = Settings::default();
    let (mut turns, mut pairs, mut warnings) = (0, 0, 0);
    for seed in (0..8).map(shifted) {
        let scene =
            Scenario::new("#@%..m#\n#.n.m.#").hp(9).seed(seed).carries(ItemKind::PotionOfVenom);
        let mut game = scene.game();
        let mut listener = Listener::new(&settings);
        let is_hurt = |game: &musrex_core::Game| game.player().body.hp.0 * 4 <= 25;
        for command in [Walk(East), Throw(0, Pos::at(5, 1)), Wait, Wait, Wait, Wait, Wait, Wait] {
            let was_hurt = is_hurt(&game);
            let (mut events, mut visible) = (Events::new(), TileSet::EMPTY);
            if game.step_and_look(command, &mut events, &mut visible).is_err() {
                break;
            }
            listener.hear(&events, &game, &visible);
            let cue = |event| sound::of_event(event, &game, &visible);
            let mut all: Vec<Cue> = events.iter().filter_map(cue).collect();
            if is_hurt(&game) && !was_hurt {
                all.push(Cue::LowHp);
                warnings += 1;
            }
            let wanted = two_that_matter(&all);
            let now = cues(&mut listener);
            assert_eq!(now, Vec::from_iter(wanted.first().copied()), "{command:?} of {all:?}");
            // The listener ticks in between, so that the steps of this test do not silence each other.
            (0..2 * STEP_TICKS).for_each(|_| listener.tick(true, &settings));
            let later = cues(&mut listener);
            assert_eq!(later, Vec::from_iter(wanted.get(1).copied()), "{command:?} of {all:?}");
            turns += u32::from(all.len() > 1);
            pairs += u32::from(wanted.len() > 1);
        }
    }
    assert!(turns > 8 && pairs > 8 && warnings > 0, "{turns}, {pairs}, {warnings}");
}

// H13: cues that are still waiting when the next turn begins are dropped.
#[test]
fn a_new_turn_silences_the_one_before() {
    let settings = Settings::default();
    let game = Scenario::new("#@..#").game();
    let visible = game.visible();
    let mut listener = Listener::new(&settings);
    let mut events = Events::new();
    let here = game.player().body.pos;
    let kind = MonsterKind::NeoMouse;
    events.push(Event::Squeaked { kind, at: here });
    events.push(Event::Noticed { kind, at: here });
    listener.hear(&events, &game, &visible);
    assert_eq!(cues(&mut listener), [Cue::Squeak]);
    listener.hear(&Events::new(), &game, &visible);
    (0..60).for_each(|_| listener.tick(true, &settings));
    assert_eq!(cues(&mut listener), []);
}

// H13: while a named mouse hunts, its own song plays.
#[test]
fn a_named_mouse_brings_its_song() {
    let game = |is_far: bool, change: fn(&mut Monster)| {
        let floor = if is_far { "#@..#\n#####\n#..m#" } else { "#@..m#" };
        let changed = Scenario::new(floor).floor(3).changed(move |floor| {
            floor.monsters[0].kind = MonsterKind::Streak;
            change(&mut floor.monsters[0]);
        });
        changed.game()
    };
    let mut listener = Listener::new(&Settings::default());
    let mut song = |game: &musrex_core::Game, is_new: bool| {
        if is_new {
            listener.play_floor(game, &game.visible(), SongName::Larder);
        } else {
            listener.hear(&Events::new(), game, &game.visible());
        }
        let moods = std::iter::from_fn(|| listener.take_request()).filter_map(|request| {
            if let SoundRequest::Mood(mood) = request { Some(mood.song) } else { None }
        });
        moods.last()
    };
    assert_eq!(song(&game(true, |_| {}), true), Some(SongName::Larder), "it is not seen yet");
    assert_eq!(song(&game(false, |_| {}), false), Some(SongName::Named));
    assert_eq!(song(&game(true, |_| {}), false), Some(SongName::Named), "it is on the trail");
    let watching = game(true, |monster| monster.ai_state = AiState::Watching);
    assert_eq!(song(&watching, false), Some(SongName::Larder));
    let ally = game(false, |monster| monster.is_ally = true);
    assert_eq!(song(&ally, true), None, "an ally is no danger: the song stays");
}

// H13: the danger level of a mood is 0 without monsters, 1 with a monster in sight, 2 if the player is hunted, and 3 if
// the player is hurt or at the throne.
#[test]
fn a_mood_has_the_danger_that_is_seen() {
    let hunter = |state: AiState| {
        move |floor: &mut musrex_core::world::FloorState| floor.monsters[0].ai_state = state
    };
    let scene = |text: &str| Scenario::new(text).floor(3);
    for (scene, danger) in [
        (scene("#@..#"), 0),
        (scene("#@..#\n#####\n#..m#"), 0),
        (scene("#@.m#").changed(|floor| floor.monsters[0].is_ally = true), 0),
        (scene("#@.z#"), 1),
        (scene("#@.m#").changed(hunter(AiState::Watching)), 1),
        (scene("#@.m#"), 2),
        (scene("#@.z.#\n#..m.#"), 2),
        (scene("#@..#").hp(7), 0),
        (scene("#@..#").hp(6), 3),
        (scene("#@..#").floor(13), 3),
    ] {
        let (game, song) = (scene.game(), SongName::Larder);
        let mut listener = Listener::new(&Settings::default());
        listener.play_floor(&game, &game.visible(), song);
        let requests: Vec<SoundRequest> = std::iter::from_fn(|| listener.take_request()).collect();
        assert!(requests.contains(&SoundRequest::Mood(Mood { song, danger })), "{requests:?}");
    }
}

fn mood(danger: u8) -> SoundRequest {
    SoundRequest::Mood(Mood { song: SongName::Larder, danger })
}

// A playing song goes on when the host reports that the player is active. An effect goes on when its volume changes,
// unless the new volume is zero.
#[test]
fn what_plays_goes_on() {
    let mut player = Player::new(shifted(7));
    player.request(mood(0));
    player.tick();
    player.request(SoundRequest::Idle(false));
    (0..60).for_each(|_| _ = player.tick());
    assert!(player.position().is_some());
    for (effects, goes_on) in [(VOLUME_MAX, true), (1, true), (0, false)] {
        let mut player = player.clone();
        player.request(SoundRequest::Cue(Cue::Stairs));
        assert!(player.tick().has_effect);
        player.request(SoundRequest::Volumes { music: VOLUME_MAX, effects });
        assert_eq!(player.tick().has_effect, goes_on, "{effects}");
    }
}

// If several phrases of a song may follow a phrase, the sound player chooses the next one at random.
#[test]
fn no_two_nights_sound_alike() {
    let has_choice = |song: &SongName| {
        let mut phrases = song.data().phrases.iter();
        phrases.any(|phrase| phrase.next.iter().any(|next| *next != phrase.next[0]))
    };
    let heard = |song: SongName, seed: u64| -> Vec<u16> {
        let mut player = Player::new(seed);
        player.request(SoundRequest::Mood(Mood { song, danger: 0 }));
        (0..7_200).map(|_| player.tick().wave.frequency).collect()
    };
    let mut songs = SongName::ALL.into_iter().filter(has_choice);
    assert!(songs.any(|song| {
        let first = heard(song, shifted(1));
        assert_eq!(first, heard(song, shifted(1)));
        (2..8).map(shifted).any(|seed| heard(song, seed) != first)
    }));
}

// A rising envelope ends at full volume, and stays there.
#[test]
fn a_note_rises_to_the_loudest() {
    let loudest = |volume: u8, pace: u8| {
        let mut voices = Voices::default();
        let pulse = &mut voices.pulses[0];
        pulse.envelope = Envelope { volume, pace, rises: true };
        (pulse.duty, pulse.frequency, pulse.is_triggered) = (2, 1_024, true);
        let mut synth = Synth::new();
        let mut samples = vec![0; 547];
        for tick in 0..30 {
            samples.resize(samples_in_tick(tick), 0);
            synth.render(&voices, &mut samples);
            voices.pulses[0].is_triggered = false;
        }
        samples.iter().map(|sample| sample.unsigned_abs()).max()
    };
    assert_eq!(loudest(8, 1), loudest(15, 0));
    assert!(loudest(8, 0) < loudest(15, 0));
}

// A song goes on from phrase to phrase for more than half a minute.
#[test]
fn a_song_has_more_than_a_phrase() {
    for song in SongName::ALL.into_iter().filter(|song| !song.plays_once()) {
        let mut player = Player::new(shifted(7));
        player.request(SoundRequest::Mood(Mood { song, danger: 0 }));
        (0..1_900).for_each(|_| _ = player.tick());
        assert!(player.position().is_some(), "{song:?}");
    }
}

// Whenever a song ends, it ends with its last phrase, whose ending is always the same.
#[test]
fn a_song_ends_with_its_last_phrase() {
    let ends =
        |song: &SongName| song.data().phrases.iter().filter(|it| it.next.contains(&Phrase::END));
    for song in SongName::ALL.into_iter().filter(|song| ends(song).count() == 1) {
        let ending = |seed: u64| {
            let mut player = Player::new(seed);
            player.request(SoundRequest::Mood(Mood { song, danger: 0 }));
            let mut heard = Vec::new();
            player.tick();
            while player.position().is_some() {
                heard.push(player.tick().wave.frequency);
            }
            heard.split_off(heard.len() - 120)
        };
        let endings: Vec<_> = (1..6).map(shifted).map(ending).collect();
        assert!(endings.windows(2).all(|pair| pair[0] == pair[1]), "{song:?}");
    }
}
