//! Checks the pack: its rows (I13), and what it shows about an action before the player chooses it. Also checks the
//! choices in a vault and in the lockers (W17, W30).

use musrex_core::app::ScreenName;
use musrex_core::content::effects::Effect;
use musrex_core::content::{Bonus, Feats, Firmware, ItemKind, Kit, Slot, Status};
use musrex_core::geometry::Pos;
use musrex_core::input::Button;
use musrex_core::raster::Colour;
use musrex_core::view::text;
use musrex_core::world::{Game, GroundItem, Item, Terrain};
use musrex_core::{Command, Direction, Refusal};
use musrex_testkit::Scenario;
use musrex_testkit::app_driver::AppDriver;
use musrex_testkit::ocr::says;
use musrex_testkit::seeds::shifted;
use musrex_testkit::watched::{assert_says, kinds, seen, turn, watch};
use musrex_testkit::words;

// A6, D13: for armour, the pack explains the defence value, and for a microchip that changes the saving throw, the
// saving throw.
#[test]
fn the_pack_explains_the_number_of_the_item() {
    let explains = |scene: &Scenario, words: &str| {
        let mut driver = watch(scene);
        driver.taps(&[Button::Start, Button::A]);
        assert_says(&driver, words, Colour::GREY);
    };
    let scene = Scenario::new("#@..#");
    let resist = Bonus { saving_throw: 2, ..Bonus::NONE };
    let chip = Item::with_bonus(ItemKind::Microchip, resist);
    explains(&scene.clone().carries_item(chip), "Resist: the chance");
    // The examples count the armour, whether it is worn or only carried.
    let own = scene.game().player_stats().defence;
    for more in [4, 20] {
        let defence = own + more;
        let armour = Bonus { defence: i16::try_from(more).expect("small"), ..Bonus::NONE };
        let harm = |attack: u16| attack * attack / (attack + defence);
        let carried = Item::with_bonus(ItemKind::RubberCoat, armour);
        for scene in
            [scene.clone().carries_item(carried.clone()), scene.clone().wears_item(carried)]
        {
            explains(&scene, &format!("Defence {defence}: a hit"));
            explains(&scene, &format!("of {defence} takes {} HP,", harm(defence)));
            explains(&scene, &format!("of {} takes {} HP", 2 * defence, harm(2 * defence)));
        }
    }
}

// I3, I13: equal consumable items share one row, which shows their number. Each wearable item has its own row.
#[test]
fn the_pack_counts_equal_items() {
    let packs = [ItemKind::HealthPack; 3].into_iter().chain([ItemKind::Crowbar; 2]);
    let scene = packs.fold(Scenario::new("#@..#").hp(3), Scenario::carries);
    let mut driver = watch(&scene);
    driver.taps(&[Button::Start, Button::A]);
    assert_says(&driver, "×3", Colour::STRAW);
    assert_says(&driver, "5 of 20", Colour::SILVER);
    // One press of Down leads to the first crowbar, and two presses to the second.
    for (down, command) in [(1, Some(Command::Wear(3))), (2, Some(Command::Wear(4)))] {
        let mut driver = driver.clone();
        (0..down).for_each(|_| driver.tap(Button::Down));
        driver.taps(&[Button::A, Button::A]);
        let mut game = scene.game();
        let mut events = musrex_core::Events::new();
        game.step(command.expect("one of them"), &mut events).expect("it can be worn");
        assert_eq!(driver.app.game().fingerprint(), game.fingerprint(), "{down} down");
    }
    driver.taps(&[Button::A, Button::A]);
    assert_eq!(
        kinds(&driver)[..3],
        [ItemKind::HealthPack, ItemKind::HealthPack, ItemKind::Crowbar]
    );
}

