//! Checks cheese, as food and as bait (I9).

use crate::aim::aim;
use Command::{Drop, Throw, Use, Wait, Walk};
use Direction::{East, West};
use musrex_core::content::{ItemKind, SpillKind, Status};
use musrex_core::geometry::Pos;
use musrex_core::quantity::Hp;
use musrex_core::raster::Colour;
use musrex_core::rules::{Actor, Event};
use musrex_core::world::{AiState, Aim, FloorState, Item, Monster, Spill};
use musrex_core::{Command, Direction, Refusal};
use musrex_testkit::ocr::says;
use musrex_testkit::seeds::shifted;
use musrex_testkit::watched::{assert_says, seen, watch};
use musrex_testkit::{Run, Scenario};

/// Marks all cheese on the floor as once carried by the player, so that it lures mice.
fn carried(floor: &mut FloorState) {
    for ground in &mut floor.items {
        ground.item.was_carried |= ground.item.kind == ItemKind::Cheese;
    }
}

/// Returns a scene in which all cheese is bait.
fn baited(text: &str) -> Scenario {
    Scenario::new(text).changed(carried)
}

/// Makes the monster at `index` walk to `goal`, unless something lures it elsewhere.
fn goes_to(index: usize, goal: Pos) -> impl Fn(&mut FloorState) {
    move |floor| floor.monsters[index].ai_state = AiState::hunting(goal)
}

fn monster(run: &Run, index: usize) -> &Monster {
    &run.game.current_floor().monsters[index]
}

fn x(run: &Run, index: usize) -> u8 {
    monster(run, index).body.pos.x()
}

fn cheese(run: &Run) -> usize {
    let items = run.game.current_floor().items.iter();
    items.filter(|ground| ground.item.kind == ItemKind::Cheese).count()
}

fn is_eating(run: &Run, index: usize) -> bool {
    matches!(monster(run, index).ai_state, AiState::Eating { .. })
}

// I: the player may eat cheese, which heals max(5, hp_max / 8) hp. At full health, this is refused.
#[test]
fn cheese_is_food() {
    let scene = Scenario::new("@").carries(ItemKind::Cheese);
    let run = scene.clone().hp(10).play(&[Use(0)]);
    assert_eq!((run.hp(), run.game.player().pack.len()), (15, 0));
    assert_eq!(scene.clone().hp(22).play(&[Use(0)]).hp(), 25);
    scene.refuses(Use(0), Refusal::AtFullHp);
    // An eighth of 415 hit points is more than 5.
    let strong = Scenario::new("@").level(40).hp(10).carries(ItemKind::Cheese);
    assert_eq!(strong.play(&[Use(0)]).hp(), 10 + 51);
}

// I9: cheese lures only if it was in the player's pack and was thrown or dropped. Cheese that the player has not
// carried does not lure.
#[test]
fn only_carried_cheese_lures() {
    let text = "#,....m.....@#";
    Scenario::new(text).play(&[Wait]).shows("#,.....m....@#");
    baited(text).play(&[Wait]).shows("#,...m......@#");
    // The player throws the cheese.
    let scene = Scenario::new("#......m.....@#").level(9).carries(ItemKind::Cheese);
    let run = scene.play(&[Throw(0, Pos::at(9, 1))]);
    assert!(is_eating(&run, 0), "it was one step away");
    // The player drops the cheese and walks away, and the mouse comes to the cheese from the other side.
    let scene = Scenario::new("#m......@.....#").level(9).carries(ItemKind::Cheese);
    let run = scene.play(&[Drop(0), Walk(East), Walk(East), Walk(East), Walk(East), Wait, Wait]);
    assert!(is_eating(&run, 0), "{}", run.picture());
}

