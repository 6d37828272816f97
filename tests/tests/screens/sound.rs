//! Checks songs, effects and the sound player. Their output is the same on every machine.

use crate::songs::phrase_rows;
use musrex_core::content::{Cue, SongName};
use musrex_core::geometry::Direction;
use musrex_core::input::Button;
use musrex_core::raster::Frame;
use musrex_core::settings::VOLUME_MAX;
use musrex_core::sound::{
    Buzzer, EnvelopeLevel, Mood, Player, SAMPLE_RATE, SoundRequest, Synth, Voices, samples_in_tick,
};
use musrex_piano_roll::{PianoRoll, ROW, WIDTH};
use musrex_testkit::Scenario;
use musrex_testkit::app_driver::AppDriver;
use musrex_testkit::fixtures::TestRng;
use musrex_testkit::golden;
use musrex_testkit::program::run;
use musrex_testkit::seeds::shifted;
use musrex_testkit::source::sources;
use std::collections::BTreeSet;
use std::fmt::Write;
use std::fs;

/// During an effect, a note may begin late, but by fewer ticks than this.
const LATE_TICKS: u32 = 4;
/// The folder for the results after a mismatch.
const SCRATCH: &str = env!("CARGO_TARGET_TMPDIR");
/// The number of ticks in a second.
pub(crate) const SECOND: u32 = 60;
/// A sound player with its synthesizer.
struct Concert {
    player: Player,
    synth: Synth,
    ticks: u32,
    voices: Fnv,
    samples: Fnv,
    last: Vec<i16>,
}

/// A 64-bit FNV hash (Fowler, Noll and Vo).
struct Fnv(u64);

impl Fnv {
    fn add(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x100_0000_01B3);
        }
    }
}

impl Concert {
    fn new(seed: u64) -> Concert {
        let hash = || Fnv(0xCBF2_9CE4_8422_2325);
        let (voices, samples) = (hash(), hash());
        let (player, synth) = (Player::new(seed), Synth::new());
        Concert { player, synth, ticks: 0, voices, samples, last: Vec::new() }
    }

    fn playing(song: SongName, danger: u8, seed: u64) -> Concert {
        let mut concert = Concert::new(seed);
        concert.player.request(mood(song, danger));
        concert
    }

    /// Plays a tick, after which `last` contains its samples.
    fn tick(&mut self) -> Voices {
        let voices = *self.player.tick();
        self.last.resize(samples_in_tick(self.ticks), 0);
        self.synth.render(&voices, &mut self.last);
        self.ticks += 1;
        self.voices.add(&bytes_of(&voices));
        for sample in &self.last {
            self.samples.add(&sample.to_le_bytes());
        }
        voices
    }

    fn is_silent(&self) -> bool {
        self.last.iter().all(|&sample| sample == 0)
    }
}

/// Returns a request for a song at a danger level.
pub(crate) fn mood(song: SongName, danger: u8) -> SoundRequest {
    SoundRequest::Mood(Mood { song, danger })
}

/// Returns the bytes of the register values that a host would write.
fn bytes_of(voices: &Voices) -> Vec<u8> {
    let mut bytes = Vec::new();
    for pulse in &voices.pulses {
        let envelope = pulse.envelope;
        bytes.extend([pulse.duty, envelope.volume, envelope.pace, u8::from(envelope.rises)]);
        bytes.extend(pulse.frequency.to_le_bytes());
        bytes.push(u8::from(pulse.is_triggered));
    }
    bytes.extend(voices.wave.samples);
    bytes.extend(voices.wave.frequency.to_le_bytes());
    bytes.extend([voices.wave.volume, u8::from(voices.wave.is_triggered)]);
    let noise = &voices.noise;
    let envelope = noise.envelope;
    bytes.extend([envelope.volume, envelope.pace, u8::from(envelope.rises)]);
    bytes.extend([
        noise.shift,
        noise.ratio,
        u8::from(noise.is_short),
        u8::from(noise.is_triggered),
    ]);
    bytes
}

