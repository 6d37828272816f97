//! Checks how the choices of each bot differ from those of the careful bot. Games played by the bots measure the
//! balance of the rules.

use Direction::{East, West};
use musrex_core::bots::{Bot, Strategy};
use musrex_core::content::{Feats, ItemKind, Kit, Status};
use musrex_core::geometry::Pos;
use musrex_core::limits::PACK_MAX;
use musrex_core::quantity::Hp;
use musrex_core::rules::travel::ExplorePlan;
use musrex_core::world::{Aim, FloorState, GroundItem, Item};
use musrex_core::{Command, Direction, Events, Game, Outcome};
use musrex_testkit::Scenario;

/// Returns the first command of a bot in `scene`.
fn first(strategy: Strategy, scene: &Scenario) -> Command {
    let game = scene.game();
    Bot::new(strategy).next(&game, &game.visible())
}

#[test]
fn a_charger_walks_to_whom_the_careful_lets_come() {
    let scene = Scenario::new("@...m.");
    assert_eq!(first(Strategy::Careful, &scene), Command::Wait);
    assert_eq!(first(Strategy::Waiter, &scene), Command::Wait);
    assert_eq!(first(Strategy::Charger, &scene), Command::Walk(East));
}

#[test]
fn a_waiter_lets_come_to_whom_the_careful_walks() {
    let scene = Scenario::new("@......m");
    assert_eq!(first(Strategy::Careful, &scene), Command::Walk(East));
    assert_eq!(first(Strategy::Waiter, &scene), Command::Wait);
}

// A Meta Mouse may swap the player into a ring of live cables, which exploring never crosses (N4, W18).
#[test]
fn a_bot_leaves_a_ring_of_cables() {
    let scene = Scenario::new(
        "
        .......
        ..---..
        ..-@-..
        ..---..
        .......",
    )
    .level(9)
    .floor(4);
    let (mut game, mut bot, mut events) =
        (scene.game(), Bot::new(Strategy::Careful), Events::new());
    let ring = game.player().body.pos;
    for _ in 0..20 {
        let mut visible = game.visible();
        let command = bot.next(&game, &visible);
        game.step_and_look(command, &mut events, &mut visible).expect("a bot plays by the rules");
    }
    assert!(game.player().body.pos.steps_to(ring) > 1, "it still stands in the ring");
}

#[test]
fn from_two_one_retreats_into_a_passage() {
    let two = Scenario::new(
        "
        ###....
        ..@..m.
        ###..m.",
    );
    assert_eq!(first(Strategy::Careful, &two), Command::Wait);
    assert_eq!(first(Strategy::Corridor, &two), Command::Walk(West));
    let one = Scenario::new(
        "
        ###....
        ..@..m.
        ###....",
    );
    assert_eq!(first(Strategy::Corridor, &one), Command::Wait);
}

#[test]
fn a_fight_that_goes_badly_is_left_by_stairs() {
    // The monster is a snake, which does not follow by stairs (M7).
    let scene = |hp| Scenario::new(">.@s").hp(hp).floor(2);
    assert_eq!(first(Strategy::Careful, &scene(2)), Command::Walk(East));
    assert_eq!(first(Strategy::Stairs, &scene(2)), Command::Walk(West));
    assert_eq!(first(Strategy::Stairs, &scene(25)), Command::Walk(East));
}

#[test]
fn a_miser_uses_nothing_up() {
    let scene = Scenario::new("@m").hp(3).carries(ItemKind::HealthPack);
    assert_eq!(first(Strategy::Careful, &scene), Command::Use(0));
    assert_eq!(first(Strategy::Miser, &scene), Command::Walk(East));
    let unknown = Scenario::new("@.").carries(ItemKind::PotionOfHealing);
    assert_eq!(first(Strategy::Careful, &unknown), Command::Use(0));
    assert!(matches!(first(Strategy::Miser, &unknown), Command::Walk(_) | Command::Wait));
}

#[test]
fn a_thrower_baits_who_comes_behind() {
    let scene = Scenario::new("@...t..\n..m....").hp(9).carries(ItemKind::Cheese);
    assert_eq!(first(Strategy::Thrower, &scene), Command::Throw(0, Pos::at(5, 1)));
    // The careful bot eats the cheese. So does a thrower, if no other mouse is nearer than the strong one.
    assert_eq!(first(Strategy::Careful, &scene), Command::Use(0));
    let alone = Scenario::new("@...t..").hp(9).carries(ItemKind::Cheese);
    assert_eq!(first(Strategy::Thrower, &alone), Command::Use(0));
    // Weak mice are not worth the cheese.
    let weak = Scenario::new("@...m..\n..m....").level(9).carries(ItemKind::Cheese);
    assert_eq!(first(Strategy::Thrower, &weak), Command::Wait);
}

