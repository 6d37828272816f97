//! Checks the play screen: which actions cost a turn, which must wait, and which are refused (T2, T3, T10).

use musrex_core::Command::Walk;
use musrex_core::Direction;
use musrex_core::app::ScreenName;
use musrex_core::content::{Bonus, ItemKind, Slot, Status};
use musrex_core::controls::Control;
use musrex_core::geometry::Pos;
use musrex_core::input::{Button, Buttons, Input, Pointer};
use musrex_core::limits::PACK_MAX;
use musrex_core::raster::Colour;
use musrex_core::rules::{Actor, Event, Refusal};
use musrex_core::view::animation::ATTACK_TICKS;
use musrex_core::view::text;
use musrex_core::world::{AiState, Aim, FloorState, Terrain};
use musrex_testkit::Scenario;
use musrex_testkit::app_driver::AppDriver;
use musrex_testkit::assert_same;
use musrex_testkit::ocr;
use musrex_testkit::policy_bot::{Policy, PolicyBot};
use musrex_testkit::seeds::shifted;

/// Returns a driver that shows the play screen of this scene on a small frame.
fn playing(scene: &Scenario) -> AppDriver {
    let mut driver = AppDriver::new(shifted(1));
    driver.app.watch(scene.game());
    driver.app.resize(240, 160);
    driver
}

fn turn(driver: &AppDriver) -> u32 {
    driver.app.game().turn().0
}

// T3: looking, maps, logs and opening the pack cost no turn.
#[test]
fn looking_changes_nothing() {
    use Button::{A, B, Down, L, Right, Select, Start, Up};
    let scene = Scenario::new("#@...%#\n#....m#").hp(9).status(Status::Poisoned, 9);
    let scene = scene.carries(ItemKind::HealthPack).carries(ItemKind::Crowbar);
    let before = scene.game();
    for (buttons, screen) in [
        (&[Start][..], ScreenName::Menu),
        (&[Start, A], ScreenName::Pack),
        (&[Start, A, Down, A], ScreenName::Pack),
        (&[Start, Down, A], ScreenName::History),
        (&[Start, Down, Down, A], ScreenName::Hall),
        (&[Start, Up, Up, Up, Up, A, Down, Right], ScreenName::Options),
        (&[Select], ScreenName::Map),
        (&[L, Right, Up, L], ScreenName::Look),
    ] {
        let mut driver = playing(&scene);
        buttons.iter().for_each(|&button| driver.tap(button));
        assert_eq!(driver.app.screen(), screen);
        for _ in 0..4 {
            if driver.app.screen() != ScreenName::Play {
                driver.tap(B);
            }
        }
        assert_eq!(driver.app.screen(), ScreenName::Play, "back from {screen:?}");
        assert_same!(*driver.app.game(), before, "{screen:?} changed the game");
    }
}

// T2: the pack stays closed while the player is stunned or confused, and the log says why.
#[test]
fn the_dazed_do_not_open_the_pack() {
    for status in [None, Some(Status::Stunned), Some(Status::Confused)] {
        let scene = Scenario::new("#@#").carries(ItemKind::Crowbar);
        let mut driver = playing(&match status {
            Some(status) => scene.status(status, 9),
            None => scene,
        });
        driver.tap(Button::Start);
        driver.tap(Button::A);
        let wanted = if status.is_some() { ScreenName::Play } else { ScreenName::Pack };
        assert_eq!(driver.app.screen(), wanted, "{status:?}");
        if let Some(status) = status {
            let why = text::refusal_message(Refusal::Impaired(status)).expect("it is told");
            assert!(driver.app.messages().iter().any(|entry| entry.message == why), "{status:?}");
        }
        assert_eq!(turn(&driver), 0);
    }
}