// The same requests give the same voices and the same samples on every machine.
#[test]
fn all_songs_and_effects_sound_as_in_their_golden() {
    let mut found = String::new();
    for song in SongName::ALL {
        for danger in 0..=3 {
            let mut concert = Concert::playing(song, danger, 7);
            for tick in 0..10 * SECOND {
                if tick == 5 * SECOND {
                    concert.player.request(SoundRequest::Cue(Cue::Hit));
                }
                concert.tick();
            }
            let (voices, samples) = (concert.voices.0, concert.samples.0);
            let name = song.data().name;
            writeln!(found, "{name} {danger} {voices:016x} {samples:016x}")
                .expect("a string grows");
        }
    }
    for cue in Cue::ALL {
        let mut concert = Concert::new(7);
        concert.player.request(SoundRequest::Cue(cue));
        (0..2 * SECOND).for_each(|_| _ = concert.tick());
        let (voices, samples) = (concert.voices.0, concert.samples.0);
        writeln!(found, "{} {voices:016x} {samples:016x}", cue.data().name)
            .expect("a string grows");
    }
    golden::assert_text("sound.txt", &found, SCRATCH);
}

#[test]
fn piano_rolls_look_as_in_their_goldens() {
    let mut faults = Vec::new();
    let mut compare = |name: &str, roll: &PianoRoll| {
        let height = 2 * ROW;
        let mut words = vec![0; Frame::words(WIDTH, height)];
        let mut frame = Frame::new(WIDTH, height, &mut words).expect("the words are enough");
        roll.draw(&mut frame, 0);
        faults.extend(golden::compare_frame(&format!("sound/{name}"), &frame, SCRATCH).err());
    };
    let mut rising = PianoRoll::new(SongName::Foundations, 0, 7);
    for danger in 0..=3 {
        rising.request(mood(SongName::Foundations, danger));
        rising.play(256);
    }
    compare("foundations-danger", &rising);
    let mut change = PianoRoll::new(SongName::Title, 3, 7);
    change.play(400);
    change.request(mood(SongName::Throne, 3));
    for cue in [Cue::Hit, Cue::Level, Cue::Stairs] {
        change.play(150);
        change.cue(cue);
    }
    change.play(174);
    compare("title-throne-cues", &change);
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
}

#[test]
fn a_volume_of_zero_is_silence_to_the_bit() {
    for song in SongName::ALL {
        let mut concert = Concert::playing(song, 3, 7);
        concert.player.request(SoundRequest::Volumes { music: 0, effects: 0 });
        for tick in 0..20 * SECOND {
            if tick % 50 == 0 {
                concert.player.request(SoundRequest::Cue(Cue::Kill));
            }
            concert.tick();
            assert!(concert.is_silent(), "{song:?} at tick {tick}");
        }
    }
}

#[test]
fn turning_the_music_off_silences_what_sounds() {
    for song in SongName::ALL {
        let mut concert = Concert::playing(song, 3, 7);
        (0..7 * SECOND).for_each(|_| _ = concert.tick());
        concert.player.request(SoundRequest::Volumes { music: 0, effects: VOLUME_MAX });
        concert.tick();
        concert.tick();
        assert!(concert.is_silent(), "{song:?}");
    }
}

// When the host reports that the player is idle, the music fades to silence, in whichever tick of a row this happens,
// even while a row is being read.
#[test]
fn music_fades_to_silence_from_any_tick() {
    for song in SongName::ALL {
        for ticks in 7 * SECOND..7 * SECOND + 40 {
            let mut concert = Concert::playing(song, 3, 7);
            (0..ticks).for_each(|_| _ = concert.tick());
            concert.player.request(SoundRequest::Idle(true));
            (0..3 * SECOND).for_each(|_| _ = concert.tick());
            assert!(concert.is_silent(), "{song:?} after {ticks} ticks");
        }
    }
}