// I5, A9: for a healing item, the pack shows the hit points after its use, and the difference. It does not show them if
// the item would currently heal nothing.
#[test]
fn the_pack_tells_what_heals() {
    for (kind, hp, then, gain) in [
        (ItemKind::HealthPack, 3, "18", "+15"),
        (ItemKind::HealthPack, 20, "25", "+5"),
        (ItemKind::Cheese, 3, "8", "+5"),
    ] {
        let mut driver = watch(&Scenario::new("#@..#").hp(hp).carries(kind));
        driver.taps(&[Button::Start, Button::A]);
        assert_says(&driver, then, Colour::GOOD);
        assert_says(&driver, gain, Colour::GOOD);
    }
    // After the use, the number of healed hit points floats upward (A9).
    let mut driver = watch(&Scenario::new("#@..#").hp(3).carries(ItemKind::HealthPack));
    driver.taps(&[Button::Start, Button::A, Button::A, Button::A]);
    let floats = (0..30).any(|_| {
        driver.wait(1);
        seen(&driver, |frame| says(frame, "+15", Colour::GOOD))
    });
    assert!(floats && driver.app.screen() == ScreenName::Play);
    let mut driver = watch(&Scenario::new("#@..#").hp(3).carries(ItemKind::Antidote));
    driver.taps(&[Button::Start, Button::A]);
    assert!(!seen(&driver, |frame| says(frame, "+15", Colour::GOOD)), "it cures nothing now");
    let ill = Scenario::new("#@..#").hp(3).status(Status::Poisoned, 9).carries(ItemKind::Antidote);
    let mut driver = watch(&ill);
    driver.taps(&[Button::Start, Button::A]);
    assert_says(&driver, "+15", Colour::GOOD);
}

// I13: right after an action on an item, the cursor is where it was: on the remaining items of the row, or on the
// neighbouring row. Later, the cursor starts at the top.
#[test]
fn the_pack_keeps_its_cursor_for_more_of_the_same() {
    let scene = [ItemKind::Antidote, ItemKind::Antidote, ItemKind::Antidote, ItemKind::Cheese]
        .into_iter()
        .fold(Scenario::new("#@.....#").hp(3).carries(ItemKind::HealthPack), Scenario::carries);
    let mut driver = watch(&scene);
    driver.taps(&[Button::Start, Button::A, Button::Down, Button::A, Button::A]);
    assert_eq!((driver.app.screen(), kinds(&driver).len()), (ScreenName::Play, 4));
    driver.taps(&[Button::Start, Button::A, Button::A, Button::A]);
    assert_eq!(kinds(&driver), [ItemKind::HealthPack, ItemKind::Antidote, ItemKind::Cheese]);
    // After further turns, the pack opens with the cursor at the top.
    let mut later = driver.clone();
    later.taps(&[Button::A, Button::A, Button::Start, Button::A, Button::A, Button::A]);
    assert_eq!(kinds(&later), [ItemKind::Antidote, ItemKind::Cheese]);
    // If no item of the row is left, the next row takes its place. At the end of the list, the cursor moves to the
    // previous row.
    driver.taps(&[Button::Start, Button::A, Button::A, Button::A]);
    assert_eq!(kinds(&driver), [ItemKind::HealthPack, ItemKind::Cheese]);
    driver.taps(&[Button::Start, Button::A, Button::A, Button::A]);
    assert_eq!(kinds(&driver), [ItemKind::HealthPack]);
    driver.taps(&[Button::Start, Button::A, Button::A, Button::A]);
    assert_eq!(kinds(&driver), []);
}

// I13: an item that is put on moves to a higher row. The cursor stays on another item of its kind.
#[test]
fn the_pack_keeps_its_cursor_though_rows_move() {
    let packs = [ItemKind::Antidote, ItemKind::Crowbar, ItemKind::Crowbar, ItemKind::Cheese];
    let mut driver = watch(&packs.into_iter().fold(Scenario::new("#@...#"), Scenario::carries));
    driver.taps(&[Button::Start, Button::A, Button::Down, Button::A, Button::A]);
    assert_eq!(kinds(&driver), [ItemKind::Antidote, ItemKind::Crowbar, ItemKind::Cheese]);
    // The third action of this item is to drop it.
    driver.taps(&[Button::Start, Button::A, Button::A, Button::Down, Button::Down, Button::A]);
    assert_eq!(kinds(&driver), [ItemKind::Antidote, ItemKind::Cheese]);
}

// I13: two presses on a worn item at the top of the pack do not take it off. The text for taking it off is the text for
// a weapon.
#[test]
fn one_press_too_many_takes_nothing_off() {
    let mut driver = watch(&Scenario::new("#@...#").wears(ItemKind::Crowbar));
    driver.taps(&[Button::Start, Button::A]);
    assert_says(&driver, "0 of 20", Colour::SILVER);
    driver.tap(Button::A);
    assert_says(&driver, "Put away", Colour::SILVER);
    driver.tap(Button::A);
    assert_eq!((driver.app.screen(), turn(&driver)), (ScreenName::Pack, 0));
    driver.taps(&[Button::A, Button::Down, Button::A]);
    assert_eq!((driver.app.screen(), kinds(&driver)), (ScreenName::Play, vec![ItemKind::Crowbar]));
    let said = driver.app.messages().iter().next_back().map(|entry| entry.message.text.clone());
    assert_eq!(said.as_deref(), Some("You put away the Crowbar."));
}

