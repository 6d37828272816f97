//! Checks the throne floor, its King and his guard (K).

use Command::{Throw, Wait, Walk};
use Direction::East;
use musrex_core::content::{ItemKind, MonsterKind, SpillKind, Status};
use musrex_core::geometry::Pos;
use musrex_core::limits::{MONSTERS_ALIVE_MAX, VENTED_MAX};
use musrex_core::quantity::Hp;
use musrex_core::rules::Event;
use musrex_core::world::{
    AiState, Aim, FloorState, GroundItem, Item, KingsEnd, Monster, Outcome, Spill, Squeak,
    VentedMonster,
};
use musrex_core::{Command, Direction};
use musrex_testkit::seeds::shifted;
use musrex_testkit::{Run, Scenario};

/// A drawing of a hall with the King at its far end. The tests stun the King, so that he stays there.
const HALL: &str = "
    ########v###########
    #@................k#
    ####################";

fn throne(text: &str) -> Scenario {
    Scenario::new(text).floor(13).level(99)
}

fn king_of(floor: &mut FloorState) -> &mut Monster {
    let king = floor.monsters.iter_mut().find(|one| one.kind == MonsterKind::MouseKing);
    king.expect("he is drawn")
}

fn stunned(floor: &mut FloorState) {
    king_of(floor).body.statuses.set(Status::Stunned, 99);
}

fn king(run: &Run) -> Option<&Monster> {
    let monsters = &run.game.current_floor().monsters;
    monsters.iter().find(|monster| monster.kind == MonsterKind::MouseKing)
}

fn is_vented(run: &Run) -> bool {
    let vented = run.game.current_floor().vented.iter();
    vented.map(|vented| vented.monster.kind).any(|kind| kind == MonsterKind::MouseKing)
}

/// Returns the turns in which a guard was called, counted from 1.
fn guards(run: &Run) -> Vec<usize> {
    let comes = |turn: &&(usize, &musrex_testkit::scenario::Played)| {
        turn.1.events.contains(&Event::GuardCame)
    };
    let turns: Vec<_> = run.turns.iter().enumerate().collect();
    turns.iter().filter(comes).map(|(index, _)| index + 1).collect()
}

fn way(run: &Run) -> Option<KingsEnd> {
    let of = |event: &Event| match event {
        Event::KingSlain { way } => Some(*way),
        _ => None,
    };
    let found = run.events().find_map(of);
    assert_eq!(found, run.game.kings_end());
    assert_eq!(found.is_some(), run.game.outcome() == Outcome::Won);
    found
}

// K1: after the player first sees the King, a guard comes every 12 turns, through a vent that rattles beforehand.
#[test]
fn a_guard_comes_every_twelve_turns() {
    let run = throne(HALL).changed(stunned).play(&[Wait; 40]);
    // The King is beyond the player's range of sight.
    assert_eq!(guards(&run), Vec::<usize>::new());
    let near = HALL.replace("................k", "......k..........");
    let run = throne(&near).changed(stunned).play(&[Wait; 40]);
    assert_eq!(guards(&run), [13, 25, 37], "the sight is noted at the end of the first turn");
    let of_turn = |wanted: fn(&Event) -> bool| {
        run.turns.iter().position(|turn| turn.events.iter().any(wanted)).map(|index| index + 1)
    };
    let rattles = of_turn(|event| matches!(event, Event::VentRattles { .. }));
    let comes = of_turn(|event| matches!(event, Event::VentLeft { .. }));
    assert_eq!((rattles, comes), (Some(14), Some(15)));
    let here = run.game.current_floor();
    let vented = here.vented.iter().map(|vented| &vented.monster);
    let came = here.monsters.iter().chain(vented).filter(|one| one.is_unpaid);
    // A guard may stand in acid that another guard spat at the player.
    let slain = |event: &&Event| matches!(event, Event::Slain { .. });
    let mut count = run.events().filter(slain).count();
    for guard in came {
        assert!(guard.ai_state.is_alert());
        assert!(guard.kind.spec().floors.contains(&13) && guard.kind.spec().is_mouse());
        // The guard hunts at once, and does not squeak (S4).
        assert_eq!(guard.squeak, Squeak::Used);
        count += 1;
    }
    assert_eq!(count, 3);
}

