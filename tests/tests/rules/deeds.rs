//! Checks deeds (I14). A deed is what the firmware of the worn chip does in exchange for a charge.

use Command::{Deed, Wait, Walk};
use Direction::{East, North};
use musrex_core::app::ScreenName;
use musrex_core::content::{Firmware, ItemKind, SpillKind, Status};
use musrex_core::geometry::Pos;
use musrex_core::input::{Button, Buttons};
use musrex_core::raster::Colour;
use musrex_core::rules::{Event, Refusal};
use musrex_core::world::{AiState, Aim, GroundItem, Item, Terrain};
use musrex_core::{Command, Direction};
use musrex_testkit::watched::{assert_says, turn, watch};
use musrex_testkit::{Run, Scenario};

/// The number of charges at the beginning of a run, which is also the maximum (I14).
const CHARGES_MAX: u8 = 3;
/// The number of turns for which a mouse eats a decoy (I14).
const DECOY_MEAL_TURNS: u8 = 5;

fn with(firmware: Firmware, room: &str) -> Scenario {
    Scenario::new(room).level(30).monster_hp(400).firmware(firmware)
}

fn charges(run: &Run) -> u8 {
    run.game.player().build.charges
}

fn is_stunned(run: &Run, index: usize) -> bool {
    run.game.current_floor().monsters[index].body.statuses.has(Status::Stunned)
}

fn monster(run: &Run, index: usize) -> Pos {
    run.game.current_floor().monsters[index].body.pos
}

// I14: a run begins with three charges, and a deed costs one. A deed is refused without charges, if the worn chip has
// no deed, or if no chip is worn.
#[test]
fn a_deed_takes_a_charge() {
    let scene = with(Firmware::Dash, "@.............");
    let mut run = scene.play(&[]);
    for left in (0..CHARGES_MAX).rev() {
        let at = run.game.player().body.pos;
        run = run.play(&[Deed(Pos::at(at.x() + 3, at.y()))]);
        assert_eq!(charges(&run), left);
    }
    let at = run.game.player().body.pos;
    let next = Deed(Pos::at(at.x() + 3, at.y()));
    assert_eq!(run.game.accepts(next), Err(Refusal::NoCharge));
    for firmware in [Firmware::Leech, Firmware::Coolant] {
        with(firmware, "@.m").refuses(Deed(Pos::at(3, 1)), Refusal::NoDeed);
    }
    Scenario::new("@.m").refuses(Deed(Pos::at(3, 1)), Refusal::NoDeed);
}

// I14: SHOVE pushes a creature adjacent to the player two tiles away. If an obstacle is in the way, the pushed creature
// is stunned for 2 turns. If the obstacle is a creature, it is also stunned.
#[test]
fn shove_pushes_two_tiles() {
    let run = with(Firmware::Shove, "@t....").play(&[Deed(Pos::at(2, 1))]);
    let flung = Pos::at(4, 1);
    assert!(run.events().any(|it| matches!(it, Event::Flung { to, .. } if *to == flung)));
    assert!(!is_stunned(&run, 0));
    let run = with(Firmware::Shove, "@m.#").play(&[Deed(Pos::at(2, 1))]);
    assert!(monster(&run, 0) == Pos::at(3, 1) && is_stunned(&run, 0));
    let run = run.play(&[Wait]);
    assert_eq!(monster(&run, 0), Pos::at(3, 1), "two turns are lost");
    let run = with(Firmware::Shove, "@mm...").play(&[Deed(Pos::at(2, 1))]);
    assert_eq!([0, 1].map(|index| is_stunned(&run, index)), [true; 2]);
    with(Firmware::Shove, "@.t").refuses(Deed(Pos::at(3, 1)), Refusal::BeyondDeed(1));
    with(Firmware::Shove, "@.t").refuses(Deed(Pos::at(2, 1)), Refusal::NobodyThere);
}

// I14, M8: a monster that is moved by a deed loses its mark, unless it marks the tiles around itself.
#[test]
fn who_is_moved_forgets_its_mark() {
    let shoved = |kind: char, aim: Aim| {
        let room = format!("@{kind}......");
        let scene = with(Firmware::Shove, &room).changed(move |floor| floor.monsters[0].aim = aim);
        scene.play(&[Deed(Pos::at(2, 1))])
    };
    let run = shoved('t', Aim::At(Pos::at(1, 1)));
    assert!(!run.events().any(|event| matches!(event, Event::Charged { .. })));
    let run = shoved('f', Aim::Soon(Pos::at(1, 1)));
    assert!(run.game.current_floor().monsters[0].aim.tile().is_some());
}

