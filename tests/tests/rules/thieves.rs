//! Checks the Pack Rat (M9), and the order of the pack (I13).

use Command::{TakeOff, Wait, Walk, Wear};
use Direction::East;
use musrex_core::content::{Bonus, ItemKind, Slot, Status};
use musrex_core::geometry::Pos;
use musrex_core::limits::{ITEMS_MAX, PACK_MAX};
use musrex_core::quantity::Hp;
use musrex_core::rules::{Actor, Event};
use musrex_core::world::{AiState, FloorState, GroundItem, Item, Monster};
use musrex_core::{Command, Direction};
use musrex_testkit::fairness::assert_fair;
use musrex_testkit::seeds::shifted;
use musrex_testkit::{Run, Scenario};

fn thief(run: &Run) -> &Monster {
    &run.game.current_floor().monsters[0]
}

fn kinds(run: &Run) -> Vec<ItemKind> {
    run.game.player().pack.iter().map(|item| item.kind).collect()
}

fn has_stolen(run: &Run) -> bool {
    run.events().any(|event| matches!(event, Event::Stole { .. }))
}

/// Gives the rat a stolen crowbar.
fn laden(floor: &mut FloorState) {
    floor.monsters[0].loot = Some(Item::new(ItemKind::Crowbar));
}

// M9: a Pack Rat's blow never does damage, and 1 in 2 blows steals an item.
#[test]
fn a_blow_in_two_steals() {
    let scene = Scenario::new("#@a#").carries(ItemKind::HealthPack);
    let mut counts = [0; 2];
    for seed in (0..4_000).map(shifted) {
        let run = scene.clone().seed(seed).play(&[Wait]);
        assert_eq!(run.hp(), 25);
        let stole = has_stolen(&run);
        counts[usize::from(!stole)] += 1;
        assert_eq!(run.game.player().pack.is_empty(), stole);
        assert_eq!(thief(&run).loot.is_some(), stole);
        let missed = run.events().any(|event| {
            matches!(event, Event::Struck { attacker: Actor::Monster(_), damage, .. } if damage.0 == 0)
        });
        assert_eq!(missed, !stole);
    }
    assert_fair("thefts", &counts, &[1, 1]);
}

// M9: a thief steals a random item that is not worn, each equally likely, but never a key.
#[test]
fn every_item_but_a_key_may_be_taken() {
    let scene = Scenario::new("#@a#")
        .carries(ItemKind::HealthPack)
        .carries(ItemKind::Key)
        .carries(ItemKind::Crowbar)
        .carries(ItemKind::Cheese)
        .wears(ItemKind::StunBaton);
    let mut counts = [0; 3];
    for seed in (0..4_000).map(shifted) {
        let run = scene.clone().seed(seed).play(&[Wait]);
        assert!(kinds(&run).contains(&ItemKind::Key));
        assert!(run.game.player().worn.get(Slot::Weapon).is_some());
        if let Some(loot) = &thief(&run).loot {
            let of = [ItemKind::HealthPack, ItemKind::Crowbar, ItemKind::Cheese];
            let place = of.iter().position(|&kind| kind == loot.kind).expect("one of the pack");
            assert_eq!(run.game.player().pack.len(), 3);
            counts[place] += 1;
        }
    }
    assert_fair("loot", &counts, &[1; 3]);
    for scene in [Scenario::new("#@a#"), Scenario::new("#@a#").carries(ItemKind::Key)] {
        for seed in (0..40).map(shifted) {
            assert!(!has_stolen(&scene.clone().seed(seed).play(&[Wait; 3])), "nothing to take");
        }
    }
}

// M9, M6: on a floor with the maximum number of items, a Pack Rat steals nothing.
#[test]
fn a_full_floor_stops_thieves() {
    let text = format!("@a..\n{}", format!("{}\n", ".".repeat(20)).repeat(2));
    let scene = Scenario::new(&text).carries(ItemKind::HealthPack).changed(|floor| {
        for index in 0..ITEMS_MAX {
            let index = u8::try_from(index).expect("a few items");
            let pos = Pos::at(1 + index % 20, 2 + index / 20);
            let ground = GroundItem { pos, item: Item::new(ItemKind::Antidote) };
            floor.items.push(ground).expect("so many fit");
        }
    });
    for seed in (0..40).map(shifted) {
        assert!(!has_stolen(&scene.clone().seed(seed).play(&[Wait; 3])));
    }
}

// M9: a thief with loot steals nothing more, and flees.
#[test]
fn a_laden_thief_runs() {
    let scene = Scenario::new("#@a.......#").carries(ItemKind::HealthPack).changed(laden);
    let run = scene.play(&[Wait; 4]);
    assert!(!has_stolen(&run));
    run.shows("#@....a...#");
}