// K1: guards give no experience, but count as kills of the player.
#[test]
fn guards_pay_nothing() {
    let near = HALL.replace("................k", "......k..........");
    let mut run = throne(&near).changed(stunned).play(&[]);
    let before = run.game.player().xp;
    for _ in 0..120 {
        // The player walks toward the nearest guard, because guards that swap places from a distance would never reach
        // a player who only waits.
        let from = run.game.player().body.pos;
        let guards = run.game.current_floor().monsters.iter();
        let guards = guards.filter(|monster| monster.kind != MonsterKind::MouseKing);
        let nearest = guards.map(|it| it.body.pos).min_by_key(|at| at.steps_to(from));
        let direction = nearest.and_then(|at| from.bearing_to(at));
        run = run.play(&[direction.map_or(Wait, Walk)]);
    }
    assert!(run.game.player().kills > 0);
    assert_eq!(run.game.player().xp, before);
}

// K1: guards come only while fewer than 24 monsters are alive. The next guard comes as soon as there is room.
#[test]
fn no_guard_comes_to_a_full_hall() {
    let crowd = |count: usize| {
        let text = format!(
            "########v###########\n#@......k..........#\n####################\n{}",
            "z".repeat(count - 1)
        );
        throne(&text).changed(stunned).changed(|floor| {
            for monster in &mut floor.monsters {
                monster.body.statuses.set(Status::Stunned, 99);
            }
        })
    };
    let full = crowd(MONSTERS_ALIVE_MAX).play(&[Wait; 30]);
    assert_eq!(guards(&full), Vec::<usize>::new());
    assert_eq!(guards(&crowd(MONSTERS_ALIVE_MAX - 1).play(&[Wait; 30])), [13]);
    // A monster dies in turn 20, and the overdue guard comes at once.
    let dying = crowd(MONSTERS_ALIVE_MAX).changed(|floor| {
        let last = floor.monsters.last_mut().expect("a crowd");
        last.body.hp = Hp(20);
        last.hp_born = Hp(20);
        last.body.statuses.set(Status::Envenomed, 90);
    });
    assert_eq!(guards(&dying.play(&[Wait; 22])), [20]);
}

// K1, M6: no guard comes if all vents are shut or full. No guard comes on another floor.
#[test]
fn guards_need_an_open_vent() {
    let near = HALL.replace("................k", "......k..........");
    let shut = throne(&near.replace('v', "V")).changed(stunned);
    assert_eq!(guards(&shut.play(&[Wait; 30])), Vec::<usize>::new());
    let full = throne(&near).changed(stunned).changed(|floor| {
        for _ in 0..VENTED_MAX {
            let monster = Monster::new(MonsterKind::MetaMouse, Pos::at(9, 1), Hp(9));
            // None of these monsters leaves the vents during the test.
            floor
                .vented
                .push(VentedMonster { monster, turns: 40, is_rattling: false })
                .expect("room");
        }
    });
    assert_eq!(guards(&full.play(&[Wait; 30])), Vec::<usize>::new());
    let below = Scenario::new(&near).floor(12).level(99).changed(stunned);
    assert_eq!(guards(&below.play(&[Wait; 30])), Vec::<usize>::new());
}

/// Returns a scene with the King beside a vent at x = 5, another vent far away at x = 18, and the player `distance`
/// tiles to the left of the King.
fn cornered(distance: usize) -> Scenario {
    let text = format!(
        "{}v############v#\n#@{}k.............#",
        "#".repeat(distance + 1),
        ".".repeat(distance - 1)
    );
    throne(&text)
}

// K2: if the player is within 3 tiles of the King, and an open vent is within 6 tiles of him, he slips into the vent.
#[test]
fn the_king_slips_away() {
    for (distance, slips) in [(1, true), (3, true), (4, false), (6, false)] {
        let run = cornered(distance).play(&[Wait]);
        assert_eq!(is_vented(&run), slips, "{distance} tiles");
        assert_eq!(king(&run).is_none(), slips);
        assert_eq!(run.game.current_floor().throne.slips, u8::from(slips));
    }
    for (vent, slips) in [(6, true), (7, false)] {
        let text = format!("{}v###\n#@..k{}###", "#".repeat(4 + vent), ".".repeat(vent));
        let run = throne(&text).play(&[Wait]);
        assert_eq!(is_vented(&run), slips, "a vent {vent} tiles away");
    }
    let shut = throne("####V####\n#@..k...#").play(&[Wait]);
    assert!(!is_vented(&shut));
}

