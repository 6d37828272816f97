//! Checks the lockers of the lobby (W30).

use musrex_core::content::effects::Effect;
use musrex_core::content::{Feats, Firmware, ItemKind, Kit, Label, Slot};
use musrex_core::geometry::Direction::{East, North, South};
use musrex_core::quantity::Floor;
use musrex_core::rules::Command::{TakeOff, Walk, Wear};
use musrex_core::rules::travel::{AutoTravel, Interrupt, Past};
use musrex_core::rules::{Event, Events, Refusal};
use musrex_core::view::text;
use musrex_core::world::{FloorState, Game, GroundItem, Item, Player, Terrain};
use musrex_core::{Outcome, Pos, worldgen};
use musrex_testkit::seeds::shifted;
use musrex_testkit::{Run, Scenario};
use std::collections::BTreeSet;

/// A drawing with three lockers above the player.
const LOCKERS: &str = "
    #xxx#
    #.@.#
    #...#";

/// Returns a scene of a run whose middle locker contains `kit`.
fn with_in_the_middle(kit: Kit) -> Scenario {
    let mut seeds = (0..1_000).map(shifted);
    let seed = seeds.find(|&seed| Kit::offered(seed, Feats::NONE)[1] == kit).expect("1 in 8");
    Scenario::new(LOCKERS).seed(seed)
}

fn lockers(game: &Game) -> Vec<Terrain> {
    let map = &game.current_floor().map;
    let is_locker = |terrain: Terrain| terrain.origin() == Terrain::Locker;
    map.positions_of(is_locker).map(|pos| map.terrain(pos)).collect()
}

// W30: taking a kit gives its items in one turn and gives no experience. Wearable items are put on, flasks become
// known, and the other lockers are sealed.
#[test]
fn each_kit_gives_its_things() {
    use ItemKind::*;
    for (kit, worn, pack) in [
        (Kit::Janitor, vec![Mop], vec![Cheese, Cheese]),
        (
            Kit::Handler,
            vec![],
            vec![Cheese, Cheese, Cheese, OverrideChip, OverrideChip, OverrideChip],
        ),
        (
            Kit::Chemist,
            vec![],
            vec![PotionOfHealing, PotionOfHealing, PotionOfVenom, PotionOfRegrowth],
        ),
        (Kit::Courier, vec![Microchip], vec![]),
        (Kit::Guard, vec![StunBaton, RubberCoat], vec![]),
        (Kit::Locksmith, vec![Crowbar], vec![Key, Key, Key, Cheese]),
        (Kit::Medic, vec![], vec![HealthPack, Antidote, Antidote]),
        (Kit::Cook, vec![], vec![Cheese; 5]),
    ] {
        let run = with_in_the_middle(kit).play(&[Walk(North)]);
        assert_eq!(run.last().result, Ok(Outcome::Playing));
        let player = run.game.player();
        let is_worn: Vec<ItemKind> = player.worn.iter().map(|(_, item)| item.kind).collect();
        let is_carried: Vec<ItemKind> = player.pack.iter().map(|item| item.kind).collect();
        assert_eq!((is_worn, is_carried), (worn, pack), "{kit:?}");
        assert_eq!((player.build.kit, player.xp.0, run.game.turn().0), (Some(kit), 0, 1));
        assert!(player.pack.iter().all(|item| item.was_carried));
        for item in &player.pack {
            assert_eq!(run.game.label(item.kind), Label::Known(item.kind));
        }
        assert_eq!(lockers(&run.game), [Terrain::LockerSealed; 3]);
        assert_eq!(run.events().filter(|event| **event == Event::KitTaken(kit)).count(), 1);
        assert_eq!(run.play(&[Walk(North)]).last().result, Err(Refusal::Sealed));
    }
}

// W30: after the choice, the look mode distinguishes the locker of the taken kit from the sealed ones.
#[test]
fn an_empty_locker_is_told_from_sealed_ones() {
    let game = with_in_the_middle(Kit::Janitor).play(&[Walk(North)]).game;
    let is_locker = |terrain: Terrain| terrain.origin() == Terrain::Locker;
    let lockers = game.current_floor().map.positions_of(is_locker);
    let names: Vec<&str> = lockers.map(|pos| text::tile_name(&game, pos)).collect();
    assert_eq!(names, ["Sealed locker", "Empty locker", "Sealed locker"]);
}

