//! Checks the facts in the description of a tile (H10): numbers, reaches and warnings that decide what the player does.

use musrex_core::content::{
    Bonus, Firmware, Graft, ItemKind, Label, MonsterKind, Night, Slot, SpillKind, Status,
};
use musrex_core::geometry::Pos;
use musrex_core::input::Button::{A, L, Start};
use musrex_core::quantity::Hp;
use musrex_core::raster::{Colour, Frame};
use musrex_core::rules::{Command, Events};
use musrex_core::view::animation::Animation;
use musrex_core::view::description::Description;
use musrex_core::view::hud;
use musrex_core::view::map_view::MapView;
use musrex_core::view::text::{self, Topic};
use musrex_core::world::{Game, Item, RunMode, Spill, Terrain};
use musrex_testkit::Scenario;
use musrex_testkit::ocr::{self, says};
use musrex_testkit::watched::{seen, watch};
use musrex_testkit::words;

/// Returns the lines of the description of the tile at `at`, with their colours.
fn told_in_colours(game: &Game, at: Pos) -> Vec<(String, Colour)> {
    let visible = game.visible();
    let mut words = ocr::words(240, 160);
    let frame = Frame::new(240, 160, &mut words).expect("the words are enough");
    let area = hud::area_with(frame.shape(), game, at);
    let view = MapView { game, visible: &visible, animation: &Animation::NONE, clock: 0, area };
    let description = Description::of(&view, at);
    description.words().map(|(words, colour)| (words.to_owned(), colour)).collect()
}

/// Returns the lines of the description of the tile at `at`.
fn told(game: &Game, at: Pos) -> Vec<String> {
    told_in_colours(game, at).into_iter().map(|(words, _)| words).collect()
}

/// Returns the lines about the tile right of the player, who stands at (1, 1).
fn beside(scene: &Scenario) -> Vec<String> {
    told(&scene.game(), Pos::at(2, 1))
}

fn has(lines: &[String], words: &str) -> bool {
    lines.iter().any(|line| line == words)
}

// W18, W25, H10: the description of a switch says what this switch does on this floor.
#[test]
fn a_switch_tells_what_it_moves() {
    let id = |name: &str| words::line(name);
    let cages = id("look.switch_of_cages");
    let cables = id("look.switch_of_cables");
    assert!(has(&beside(&Scenario::new("@i.-.\n.....").floor(8)), cables));
    assert!(has(&beside(&Scenario::new("@i.{.\n.....").floor(8)), cages));
    assert!(has(&beside(&Scenario::new("@i.-{\n.....").floor(8)), id("terrain.switch.look")));
    assert!(has(&beside(&Scenario::new("@i...\n.....").floor(8)), id("look.switch_used")));
    // A dead cable can be switched on again.
    assert!(has(&beside(&Scenario::new("@i.\".\n.....").floor(8)), cables));
}

// W14, I14: the description of a vault door says whether the player can open it, and with what. The description of the
// player states the charges of a worn chip with a deed. The text about a chip without a deed says that there is nothing
// to press.
#[test]
fn a_look_tells_what_the_player_can_do() {
    let vault = || Scenario::new("@L");
    let (opens, breaks) = (words::line("look.opens_vault"), words::line("look.breaks_vault"));
    let of_both = vault().carries(ItemKind::Key).wears(ItemKind::Crowbar);
    assert!(has(&beside(&of_both), opens), "the key is used up");
    assert!(has(&beside(&vault().wears(ItemKind::Crowbar)), breaks));
    assert!(has(&beside(&vault()), words::line("terrain.door_locked.look")));
    let of_player = |firmware| told(&Scenario::new("@.").firmware(firmware).game(), Pos::at(1, 1));
    assert!(has(&of_player(Firmware::Hook), "Charges: 3 of 3 (+1 per marked hit dodged)"));
    assert!(of_player(Firmware::Leech).iter().all(|line| !line.contains("harges")));
    assert_eq!(text::deed_line(Firmware::Leech), words::line("look.no_deed"));
}

// B16, I9: when a player with the graft Tamer and without an ally aims cheese, the screen says that the mouse that eats
// it joins.
#[test]
fn a_tamer_reads_who_joins() {
    for (graft, is_told) in [(Graft::Tamer, true), (Graft::Whirl, false)] {
        let scene = Scenario::new("#@...m#").carries(ItemKind::Cheese).graft(graft);
        let mut driver = watch(&scene);
        driver.taps(&[L, A]);
        let line = words::line("throw.tames");
        assert_eq!(seen(&driver, |frame| says(frame, line, Colour::SILVER)), is_told, "{graft:?}");
    }
}