// I10: if an Override Chip would end the current ally, the pack warns of it before the player uses the chip.
#[test]
fn the_pack_warns_of_the_end_of_the_ally() {
    for has_ally in [false, true] {
        let scene = Scenario::new("#n@m#").monster_status(Status::Stunned, 90);
        let scene = scene.changed(|floor| floor.monsters[0].is_ally = has_ally);
        let mut driver = watch(&scene.carries(ItemKind::OverrideChip));
        let warns = |driver: &AppDriver| {
            seen(driver, |frame| says(frame, words::line("look.ends_ally"), Colour::WARNING))
        };
        driver.taps(&[Button::Start, Button::A]);
        assert!(!warns(&driver), "nothing is about to be used");
        driver.tap(Button::A);
        assert_eq!(warns(&driver), has_ally);
        driver.tap(Button::Down);
        assert!(!warns(&driver), "a throw ends nobody");
    }
}

// I6: leaving the aim mode loses nothing.
#[test]
fn leaving_the_aim_mode_costs_nothing() {
    let scene = Scenario::new("#@...z#").carries(ItemKind::Cheese).carries(ItemKind::HealthPack);
    let mut driver = watch(&scene);
    driver.taps(&[Button::Start, Button::A]);
    let carried = kinds(&driver);
    // The cheese is in the last row, to which the cursor returns after the aim mode.
    driver.taps(&[Button::Down, Button::A, Button::Down, Button::A]);
    assert_eq!(driver.app.screen(), ScreenName::Aim);
    driver.tap(Button::B);
    assert_eq!((driver.app.screen(), turn(&driver)), (ScreenName::Pack, 0));
    driver.taps(&[Button::A, Button::Down, Button::A, Button::A]);
    assert_eq!((driver.app.screen(), turn(&driver)), (ScreenName::Play, 1));
    assert_eq!((carried.len(), kinds(&driver)), (2, vec![ItemKind::HealthPack]));
}

// I6: if the target is a wall right next to the player, the aim mode says that the wall is in the way, not that it is
// too far away.
#[test]
fn a_throw_at_the_wall_beside_is_refused_for_the_wall() {
    let mut driver = watch(&Scenario::new("#@..#").carries(ItemKind::Cheese));
    driver.taps(&[Button::Start, Button::A, Button::A, Button::Down, Button::A]);
    assert_eq!(driver.app.screen(), ScreenName::Aim);
    driver.tap(Button::Left);
    assert_says(&driver, "Something is in the way: Wall", Colour::WARNING);
    // After the player has thrown cheese, the look mode does not call this wall too far away either.
    let mut driver =
        watch(&Scenario::new("#@...#").carries(ItemKind::Cheese).carries(ItemKind::Cheese));
    driver.taps(&[Button::Start, Button::A, Button::A, Button::Down, Button::A]);
    driver.taps(&[Button::Right, Button::Right, Button::A]);
    driver.wait(60);
    driver.taps(&[Button::L, Button::Left]);
    assert_eq!(driver.app.screen(), ScreenName::Look);
    assert!(!seen(&driver, |frame| says(frame, &text::out_of_throw(), Colour::GREY)));
}

// I: regrowth also works at full hp, so drinking the potion is not refused. If the potion is known, the pack warns the
// player first.
#[test]
fn the_pack_warns_of_regrowth_without_wounds() {
    let warns = |hp: u16, is_known: bool| {
        let potions = [ItemKind::PotionOfRegrowth; 2].into_iter();
        let scene = potions.fold(Scenario::new("#@..#").hp(hp), Scenario::carries);
        let mut driver = watch(&scene);
        if is_known {
            driver.app.play_command(Command::Use(0)).expect("it can be drunk");
        }
        driver.wait(30);
        driver.taps(&[Button::Start, Button::A]);
        let is_said = |driver: &AppDriver| {
            seen(driver, |frame| says(frame, words::line("look.no_wounds"), Colour::WARNING))
        };
        assert!(!is_said(&driver), "nobody has asked");
        driver.tap(Button::A);
        let warns = is_said(&driver);
        let count = kinds(&driver).len();
        driver.tap(Button::A);
        assert_eq!(kinds(&driver).len(), count - 1, "it is drunk");
        warns
    };
    assert_eq!([warns(25, true), warns(3, true), warns(25, false)], [true, false, false]);
}