#[test]
fn a_hacker_keeps_a_chip_for_a_fight_that_goes_badly() {
    let scene = |hp| {
        let scene = Scenario::new("@t").level(9).hp(hp).floor(9).carries(ItemKind::OverrideChip);
        scene.monster_status(Status::Stunned, 5)
    };
    assert_eq!(first(Strategy::Hacker, &scene(5)), Command::Use(0));
    assert_eq!(first(Strategy::Hacker, &scene(105)), Command::Walk(East));
    assert_eq!(first(Strategy::Careful, &scene(5)), Command::Walk(East));
}

#[test]
fn a_sneak_walks_only_to_easy_sleepers() {
    let asleep = |level| Scenario::new("<....@..T").level(level).floor(9);
    assert_eq!(first(Strategy::Careful, &asleep(3)), Command::Walk(East));
    assert_eq!(first(Strategy::Sneak, &asleep(3)), Command::Walk(West));
    assert_eq!(first(Strategy::Sneak, &asleep(60)), Command::Walk(East));
}

// M8: if many mice spit, a bot that always steps aside would never fight, and its run would never end. Therefore every
// bot finally strikes.
#[test]
fn a_bot_stands_its_ground_where_many_spit() {
    let marked = |floor: &mut FloorState| floor.monsters[1].aim = Aim::At(Pos::at(3, 1));
    let game = Scenario::new(".m@..c").level(9).floor(4).changed(marked).game();
    for strategy in Strategy::ALL {
        let mut bot = Bot::new(strategy);
        let mut next = || bot.next(&game, &game.visible());
        assert_eq!(next(), Command::Walk(East), "{strategy:?} steps off the mark");
        let strikes = (0..100).any(|_| next() == Command::Walk(West));
        assert!(strikes, "{strategy:?} steps aside for ever");
    }
}

// W19: if glass keeps an enemy from coming, the bot does not wait for it forever, but goes to the stairs.
#[test]
fn a_bot_waits_no_longer_than_an_enemy_takes_to_come() {
    let game = Scenario::new("<.....@.gm#").level(9).floor(4).game();
    for strategy in Strategy::ALL {
        let mut bot = Bot::new(strategy);
        let commands: Vec<Command> = (0..40).map(|_| bot.next(&game, &game.visible())).collect();
        assert_eq!(commands[39], Command::Walk(West), "{strategy:?} goes to the stairs");
    }
}

// W17, I3: with a full pack, a bot cannot take anything from a pedestal, so it leaves the vault.
#[test]
fn a_bot_with_a_full_pack_leaves_the_vault() {
    let vest = |floor: &mut FloorState| {
        let item = Item::new(ItemKind::BulletproofVest);
        let ground = GroundItem { pos: Pos::at(8, 1), item };
        floor.items.push(ground).expect("there is room for one");
    };
    let vault = || Scenario::new("<.....@d#").floor(4).changed(vest);
    let full = (0..PACK_MAX).fold(vault(), |scene, _| scene.carries(ItemKind::Antidote));
    for strategy in Strategy::ALL {
        assert_eq!(first(strategy, &vault()), Command::Walk(East), "{strategy:?}");
        assert_eq!(first(strategy, &full), Command::Walk(West), "{strategy:?}");
    }
}

// I12: a bot with a sweeping weapon strikes where the blow does the most damage on all its tiles together. A bot
// without one strikes the weakest enemy.
#[test]
fn a_bot_strikes_where_its_weapon_does_most() {
    // The weakest mouse stands alone, and three others stand side by side.
    let hp = |floor: &mut FloorState| {
        for monster in &mut floor.monsters {
            let is_alone = monster.body.pos == Pos::at(2, 2);
            monster.body.hp = Hp(if is_alone { 20 } else { 40 });
        }
    };
    let scene = Scenario::new("#..t#\n#t@t#\n#..t#").level(20).changed(hp);
    let mop = scene.clone().wears(ItemKind::Mop);
    for strategy in Strategy::ALL {
        assert_eq!(first(strategy, &scene), Command::Walk(West), "{strategy:?} strikes one");
        assert_eq!(first(strategy, &mop), Command::Walk(East), "{strategy:?} sweeps three");
    }
}