// Whatever the music does, an effect begins within an eighth of a second: in any tick of a row, during a fade of the
// music, and after the fade.
#[test]
fn effects_begin_soon_whatever_the_music_does() {
    for song in SongName::ALL {
        for (ticks, fade) in (7 * SECOND..7 * SECOND + 40).zip([0, 1, 20, 3 * SECOND].repeat(10)) {
            let mut concert = Concert::playing(song, 3, 7);
            (0..ticks).for_each(|_| _ = concert.tick());
            if fade > 0 {
                concert.player.request(SoundRequest::Idle(true));
                (0..fade).for_each(|_| _ = concert.tick());
            }
            concert.player.request(SoundRequest::Cue(Cue::Hit));
            let begins = (0..SECOND / 8).any(|_| concert.tick().has_effect);
            assert!(begins, "{song:?} after {ticks} ticks and {fade} of its fade");
        }
    }
}

#[test]
fn two_seconds_after_the_last_cue_is_silence() {
    for cue in Cue::ALL {
        let mut concert = Concert::playing(SongName::Title, 3, 7);
        concert.player.request(SoundRequest::Volumes { music: 0, effects: VOLUME_MAX });
        concert.player.request(SoundRequest::Cue(cue));
        let mut is_heard = false;
        for _ in 0..2 * SECOND {
            concert.tick();
            is_heard |= !concert.is_silent();
        }
        assert!(is_heard, "{cue:?} is heard");
        for _ in 0..SECOND {
            concert.tick();
            assert!(concert.is_silent(), "{cue:?}");
        }
    }
}

// The sound has no DC offset: the mean over half a minute is at most a thousandth of the largest possible sample.
#[test]
fn the_mean_is_near_zero() {
    for song in SongName::ALL {
        let mut concert = Concert::playing(song, 3, 7);
        let (mut sum, mut count, mut loudest) = (0_i64, 0_i64, 0);
        for _ in 0..30 * SECOND {
            concert.tick();
            sum += concert.last.iter().map(|&sample| i64::from(sample)).sum::<i64>();
            count += i64::try_from(concert.last.len()).expect("it is short");
            loudest = concert
                .last
                .iter()
                .map(|sample| sample.unsigned_abs())
                .max()
                .max(Some(loudest))
                .unwrap_or(0);
        }
        assert!(loudest > 2_000, "{song:?} is heard");
        assert!((sum / count).abs() <= 32, "{song:?}: the mean is {}", sum / count);
    }
}

#[test]
fn a_second_has_as_many_samples_as_it_says() {
    let samples: usize = (0..SECOND).map(samples_in_tick).sum();
    assert_eq!(u32::try_from(samples), Ok(SAMPLE_RATE));
}

fn one_of<T: Copy>(rng: &mut TestRng, all: &[T]) -> T {
    let count = u32::try_from(all.len()).expect("a short list");
    all[rng.below(count) as usize]
}

fn random_request(rng: &mut TestRng) -> SoundRequest {
    match rng.below(40) {
        0..=19 => SoundRequest::Cue(one_of(rng, &Cue::ALL)),
        20..=35 => {
            let song = one_of(rng, &SongName::ALL);
            let danger = u8::try_from(rng.below(6)).expect("a small number");
            mood(song, danger)
        }
        36 | 37 => SoundRequest::Idle(rng.below(2) == 0),
        _ => {
            let [music, effects] = [(); 2].map(|()| u8::try_from(rng.below(12)).expect("small"));
            SoundRequest::Volumes { music, effects }
        }
    }
}

