//! Checks sleep, noise and squeaks (S), and watchers (M2).

use Command::{Throw, Wait, Walk};
use Direction::{East, North, South, SouthWest, West};
use musrex_core::content::{Firmware, Graft, ItemKind, MonsterKind, Status};
use musrex_core::geometry::Pos;
use musrex_core::quantity::Hp;
use musrex_core::rules::{Actor, Event};
use musrex_core::world::{AiState, Monster, Squeak};
use musrex_core::{Command, Direction};
use musrex_testkit::app_driver::AppDriver;
use musrex_testkit::fairness::assert_fair;
use musrex_testkit::rulebook;
use musrex_testkit::seeds::shifted;
use musrex_testkit::{Run, Scenario};

/// Returns the monster at `index`.
fn monster(run: &Run, index: usize) -> &Monster {
    &run.game.current_floor().monsters[index]
}

fn is_awake(run: &Run, index: usize) -> bool {
    monster(run, index).ai_state.is_alert()
}

fn squeaks(run: &Run) -> usize {
    run.events().filter(|event| matches!(event, Event::Squeaked { .. })).count()
}

/// Over `turns` seeds, counts how often the monster at `index` is awake after `command`, and how often it is not.
fn waked(scene: &Scenario, command: Command, index: usize, turns: u64) -> [u64; 2] {
    let is_up = |&seed: &u64| is_awake(&scene.clone().seed(seed).play(&[command]), index);
    let count = (0..turns).map(shifted).filter(is_up).count() as u64;
    [count, turns - count]
}

/// Returns a corridor with the player at its left end and a sleeper `steps` steps away.
fn corridor(steps: usize) -> Scenario {
    Scenario::new(&format!("#@{}z#", ".".repeat(steps - 1)))
}

// S1: a sleeper does not react to sight, however long the player is in view; a watcher does.
#[test]
fn a_sleeper_ignores_sight() {
    let run = corridor(6).play(&[Wait; 100]);
    assert_eq!(monster(&run, 0).ai_state, AiState::Asleep);
    assert!(is_awake(&corridor(6).watched().play(&[Wait]), 0));
}

// S1: within 4 walking steps of the player, a sleeper wakes in 1 of 6 turns. Farther away, it never wakes.
#[test]
fn a_sleeper_wakes_one_turn_in_six_within_four_steps() {
    for steps in 1..=4 {
        let counts = waked(&corridor(steps), Wait, 0, 6_000);
        assert_fair(&format!("{steps} steps"), &counts, &[1, 5]);
    }
    for steps in [5, 6, 9] {
        assert_eq!(waked(&corridor(steps), Wait, 0, 300)[0], 0, "{steps} steps");
    }
}

// S1: the distance is counted in walking steps at the end of the turn. Steps may lead through closed doors, but not
// through walls or locked doors.
#[test]
fn steps_are_walked() {
    let behind_a_wall = Scenario::new("@#z\n.#.\n.#.\n.#.\n...");
    assert_eq!(waked(&behind_a_wall, Wait, 0, 300)[0], 0);
    let around = Scenario::new("@#z\n...");
    assert_fair("around a corner", &waked(&around, Wait, 0, 3_000), &[1, 5]);
    let door = Scenario::new("#@+.z#");
    assert_fair("behind a door", &waked(&door, Wait, 0, 3_000), &[1, 5]);
    let locked = Scenario::new("#@L.z#");
    assert_eq!(waked(&locked, Wait, 0, 300)[0], 0);
    // The distance is five steps before the turn and four after it.
    assert_fair("after a step", &waked(&corridor(5), Walk(East), 0, 3_000), &[1, 5]);
    let leaving = Scenario::new("#.@...z#");
    assert_eq!(waked(&leaving, Walk(West), 0, 300)[0], 0);
}

// S1: a sleeper that wakes goes to where it heard the player, and the log reports that it woke.
#[test]
fn who_wakes_hunts() {
    let woken = (0..100).map(|seed| corridor(3).seed(shifted(seed)).play(&[Wait]));
    let run = woken.into_iter().find(|run| is_awake(run, 0)).expect("1 in 6");
    let player = run.game.player().body.pos;
    assert_eq!(monster(&run, 0).ai_state, AiState::hunting(player));
    let woke = |event: &&Event| matches!(event, Event::Woke { at, .. } if *at == Pos::at(5, 1));
    assert_eq!(run.events().filter(woke).count(), 1);
}

