//! Checks the counts of harm and presses in small scenes.

use Command::{Use, Wait, Walk};
use Direction::{East, West};
use musrex_core::content::{ItemKind, Status};
use musrex_core::{Command, Direction, Events, Outcome};
use musrex_devtools::announced::Harm;
use musrex_devtools::meter::actions::awake_enemies;
use musrex_devtools::presses::Presses;
use musrex_testkit::Scenario;
use musrex_testkit::seeds::shifted;

/// Plays `commands` and counts presses and harm.
fn counted(scene: &Scenario, commands: &[Command]) -> (Presses, u16, Outcome) {
    let (mut game, mut events) = (scene.game(), Events::new());
    let mut visible = game.visible();
    let mut presses = Presses::new(&game, &visible);
    let hp = game.player().body.hp.0;
    for &command in commands {
        if game.outcome() != Outcome::Playing {
            break;
        }
        let is_fight = !awake_enemies(&game, &visible).is_empty();
        presses.give(&game, &visible, command, is_fight);
        game.step_and_look(command, &mut events, &mut visible).expect("it is accepted");
        presses.end_turn(&game, &visible, &events);
    }
    presses.end();
    (presses, hp.saturating_sub(game.player().body.hp.0), game.outcome())
}

fn harm(scene: &Scenario, turns: usize) -> (Harm, u16, Outcome) {
    let (presses, lost, outcome) = counted(scene, &vec![Wait; turns]);
    (presses.harm, lost, outcome)
}

// The mark of a spit announces the harm of the spit, and the resulting spill announces the harm of the spill. So no
// harm is unannounced.
#[test]
fn a_mark_announces_the_harm_of_a_spit() {
    let mut marks = 0;
    for seed in 1..=8 {
        let scene = Scenario::new("#@...c#").floor(5).level(40).seed(shifted(seed));
        let (harm, lost, _) = harm(&scene, 2);
        let [mark, _, _, not] = harm.hp;
        assert!(u32::from(lost) >= mark && not == 0, "{mark} {not} of {lost}");
        marks += mark;
    }
    assert!(marks > 0);
}

// The hit-point bar predicts the attack of an enemy that is already adjacent, but not of an enemy that the player
// approaches.
#[test]
fn the_bar_announces_a_blow_from_beside() {
    let scene = Scenario::new("#@m#").level(3).seed(shifted(1));
    let (harm, lost, _) = harm(&scene, 8);
    assert!(lost > 0);
    assert_eq!((harm.hp, harm.deaths), ([0, 0, u32::from(lost), 0], [0; 4]));
    let struck = (1..=40).filter(|&seed| {
        let scene = Scenario::new("#@.m#").level(3).seed(shifted(seed));
        let (presses, lost, _) = counted(&scene, &[Walk(East)]);
        assert_eq!(presses.harm.hp, [0, 0, 0, u32::from(lost)]);
        lost > 0
    });
    assert!(struck.count() > 0);
}

// A deadly blow counts as announced if the hit-point bar showed that the turn could kill.
#[test]
fn a_death_is_announced_by_what_it_may_take() {
    let deaths = |hp| {
        let mut deaths = [0; 4];
        for seed in 1..=40 {
            let scene = Scenario::new("#@m#").hp(hp).seed(shifted(seed));
            let (harm, _, _) = harm(&scene, 1);
            (0..4).for_each(|at| deaths[at] += harm.deaths[at]);
        }
        deaths
    };
    let [.., bar, not] = deaths(1);
    assert!(bar > 0 && not == 0, "{bar} {not}");
    assert_eq!(deaths(40), [0; 4]);
}

// An active status is drawn, so its harm is announced, and so is a death from it.
#[test]
fn a_status_that_runs_is_announced() {
    let scene = Scenario::new("#@.#").hp(1).status(Status::Envenomed, 9);
    let (harm, _, outcome) = harm(&scene, 9);
    assert_eq!((outcome, harm.deaths), (Outcome::Dead, [0, 1, 0, 0]));
    assert!(harm.hp[1] > 0 && harm.hp[0] + harm.hp[2] + harm.hp[3] == 0, "{:?}", harm.hp);
}

// A row of presses ends when the player uses an item or steps away. It does not end with a wait or a step nearer.
#[test]
fn a_row_without_a_decision_ends_at_a_decision() {
    let scene = || {
        Scenario::new("#...@...r#").level(40).monster_hp(400).carries(ItemKind::HealthPack).hp(20)
    };
    let row = |commands: &[Command]| counted(&scene(), commands).0.longest_undecided;
    assert_eq!(row(&[Wait, Walk(East), Wait]), 3);
    assert_eq!(row(&[Wait, Use(0), Wait, Wait]), 2);
    assert_eq!(row(&[Wait, Walk(West), Wait]), 1);
}
