//! Checks the lessons of the first run (H9). A lesson is a log message that explains a control or a rule.

use musrex_core::Direction;
use musrex_core::app::{App, ScreenName};
use musrex_core::bots::{Bot, Strategy};
use musrex_core::content::{Feats, Firmware, ItemKind, Kit, Slot, Status};
use musrex_core::controls::InputScheme;
use musrex_core::input::{Button, Buttons};
use musrex_core::raster::Frame;
use musrex_core::rules::travel::visible_enemies;
use musrex_core::rules::{Command, Events};
use musrex_core::view::log_strip;
use musrex_core::view::text::{self, Lesson};
use musrex_core::world::{AiState, Game, Item, Squeak};
use musrex_testkit::Scenario;
use musrex_testkit::app_driver::AppDriver;
use musrex_testkit::ocr;
use musrex_testkit::policy_bot::{Policy, PolicyBot};
use musrex_testkit::seeds::shifted;

/// Returns how many times the log contains each of three lessons: walking, looking, exploring.
fn lessons(driver: &AppDriver) -> [usize; 3] {
    [": walk", "Looking costs no turn.", "explore. It stops at danger"]
        .map(|words| said(driver, words))
}

/// Counts the messages that contain these words.
fn said(driver: &AppDriver, words: &str) -> usize {
    driver.app.messages().iter().filter(|entry| entry.message.text.contains(words)).count()
}

// H9: the first run teaches walking, exploring and looking, each when it is needed, and only once.
#[test]
fn the_first_run_teaches() {
    let mut driver = AppDriver::in_lobby(shifted(7));
    assert_eq!(lessons(&driver), [0, 0, 0], "the story comes first");
    driver.tap(Button::A);
    assert_eq!(lessons(&driver), [1, 0, 0]);
    driver.walk(Direction::North);
    driver.wait(20);
    // There is no creature or item in sight to look at.
    assert_eq!(lessons(&driver), [1, 0, 0]);
    // The first step onto the lobby's stairs only shows a warning if the player has no kit (W30).
    driver.walk(Direction::North);
    driver.walk(Direction::North);
    driver.wait(20);
    driver.skip_floor_change();
    assert_eq!(driver.app.game().floor().number(), 1);
    let mut bot = PolicyBot::new(Policy::Meek, shifted(7));
    let is_worth_a_look = |app: &App| {
        let (game, visible) = (app.game(), app.game().visible());
        visible_enemies(game, &visible).next().is_some()
            || game.current_floor().items.iter().any(|it| visible.contains(it.pos))
    };
    assert!(driver.play_until(&mut bot, 400, is_worth_a_look));
    // After a lesson, some turns must pass before the next one.
    assert!(driver.play_until(&mut bot, 60, |app| app.game().turn().0 > 40));
    assert_eq!(lessons(&driver), [1, 1, 1]);
    assert!(driver.play_until(&mut bot, 100, |app| app.game().turn().0 > 60));
    assert_eq!(lessons(&driver), [1, 1, 1]);
}

// H9: the first picked-up item triggers the lesson about the pack, which names the pack's key.
#[test]
fn lessons_come_by_need() {
    let has = |app: &App, words: &str| {
        app.messages().iter().any(|entry| entry.message.text.contains(words))
    };
    let mut packs = 0;
    for seed in (0..48).map(shifted) {
        let mut driver = AppDriver::in_lobby(seed);
        let mut bot = PolicyBot::new(Policy::Meek, seed);
        let is_over = |app: &App| !app.scores().rows().is_empty();
        let meets = |app: &App| has(app, "Picked up") || is_over(app);
        driver.play_until(&mut bot, 300, meets);
        if has(&driver.app, "Picked up") && !is_over(&driver.app) {
            packs += usize::from(has(&driver.app, ": pack"));
        }
    }
    assert!(packs > 2, "{packs} packs");
}

/// Returns a driver that plays this scene as the player's first run, on a small frame.
fn first_run(scene: &Scenario) -> AppDriver {
    let mut driver = AppDriver::new(shifted(5));
    driver.app.play(scene.game());
    driver.app.resize(240, 160);
    driver
}