// S1: venom wakes a sleeper if it takes hit points. A blow or a thrown item that hits a sleeper wakes it, even without
// damage.
#[test]
fn whoever_is_hurt_wakes() {
    let scene = Scenario::new("@#z").monster_hp(9).monster_status(Status::Envenomed, 5);
    assert!(is_awake(&scene.play(&[Wait]), 0), "venom");
    for kind in [ItemKind::Antidote, ItemKind::Cheese, ItemKind::PotionOfHealing] {
        let scene = Scenario::new("#@.....T#").carries(kind);
        let run = scene.play(&[Throw(0, Pos::at(8, 1))]);
        assert!(is_awake(&run, 0), "hit by {kind:?}");
        let run = scene.play(&[Throw(0, Pos::at(7, 1))]);
        assert!(!is_awake(&run, 0) || kind.is_flask(), "{kind:?} beside it");
    }
    // Even a miss wakes a sleeper. Against the defence of a Tough Mouse, most of these weak blows miss.
    for seed in (0..50).map(shifted) {
        assert!(is_awake(&Scenario::new("@T").seed(seed).play(&[Walk(East)]), 0));
    }
}

/// Asserts that a noise wakes a sleeper `radius` steps away with the odds `weights`, and never wakes a sleeper one step
/// farther away. `scene` gets the distance of the sleeper.
fn assert_heard(
    what: &str,
    radius: usize,
    weights: [u64; 2],
    scene: impl Fn(usize) -> Scenario,
    command: Command,
) {
    let counts = waked(&scene(radius), command, 0, 3_000);
    if weights[1] == 0 {
        assert_eq!(counts[1], 0, "{what}");
    } else {
        assert_fair(what, &counts, &weights);
    }
    assert_eq!(waked(&scene(radius + 1), command, 0, 300)[0], 0, "{what}, a step farther off");
}

/// Returns a row with a stunned Tough Mouse to the left of the player, and a sleeper `steps` steps to the right.
/// Monsters block sight, but not sound.
fn beside_a_fight(steps: usize) -> Scenario {
    let text = format!("#t@{}z#", ".".repeat(steps - 1));
    Scenario::new(&text).changed(|floor| {
        // The test counts the sleeper, so it must be the first in the list of monsters.
        floor.monsters.as_mut_slice().reverse();
        floor.monsters[1].body.statuses.set(Status::Stunned, 9);
    })
}

// S2: a blow of the player is heard 7 steps away and wakes 1 in 6 sleepers.
#[test]
fn a_blow_is_heard_seven_steps_far() {
    assert_heard("a blow", 7, [1, 5], beside_a_fight, Walk(West));
}

// S2: a breaking flask is heard 7 steps from where it breaks, and wakes 1 in 2 sleepers.
#[test]
fn a_flask_is_heard_seven_steps_far() {
    let scene = |steps| {
        let text = format!("#@......{}z#", ".".repeat(steps - 1));
        Scenario::new(&text).carries(ItemKind::PotionOfHealing)
    };
    assert_heard("a flask", 7, [1, 1], scene, Throw(0, Pos::at(8, 1)));
}

// S2: shutting a vent is heard 10 steps away and wakes 1 in 2 sleepers.
#[test]
fn a_vent_is_heard_ten_steps_far() {
    // The step from the vent to the player's tile also counts.
    let scene = |steps| Scenario::new(&format!("#v@{}z#", ".".repeat(steps - 2)));
    assert_heard("a vent", 10, [1, 1], scene, Walk(West));
}

// S2, W14: forcing a door is heard 20 steps away and wakes 1 in 2 sleepers. Using a key makes no noise.
#[test]
fn a_forced_door_is_heard_twenty_steps_far() {
    let scene =
        |steps| Scenario::new(&format!("#L@{}z#", ".".repeat(steps - 2))).wears(ItemKind::Crowbar);
    assert_heard("a forced door", 20, [1, 1], scene, Walk(West));
    let unlocked = scene(20).carries(ItemKind::Key);
    assert_eq!(waked(&unlocked, Walk(West), 0, 300)[0], 0, "a key turns quietly");
}

