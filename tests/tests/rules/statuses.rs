//! Checks statuses (D, E), and that no wound heals without a cause (N1).

use Command::{Use, Wait, Walk};
use Direction::East;
use musrex_core::content::Status::{
    self, Confused, Envenomed, Poisoned, Regrowing, Steady, Stunned,
};
use musrex_core::content::items::Label;
use musrex_core::content::{Bonus, ItemKind, MonsterKind, Slot};
use musrex_core::geometry::Pos;
use musrex_core::quantity::{Damage, Hp};
use musrex_core::raster::Colour;
use musrex_core::rules::{Actor, Event, Events, status};
use musrex_core::view::hud;
use musrex_core::view::text::{self, Tone};
use musrex_core::world::{Body, Game, Outcome};
use musrex_core::{Command, Direction};
use musrex_testkit::assert_same;
use musrex_testkit::fairness::assert_fair;
use musrex_testkit::seeds::shifted;
use musrex_testkit::{Scenario, ocr};

/// The statuses that a saving throw may end.
const SAVED: [Status; 3] = [Poisoned, Stunned, Confused];
/// A bonus that reduces the saving throw to zero at any level.
const HOPELESS: Bonus =
    Bonus { hp_max: 0, attack_min: 0, attack_max: 0, defence: 0, saving_throw: -200 };

/// Returns a scene with the player alone in a closed room. Saving throws always fail.
fn alone() -> Scenario {
    Scenario::new("@").worn(Slot::Microchip, HOPELESS)
}

fn turns_left(game: &Game, status: Status) -> u8 {
    game.player().body.statuses.turns_left(status)
}

// D13: every status ends after its number of turns, even if no saving throw can end it.
#[test]
fn every_status_runs_out() {
    for status in Status::ALL {
        for turns in [1, 5, 20] {
            let mut run = alone().status(status, turns).play(&[]);
            for left in (0..turns).rev() {
                assert_eq!(turns_left(&run.game, status), left + 1);
                run = run.play(&[Wait]);
            }
            assert_eq!(turns_left(&run.game, status), 0);
            let ended = Event::StatusEnded { who: Actor::Player, at: Pos::at(1, 1), status };
            assert_eq!(run.events().filter(|event| **event == ended).count(), 1);
            assert!(run.last().events.contains(&ended), "{status:?} ended too early");
        }
    }
}

// A saving throw of 0 does not make a stun endless. The stun costs exactly its number of turns, and then the player
// walks again.
#[test]
fn a_stun_without_a_saving_throw_ends() {
    let scene = Scenario::new("@.").worn(Slot::Microchip, HOPELESS).status(Stunned, 5);
    let run = scene.play(&[Walk(East); 5]);
    run.shows("@.");
    run.play(&[Walk(East)]).shows(".@");
}

// T4, D13: a stun also ends for a monster whose saving throw is 0. In a turn, the stun is checked before it ticks, so
// three turns of stun cost three actions.
#[test]
fn a_stunned_monster_acts_again() {
    let run = Scenario::new("#@...m#").monster_status(Stunned, 3).play(&[Wait; 3]);
    run.shows("#@...m#");
    run.play(&[Wait]).shows("#@..m.#");
}

// D: poison takes 1 + hp_max / 50 hit points each turn, but never the last one.
#[test]
fn poison_never_kills() {
    let run = alone().hp(10).status(Poisoned, 20).play(&[Wait; 5]);
    assert_eq!(run.hp(), 5);
    let run = run.play(&[Wait; 10]);
    assert_eq!((run.hp(), run.game.outcome()), (1, Outcome::Playing));
    let run = alone().level(10).hp(100).status(Poisoned, 20).play(&[Wait; 2]);
    assert_eq!(run.hp(), 100 - 2 * (1 + 115 / 50));
    let run = alone().level(10).hp(3).status(Poisoned, 20).play(&[Wait; 2]);
    assert_eq!(run.hp(), 1);
    let monster = Scenario::new("@#z").monster_hp(2).monster_status(Poisoned, 20);
    let run = monster.play(&[Wait; 10]);
    assert_eq!(run.game.current_floor().monsters[0].body.hp, Hp(1));
}