// I12: if two mice are side by side, the full blow strikes the mouse that loses more hit points to it.
#[test]
fn a_bot_gives_the_whole_blow_to_who_loses_more() {
    let hp = |floor: &mut FloorState| {
        for monster in &mut floor.monsters {
            monster.body.hp = Hp(if monster.body.pos == Pos::at(3, 2) { 1 } else { 40 });
        }
    };
    let scene = Scenario::new("#.t#\n#@t#\n#..#").level(20).changed(hp);
    assert_eq!(first(Strategy::Careful, &scene), Command::Walk(East));
    let mop = scene.wears(ItemKind::Mop);
    assert_eq!(first(Strategy::Careful, &mop), Command::Walk(Direction::NorthEast));
}

// I12, T9: a sweep spares the ally, so the bot does not count the ally as struck.
#[test]
fn a_bot_does_not_count_its_ally() {
    let change = |floor: &mut FloorState| {
        for monster in &mut floor.monsters {
            monster.is_ally = monster.body.pos == Pos::at(4, 1);
            monster.body.hp = Hp(if monster.body.pos == Pos::at(2, 2) { 20 } else { 40 });
        }
    };
    let ally = |is_there| {
        let row = if is_there { "#..t#" } else { "#...#" };
        let scene = Scenario::new(&format!("{row}\n#t@t#\n#...#")).level(20);
        scene.wears(ItemKind::Mop).changed(change)
    };
    assert_eq!(first(Strategy::Careful, &ally(false)), Command::Walk(West), "the weaker of two");
    assert_eq!(first(Strategy::Careful, &ally(true)), Command::Walk(West), "as without the ally");
}

// In these games, the bot `Master` saw a monster from one tile but not from the next tile, and had a different plan on
// each. So it walked back and forth forever, in front of the guards of the throne, or of a thief with its loot.
#[test]
fn a_bot_does_not_walk_to_and_fro_for_ever() {
    for seed in [
        3_859_474_389_454_298_536,
        16_172_396_358_741_532_854,
        12_431_673_422_988_040_267,
        4_078_058_412_747_473_163,
    ] {
        let (mut game, mut events) = (Game::new(seed), Events::new());
        let (mut bot, mut plan) = (Bot::new(Strategy::Master), ExplorePlan::NONE);
        let mut visible = game.visible();
        while game.outcome() == Outcome::Playing && game.turn().0 < 20_000 {
            let command = bot.next_with(&game, &visible, Some(&mut plan));
            game.step_and_look(command, &mut events, &mut visible).expect("it can go on");
        }
        assert_ne!(game.outcome(), Outcome::Playing, "the game of seed {seed}");
    }
}

#[test]
fn every_bot_is_found_by_its_name() {
    for strategy in Strategy::ALL {
        assert_eq!(Strategy::from_name(strategy.name()), Some(strategy));
    }
    assert_eq!(Strategy::from_name("nobody"), None);
}

#[test]
fn a_kiter_steps_away_until_it_is_well() {
    let scene = |hp| Scenario::new("#....@m").hp(hp);
    assert_eq!(first(Strategy::Careful, &scene(12)), Command::Walk(East));
    assert_eq!(first(Strategy::Kiter, &scene(25)), Command::Walk(East));
    assert_eq!(first(Strategy::Kiter, &scene(12)), Command::Walk(West));
    // If every free tile is adjacent to the monster, the kiter fights.
    assert_eq!(first(Strategy::Kiter, &Scenario::new("#@m#\n#..#").hp(12)), Command::Walk(East));
    // The kiter stops retreating after some time, so that the run ends.
    let (game, mut bot) = (scene(12).game(), Bot::new(Strategy::Kiter));
    let steps = (0..400).take_while(|_| bot.next(&game, &game.visible()) == Command::Walk(West));
    assert!((100..400).contains(&steps.count()));
}

#[test]
fn a_hopper_leaves_by_stairs_whoever_follows() {
    let scene = |hp| Scenario::new(">.@m").hp(hp).floor(2);
    assert_eq!(first(Strategy::Stairs, &scene(2)), Command::Walk(East));
    assert_eq!(first(Strategy::Hopper, &scene(2)), Command::Walk(West));
    assert_eq!(first(Strategy::Hopper, &scene(25)), Command::Walk(East));
}

#[test]
fn a_diver_climbs_once_it_knows_the_stairs() {
    let scene = Scenario::new("#<...@..%#").floor(2);
    assert_eq!(first(Strategy::Careful, &scene), Command::Walk(East));
    assert_eq!(first(Strategy::Diver, &scene), Command::Walk(West));
}