// A million random requests cause no panic. After the volumes are set to zero, all notes end.
#[test]
fn nothing_that_is_asked_for_leaves_a_note_hanging() {
    let mut rng = TestRng(shifted(11));
    let mut player = Player::new(shifted(12));
    let (mut synth, mut buzzer) = (Synth::new(), Buzzer::new());
    for number in 0..1_000_000_u32 {
        player.request(random_request(&mut rng));
        for _ in 0..rng.below(4) {
            player.tick();
        }
        if number % 20_000 != 0 {
            continue;
        }
        // Whatever the state, no voice sounds shortly after the volumes are set to zero.
        player.request(SoundRequest::Volumes { music: 0, effects: 0 });
        let mut levels = Levels::default();
        let mut samples = [0; 546];
        for tick in 0..SECOND {
            let voices = *player.tick();
            levels.listen(&voices);
            let tone = buzzer.tick(&voices);
            synth.render(&voices, &mut samples);
            if tick > 1 {
                assert_eq!(levels.sounding(&voices), [false; 4], "request {number}, tick {tick}");
                assert!(samples.iter().all(|&sample| sample == 0), "request {number}");
                assert_eq!(tone, None);
            }
        }
        player.request(SoundRequest::Volumes { music: 5, effects: 8 });
    }
}

/// The volumes of the envelopes, which are known after every voice has been triggered once.
#[derive(Default)]
pub(crate) struct Levels([EnvelopeLevel; 3]);

impl Levels {
    /// Updates the envelopes for one tick.
    pub(crate) fn listen(&mut self, voices: &Voices) {
        let [first, second] = &voices.pulses;
        let triggers = [
            (first.is_triggered, first.envelope),
            (second.is_triggered, second.envelope),
            (voices.noise.is_triggered, voices.noise.envelope),
        ];
        for (level, (is_triggered, envelope)) in self.0.iter_mut().zip(triggers) {
            if is_triggered { level.trigger(envelope) } else { level.tick() }
        }
    }

    /// Returns the voices that are sounding.
    pub(crate) fn sounding(&self, voices: &Voices) -> [bool; 4] {
        let [first, second, noise] = self.0.map(|level| level.volume() > 0);
        [first, second, voices.wave.volume > 0, noise]
    }
}

/// Returns the voices that begin a note.
pub(crate) fn triggers(voices: &Voices) -> [bool; 4] {
    let ([first, second], wave, noise) = (&voices.pulses, &voices.wave, &voices.noise);
    [first.is_triggered, second.is_triggered, wave.is_triggered, noise.is_triggered]
}

// When the requested song begins, all notes of the old song have ended, or the first tick of the new song begins notes
// on the same voices.
#[test]
fn a_change_of_song_leaves_no_note_hanging() {
    for song in SongName::ALL {
        for at in [10, 100, 333, 700] {
            let other = if song == SongName::Title { SongName::Lobby } else { SongName::Title };
            let mut player = Player::new(7);
            player.request(mood(song, 3));
            let mut levels = Levels::default();
            for _ in 0..at {
                let voices = *player.tick();
                levels.listen(&voices);
            }
            player.request(mood(other, 0));
            let mut cut = BTreeSet::new();
            while player.position().map(|(song, ..)| song) != Some(other) {
                let voices = *player.tick();
                levels.listen(&voices);
                cut.insert(player.position().is_some());
            }
            // The new song has begun. For each voice that was still sounding, the first tick of the new song has cut
            // the note off or begun another.
            let voices = player.voices();
            for (sounds, is_begun) in levels.sounding(voices).into_iter().zip(triggers(voices)) {
                assert!(!sounds || is_begun, "{song:?} at {at}");
            }
        }
    }
}

// An effect borrows voices. When the effect is over, the interrupted note sounds again, as loud as it would be without
// the effect. During an effect, a note may begin up to three ticks late. A note that waits for its row to be read also
// begins within three ticks.
#[test]
fn an_effect_gives_back_the_note_that_it_took() {
    let mut returned = 0;
    for song in SongName::ALL {
        let (mut with, mut without) = (Player::new(7), Player::new(7));
        let mut levels = [Levels::default(), Levels::default()];
        for player in [&mut with, &mut without] {
            player.request(mood(song, 0));
        }
        let (mut begins_before, mut heard) = (None, [(0, 0); LATE_TICKS as usize]);
        for tick in 0..20 * SECOND {
            if tick % 50 == 30 {
                with.request(SoundRequest::Cue(Cue::MenuMove));
            }
            let was_taken = with.voices().has_effect;
            let voices = [*with.tick(), *without.tick()];
            levels.iter_mut().zip(&voices).for_each(|(levels, voices)| levels.listen(voices));
            let [a, b] =
                [0, 1].map(|at| (levels[at].0[1].volume(), voices[at].pulses[1].frequency));
            heard.rotate_right(1);
            heard[0] = b;
            if was_taken && !voices[0].has_effect {
                let is_same = heard.into_iter().any(|it| it == a || it.0 == 0 && a.0 == 0);
                begins_before = (!is_same).then_some(tick + 3);
                returned += u32::from(a.0 > 0 && is_same && !voices[1].pulses[1].is_triggered);
            } else if voices[0].pulses[1].is_triggered {
                begins_before = None;
            }
            assert!(begins_before.is_none_or(|end| tick < end), "{song:?} at tick {tick}");
        }
    }
    assert!(returned > 20, "{returned} notes came back");
}