// H15: on a handheld, a tap of B alone opens and closes the pack. A press of B that dashes, is held or ends a journey
// does neither.
#[test]
fn the_pack_is_one_press_away() {
    let scene =
        Scenario::new("####################\n#@.................#").carries(ItemKind::Crowbar);
    let (back, right) = (Buttons::NONE.with(Button::B), Buttons::NONE.with(Button::Right));
    let mut driver = playing(&scene);
    for screen in [ScreenName::Pack, ScreenName::Play, ScreenName::Pack] {
        driver.hold(back, 1);
        driver.wait(1);
        assert_eq!(driver.app.screen(), screen);
    }
    assert_eq!(turn(&driver), 0);
    for held in [
        &[(back, 25)][..],
        &[(back, 2), (back.or(right), 3), (back, 2)],
        &[(right, 3), (right.or(back), 2)],
    ] {
        let mut driver = playing(&scene);
        for &(buttons, ticks) in held {
            driver.hold(buttons, ticks);
        }
        driver.wait(60);
        assert_eq!(driver.app.screen(), ScreenName::Play, "{held:?}");
    }
    let mut driver = playing(&scene);
    driver.hold(Buttons::NONE.with(Button::L).with(Button::R), 2);
    driver.wait(8);
    let before = turn(&driver);
    driver.tap(Button::B);
    driver.wait(30);
    assert_eq!(driver.app.screen(), ScreenName::Play, "the tap has ended the journey");
    assert!(before > 0 && turn(&driver) <= before + 1, "{before} turns");
}

// H15: the pack's own key opens the pack at once, even from the look mode and the menu, and closes it. The key never
// gives up a run.
#[test]
fn the_key_of_the_pack_opens_and_closes_it() {
    let scene = Scenario::new("#@..#").carries(ItemKind::Crowbar);
    let key = Control::Pack.buttons();
    for (first, back) in [
        (&[][..], ScreenName::Play),
        (&[Button::L], ScreenName::Play),
        (&[Button::Start], ScreenName::Menu),
    ] {
        let mut driver = playing(&scene);
        first.iter().for_each(|&button| driver.tap(button));
        for screen in [ScreenName::Pack, back] {
            driver.hold(key, 1);
            assert_eq!(driver.app.screen(), screen, "after {first:?}");
            driver.wait(2);
        }
    }
    // The key also works while a direction is held, and while the actions of an item are shown.
    let mut driver = playing(&scene);
    driver.hold(Buttons::NONE.with(Button::Right), 20);
    driver.hold(key.with(Button::Right), 2);
    driver.wait(2);
    assert_eq!(driver.app.screen(), ScreenName::Pack);
    driver.tap(Button::A);
    driver.hold(key, 1);
    assert_eq!(driver.app.screen(), ScreenName::Play);
    let mut driver = playing(&scene);
    driver.taps(&[Button::Start, Button::Up, Button::Up, Button::A]);
    driver.hold(key, 1);
    assert_eq!(driver.app.screen(), ScreenName::Menu, "the run is not given up");
}

// T10: if the player starts exploring during the animation of an attack, the journey waits until the animation is over,
// unless a button asks for the next turn.
#[test]
fn a_journey_waits_for_an_attack_to_be_over() {
    let mut driver = playing(&Scenario::new("#@z........#").level(30).monster_hp(1));
    // The first ticks wait, because a direction may still become a diagonal.
    for _ in 0..10 {
        if turn(&driver) == 0 {
            driver.hold(Buttons::NONE.with(Button::Right), 1);
        }
    }
    assert_eq!((turn(&driver), driver.app.game().player().kills), (1, 1));
    driver.hold(Buttons::NONE.with(Button::L).with(Button::R), 1);
    for tick in 2..ATTACK_TICKS {
        assert_eq!(turn(&driver), 1, "tick {tick}");
        driver.wait(1);
    }
    driver.wait(10);
    assert!(turn(&driver) > 2, "it goes on when the attack is over");
}

// A held mouse button walks to the tile under the pointer, which moves along with the player. Releasing the button
// stops the walk.
#[test]
fn a_held_mouse_button_walks() {
    let mut driver = playing(&Scenario::new("#@.........#"));
    // The pointer is three tiles to the right of the middle of the map. The map is lower because of the bar.
    let mut point = |is_held: bool, ticks: u32| {
        for _ in 0..ticks {
            let pointer = Some(Pointer { x: 120 + 3 * 16, y: 85, is_held });
            assert_eq!(driver.app.tick(Input { buttons: Buttons::NONE, pointer }), None);
        }
        driver.app.game().player().body.pos
    };
    assert_eq!(point(false, 30), Pos::at(2, 1));
    let there = point(true, 12);
    assert!(there.x() >= 5 && there.y() == 1, "{there:?}");
    assert_eq!(point(false, 30), there);
}

