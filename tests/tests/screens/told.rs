//! Checks what the screens tell at the moment when a player needs it: numbers of a status, keys, and consequences.

use musrex_core::Command::{Use, Wait, Walk};
use musrex_core::app::ScreenName;
use musrex_core::content::monsters::MarkEffect;
use musrex_core::content::{
    Bonus, Drill, Feat, Feats, Firmware, ItemKind, Kit, MonsterKind, Slot, SpillKind, Status,
};
use musrex_core::controls::InputScheme;
use musrex_core::geometry::Direction::East;
use musrex_core::geometry::Pos;
use musrex_core::input::Button::{A, B, Down, L, Start};
use musrex_core::quantity::{Damage, Hp, Level};
use musrex_core::raster::Colour;
use musrex_core::rules::experience::xp_to_leave;
use musrex_core::rules::{Actor, Event};
use musrex_core::view::text::{self, Tone};
use musrex_core::world::{GroundItem, Item, Progress, RunMode, Spill};
use musrex_testkit::Scenario;
use musrex_testkit::app_driver::AppDriver;
use musrex_testkit::ocr::says;
use musrex_testkit::seeds::shifted;
use musrex_testkit::watched::{assert_says, seen, watch};
use musrex_testkit::words;

fn is_said(driver: &AppDriver, words: &str) -> bool {
    driver.app.messages().iter().any(|entry| entry.message.text == words)
}

// D15: the message about a new status states its turns and its numbers.
#[test]
fn a_status_tells_its_turns_and_its_numbers() {
    let mut driver = watch(&Scenario::new("#@..#").hp(5).carries(ItemKind::PotionOfRegrowth));
    driver.taps(&[Start, A, A, A]);
    let player = driver.app.game().player();
    let (_, turns) = player.body.statuses.running().next().expect("it runs");
    let hp_max = driver.app.game().player_stats().hp_max;
    let message = text::status_message(Status::Regrowing, turns, hp_max).expect("it is told");
    assert!(message.text.contains(&format!("{turns} turns")), "{}", message.text);
    assert!(is_said(&driver, &message.text));
}

// I10, I14: beside a mouse on which the player's Override Chip works, the look mode names the key of the pack. It is
// another key while a worn chip has a deed.
#[test]
fn a_look_names_the_key_of_the_override_chip() {
    for (room, is_told) in [("#@n..#", true), ("#@..n#", false)] {
        for (firmware, key) in [(Firmware::Leech, "B"), (Firmware::Shove, "B+Start")] {
            let scene = Scenario::new(room).carries(ItemKind::OverrideChip).firmware(firmware);
            let mut driver = watch(&scene.changed(|floor| floor.monsters[0].body.hp = Hp(1)));
            driver.tap(L);
            let hint = format!("Override Chip works now. {key}: pack");
            let is_seen = seen(&driver, |frame| says(frame, &hint, Colour::STRAW));
            assert_eq!(is_seen, is_told, "{room}, {firmware:?}");
        }
    }
}

// I10: of two mice beside the player on which the Override Chip works, the chip takes the one with the stronger attack.
// The look mode says so for each of them, and the pack names the mouse that the chip takes.
#[test]
fn the_mouse_that_an_override_chip_takes_is_told_before() {
    for room in ["#t@m#", "#m@t#"] {
        let scene = Scenario::new(room).carries(ItemKind::OverrideChip);
        let scene =
            scene.changed(|floor| floor.monsters.iter_mut().for_each(|it| it.body.hp = Hp(1)));
        let mut driver = watch(&scene);
        for _ in 0..2 {
            driver.tap(L);
            let is_taken = seen(&driver, |frame| says(frame, "Tough Mouse, 1/", Colour::GOLD));
            let hint = if is_taken {
                "Override Chip works now. B: pack"
            } else {
                "Your Override Chip takes a stronger mouse"
            };
            assert_says(&driver, hint, Colour::STRAW);
        }
        driver.taps(&[B, B, A]);
        assert_says(&driver, "The Tough Mouse will be your ally", Colour::WARNING);
    }
}

