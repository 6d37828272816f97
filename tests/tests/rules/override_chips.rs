//! Checks on whom an Override Chip works, and the mouse that it turns into the ally (I10, I11).

use crate::aim::aim;
use Command::Use;
use musrex_core::content::{Firmware, ItemKind, Label, MonsterKind, Status};
use musrex_core::geometry::Pos;
use musrex_core::input::Button;
use musrex_core::quantity::Hp;
use musrex_core::raster::Colour;
use musrex_core::rules::{AllyEnd, Event};
use musrex_core::view::text;
use musrex_core::world::{AiState, FloorState, Item, Monster, Squeak};
use musrex_core::{Command, Refusal};
use musrex_testkit::assert_same;
use musrex_testkit::watched::{assert_says, watch};
use musrex_testkit::{Run, Scenario};

/// Makes the monster at `index` the player's ally.
pub(crate) fn ally(index: usize) -> impl Fn(&mut FloorState) {
    move |floor| floor.monsters[index].is_ally = true
}

pub(crate) fn monster(run: &Run, index: usize) -> &Monster {
    &run.game.current_floor().monsters[index]
}

/// Returns whether the Override Chip turns a mouse in `scene` into an ally. Checks that a refused chip changes nothing.
fn takes(scene: &Scenario) -> bool {
    let scene = scene.clone().carries(ItemKind::OverrideChip);
    let run = scene.play(&[Use(0)]);
    let allies = run.game.current_floor().monsters.iter().filter(|one| one.is_ally).count();
    match run.last().result {
        Ok(_) => {
            assert_eq!((allies, run.game.player().pack.len()), (1, 0));
            true
        }
        Err(why) => {
            assert!(matches!(why, Refusal::NothingToOverride | Refusal::OnlySnakes));
            assert_same!(run.game, scene.game(), "a refused chip changed the game");
            false
        }
    }
}

pub(crate) fn with_hp(text: &str, born: u16, hp: u16) -> Scenario {
    Scenario::new(text).monster_hp(born).changed(move |floor| floor.monsters[0].body.hp = Hp(hp))
}

// I10: the chip takes a mouse that is stunned, is eating, or has at most half of the hit points with which it was born.
#[test]
fn a_chip_takes_the_helpless() {
    assert!(!takes(&Scenario::new("@n")), "awake and well");
    assert!(!takes(&Scenario::new("@N")), "sleep is not enough");
    assert!(takes(&Scenario::new("@n").monster_status(Status::Stunned, 2)), "stunned");
    let eats = |floor: &mut FloorState| floor.monsters[0].ai_state = AiState::Eating { turns: 2 };
    assert!(takes(&Scenario::new("@n").changed(eats)), "eating");
    for (born, hp, takes_it) in [(10, 5, true), (10, 6, false), (11, 5, true), (11, 6, false)] {
        assert_eq!(takes(&with_hp("@n", born, hp)), takes_it, "{hp} of {born}");
    }
    assert!(takes(&with_hp("@N", 10, 5)), "asleep and weak");
}

// I11: with SWAP, the chip can take a mouse with at most three quarters of its hit points, and its description says so.
#[test]
fn relay_takes_the_healthier() {
    for (hp, takes_it) in [(15, true), (16, false)] {
        let scene = with_hp("@n", 20, hp).firmware(Firmware::Swap);
        assert_eq!(takes(&scene), takes_it, "{hp} of 20");
    }
    let said = |scene: Scenario| {
        text::item_effect(&scene.game(), Label::Known(ItemKind::OverrideChip)).to_string()
    };
    assert_eq!(said(Scenario::new("@")), "If stunned, eating or at most 50% HP");
    let relay = Scenario::new("@").firmware(Firmware::Swap);
    assert_eq!(said(relay), "If stunned, eating or at most 75% HP");
}

// I10: the chip takes only mice beside the player, and never the King.
#[test]
fn a_chip_takes_mice_beside_the_player() {
    let stunned = |text: &str| Scenario::new(text).monster_status(Status::Stunned, 9);
    assert!(!takes(&stunned("@.n")), "too far");
    assert!(takes(&stunned("#@\nn#")), "diagonal");
    assert!(!takes(&stunned("@s")), "a snake is no mouse");
    assert!(!takes(&stunned("@k").floor(13)), "nor is the King anybody's");
    for letter in ['m', 'n', 'r', 't', 'e', 'c', 'a'] {
        assert!(takes(&stunned(&format!("@{letter}"))), "{letter}");
    }
    assert!(!takes(&stunned("@n").changed(ally(0))), "it is an ally already");
}

// I10: the refusal says that the chip takes no snakes, if only snakes are beside the player.
#[test]
fn a_refusal_tells_snakes_apart() {
    let refuses = |text: &str, why| {
        Scenario::new(text).carries(ItemKind::OverrideChip).refuses(Use(0), why);
    };
    for text in ["s@.", "s@s", "s@.m"] {
        refuses(text, Refusal::OnlySnakes);
    }
    for text in ["s@m", ".@.", ".@.s"] {
        refuses(text, Refusal::NothingToOverride);
    }
}