// D: venom takes 1 + hp_max / 50 hit points each turn, and can kill.
#[test]
fn venom_takes_hit_points_each_turn_and_kills() {
    let run = alone().hp(3).status(Envenomed, 20).play(&[Wait; 2]);
    assert_eq!((run.hp(), run.game.outcome()), (1, Outcome::Playing));
    let run = run.play(&[Wait]);
    assert_eq!((run.hp(), run.game.outcome()), (0, Outcome::Dead));
    let run = alone().level(10).hp(100).status(Envenomed, 20).play(&[Wait; 3]);
    assert_eq!(run.hp(), 100 - 3 * (1 + 115 / 50));
}

// D: regrowth heals 1 + hp_max / 50 hit points each turn up to hp_max, and continues at hp_max.
#[test]
fn regrowth_stops_at_full_health_and_runs_on() {
    let run = alone().hp(20).status(Regrowing, 12).play(&[Wait; 4]);
    assert_eq!(run.hp(), 24);
    let run = run.play(&[Wait; 4]);
    assert_eq!((run.hp(), turns_left(&run.game, Regrowing)), (25, 4));
    let asleep = Scenario::new("@#z").monster_status(Regrowing, 99);
    let born = asleep.game().current_floor().monsters[0].hp_born;
    let asleep = asleep.changed(|floor| floor.monsters[0].body.hp = Hp(1));
    let run = asleep.play(&[Wait; 60]);
    assert_eq!(run.game.current_floor().monsters[0].body.hp, born, "as it was born");
}

// D13: statuses tick in this order: poison, venom, regrowth, stun, confusion, and then the purely protective ones.
#[test]
fn statuses_tick_in_their_order() {
    let scene =
        Status::ALL.into_iter().fold(alone().hp(9), |scene, status| scene.status(status, 1));
    let run = scene.play(&[Wait]);
    let ended: Vec<Status> = run
        .events()
        .filter_map(|event| match event {
            Event::StatusEnded { status, .. } => Some(*status),
            _ => None,
        })
        .collect();
    assert_eq!(ended, Status::ALL);
    assert_eq!(ended[..5], [Poisoned, Envenomed, Regrowing, Stunned, Confused]);
    assert_eq!(run.hp(), 8);
}

// D13: poison ticks before venom, and regrowth after venom. At 2 hp, poison takes one hit point and venom the last one,
// and regrowth does not revive the dead.
#[test]
fn regrowth_comes_too_late_for_the_dead() {
    let scene = alone().hp(2).status(Poisoned, 5).status(Envenomed, 5).status(Regrowing, 5);
    assert_eq!(scene.play(&[Wait]).game.outcome(), Outcome::Dead);
}

/// The number of turns played to measure a saving throw.
const THROWS: u64 = 12_000;

/// Plays one turn [`THROWS`] times, each time with other dice. Returns how often each of `statuses` has ended
/// afterwards, and how often all of them have.
fn saved(scene: &Scenario, statuses: &[Status]) -> (Vec<u64>, u64) {
    let scene = statuses.iter().fold(scene.clone(), |scene, &status| scene.status(status, 50));
    let (mut each, mut all) = (vec![0; statuses.len()], 0);
    for seed in (0..THROWS).map(shifted) {
        let mut game = scene.clone().seed(seed).game();
        game.step(Wait, &mut Events::new()).expect("one can always wait");
        let over: Vec<bool> = statuses.iter().map(|&s| turns_left(&game, s) == 0).collect();
        for (count, over) in each.iter_mut().zip(&over) {
            *count += u64::from(*over);
        }
        all += u64::from(over.iter().all(|&over| over));
    }
    (each, all)
}