// M9: a thief flees to the nearest open vent and escapes through it. It then sleeps with its loot beside another vent.
#[test]
fn a_thief_gets_away_through_a_vent() {
    let text = "
        #####v####v##############v#
        #@a.......................#";
    let scene = Scenario::new(text).carries(ItemKind::HealthPack).changed(laden);
    let run = scene.play(&[Wait; 3]);
    // The thief takes two steps to the vent at x = 6, and then goes to the vent farthest from the player.
    let away = thief(&run);
    assert!(away.body.pos.is_next_to(Pos::at(26, 1)), "{}", run.picture());
    assert_eq!(away.ai_state, AiState::Asleep);
    assert_eq!(away.loot.as_ref().map(|item| item.kind), Some(ItemKind::Crowbar));
    // A shut vent does not count.
    let shut = text.replacen('v', "V", 1);
    let run = Scenario::new(&shut).changed(laden).play(&[Wait; 3]);
    assert!(thief(&run).body.pos.x() < 8);
}

// M9: without a vent, a thief flees out of sight, 8 tiles away, and sleeps there.
#[test]
fn a_thief_without_a_vent_hides() {
    let text = "
        #@a........#
        ##########.#
        ##########.#
        ##########.#";
    let run = Scenario::new(text).changed(laden).play(&[Wait; 16]);
    let hidden = thief(&run);
    assert_eq!(hidden.ai_state, AiState::Asleep, "{}", run.picture());
    assert!(hidden.body.pos.steps_to(run.game.player().body.pos) >= 8);
    assert!(!run.game.visible().contains(hidden.body.pos));
    assert!(hidden.loot.is_some());
}

// M9: a thief that dies of a blow or of venom drops the stolen item.
#[test]
fn a_dead_thief_drops_its_loot() {
    let loot = |run: &Run| {
        run.game
            .current_floor()
            .items
            .iter()
            .map(|ground| (ground.pos, ground.item.kind))
            .collect::<Vec<_>>()
    };
    let dropped = [(Pos::at(3, 1), ItemKind::Crowbar)];
    let blow = Scenario::new("#@A.#").level(30).changed(laden).play(&[Walk(East)]);
    assert_eq!(loot(&blow), dropped);
    assert!(blow.events().any(|event| matches!(event, Event::LootDropped { .. })));
    let scene =
        Scenario::new("@#A").changed(laden).changed(|floor| floor.monsters[0].body.hp = Hp(1));
    let venom = scene.monster_status(Status::Envenomed, 3).play(&[Wait]);
    assert_eq!(loot(&venom), dropped);
    // The bonus of the item is unchanged.
    let bonus = Bonus { attack_max: 7, ..Bonus::NONE };
    let scene = Scenario::new("#@A.#").level(30).changed(|floor| {
        floor.monsters[0].loot = Some(Item::with_bonus(ItemKind::Crowbar, bonus));
    });
    let run = scene.play(&[Walk(East)]);
    assert_eq!(run.game.current_floor().items[0].item.bonus, bonus);
}

// M9: a stolen item that is picked up after the thief's death is unchanged.
#[test]
fn loot_comes_back() {
    let mut found = false;
    for seed in (0..40).map(shifted) {
        let scene = Scenario::new("#@a#").seed(seed).level(30).carries(ItemKind::HealthPack);
        let run = scene.play(&[Wait, Walk(East), Walk(East)]);
        let is_robbed = has_stolen(&run);
        let is_dead = run.game.current_floor().monsters.is_empty();
        if is_robbed && is_dead && run.game.player().body.pos == Pos::at(3, 1) {
            assert_eq!(kinds(&run), [ItemKind::HealthPack]);
            found = true;
        }
    }
    assert!(found);
}

// I13: a picked-up item is sorted into the pack by its kind. Items of the same kind stay in the order in which they
// were picked up.
#[test]
fn the_pack_is_sorted_by_kind() {
    let run = Scenario::new("@*/&%~/!=&^,.").play(&[Walk(East); 12]);
    let found = kinds(&run);
    let places: Vec<usize> = found.iter().map(|&kind| kind as usize).collect();
    assert!(places.is_sorted(), "{found:?}");
    assert_eq!(found.len(), 11);
    let bonus = |attack_max| Bonus { attack_max, ..Bonus::NONE };
    let scene = [5, 3, 9].into_iter().fold(Scenario::new("@//."), |scene, attack_max| {
        scene.carries_item(Item::with_bonus(ItemKind::Crowbar, bonus(attack_max)))
    });
    let order = |run: &Run| -> Vec<i16> {
        run.game.player().pack.iter().map(|item| item.bonus.attack_max).collect()
    };
    let run = scene.play(&[Walk(East), Walk(East)]);
    assert_eq!(order(&run), [5, 3, 9, 3, 3]);
    // I3: an item that was taken off goes to the end of its kind.
    let run = scene.play(&[Wear(0), Wear(0)]);
    assert_eq!(order(&run), [9, 5]);
    let run = run.play(&[TakeOff(Slot::Weapon)]);
    assert_eq!(order(&run), [9, 5, 3]);
}

// I13, I3: a full pack is sorted like any other.
#[test]
fn a_full_pack_is_sorted() {
    let scene = (1..PACK_MAX).fold(Scenario::new("@%"), |scene, index| {
        scene.carries(if index % 2 == 0 { ItemKind::Mop } else { ItemKind::Antidote })
    });
    let run = scene.play(&[Walk(East)]);
    assert_eq!(run.game.player().pack.len(), PACK_MAX);
    assert_eq!(kinds(&run)[0], ItemKind::HealthPack);
}