/// Returns the words of a lesson, without the name of the creature that it mentions.
fn words(lesson: Lesson) -> String {
    let text = text::lesson(lesson, None, lesson == Lesson::Deed, &InputScheme::BUTTONS).text;
    text.trim_start_matches("Mouse").to_owned()
}

/// Counts how many times a scene shows a lesson within twenty turns of waiting.
fn given(scene: &Scenario, lesson: Lesson) -> usize {
    let mut driver = first_run(scene);
    (0..20).for_each(|_| driver.tap(Button::A));
    said(&driver, &words(lesson))
}

// H9, N3: the log says once that a monster is too weak to do harm, and does not repeat this for another monster.
#[test]
fn the_harmless_are_told_of_once() {
    let scene = |level| Scenario::new("#@.....m#").floor(1).level(level).monster_hp(9);
    let strong = scene(16).wears(ItemKind::BulletproofVest);
    assert_eq!(given(&strong, Lesson::Harmless), 1);
    let mut driver = first_run(&strong);
    (0..20).for_each(|_| driver.tap(Button::A));
    assert_eq!(said(&driver, "Micro Mouse: harmless. L+R"), 1, "it is named");
    assert_eq!(given(&scene(1).hp(25), Lesson::Harmless), 0);
    assert_eq!(given(&Scenario::new("#@.....z#").floor(2).level(9), Lesson::Harmless), 0);
}

// H9: the lesson about an arrow at the edge of the map comes once, in a turn in which an arrow is shown.
#[test]
fn edge_arrows_are_explained_once() {
    // A pane of glass keeps the mouse in place.
    let far = Scenario::new("#@......gz#").floor(2).level(9);
    assert_eq!(given(&far, Lesson::EdgeArrow), 1);
    assert_eq!(given(&Scenario::new("#@...gz#").floor(2).level(9), Lesson::EdgeArrow), 0);
    // A tile four rows above the player is visible on the small frame. A tile four rows below the player is hidden by
    // the log.
    let (up, down) = ("z\ng\n.\n.\n@", "@\n.\n.\ng\nz");
    for (text, count) in [(up, 0), (down, 1)] {
        assert_eq!(
            given(&Scenario::new(text).floor(2).level(9), Lesson::EdgeArrow),
            count,
            "{text}"
        );
    }
}

// H9, A8: when an adjacent mouse hides ground, a lesson explains once that mice block sight.
#[test]
fn blocked_sight_is_explained_once() {
    assert_eq!(given(&Scenario::new("#@z...#").floor(2).level(9), Lesson::Shadow), 1);
    for bright in ["#@z#", "#@.gz...#"] {
        assert_eq!(given(&Scenario::new(bright).floor(2).level(9), Lesson::Shadow), 0, "{bright}");
    }
}

// H9, N4: at the first sleeper, a lesson explains once that exploring keeps away from sleepers.
#[test]
fn sleepers_are_told_of_once() {
    let scene = |letter| Scenario::new(&format!("#@.....g{letter}#")).floor(2).level(9);
    assert_eq!(given(&scene('z'), Lesson::Sleepers), 1);
    assert_eq!(given(&scene('m'), Lesson::Sleepers), 0);
}

// H9, T8: beside the first awake monster that may strike diagonally, a lesson teaches diagonal blows once.
#[test]
fn diagonals_are_taught_once() {
    // The monsters are stunned or behind glass, so that they stay in place.
    let beside = |text| Scenario::new(text).floor(2).monster_status(Status::Stunned, 90);
    assert_eq!(given(&beside("#@.#\n#.n#"), Lesson::Diagonal), 1);
    for text in ["#@n#", "#@...#\n#..gg#\n#..gn#"] {
        assert_eq!(given(&beside(text), Lesson::Diagonal), 0, "{text}");
    }
}

// H9: a player who has struck diagonally needs no lesson about diagonal blows.
#[test]
fn who_has_struck_diagonally_is_not_taught_diagonals() {
    for (command, count) in [(Command::Walk(Direction::SouthEast), 0), (Command::Wait, 1)] {
        let scene = Scenario::new("#@.#\n#.n#").floor(2).monster_status(Status::Stunned, 90);
        let mut driver = first_run(&scene);
        driver.play(command);
        (0..20).for_each(|_| driver.tap(Button::A));
        assert_eq!(said(&driver, &words(Lesson::Diagonal)), count, "{command:?}");
    }
}

