//! Checks grafts (B16): when each is offered, and which rule it changes.

use Command::{Throw, Use, Wait, Walk};
use Direction::{East, West};
use musrex_core::content::grafts::GRAFTS_MAX;
use musrex_core::content::{Bonus, Graft, ItemKind, MonsterKind, Slot, SpillKind, Status};
use musrex_core::geometry::Pos;
use musrex_core::quantity::{Hp, Level};
use musrex_core::rules::experience::xp_to_leave;
use musrex_core::rules::{Actor, Event, Events};
use musrex_core::world::{AiState, Aim, FloorState, Monster, Spill};
use musrex_core::{Command, Direction, Game, Refusal};
use musrex_testkit::seeds::shifted;
use musrex_testkit::{Run, Scenario};
use std::collections::BTreeSet;

/// Returns a scene with a player who always hits, seldom kills, and never dies.
fn scene(text: &str) -> Scenario {
    let clad = Bonus { defence: 2_000, ..Bonus::NONE };
    Scenario::new(text).level(20).worn(Slot::Armour, clad).monster_hp(900)
}

fn monster(run: &Run, index: usize) -> &Monster {
    &run.game.current_floor().monsters[index]
}

fn x(run: &Run, index: usize) -> u8 {
    monster(run, index).body.pos.x()
}

/// Returns the tiles that the player struck, in order.
fn struck(run: &Run) -> Vec<Pos> {
    let of = |event: &Event| match event {
        Event::Struck { attacker: Actor::Player, at, .. } => Some(*at),
        _ => None,
    };
    run.events().filter_map(of).collect()
}

/// Returns the hit points that the player's first blow takes with `graft` and without it, with the same dice.
fn blows(scene: &Scenario, graft: Graft, command: Command) -> (u16, u16) {
    let of = |scene: &Scenario| {
        let run = scene.play(&[command]);
        let damage = |event: &Event| match event {
            Event::Struck { attacker: Actor::Player, damage, .. } => Some(damage.0),
            _ => None,
        };
        run.events().find_map(damage).expect("the player strikes")
    };
    (of(&scene.clone().graft(graft)), of(scene))
}

// B16: levels 2, 4, 6 and 8 each offer three grafts that the run does not have yet. Each graft is offered in some run.
#[test]
fn four_levels_offer_three_grafts_each() {
    let mut seen = BTreeSet::new();
    for seed in (0..60).map(shifted) {
        let mut taken: Vec<Graft> = Vec::new();
        for level in 1..=9 {
            // The next kill brings the next level.
            let xp = xp_to_leave(Level::new(level).expect("a level")).0 - 1;
            let scene = Scenario::new("@m").level(level).xp(xp).monster_hp(1).seed(seed);
            let scene = taken.iter().fold(scene, |scene, &graft| scene.graft(graft));
            let mut game = scene.game();
            assert!(!game.has_graft_to_choose() && game.offered_grafts().is_empty());
            let mut events = Events::new();
            while game.player().level.number() == level {
                game.step(Walk(East), &mut events).expect("a blow");
            }
            let is_offered = [2, 4, 6, 8].contains(&(level + 1));
            assert_eq!(game.has_graft_to_choose(), is_offered, "level {level}");
            if !is_offered {
                continue;
            }
            let offered = game.offered_grafts();
            let others: BTreeSet<u8> = offered.iter().map(|&graft| graft as u8).collect();
            assert_eq!(others.len(), 3, "three of them");
            assert!(offered.iter().all(|graft| !taken.contains(graft)));
            seen.extend(others);
            let turn = game.turn();
            assert_eq!(game.step(Command::Graft(3), &mut events), Err(Refusal::NoGraft));
            game.step(Command::Graft(1), &mut events).expect("it is offered");
            assert_eq!(game.turn(), turn.next(), "it takes a turn");
            assert!(events.iter().any(|event| *event == Event::GraftTaken(offered[1])));
            taken = game.player().build.grafts.to_vec();
            assert_eq!(taken.last(), Some(&offered[1]));
            assert!(!game.has_graft_to_choose());
        }
        assert_eq!(taken.len(), GRAFTS_MAX);
    }
    assert_eq!(seen.len(), Graft::COUNT, "each is offered in some run");
}