// D13: a roll of uniform(0..=99) below the saving throw ends a status. Each status has its own roll.
#[test]
fn each_status_has_a_saving_throw_of_its_own() {
    for (level, throw) in [(1, 10), (21, 40), (41, 70)] {
        let (each, all) = saved(&Scenario::new("@").level(level), &SAVED);
        for count in each {
            assert_fair("saving throw", &[count, THROWS - count], &[throw, 100 - throw]);
        }
        let together = throw.pow(3);
        assert_fair("all three", &[all, THROWS - all], &[together, 1_000_000 - together]);
    }
}

// B12, D13: even the best saving throw sometimes fails.
#[test]
fn the_best_saving_throw_is_95() {
    let bonus = Bonus { saving_throw: 1000, ..Bonus::default() };
    let (each, _) = saved(&Scenario::new("@").worn(Slot::Microchip, bonus), &SAVED);
    // The number of saving throws of all three statuses together is enough to distinguish 95 from 94 and 96.
    let (count, all) = (each.iter().sum::<u64>(), THROWS * 3);
    assert_fair("saving throw", &[count, all - count], &[95, 5]);
}

// D13: venom and regrowth allow no saving throw, and a chance of 0 never succeeds.
#[test]
fn some_statuses_have_no_saving_throw() {
    let bonus = Bonus { saving_throw: 1000, ..Bonus::default() };
    let lucky = Scenario::new("@").worn(Slot::Microchip, bonus);
    assert_eq!(saved(&lucky, &[Envenomed, Regrowing]), (vec![0, 0], 0));
    assert_eq!(saved(&alone(), &SAVED), (vec![0, 0, 0], 0));
}

// D13: the saving throw comes after the effect, so poison still hurts in the turn in which it ends.
#[test]
fn the_saving_throw_comes_after_the_effect() {
    let mut hurt = 0;
    for seed in (0..200).map(shifted) {
        let run = Scenario::new("@").seed(seed).level(41).hp(20).status(Poisoned, 50).play(&[Wait]);
        if turns_left(&run.game, Poisoned) == 0 {
            assert!(matches!(
                run.events().find(|event| **event != Event::Waited),
                Some(Event::StatusHurt { status: Poisoned, .. })
            ));
            hurt += 1;
        }
    }
    assert!(hurt > 0);
}

// D, E1: if a status is inflicted again, the longer of the two times counts. The times never add up, and none exceeds
// 99 turns.
#[test]
fn times_never_add_up() {
    for (old, new, wanted) in [(5, 3, 5), (3, 5, 5), (5, 5, 5), (0, 7, 7), (20, 255, 99)] {
        let (mut body, mut events) = (Body::new(Pos::at(1, 1), Hp(5)), Events::new());
        body.statuses.set(Stunned, old);
        status::inflict(&mut body, Actor::Player, Stunned, new, &mut events);
        assert_eq!(body.statuses.turns_left(Stunned), wanted);
        assert!(Status::ALL.into_iter().all(|s| s == Stunned || !body.statuses.has(s)));
    }
}