// W6, T10: drawing does not affect the rules: the game is the same whether every picture is drawn or none.
#[test]
fn drawing_is_no_rule() {
    let mut seen = AppDriver::in_lobby(shifted(8));
    let mut unseen = seen.clone();
    let mut walkers = [0; 2].map(|_| PolicyBot::new(Policy::Climb, shifted(8)));
    let mut has_climbed = false;
    for _ in 0..300 {
        if seen.app.screen() == ScreenName::Death {
            break;
        }
        for (driver, bot) in [&mut seen, &mut unseen].into_iter().zip(&mut walkers) {
            let command = bot.next(driver.app.game());
            driver.play(command);
        }
        ocr::drawn(|frame| _ = seen.app.draw(frame), |_| ());
        assert_eq!(seen.app.screen(), unseen.app.screen());
        assert_same!(seen.app.game(), unseen.app.game(), "in turn {}", turn(&seen));
        has_climbed |= seen.app.game().floor().number() > 0;
    }
    assert!(has_climbed, "in {} turns nobody left the lobby", turn(&seen));
}

// The demo behind the title goes on, however long the player waits there and whatever the player opens in the meantime.
// Each of its runs begins with a new bot that knows nothing of the previous run.
#[test]
fn the_demo_goes_on_for_ever() {
    const TICKS_A_DEMO_MAX: u32 = 20_000;
    let mut driver = AppDriver::new(shifted(3));
    driver.wait(3_000);
    for button in [Button::Down, Button::Down, Button::A, Button::B] {
        driver.tap(button);
    }
    assert_eq!(driver.app.screen(), ScreenName::Title);
    for _ in 0..2 {
        let seed = driver.app.game().seed();
        let waited = (0..TICKS_A_DEMO_MAX).find(|_| {
            driver.wait(1);
            driver.app.game().seed() != seed
        });
        assert!(waited.is_some(), "the demo does not end");
        // The demo's new run explores instead of standing still.
        let explored = |driver: &AppDriver| driver.app.game().current_floor().map.explored().len();
        let before = explored(&driver);
        driver.wait(2_000);
        assert!(explored(&driver) > before || driver.app.game().floor().number() > 1);
    }
}

// The mouse shows the name of what is under the pointer: a monster, an item as the player knows it, or the ground.
#[test]
fn the_mouse_names_what_it_points_at() {
    for (floor, name) in
        [("#@..m....#", "Micro Mouse"), ("#@..%....#", "Health Pack"), ("#@.......#", "Ground")]
    {
        let mut driver = playing(&Scenario::new(floor));
        let pointer = Some(Pointer { x: 120 + 3 * 16, y: 85, is_held: false });
        driver.app.tick(Input { buttons: Buttons::NONE, pointer });
        let is_named = ocr::drawn(
            |frame| _ = driver.app.draw(frame),
            |frame| ocr::says(frame, name, Colour::WHITE),
        );
        assert!(is_named, "{name} on {floor}");
    }
}

/// Explores until nothing more happens. Returns the text of the last message.
fn explores(driver: &mut AppDriver) -> String {
    driver.hold(Buttons::NONE.with(Button::L).with(Button::R), 4);
    driver.wait(200);
    driver.last_messages().last().map_or_else(String::new, |entry| entry.message.text.to_string())
}

// N4: if exploring has stopped because of sleepers, a second request at the same tile leads past them, even after
// waiting a turn. A request at another tile stops again.
#[test]
fn exploring_again_goes_past_sleepers() {
    const STOP: &str = "Enemies asleep. L+R: go anyway";
    let passage = "
        ####################
        #@......T..........#
        #..................#
        ####################";
    let scene = Scenario::new(passage).seed(shifted(3)).floor(2);
    let mut driver = playing(&scene.worn(Slot::Microchip, Bonus { hp_max: 900, ..Bonus::NONE }));
    let column = |driver: &AppDriver| driver.app.game().player().body.pos.x();
    assert_eq!(explores(&mut driver), STOP);
    assert!(column(&driver) <= 4);
    let before = driver.app.game().player().body.pos;
    driver.walk(Direction::South);
    driver.wait(60);
    assert_ne!(driver.app.game().player().body.pos, before);
    assert_eq!(explores(&mut driver), STOP);
    driver.tap(Button::A);
    driver.wait(60);
    explores(&mut driver);
    assert!(column(&driver) > 4, "it goes on");
}