// I14: DASH moves the player in a straight line, up to three tiles and as far as the way is free, and takes the item at
// the end.
#[test]
fn dash_runs_three_tiles() {
    let scene = with(Firmware::Dash, "@.....").changed(|floor| {
        let item = Item::new(ItemKind::Cheese);
        floor.items.push(GroundItem { pos: Pos::at(4, 1), item }).expect("room");
    });
    let run = scene.play(&[Deed(Pos::at(4, 1))]);
    assert_eq!(run.game.player().body.pos, Pos::at(4, 1));
    assert_eq!(run.game.player().pack.len(), 1);
    let run = with(Firmware::Dash, "@..z..").play(&[Deed(Pos::at(4, 1))]);
    assert_eq!(run.game.player().body.pos, Pos::at(3, 1), "nobody is run over");
    with(Firmware::Dash, "@z....").refuses(Deed(Pos::at(3, 1)), Refusal::OutOfReach);
    with(Firmware::Dash, "@.\n..\n..").refuses(Deed(Pos::at(2, 3)), Refusal::NotStraight);
    with(Firmware::Dash, "@.....").refuses(Deed(Pos::at(5, 1)), Refusal::BeyondDeed(3));
    // A dash never takes stairs.
    let run = with(Firmware::Dash, "@.>...").play(&[Deed(Pos::at(3, 1))]);
    assert_eq!(run.game.player().body.pos, Pos::at(2, 1));
}

// I14: HOOK pulls a monster from up to five tiles away to a tile adjacent to the player. The monster loses its turn,
// and is still stunned when the player strikes next.
#[test]
fn hook_pulls_beside_the_player() {
    let run = with(Firmware::Hook, "@....m").play(&[Deed(Pos::at(6, 1))]);
    assert_eq!(monster(&run, 0), Pos::at(2, 1));
    assert!(!run.events().any(|event| matches!(event, Event::Struck { .. })));
    assert!(run.game.current_floor().monsters[0].body.statuses.has(Status::Stunned));
    with(Firmware::Hook, "@.....m").refuses(Deed(Pos::at(7, 1)), Refusal::BeyondDeed(5));
    with(Firmware::Hook, "@m").refuses(Deed(Pos::at(2, 1)), Refusal::NothingToPull);
}

// I14, I9: DECOY lays a decoy that lures like cheese. The first mouse that reaches the decoy eats it for a short time.
// The player cannot pick up the decoy, and it is gone after 6 turns.
#[test]
fn a_decoy_lures_for_a_while() {
    let scene = with(Firmware::Decoy, "@.......m\n#........#").changed(|floor| {
        floor.monsters[0].ai_state = AiState::hunting(Pos::at(1, 1));
    });
    let run = scene.play(&[Deed(Pos::at(3, 2)), Wait, Wait, Wait, Wait, Wait]);
    assert!(run.events().any(|event| matches!(event, Event::Eats { .. })));
    assert!(matches!(
        run.game.current_floor().monsters[0].ai_state,
        AiState::Eating { turns } if turns <= DECOY_MEAL_TURNS + 1
    ));
    let run = with(Firmware::Decoy, "@...").play(&[Deed(Pos::at(2, 1)), Walk(East)]);
    assert!(run.game.player().pack.is_empty());
    let spills = &run.game.current_floor().spills;
    assert_eq!((spills[0].kind, spills[0].turns), (SpillKind::Decoy, 4));
    let run = run.play(&[Wait; 4]);
    assert!(run.game.current_floor().spills.is_empty());
}