// D15: the log reports every start in the warning colour and every end in the normal colour. For helpful statuses, it
// uses the colour for good news. Steady and Soothed have no such messages: the end of a stun announces Steady, and the
// healing by a mist announces Soothed.
#[test]
fn every_start_and_end_is_told() {
    let (who, at) = (Actor::Player, Pos::at(1, 1));
    for status in Status::ALL {
        let (mut body, mut events) = (Body::new(at, Hp(5)), Events::new());
        status::inflict(&mut body, who, status, 5, &mut events);
        let began = Event::StatusBegan { who, at, status };
        assert_eq!(events.iter().collect::<Vec<_>>(), [&began]);
        let tone = match status {
            Status::Steady | Status::Soothed => continue,
            Status::Immune | Status::Regrowing => Tone::Good,
            _ => Tone::Warning,
        };
        let message = text::status_message(status, 5, Hp(25));
        assert_eq!(message.map(|message| message.tone), Some(tone));
        let ended = text::event_message(&Event::StatusEnded { who, at, status });
        assert_eq!(ended.map(|message| message.tone), Some(Tone::Normal));
    }
    // A helpful status of the ally is not a warning, unlike the same status of an enemy.
    for (who, tone) in [
        (Actor::Ally(MonsterKind::MicroMouse), Tone::Good),
        (Actor::Monster(MonsterKind::MicroMouse), Tone::Warning),
    ] {
        let began = Event::StatusBegan { who, at, status: Status::Regrowing };
        assert_eq!(text::event_message(&began).map(|message| message.tone), Some(tone));
        let healed = Event::Soothed { who, at, hp: Hp(3) };
        assert_eq!(text::event_message(&healed).map(|message| message.tone), Some(tone));
    }
}

// E14, D15: the HUD names each active status with its remaining turns, and no other. Helpful statuses have the colour
// for good news.
#[test]
fn the_hud_names_running_statuses() {
    let labels = [
        (Poisoned, "Rabies 4"),
        (Envenomed, "Venom 5"),
        (Regrowing, "Regrowth 9"),
        (Stunned, "Stunned 3"),
        (Confused, "Confused 8"),
        (Status::Steady, "Steady 5"),
        (Status::Immune, "Immune 20"),
        (Status::Soothed, "Soothed 8"),
    ];
    let colour = |status| match status {
        Poisoned | Envenomed | Stunned | Confused => Colour::WARNING,
        _ => Colour::GOOD,
    };
    for (status, label) in labels {
        let turns = label.split(' ').nth(1).and_then(|turns| turns.parse().ok());
        let game = alone().status(status, turns.expect("a label ends with turns")).game();
        ocr::drawn(
            |frame| hud::draw_bar(frame, &game, "Start"),
            |frame| {
                for (its, other) in labels {
                    let is_named = ocr::says(frame, other, colour(its));
                    assert_eq!(is_named, other == label, "{other} with {label}");
                }
            },
        );
    }
    let (one, other) = (labels[1], labels[4]);
    let both = alone().status(one.0, 5).status(other.0, 8).game();
    ocr::drawn(
        |frame| hud::draw_bar(frame, &both, "Start"),
        |frame| {
            assert!(ocr::says(frame, one.1, Colour::WARNING));
            assert!(ocr::says(frame, other.1, Colour::WARNING));
        },
    );
}

// E19, I1: a new game starts without statuses and without known potions, even if it replaces another game.
#[test]
fn a_new_game_starts_with_none() {
    let fresh = Game::new(shifted(3));
    assert_eq!(fresh.player().body.statuses.running().count(), 0);
    let scene = Status::ALL.into_iter().fold(alone(), |scene, status| scene.status(status, 9));
    let scene = ItemKind::POTIONS.into_iter().fold(scene, Scenario::carries);
    let mut game =
        scene.status(Stunned, 0).status(Confused, 0).play(&[Use(0); ItemKind::POTIONS.len()]).game;
    assert!(ItemKind::POTIONS.iter().all(|&kind| game.label(kind) == Label::Known(kind)));
    game.restart(shifted(3));
    assert_eq!(game.player().body.statuses.running().count(), 0);
    assert!(ItemKind::POTIONS.iter().all(|&kind| game.label(kind) != Label::Known(kind)));
    assert_same!(game, fresh);
}

// E15: neither healing nor regrowth cures poison or venom.
#[test]
fn healing_cures_nothing() {
    let scene = alone().hp(20).status(Poisoned, 9).status(Envenomed, 9).status(Regrowing, 9);
    let run = scene.play(&[Wait; 3]);
    assert_eq!((turns_left(&run.game, Poisoned), turns_left(&run.game, Envenomed)), (6, 6));
}