// I9: cheese lures mice within 10 walking steps, but not from farther away.
#[test]
fn cheese_lures_from_ten_steps() {
    for (steps, lures) in [(1, true), (9, true), (10, true), (11, false), (15, false)] {
        let text = format!("@#,{}m......", ".".repeat(steps - 1));
        let start = u8::try_from(3 + steps).expect("a short row");
        let scene = baited(&text).changed(goes_to(0, Pos::at(start + 6, 1)));
        let run = scene.play(&[Wait]);
        assert_eq!(x(&run, 0), if lures { start - 1 } else { start + 1 }, "{steps} steps");
    }
    // The distance is counted in walking steps, so cheese behind a wall is far away.
    let text = "
        @#,#m......
        ##.#.#####
        ##.#.#####
        ##.#.#####
        ##.#.#####
        ##.#.#####
        ##...#####";
    let run = baited(text).changed(goes_to(0, Pos::at(11, 1))).play(&[Wait]);
    assert_eq!(x(&run, 0), 6, "twelve steps around the wall");
    let near = text.replace("##.#.#####\n        ##...", "##...");
    let run = baited(&near).changed(goes_to(0, Pos::at(11, 1))).play(&[Wait]);
    assert_eq!(monster(&run, 0).body.pos, Pos::at(5, 2), "ten steps");
}

// I9: cheese does not lure a mouse while the player is in sight and nearer to it than the cheese.
#[test]
fn a_near_player_distracts() {
    let level = |text| baited(text).level(60);
    // A mouse adjacent to the player strikes, unless the cheese is as near.
    let run = level("#,.m@#").play(&[Wait]);
    assert!(run.events().any(|event| matches!(event, Event::Struck { .. })));
    assert!(is_eating(&level("#,m@#").play(&[Wait]), 0));
    // The player is in sight: first nearer to the mouse than the cheese, then farther away, then at the same distance.
    level("#@..m....,#").play(&[Wait]).shows("#@.m.....,#");
    level("#@.....m..,#").play(&[Wait]).shows("#@......m.,#");
    level("#@...m...,#").play(&[Wait]).shows("#@....m..,#");
    // The player is out of sight.
    let text = "
        #####@#####
        #.........#
        #.#######.#
        #.......m,#";
    let hidden = "
        ##@########
        #.#######.#
        #....m...,#";
    let run = level(text).play(&[Wait]);
    assert!(is_eating(&run, 0), "one step to it");
    let run = level(hidden).changed(goes_to(0, Pos::at(2, 3))).play(&[Wait]);
    assert_eq!(x(&run, 0), 7);
}

// I9: cheese lures neither snakes, nor mice that have not noticed the player, nor thieves with loot.
#[test]
fn others_do_not_come() {
    for letter in ['s', 'z', 'S'] {
        let text = format!("@#,..{letter}......");
        let scene = baited(&text).changed(|floor| {
            if letter == 's' {
                floor.monsters[0].ai_state = AiState::hunting(Pos::at(12, 1));
            }
        });
        let run = scene.play(&[Wait; 4]);
        assert!(x(&run, 0) >= 6, "{letter}");
        assert_eq!(cheese(&run), 1);
    }
    let watching = baited("@#,..z......").watched().play(&[Wait; 4]);
    assert_eq!(x(&watching, 0), 6);
    let thief = baited("@#,..a......").changed(|floor| {
        floor.monsters[0].loot = Some(Item::new(ItemKind::Key));
    });
    assert_eq!(cheese(&thief.play(&[Wait; 4])), 1);
    // Cheese lures mice of these kinds.
    for letter in ['m', 'n', 't', 'e', 'c', 'a'] {
        let run = baited(&format!("@#,..{letter}......")).play(&[Wait; 3]);
        assert!(is_eating(&run, 0), "{letter}");
    }
}

// I9: the first mouse that arrives uses up the cheese. It eats for 6 turns, during which it does nothing, and then
// hunts.
#[test]
fn a_meal_takes_six_turns() {
    let scene = baited("#@......,m#").level(30);
    let mut run = scene.play(&[Wait]);
    run.shows("#@......m.#");
    assert!(is_eating(&run, 0));
    assert_eq!(cheese(&run), 0);
    let eats = |event: &&Event| matches!(event, Event::Eats { at, .. } if *at == Pos::at(9, 1));
    assert_eq!(run.events().filter(eats).count(), 1);
    for _ in 0..6 {
        run = run.play(&[Wait]);
        run.shows("#@......m.#");
    }
    run.play(&[Wait]).shows("#@.....m..#");
}

