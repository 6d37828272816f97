//! Checks that automatic journeys come to an end and state the reason.

use musrex_core::geometry::{Direction, Pos};
use musrex_core::quantity::{Floor, Hp};
use musrex_core::rules::travel::{AutoTravel, Interrupt, Past};
use musrex_core::world::Player;
use musrex_core::{Command, Events, Game};
use musrex_testkit::map_text;
use musrex_testkit::seeds::shifted;

/// The number of steps within which a journey over these floors must end.
const PATIENCE: usize = 100;

/// Returns a game on the floor that `text` draws. If `is_known` is true, the whole floor is explored.
fn game(text: &str, is_known: bool) -> Game {
    let mut drawing = map_text::read(text);
    for pos in drawing.floor.map.passable().clone().iter().filter(|_| is_known) {
        drawing.floor.map.explored_mut().insert(pos);
    }
    let floor = Floor::new(5).expect("a floor of the tower");
    Game::from_parts(shifted(1), floor, Player::new(drawing.player, Hp(25)), drawing.floor)
}

/// Continues the journey until it ends. Returns the game and the reason.
fn travel(mut game: Game, mut auto_travel: AutoTravel) -> (Game, Interrupt) {
    let mut events = Events::new();
    for _ in 0..PATIENCE {
        match auto_travel.next(&game, &game.visible()) {
            Ok(command) => assert!(game.step(command, &mut events).is_ok(), "{command:?}"),
            Err(stop) => return (game, stop),
        }
    }
    panic!("{auto_travel:?} does not end: the player is at {:?}", game.player().body.pos);
}

// The sleepers in these tests are Rabid Mice, drawn as `R`. The player stays more than 4 steps away from them, so that
// nothing wakes them (S1).

#[test]
fn exploring_ends_at_the_stairs_where_a_sleeper_bars_the_way_to_all_that_is_unexplored() {
    let text = "
        #################
        #<.....@.########
        ########.########
        ########......###
        ########......R.#
        ########......###
        #################";
    let (game, stop) = travel(game(text, false), AutoTravel::Explore(Past::Nothing));
    let sleeper = &game.current_floor().monsters[0];
    assert!(
        !sleeper.ai_state.is_alert()
            && game.current_floor().map.explored().contains(sleeper.body.pos)
    );
    assert_eq!(stop, Interrupt::AtStairs);
    assert!(game.player().body.pos.is_next_to(Pos::at(2, 2)));
}

#[test]
fn a_walk_goes_the_long_way_around_a_sleeper_it_has_seen() {
    let text = "
        ####################
        #@..........R......#
        #.################.#
        #.################.#
        #.################.#
        #..................#
        ####################";
    let goal = Pos::at(19, 2);
    let (game, stop) = travel(game(text, true), AutoTravel::Walk(goal));
    assert!(!game.current_floor().monsters[0].ai_state.is_alert());
    assert_eq!((stop, game.player().body.pos), (Interrupt::Arrived, goal));
}

// H3: the player cannot know the position of an awake monster out of sight.
#[test]
fn a_walk_takes_the_short_way_though_a_hunter_stands_there_out_of_sight() {
    let text = "
        @........
        .#######.
        ...m.....";
    let game = game(text, true);
    let mut walk = AutoTravel::Walk(Pos::at(6, 3));
    assert!(!game.visible().contains(game.current_floor().monsters[0].body.pos));
    assert_eq!(walk.next(&game, &game.visible()), Ok(Command::Walk(Direction::South)));
}
