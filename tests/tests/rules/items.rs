//! Checks items (I), and rules that concern items: B6, B12, D9, D10, D18, D27, W7.

use Command::{Drop, TakeOff, Throw, Use, Wait, Walk, Wear};
use Direction::East;
use musrex_core::content::items::{Label, PotionColour};
use musrex_core::content::tower::{Finds, Pushing};
use musrex_core::content::{Bonus, Firmware, ItemKind, Slot, Status};
use musrex_core::geometry::Pos;
use musrex_core::limits::PACK_MAX;
use musrex_core::quantity::{Floor, Xp};
use musrex_core::rules::{Actor, Event, Events, experience};
use musrex_core::view::text;
use musrex_core::world::{FloorState, Game, Item, Outcome, Terrain, Worn};
use musrex_core::{Command, Direction, Refusal};
use musrex_testkit::fairness::assert_fair;
use musrex_testkit::seeds::shifted;
use musrex_testkit::{Scenario, check};
use std::collections::{BTreeMap, BTreeSet};

fn kinds(game: &Game) -> Vec<ItemKind> {
    game.player().pack.iter().map(|item| item.kind).collect()
}

fn left(game: &Game, status: Status) -> u8 {
    game.player().body.statuses.turns_left(status)
}

// I2: walking onto an item picks it up in the same turn, and the log says so.
#[test]
fn walking_onto_an_item_picks_it_up() {
    check("#@/.#", &[Walk(East)], "#.@.#");
    let run = Scenario::new("#@/.#").play(&[Walk(East)]);
    assert_eq!(kinds(&run.game), [ItemKind::Crowbar]);
    assert_eq!(run.game.turn().0, 1);
    let event = Event::PickedUp { label: Label::Known(ItemKind::Crowbar), firmware: None };
    assert!(run.events().any(|found| *found == event));
    let message = text::event_message(&event).expect("it is told");
    assert_eq!(message.text, "Picked up a Crowbar.");
}

// I2, with a full pack: the item stays, and the log says why. M6: nothing else happens.
#[test]
fn a_full_pack_leaves_it_lying() {
    let scene = (0..PACK_MAX).fold(Scenario::new("#@/.#"), |s, _| s.carries(ItemKind::Antidote));
    let run = scene.play(&[Walk(East)]);
    run.play(&[Walk(East)]).shows("#./@#");
    let run = scene.play(&[Walk(East)]);
    let full = Event::PackFull { label: Label::Known(ItemKind::Crowbar) };
    assert!(run.events().any(|event| *event == full));
    assert!(text::event_message(&full).is_some());
    assert_eq!(run.game.player().pack.len(), PACK_MAX);
    assert_eq!(run.game.player().xp, Xp(0));
}

// I3: the pack holds 20 items.
#[test]
fn the_pack_holds_twenty() {
    let row = "=".repeat(22);
    let run = Scenario::new(&format!("@{row}.")).play(&[Walk(East); 22]);
    assert_eq!(run.game.player().pack.len(), 20);
    assert_eq!(run.game.current_floor().items.len(), 2);
}

// I: a Health Pack heals max(15, hp_max / 4) hit points and is consumed. At full hit points, its use is refused.
#[test]
fn a_health_pack_heals_15_or_a_quarter() {
    let scene = Scenario::new("@").level(4).carries(ItemKind::HealthPack);
    scene.refuses(Use(0), Refusal::AtFullHp);
    let run = scene.clone().hp(10).play(&[Use(0)]);
    assert_eq!((run.hp(), kinds(&run.game).len(), run.game.turn().0), (25, 0, 1));
    let run = scene.hp(50).play(&[Use(0)]);
    assert_eq!(run.hp(), 55, "no more than there can be");
    // The maximum is 25 + 10 × 29 = 315 hit points, a quarter of which is 78.
    let run = Scenario::new("@").level(30).carries(ItemKind::HealthPack).hp(10).play(&[Use(0)]);
    assert_eq!(run.game.player_stats().hp_max.0, 315);
    assert_eq!(run.hp(), 10 + 78);
}