// I9: the mice that are not near enough to eat with the first mouse lose interest when the cheese is gone.
#[test]
fn the_others_lose_interest() {
    let text = "
        #@........,m#
        #########...#
        #########..m#";
    let run = baited(text).level(60).play(&[Wait]);
    assert!([0, 1].iter().all(|&index| is_eating(&run, index)), "two steps apart");
    let text = "#@.....m....,m#";
    let run = baited(text).level(60).play(&[Wait]);
    assert_eq!([0, 1].map(|index| is_eating(&run, index)), [false, true], "four steps apart");
    let run = run.play(&[Wait; 3]);
    assert!(x(&run, 0) < 8, "it hunts the player");
    assert!(is_eating(&run, 1));
}

// I9: awake mice within 3 walking steps of the first eater eat, too. Sleepers, watchers, snakes, thieves with loot and
// mice behind a wall do not. A decoy feeds only the mouse that reaches it (I14).
#[test]
fn mice_nearby_eat_too() {
    let eaters = |scene: &Scenario| {
        let run = scene.play(&[Wait]);
        let count = run.game.current_floor().monsters.len();
        (0..count).filter(|&index| is_eating(&run, index)).collect::<Vec<_>>()
    };
    let level = |text| baited(text).level(60);
    assert_eq!(eaters(&level("#@....m..m,#")), [0, 1]);
    assert_eq!(eaters(&level("#@...m...m,#")), [1]);
    assert_eq!(eaters(&level("#@....z..m,#")), [1], "a sleeper");
    assert_eq!(eaters(&level("#@....s..m,#")), [1], "a snake");
    let wall = "
        #@.......m#.#
        ########.,#m#
        #############";
    assert_eq!(eaters(&level(wall)), [0], "behind a wall");
    let thief = level("#@....a..m,#").changed(|floor| {
        floor.monsters[0].loot = Some(Item::new(ItemKind::Key));
    });
    assert_eq!(eaters(&thief), [1], "a thief");
    let decoy = Scenario::new("#@....m..m.#").level(60).changed(|floor| {
        let spill =
            Spill { pos: Pos::at(11, 1), kind: SpillKind::Decoy, turns: 6, is_players: true };
        floor.spills.push(spill).expect("there is room");
    });
    assert_eq!(eaters(&decoy), [1], "a decoy");
}

// I9: cheese under another monster is unreachable and lures nobody.
#[test]
fn taken_cheese_lures_nobody() {
    let scene = baited("@#,..m......").changed(|floor| {
        let mut sleeper =
            Monster::new(musrex_core::content::MonsterKind::LabSnake, Pos::at(3, 1), Hp(9));
        sleeper.ai_state = AiState::Asleep;
        floor.monsters.push(sleeper).expect("there is room");
        floor.monsters[0].ai_state = AiState::hunting(Pos::at(12, 1));
    });
    assert_eq!(x(&scene.play(&[Wait]), 0), 7);
}

// I9, I6: if thrown cheese hits a mouse, the mouse eats it on the spot.
#[test]
fn who_is_hit_by_cheese_eats_it() {
    let scene = Scenario::new("#@...m#").level(9).carries(ItemKind::Cheese);
    let run = scene.play(&[Throw(0, Pos::at(6, 1))]);
    assert!(is_eating(&run, 0));
    assert_eq!((x(&run, 0), cheese(&run)), (6, 0));
}

// I9, S3: a spill, venom or a blow (even a miss) ends the meal.
#[test]
fn damage_ends_the_meal() {
    let eating = |floor: &mut FloorState| floor.monsters[0].ai_state = AiState::Eating { turns: 6 };
    let burnt = Scenario::new("@#m").monster_hp(9).changed(eating).changed(|floor| {
        let spill = Spill { pos: Pos::at(3, 1), kind: SpillKind::Acid, turns: 1, is_players: true };
        floor.spills.push(spill).expect("there is room");
    });
    assert!(!is_eating(&burnt.play(&[Wait]), 0), "a spill");
    let scene = Scenario::new("@#m").monster_hp(9).changed(eating);
    let venomous = scene.clone().monster_status(Status::Envenomed, 3);
    assert!(!is_eating(&venomous.play(&[Wait]), 0), "venom");
    assert!(is_eating(&scene.play(&[Wait; 3]), 0));
    for seed in (0..20).map(shifted) {
        let scene = Scenario::new("@t").seed(seed).changed(eating);
        assert!(!is_eating(&scene.play(&[Walk(East)]), 0), "a blow");
    }
}