// S2, W16: a terminal is heard 20 steps away and wakes all sleepers.
#[test]
fn a_terminal_is_heard_twenty_steps_far() {
    let scene = |steps| Scenario::new(&format!("#?@{}z#", ".".repeat(steps - 2))).floor(5);
    assert_heard("a terminal", 20, [1, 0], scene, Walk(West));
}

// S2: noise spreads along walking steps, not through walls.
#[test]
fn noise_goes_around_walls() {
    let scene = Scenario::new("?@#z\n#.#.\n#...").floor(5);
    assert!(is_awake(&scene.play(&[Walk(West)]), 0));
    let cell = Scenario::new("?@#z\n#.#.\n#.##").floor(5);
    assert!(!is_awake(&cell.play(&[Walk(West)]), 0), "no way leads there");
}

// S2: a watcher hears nothing but squeaks.
#[test]
fn watchers_hear_no_blows() {
    let scene = beside_a_fight(7).changed(|floor| {
        // The watcher does not see the player: a mouse in between hides both the player and the stunned mouse.
        floor.monsters[0].ai_state = AiState::Watching;
        let mut screen = floor.monsters[1].clone();
        screen.body.pos = Pos::at(9, 1);
        floor.monsters.push(screen).expect("there is room");
    });
    assert_eq!(waked(&scene, Walk(West), 0, 300)[0], 0);
}

// S2: a sleeper woken by a noise goes to where the noise was.
#[test]
fn who_wakes_goes_to_where_the_noise_was() {
    // The noise of a flask is where the flask broke, not where the player is.
    let scene =
        Scenario::new("#@.....#\n######.#\n######.#\n######z#").carries(ItemKind::PotionOfHealing);
    let at = Pos::at(7, 1);
    let run = (0..40)
        .map(|seed| scene.clone().seed(shifted(seed)).play(&[Throw(0, at)]))
        .find(|run| is_awake(run, 0))
        .expect("1 in 2");
    assert_eq!(monster(&run, 0).ai_state, AiState::hunting(at));
}

// S2, M3: the noise of a fixture in a wall attracts a sleeper to a tile next to the fixture. It finds nobody there and
// goes on, instead of standing in front of the wall forever.
#[test]
fn who_finds_nobody_at_a_noise_goes_on() {
    let text = "
        ######?##########
        #.....@.........#
        #.#############.#
        #.#############.#
        #.#############.#
        ###############.#
        ###############.#
        ###############.#
        ###############z#";
    let mut run = Scenario::new(text).floor(5).level(60).play(&[Walk(North)]);
    assert!(is_awake(&run, 0));
    run = run.play(&[Walk(West); 4]).play(&[Walk(SouthWest), Walk(South), Walk(South)]);
    // The sleeper comes to the terminal, 16 steps away, out of sight of the player.
    run = run.play(&[Wait; 20]);
    let mut places = std::collections::BTreeSet::new();
    for _ in 0..60 {
        run = run.play(&[Wait]);
        places.insert(monster(&run, 0).body.pos);
    }
    let found = monster(&run, 0).body.pos.is_next_to(run.game.player().body.pos);
    assert!(found || places.len() > 3, "it stays around {places:?}");
}

/// Returns the damage of blows on the first monster, over many seeds.
fn damages(scene: &Scenario) -> std::collections::BTreeSet<u16> {
    (0..200)
        .flat_map(|seed| {
            let run = scene.clone().seed(shifted(seed)).play(&[Walk(East)]);
            let of = |event: &Event| match event {
                Event::Struck { attacker: Actor::Player, damage, .. } => Some(damage.0),
                _ => None,
            };
            run.events().filter_map(of).collect::<Vec<_>>()
        })
        .collect()
}

fn eating(turns: u8) -> impl Fn(&mut musrex_core::world::FloorState) {
    move |floor| floor.monsters[0].ai_state = AiState::Eating { turns }
}