// N4: after exploring has gone past sleepers once, it no longer asks on the same floor.
#[test]
fn exploring_asks_once_for_sleepers() {
    const STOP: &str = "Enemies asleep. L+R: go anyway";
    let passage = "
        #######################
        #@......T.............#
        #.....................#
        #######################";
    let scene = Scenario::new(passage).seed(shifted(3)).floor(2);
    let mut driver = playing(&scene.worn(Slot::Microchip, Bonus { hp_max: 900, ..Bonus::NONE }));
    assert_eq!(explores(&mut driver), STOP);
    driver.hold(Buttons::NONE.with(Button::L).with(Button::R), 2);
    driver.wait(6);
    // A press ends exploring at another tile than the one where it asked.
    let is_asleep = |driver: &AppDriver| {
        driver.app.game().current_floor().monsters[0].ai_state == AiState::Asleep
    };
    driver.tap(Button::A);
    driver.wait(20);
    assert!(is_asleep(&driver), "else it proves nothing");
    let count = |driver: &AppDriver| {
        let said = driver.app.messages().iter().filter(|it| it.message.text == STOP);
        said.map(|it| it.count).sum::<u16>()
    };
    let before = count(&driver);
    explores(&mut driver);
    assert_eq!(count(&driver), before);
}

// W17: exploring stops in front of a vault, and goes on at the next request.
#[test]
fn exploring_again_leaves_a_vault() {
    let vault = "
        ##########
        #......ddd
        #>....@L..
        #......ddd
        ##########";
    let scene = Scenario::new(vault).floor(2).carries(ItemKind::Key);
    let stairs = Pos::at(1, 3);
    let scene = scene.changed(|floor| floor.map.set(stairs, Terrain::StairsUp));
    let mut driver = playing(&scene);
    assert_eq!(explores(&mut driver), "Vault east: your Key opens it.");
    explores(&mut driver);
    let pos = driver.app.game().player().body.pos;
    assert!(pos.is_next_to(stairs), "{pos:?} is by the stairs");
}

// N4, W17: exploring mentions a vault once if its key is in the pack, and mentions the offers of an open vault once.
// Then it climbs.
#[test]
fn exploring_tells_of_a_vault_once() {
    let closed = "
        ###########
        #@........#
        #.........L
        #<........#
        ###########";
    let open = "
        ###########
        #@........#
        #.......d%#
        #<........#
        ###########";
    let vault = ("Vault east: your Key opens it.", Scenario::new(closed).carries(ItemKind::Key));
    let pedestal = |floor: &mut FloorState| {
        let item = floor.items.iter_mut().next().expect("there is a Health Pack");
        item.pos = Pos::at(9, 3);
    };
    let offers = ("nothing from the vault.", Scenario::new(open).changed(pedestal));
    for (told, scene) in [vault, offers] {
        let mut driver = AppDriver::in_lobby(shifted(5));
        driver.app.watch(scene.floor(2).game());
        let mut said = Vec::new();
        while driver.app.game().floor().number() == 2 && said.len() < 9 {
            driver.hold(Buttons::NONE.with(Button::L).with(Button::R), 2);
            driver.wait(120);
            said.extend(
                driver.app.messages().iter().next_back().map(|it| it.message.text.to_string()),
            );
        }
        assert_eq!(driver.app.game().floor().number(), 3, "{said:?}");
        assert_eq!(said.iter().filter(|text| text.contains(told)).count(), 1, "{said:?}");
        assert!(said.len() < 5, "{said:?}");
    }
}

// N4: on an explored floor, exploring stops next to the stairs up and says so. An immediate second request climbs.
#[test]
fn exploring_climbs_when_it_is_asked_again() {
    let mut driver = playing(&Scenario::new("#@...<...#").floor(2));
    assert_eq!(explores(&mut driver), "All is explored. L+R: climb");
    assert_eq!(driver.app.game().floor().number(), 2);
    explores(&mut driver);
    assert_eq!(driver.app.game().floor().number(), 3);
}