// S2, I11, B16: the descriptions of vents and terminals tell how far their noise is heard. DASH and Quiet
// blade each halve the distance.
#[test]
fn noisy_things_tell_how_far_they_are_heard() {
    for (letter, radius) in [("v", 10), ("?", 20)] {
        let scene = Scenario::new(&format!("@{letter}.")).floor(4);
        let heard = |scene: &Scenario, radius: u8| {
            let end = format!("in {radius} steps");
            beside(scene).iter().any(|line| line.contains(&end))
        };
        assert!(heard(&scene, radius));
        assert!(heard(&scene.clone().firmware(Firmware::Dash), radius / 2));
        assert!(heard(&scene.clone().graft(Graft::QuietBlade), radius / 2));
    }
}

// M15, A6: while its lid is toward the player, the description of a Lid Mouse says what its bite does, and not what the
// player's blow would do. If the mouse cannot hurt the player, the description says so.
#[test]
fn a_lid_leaves_out_the_players_blow() {
    let odds = |scene: &Scenario| {
        let lines = beside(scene);
        assert!(has(&lines, words::line("look.lid_stops")));
        assert!(lines.iter().all(|line| !line.contains("You hit it")), "{lines:?}");
        lines
    };
    let scene = Scenario::new("@p.\n...").floor(5);
    assert!(odds(&scene).iter().any(|line| line.starts_with("It hits you for ")));
    let clad = scene.clone().worn(Slot::Armour, Bonus { defence: 900, ..Bonus::NONE });
    assert!(has(&odds(&clad), words::line("look.harmless")));
    let diagonal = told(&Scenario::new("@..\n.p.").floor(5).game(), Pos::at(2, 2));
    assert!(diagonal.iter().any(|line| line.contains("You hit it for ")), "{diagonal:?}");
}

// I10: the description of the ally tells the range of its attack on this floor (A5). A mouse that bursts has no blow.
#[test]
fn an_ally_tells_how_hard_it_hits() {
    let lines = |letter: char, floor: u8| {
        let scene = Scenario::new(&format!("@{letter}.")).floor(floor);
        beside(&scene.changed(|floor| floor.monsters[0].is_ally = true))
    };
    for floor in [5, 10] {
        let game = Scenario::new("@.").floor(floor).game();
        let (low, high) = MonsterKind::ToughMouse.spec().attack_on(game.floor()).into_inner();
        let told = format!("Hits for {low}-{high}, less the enemy's defence");
        assert!(has(&lines('t', floor), &told), "{:?}", lines('t', floor));
    }
    // A thief strikes as an ally.
    assert!(lines('a', 5).iter().any(|line| line.starts_with("Hits for ")));
    assert!(lines('f', 5).iter().all(|line| !line.starts_with("Hits for ")));
}

// I10, M9: for a player with an Override Chip, the description of a mouse says what the mouse would do as an ally, if
// that differs from what it does now.
#[test]
fn a_mouse_tells_what_it_would_do_as_an_ally() {
    let lines = |letter: char, has_chip: bool| {
        let scene = Scenario::new(&format!("@{letter}.")).floor(5);
        let scene = scene.changed(|floor| floor.monsters[0].body.hp = Hp(1));
        beside(&if has_chip { scene.carries(ItemKind::OverrideChip) } else { scene })
    };
    let heading = words::line("look.as_your_ally");
    let thief = lines('a', true);
    let at = thief.iter().position(|line| line == heading).expect("it is told");
    assert_eq!(thief[at + 1], words::of("monster", MonsterKind::PackRat, "as_ally"));
    assert!(!has(&lines('a', false), heading), "the player cannot tame it");
    assert!(!has(&lines('m', true), heading), "a Micro Mouse keeps all it has");
}

// M19, I14: the description of a named mouse says which chip it carries and what the chip's deed does.
#[test]
fn a_named_mouse_tells_what_its_chip_can_do() {
    let scene = Scenario::new("@b.").floor(6).changed(|floor| {
        let chip = Item { firmware: Some(Firmware::Shove), ..Item::new(ItemKind::Microchip) };
        floor.monsters[0].loot = Some(chip);
    });
    let lines = beside(&scene);
    assert!(lines.iter().any(|line| line.contains("SHOVE")), "{lines:?}");
    assert!(lines.iter().any(|line| line.starts_with("With it, you push")), "{lines:?}");
    assert!(!lines.iter().any(|line| line.starts_with("One charge")), "{lines:?}");
}