// I9: an eating mouse adjacent to the player neither notices nor strikes the player, and does not squeak (S4).
#[test]
fn an_eater_sees_nothing() {
    let scene = Scenario::new("#@n....#").changed(|floor| {
        floor.monsters[0].ai_state = AiState::Eating { turns: 6 };
    });
    let run = scene.play(&[Wait; 5]);
    assert!(is_eating(&run, 0));
    let of_monster = |event: &&Event| match event {
        Event::Struck { attacker, .. } => *attacker != Actor::Player,
        Event::Squeaked { .. } | Event::Noticed { .. } => true,
        _ => false,
    };
    assert_eq!(run.events().filter(of_monster).count(), 0);
}

// I9, M8: cheese makes a Spit Mouse forget its mark.
#[test]
fn cheese_breaks_an_aim() {
    let scene = baited("#@......c.,#").floor(5).level(30).changed(|floor| {
        floor.monsters[0].aim = Aim::At(Pos::at(2, 1));
    });
    let run = scene.play(&[Wait]);
    assert_eq!(monster(&run, 0).aim, Aim::None);
    assert_eq!(x(&run, 0), 10);
    assert!(!run.events().any(|event| matches!(event, Event::Spat { .. })));
}

// I9, W18: no mouse crosses a live cable for cheese.
#[test]
fn nobody_crosses_cables_for_cheese() {
    let scene = baited("@#,.-m......").floor(8);
    for seed in (0..20).map(shifted) {
        let run = scene.clone().seed(seed).play(&[Wait; 10]);
        assert_eq!(cheese(&run), 1);
        assert!(!run.events().any(|event| matches!(event, Event::Burned { .. })));
    }
}

// I9: bait is still an item: the player can pick it up again.
#[test]
fn bait_can_be_taken_back() {
    let run =
        Scenario::new("#.@.#").carries(ItemKind::Cheese).play(&[Drop(0), Walk(East), Walk(West)]);
    assert_eq!((run.game.player().pack.len(), cheese(&run)), (1, 0));
}

// I9: the aim tells who will eat the cheese, and for how long. A sleeper wakes first. Snakes never eat it.
#[test]
fn the_aim_tells_who_eats_the_cheese() {
    let meal = "The first few eat for 6 turns";
    for (room, is_told) in [("#@n....#", true), ("#@..N..#", true), ("#@..s..#", false)] {
        let mut driver = watch(&Scenario::new(room).level(30).carries(ItemKind::Cheese));
        aim(&mut driver, 1);
        assert_eq!(seen(&driver, |frame| says(frame, meal, Colour::SILVER)), is_told, "{room}");
        if room.contains('s') {
            assert_says(&driver, "A Lab Snake doesn't eat cheese", Colour::WHITE);
        }
        if room.contains('N') {
            assert_says(&driver, "The Neo Mouse wakes, and may eat it", Colour::WHITE);
        }
    }
    // The lines are true even for a mouse beside the player, and for a sleeper.
    for (room, at) in [("#@n....#", Pos::at(3, 1)), ("#@..N..#", Pos::at(5, 1))] {
        let mut driver = watch(&Scenario::new(room).level(30).carries(ItemKind::Cheese));
        driver.app.play_command(Throw(0, at)).expect("it can be thrown");
        driver.wait(60);
        // A sleeper wakes, and may squeak before it eats.
        let turns = if room.contains('N') { 2 } else { 0 };
        (0..turns).for_each(|_| driver.play(Wait));
        let mice = &driver.app.game().current_floor().monsters;
        assert!(matches!(mice[0].ai_state, AiState::Eating { .. }), "{room}");
    }
}