// N1: no wound heals without a cause, at any level, healthy or not, waiting or walking.
#[test]
fn nothing_mends_by_itself() {
    for level in [1, 6, 60] {
        let run = alone().level(level).hp(1).play(&[Wait; 300]);
        assert_eq!(run.hp(), 1, "level {level}");
    }
    assert_eq!(alone().hp(1).status(Poisoned, 90).play(&[Wait; 60]).hp(), 1);
    let to_and_fro = [Walk(Direction::East), Walk(Direction::West)].repeat(100);
    assert_eq!(Scenario::new("#@.#").hp(9).play(&to_and_fro).hp(), 9);
}

// N2: however long the player stays, no new monsters appear, and a terminal does not bring any (W16).
#[test]
fn nobody_comes_to_who_stays() {
    for number in [1, 5, 12] {
        let room = "##?#####\n#.@..#.>\n#....#..\n######..";
        let run = Scenario::new(room).floor(number).play(&[Walk(Direction::North)]);
        let run = run.play(&vec![Wait; 400]);
        assert_eq!(run.game.current_floor().alive(), 0, "floor {number}");
    }
}

// D16: when a stun ends, by time or by a saving throw, the creature is steady for 5 turns.
#[test]
fn who_is_freed_of_a_stun_is_steady() {
    let run = alone().status(Stunned, 2).play(&[Wait]);
    assert_eq!((turns_left(&run.game, Stunned), turns_left(&run.game, Steady)), (1, 0));
    let mut run = run.play(&[Wait]);
    for left in (0..=5).rev() {
        assert_eq!((turns_left(&run.game, Stunned), turns_left(&run.game, Steady)), (0, left));
        run = run.play(&[Wait]);
    }
    let saved = (0..20).map(|seed| {
        Scenario::new("@").level(60).seed(shifted(seed)).status(Stunned, 50).play(&[Wait])
    });
    let saved = saved.into_iter().find(|run| turns_left(&run.game, Stunned) == 0);
    assert_eq!(turns_left(&saved.expect("most are saved").game, Steady), 5);
    // The monster's stun ends by time.
    let run = Scenario::new("@#m").monster_status(Stunned, 1).play(&[Wait]);
    let statuses = &run.game.current_floor().monsters[0].body.statuses;
    assert_eq!((statuses.turns_left(Stunned), statuses.turns_left(Steady)), (0, 5));
}

// D16: stuns never add up. If a stunned creature is stunned again, the longer time counts.
#[test]
fn a_stun_never_adds_up() {
    for (running, again, turns) in [(0, 5, 5), (3, 5, 5), (5, 3, 5), (1, 1, 1), (4, 4, 4)] {
        let mut body = Body::new(Pos::at(1, 1), Hp(5));
        body.statuses.set(Stunned, running);
        assert!(status::inflict(&mut body, Actor::Player, Stunned, again, &mut Events::new()));
        assert_eq!(body.statuses.turns_left(Stunned), turns);
    }
    // Beside two Tough Mice, no stun lasts longer than a single stun by one of them, and the player can act in some
    // turns between two stuns.
    let scene = Scenario::new("t@t").level(90).hp(900);
    let on_hit = MonsterKind::ToughMouse.spec().on_hit.as_ref().expect("it stuns");
    let longest = on_hit.turns;
    let mut stuns = 0;
    for seed in (0..6).map(shifted) {
        let (mut run, mut lost, mut free) = (scene.clone().seed(seed).play(&[]), 0, 9);
        for _ in 0..60 {
            run = run.play(&[Wait]);
            if turns_left(&run.game, Stunned) > 0 {
                assert!(lost > 0 || free >= 5, "stunned again after {free} turns");
                stuns += u32::from(lost == 0);
                (lost, free) = (lost + 1, 0);
                assert!(lost <= longest, "stunned for more than {longest} turns");
            } else {
                (lost, free) = (0, free + 1);
            }
        }
    }
    assert!(stuns > 3, "only {stuns} stuns");
}