// I14: SWAP swaps places with a creature in sight within five tiles, even with a sleeper.
#[test]
fn swap_changes_places() {
    let run = with(Firmware::Swap, "@....z").play(&[Deed(Pos::at(6, 1))]);
    assert_eq!((run.game.player().body.pos, monster(&run, 0)), (Pos::at(6, 1), Pos::at(1, 1)));
    with(Firmware::Swap, "@.....z").refuses(Deed(Pos::at(7, 1)), Refusal::BeyondDeed(5));
    with(Firmware::Swap, "@#z").refuses(Deed(Pos::at(3, 1)), Refusal::OutOfReach);
    // A live cable shocks a monster that a swap moves onto it.
    let scene = with(Firmware::Swap, "@...t").changed(|floor| {
        floor.map.set(Pos::at(1, 1), Terrain::CableLive);
    });
    let run = scene.play(&[Deed(Pos::at(5, 1))]);
    assert!(run.events().any(|event| matches!(event, Event::Burned { .. })));
}

// I14: if the player steps off a marked tile in the turn in which the tile is struck, the player gains a charge, up to
// three. A player who stays on the tile gains none.
#[test]
fn who_leaves_a_mark_gains_a_charge() {
    let scene = with(Firmware::Dash, "......\n@....c\n......").changed(|floor| {
        floor.monsters[0].aim = Aim::At(Pos::at(1, 2));
    });
    let spent = |scene: &Scenario, charges: u8, command: Command| {
        let mut game = scene.clone().charges(charges).game();
        let mut events = musrex_core::rules::Events::new();
        game.step(command, &mut events).expect("accepted");
        let is_told = events.iter().any(|event| matches!(event, Event::ChargeGained));
        (game.player().build.charges, is_told)
    };
    assert_eq!(spent(&scene, 1, Walk(North)), (2, true));
    assert_eq!(spent(&scene, 1, Wait), (1, false));
    assert_eq!(spent(&scene, CHARGES_MAX, Walk(North)), (CHARGES_MAX, false));
}

// H15, I14: a tap of B opens the aiming screen of the deed at its best target, and the confirm button does the deed.
// Leaving costs nothing.
#[test]
fn a_tap_of_b_aims_and_a_confirms() {
    let scene = with(Firmware::Shove, "#.t.#\n#.@.#\n#...#");
    let mut driver = watch(&scene);
    driver.tap(Button::B);
    assert_eq!((driver.app.screen(), driver.app.target()), (ScreenName::Deed, Some(Pos::at(3, 1))));
    for leaving in [Button::B, Button::Start] {
        driver.tap(leaving);
        assert_eq!((driver.app.screen(), turn(&driver)), (ScreenName::Play, 0));
        driver.tap(Button::B);
    }
    driver.taps(&[Button::Down, Button::Down]);
    assert_says(&driver, "Nobody to aim at there.", Colour::WARNING);
    driver.tap(Button::A);
    assert_eq!((driver.app.screen(), turn(&driver)), (ScreenName::Deed, 0));
    driver.taps(&[Button::B, Button::B, Button::A]);
    assert_eq!((driver.app.screen(), turn(&driver)), (ScreenName::Play, 1));
    assert_eq!(driver.app.game().player().build.charges, 2);
    // A separate key, here B and Select together, also opens the aiming screen. A second press of the key does the
    // deed.
    let key = Buttons::NONE.with(Button::B).with(Button::Select);
    let mut driver = watch(&scene);
    driver.hold(key, 2);
    driver.wait(2);
    assert_eq!(driver.app.screen(), ScreenName::Deed);
    driver.hold(key, 2);
    driver.wait(2);
    assert_eq!((driver.app.screen(), turn(&driver)), (ScreenName::Play, 1));
}

// H15: without a deed, a tap of B opens the pack. With a deed, the pack is opened from the menu or with the pack's own
// key, here B and Start together.
#[test]
fn the_pack_stays_in_reach() {
    let mut driver = watch(&Scenario::new("#@.#").carries(ItemKind::Cheese));
    driver.tap(Button::B);
    assert_eq!(driver.app.screen(), ScreenName::Pack);
    let mut driver = watch(&with(Firmware::Hook, "#@.#"));
    driver.taps(&[Button::Start, Button::A]);
    assert_eq!(driver.app.screen(), ScreenName::Pack);
    let mut driver = watch(&with(Firmware::Hook, "#@.#"));
    driver.hold(Buttons::NONE.with(Button::B).with(Button::Start), 2);
    driver.wait(2);
    assert_eq!(driver.app.screen(), ScreenName::Pack);
}