// I: a healing potion heals max(10, hp_max / 5) hit points.
#[test]
fn a_healing_potion_heals_10_or_a_fifth() {
    let scene = |level| Scenario::new("@").level(level).carries(ItemKind::PotionOfHealing).hp(5);
    assert_eq!(scene(3).play(&[Use(0)]).hp(), 15);
    assert_eq!(scene(30).play(&[Use(0)]).hp(), 5 + 63);
}

// I: regrowth lasts 14 turns and heals 1 + hp_max / 50 hit points in each. A new status does not tick in the turn in
// which it begins (D13).
#[test]
fn a_regrowth_potion_heals_by_a_fiftieth() {
    let scene = Scenario::new("@").level(11).carries(ItemKind::PotionOfRegrowth).hp(10);
    let run = scene.play(&[Use(0)]);
    assert_eq!(run.game.player_stats().hp_max.0, 125);
    assert_eq!((run.hp(), left(&run.game, Status::Regrowing)), (10, 14));
    let healed: u16 = run.clone().play(&[Wait; 14]).hp() - 10;
    assert_eq!(healed, 14 * 3);
}

// D27: an antidote ends poison and venom. If it ends either, it also heals max(15, hp_max / 4) hit points. It may
// always be used.
#[test]
fn an_antidote_ends_poison_and_venom() {
    let scene = Scenario::new("@").carries(ItemKind::Antidote);
    for (poison, venom) in [(9, 0), (0, 9), (9, 9), (0, 0)] {
        let scene = scene.clone().status(Status::Poisoned, poison);
        let run = scene.status(Status::Envenomed, venom).play(&[Use(0)]);
        assert!(run.last().result.is_ok());
        assert_eq!((left(&run.game, Status::Poisoned), left(&run.game, Status::Envenomed)), (0, 0));
        assert_eq!((run.hp(), kinds(&run.game).len()), (25, 0), "it worked before the tick");
        assert!(
            !run.events().any(|event| matches!(event, Event::Healed { .. })),
            "nobody was hurt"
        );
        let ends = run.events().filter(|event| matches!(event, Event::StatusEnded { .. })).count();
        assert_eq!(ends, usize::from(poison > 0) + usize::from(venom > 0));
    }
    // A quarter of 315 hp is 78.
    for (poison, venom, healed) in [(9, 0, 78), (0, 9, 78), (0, 0, 0)] {
        let hurt = scene.clone().level(30).hp(5).status(Status::Poisoned, poison);
        let run = hurt.status(Status::Envenomed, venom).play(&[Use(0)]);
        assert_eq!(run.hp(), 5 + healed, "{poison}, {venom}");
    }
    let hurt = scene.hp(5).status(Status::Poisoned, 9).play(&[Use(0)]);
    assert_eq!(hurt.hp(), 5 + 15, "at least fifteen");
}

// E15: a Health Pack cures neither poison nor venom.
#[test]
fn a_health_pack_cures_nothing() {
    let scene = Scenario::new("@").hp(5).level(5).carries(ItemKind::HealthPack);
    let hopeless = Bonus { saving_throw: -200, ..Bonus::NONE };
    let scene = scene.worn(Slot::Microchip, hopeless);
    let run = scene.status(Status::Poisoned, 9).status(Status::Envenomed, 9).play(&[Use(0)]);
    assert_eq!((left(&run.game, Status::Poisoned), left(&run.game, Status::Envenomed)), (8, 8));
    // A quarter of 65 is 16, and a fiftieth of 65 is 1.
    assert_eq!(run.hp(), 5 + 16 - 2 * (1 + 1));
}

// E15: a healing potion cures neither poison nor venom, and ends no status at all.
#[test]
fn a_healing_potion_cures_nothing() {
    let scene = Scenario::new("@").hp(5).level(5).carries(ItemKind::PotionOfHealing);
    let statuses = [Status::Poisoned, Status::Envenomed, Status::Regrowing];
    let scene = statuses.into_iter().fold(scene, |scene, status| scene.status(status, 9));
    let hopeless = Bonus { saving_throw: -200, ..Bonus::NONE };
    let run = scene.worn(Slot::Microchip, hopeless).play(&[Use(0)]);
    assert_eq!(statuses.map(|status| left(&run.game, status)), [8; 3]);
    // A fifth of 65 is 13, and a fiftieth of 65 is 1.
    assert_eq!(run.hp(), 5 + 13 - 2 * (1 + 1) + (1 + 1));
}