// D16: neither a cable nor a blow stuns a steady player, and no message mentions a stun.
#[test]
fn the_steady_are_not_stunned() {
    for (steady, stun) in [(5, 0), (1, 0), (0, 1)] {
        let scene = Scenario::new("@-.").floor(8).level(20).status(Steady, steady);
        let run = scene.play(&[Walk(East)]);
        assert_eq!(turns_left(&run.game, Stunned), stun, "steady for {steady} turns");
        let told = |event: &&Event| matches!(event, Event::StatusBegan { status: Stunned, .. });
        assert_eq!(run.events().filter(told).count(), usize::from(stun));
    }
    let scene = Scenario::new("@t").level(90).status(Steady, 99);
    for seed in (0..10).map(shifted) {
        let run = scene.clone().seed(seed).play(&[Wait; 60]);
        assert_eq!(turns_left(&run.game, Stunned), 0);
    }
    let mut body = Body::new(Pos::at(1, 1), Hp(5));
    body.statuses.set(Steady, 1);
    assert!(status::is_proof(&body, Stunned) && !status::is_proof(&body, Confused));
    assert!(!status::inflict(&mut body, Actor::Player, Stunned, 5, &mut Events::new()));
}

// M10, D13: monsters have the saving throws stated in their table.
#[test]
fn monsters_have_saving_throws() {
    for letter in ['m', 's', 'n', 'r', 't', 'e', 'c', 'a'] {
        let scene = Scenario::new(&format!("@#{letter}")).monster_status(Confused, 50);
        let spec = scene.game().current_floor().monsters[0].kind.spec();
        let (chance, turns) = (u64::from(spec.saving_throw.0), 3_000);
        let is_over = |&seed: &u64| {
            let mut game = scene.clone().seed(seed).game();
            game.step(Wait, &mut Events::new()).expect("one can always wait");
            !game.current_floor().monsters[0].body.statuses.has(Confused)
        };
        let over = (0..turns).map(shifted).filter(is_over).count() as u64;
        if chance == 0 {
            assert_eq!(over, 0, "{letter}");
        } else {
            let name = format!("saving throws of {letter}");
            assert_fair(&name, &[over, turns - over], &[chance, 100 - chance]);
        }
    }
}

// D, E14: the words about poison, which is rabies on the screen, share one stem and the words about venom share another.
// Neither group uses the stem of the other.
#[test]
fn poison_and_venom_have_a_word_each() {
    for (status, stem, other) in
        [(Status::Poisoned, "rabi", "venom"), (Status::Envenomed, "venom", "rabi")]
    {
        let who = Actor::Player;
        let monster = Actor::Monster(MonsterKind::LabSnake);
        let events = [who, monster].into_iter().flat_map(|who| {
            [
                Event::StatusBegan { who, at: Pos::at(1, 1), status },
                Event::StatusEnded { who, at: Pos::at(1, 1), status },
            ]
        });
        let hurt = Event::StatusHurt { who, at: Pos::at(1, 1), status, damage: Damage(1) };
        for event in events.chain([hurt]) {
            let own = text::status_message(status, 3, Hp(25));
            let words = text::event_message(&event).or(own).expect("it is said").text;
            let words = words.to_lowercase();
            assert!(words.contains(stem) && !words.contains(other), "{words:?}");
        }
        let line = text::status_line(status, 3, Hp(25)).to_lowercase();
        assert!(line.contains(stem) && !line.contains(other), "{line:?}");
    }
    let potion = ItemKind::PotionOfVenom;
    assert_eq!(text::label_name(Label::Known(potion)), "Venom Potion");
    assert_eq!(
        text::item_effect(&Game::new(1), Label::Known(potion)),
        "Throw: gas, plus 6 turns of venom"
    );
}