// S3: a blow against a sleeper, an eater or a stunned monster does double damage; against others it does not.
#[test]
fn a_blow_on_the_helpless_does_double_damage() {
    // The player's attack is 10 to 17, and the monster's defence is 1.
    let scene = |text| Scenario::new(text).level(10).monster_hp(200);
    let plain = damages(&scene("@m"));
    assert_eq!(plain.first().zip(plain.last()), Some((&9, &16)));
    let double: std::collections::BTreeSet<u16> = plain.iter().map(|damage| 2 * damage).collect();
    assert_eq!(damages(&scene("@z")), double, "asleep");
    assert_eq!(damages(&scene("@m").monster_status(Status::Stunned, 5)), double, "stunned");
    assert_eq!(damages(&scene("@m").changed(eating(4))), double, "eating");
    assert_eq!(
        damages(&scene("@m").watched().changed(|floor| {
            floor.monsters[0].ai_state = AiState::Watching;
        })),
        plain,
        "a watcher is no sleeper"
    );
    // A sleeper that is also stunned does not take four times the damage.
    let both = scene("@z").monster_status(Status::Stunned, 5);
    assert_eq!(damages(&both), double, "asleep and stunned");
}

// S3, D16: a blow, even a miss, ends the sleep, the meal or the stun of its target. A stunned target becomes steady.
#[test]
fn a_blow_ends_what_made_helpless() {
    let scene = |text: &str| Scenario::new(text).level(3).monster_hp(400);
    for (what, scene) in [
        ("asleep", scene("@T")),
        ("eating", scene("@t").changed(eating(5))),
        ("stunned", scene("@t").monster_status(Status::Stunned, 9)),
    ] {
        let mut is_missed = false;
        for seed in (0..30).map(shifted) {
            let run = scene.clone().seed(seed).play(&[Walk(East)]);
            is_missed |= monster(&run, 0).body.hp == Hp(400);
            let struck = monster(&run, 0);
            assert!(matches!(struck.ai_state, AiState::Hunting { .. }), "{what}");
            let statuses = &struck.body.statuses;
            assert!(!statuses.has(Status::Stunned), "{what}");
            assert_eq!(statuses.has(Status::Steady), what == "stunned");
        }
        assert!(is_missed, "a miss does it, too");
    }
}

// S4: a watcher that notices the player loses that turn, squeaks as its next action, and then hunts.
#[test]
fn a_watcher_notices_squeaks_and_comes() {
    let scene = Scenario::new("#@.....z#").watched();
    let run = scene.play(&[Wait]);
    run.shows("#@.....m#");
    assert_eq!((squeaks(&run), monster(&run, 0).squeak), (0, Squeak::Due));
    let run = run.play(&[Wait]);
    run.shows("#@.....m#");
    assert_eq!((squeaks(&run), monster(&run, 0).squeak), (1, Squeak::Used));
    run.play(&[Wait]).shows("#@....m.#");
}

// S4: a sleeper woken by a blow also loses that turn, and then squeaks.
#[test]
fn a_struck_sleeper_loses_its_turn_and_squeaks() {
    let scene = Scenario::new("#@T#").level(3).monster_hp(400);
    let run = scene.play(&[Walk(East)]);
    assert_eq!((squeaks(&run), monster(&run, 0).squeak), (0, Squeak::Due));
    let run = run.play(&[Wait]);
    assert_eq!(squeaks(&run), 1);
    let strikes =
        |event: &&Event| matches!(event, Event::Struck { attacker: Actor::Monster(_), .. });
    assert_eq!(run.events().filter(strikes).count(), 0);
    assert_eq!(run.play(&[Wait]).events().filter(strikes).count(), 1);
}

// S4: snakes and the King never squeak, but they also lose the turn in which they notice the player.
#[test]
fn only_mice_squeak() {
    for (text, after) in [("#@..S#", "#@..s#"), ("#@..K..#", "#@..k..#")] {
        let run = Scenario::new(text).watched().play(&[Wait]);
        run.shows(after);
        assert_eq!(squeaks(&run.play(&[Wait; 4])), 0, "{text}");
    }
}