// I15, I5: the line about the tiles that the player's attack hits has the colour of the dashed line around them. The
// line about the tiles from which the player may wake a sleeper has another colour.
#[test]
fn dashed_lines_are_told_apart() {
    let colour = |lines: &[(String, Colour)], words: &str| {
        lines.iter().find(|(line, _)| line == words).expect("it is told").1
    };
    let scene = Scenario::new("@.z.").wears(ItemKind::Mop).floor(3);
    let reaches = told_in_colours(&scene.game(), Pos::at(1, 1));
    let wakes = told_in_colours(&scene.game(), Pos::at(3, 1));
    let reach_colour = colour(&reaches, words::line("look.blow_reaches"));
    assert_ne!(reach_colour, colour(&wakes, words::line("look.wake_ring")));
    assert_eq!(reach_colour, Colour::WARNING);
}

// W18: the description of a live cable warns of its damage.
#[test]
fn a_live_cable_tells_its_damage() {
    let scene = Scenario::new("@-.").floor(8);
    assert_eq!(scene.game().current_floor().map.terrain(Pos::at(2, 1)), Terrain::CableLive);
    let lines = beside(&scene);
    assert!(lines.iter().any(|line| line.contains("damage, stunned")), "{lines:?}");
}

// D27, I5: the pack warns a player with neither poison nor venom that an antidote would heal nothing.
#[test]
fn an_antidote_without_poison_is_warned_of() {
    let warns = |scene: Scenario| {
        let mut driver = watch(&scene.carries(ItemKind::Antidote));
        driver.taps(&[Start, A]);
        let line = words::line("look.no_poison");
        [false, true].map(|is_chosen| {
            if is_chosen {
                driver.tap(A);
            }
            seen(&driver, |frame| {
                [Colour::WARNING, Colour::STRAW].into_iter().any(|it| says(frame, line, it))
            })
        })
    };
    assert!(warns(Scenario::new("#@..#").hp(10)).contains(&true));
    assert_eq!(warns(Scenario::new("#@..#").hp(10).status(Status::Poisoned, 9)), [false; 2]);
}

// A6: the guide's examples of a defence are right: an equal attack loses half, and one twice as large loses a third.
#[test]
fn the_guides_example_of_a_defence_is_right() {
    let line = text::guide_line(Topic::Defence, Night::Plain).to_string();
    assert_eq!(line, "Defence 6: a hit of 6 costs you 3 HP");
}

// A19, I7, I11: the description of a spill tells what the spill takes from this player: half in a calm run, and a
// quarter with COOLANT.
#[test]
fn a_spill_tells_what_it_takes_from_this_player() {
    let harm = |scene: &Scenario, is_calm: bool| -> u16 {
        let mut game = scene.game();
        game.set_mode(RunMode::ORDINARY.with_calm(is_calm));
        let lines = told(&game, Pos::at(2, 1));
        let line = lines.iter().find(|line| line.starts_with("On it: "));
        let number = line.expect("it is told").trim_start_matches("On it: ");
        number.split(' ').next().and_then(|it| it.parse().ok()).expect("it is a number")
    };
    let scene = Scenario::new("@...").floor(12).changed(|floor| {
        let spill =
            Spill { pos: Pos::at(2, 1), kind: SpillKind::Acid, turns: 4, is_players: false };
        floor.spills.push(spill).expect("there is room");
    });
    assert_eq!(harm(&scene, false), 6);
    assert_eq!(harm(&scene.clone().firmware(Firmware::Coolant), false), 1);
    assert_eq!(harm(&scene, true), 3);
    // Armour or a graft that protects from spills makes it harmless.
    let protected = [
        (scene.clone().wears(ItemKind::LabApron), "look.spill_spares"),
        (scene.graft(Graft::AcidSoles), "look.spill_heals"),
    ];
    for (scene, line) in protected {
        assert!(has(&beside(&scene), words::line(line)), "{line}");
    }
}

// I1: the description of a healing item tells what it heals at this level.
#[test]
fn healing_tells_what_it_heals_now() {
    for kind in [ItemKind::HealthPack, ItemKind::PotionOfHealing, ItemKind::Cheese] {
        let at_level = |level: u8| {
            let mut game = Scenario::new("@.").level(level).hp(1).carries(kind).game();
            let words = text::item_effect(&game, Label::Known(kind)).to_string();
            game.step(Command::Use(0), &mut Events::new()).expect("the player is hurt");
            let healed = game.player().body.hp.0 - 1;
            assert_eq!(words, format!("Heals {healed} HP"), "{kind:?}");
            healed
        };
        let healed: Vec<u16> = (1..=20).map(at_level).collect();
        assert!(healed.is_sorted() && healed[0] < healed[19], "{kind:?}: {healed:?}");
    }
}