// T1, I6: a grey action in the pack states its reason, both when the cursor is on it and after it is chosen.
#[test]
fn every_grey_deed_says_why() {
    let door = "#####\n#.@.#\n##'##\n#...#";
    let littered = Scenario::new("#@..#").carries(ItemKind::Key).carries(ItemKind::Key);
    let mut scenes = vec![(Scenario::new(door).carries(ItemKind::HealthPack), true)];
    scenes.push((littered, false));
    for (scene, is_at_door) in scenes {
        let mut driver = watch(&scene);
        if is_at_door {
            driver.walk(Direction::South);
        } else {
            driver.app.play_command(Command::Drop(0)).expect("there is room for one");
            driver.wait(30);
        }
        driver.taps(&[Button::Start, Button::A, Button::A]);
        // The player moves to each action in turn, and chooses the grey ones. The pack stays open and states the
        // reason.
        let mut grey = 0;
        for _ in 0..4 {
            let reasons = [Refusal::InDoorway, Refusal::NoRoomHere, Refusal::AtFullHp];
            let is_said = |driver: &AppDriver| {
                reasons.into_iter().any(|reason| {
                    let message = text::refusal_message(reason).expect("it is said");
                    seen(driver, |frame| says(frame, &message.text, Colour::WARNING))
                })
            };
            if is_said(&driver) {
                grey += 1;
                let turns = turn(&driver);
                driver.tap(Button::A);
                assert!(is_said(&driver), "it is still said");
                assert_eq!((driver.app.screen(), turn(&driver)), (ScreenName::Pack, turns));
            }
            driver.tap(Button::Down);
        }
        assert_eq!(grey, if is_at_door { 2 } else { 1 });
    }
}

// I10: an action that is currently impossible states its reason. The pack stays open, and no turn passes.
#[test]
fn the_pack_says_why_an_override_chip_is_refused() {
    let mut driver = watch(&Scenario::new("#@.z#").carries(ItemKind::OverrideChip));
    driver.taps(&[Button::Start, Button::A, Button::A]);
    let refusal = text::refusal_message(musrex_core::rules::Refusal::NothingToOverride);
    assert_says(&driver, &refusal.expect("it is said").text, Colour::WARNING);
    driver.tap(Button::A);
    assert_eq!((driver.app.screen(), turn(&driver)), (ScreenName::Pack, 0));
    assert_eq!(kinds(&driver), [ItemKind::OverrideChip]);
}

// I5, I11: for a chip without a deed, the pack lists all attributes that the chip changes, whether or not the chip has
// firmware.
#[test]
fn all_numbers_of_a_chip_are_told() {
    let bonus = Bonus { hp_max: -1, attack_min: 1, attack_max: 0, defence: 2, saving_throw: -3 };
    for firmware in [None, Some(Firmware::Leech)] {
        let chip = Item { firmware, ..Item::with_bonus(ItemKind::Microchip, bonus) };
        let mut driver = watch(&Scenario::new("#@..#").carries_item(chip));
        driver.taps(&[Button::Start, Button::A]);
        assert_says(&driver, "HP -1, Min Dmg +1, Def +2, Res -3", Colour::STRAW);
        driver.tap(Button::A);
        assert_says(&driver, "HP -1, Min Dmg +1, Def +2, Res -3", Colour::STRAW);
    }
}