// K2, W15: the King comes out of the vent farthest from the player, 4 turns later.
#[test]
fn the_king_comes_out_far_away() {
    let text = "
        ####v##v#####v############v#
        #@..k......................#";
    let run = throne(text).play(&[Wait; 5]);
    let at = Pos::at(27, 1);
    let comes = |event: &Event| matches!(event, Event::VentLeft { kind: MonsterKind::MouseKing, at: it, .. } if *it == at);
    let turn = run.turns.iter().position(|turn| turn.events.iter().any(comes));
    assert_eq!(turn, Some(4), "{}", run.picture());
}

// K2: the King slips away at most twice.
#[test]
fn the_king_slips_away_twice_at_most() {
    for (slips, again) in [(0, true), (1, true), (2, false)] {
        let scene = cornered(2).changed(|floor| floor.throne.slips = slips);
        let run = scene.play(&[Wait]);
        assert_eq!(is_vented(&run), again, "after {slips}");
    }
}

/// Puts bait at `at`.
fn bait(at: Pos) -> impl Fn(&mut FloorState) {
    move |floor| {
        let mut item = Item::new(ItemKind::Cheese);
        item.was_carried = true;
        floor.items.push(GroundItem { pos: at, item }).expect("there is room");
    }
}

// K2, I9: the King always goes for cheese within 10 steps, even with the player adjacent, and stops there for 2 turns.
#[test]
fn the_king_always_goes_for_cheese() {
    for (text, at) in
        [("#@k..#", Pos::at(4, 1)), ("#@.k...#", Pos::at(5, 1)), ("#@...k.#", Pos::at(5, 1))]
    {
        let run = throne(text).changed(bait(at)).play(&[Wait; 3]);
        let eats = |event: &Event| matches!(event, Event::Eats { at: it, .. } if *it == at);
        assert!(run.events().any(eats), "{text}");
    }
    let run = throne("#@....k.......#").changed(bait(Pos::at(8, 1))).play(&[Wait]);
    let eating = king(&run).expect("he lives");
    assert!(matches!(eating.ai_state, AiState::Eating { .. }));
    let run = run.play(&[Wait, Wait]);
    assert_eq!(king(&run).expect("he lives").body.pos, Pos::at(8, 1), "two turns");
    let run = run.play(&[Wait, Wait]);
    assert!(king(&run).expect("he lives").body.pos.x() > 8, "then he runs");
    // The King prefers cheese to vents.
    let run = cornered(2).changed(bait(Pos::at(5, 2))).play(&[Wait]);
    assert!(!is_vented(&run));
    // M5: the King moves in two turns of three, even toward cheese.
    let run = throne("#@............k.........#").changed(bait(Pos::at(24, 1))).play(&[Wait; 6]);
    assert_eq!(king(&run).expect("he lives").body.pos.x(), 15 + 4);
}

// K3: the King can be defeated in four ways: he is killed in a fight, dies over cheese, is cornered with all vents
// shut, or is killed by an ally.
#[test]
fn the_king_falls_in_four_ways() {
    let fought = throne("#@k#").play(&[Walk(East)]);
    assert_eq!(way(&fought), Some(KingsEnd::Fought));
    let eats = |floor: &mut FloorState| king_of(floor).ai_state = AiState::Eating { turns: 2 };
    let cheese = throne("#@k#").changed(eats).play(&[Walk(East)]);
    assert_eq!(way(&cheese), Some(KingsEnd::Cheese));
    let shut = throne("V@k#").play(&[Walk(East)]);
    assert_eq!(way(&shut), Some(KingsEnd::Cornered));
    let one_open = throne("V@k#\n##v#").changed(|floor| floor.throne.slips = 2);
    assert_eq!(way(&one_open.play(&[Walk(East)])), Some(KingsEnd::Fought));
    let ally = |floor: &mut FloorState| {
        let friend = floor.monsters.iter_mut().find(|one| one.kind == MonsterKind::ToughMouse);
        friend.expect("it is drawn").is_ally = true;
    };
    let killed = throne("@#tk#").changed(ally).play(&[Wait; 8]);
    assert_eq!(way(&killed), Some(KingsEnd::Ally));
    assert_eq!((killed.game.player().kills, killed.game.outcome()), (0, Outcome::Won));
}