// W7: opening a locked door consumes a key and takes the turn, and the door is open afterwards.
#[test]
fn a_key_opens_one_locked_door() {
    Scenario::new("#@L.L#").refuses(Walk(East), Refusal::Locked);
    let scene = Scenario::new("#@L.L#").carries(ItemKind::Antidote).carries(ItemKind::Key);
    scene.refuses(Use(1), Refusal::OpensDoors);
    let run = scene.play(&[Walk(East)]);
    run.shows("#@'.L#");
    assert_eq!((kinds(&run.game), run.game.turn().0), (vec![ItemKind::Antidote], 1));
    let run = run.play(&[Walk(East), Walk(East), Walk(East)]);
    run.shows("#.'@L#");
    assert_eq!(run.last().result, Err(Refusal::Locked));
}

// I3: putting on an item swaps it with the worn item, which takes its place in the pack.
#[test]
fn putting_on_swaps_with_what_is_worn() {
    let scene = Scenario::new("@")
        .carries(ItemKind::Antidote)
        .carries(ItemKind::Crowbar)
        .carries(ItemKind::StunBaton);
    let run = scene.play(&[Wear(1)]);
    assert_eq!(kinds(&run.game), [ItemKind::Antidote, ItemKind::StunBaton]);
    let run = run.play(&[Wear(1)]);
    assert_eq!(kinds(&run.game), [ItemKind::Antidote, ItemKind::Crowbar]);
    let weapon = run.game.player().worn.get(Slot::Weapon).map(|item| item.kind);
    assert_eq!(weapon, Some(ItemKind::StunBaton));
    let run = run.play(&[TakeOff(Slot::Weapon)]);
    assert_eq!(kinds(&run.game).last(), Some(&ItemKind::StunBaton));
    assert_eq!(run.game.turn().0, 3, "each takes a turn (T3)");
    scene.refuses(Wear(0), Refusal::NotForWearing);
    scene.refuses(Use(1), Refusal::ForWearing);
    scene.refuses(TakeOff(Slot::Armour), Refusal::NoSuchItem);
}

// I3: each of the three slots accepts its own kinds of items.
#[test]
fn every_wearable_has_its_slot() {
    let rulebook = include_str!("../../../core/RULES.md");
    for kind in ItemKind::ALL {
        let slot = match kind.slot() {
            Some(Slot::Weapon) => "weapon",
            Some(Slot::Armour) => "armour",
            Some(Slot::Microchip) => "microchip",
            None if kind == ItemKind::Key => "door",
            None => "used",
        };
        // All potions share a row of the table.
        let name = if kind.potion_index().is_some() { "Potions" } else { text::name_of(kind) };
        let row = format!("| {name} | {slot} | ");
        assert!(rulebook.contains(&row), "core/RULES.md, table of items (I): no row {row:?}");
        assert_eq!(ItemKind::WEARABLE.contains(&kind), kind.slot().is_some(), "{kind:?}");
    }
}

// I4: every item belongs to exactly one group: keys, potions, items found only on some floors, and common items.
#[test]
fn every_item_is_found_in_one_way() {
    for kind in ItemKind::ALL {
        let is_key = kind == ItemKind::Key;
        let lists = [
            ItemKind::COMMON.contains(&kind),
            kind.potion_index().is_some(),
            ItemKind::SOMETIMES.contains(&kind),
            is_key,
        ];
        assert_eq!(lists.iter().filter(|&&has| has).count(), 1, "{kind:?}: {lists:?}");
    }
}