// B16: if several grafts are due, the player chooses them one after another.
#[test]
fn what_was_not_chosen_waits() {
    let mut game = Scenario::new("@").level(6).grafts_due(3).game();
    for _ in 0..3 {
        assert!(game.has_graft_to_choose());
        game.step(Command::Graft(0), &mut Events::new()).expect("it is offered");
    }
    assert!(!game.has_graft_to_choose());
}

// B16: with Thick skull, a stun or a confusion lasts at most one turn.
#[test]
fn a_thick_skull_is_soon_clear() {
    let naked = Bonus { defence: -200, ..Bonus::NONE };
    for (mice, status) in [("t@t", Status::Stunned), ("e@e", Status::Confused)] {
        let longest = |graft: Graft| {
            let turns_left = |seed| {
                let scene = Scenario::new(mice).floor(10).level(90).worn(Slot::Armour, naked);
                let mut run = scene.seed(seed).graft(graft).play(&[]);
                let turns = (0..6).map(|_| {
                    run = run.clone().play(&[Wait]);
                    run.game.player().body.statuses.turns_left(status)
                });
                turns.max()
            };
            (0..40).map(shifted).filter_map(turns_left).max().expect("games were played")
        };
        assert_eq!(longest(Graft::ThickSkull), 1, "{status:?}");
        assert!(longest(Graft::Cheesemonger) > 1, "{status:?}");
    }
}

// B16: with Long arm, a step toward an awake enemy two tiles away is a blow. The blow reaches no farther, and not over
// a creature. It does not strike sleepers or allies.
#[test]
fn a_long_arm_strikes_at_two_tiles() {
    let run = scene("@.m").graft(Graft::LongArm).play(&[Walk(East)]);
    assert_eq!(struck(&run), [Pos::at(3, 1)]);
    assert_eq!(run.game.player().body.pos, Pos::at(1, 1));
    for text in ["@..m", "@.z"] {
        let run = scene(text).graft(Graft::LongArm).play(&[Walk(East)]);
        assert_eq!((struck(&run), run.game.player().body.pos), (vec![], Pos::at(2, 1)), "{text}");
    }
    let ally = scene("@.m").changed(|floor| floor.monsters[0].is_ally = true);
    assert_eq!(struck(&ally.graft(Graft::LongArm).play(&[Walk(East)])), []);
    let plain = scene("@.m").play(&[Walk(East)]);
    assert_eq!(plain.game.player().body.pos, Pos::at(2, 1));
    let near = scene("@mm").graft(Graft::LongArm).play(&[Walk(East)]);
    assert_eq!(struck(&near), [Pos::at(2, 1)]);
}

// B16: with Shoulder, a blow that hurts a monster for the first time pushes it one tile away.
#[test]
fn a_shoulder_pushes_once() {
    let still = |floor: &mut FloorState| {
        floor.monsters[0].body.statuses.set(Status::Stunned, 9);
    };
    let scene = scene("@m....#").changed(still).graft(Graft::Shoulder);
    let run = scene.play(&[Walk(East)]);
    // The blow ends the monster's stun, so the monster comes back in the same turn. Only the events show the push.
    let is_pushed = |run: &Run| {
        let comes = |event: &Event| matches!(event, Event::Moved { who: Actor::Monster(_), from, to } if (*from, *to) == (Pos::at(2, 1), Pos::at(3, 1)));
        run.events().any(comes)
    };
    assert!(is_pushed(&run));
    let hurt = scene.clone().changed(|floor| floor.monsters[0].body.hp = Hp(800));
    assert!(!is_pushed(&hurt.play(&[Walk(East)])), "it was hurt before");
}