// H9, H2: a lesson explains the number of further messages once, after the first turn with more messages than fit.
#[test]
fn the_number_of_further_lines_is_explained_after_the_first() {
    let lesson = words(Lesson::Log);
    let scene = Scenario::new("#@.....#").floor(2).hp(9).carries(ItemKind::PotionOfHealing);
    let mut driver = first_run(&scene);
    (0..9).for_each(|_| driver.tap(Button::A));
    assert_eq!(said(&driver, &lesson), 0);
    driver.taps(&[Button::Start, Button::A, Button::A, Button::A]);
    assert!(driver.app.messages().answers() > 2 && said(&driver, &lesson) == 0);
    (0..9).for_each(|_| driver.tap(Button::A));
    assert_eq!(said(&driver, &lesson), 1);
}

// H9: some turns pass between lessons, and no lesson is added to the messages that a player surrounded by enemies must
// read.
#[test]
fn lessons_keep_apart_and_out_of_danger() {
    // The lessons about a deed and a squeak do not wait.
    let waits = |lesson: &Lesson| !matches!(lesson, Lesson::Deed | Lesson::Squeak);
    let texts = Lesson::ALL.into_iter().filter(waits).map(words);
    let texts: Vec<String> = texts.collect();
    let turns_of = |driver: &AppDriver| -> Vec<u32> {
        let is_lesson = |words: &str| texts.iter().any(|text| words.ends_with(text));
        let log = driver.app.messages().iter();
        log.filter(|it| is_lesson(&it.message.text) && it.turn.0 > 0).map(|it| it.turn.0).collect()
    };
    let mut count = 0;
    for seed in (0..6).map(shifted) {
        let mut driver = AppDriver::in_lobby(seed);
        let mut bot = PolicyBot::new(Policy::Meek, seed);
        driver.play_until(&mut bot, 120, |app| !app.scores().rows().is_empty());
        let turns = turns_of(&driver);
        assert!(turns.windows(2).all(|pair| pair[0] + 3 <= pair[1]), "{turns:?}");
        count += turns.len();
    }
    assert!(count > 6, "{count} lessons");
    let crowd = "#######\n#.mmm.#\n#.m@m.#\n#.smr.#\n#######";
    let mut driver = first_run(&Scenario::new(crowd).floor(4).level(9));
    for _ in 0..10 {
        driver.tap(Button::A);
        let now = driver.app.game().turn().0;
        let lines = driver.app.messages().iter().rev().take_while(|it| it.turn.0 == now).count();
        assert!(lines < 3 || !turns_of(&driver).contains(&now), "turn {now}");
    }
}

// H9: a lesson ends exploring, and stays in the log until the next press. The lesson about the stairs comes on the
// first floor.
#[test]
fn exploring_stops_at_a_lesson() {
    let texts: Vec<_> = Lesson::ALL.map(words).into_iter().collect();
    let mut given = [0; Lesson::COUNT];
    for seed in (0..8).map(shifted) {
        let mut driver = AppDriver::in_lobby(seed);
        let count = |driver: &AppDriver, text: &String| said(driver, text);
        for _ in 0..40 {
            let before: Vec<_> = texts.iter().map(|text| count(&driver, text)).collect();
            driver.hold(Buttons::NONE.with(Button::L).with(Button::R), 2);
            let is_new = |driver: &AppDriver| {
                (0..texts.len()).find(|&at| count(driver, &texts[at]) > before[at])
            };
            let new = (0..300).find_map(|_| {
                driver.wait(1);
                is_new(&driver)
            });
            let Some(new) = new else { continue };
            given[new] += 1;
            driver.skip_floor_change();
            let turn = driver.app.game().turn();
            driver.wait(60);
            assert_eq!(driver.app.game().turn(), turn, "{}", texts[new]);
            let mut words = ocr::words(240, 160);
            let frame = Frame::new(240, 160, &mut words).expect("the words are enough");
            let shown = log_strip::messages(&frame, driver.app.messages(), 0);
            let texts_shown: Vec<_> = shown.iter().map(|entry| &*entry.message.text).collect();
            assert!(texts_shown.contains(&texts[new].as_str()), "{texts_shown:?}");
        }
    }
    let count = |lesson: Lesson| *lesson.entry(&given);
    assert_eq!(count(Lesson::Stairs), 8);
    assert!(count(Lesson::Look) > 0 && count(Lesson::Pack) > 0, "{given:?}");
}

