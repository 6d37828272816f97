//! Checks the tiles that weapons strike and the rules that armour changes (I15), and that a run has a single way of
//! pushing (I17).

use Command::{Wait, Walk};
use Direction::East;
use musrex_core::content::tower::Pushing;
use musrex_core::content::{Feats, Firmware, Graft, ItemKind, Kit, Slot, SpillKind, Status};
use musrex_core::geometry::Pos;
use musrex_core::rules::travel::is_hazard;
use musrex_core::rules::{Actor, Event};
use musrex_core::world::{AiState, Aim, FloorState, Spill, Terrain};
use musrex_core::{Command, Direction};
use musrex_testkit::seeds::shifted;
use musrex_testkit::{Run, Scenario};
use std::collections::BTreeSet;

fn scene(text: &str) -> Scenario {
    Scenario::new(text).floor(10).level(30).monster_hp(400)
}

/// Returns the tiles that the player struck, in order.
fn struck(run: &Run) -> Vec<Pos> {
    let of = |event: &Event| match event {
        Event::Struck { attacker: Actor::Player, at, .. } => Some(*at),
        _ => None,
    };
    run.events().filter_map(of).collect()
}

/// Stuns all monsters of the scene, so that they do not move.
fn still(scene: &Scenario) -> Scenario {
    scene.clone().monster_status(Status::Stunned, 9)
}

// I15: a Broom Pole also strikes the tile behind its target for full damage, but spares an ally there.
#[test]
fn a_pole_strikes_two_tiles_in_line() {
    let pole = still(&scene("@tt.t")).wears(ItemKind::BroomPole);
    let run = pole.clone().play(&[Walk(East)]);
    assert_eq!(struck(&run), [Pos::at(2, 1), Pos::at(3, 1)]);
    let hp: Vec<u16> =
        run.game.current_floor().monsters.iter().map(|monster| monster.body.hp.0).collect();
    assert!(hp[0] < 400 && hp[1] < 400 && hp[2] == 400, "{hp:?}");
    let befriended = pole.changed(|floor| floor.monsters[1].is_ally = true);
    assert_eq!(struck(&befriended.play(&[Walk(East)])), [Pos::at(2, 1)]);
    let slant = "
        @..
        .t.
        ..t";
    let run = still(&scene(slant)).wears(ItemKind::BroomPole).play(&[Walk(Direction::SouthEast)]);
    assert_eq!(struck(&run), [Pos::at(2, 2), Pos::at(3, 3)]);
}

// I15, B16: a Broom Pole reaches an awake enemy two tiles away over free ground. A run that has a Broom Pole never
// offers Long arm.
#[test]
fn a_pole_reaches() {
    let pole = scene("@.t").wears(ItemKind::BroomPole);
    assert_eq!(struck(&pole.play(&[Walk(East)])), [Pos::at(3, 1)]);
    let asleep = scene("@.T").wears(ItemKind::BroomPole);
    assert_eq!(struck(&asleep.play(&[Walk(East)])), []);
    for seed in (0..40).map(shifted) {
        let bare = Scenario::new("@").level(9).grafts_due(1).seed(seed);
        let offered = bare.game().offered_grafts();
        let with_pole = bare.wears(ItemKind::BroomPole).game().offered_grafts();
        assert!(!with_pole.contains(&Graft::LongArm) && with_pole.len() == offered.len());
        let others = offered.iter().filter(|&&it| it != Graft::LongArm);
        assert!(others.into_iter().all(|it| with_pole.contains(it)), "the rest stays");
    }
}

// I15: when a blow with a Crowbar hurts a monster for the first time, it pushes the monster by one tile; later blows do
// not.
#[test]
fn a_crowbar_pushes_once() {
    // The blow ends the monster's stun, so the monster comes back in the same turn. Only the events show the push.
    let is_pushed = |scene: &Scenario| {
        let run = scene.play(&[Walk(East)]);
        let goes = |event: &Event| matches!(event, Event::Moved { who: Actor::Monster(_), to, .. } if *to == Pos::at(3, 1));
        run.events().any(goes)
    };
    let bare = still(&scene("@m...."));
    let bar = bare.clone().wears(ItemKind::Crowbar);
    assert!(is_pushed(&bar));
    assert!(!is_pushed(&bar.changed(|floor| floor.monsters[0].hp_born.0 = 900)));
    assert!(!is_pushed(&bare.wears(ItemKind::StunBaton)));
}

// I15: for a player in a Biker Jacket, the venom of a bite lasts one turn.
#[test]
fn a_jacket_keeps_venom_short() {
    for seed in (0..60).map(shifted) {
        let bitten = Scenario::new("@s").floor(11).level(9).seed(seed).wears(ItemKind::BikerJacket);
        let run = bitten.play(&[Wait]);
        assert!(run.game.player().body.statuses.turns_left(Status::Envenomed) <= 1);
    }
}