#[test]
fn music_fades_when_nobody_is_there_and_comes_back() {
    let mut driver = AppDriver::in_lobby(7);
    let mut player = Player::new(7);
    let mut pass = |driver: &mut AppDriver, ticks: u32| {
        for _ in 0..ticks {
            driver.wait(1);
            while let Some(request) = driver.app.take_sound_request() {
                player.request(request);
            }
            player.tick();
        }
        player.position()
    };
    let is_lobby = |position: Option<(SongName, u8, u8)>| {
        position.is_some_and(|(song, ..)| song == SongName::Lobby)
    };
    assert!(is_lobby(pass(&mut driver, 2 * SECOND)));
    // The music stays silent each time, because no button is pressed.
    for _ in 0..100 {
        assert_eq!(pass(&mut driver, 125 * SECOND), None);
    }
    driver.tap(Button::Select);
    assert!(is_lobby(pass(&mut driver, 1)), "a button brings it back");
}

// The player's surroundings determine the mood, and events produce sounds.
#[test]
fn a_game_asks_for_songs_and_effects() {
    let mut driver = AppDriver::new(7);
    let game = |floor: &str| Scenario::new(floor).floor(3).game();
    let requests = |driver: &mut AppDriver| -> Vec<SoundRequest> {
        std::iter::from_fn(|| driver.app.take_sound_request()).collect()
    };
    driver.app.watch(game("#######\n#.@..m#\n#######"));
    requests(&mut driver);
    driver.walk(Direction::West);
    let heard = requests(&mut driver);
    let is_danger = |request: &SoundRequest| {
        let danger = 1..=3;
        matches!(request, SoundRequest::Mood(mood) if danger.contains(&mood.danger))
    };
    assert!(heard.iter().any(is_danger), "{heard:?}");
    driver.app.watch(game("#######\n#.@...#\n#######"));
    requests(&mut driver);
    driver.walk(Direction::North);
    assert_eq!(requests(&mut driver), [SoundRequest::Cue(Cue::Bump)]);
    driver.walk(Direction::West);
    let game = driver.app.game();
    let step = game.place(game.floor()).spec().step;
    assert_eq!(requests(&mut driver), [SoundRequest::Cue(step)]);
    driver.tap(Button::Start);
    assert_eq!(requests(&mut driver), [SoundRequest::Cue(Cue::MenuMove)]);
}

#[test]
fn effects_are_short() {
    for cue in Cue::ALL {
        let effect = cue.data();
        let ticks = u32::from(effect.rows) * u32::from(effect.tempo);
        assert!(ticks <= 72, "{cue:?} takes {ticks} ticks, more than 1.2 s");
        assert!(effect.has_pulse || effect.has_noise, "{cue:?}");
        assert_eq!(phrase_rows(effect.steps), u32::from(effect.rows), "{cue:?}");
    }
}