// N4, W30, H9: the first press of the exploring key leads to the lockers. The second leads to the stairs and shows a
// warning. The third climbs. A player who explores gets no lesson about exploring.
#[test]
fn exploring_in_the_lobby_climbs() {
    let mut driver = AppDriver::in_lobby(shifted(5));
    let explore = Buttons::NONE.with(Button::L).with(Button::R);
    driver.hold(explore, 2);
    driver.wait(120);
    assert_eq!(driver.app.game().floor().number(), 0);
    let last = driver.app.messages().iter().next_back().expect("it says why").message.text.clone();
    assert_eq!(last.as_str(), "Walk into a locker to choose your kit.");
    driver.hold(explore, 2);
    driver.wait(120);
    assert_eq!(driver.app.game().floor().number(), 0);
    driver.hold(explore, 2);
    driver.wait(120);
    assert_eq!(driver.app.game().floor().number(), 1);
    assert_eq!(lessons(&driver)[2], 0);
    let explored = |driver: &AppDriver| {
        driver.app.messages().iter().any(|entry| entry.message.text.contains("explored"))
    };
    assert!(!explored(&driver));
}

// H9: a run after the first teaches nothing.
#[test]
fn a_later_run_teaches_nothing() {
    let mut driver = AppDriver::at_a_busy_death(shifted(5));
    driver.go_on();
    driver.go_on();
    driver.wait(70);
    driver.tap(Button::Start);
    assert_eq!(driver.app.screen(), ScreenName::Play);
    assert_eq!(driver.app.game().turn().0, 0);
    driver.walk(Direction::North);
    driver.wait(20);
    driver.walk(Direction::North);
    assert_eq!(lessons(&driver), [0; 3]);
}

// H9: the first Key and the first Override Chip each bring one explanation of where the item is used.
#[test]
fn a_first_key_and_a_first_chip_are_explained_once() {
    let kinds = [(ItemKind::Key, Lesson::Key), (ItemKind::OverrideChip, Lesson::Override)];
    for (kind, lesson) in kinds {
        assert_eq!(given(&Scenario::new("#@..#").carries(kind).carries(kind), lesson), 1);
        assert_eq!(given(&Scenario::new("#@..#").carries(ItemKind::Antidote), lesson), 0);
    }
}

// H9, I3: the first microchip with an effect in the pack brings one lesson, unless a chip is plugged in already.
#[test]
fn a_first_microchip_is_to_be_plugged_in() {
    let scene = || Scenario::new("#@..#");
    let chip = |change: &dyn Fn(&mut Item)| {
        let mut chip = Item::new(ItemKind::Microchip);
        change(&mut chip);
        scene().carries_item(chip.clone()).carries_item(chip)
    };
    let of_firmware = chip(&|chip| chip.firmware = Some(Firmware::Leech));
    let of_numbers = chip(&|chip| chip.bonus.hp_max = 1);
    assert_eq!([&of_firmware, &of_numbers].map(|scene| given(scene, Lesson::Chip)), [1; 2]);
    let worn = of_firmware.wears(ItemKind::Microchip);
    let others = [worn, chip(&|_| ()), scene().carries(ItemKind::OverrideChip)];
    assert_eq!(others.each_ref().map(|scene| given(scene, Lesson::Chip)), [0; 3]);
}