// W30: the Courier's chip carries DASH.
#[test]
fn the_couriers_chip_has_its_firmware() {
    let run = with_in_the_middle(Kit::Courier).play(&[Walk(North)]);
    let chip = run.game.player().worn.get(Slot::Microchip).expect("it is worn");
    assert_eq!((chip.firmware, chip.bonus), (Some(Firmware::Dash), Kit::Courier.spec().chip));
    assert_eq!(run.game.player().body.hp, run.game.player_stats().hp_max, "a run begins well");
}

// W30: an item that a kit forbids is never worn.
#[test]
fn what_a_kit_forbids_is_not_worn() {
    for (kit, slot, kind, other) in [
        (Kit::Courier, Slot::Armour, ItemKind::BikerJacket, ItemKind::Mop),
        (Kit::Guard, Slot::Weapon, ItemKind::Mop, ItemKind::BulletproofVest),
    ] {
        assert!(kit.spec().effects.contains(&Effect::Bars(slot)));
        let place = |run: &Game, kind| {
            let place = run.player().pack.iter().position(|item| item.kind == kind);
            u8::try_from(place.expect("it is carried")).expect("a pack is small")
        };
        let scene = with_in_the_middle(kit).carries(kind).carries(other);
        let run = scene.play(&[Walk(North)]);
        let (barred, free) = (Wear(place(&run.game, kind)), Wear(place(&run.game, other)));
        let run = run.play(&[barred]);
        assert_eq!(run.last().result, Err(Refusal::Barred(slot)));
        let is_worn = run.game.player().worn.get(slot).map(|item| item.kind);
        let brought = kit.spec().items.iter().copied().find(|kind| kind.slot() == Some(slot));
        assert_eq!(is_worn, brought, "nothing else");
        let off = run.game.accepts(TakeOff(slot));
        let why = if brought.is_some() { Refusal::Barred(slot) } else { Refusal::NoSuchItem };
        assert_eq!(off, Err(why));
        assert_eq!(run.play(&[free]).last().result, Ok(Outcome::Playing));
    }
}

// W30, I2, N4: an item that a kit forbids stays on the ground, pays nothing, and exploring does not fetch it.
#[test]
fn what_a_kit_forbids_is_not_picked_up() {
    let on_the_way = |floor: &mut FloorState| {
        let item = Item::new(ItemKind::BikerJacket);
        floor.items.push(GroundItem { pos: Pos::at(2, 1), item }).expect("there is room");
    };
    let scene = |kit| Scenario::new("@.>").floor(3).kit(kit).changed(on_the_way);
    let run = scene(Kit::Courier).play(&[Walk(East)]);
    assert_eq!(run.game.current_floor().items.len(), 1);
    let barred = Event::Barred { kind: ItemKind::BikerJacket };
    assert!(run.events().any(|event| *event == barred));
    let carried = |run: &Run| run.game.player().pack.len();
    assert_eq!(carried(&run), carried(&scene(Kit::Courier).play(&[])));
    assert_eq!(run.game.player().xp, scene(Kit::Courier).play(&[]).game.player().xp);
    let run = scene(Kit::Cook).play(&[Walk(East)]);
    assert!(run.game.current_floor().items.is_empty());
    // The items lie in a niche, away from the way to the stairs. Exploring fetches only the free one.
    let fetched = |kit, kind| {
        let scene = Scenario::new("@....>\n.#####\n.#####").floor(3).kit(kit);
        let scene = scene.changed(|floor| {
            let ground = GroundItem { pos: Pos::at(1, 3), item: Item::new(kind) };
            floor.items.push(ground).expect("there is room");
        });
        let mut run = scene.play(&[]);
        for _ in 0..6 {
            let (next, stop) = run.travel(AutoTravel::Explore(Past::Nothing));
            run = next;
            if matches!(stop, Interrupt::Explored | Interrupt::AtStairs) {
                break;
            }
        }
        run.turns.iter().any(|turn| turn.command == Walk(South))
    };
    assert!(!fetched(Kit::Courier, ItemKind::BikerJacket));
    assert!(fetched(Kit::Courier, ItemKind::HealthPack));
    assert!(fetched(Kit::Cook, ItemKind::BikerJacket));
}