// N4, W16, W17: before it climbs, exploring names the most useful thing that the player has not used yet.
#[test]
fn exploring_names_what_is_left_to_use() {
    let full =
        |scene: Scenario| (0..PACK_MAX).fold(scene, |scene, _| scene.carries(ItemKind::Cheese));
    for (walls, start) in [
        ("##:#######", "All is explored."),
        ("##?#######", "A terminal is unused."),
        ("##L#######", "The vault is still locked."),
        ("##?#L#####", "A terminal is unused."),
    ] {
        let mut driver = playing(&Scenario::new(&format!("{walls}\n#@...<...#")).floor(2));
        assert_eq!(explores(&mut driver), format!("{start} L+R: climb"), "{walls}");
        explores(&mut driver);
        assert_eq!(driver.app.game().floor().number(), 3);
    }
    // I10, M7: an ally that is too far away to follow is named first.
    for (text, said) in [
        ("##?#########\n#ng@......<.#", "Your ally is far. L+R: climb alone"),
        ("##?#########\n#@....<..n.#", "A terminal is unused. L+R: climb"),
    ] {
        let scene = Scenario::new(text).floor(3).changed(|floor| floor.monsters[0].is_ally = true);
        let mut driver = playing(&scene.monster_status(Status::Stunned, 90));
        assert_eq!(explores(&mut driver), said);
    }
    let mut driver = playing(&full(Scenario::new("#@...<.%.#").floor(2)));
    assert_eq!(explores(&mut driver), "You left an item here. L+R: climb");
    // An item that the player dropped was left behind on purpose, so it is named last.
    let scene = Scenario::new("#@...<.%.#").floor(2);
    let mut driver = playing(&scene.changed(|floor| floor.items[0].item.was_carried = true));
    assert_eq!(explores(&mut driver), "Dropped things remain. L+R: climb");
}

// W19, W25: walking into furniture shows its name, and walking into a cage shows what opens it. No turn passes.
#[test]
fn a_bump_is_told() {
    for letter in "{oOg".chars() {
        let mut driver = playing(&Scenario::new(&format!("#@{letter}..#")).floor(4));
        let at = Pos::at(3, 1);
        let name = text::tile_name(driver.app.game(), at);
        let terrain = driver.app.game().current_floor().map.terrain(at);
        driver.walk(Direction::East);
        let last = driver.app.messages().iter().next_back().expect("it is said");
        assert_eq!(Some(&last.message), text::bump_message(terrain, name).as_ref(), "{letter}");
        assert!(letter == '{' || last.message.text.starts_with(name), "{letter}");
        assert_eq!(driver.app.game().turn().0, 0);
    }
}

// N4: if a sleeper blocks the only passage, exploring says so. The second request leads up to the sleeper.
#[test]
fn exploring_leads_up_to_a_sleeper_in_the_only_way() {
    let passage = "
        ####################
        #@.....T...........#
        ####################";
    let mut driver = playing(&Scenario::new(passage).seed(shifted(3)).floor(2));
    assert_eq!(explores(&mut driver), "Enemies asleep. L+R: go anyway");
    // The sleeper may wake while the player approaches.
    let said = explores(&mut driver);
    let game = driver.app.game();
    let monster = &game.current_floor().monsters[0];
    match monster.ai_state {
        AiState::Asleep => {
            assert_eq!(said, "A Tough Mouse is in the way.");
            assert!(monster.body.pos.is_next_to(game.player().body.pos));
        }
        _ => assert!(game.player().body.pos.x() > 1),
    }
}