// B12: taking off an item that added hit points removes the hit points above the new maximum.
#[test]
fn hit_points_follow_what_is_worn() {
    let scene = Scenario::new("@").wears(ItemKind::BikerJacket);
    assert_eq!(scene.game().player().body.hp.0, 30);
    assert_eq!(scene.play(&[TakeOff(Slot::Armour)]).hp(), 25);
    let worse = Bonus { hp_max: -100, ..Bonus::NONE };
    let run = Scenario::new("@").worn(Slot::Microchip, worse).play(&[TakeOff(Slot::Microchip)]);
    assert_eq!((run.hp(), run.game.player_stats().hp_max.0), (1, 25), "and gives none back");
}

// I: the bonus of each wearable item on the lowest floor equals the one in the table.
#[test]
fn what_wearables_add() {
    let numbers = |kind| {
        let stats = Scenario::new("@").wears(kind).game().player_stats();
        let bare =
            experience::stats(Scenario::new("@").game().player().level, &Worn::NOTHING, None);
        [
            stats.hp_max.0 - bare.hp_max.0,
            stats.attack_min - bare.attack_min,
            stats.attack_max - bare.attack_max,
            stats.defence - bare.defence,
            u16::from(stats.saving_throw.0 - bare.saving_throw.0),
        ]
    };
    assert_eq!(numbers(ItemKind::Crowbar), [0, 1, 3, 0, 0]);
    assert_eq!(numbers(ItemKind::StunBaton), [0, 1, 4, 0, 0]);
    assert_eq!(numbers(ItemKind::Mop), [0, 2, 3, 0, 0]);
    assert_eq!(numbers(ItemKind::BikerJacket), [5, 0, 0, 2, 0]);
    assert_eq!(numbers(ItemKind::BulletproofVest), [0, 0, 0, 5, 2]);
}

// I: one in 6 hits of a Stun Baton stuns for 3 turns.
#[test]
fn a_stun_baton_stuns_one_in_six() {
    let scene = Scenario::new("@z").level(9).wears(ItemKind::StunBaton).monster_hp(99);
    let (mut hits, mut stuns) = (0, 0);
    for seed in (0..15_000).map(shifted) {
        let mut game = scene.clone().seed(seed).game();
        let mut events = Events::new();
        game.step(Walk(East), &mut events).expect("an attack");
        let is_hit = events.iter().any(|event| {
            matches!(event, Event::Struck { attacker: Actor::Player, damage, .. } if damage.0 > 0)
        });
        let stunned = game.current_floor().monsters[0].body.statuses.turns_left(Status::Stunned);
        assert!(stunned == 0 || (is_hit && stunned == 2), "3 turns, one of which has passed");
        hits += u64::from(is_hit);
        stuns += u64::from(stunned > 0);
    }
    assert_fair("stuns", &[stuns, hits - stuns], &[1, 5]);
}

// I: each potion has its effect; I1: drinking a potion identifies its kind for the whole run.
#[test]
fn potions_do_what_they_say() {
    let drink = |kind| Scenario::new("@").level(5).hp(30).carries(kind).play(&[Use(0)]);
    assert_eq!(drink(ItemKind::PotionOfHealing).hp(), 43);
    let run = drink(ItemKind::PotionOfVenom);
    assert_eq!(
        (run.hp(), left(&run.game, Status::Envenomed)),
        (30, 6),
        "it does not tick yet (D13)"
    );
    let run = drink(ItemKind::PotionOfRegrowth);
    assert_eq!((run.hp(), left(&run.game, Status::Regrowing)), (30, 14));
    for kind in ItemKind::POTIONS {
        let run = drink(kind);
        assert_eq!(run.game.label(kind), Label::Known(kind));
        assert!(run.events().any(|e| matches!(e, Event::Identified { kind: k, .. } if *k == kind)));
        let others = ItemKind::POTIONS.into_iter().filter(|&other| other != kind);
        for other in others {
            assert!(matches!(run.game.label(other), Label::Unknown(_)), "{other:?}");
        }
    }
}

