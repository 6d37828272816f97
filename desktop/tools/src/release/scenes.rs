//! Pictures of the game: screens, and the liveliest moments of a recorded run that was won.
//!
//! The moments are found by a search, so that the pictures stay lively when a change of the rules changes the run.

use super::files::{Failure, read};
use musrex_core::app::{App, Setup};
use musrex_core::input::Input;
use musrex_core::raster::Frame;
use musrex_core::replay::ReplayReader;
use musrex_core::rules::{Command, Event, Events};
use musrex_core::{Game, Outcome};
use musrex_support::picture::RgbImage;
use musrex_support::project::root;
use std::collections::BTreeMap;

/// The names of the screens in `tests/golden/frames`.
pub(super) const SCREENS: [&str; 6] = [
    "title-320x180",
    "aim-flask-320x180",
    "pack-deeds-320x180",
    "place-05-320x180",
    "place-06-320x180",
    "victory-320x180",
];

/// The path of the recorded run.
const RECORDING: &str = "tests/golden/replays/master.replay";
/// The floors from which pictures are taken.
const FLOORS: [u8; 5] = [4, 9, 10, 12, 13];
/// The size of the pictures in pixels.
const PICTURE: (u16, u16) = (320, 180);
/// The largest distances from the player, in columns and rows, at which a tile is not covered by the screen's bars.
const IN_PICTURE: (u8, u8) = (9, 4);

/// Half the number of ticks between two of the turns before a picture. Twice this time is enough for the animations of
/// attacks.
const TICKS_A_TURN: u32 = 18;
/// The number of turns played before the moment of a picture, so that the log shows what led to that moment.
const TURNS_BEFORE: usize = 4;
/// The number of ticks between the last turn of a picture and the picture. By then, blows have landed, and the numbers
/// of their damage are still floating.
const TICKS_AFTER: u32 = 9;

/// A turn of the recording.
struct TurnSeen {
    command: Command,
    /// The number of the floor before the turn.
    floor: u8,
    /// A score for the visible events of the turn.
    liveliness: u32,
    /// A score for the monsters and spills in the picture after the turn.
    company: u32,
}

/// A recorded run, with all its turns.
pub(super) struct Recording {
    start: Game,
    turns: Vec<TurnSeen>,
}

impl Recording {
    /// Reads the recording and plays it.
    pub(super) fn read() -> Result<Recording, Failure> {
        let bytes = read(&root().join(RECORDING))?;
        let broken = |why: String| Failure(format!("{RECORDING} cannot be played: {why}"));
        let mut reader = ReplayReader::new(&bytes).map_err(|error| broken(format!("{error:?}")))?;
        let start = reader.game();
        let (mut game, mut events) = (start.clone(), Events::new());
        let mut turns = Vec::new();
        while let Some(command) =
            reader.next(&game).map_err(|error| broken(format!("{error:?}")))?
        {
            let floor = game.floor().number();
            game.step(command, &mut events).map_err(|why| broken(format!("{why:?}")))?;
            let liveliness = events.iter().map(|event| liveliness(*event)).sum();
            turns.push(TurnSeen { command, floor, liveliness, company: company(&game) });
        }
        Ok(Recording { start, turns })
    }

    /// Returns, for each of the floors, a picture of the moment with the largest product of company and liveliness (at
    /// most 6).
    pub(super) fn pictures(&self) -> BTreeMap<u8, RgbImage> {
        let best = |floor| {
            let turns = self.turns.iter().enumerate().skip(TURNS_BEFORE);
            let here = turns.filter(|(at, turn)| {
                turn.floor == floor && self.turns[at - TURNS_BEFORE].floor == floor
            });
            // The turns of the floor are reversed, so that `max_by_key` takes the first of equally good moments.
            here.rev().max_by_key(|(_, turn)| turn.company * turn.liveliness.min(6))
        };
        let moments = FLOORS.into_iter().filter_map(|floor| Some((floor, best(floor)?.0)));
        moments.map(|(floor, turn)| (floor, self.picture(turn))).collect()
    }

    fn picture(&self, turn: usize) -> RgbImage {
        let first = turn - TURNS_BEFORE;
        let mut app = self.app_before(first);
        for seen in &self.turns[first..turn] {
            play(&mut app, seen.command);
            wait(&mut app, 2 * TICKS_A_TURN);
        }
        play(&mut app, self.turns[turn].command);
        wait(&mut app, TICKS_AFTER);
        Camera::new(PICTURE).picture(&mut app)
    }

    /// Returns an app that shows the run before a turn.
    fn app_before(&self, turn: usize) -> App {
        let (mut game, mut events) = (self.start.clone(), Events::new());
        for seen in &self.turns[..turn] {
            game.step(seen.command, &mut events).expect("it was played before");
        }
        let mut setup = Setup::new(0);
        setup.settings.has_colour_cycling = false;
        let mut app = App::new(setup);
        app.watch(game);
        app
    }
}

/// Returns a score for what the player can see of an event.
fn liveliness(event: Event) -> u32 {
    match event {
        Event::Slain { .. } | Event::Thrown { .. } | Event::Overridden { .. } => 3,
        Event::Struck { .. } | Event::Spilled { .. } | Event::Spat { .. } => 2,
        Event::Burned { .. } | Event::Dodged { .. } | Event::Shielded { .. } => 1,
        // Squeaks do not count, because their large words cover the monsters that squeak.
        Event::Squeaked { .. } => 0,
        _ => 0,
    }
}

/// Returns a score for the visible monsters and spills in the picture: four points for a monster, and one for a spill.
/// Returns 0 if the run has ended.
fn company(game: &Game) -> u32 {
    if game.outcome() != Outcome::Playing {
        return 0;
    }
    let (here, visible, player) = (game.current_floor(), game.visible(), game.player().body.pos);
    let is_seen = |pos: musrex_core::geometry::Pos| {
        visible.contains(pos)
            && pos.x().abs_diff(player.x()) <= IN_PICTURE.0
            && pos.y().abs_diff(player.y()) <= IN_PICTURE.1
    };
    let monsters = here.monsters.iter().filter(|monster| is_seen(monster.body.pos)).count();
    let spills = here.spills.iter().filter(|spill| is_seen(spill.pos)).count();
    u32::try_from(4 * monsters + spills).expect("there are few of both")
}

fn play(app: &mut App, command: Command) {
    app.play_command(command).expect("it was played before");
}

fn wait(app: &mut App, ticks: u32) {
    for _ in 0..ticks {
        app.tick(Input::default());
    }
}

/// A camera that takes pictures of apps at one size.
struct Camera {
    size: (u16, u16),
    words: Vec<u32>,
}

impl Camera {
    fn new(size: (u16, u16)) -> Camera {
        Camera { size, words: vec![0; usize::from(size.0) * usize::from(size.1) / 4] }
    }

    fn picture(&mut self, app: &mut App) -> RgbImage {
        let (width, height) = self.size;
        let mut frame = Frame::new(width, height, &mut self.words).expect("the words are as many");
        app.refresh();
        app.draw(&mut frame);
        RgbImage::of_frame(&frame)
    }
}
