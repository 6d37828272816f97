//! Checks the harm of the next turn as predicted by the hit-point bar (H1).

use musrex_core::bots::{Bot, Strategy};
use musrex_core::content::{SpillKind, Status};
use musrex_core::geometry::Pos;
use musrex_core::quantity::Damage;
use musrex_core::rules::combat::damage;
use musrex_core::rules::{Actor, Event};
use musrex_core::world::{Outcome, Spill};
use musrex_core::{Command, Events, Game};
use musrex_testkit::Scenario;
use musrex_testkit::seeds::shifted;

/// Returns a scene on a floor where the monsters of these tests live, with a player who can survive one blow.
fn scene(text: &str) -> Scenario {
    Scenario::new(text).floor(10).level(60)
}

fn coming(scene: &Scenario) -> u16 {
    scene.game().coming_harm().0
}

/// Returns the damage of the first monster's strongest blow in a scene, or of its strongest marked attack if `is_mark`
/// is true.
fn strongest(scene: &Scenario, is_mark: bool) -> u16 {
    let game = scene.game();
    let spec = game.current_floor().monsters[0].kind.spec();
    let attack = match spec.mark().filter(|_| is_mark) {
        Some(mark) => spec.mark_attack_on(mark, game.floor()),
        None => spec.attack_on(game.floor()),
    };
    damage(*attack.end(), game.player_stats().defence).0
}

// H1: an awake monster adjacent to the player counts with its strongest blow. Sleepers, stunned monsters, allies and
// distant monsters do not count.
#[test]
fn blows_from_beside_are_counted() {
    let beside = scene("#.@t.#");
    assert!(coming(&beside) > 0);
    assert_eq!(coming(&beside), strongest(&beside, false));
    let two = scene("#t@t.#");
    assert_eq!(coming(&two), 2 * strongest(&two, false));
    assert_eq!(coming(&scene("#.@.t#")), 0, "away");
    assert_eq!(coming(&scene("#.@z.#")), 0, "asleep");
    assert_eq!(coming(&scene("#.@t.#").monster_status(Status::Stunned, 3)), 0, "stunned");
    let ally = scene("#.@t.#").changed(|floor| floor.monsters[0].is_ally = true);
    assert_eq!(coming(&ally), 0, "an ally");
}

// H1: a mark on the player's tile counts with its strongest attack if it strikes in the next turn.
#[test]
fn marks_are_counted() {
    let scene = scene("#....@..t#");
    let run = scene.play(&[Command::Wait]);
    assert_eq!(run.game.coming_harm().0, strongest(&scene, true));
}

// H1: statuses and the spill on the player's tile count with the hit points that they cost.
#[test]
fn what_runs_is_counted() {
    for status in [Status::Envenomed, Status::Poisoned] {
        let scene = scene("#.@..#").status(status, 5);
        let run = scene.play(&[Command::Wait]);
        let lost = scene.game().player().body.hp.0 - run.game.player().body.hp.0;
        assert!(lost > 0);
        assert_eq!(coming(&scene), lost, "{status:?}");
    }
    let acid = |floor: &mut musrex_core::world::FloorState| {
        let spill =
            Spill { pos: Pos::at(3, 1), kind: SpillKind::Acid, turns: 5, is_players: false };
        let _ = floor.spills.push(spill);
    };
    let scene = scene("#.@..#").changed(acid);
    let lost =
        scene.game().player().body.hp.0 - scene.play(&[Command::Wait]).game.player().body.hp.0;
    assert_eq!((coming(&scene), lost > 0), (lost, true));
}

// H1: in whole games, if the player waits, the predicted attackers never take more hit points than the bar predicted.
#[test]
fn no_turn_takes_more_than_was_told() {
    let mut blows = 0;
    for seed in (1..=6).map(shifted) {
        let mut game = Game::new(seed);
        let mut bot = Bot::new(Strategy::Careful);
        let (mut visible, mut events) = (game.visible(), Events::new());
        for _ in 0..3_000 {
            if game.outcome() != Outcome::Playing {
                break;
            }
            let told = game.coming_harm();
            if told != Damage::MISS {
                let mut other = game.clone();
                let counted: Vec<Pos> = other
                    .current_floor()
                    .monsters
                    .iter()
                    .filter(|monster| other.coming_blow(monster) != Damage::MISS)
                    .map(|monster| monster.body.pos)
                    .collect();
                let most = other
                    .current_floor()
                    .monsters
                    .iter()
                    .map(|monster| other.coming_blow(monster).0)
                    .sum::<u16>();
                if other.step(Command::Wait, &mut events).is_ok() {
                    let struck = events.iter().filter_map(|event| match event {
                        Event::Struck {
                            attacker: Actor::Monster(_),
                            target: Actor::Player,
                            from,
                            damage,
                            ..
                        } if counted.contains(from) => Some(damage.0),
                        _ => None,
                    });
                    let taken: u16 = struck.sum();
                    assert!(taken <= most && most <= told.0, "seed {seed}: {taken} of {most}");
                    blows += u32::from(taken > 0);
                }
            }
            let command = bot.next(&game, &visible);
            game.step_and_look(command, &mut events, &mut visible).expect("a bot knows the rules");
        }
    }
    assert!(blows > 100, "{blows} turns with blows");
}