// I1, I4: at full hit points, drinking a known healing potion is refused, like using a Health Pack. A regrowth potion
// is not refused, because regrowth continues for some turns.
#[test]
fn a_known_healing_potion_is_kept_at_full_hp() {
    let known = |kind| Scenario::new("@").carries(kind).carries(kind).play(&[Use(0)]);
    let run = known(ItemKind::PotionOfHealing);
    let again = run.play(&[Use(0)]);
    assert_eq!(again.last().result, Err(Refusal::AtFullHp));
    assert_eq!((again.game.turn().0, again.game.player().pack.len()), (1, 1));
    let run = known(ItemKind::PotionOfRegrowth).play(&[Use(0)]);
    assert_eq!(run.game.player().pack.len(), 0);
    // A wounded player can drink the potion.
    let hurt = Scenario::new("@").carries(ItemKind::PotionOfHealing).hp(5);
    let run = hurt.carries(ItemKind::PotionOfHealing).play(&[Use(0), Use(0)]);
    assert_eq!(run.game.player().pack.len(), 0);
}

// I1: an unknown healing potion can be drunk at full health, because the player cannot know its effect.
#[test]
fn an_unknown_potion_can_always_be_drunk() {
    for kind in ItemKind::POTIONS {
        let run = Scenario::new("@").carries(kind).play(&[Use(0)]);
        assert_eq!(run.last().result, Ok(Outcome::Playing));
        assert_eq!(run.game.player().pack.len(), 0);
    }
}

// I1: potion colours are shuffled per run. Every assignment is equally likely, and no two kinds share a colour.
#[test]
fn colours_are_shuffled_per_run() {
    let mut counts: BTreeMap<Vec<usize>, u64> = BTreeMap::new();
    for seed in (0..6000).map(shifted) {
        let colours = Game::new(seed).potion_colours();
        let place =
            |c: &PotionColour| PotionColour::ALL.iter().position(|a| a == c).expect("known");
        let places: Vec<usize> = colours.iter().map(place).collect();
        assert_eq!(places.iter().collect::<BTreeSet<_>>().len(), places.len(), "two look alike");
        *counts.entry(places).or_default() += 1;
    }
    let colours = PotionColour::ALL.len();
    let assignments: usize = (colours + 1 - ItemKind::POTIONS.len()..=colours).product();
    assert_eq!(counts.len(), assignments);
    assert_fair("colours", &counts.into_values().collect::<Vec<_>>(), &vec![1; assignments]);
}

// I1: names in a list change at once: identifying a kind also changes the label of carried items of that kind.
#[test]
fn names_change_at_once() {
    let kind = ItemKind::PotionOfHealing;
    let run = Scenario::new("@").carries(kind).carries(kind).play(&[]);
    let before = run.game.label(kind);
    assert!(matches!(before, Label::Unknown(_)));
    let run = run.play(&[Use(0)]);
    assert_eq!(run.game.label(run.game.player().pack[0].kind), Label::Known(kind));
    let used = run.events().any(|event| *event == Event::Used { label: before });
    assert!(used, "the log names what it looked like");
}

// T2, D9, D10, D18: a stunned or confused player can use neither items nor the pack. The turn passes with another
// action.
#[test]
fn dazed_hands_use_nothing() {
    for status in [Status::Stunned, Status::Confused] {
        let scene = Scenario::new("@")
            .hp(5)
            .status(status, 9)
            .wears(ItemKind::BikerJacket)
            .carries(ItemKind::HealthPack)
            .carries(ItemKind::Crowbar);
        let throw = Throw(0, Pos::at(9, 9));
        for command in
            [Use(0), Wear(1), Drop(0), TakeOff(Slot::Armour), TakeOff(Slot::Weapon), throw]
        {
            let run = scene.play(&[command]);
            assert!(run.last().result.is_ok(), "{command:?}");
            assert!(run.last().events.contains(&Event::TurnLost(status)), "{command:?}");
            assert_eq!(run.game.turn().0, 1);
            assert_eq!(run.game.player().pack, scene.game().player().pack);
            assert_eq!(run.game.player().worn, scene.game().player().worn);
            assert_eq!(run.game.current_floor().items.len(), 0);
        }
        for command in [Use(2), Wear(20), Drop(255), Throw(2, Pos::at(1, 1))] {
            scene.refuses(command, Refusal::NoSuchItem);
        }
        assert_eq!(scene.game().accepts_pack(), Err(Refusal::Impaired(status)));
        assert!(text::refusal_message(Refusal::Impaired(status)).is_some());
    }
    assert_eq!(Scenario::new("@").status(Status::Poisoned, 9).game().accepts_pack(), Ok(()));
}