// B16: a pushed monster loses its next turn, even if an obstacle stops the push. A live cable on the way shocks the
// monster.
#[test]
fn a_push_stuns_for_a_turn() {
    let run = scene("@m#").graft(Graft::Shoulder).play(&[Walk(East)]);
    assert_eq!(x(&run, 0), 2);
    let open = scene("@m...#").graft(Graft::Shoulder);
    let free = open.play(&[Walk(East)]);
    assert_eq!((x(&free, 0), x(&open.play(&[Walk(East), Wait]), 0)), (3, 2));
    let begins = |run: &Run| {
        run.events().any(|event| {
            matches!(
                event,
                Event::StatusBegan { who: Actor::Monster(_), status: Status::Stunned, .. }
            )
        })
    };
    assert!(begins(&run) && begins(&free));
    let shocked = scene("@m-..").graft(Graft::Shoulder).play(&[Walk(East)]);
    assert!(begins(&shocked));
    assert!(shocked.events().any(|event| matches!(event, Event::Burned { .. })));
}

// B16: a push cancels a mark, even if an obstacle stops the push and the monster cannot be stunned.
#[test]
fn a_push_cancels_a_mark() {
    let marks = |floor: &mut FloorState| {
        floor.monsters[0].aim = Aim::Soon(Pos::at(1, 1));
        floor.monsters[0].body.statuses.set(Status::Steady, 9);
    };
    let aim = |scene: Scenario| {
        scene.changed(marks).play(&[Walk(East)]).game.current_floor().monsters[0].aim
    };
    assert_eq!(aim(scene("@t#").graft(Graft::Shoulder)), Aim::None);
    assert_ne!(aim(scene("@t#")), Aim::None);
}

// B16: with Second wind, no enemy acts in a turn in which a blow of the player kills. In other turns, all act.
#[test]
fn a_second_wind_leaves_them_no_turn() {
    let naked = Bonus { defence: -200, ..Bonus::NONE };
    let beset = Scenario::new("m@m").level(90).worn(Slot::Armour, naked).graft(Graft::SecondWind);
    let bitten = |run: &Run| {
        let bites = |event: &&Event| matches!(event, Event::Struck { target: Actor::Player, .. });
        run.turns.iter().map(|turn| turn.events.iter().filter(bites).count()).collect::<Vec<_>>()
    };
    let run = beset.clone().monster_hp(1).play(&[Walk(East), Wait]);
    assert_eq!(bitten(&run), [0, 1]);
    let run = beset.clone().monster_hp(5_000).play(&[Walk(East)]);
    assert_eq!(bitten(&run), [2]);
    let comes = |graft: Graft| {
        let scene = Scenario::new("m..@m").level(90).worn(Slot::Armour, naked).monster_hp(1);
        let run = scene.graft(graft).play(&[Walk(East)]);
        run.game.current_floor().monsters.iter().any(|it| it.body.pos == Pos::at(2, 1))
    };
    assert!(comes(Graft::Whirl) && !comes(Graft::SecondWind), "an enemy two steps away");
}

// B16: with Cheesemonger, cheese heals twice as much and lures from 20 steps.
#[test]
fn a_cheesemonger_lives_on_cheese() {
    let eater = Scenario::new("@").level(20).hp(20).carries(ItemKind::Cheese);
    let gain = |scene: &Scenario| scene.play(&[Use(0)]).hp() - 20;
    assert_eq!(gain(&eater.clone().graft(Graft::Cheesemonger)), 2 * gain(&eater));
    let game = eater.clone().graft(Graft::Cheesemonger).game();
    assert_eq!((eater.game().cheese_radius(), game.cheese_radius()), (10, 20));
}