// I16, W30: a vault offers a Health Pack in place of an item that the kit forbids.
#[test]
fn a_vault_offers_nothing_that_a_kit_forbids() {
    for (kit, barred) in [(Kit::Courier, Slot::Armour), (Kit::Guard, Slot::Weapon)] {
        for seed in (0..10).map(shifted) {
            let (game, floor) = (Game::new(seed), Floor::new(2).expect("a floor"));
            let mut hero = game.player().clone();
            let offers = |hero: &Player| -> Vec<ItemKind> {
                let mut state = FloorState::EMPTY;
                worldgen::generate(seed, floor, &mut state);
                worldgen::exchange(seed, floor, hero, &mut state);
                let is_offered = |pos: Pos| state.map.terrain(pos) == Terrain::Pedestal;
                state.items.iter().filter(|it| is_offered(it.pos)).map(|it| it.item.kind).collect()
            };
            let usual = offers(&hero);
            hero.build.kit = Some(kit);
            for (usual, offered) in usual.into_iter().zip(offers(&hero)) {
                let is_barred = usual.slot() == Some(barred);
                assert_eq!(offered, if is_barred { ItemKind::HealthPack } else { usual });
            }
        }
    }
}

// W30: the three kits of a run are different and follow from its seed, and each kit is offered in some run.
#[test]
fn a_run_offers_three_kits() {
    let mut seen = BTreeSet::new();
    for seed in (0..200).map(shifted) {
        let kits = Kit::offered(seed, Feats::NONE);
        assert_eq!(kits, Kit::offered(seed, Feats::NONE));
        let different: BTreeSet<usize> = kits.iter().map(|kit| *kit as usize).collect();
        assert_eq!(different.len(), 3);
        seen.extend(different);
    }
    assert_eq!(seen.len(), Kit::COUNT);
}

// W30: the lockers are in sight of the starting tile, and the player reaches them in a few steps with the D-pad alone.
#[test]
fn the_lockers_are_near_the_start() {
    let mut game = Game::new(shifted(3));
    let map = &game.current_floor().map;
    let lockers: Vec<Pos> = map.positions_of(|terrain| terrain == Terrain::Locker).collect();
    assert_eq!(lockers.len(), 3);
    assert!(lockers.iter().all(|locker| map.explored().contains(*locker)));
    let mut events = Events::new();
    for step in [East, East, North, North, North] {
        assert_eq!(game.step(Walk(step), &mut events), Ok(Outcome::Playing));
    }
    assert_eq!(game.player().build.kit, Some(Kit::offered(game.seed(), Feats::NONE)[0]));
}

// W30: leaving the lobby without a kit seals the lockers, with a sound; leaving it with a kit does not.
#[test]
fn leaving_the_lobby_seals_the_lockers() {
    let text = "
        #xxx...#
        #.@....#
        #...<..#
        #......#";
    for takes in [false, true] {
        let first: &[_] = if takes { &[Walk(North)] } else { &[] };
        let run = Scenario::new(text).play(first);
        let run = run.play(&[Walk(East), Walk(musrex_core::Direction::SouthEast)]);
        assert_eq!(run.game.floor().number(), 1);
        let told = run.events().filter(|event| **event == Event::LockersSealed).count();
        assert_eq!(told, usize::from(!takes));
    }
}

// W30: if the pack has too little room, no kit is taken and no locker is sealed.
#[test]
fn a_full_pack_takes_no_kit() {
    let mut scene = with_in_the_middle(Kit::Cook);
    for _ in 0..18 {
        scene = scene.carries_item(Item::new(ItemKind::Antidote));
    }
    let run = scene.play(&[Walk(North)]);
    assert_eq!(run.last().result, Err(Refusal::PackFull));
    assert_eq!(lockers(&run.game), [Terrain::Locker; 3]);
}

// N4, W30: exploring leads to the lockers and stops there.
#[test]
fn exploring_stops_in_front_of_the_lockers() {
    let mut game = Game::new(shifted(4));
    let mut journey =
        musrex_core::rules::travel::AutoTravel::Explore(musrex_core::rules::travel::Past::Nothing);
    let mut events = Events::new();
    let stop = loop {
        let visible = game.visible();
        match journey.next(&game, &visible) {
            Ok(command) => drop(game.step(command, &mut events)),
            Err(stop) => break stop,
        }
        assert!(game.turn().0 < 20, "it goes on and on");
    };
    assert_eq!(stop, Interrupt::Lockers);
    let (map, pos) = (&game.current_floor().map, game.player().body.pos);
    assert!(pos.step(North).is_some_and(|pos| map.terrain(pos) == Terrain::Locker));
}