// D15: the start of a status is reported once. It is not reported again with each bite that prolongs the status.
#[test]
fn a_status_that_is_lengthened_is_not_told_again() {
    let healthy = Bonus { hp_max: 900, ..Bonus::NONE };
    let mut driver = playing(&Scenario::new("#@s#").floor(9).worn(Slot::Microchip, healthy));
    let has = |driver: &AppDriver| driver.app.game().player().body.statuses.has(Status::Envenomed);
    let count = |driver: &AppDriver, words: &str| -> u16 {
        let said = driver.app.messages().iter();
        said.filter(|it| it.message.text.starts_with(words)).map(|it| it.count).sum()
    };
    let (mut starts, mut lengthened) = (0, 0);
    for _ in 0..25 {
        let (had, bites) = (has(&driver), count(&driver, "The Lab Snake bites"));
        driver.tap(Button::A);
        starts += u16::from(!had && has(&driver));
        lengthened += u16::from(had && count(&driver, "The Lab Snake bites") > bites);
    }
    assert_eq!(count(&driver, "Venom "), starts);
    assert!(starts > 0 && lengthened > 0, "{starts} starts, {lengthened} bites more");
}

// D15, D16: if the player stuns a monster and the ally's mark ends the stun in the same turn, the log reports both in one
// line.
#[test]
fn a_stun_that_ends_at_once_is_shaken_off() {
    let scene = Scenario::new("#@t..c#").floor(7).level(5).wears(ItemKind::StunBaton);
    let scene = scene.changed(|floor| {
        let aim = Aim::At(floor.monsters[0].body.pos);
        (floor.monsters[1].is_ally, floor.monsters[1].aim) = (true, aim);
    });
    let mut count = 0;
    for seed in (0..60).map(shifted) {
        let scene = scene.clone().seed(seed);
        let run = scene.clone().play(&[Walk(Direction::East)]);
        let began = |event: &&Event| {
            matches!(
                event,
                Event::StatusBegan { status: Status::Stunned, who: Actor::Monster(_), .. }
            )
        };
        let ended = |event: &&Event| {
            matches!(
                event,
                Event::StatusEnded { status: Status::Stunned, who: Actor::Monster(_), .. }
            )
        };
        if run.events().find(began).is_none() || run.events().find(ended).is_none() {
            continue;
        }
        count += 1;
        let mut driver = playing(&scene);
        driver.walk(Direction::East);
        let is_said = |words: &str| {
            driver.app.messages().iter().any(|entry| entry.message.text.contains(words))
        };
        assert!(!is_said("no longer stunned.") && !is_said("is stunned."));
        assert!(is_said("The Tough Mouse loses a turn, stunned."));
    }
    assert!(count > 0, "the mark never strikes who was just stunned");
}

// A6, N3: a blow by a monster that can never do damage is reported as harmless and not as a miss, because a miss
// depends on chance.
#[test]
fn the_harmless_do_not_miss() {
    for (defence, words, other) in
        [(30, " can't hurt you.", " misses you."), (0, " misses you.", " can't")]
    {
        let mut count = 0;
        for seed in (0..8).map(shifted) {
            let armour = Bonus { defence, ..Bonus::NONE };
            let scene = Scenario::new("#@m#").floor(2).worn(Slot::Armour, armour).seed(seed);
            let mut driver = playing(&scene);
            (0..4).for_each(|_| driver.tap(Button::A));
            let said = |words: &str| -> u16 {
                let log = driver.app.messages().iter();
                log.filter(|it| it.message.text.contains(words)).map(|it| it.count).sum()
            };
            count += said(words);
            assert_eq!(said(other), 0, "behind {defence}");
        }
        assert!(count > 0, "no {words:?} behind {defence}");
    }
}

// I13: the first action offered for a flask is to drink it, until the player knows that its contents burn.
#[test]
fn the_first_deed_of_what_burns_is_to_throw_it() {
    let healthy = Bonus { hp_max: 900, ..Bonus::NONE };
    let scene = Scenario::new("#@....#").worn(Slot::Microchip, healthy);
    let potion = ItemKind::PotionOfVenom;
    let mut driver = playing(&scene.carries(potion).carries(potion));
    let kinds = |driver: &AppDriver| -> Vec<ItemKind> {
        driver.app.game().player().pack.iter().map(|item| item.kind).collect()
    };
    driver.taps(&[Button::Start, Button::A, Button::Down, Button::A, Button::A]);
    driver.wait(30);
    assert_eq!((driver.app.screen(), kinds(&driver)), (ScreenName::Play, vec![potion]), "drunk");
    driver.taps(&[Button::Start, Button::A, Button::A, Button::A]);
    assert_eq!((driver.app.screen(), kinds(&driver)), (ScreenName::Aim, vec![potion]));
}