// S4: a mouse squeaks only once in its life. A watcher that has squeaked before notices the player without a squeak.
#[test]
fn a_mouse_squeaks_once_in_its_life() {
    let scene = Scenario::new("#@.....z#").watched();
    let scene = scene.changed(|floor| floor.monsters[0].squeak = Squeak::Used);
    let run = scene.play(&[Wait; 3]);
    assert!(is_awake(&run, 0));
    assert_eq!(squeaks(&run), 0);
}

// S4: a mouse that is killed or stunned before its squeak does not squeak.
#[test]
fn the_dead_and_the_stunned_do_not_squeak() {
    let run = Scenario::new("#@z#").level(30).monster_hp(1).play(&[Walk(East), Wait, Wait]);
    assert_eq!(squeaks(&run), 0, "killed");
    let scene = Scenario::new("#@.....z#").watched().play(&[Wait]);
    let mut floor = scene.game.current_floor().clone();
    floor.monsters[0].body.statuses.set(Status::Stunned, 2);
    let drawn = Scenario::new("#@.....z#").changed(|state| *state = floor);
    let run = drawn.play(&[Wait; 6]);
    assert_eq!((squeaks(&run), monster(&run, 0).squeak), (0, Squeak::Used), "stunned");
}

// S4, S2: a squeak wakes all sleepers within its radius and alerts watchers there. Monsters farther away hear nothing.
#[test]
fn a_squeak_wakes_and_alerts_who_is_near() {
    // No monster sees or hears the player, who is surrounded by walls.
    let radius = rulebook::number("S2", "a squeak ") as usize;
    for (steps, hears) in [(1, true), (radius, true), (radius + 1, false)] {
        for state in [AiState::Asleep, AiState::Watching] {
            let text = format!("@#m{}z", ".".repeat(steps - 1));
            let scene = Scenario::new(&text).changed(|floor| {
                floor.monsters[0].squeak = Squeak::Due;
                floor.monsters[1].ai_state = state.clone();
            });
            let run = scene.play(&[Wait]);
            assert_eq!(squeaks(&run), 1);
            assert_eq!(is_awake(&run, 1), hears, "{steps} steps, {state:?}");
            if hears {
                assert_eq!(monster(&run, 1).ai_state, AiState::hunting(Pos::at(3, 1)));
                // The mouse that was woken then squeaks itself.
                assert_eq!(squeaks(&run.play(&[Wait])), 2);
            }
        }
    }
}

// B16, S1: with Quiet blade, a sleeper near the player wakes in 1 of 12 turns, which is half of the usual chance.
#[test]
fn a_quiet_blade_steps_softly() {
    let quiet = corridor(4).graft(Graft::QuietBlade);
    assert_fair("steps", &waked(&quiet, Wait, 0, 12_000), &[1, 11]);
}

// I11: DASH halves the radius of the player's noise, rounded down. S1: it also halves the chance that a sleeper near
// the player wakes.
#[test]
fn soft_paws_are_heard_half_as_well() {
    let quiet = |scene: Scenario| scene.firmware(Firmware::Dash);
    assert_fair("steps", &waked(&quiet(corridor(4)), Wait, 0, 12_000), &[1, 11]);
    // Within 4 steps of a sleeper, the player's own steps may wake it, so the effect of a blow can be measured only
    // farther away. But half of the blow's radius of 7 does not reach that far.
    let counts = waked(&quiet(beside_a_fight(5)), Walk(West), 0, 300);
    assert_eq!(counts[0], 0, "a blow is heard 3 steps far");
    let vent = |steps: usize| quiet(Scenario::new(&format!("#v@{}z#", ".".repeat(steps - 2))));
    // Five steps from the vent are four steps from the player. The noise wakes with a chance of 1/2, and the player's
    // steps wake 1/12 of the rest.
    assert_fair("a vent", &waked(&vent(5), Walk(West), 0, 6_000), &[13, 11]);
    assert_eq!(waked(&vent(6), Walk(West), 0, 300)[0], 0);
    let terminal =
        |steps: usize| quiet(Scenario::new(&format!("#?@{}z#", ".".repeat(steps - 2))).floor(5));
    assert_eq!(waked(&terminal(10), Walk(West), 0, 100)[1], 0);
    assert_eq!(waked(&terminal(11), Walk(West), 0, 100)[0], 0);
    // The squeaks of mice are as loud as without DASH.
    let text = "@.......z\n########.\n########.\n########z";
    let scene = Scenario::new(text).changed(|floor| floor.monsters[0].ai_state = AiState::Watching);
    let run = quiet(scene).play(&[Wait; 2]);
    assert!(is_awake(&run, 1));
}

