//! Checks the rules of combat (A).

use Command::{Throw, Wait, Walk};
use Direction::{East, North, NorthWest, South, SouthWest, West};
use musrex_core::content::{Bonus, ItemKind, MonsterKind, Slot};
use musrex_core::geometry::{Pos, Side};
use musrex_core::quantity::{Damage, Hp};
use musrex_core::rules::combat::damage;
use musrex_core::rules::{Actor, Event, Events};
use musrex_core::view::animation::{Animation, Effect};
use musrex_core::view::text::{self, Tone};
use musrex_core::world::{Cause, Outcome};
use musrex_core::{Command, Direction, Floor, Game};
use musrex_testkit::fairness::assert_fair;
use musrex_testkit::seeds::shifted;
use musrex_testkit::{Scenario, map_from_text};

/// Returns the damage of the first attack in one turn of `command`: the player's attack if `by_player` is true,
/// otherwise a monster's.
fn first_attack(mut game: Game, command: Command, by_player: bool) -> u16 {
    let mut events = Events::new();
    game.step(command, &mut events).expect("the command can be carried out");
    let attack = events.iter().find_map(|event| match event {
        Event::Struck { attacker, damage, .. } if (*attacker == Actor::Player) == by_player => {
            Some(damage.0)
        }
        _ => None,
    });
    attack.expect("an attack fell")
}

/// Returns each possible damage of an attack value in `attacks` against `defence`, with the number of attack values
/// that cause this damage.
fn weights(attacks: std::ops::RangeInclusive<u16>, defence: u16) -> Vec<(u16, u64)> {
    let mut weights: Vec<(u16, u64)> = Vec::new();
    for taken in attacks.map(|attack| damage(attack, defence).0) {
        match weights.iter_mut().find(|(known, _)| *known == taken) {
            Some((_, weight)) => *weight += 1,
            None => weights.push((taken, 1)),
        }
    }
    weights
}

#[track_caller]
fn assert_attacks(what: &str, weights: &[(u16, u64)], attack: impl Fn(u64) -> u16) {
    let mut counts = vec![0; weights.len()];
    for seed in (0..6000).map(shifted) {
        let taken = attack(seed);
        let place = weights.iter().position(|(known, _)| *known == taken);
        counts[place.unwrap_or_else(|| panic!("{what}: an attack took {taken}"))] += 1;
    }
    let weights: Vec<u64> = weights.iter().map(|(_, weight)| *weight).collect();
    assert_fair(what, &counts, &weights);
}

// A5, A6: all numbers of the player's attack range, including both ends, are equally likely.
#[test]
fn the_players_attack_is_rolled_evenly() {
    for (level, attacks) in [(1, 1..=4), (2, 2..=5), (6, 6..=11)] {
        let scene = Scenario::new("@m").level(level).monster_hp(99);
        // A Micro Mouse has a defence of 1.
        assert_attacks("the player's attack", &weights(attacks, 1), |seed| {
            first_attack(scene.clone().seed(seed).game(), Walk(East), true)
        });
    }
}

// A5, A6: all numbers of a monster's attack range are equally likely, and the player's defence reduces the damage.
#[test]
fn a_monsters_attack_is_rolled_evenly() {
    let naked = Bonus { defence: -100, ..Bonus::default() };
    let bare = Scenario::new("@m").worn(Slot::Armour, naked);
    for (scene, defence) in [(Scenario::new("@m"), 4), (bare, 0)] {
        let attacks = MonsterKind::MicroMouse.spec().attack_on(Floor::LOBBY);
        assert_attacks("a monster's attack", &weights(attacks, defence), |seed| {
            first_attack(scene.clone().seed(seed).game(), Wait, false)
        });
    }
}

// A6: damage is attack² / (attack + defence), rounded down.
#[test]
fn damage_is_the_square_by_the_sum() {
    for attack in 0..=400u16 {
        for defence in 0..=400u16 {
            let (a, d) = (u32::from(attack), u32::from(defence));
            let taken = u32::from(damage(attack, defence).0);
            if a + d == 0 {
                assert_eq!(taken, 0);
                continue;
            }
            assert!(taken * (a + d) <= a * a && a * a < (taken + 1) * (a + d), "{a} on {d}");
        }
    }
}