// I5: beside the comparison with the worn chip, the pack does not list the changes of the carried chip alone, because
// both could not agree. A worn chip has its changes listed.
#[test]
fn a_replacing_chip_has_one_set_of_numbers() {
    let chip = |defence| Item::with_bonus(ItemKind::Microchip, Bonus { defence, ..Bonus::NONE });
    let mut driver = watch(&Scenario::new("#@..#").wears_item(chip(4)).carries_item(chip(2)));
    driver.taps(&[Button::Start, Button::A]);
    let lists = |driver: &AppDriver, words: &str| seen(driver, |it| says(it, words, Colour::STRAW));
    assert!(lists(&driver, "Defence +4"));
    driver.tap(Button::Down);
    assert!(!lists(&driver, "Defence +2"));
    assert_says(&driver, "No power: it only changes stats", Colour::STRAW);
    // A chip with a deed tells the deed even while the pack warns that it replaces another chip.
    let shove = Item { firmware: Some(Firmware::Shove), ..chip(2) };
    let mut driver = watch(&Scenario::new("#@..#").wears_item(chip(4)).carries_item(shove));
    driver.taps(&[Button::Start, Button::A, Button::Down, Button::A]);
    assert_says(&driver, "It replaces your Microchip", Colour::WARNING);
    assert_says(&driver, "Each charge: push anyone beside you", Colour::STRAW);
    // A chip with firmware has the same name in the log whether it is plugged in or pulled out.
    driver.tap(Button::A);
    driver.wait(30);
    driver.app.play_command(Command::TakeOff(Slot::Microchip)).expect("it is worn");
    let log: Vec<_> = driver.app.messages().iter().map(|it| it.message.text.as_str()).collect();
    assert!(["You plug in SHOVE.", "You pull out SHOVE."].iter().all(|it| log.contains(it)));
}

// W30: the look mode says of an item on the ground that the kit forbids it.
#[test]
fn what_a_kit_bars_says_so() {
    let bars = |kit: &Kit| kit.spec().effects.contains(&Effect::Bars(Slot::Armour));
    let kit = Kit::ALL.into_iter().find(bars).expect("the Courier has none");
    let mut driver = watch(&Scenario::new("#@.)#").kit(kit));
    driver.tap(Button::L);
    assert_says(&driver, "You can't wear armour with this kit", Colour::WARNING);
}

// I11: the list names the firmware, and a line explains its effect.
#[test]
fn firmware_is_named() {
    let mut player = Scenario::new("#@..#").wears(ItemKind::Microchip).game();
    let mut chip = player.player().worn.get(Slot::Microchip).expect("it is worn").clone();
    chip.firmware = Some(Firmware::Coolant);
    let mut wearer = player.player().clone();
    wearer.worn.put_on(chip);
    player = Game::from_parts(1, player.floor(), wearer, player.current_floor().clone());
    let mut driver = AppDriver::new(shifted(3));
    driver.app.watch(player);
    driver.taps(&[Button::Start, Button::A]);
    assert_says(&driver, "COOLANT", Colour::ICE);
    assert_says(&driver, "Always: acid, gas, cables do 1/4 damage", Colour::ICE);
}

/// Returns a vault with three pedestals, of which the player can reach two.
fn vault() -> Scenario {
    Scenario::new("######\n#.d..#\n#@...#\n#.d.d#\n######").changed(|floor| {
        let items = [ItemKind::StunBaton, ItemKind::BulletproofVest, ItemKind::OverrideChip];
        for ((x, y), kind) in [(3, 2), (3, 4), (5, 4)].into_iter().zip(items) {
            let bonus = Bonus { attack_max: 2, hp_max: -3, ..Bonus::NONE };
            let bonus = if kind.slot().is_some() { bonus } else { Bonus::NONE };
            let item = Item::with_bonus(kind, bonus);
            floor.items.push(GroundItem { pos: Pos::at(x, y), item }).expect("there is room");
        }
    })
}

// W17: walking into a pedestal shows its item before it is taken. The player can compare all three items, and leaving
// costs nothing.
#[test]
fn a_vault_shows_its_choice_before_one_is_taken() {
    let mut driver = watch(&vault());
    driver.walk(Direction::NorthEast);
    assert_eq!((driver.app.screen(), turn(&driver)), (ScreenName::Pedestal, 0));
    assert_says(&driver, "Stun Baton", Colour::GOLD);
    assert_says(&driver, "22", Colour::BAD);
    assert_says(&driver, "6", Colour::GOOD);
    assert_says(&driver, words::line("hint.seals"), Colour::WARNING);
    for name in ["Bulletproof Vest", "Override Chip", "Stun Baton"] {
        driver.tap(Button::Right);
        assert_says(&driver, name, Colour::GOLD);
    }
    driver.taps(&[Button::Left]);
    assert_says(&driver, "Override Chip", Colour::GOLD);
    // The third pedestal is out of reach.
    assert_says(&driver, words::line("hint.step_next"), Colour::SILVER);
    driver.tap(Button::A);
    assert_eq!((driver.app.screen(), turn(&driver)), (ScreenName::Pedestal, 0));
    driver.tap(Button::B);
    assert_eq!((driver.app.screen(), turn(&driver)), (ScreenName::Play, 0));
    assert_eq!(driver.app.game().current_floor().items.len(), 3);
}