// I11: the pack tells that a microchip without firmware and without numbers changes nothing.
#[test]
fn a_blank_chip_says_so() {
    let mut driver = watch(&Scenario::new("#@.#").carries(ItemKind::Microchip));
    driver.taps(&[Start, A]);
    assert_says(&driver, words::line("look.blank_chip"), Colour::STRAW);
}

// I7: before the player drinks a potion that is known to harm, the pack warns. It does not warn of a potion that heals,
// and an unknown potion must not give itself away.
#[test]
fn the_pack_warns_of_a_drink_that_harms() {
    for (kind, is_known, warns) in [
        (ItemKind::PotionOfVenom, true, true),
        (ItemKind::PotionOfVenom, false, false),
        (ItemKind::PotionOfHealing, true, false),
    ] {
        let scene = Scenario::new("#@..#").level(9).hp(9).carries(kind).carries(kind);
        let mut driver = watch(&scene);
        if is_known {
            driver.app.play_command(Use(0)).expect("it can be drunk");
            driver.wait(30);
        }
        driver.taps(&[Start, A, A]);
        // The first action on a potion that is known to harm is to throw it.
        if warns {
            driver.tap(Down);
        }
        let warning = words::line("look.harms_you");
        let is_seen = seen(&driver, |frame| says(frame, warning, Colour::WARNING));
        assert_eq!(is_seen, warns, "{kind:?}, known: {is_known}");
    }
}

// I14: without a creature in reach, the aim of a deed tells how far the deed reaches.
#[test]
fn an_aim_at_nobody_tells_the_reach() {
    let mut driver = watch(&Scenario::new("#@..n#").firmware(Firmware::Shove).charges(3));
    driver.tap(B);
    driver.wait(40);
    assert_eq!(driver.app.screen(), ScreenName::Deed);
    assert_says(&driver, "No enemy in reach: it reaches 1 tile.", Colour::WARNING);
    // HOOK would reach the far mouse, but the glass stops it.
    let mut driver = watch(&Scenario::new("#@.g.n#").firmware(Firmware::Hook).charges(3));
    driver.tap(B);
    driver.wait(40);
    assert_says(&driver, "No clear way to an enemy in reach.", Colour::WARNING);
    // HOOK cannot pull a mouse that is beside the player.
    let mut driver = watch(&Scenario::new("#@n..#").firmware(Firmware::Hook).charges(3));
    driver.tap(B);
    driver.wait(40);
    assert_says(&driver, "Too near to pull: it is beside you.", Colour::WARNING);
}

// D15: a mist heals a mouse in each turn, but the log says only once that the mouse is healing.
#[test]
fn a_refreshed_status_of_a_mouse_is_told_once() {
    let scene = Scenario::new("#@...n#").floor(4).monster_status(Status::Stunned, 90);
    let pos = Pos::at(5, 1);
    let scene = scene.changed(|floor| {
        let mist = Spill { kind: SpillKind::Regrowth, pos, turns: 9, is_players: true };
        floor.spills.push(mist).expect("there is room");
    });
    let mut driver = watch(&scene);
    (0..5).for_each(|_| driver.play(Wait));
    let statuses = &driver.app.game().current_floor().monsters[0].body.statuses;
    assert!(statuses.has(Status::Regrowing));
    let told = driver.app.messages().iter().filter(|it| it.message.text.contains("is healing"));
    assert_eq!(told.map(|it| it.count).sum::<u16>(), 1);
}

// I14, D16: the aim of HOOK tells whether the pull stuns its target. It opens at an enemy even if the ally is nearer, and
// warns before the ally is pulled.
#[test]
fn an_aim_of_hook_tells_of_the_stun_and_of_the_ally() {
    let aimed = |scene: Scenario| {
        let mut driver = watch(&scene.firmware(Firmware::Hook).charges(3));
        driver.tap(B);
        driver.wait(40);
        driver
    };
    let stuns = words::line("look.hook_stuns");
    assert_says(&aimed(Scenario::new("#@..n#")), stuns, Colour::WHITE);
    let steady = aimed(Scenario::new("#@..n#").monster_status(Status::Steady, 9));
    assert_says(&steady, words::line("look.no_stun"), Colour::WHITE);
    assert!(!seen(&steady, |frame| says(frame, stuns, Colour::WHITE)));
    let allied = |room| Scenario::new(room).changed(|floor| floor.monsters[0].is_ally = true);
    let mut driver = aimed(allied("#..t..#\n#@....#\n#....n#"));
    let warning = words::line("look.moves_ally");
    assert_says(&driver, "Pulls the Neo Mouse to you", Colour::WHITE);
    assert!(!seen(&driver, |frame| says(frame, warning, Colour::WARNING)));
    driver.tap(L);
    assert_says(&driver, "Pulls the Tough Mouse to you", Colour::WHITE);
    assert_says(&driver, warning, Colour::WARNING);
    let alone = aimed(allied("#@..t#"));
    assert!(!seen(&alone, |frame| says(frame, warning, Colour::WARNING)), "nothing is aimed at");
}