// I10: among several mice, the chip takes the one with the strongest attack.
#[test]
fn of_several_the_strongest_is_taken() {
    for text in ["mt\n@e", "tm\n@e", "em\n@t", "te\nm@"] {
        let scene = Scenario::new(text).floor(9).level(60).monster_status(Status::Stunned, 9);
        let run = scene.carries(ItemKind::OverrideChip).play(&[Use(0)]);
        let ally = run.game.current_floor().ally().expect("somebody is beside the player");
        let attack = |kind: MonsterKind| *kind.spec().attack_on(run.game.floor()).end();
        let others = run.game.current_floor().monsters.iter();
        assert!(others.clone().all(|other| attack(other.kind) <= attack(ally.kind)), "{text}");
        assert_eq!(others.filter(|other| other.is_ally).count(), 1);
    }
}

// I10: among equally strong mice, the chip takes the one with the most hit points.
#[test]
fn of_equally_strong_mice_the_healthiest_is_taken() {
    for hit_points in [[5, 9], [9, 5]] {
        let scene = Scenario::new("n@n").monster_status(Status::Stunned, 9).changed(|floor| {
            for (monster, hp) in floor.monsters.iter_mut().zip(hit_points) {
                monster.body.hp = Hp(hp);
            }
        });
        let run = scene.carries(ItemKind::OverrideChip).play(&[Use(0)]);
        let ally = run.game.current_floor().ally().expect("somebody is beside the player");
        let healthiest = if hit_points[0] == 9 { 1 } else { 3 };
        assert_eq!(ally.body.pos.x(), healthiest, "of {hit_points:?}");
    }
}

// I10: a new ally loses its stun, its mark and its pending squeak. An event reports that it has become an ally.
#[test]
fn an_ally_begins_anew() {
    let scene = Scenario::new("@n.").monster_status(Status::Stunned, 9).changed(|floor| {
        floor.monsters[0].squeak = Squeak::Due;
        floor.monsters[0].aim = musrex_core::world::Aim::At(Pos::at(1, 1));
    });
    let run = scene.carries(ItemKind::OverrideChip).play(&[Use(0)]);
    let taken = monster(&run, 0);
    assert!(taken.is_ally && !taken.body.statuses.has(Status::Stunned));
    assert_eq!((taken.squeak, taken.aim), (Squeak::Used, musrex_core::world::Aim::None));
    let overridden = Event::Overridden { kind: MonsterKind::NeoMouse, at: Pos::at(2, 1) };
    assert!(run.events().any(|event| *event == overridden));
}

// I10: a new ally mends a quarter of the hit points that it was born with, up to all of them.
#[test]
fn a_new_ally_mends() {
    for (born, hp, mended) in [(20, 3, 8), (22, 11, 16), (20, 18, 20)] {
        let scene = with_hp("#@n#", born, hp).monster_status(Status::Stunned, 9);
        let run = scene.carries(ItemKind::OverrideChip).play(&[Use(0)]);
        assert_eq!(monster(&run, 0).body.hp, Hp(mended), "{hp} of {born}");
    }
}

// I10: a new ally drops the item that it stole.
#[test]
fn an_ally_drops_what_it_stole() {
    let scene = Scenario::new("#@a.#").monster_status(Status::Stunned, 9).changed(|floor| {
        floor.monsters[0].loot = Some(Item::new(ItemKind::Crowbar));
    });
    let run = scene.carries(ItemKind::OverrideChip).play(&[Use(0)]);
    assert_eq!(monster(&run, 0).loot, None);
    let items = &run.game.current_floor().items;
    assert_eq!((items.len(), items[0].item.kind), (1, ItemKind::Crowbar));
    assert!(run.events().any(|event| matches!(event, Event::LootDropped { .. })));
}

// I10: the player has at most one ally. A new chip ends the old ally, which gives no experience.
#[test]
fn a_new_ally_ends_the_old_one() {
    let scene = Scenario::new("#n@t#").level(20).changed(ally(0));
    let scene = scene.changed(|floor| floor.monsters[1].body.statuses.set(Status::Stunned, 9));
    let before = scene.game().player().xp;
    let run = scene.carries(ItemKind::OverrideChip).play(&[Use(0)]);
    assert_eq!(run.game.current_floor().monsters.len(), 1);
    assert_eq!((monster(&run, 0).kind, monster(&run, 0).is_ally), (MonsterKind::ToughMouse, true));
    assert_eq!((run.game.player().xp, run.game.player().kills), (before, 0));
    let (kind, end) = (MonsterKind::NeoMouse, AllyEnd::Replaced);
    let lost = Event::AllyLost { kind, at: Pos::at(2, 1), end };
    assert!(run.events().any(|event| *event == lost));
    assert!(!run.events().any(|event| matches!(event, Event::Slain { .. })));
}

// I10: an Override Chip has no effect when it is thrown, and the aim says so, with or without a target.
#[test]
fn the_aim_tells_that_a_chip_is_not_thrown() {
    for (room, steps) in [("#@n....#", 0), ("#@.....#", 2)] {
        let mut driver = watch(&Scenario::new(room).carries(ItemKind::OverrideChip));
        aim(&mut driver, 1);
        driver.taps(&vec![Button::Right; steps]);
        assert_says(&driver, "Don't throw it: use it beside a mouse", Colour::WHITE);
    }
}