fn seed_where(scene: &Scenario, command: Command, wanted: impl Fn(&Event) -> bool) -> Scenario {
    let found = (0..1000)
        .map(|seed| scene.clone().seed(shifted(seed)))
        .find(|scene| scene.play(&[command]).events().any(&wanted));
    found.expect("of 1000 seeds, none shows it")
}

fn has_splat(events: &[Event]) -> bool {
    let mut all = Events::new();
    events.iter().for_each(|&event| all.push(event));
    let animation = Animation::new(&all, 6, Hp(25));
    animation.running().any(|(part, ..)| matches!(part, Effect::Splat(_)))
}

// A6: a miss costs no hit points and shows no splat, and the log calls it a miss.
#[test]
fn an_attack_of_zero_is_a_miss() {
    for (scene, command, who) in [
        (Scenario::new("@z").monster_hp(99), Walk(East), Actor::Player),
        (Scenario::new("@m"), Wait, Actor::Monster(MonsterKind::MicroMouse)),
    ] {
        let is_miss = |event: &Event| matches!(event, Event::Struck { attacker, damage: Damage::MISS, .. } if *attacker == who);
        let run = seed_where(&scene, command, is_miss).play(&[command]);
        let miss = *run.events().find(|event| is_miss(event)).expect("the seed was chosen for it");
        let message = text::event_message(&miss).expect("a miss is told");
        assert!(message.text.contains("miss"), "{}", message.text);
        assert!(!has_splat(&[miss]));
        if who != Actor::Player {
            assert_eq!((run.hp(), run.game.last_damage_cause()), (25, None), "a miss is no harm");
        }
    }
}

// A6: a hit costs the reported number of hit points and shows a splat, and the log states the damage.
#[test]
fn a_hit_takes_what_it_says() {
    let is_hit = |event: &Event| matches!(event, Event::Struck { damage, target: Actor::Player, .. } if damage.0 > 0);
    let run = seed_where(&Scenario::new("@m"), Wait, is_hit).play(&[Wait]);
    let hit = *run.events().find(|event| is_hit(event)).expect("the seed was chosen for it");
    let Event::Struck { damage, attacker: Actor::Monster(kind), .. } = hit else { panic!() };
    assert_eq!(run.hp(), 25 - damage.0);
    assert_eq!(run.game.last_damage_cause(), Some(Cause::Monster(kind)));
    assert!(has_splat(&[hit]));
    let message = text::event_message(&hit).expect("a hit is told");
    assert_eq!(message.tone, Tone::Bad);
    assert!(message.text.contains(&damage.0.to_string()), "{}", message.text);
}

// A8: damage never reduces hit points below zero. A creature with no hit points is dead, and the player's death ends
// the run in the same turn.
#[test]
fn no_hit_points_are_death() {
    assert_eq!(Hp(3).hurt(Damage(9)), Hp::ZERO);
    assert!(Hp::ZERO.is_dead() && !Hp(1).is_dead());
    let is_hit = |event: &Event| matches!(event, Event::PlayerDied { .. });
    let run = seed_where(&Scenario::new("@m").hp(1), Wait, is_hit).play(&[Wait]);
    assert_eq!((run.hp(), run.game.outcome()), (0, Outcome::Dead));
}

// A8: nobody strikes the dead.
#[test]
fn nobody_strikes_the_dead() {
    for seed in (0..200).map(shifted) {
        let run = Scenario::new("mmm\nm@m\nmmm").seed(seed).hp(1).play(&[Wait]);
        let mut is_dead = false;
        for event in run.events() {
            if let Event::Struck { damage, .. } = event {
                assert!(!is_dead, "an attack after the last hit point");
                is_dead = *damage != Damage::MISS;
            }
        }
    }
}

// A8: a dead monster leaves the floor at once, before the remaining monsters act.
#[test]
fn a_dead_monster_leaves_at_once() {
    let run = Scenario::new("#@zm#\n#####").level(30).monster_hp(1).play(&[Walk(East)]);
    run.shows("#@m.#\n#####");
    assert_eq!(run.game.player().kills, 1);
}

// A8: tiles that a monster hid become visible in the turn in which it dies.
#[test]
fn a_fallen_monster_opens_the_view() {
    let scene = Scenario::new("#@z...#\n#######").level(30).monster_hp(1);
    let behind = Pos::at(5, 1);
    assert!(!scene.game().visible().contains(behind), "a monster blocks sight");
    let run = scene.play(&[Walk(East)]);
    assert!(run.game.visible().contains(behind));
    assert!(run.game.current_floor().map.explored().contains(behind));
}