// B16: the mouse that takes cheese becomes the ally of a player with the graft Tamer, unless the player already has an
// ally. The King never becomes an ally.
#[test]
fn a_tamer_wins_who_eats() {
    let thrown = scene("@....m").carries(ItemKind::Cheese).graft(Graft::Tamer);
    let run = thrown.play(&[Throw(0, Pos::at(5, 1)), Wait, Wait]);
    assert!(monster(&run, 0).is_ally);
    assert!(!matches!(monster(&run, 0).ai_state, AiState::Eating { .. }));
    let has_one = |floor: &mut FloorState| {
        floor.monsters[0].is_ally = true;
    };
    let second = scene("m@...m").changed(has_one).carries(ItemKind::Cheese).graft(Graft::Tamer);
    let run = second.play(&[Throw(0, Pos::at(6, 1)), Wait, Wait]);
    assert_eq!(run.game.current_floor().monsters.iter().filter(|it| it.is_ally).count(), 1);
    assert!(run.events().any(|event| matches!(event, Event::Eats { .. })));
    assert!(!run.events().any(|event| matches!(event, Event::Overridden { .. })));
    let plain = scene("@....m").carries(ItemKind::Cheese);
    assert!(!monster(&plain.play(&[Throw(0, Pos::at(5, 1)), Wait, Wait]), 0).is_ally);
    let king = |floor: &mut FloorState| {
        let mut king = Monster::new(MonsterKind::MouseKing, Pos::at(6, 1), Hp(1));
        king.ai_state = AiState::hunting(Pos::at(1, 1));
        floor.monsters.push(king).expect("there is room");
    };
    let throne = Scenario::new("@.....").floor(13).changed(king).carries(ItemKind::Cheese);
    let run = throne.graft(Graft::Tamer).play(&[Throw(0, Pos::at(5, 1)), Wait, Wait]);
    assert!(!monster(&run, 0).is_ally);
}

// B16, I7, W18: with Acid soles, acid and gas heal the player by a quarter of the hit points that they would take,
// rounded up. Cables do nothing, and healing mist works as usual.
#[test]
fn acid_soles_feel_no_ground() {
    let spilled = |kind: SpillKind| {
        Scenario::new("@.").level(9).hp(20).changed(move |floor| {
            let spill = Spill { pos: Pos::at(2, 1), kind, turns: 9, is_players: false };
            floor.spills.push(spill).expect("there is room");
        })
    };
    for kind in [SpillKind::Acid, SpillKind::Gas] {
        let run = spilled(kind).graft(Graft::AcidSoles).play(&[Walk(East), Wait]);
        assert_eq!(run.hp(), 22, "{kind:?}: 1 in each of two turns");
        assert!(!run.game.player().body.statuses.has(Status::Envenomed));
        assert!(spilled(kind).play(&[Walk(East), Wait]).hp() < 20);
    }
    let healed = spilled(SpillKind::Healing).graft(Graft::AcidSoles).play(&[Walk(East)]);
    assert!(healed.hp() > 20);
    let run = Scenario::new("@-.").level(9).graft(Graft::AcidSoles).play(&[Walk(East)]);
    assert!(run.events().all(|event| !matches!(event, Event::Burned { .. })));
    assert!(!run.game.player().body.statuses.has(Status::Stunned));
}

// B16, S2, S3: with Quiet blade, blows wake no other sleeper, and do four times the damage to a sleeper.
#[test]
fn a_quiet_blade_strikes_unheard() {
    let asleep = scene("@z");
    let (with, without) = blows(&asleep, Graft::QuietBlade, Walk(East));
    assert_eq!(with, 2 * without);
    let awake = blows(&scene("@m"), Graft::QuietBlade, Walk(East));
    assert_eq!(awake.0, awake.1);
    for seed in (0..100).map(shifted) {
        let far = scene("@z.....z").seed(seed).graft(Graft::QuietBlade).play(&[Walk(East)]);
        assert_eq!(monster(&far, 1).ai_state, AiState::Asleep);
    }
}