// W17, I3: an offer states which worn item it would replace, above the line that the other pedestals will be sealed.
#[test]
fn a_vault_tells_what_an_offer_replaces() {
    let mut driver = watch(&vault().wears(ItemKind::Mop));
    driver.walk(Direction::NorthEast);
    assert_says(&driver, "It replaces your Mop", Colour::SILVER);
    assert_says(&driver, words::line("hint.seals"), Colour::WARNING);
}

// W17: taking one item seals the other pedestals.
#[test]
fn taking_one_of_a_vault_seals_the_others() {
    let mut driver = watch(&vault());
    driver.walk(Direction::NorthEast);
    driver.taps(&[Button::Right, Button::A]);
    assert_eq!((driver.app.screen(), turn(&driver)), (ScreenName::Play, 1));
    assert_eq!(kinds(&driver), [ItemKind::BulletproofVest]);
    let floor = driver.app.game().current_floor();
    assert_eq!(floor.map.positions_of(|terrain| terrain == Terrain::PedestalSealed).count(), 3);
    assert!(floor.items.is_empty());
}

// W30: walking into a locker shows its kit before it is taken. The player can compare all three kits, and leaving costs
// nothing. The text names the items that a kit forbids.
#[test]
fn lockers_show_their_kits_before_one_is_taken() {
    for kit in Kit::ALL {
        let mut seeds = (0..1_000).map(shifted);
        let seed = seeds.find(|&seed| Kit::offered(seed, Feats::NONE)[1] == kit).expect("1 in 8");
        let mut driver = watch(&Scenario::new("#xxx#\n#.@.#\n#...#").seed(seed));
        driver.walk(Direction::North);
        assert_eq!((driver.app.screen(), turn(&driver)), (ScreenName::Locker, 0));
        assert_says(&driver, text::kit_name(kit), Colour::GOLD);
        assert_says(&driver, words::of("kit", kit, "line"), Colour::SILVER);
        assert_says(&driver, words::line("hint.locks"), Colour::WARNING);
        // I2: a weapon is compared with the bare hands that the player has in the lobby.
        let weapon = kit.spec().items.iter().find(|kind| kind.slot() == Some(Slot::Weapon));
        if let Some(&weapon) = weapon {
            let [bare, armed] = [Scenario::new("@"), Scenario::new("@").wears(weapon)]
                .map(|scene| scene.game().player_stats())
                .map(|stats| format!("{}-{}", stats.attack_min, stats.attack_max));
            assert_says(&driver, &format!("Damage {armed} (now {bare})"), Colour::ICE);
        }
        for effect in kit.spec().effects {
            let Effect::Bars(slot) = effect else { continue };
            let words = match slot {
                Slot::Armour => "You can't wear armour with this kit",
                _ => "You can't change weapons with this kit",
            };
            assert_says(&driver, words, Colour::WARNING);
        }
        driver.tap(Button::Right);
        assert_says(&driver, text::kit_name(Kit::offered(seed, Feats::NONE)[2]), Colour::GOLD);
        driver.taps(&[Button::Left, Button::Left]);
        assert_says(&driver, text::kit_name(Kit::offered(seed, Feats::NONE)[0]), Colour::GOLD);
        driver.tap(Button::B);
        assert_eq!((driver.app.screen(), turn(&driver)), (ScreenName::Play, 0));
        driver.walk(Direction::North);
        driver.tap(Button::A);
        assert_eq!((driver.app.screen(), turn(&driver)), (ScreenName::Play, 1));
        assert_eq!(driver.app.game().player().build.kit, Some(kit));
    }
}

// W17: with a full pack, the player cannot take an item from a pedestal, and the screen states the reason.
#[test]
fn a_full_pack_takes_nothing_from_a_pedestal() {
    let scene = (0..20).fold(vault(), |scene, _| scene.carries(ItemKind::Key));
    let mut driver = watch(&scene);
    driver.walk(Direction::NorthEast);
    assert_says(&driver, words::line("hint.full_pack"), Colour::BAD);
    driver.tap(Button::A);
    assert_eq!((driver.app.screen(), turn(&driver)), (ScreenName::Pedestal, 0));
}