// M2: a watcher adjacent to the player notices the player in its turn and loses that turn. It strikes two turns later.
#[test]
fn a_watcher_beside_the_player_strikes_two_turns_later() {
    let run = Scenario::new("#@z#").watched().monster_hp(99).play(&[Wait; 2]);
    let strikes = |event: &&Event| matches!(event, Event::Struck { .. });
    assert_eq!(run.events().filter(strikes).count(), 0);
    assert_eq!(run.play(&[Wait]).events().filter(strikes).count(), 1);
}

// S: the same seed and commands give the same fingerprint.
#[test]
fn sleep_is_rolled_by_the_games_dice() {
    let play = |seed| {
        let scene = Scenario::new("#@..z.z..n#").level(20).seed(shifted(seed));
        scene.play(&[Wait, Walk(East), Wait, Walk(East), Wait, Wait]).game.fingerprint()
    };
    assert_eq!(play(3), play(3));
    let different: std::collections::BTreeSet<_> = (0..20).map(play).collect();
    assert!(different.len() > 10);
}

// S1: the hit points of a sleeper do not change while it sleeps.
#[test]
fn sleepers_do_not_mend() {
    let scene = corridor(9).changed(|floor| floor.monsters[0].body.hp = Hp(1));
    assert_eq!(monster(&scene.play(&[Wait; 50]), 0).body.hp, Hp(1));
}

// S2: if a monster wakes and squeaks behind a wall, the log reports the squeak, but does not name the monster, because
// nobody has seen it.
#[test]
fn what_wakes_out_of_sight_is_not_named() {
    let said = |text: &str| -> String {
        (0..20)
            .map(|seed| {
                let mut driver = AppDriver::in_lobby(shifted(seed));
                driver.app.watch(Scenario::new(text).floor(5).level(9).seed(shifted(seed)).game());
                (0..12).for_each(|_| driver.play(Wait));
                let said = driver.app.messages().iter();
                said.map(|entry| format!("{}\n", entry.message.text)).collect::<String>()
            })
            .collect()
    };
    let hidden = said("#@...#\n###..#\n#z...#");
    let heard = ["An unseen enemy wakes.", "An unseen enemy squeaks for help!"];
    assert!(heard.iter().all(|words| hidden.contains(words)), "{hidden}");
    // A squeak wakes the two others in the same turn.
    let crowd = said("#@...#\n###..#\n#zzz.#");
    assert!(crowd.contains("2 unseen enemies wake."), "{crowd}");
    let seen = said("#@..z#");
    assert!(seen.contains("A Micro Mouse wakes.") && !seen.contains("unseen"), "{seen}");
}

// S4, S1: a sleeper that is hit and wakes does nothing more in that turn, whatever its index in the list of monsters,
// and even if a monster before it dies of the same blow.
#[test]
fn waking_uses_up_the_turn_of_any_sleeper() {
    let thrown = Scenario::new("#N.@..z#").carries(ItemKind::Key);
    let run = thrown.play(&[Throw(0, Pos::at(7, 1))]);
    let hit = &run.game.current_floor().monsters[1];
    assert_eq!((hit.squeak, hit.body.pos), (Squeak::Due, Pos::at(7, 1)));
    let mopped =
        Scenario::new("#.z#\n#@T#\n#..#").level(20).wears(ItemKind::Mop).changed(|floor| {
            floor.monsters[0].body.hp = Hp(1);
            (floor.monsters[1].body.hp, floor.monsters[1].hp_born) = (Hp(60), Hp(60));
        });
    let mut all_died = 0;
    for seed in (0..40).map(shifted) {
        let run = mopped.clone().seed(seed).play(&[Walk(East)]);
        let monsters = &run.game.current_floor().monsters;
        if let [left] = &monsters[..]
            && left.kind == MonsterKind::ToughMouse
        {
            all_died += 1;
            assert_eq!(left.squeak, Squeak::Due);
        }
    }
    assert!(all_died > 0);
}