// B16, I1, I7: with Alchemist, the player knows all potions, and thrown flasks reach two tiles.
#[test]
fn an_alchemist_knows_flasks() {
    let open = ".......\n".repeat(7);
    let text = format!("@......\n{open}");
    let scene = Scenario::new(&text).level(2).carries(ItemKind::PotionOfVenom);
    let game = scene.clone().graft(Graft::Alchemist).game();
    assert_eq!((scene.game().flask_radius(), game.flask_radius()), (1, 2));
    let run = scene.graft(Graft::Alchemist).play(&[Throw(0, Pos::at(4, 4))]);
    let spills = &run.game.current_floor().spills;
    assert_eq!(spills.len(), 24, "a corner makes room");
    assert!(spills.iter().all(|spill| spill.pos.steps_to(Pos::at(4, 4)) <= 2));
    assert!(spills.iter().any(|spill| spill.pos == Pos::at(4, 4)));
    // Taking the graft reveals all potions at once.
    let taken = (0..400).map(shifted).find_map(|seed| {
        let mut game = Scenario::new("@").level(2).grafts_due(1).seed(seed).game();
        let index = game.offered_grafts().iter().position(|&it| it == Graft::Alchemist)?;
        let index = u8::try_from(index).ok()?;
        game.step(Command::Graft(index), &mut Events::new()).expect("it is offered");
        Some(game)
    });
    let game: Game = taken.expect("it is offered in some run");
    for kind in ItemKind::POTIONS {
        assert_eq!(game.label(kind), musrex_core::content::Label::Known(kind));
    }
}

// B16: with Last stand, blows do one and a half times the damage while the player has at most half of the hit points.
#[test]
fn a_last_stand_hits_harder() {
    let low = scene("@m").hp(10);
    let (with, without) = blows(&low, Graft::LastStand, Walk(East));
    assert_eq!(with, without + without / 2);
    let (with, without) = blows(&scene("@m"), Graft::LastStand, Walk(East));
    assert_eq!(with, without);
}

// B16, M8: with Matador, a monster whose leap misses the player is stunned; a monster that hits is not.
#[test]
fn a_matador_stuns_who_misses() {
    let aimed = |floor: &mut FloorState| {
        let monster = &mut floor.monsters[0];
        monster.aim = Aim::At(Pos::at(1, 1));
        monster.ai_state = AiState::hunting(Pos::at(1, 1));
    };
    let neo = scene("@.n\n...").floor(10).changed(aimed);
    let steps = [Walk(Direction::South)];
    let run = neo.clone().graft(Graft::Matador).play(&steps);
    assert_eq!(monster(&run, 0).body.statuses.turns_left(Status::Stunned), 2);
    assert!(!monster(&neo.play(&steps), 0).body.statuses.has(Status::Stunned));
    let hit = neo.graft(Graft::Matador).play(&[Wait]);
    assert!(!monster(&hit, 0).body.statuses.has(Status::Stunned));
}

// B16, H7: with Whirl, waiting beside awake enemies strikes all of them. Sleepers, allies and distant
// monsters are spared.
#[test]
fn a_whirl_strikes_all_around() {
    let ring = scene("mzm\n.@.\nm..\n..m").graft(Graft::Whirl);
    let ring = ring.changed(|floor| floor.monsters[2].is_ally = true);
    let run = ring.play(&[Wait]);
    assert_eq!(struck(&run).len(), 2);
    assert!(run.events().all(|event| *event != Event::Waited));
    let calm = scene("@z").graft(Graft::Whirl).play(&[Wait]);
    assert!(calm.events().any(|event| *event == Event::Waited));
    let one = scene("m@").graft(Graft::Whirl);
    let lost = |command| {
        let run = one.play(&[command]);
        900 - monster(&run, 0).body.hp.0
    };
    assert_eq!(lost(Wait), lost(Walk(West)));
}