#[test]
fn a_doorman_fights_behind_doors() {
    let known = |floor: &mut FloorState| {
        let tiles = floor.map.passable().clone();
        floor.map.explored_mut().insert_all(&tiles);
    };
    let scene = Scenario::new("#...+.@...m#").level(3).changed(known);
    assert_eq!(first(Strategy::Careful, &scene), Command::Wait);
    for strategy in [Strategy::Doorman, Strategy::Master] {
        assert_eq!(first(strategy, &scene), Command::Walk(West), "{strategy:?}");
    }
    // Behind the door, the bot waits, and strikes the monster once it has come.
    let behind = Scenario::new("#..@'.m#").level(3).changed(known);
    assert_eq!(first(Strategy::Doorman, &behind), Command::Wait);
    let beside = Scenario::new("#..@m..#").level(3).changed(known);
    assert_eq!(first(Strategy::Doorman, &beside), Command::Walk(East));
}

#[test]
fn a_poisoner_throws_venom_at_the_king() {
    let venom = ItemKind::PotionOfVenom;
    let scene = Scenario::new("@...k#").floor(13).level(60).carries(venom).carries(venom);
    // The kind of a potion is known after the player has drunk one.
    let run = scene.play(&[Command::Use(0)]);
    let king = run.game.current_floor().monsters[0].body.pos;
    let next = |strategy| Bot::new(strategy).next(&run.game, &run.game.visible());
    assert_eq!(next(Strategy::Poisoner), Command::Throw(0, king));
    assert_ne!(next(Strategy::Careful), Command::Throw(0, king));
    assert!(!matches!(first(Strategy::Poisoner, &scene), Command::Throw(..)), "not yet known");
}

#[test]
fn a_lurer_throws_cheese_at_whoever_comes() {
    let scene = Scenario::new("@...m.").carries(ItemKind::Cheese);
    assert_eq!(first(Strategy::Careful, &scene), Command::Wait);
    assert_eq!(first(Strategy::Lurer, &scene), Command::Throw(0, Pos::at(5, 1)));
    // The bot throws no cheese at an adjacent mouse, but strikes it.
    let beside = Scenario::new("@m....").carries(ItemKind::Cheese);
    assert_eq!(first(Strategy::Lurer, &beside), Command::Walk(East));
}

// M8, M19: the bot attacks a Needle, instead of stepping out of its sight and back again forever.
#[test]
fn nobody_steps_out_of_sight_and_back_for_ever() {
    let scene = Scenario::new(
        "
        #####.####
        h....@####
        ##########",
    );
    for strategy in [Strategy::Careful, Strategy::Master] {
        let mut game = scene.game();
        let (mut bot, mut events, mut visible) =
            (Bot::new(strategy), Events::new(), game.visible());
        let whole = game.current_floor().monsters[0].body.hp;
        let is_fought = |game: &Game| {
            let needle = game.current_floor().monsters.first();
            needle.is_none_or(|needle| needle.body.hp < whole)
        };
        for _ in 0..200 {
            if is_fought(&game) || game.outcome() != Outcome::Playing {
                break;
            }
            let command = bot.next(&game, &visible);
            game.step_and_look(command, &mut events, &mut visible)
                .expect("a bot plays by the rules");
        }
        assert!(is_fought(&game), "{}", strategy.name());
    }
}

// W30: each of these strategies has its own preferred kit, and takes it if a locker offers it.
#[test]
fn each_plan_takes_its_kit() {
    let plans = [
        (Strategy::Fighter, Kit::Janitor),
        (Strategy::Chemist, Kit::Chemist),
        (Strategy::Leader, Kit::Handler),
        (Strategy::Courier, Kit::Courier),
        (Strategy::Thief, Kit::Locksmith),
        (Strategy::Trickster, Kit::Guard),
    ];
    for (plan, kit) in plans {
        let seed = (1..)
            .find(|&seed| Kit::offered(seed, Feats::NONE).contains(&kit))
            .expect("seeds are many");
        let (mut game, mut bot, mut events) = (Game::new(seed), Bot::new(plan), Events::new());
        let mut visible = game.visible();
        while game.player().build.kit.is_none() {
            let command = bot.next(&game, &visible);
            game.step_and_look(command, &mut events, &mut visible)
                .expect("a bot plays by the rules");
            assert!(game.turn().0 < 100, "{} takes no kit", plan.name());
        }
        assert_eq!(game.player().build.kit, Some(kit), "{}", plan.name());
    }
}