// D15, I10: a status of the ally is told as one of the ally, not of an enemy.
#[test]
fn a_status_of_the_ally_names_the_ally() {
    for (who, words) in [
        (Actor::Ally(MonsterKind::NeoMouse), "Your ally is envenomed."),
        (Actor::Monster(MonsterKind::NeoMouse), "The Neo Mouse is envenomed."),
    ] {
        let began = Event::StatusBegan { who, at: Pos::at(1, 1), status: Status::Envenomed };
        assert_eq!(text::event_message(&began).expect("it is told").text, words);
    }
}

// E14, H10: in the look mode, the keys at the top cover none of the player's statuses.
#[test]
fn the_keys_of_the_look_mode_cover_no_status() {
    let scene = Scenario::new("#@...n#").status(Status::Poisoned, 9).status(Status::Immune, 8);
    let mut driver = watch(&scene.status(Status::Regrowing, 7).status(Status::Steady, 6));
    driver.tap(L);
    assert_says(&driver, "B: back", Colour::STRAW);
    for (status, turns, colour) in [
        (Status::Poisoned, 9, Colour::WARNING),
        (Status::Immune, 8, Colour::GOOD),
        (Status::Regrowing, 7, Colour::GOOD),
        (Status::Steady, 6, Colour::GOOD),
    ] {
        let label = format!("{} {turns}", text::status_label(status));
        assert_says(&driver, &label, colour);
    }
}

// I14, W18: while a push or a pull is aimed, the panel says whether it ends on a live cable, and how much that takes.
#[test]
fn a_push_onto_a_cable_is_told() {
    for (firmware, room, is_told) in [
        (Firmware::Shove, "#@n.-.#", true),
        (Firmware::Shove, "#@n..-#", false),
        (Firmware::Hook, "#@-.n.#", true),
        (Firmware::Hook, "#@.-n.#", false),
    ] {
        let mut driver = watch(&Scenario::new(room).floor(4).monster_hp(50).firmware(firmware));
        driver.tap(B);
        assert_eq!(driver.app.screen(), ScreenName::Deed, "{room}");
        let line = |damage| format!("The live cable hits it for {damage}");
        let is_seen = |damage| seen(&driver, |frame| says(frame, &line(damage), Colour::WHITE));
        let told = (1..99).find(|&damage| is_seen(damage));
        let hp = |driver: &AppDriver| driver.app.game().current_floor().monsters[0].body.hp.0;
        let before = hp(&driver);
        driver.tap(A);
        let burnt = before - hp(&driver);
        assert_eq!(told.is_some(), is_told, "{room}");
        assert_eq!(told.unwrap_or(0), burnt, "{room}");
    }
}

// I3: before the player puts on an item, the pack says which worn item it replaces.
#[test]
fn the_pack_says_what_a_chip_replaces() {
    let line = "It replaces your Mop";
    for is_worn in [true, false] {
        let scene = Scenario::new("#@..#").carries(ItemKind::Crowbar);
        let mut driver = watch(&if is_worn { scene.wears(ItemKind::Mop) } else { scene });
        driver.taps(&[Start, A]);
        if is_worn {
            driver.tap(Down);
        }
        driver.tap(A);
        assert_eq!(driver.app.screen(), ScreenName::Pack);
        assert_eq!(seen(&driver, |frame| says(frame, line, Colour::WARNING)), is_worn);
    }
}