// Every effect is requested by some event, screen or place, and every song by some screen or place.
#[test]
fn everything_is_heard_somewhere() {
    let core = sources("core/src");
    let askers = core.iter().filter(|source| source.path != "core/src/content/sounds.rs");
    let code: String = askers.map(|source| source.code_in_use()).collect();
    let cues = Cue::ALL.map(|cue| format!("Cue::{cue:?}"));
    let songs = SongName::ALL.map(|song| format!("SongName::{song:?}"));
    for name in cues.iter().chain(&songs) {
        let is_named = code
            .match_indices(name.as_str())
            .any(|(at, _)| !code[at + name.len()..].starts_with(|c: char| c.is_alphanumeric()));
        assert!(is_named, "nobody asks for {name}");
    }
    // Every sound file belongs to a name in the code.
    assert_eq!(musrex_assets::sounds::SONGS.len(), SongName::COUNT);
    let variants = Cue::ALL.into_iter().map(|cue| cue.variants().len());
    assert_eq!(musrex_assets::sounds::EFFECTS.len(), variants.sum::<usize>());
}

// An effect borrows its voices, and the music keeps counting its rows in the meantime. The other voices play on; during
// an effect, a note begins at most three ticks late.
#[test]
fn music_counts_on_below_an_effect() {
    let mut players = [Player::new(7), Player::new(7)];
    for player in &mut players {
        player.request(mood(SongName::Title, 3));
    }
    // The ticks in which the first pulse and the wave were triggered, with and without effects.
    let mut begun: [[Vec<u32>; 2]; 2] = Default::default();
    for tick in 0..10 * SECOND {
        if tick % 90 == 40 {
            players[0].request(SoundRequest::Cue(Cue::Level));
        }
        for (player, begun) in players.iter_mut().zip(&mut begun) {
            let voices = player.tick();
            let triggers = [voices.pulses[0].is_triggered, voices.wave.is_triggered];
            for (ticks, _) in begun.iter_mut().zip(triggers).filter(|(_, is_begun)| *is_begun) {
                ticks.push(tick);
            }
        }
        assert_eq!(players[0].position(), players[1].position());
    }
    let [with, without] = begun;
    for (with, without) in with.iter().zip(&without) {
        assert!(with.len() > 20 && without.len() - with.len() <= 1, "{with:?} {without:?}");
        for (late, on_time) in with.iter().zip(without) {
            assert!((*on_time..*on_time + LATE_TICKS).contains(late), "{late} {on_time}");
        }
    }
}

#[test]
fn an_effect_gives_way_to_those_that_matter_as_much() {
    let weak = Cue::ALL.into_iter().min_by_key(|cue| cue.data().priority).expect("there are some");
    let strong =
        Cue::ALL.into_iter().max_by_key(|cue| cue.data().priority).expect("there are some");
    let play = |cues: [Cue; 2]| {
        let mut concert = Concert::new(7);
        for cue in cues {
            concert.player.request(SoundRequest::Cue(cue));
        }
        (0..SECOND).for_each(|_| _ = concert.tick());
        concert.samples.0
    };
    assert_eq!(play([strong, weak]), play([strong, strong]));
    assert_eq!(play([weak, strong]), play([strong, strong]));
}

/// A script that begins a run, visits menus, and walks and explores for a while.
const SCRIPT: &str = "A .*30 Start Down A .*30 B B Up Up Up .*60 L+R .*300 Right*60 L+R .*120";

#[test]
fn headless_writes_the_same_sound_twice() {
    let folder = tempfile::tempdir().expect("there is room for temporary files");
    for name in ["a.wav", "b.wav"] {
        let arguments = ["headless", "--input", SCRIPT, "--seed", "7", "--sound", name];
        run(folder.path(), &arguments).assert_done();
    }
    let bytes = |name: &str| fs::read(folder.path().join(name)).expect("it was written");
    let (a, b) = (bytes("a.wav"), bytes("b.wav"));
    assert!(a == b, "the recordings differ");
    assert!(a.len() > 10 * 65_536 && a[44..].iter().any(|&byte| byte != 0));
    let arguments = ["headless", "--input", "A", "--seed", "7", "--sound", "no/a.wav"];
    let sentence = run(folder.path(), &arguments).assert_failed(1).to_owned();
    assert!(sentence.contains("no/a.wav"), "{sentence}");
}