// K3: if several ways apply, the ally takes precedence over cheese, and cheese over the vents.
#[test]
fn the_ways_have_an_order() {
    let eats = |floor: &mut FloorState| king_of(floor).ai_state = AiState::Eating { turns: 2 };
    let run = throne("V@k#").changed(eats).play(&[Walk(East)]);
    assert_eq!(way(&run), Some(KingsEnd::Cheese));
    // The ally has marked the King's tile before the King began to eat.
    let both = throne("V#@##\n#t.k#").changed(|floor| {
        let king = king_of(floor);
        king.ai_state = AiState::Eating { turns: 5 };
        let tile = king.body.pos;
        let ally = floor.monsters.iter_mut().find(|one| one.kind == MonsterKind::ToughMouse);
        let ally = ally.expect("it is drawn");
        (ally.is_ally, ally.aim) = (true, Aim::At(tile));
    });
    let both = way(&both.play(&[Wait; 2]));
    assert_eq!(both, Some(KingsEnd::Ally));
}

// K3: the King's death ends the run at once, whether by a spill, a status, a flask or a blow.
#[test]
fn his_death_ends_everything() {
    let spill = throne("@#k#").changed(|floor| {
        let pos = Pos::at(3, 1);
        let spill = Spill { pos, kind: SpillKind::Acid, turns: 2, is_players: true };
        floor.spills.push(spill).expect("there is room");
    });
    assert_eq!(way(&spill.play(&[Wait])), Some(KingsEnd::Fought));
    let venom = throne("@#k#").changed(|floor| {
        king_of(floor).body.statuses.set(Status::Envenomed, 3);
    });
    assert_eq!(way(&venom.play(&[Wait])), Some(KingsEnd::Fought));
    let flask = throne("#@...k#").changed(stunned).carries(ItemKind::PotionOfVenom);
    let run = flask.play(&[Throw(0, Pos::at(6, 1))]);
    assert_eq!(way(&run), Some(KingsEnd::Fought));
    // No monster acts after the King's death.
    let run = throne("tt\n@k\ntt").hp(1).play(&[Walk(East)]);
    assert_eq!((run.game.outcome(), run.hp()), (Outcome::Won, 1));
    assert_eq!(run.game.player().xp.0 - throne("tt\n@k\ntt").game().player().xp.0, 1);
}

// T6: a dead player does not win, even if the King would have lost his last hit point in the same turn.
#[test]
fn the_dead_do_not_win() {
    let acid = |floor: &mut FloorState| {
        let spill = Spill { pos: Pos::at(5, 1), kind: SpillKind::Acid, turns: 9, is_players: true };
        floor.spills.push(spill).expect("there is room");
    };
    let venom = |floor: &mut FloorState| {
        king_of(floor).body.statuses.set(Status::Envenomed, 3);
    };
    let harms: [&dyn Fn(&mut FloorState); 2] = [&acid, &venom];
    for (what, harm) in ["acid", "venom"].into_iter().zip(harms) {
        let ends: Vec<Outcome> = (0..20)
            .map(|seed| {
                let scene = throne("#e@#k#")
                    .level(1)
                    .hp(1)
                    .seed(shifted(seed))
                    .changed(|floor| harm(floor));
                let run = scene.play(&[Wait]);
                let is_dead = run.hp() == 0;
                assert_eq!(way(&run), (!is_dead).then_some(KingsEnd::Fought), "{what}");
                run.game.outcome()
            })
            .collect();
        assert!(ends.contains(&Outcome::Dead), "{what}: {ends:?}");
    }
}