// T1: an empty slot of the pack can be neither used nor worn nor dropped.
#[test]
fn nothing_comes_of_empty_places() {
    let scene = Scenario::new("@").carries(ItemKind::Crowbar);
    for index in [1, 19, 20, 255] {
        for command in [Use(index), Wear(index), Drop(index)] {
            scene.refuses(command, Refusal::NoSuchItem);
        }
    }
}

// M6: dropping onto another item, and taking off with a full pack, are refused.
#[test]
fn there_must_be_room() {
    let mut drawing = Scenario::new("#@/.#").carries(ItemKind::Key).carries(ItemKind::Antidote);
    let run = drawing.play(&[Drop(0), Drop(0)]);
    assert_eq!(run.last().result, Err(Refusal::NoRoomHere));
    drawing = Scenario::new("@").wears(ItemKind::Crowbar);
    let full = (0..PACK_MAX).fold(drawing, |scene, _| scene.carries(ItemKind::Antidote));
    full.refuses(TakeOff(Slot::Weapon), Refusal::PackFull);
    let nearly = (1..PACK_MAX)
        .fold(Scenario::new("@").wears(ItemKind::Crowbar), |s, _| s.carries(ItemKind::Antidote));
    let run = nearly.carries(ItemKind::StunBaton).play(&[Wear(19)]);
    assert!(run.last().result.is_ok());
    assert_eq!(run.game.player().pack.len(), PACK_MAX, "but swapping needs none");
}

// T3: dropping takes a turn and puts the item on the player's tile.
#[test]
fn dropping_takes_a_turn() {
    let run = Scenario::new("#@.#").carries(ItemKind::Crowbar).play(&[Drop(0), Walk(East)]);
    run.shows("#/@#");
    assert_eq!(run.game.turn().0, 2);
}

// T9: monsters pick up nothing.
#[test]
fn monsters_walk_over_items() {
    check("#@../m#", &[Wait, Wait], "#@.m/.#");
}

// I16, I17: depending on its seed, a run excludes one weapon, one armour, one potion, two kinds of firmware, and all
// ways of pushing except one. No floor has an item that its run excludes.
#[test]
fn a_run_leaves_out_some_finds() {
    let mut left_out = BTreeSet::new();
    for seed in (0..40).map(shifted) {
        let finds = Finds::of(seed);
        let gone =
            |slot: Option<Slot>| ItemKind::ALL.into_iter().filter(move |kind| kind.slot() == slot);
        let count = |slot| gone(slot).filter(|&kind| finds.is_left_out(kind)).count();
        let way = Pushing::of(seed);
        let no_crowbar = usize::from(way != Pushing::Item(ItemKind::Crowbar));
        let no_shove = usize::from(way != Pushing::Firmware(Firmware::Shove));
        assert_eq!(finds.is_left_out(ItemKind::Crowbar), no_crowbar == 1);
        assert_eq!(finds.firmware().contains(&Firmware::Shove), no_shove == 0);
        assert_eq!(count(Some(Slot::Weapon)), 1 + no_crowbar);
        assert_eq!(count(Some(Slot::Armour)), 1);
        assert_eq!(count(Some(Slot::Microchip)), 0);
        assert_eq!(count(None), 1, "a potion");
        assert_eq!(finds.firmware().len(), Firmware::COUNT - 2 - no_shove);
        left_out.extend(
            ItemKind::ALL
                .into_iter()
                .filter(|&kind| finds.is_left_out(kind))
                .map(|kind| kind as usize),
        );
        for number in 1..13 {
            let mut state = FloorState::EMPTY;
            let floor = Floor::new(number).expect("a floor of the tower");
            musrex_core::worldgen::generate(seed, floor, &mut state);
            for ground in &state.items {
                assert!(!finds.is_left_out(ground.item.kind), "{:?} in run {seed}", ground.item);
                let firmware = ground.item.firmware;
                assert!(firmware.is_none_or(|firmware| finds.firmware().contains(&firmware)));
            }
        }
    }
    assert_eq!(left_out.len(), 11, "each weapon, armour and potion, in some run");
}