// A8: tiles behind a closed door become visible in the turn in which the door opens.
#[test]
fn an_opened_door_opens_the_view() {
    let scene = Scenario::new("#@+...#\n#######");
    let behind = Pos::at(5, 1);
    assert!(!scene.game().visible().contains(behind), "a closed door blocks sight");
    let run = scene.play(&[Walk(East)]);
    run.shows("#.@...#\n#######");
    assert!(
        run.game.visible().contains(behind)
            && run.game.current_floor().map.explored().contains(behind)
    );
    assert!(!map_from_text("#@L...#").visible().contains(behind), "so does a locked one");
}

// A18: a creature faces the side (left or right) to which it last moved.
#[test]
fn creatures_face_the_way_they_last_moved_sideways() {
    let room = "....\n....\n..@.\n....";
    for (commands, side) in [
        (vec![], Side::Right),
        (vec![West], Side::Left),
        (vec![West, North], Side::Left),
        (vec![West, North, South, South], Side::Left),
        (vec![West, East], Side::Right),
        (vec![NorthWest], Side::Left),
        (vec![SouthWest, South, North], Side::Left),
    ] {
        let walks: Vec<Command> = commands.iter().map(|&direction| Walk(direction)).collect();
        let run = Scenario::new(room).play(&walks);
        assert_eq!(run.game.player().body.facing, side, "{commands:?}");
    }
    let run = Scenario::new("#@...m#").play(&[Wait]);
    assert_eq!(run.game.current_floor().monsters[0].body.facing, Side::Left);
}

// A18: an attack turns the attacker, whether player or monster. Walking into a fixture or a locked door also turns the
// player.
#[test]
fn a_blow_and_a_bump_turn_the_face() {
    let facing = |text: &str, command| Scenario::new(text).play(&[command]).game;
    assert_eq!(facing("T@.", Walk(West)).player().body.facing, Side::Left);
    let game = facing("t@.", Wait);
    assert_eq!(game.current_floor().monsters[0].body.facing, Side::Right);
    let game = facing(".@t", Wait);
    assert_eq!(game.current_floor().monsters[0].body.facing, Side::Left);
    for letter in ['v', 'i', 'L'] {
        let scene = Scenario::new(&format!("{letter}@.-")).carries(ItemKind::Key);
        let run = scene.play(&[Walk(West)]);
        assert!(run.last().result.is_ok(), "{letter}");
        assert_eq!(run.game.player().body.facing, Side::Left, "{letter}");
    }
    // When the player and the ally swap places, the ally faces the side to which it moves.
    let scene = Scenario::new("@m.").changed(|floor| floor.monsters[0].is_ally = true);
    let run = scene.play(&[Walk(East)]);
    assert_eq!(run.game.current_floor().monsters[0].body.facing, Side::Left);
}

// A18: a throw to the left or right turns the player; a throw straight up or down does not.
#[test]
fn a_throw_turns_the_face() {
    let (left, right, above) = (Pos::at(1, 2), Pos::at(5, 2), Pos::at(3, 1));
    for (throws, side) in [
        (vec![left], Side::Left),
        (vec![left, above], Side::Left),
        (vec![above], Side::Right),
        (vec![left, right], Side::Right),
    ] {
        let mut scene = Scenario::new(".....\n..@..\n.....");
        for _ in &throws {
            scene = scene.carries(ItemKind::Key);
        }
        let commands: Vec<Command> = throws.iter().map(|&at| Throw(0, at)).collect();
        let run = scene.play(&commands);
        assert_eq!(run.game.player().body.facing, side, "{throws:?}");
    }
}

// A9: a missed blow also shows a lunge, but no splat.
#[test]
fn a_blow_that_does_nothing_is_a_lunge() {
    let (from, at) = (Pos::at(1, 1), Pos::at(2, 1));
    let kind = MonsterKind::NeoMouse;
    let event = Event::Struck {
        attacker: Actor::Player,
        target: Actor::Monster(kind),
        from,
        at,
        damage: Damage::MISS,
    };
    let mut events = Events::new();
    events.push(event);
    let animation = Animation::new(&events, 6, Hp(25));
    let is_lunge = |effect: &Effect| matches!(effect, Effect::Lunge { .. });
    assert!(animation.running().any(|(part, ..)| is_lunge(&part)), "{event:?}");
    assert!(!has_splat(&[event]), "{event:?}");
}