// I7, I6: whoever aims an unknown potion at a mouse reads that it may heal the mouse.
#[test]
fn an_unknown_potion_is_said_to_heal_perhaps() {
    let line = words::line("throw.may_heal");
    for (room, is_told) in [("#@..n#", true), ("#@....#", false)] {
        let mut driver = watch(&Scenario::new(room).carries(ItemKind::PotionOfHealing));
        driver.taps(&[Start, A, A, Down, A]);
        assert_eq!(driver.app.screen(), ScreenName::Aim, "{room}");
        assert_eq!(seen(&driver, |frame| says(frame, line, Colour::WARNING)), is_told, "{room}");
    }
}

// I2, I11: the log names the firmware of a microchip that the player picks up. A press of the confirm button then plugs
// in this chip, even if the pack holds another one, which was declined. A chip without firmware, or one that lowers a
// number, is not offered.
#[test]
fn a_chip_is_picked_up_by_its_firmware() {
    let worse = Bonus { hp_max: 4, attack_min: -1, ..Bonus::NONE };
    for (firmware, bonus, words) in [
        (Some(Firmware::Hook), Bonus::NONE, "Picked up a Microchip: HOOK."),
        (Some(Firmware::Hook), worse, "Picked up a Microchip: HOOK."),
        (None, Bonus::NONE, "Picked up a Microchip."),
    ] {
        let item = Item { firmware, ..Item::with_bonus(ItemKind::Microchip, bonus) };
        let ground = GroundItem { pos: Pos::at(3, 1), item };
        let declined = Item { firmware: Some(Firmware::Swap), ..Item::new(ItemKind::Microchip) };
        let scene = Scenario::new("#@.#").changed(|floor| floor.items.push(ground).expect("room"));
        let mut driver = watch(&scene.carries_item(declined));
        driver.play(Walk(East));
        assert!(is_said(&driver, words), "{words}");
        let is_offered = firmware.is_some() && bonus == Bonus::NONE;
        assert_eq!(is_said(&driver, "A: plug in the Microchip"), is_offered);
        driver.tap(A);
        let worn = driver.app.game().player().worn.get(Slot::Microchip);
        assert_eq!(worn.and_then(|chip| chip.firmware), firmware.filter(|_| is_offered));
        assert_eq!(is_said(&driver, "You plug in HOOK."), is_offered);
    }
}

// I7, W18: harm by a spill tells the player to leave the tile, because the spill hurts each turn. A cable hurts once.
#[test]
fn harm_by_a_spill_tells_to_leave_it() {
    let floor = |is_spilled: bool| {
        Scenario::new("#@-#").floor(4).changed(move |floor| {
            let pos = Pos::at(2, 1);
            let acid = Spill { pos, kind: SpillKind::Acid, turns: 4, is_players: false };
            floor.spills.extend(is_spilled.then_some(acid));
        })
    };
    let mut driver = watch(&floor(true));
    driver.play(Wait);
    assert!(is_said(&driver, "Acid burns you for 3. Move!"), "{:?}", driver.app.messages());
    let mut driver = watch(&floor(false));
    driver.play(Walk(East));
    assert!(is_said(&driver, "A live cable burns you for 5."));
}

// H17: the end of a run tells which feat has opened a kit.
#[test]
fn a_new_kit_tells_its_feat() {
    let mut driver = AppDriver::in_lobby(shifted(3));
    driver.app.watch(Scenario::new("#@K#").floor(13).level(9).game());
    driver.play(Walk(East));
    driver.wait(240);
    let progress = driver.app.scores().progress();
    let lines = text::opened_lines(Progress::NEW, progress);
    let name = words::of("kit", Kit::Cook, "name");
    let line = format!("New kit: {name} (you won a run)");
    assert!(lines.iter().any(|it| it.as_str() == line), "{lines:?}");
    assert_says(&driver, &line, Colour::GOLD);
}