// I16: a vault does not offer the weapon, the armour or the firmware that the previous vault offered.
#[test]
fn vaults_offer_in_turn() {
    for seed in (0..10).map(shifted) {
        let mut before: Vec<Item> = Vec::new();
        for number in [2, 4, 6, 8, 10, 12] {
            let mut state = FloorState::EMPTY;
            let floor = Floor::new(number).expect("a floor of the tower");
            musrex_core::worldgen::generate(seed, floor, &mut state);
            let offers: Vec<Item> = state
                .items
                .iter()
                .filter(|ground| state.map.terrain(ground.pos) == Terrain::Pedestal)
                .map(|ground| ground.item.clone())
                .collect();
            assert_eq!(offers.len(), 3);
            for offer in &offers {
                let is_same = |other: &Item| match (offer.firmware, other.firmware) {
                    (Some(one), Some(other)) => one == other,
                    _ => offer.kind == other.kind && offer.kind.slot().is_some(),
                };
                assert!(!before.iter().any(is_same), "{offer:?} on floor {number} of run {seed}");
            }
            before = offers;
        }
    }
}

// I16: a vault on a new floor does not offer a kind or a firmware that the player already has, as long as the run has
// others.
#[test]
fn a_vault_offers_what_one_has_not() {
    for seed in (0..10).map(shifted) {
        let offers = |held: &[Item]| -> Vec<Item> {
            let mut hero = Game::new(seed).player().clone();
            hero.pack.extend(held.iter().cloned());
            let mut state = FloorState::EMPTY;
            let floor = Floor::new(2).expect("a floor");
            musrex_core::worldgen::generate(seed, floor, &mut state);
            musrex_core::worldgen::exchange(seed, floor, &hero, &mut state);
            let is_offered = |pos: musrex_core::Pos| state.map.terrain(pos) == Terrain::Pedestal;
            state.items.iter().filter(|it| is_offered(it.pos)).map(|it| it.item.clone()).collect()
        };
        let first = offers(&[]);
        let then = offers(&first);
        for (first, then) in first.iter().zip(&then).filter(|(it, _)| it.kind.slot().is_some()) {
            assert_eq!(first.kind.slot(), then.kind.slot());
            assert!(
                first.kind != then.kind || first.firmware != then.firmware,
                "{first:?}, {then:?} in run {seed}"
            );
            assert_eq!(first.firmware.is_some(), then.firmware.is_some());
        }
        // A player with all weapons of the run is offered armour in their place, and with all armour, weapons.
        for [full, other] in [[Slot::Weapon, Slot::Armour], [Slot::Armour, Slot::Weapon]] {
            let all: Vec<Item> = Finds::of(seed).worn_in(full).map(Item::new).collect();
            let offered = offers(&all);
            assert!(offered.iter().all(|it| it.kind.slot() != Some(full)), "{offered:?}");
            let kinds = |items: &[Item], slot| {
                items.iter().filter(|it| it.kind.slot() == Some(slot)).map(|it| it.kind).collect()
            };
            let (found, replaced): (Vec<_>, Vec<_>) = (kinds(&offered, other), kinds(&first, full));
            let usual: Vec<ItemKind> = kinds(&first, other);
            assert_eq!(found.len(), usual.len() + replaced.len(), "{offered:?} in run {seed}");
            assert!(found.iter().enumerate().all(|(at, it)| !found[..at].contains(it)));
        }
        // If the player has every item, the vault offers items that the player already has.
        let finds = Finds::of(seed);
        let worn = [Slot::Weapon, Slot::Armour].into_iter().flat_map(|slot| finds.worn_in(slot));
        let chip = |&firmware| Item { firmware: Some(firmware), ..Item::new(ItemKind::Microchip) };
        let chips = finds.firmware().iter().map(chip);
        let all: Vec<Item> = worn.map(Item::new).chain(chips).collect();
        assert_eq!(offers(&all), first);
    }
}