// H9, S4: a lesson explains once that a mouse is about to squeak, and only if the mouse is adjacent to the player.
#[test]
fn a_mouse_that_will_squeak_is_told_of_once() {
    let lesson = words(Lesson::Squeak);
    for (room, count) in [("#@z..#", 1), ("#@..z#", 0)] {
        let scene = Scenario::new(room).floor(2).changed(|floor| {
            (floor.monsters[0].squeak, floor.monsters[0].ai_state) = (Squeak::Due, AiState::Asleep);
        });
        let mut driver = first_run(&scene);
        (0..3).for_each(|_| driver.tap(Button::A));
        assert_eq!(said(&driver, &lesson), count, "{room}");
    }
}

// H9, W30: a player who takes the Guard's kit wears all of its items. The lesson about the pack waits until an item is
// in the pack.
#[test]
fn no_lesson_sends_to_an_empty_pack() {
    let lesson = words(Lesson::Pack);
    for (kit, has_pack) in [(Kit::Guard, false), (Kit::Janitor, true)] {
        let is_offered = |&seed: &u64| Kit::offered(seed, Feats::NONE)[1] == kit;
        let seed = (0..1_000).map(shifted).find(is_offered).expect("1 in 8");
        let mut driver = first_run(&Scenario::new("#xxx#\n#.@.#\n#...#").seed(seed));
        driver.app.play_command(Command::Walk(Direction::North)).expect("a locker");
        for _ in 0..20 {
            driver.wait(240);
            driver.tap(Button::A);
        }
        assert_eq!(driver.app.game().player().build.kit, Some(kit));
        assert_eq!(said(&driver, &lesson) > 0, has_pack, "{kit:?}");
    }
}

// H9, I14: in the turn in which the first chip with a deed is put on, a lesson names the deed's key, even right after
// another lesson and among other messages.
#[test]
fn the_key_of_a_deed_is_told_soon() {
    let lesson = words(Lesson::Deed);
    for waits in 0..4 {
        let scene = Scenario::new("#@..%.#").floor(2).firmware(Firmware::Shove);
        let mut driver = first_run(&scene);
        driver.app.play_command(Command::TakeOff(Slot::Microchip)).expect("it is worn");
        (0..waits).for_each(|_| driver.tap(Button::A));
        assert_eq!(said(&driver, &lesson), 0);
        driver.app.play_command(Command::Wear(0)).expect("it is carried");
        assert_eq!(said(&driver, &lesson), 1, "after {waits} turns");
    }
}

// H9, I14: the lesson about a deed comes in every run, because the chip changes what the button of the pack does. Other
// lessons come only in a first run.
#[test]
fn later_runs_tell_only_the_key_of_a_deed() {
    let mut driver = AppDriver::in_lobby(shifted(2));
    let mut bot = PolicyBot::new(Policy::Meek, shifted(2));
    driver.play_until(&mut bot, 600, |app| !app.scores().rows().is_empty());
    let scene = Scenario::new("#@.+..#").floor(2).hp(3).firmware(Firmware::Shove);
    driver.app.play(scene.game());
    driver.app.play_command(Command::TakeOff(Slot::Microchip)).expect("it is worn");
    driver.app.play_command(Command::Wear(0)).expect("it is carried");
    (0..12).for_each(|_| driver.tap(Button::A));
    assert_eq!(said(&driver, &words(Lesson::Deed)), 1);
    for lesson in [Lesson::Walk, Lesson::Look, Lesson::Explore, Lesson::Wounds] {
        assert_eq!(said(&driver, &words(lesson)), 0, "{lesson:?}");
    }
}

// H9, N1: when the hit points fall to three quarters, a lesson says once that wounds do not heal over time.
#[test]
fn wounds_are_taught_at_three_quarters_of_the_hit_points() {
    for (hp, count) in [(10, 1), (18, 1), (19, 0)] {
        let scene = Scenario::new("#@..#").hp(hp);
        assert_eq!(scene.game().player_stats().hp_max.0, 25);
        assert_eq!(given(&scene, Lesson::Wounds), count, "at {hp} of 25");
        // Regrowth does heal a player who waits.
        let regrowing = scene.status(Status::Regrowing, 60);
        assert_eq!(given(&regrowing, Lesson::Wounds), 0, "at {hp} of 25");
    }
}