/// Returns the hit points that one turn of `command` takes from a player who wears the armour `kind`, or no armour.
fn taken(scene: &Scenario, kind: Option<ItemKind>, command: Command) -> u16 {
    let scene = kind.map_or(scene.clone(), |kind| scene.clone().wears(kind));
    let before = scene.game().player().body.hp.0;
    before.saturating_sub(scene.play(&[command]).game.player().body.hp.0)
}

/// Lights the fuse of the first monster so that it bursts in this turn.
fn lit(floor: &mut FloorState) {
    floor.monsters[0].aim = Aim::At(Pos::at(1, 1));
    floor.monsters[0].ai_state = AiState::hunting(Pos::at(1, 1));
}

// I15, M16: a vest protects from a burst, and no other armour does.
#[test]
fn a_vest_stops_bursts() {
    let burst = Scenario::new("@f").floor(12).level(9).changed(lit);
    for kind in [None, Some(ItemKind::RubberCoat), Some(ItemKind::LabApron)] {
        assert!(taken(&burst, kind, Wait) > 0, "{kind:?}");
    }
    assert!(burst.game().coming_harm().0 > 0);
    let vest = burst.wears(ItemKind::BulletproofVest);
    assert_eq!(vest.game().coming_harm().0, 0, "nothing is foretold (H1)");
    let vest = vest.play(&[Wait]);
    assert!(vest.events().any(|event| *event == Event::BlastStopped));
    assert!(vest.game.current_floor().monsters.is_empty(), "it has burst all the same");
    assert!(!vest.events().any(|event| matches!(event, Event::Struck { .. })));
}

// I15, W18, N4: live cables do nothing to a player in a Rubber Coat, and auto-travel crosses them.
#[test]
fn a_coat_keeps_off_cables() {
    let cable = Scenario::new("@-.").floor(9).level(9);
    assert!(taken(&cable, None, Walk(East)) > 0);
    assert!(taken(&cable, Some(ItemKind::LabApron), Walk(East)) > 0);
    let run = cable.wears(ItemKind::RubberCoat).play(&[Walk(East)]);
    assert!(!run.game.player().body.statuses.has(Status::Stunned));
    let here = run.game.player().body.pos;
    assert_eq!(run.game.current_floor().map.terrain(here), Terrain::CableLive);
    assert!(!is_hazard(&run.game, here));
}

// I15, I7, N4: acid and gas do nothing to a player in a Lab Apron, and mist still heals.
#[test]
fn an_apron_keeps_off_spills() {
    let spilled = |kind| {
        Scenario::new("@.").floor(9).level(9).changed(move |floor| {
            let spill = Spill { pos: Pos::at(1, 1), kind, turns: 4, is_players: false };
            floor.spills.push(spill).expect("there is room");
        })
    };
    for kind in [SpillKind::Acid, SpillKind::Gas] {
        assert!(taken(&spilled(kind), Some(ItemKind::RubberCoat), Wait) > 0);
        let run = spilled(kind).wears(ItemKind::LabApron).play(&[Wait]);
        assert!(!run.events().any(|event| matches!(event, Event::Burned { .. })));
        assert!(!run.game.player().body.statuses.has(Status::Envenomed));
        assert!(!is_hazard(&run.game, Pos::at(1, 1)));
    }
    let mist = spilled(SpillKind::Healing).wears(ItemKind::LabApron).hp(5).play(&[Wait]);
    assert!(mist.game.player().body.hp.0 > 5);
}

// I15: each armour changes exactly one rule.
#[test]
fn each_armour_bends_one_rule() {
    let armours: Vec<ItemKind> =
        ItemKind::ALL.into_iter().filter(|kind| kind.slot() == Some(Slot::Armour)).collect();
    assert_eq!(armours.len(), 4);
    for kind in armours {
        assert_eq!(kind.spec().effects.len(), 1, "{kind:?}");
    }
}

// I17: each run has one way of pushing. If one of the run's kits has a way of pushing, the run has that way. Every way
// occurs in some run.
#[test]
fn a_run_has_one_way_of_pushing() {
    let mut found = BTreeSet::new();
    for seed in (0..60).map(shifted) {
        let way = Pushing::of(seed);
        if Kit::offered(seed, Feats::NONE).contains(&Kit::Locksmith) {
            assert_eq!(way, Pushing::Item(ItemKind::Crowbar));
        }
        found.insert(format!("{way:?}"));
        for level in [2, 4] {
            let game = Scenario::new("@").level(level).grafts_due(1).seed(seed).game();
            let offers_it = game.offered_grafts().contains(&Graft::Shoulder);
            assert!(!offers_it || way == Pushing::Graft(Graft::Shoulder));
        }
    }
    let all = [
        Pushing::Item(ItemKind::Crowbar),
        Pushing::Firmware(Firmware::Shove),
        Pushing::Graft(Graft::Shoulder),
    ];
    assert_eq!(Pushing::all().collect::<Vec<_>>(), all);
    assert_eq!(found.len(), all.len());
}