// H17: when a run does the first feat that will open a kit, the log tells which kit, once.
#[test]
fn a_kit_is_told_when_it_is_earned() {
    let line = format!("New kit for later runs: {}.", words::of("kit", Kit::Courier, "name"));
    for (missing, is_told) in [(Feats::ALL, true), (Feats::NONE, false)] {
        let mut game = Scenario::new("#@Bm.#").floor(4).level(30).monster_hp(1).game();
        game.set_mode(RunMode::ORDINARY.with_missing(missing));
        let mut driver = AppDriver::in_lobby(shifted(3));
        driver.app.watch(game);
        driver.play(Walk(East));
        assert!(driver.app.game().mode().feats().has(Feat::BeatsNamed));
        assert_eq!(is_said(&driver, &line), is_told);
        let count = |driver: &AppDriver| {
            driver.app.messages().iter().filter(|it| it.message.text.as_str() == line).count()
        };
        driver.play(Walk(East));
        driver.play(Walk(East));
        assert_eq!(count(&driver), usize::from(is_told));
    }
}

// B10, B14: the message of a new level tells the new maximum of hit points and the new damage, with worn equipment.
#[test]
fn a_level_tells_the_new_numbers() {
    let near = Scenario::new("#@m.#").level(1).xp(xp_to_leave(Level::FIRST).0 - 1).monster_hp(1);
    let armed = Bonus { attack_min: 2, attack_max: 4, hp_max: 7, ..Bonus::NONE };
    for (scene, line) in [
        (near.clone(), "Level 2! Max HP 35, damage 2-5"),
        (near.worn(Slot::Armour, armed), "Level 2! Max HP 42, damage 4-9"),
    ] {
        let is_found = (0..20).map(shifted).any(|seed| {
            let mut driver = watch(&scene.clone().seed(seed));
            driver.play(Walk(East));
            let mut log = driver.app.messages().iter().map(|it| it.message.clone());
            log.any(|message| message.text.as_str() == line && message.tone == Tone::Good)
        });
        assert!(is_found, "{line}");
    }
}

// I14: while a deed is aimed, the confirm button is named only where the deed is possible.
#[test]
fn a_deed_out_of_reach_offers_no_use() {
    for (room, is_offered) in [("#@n...#", true), ("#@..n.#", false)] {
        let mut driver = watch(&Scenario::new(room).floor(4).firmware(Firmware::Shove));
        driver.tap(B);
        assert_eq!(driver.app.screen(), ScreenName::Deed, "{room}");
        let offers = seen(&driver, |frame| says(frame, "A: use", Colour::STRAW));
        assert_eq!(offers, is_offered, "{room}");
    }
}

// H2, M19: when a named mouse comes into view, the log says that it is one.
#[test]
fn a_named_mouse_is_announced_as_one() {
    let is_announced = (0..40).map(shifted).any(|seed| {
        let scene = Scenario::new("#@mB.#").floor(5).level(9).seed(seed);
        let mut driver = watch(&scene.changed(|floor| floor.monsters[0].body.hp = Hp(1)));
        driver.play(Walk(East));
        is_said(&driver, "Named mouse in view: Bulldozer.")
    });
    assert!(is_announced);
}

// H21: a player who waits in a room of the training reads what to press instead, unless the task is to wait.
#[test]
fn a_wait_in_the_training_is_answered() {
    let mut driver = AppDriver::new(shifted(3));
    driver.taps(&[Down, A]);
    let [_, answer] = text::drill_lines(Some(Drill::Walk), &InputScheme::BUTTONS);
    assert!(!is_said(&driver, &answer));
    driver.tap(A);
    driver.wait(5);
    assert!(is_said(&driver, &answer));
}

// M8: of the messages about attacks that are marked in advance, only those about a spit mention a spit.
#[test]
fn only_a_spit_is_told_as_one() {
    let kinds = MonsterKind::ALL.into_iter();
    let marked = kinds.filter_map(|kind| kind.spec().mark().map(|mark| (kind, mark)));
    let (mut spits, mut others) = (0, 0);
    for (kind, mark) in marked {
        for points in [0, 3] {
            let message = text::event_message(&Event::Struck {
                attacker: Actor::Monster(kind),
                target: Actor::Player,
                from: Pos::at(1, 1),
                at: Pos::at(4, 1),
                damage: Damage(points),
            });
            let words = message.expect("it is told").text.to_lowercase();
            let is_spit = matches!(mark.effect, MarkEffect::Spit(_));
            assert_eq!(words.contains("the spit "), is_spit, "{kind:?}: {words}");
            if is_spit { spits += 1 } else { others += 1 }
        }
    }
    assert!(spits > 0 && others > 0);
}