// H9, B13: green stripes in the bar are explained once, when they first appear. They mean that a new level is near and
// will heal hit points.
#[test]
fn green_stripes_are_explained_once_they_show() {
    let leaving =
        musrex_core::rules::experience::xp_to_leave(Scenario::new("#@..#").game().player().level).0;
    for (xp, hp, count) in [(leaving - 1, 10, 1), (leaving - 1, 25, 0), (0, 10, 0)] {
        let scene = Scenario::new("#@..#").xp(xp).hp(hp);
        assert_eq!(given(&scene, Lesson::Gain), count, "with {xp} XP and {hp} HP");
    }
}

// H9: below a third of the hit points, a lesson names the best healing item and the key of the pack, even during a
// fight, but only once.
#[test]
fn what_heals_is_named_below_a_third() {
    let scene = |hp| Scenario::new("#@n#").floor(2).level(5).hp(hp).carries(ItemKind::Cheese);
    assert_eq!(scene(9).game().player_stats().hp_max.0, 65);
    let healed_by = |scene: &Scenario, name: &str| {
        let mut driver = first_run(scene);
        driver.taps(&[Button::A; 2]);
        said(&driver, &format!("Use your {name}. B: pack"))
    };
    assert_eq!(healed_by(&scene(20), "Cheese"), 1);
    assert_eq!(healed_by(&scene(26), "Cheese"), 0);
    let with_more = scene(14).carries(ItemKind::HealthPack).carries(ItemKind::PotionOfVenom);
    assert_eq!(healed_by(&with_more, "Health Pack"), 1);
    let nothing = Scenario::new("#@n#").floor(2).level(5).hp(9).carries(ItemKind::Key);
    let mut driver = first_run(&nothing);
    driver.taps(&[Button::A; 2]);
    assert_eq!(said(&driver, "Use your"), 0);
}

// W30, H9: a run continued in the lobby mentions the lockers again, until the player takes a kit.
#[test]
fn a_run_continued_in_the_lobby_tells_of_the_lockers() {
    const LOCKERS: &str = "Walk into a locker to choose your kit.";
    for (is_taken, count) in [(false, 1), (true, 0)] {
        let mut game = Game::new(shifted(5));
        let (mut bot, mut events) = (Bot::new(Strategy::Master), Events::new());
        while is_taken && game.has_kit_to_choose() {
            let command = bot.next(&game, &game.visible());
            game.step(command, &mut events).expect("a bot plays by the rules");
        }
        assert_eq!(game.floor().number(), 0);
        let mut driver = AppDriver::new(shifted(5));
        driver.app.restore_run(&game);
        driver.tap(Button::A);
        assert_eq!(driver.app.screen(), ScreenName::Play);
        assert_eq!(said(&driver, LOCKERS), count, "taken: {is_taken}");
    }
}

/// Returns a driver that continues a run in this scene after `turns` turns of waiting. It is the player's first run.
fn continued(scene: &Scenario, turns: u32) -> AppDriver {
    let mut game = scene.game();
    let mut events = Events::new();
    (0..turns).for_each(|_| _ = game.step(Command::Wait, &mut events).expect("one can wait"));
    let mut driver = AppDriver::new(shifted(5));
    driver.app.restore_run(&game);
    driver.tap(Button::A);
    assert_eq!((driver.app.screen(), driver.app.game().turn()), (ScreenName::Play, game.turn()));
    driver
}

// H9: a continued run does not repeat the lesson about the pack if there are items in the pack, or if many turns have
// passed.
#[test]
fn a_continued_run_teaches_no_pack_twice() {
    let floor = Scenario::new("#@..%..#").floor(2).level(9);
    let carries = floor.clone().carries(ItemKind::Antidote);
    for (scene, turns, count) in [(&floor, 5, 1), (&carries, 5, 0), (&floor, 60, 0)] {
        let mut driver = continued(scene, turns);
        (0..4).for_each(|_| driver.walk(Direction::East));
        (0..6).for_each(|_| driver.tap(Button::A));
        assert!(said(&driver, "Picked up") == 1, "after {turns} turns");
        assert_eq!(said(&driver, ": pack"), count, "after {turns} turns");
    }
}
