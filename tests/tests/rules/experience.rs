//! Checks experience and levels (B).

use Command::{Wait, Walk};
use Direction::{East, West};
use musrex_core::content::{Bonus, ItemKind, Slot, SpillKind, Status};
use musrex_core::geometry::Pos;
use musrex_core::limits::PACK_MAX;
use musrex_core::quantity::{Hp, Level, Percent, Xp};
use musrex_core::rules::Event;
use musrex_core::rules::experience::{Stats, stats, xp_to_leave};
use musrex_core::world::{AiState, FloorState, Game, GroundItem, Item, Spill, Worn};
use musrex_core::{Command, Direction};
use musrex_testkit::seeds::shifted;
use musrex_testkit::{Run, Scenario};

/// The experience that killing a Micro Mouse gives.
const MOUSE_XP: u32 = 16;

/// Plays one attack, which kills the only mouse. The player of `scene` must be strong enough never to miss.
fn kill(scene: &Scenario) -> Run {
    let run = scene.clone().monster_hp(1).play(&[Walk(East)]);
    assert_eq!(run.game.current_floor().monsters.len(), 0);
    run
}

// B5: a kill gives experience, and the log says so after the combat message.
#[test]
fn a_kill_pays_after_the_attack() {
    let run = kill(&Scenario::new("@z").level(10));
    let before = xp_to_leave(Level::new(9).expect("a level")).0;
    assert_eq!(run.game.player().xp, Xp(before + MOUSE_XP));
    let order: Vec<u8> = run
        .events()
        .filter_map(|event| match event {
            Event::Struck { .. } => Some(1),
            Event::Slain { paid, .. } => {
                assert_eq!(*paid, Xp(MOUSE_XP));
                Some(2)
            }
            _ => None,
        })
        .collect();
    assert_eq!(order, [1, 2]);
}

// B5: a kill by a status that the player inflicted also gives experience.
#[test]
fn a_kill_by_a_status_pays() {
    let scene = Scenario::new("@#z").monster_hp(2).monster_status(Status::Envenomed, 9);
    let run = scene.play(&[Wait]);
    assert_eq!(run.game.player().xp, Xp(0));
    let run = run.play(&[Wait]);
    assert_eq!((run.game.player().xp, run.game.player().kills), (Xp(MOUSE_XP), 1));
}

// B5: a blow that does not kill gives no experience.
#[test]
fn a_wound_pays_nothing() {
    let run = Scenario::new("@z").level(10).monster_hp(500).play(&[Walk(East), Walk(East)]);
    assert_eq!(run.game.player().xp, Scenario::new("@z").level(10).game().player().xp);
}

// B8: the level rises exactly when the experience reaches the threshold.
#[test]
fn a_level_is_gained_exactly_at_its_threshold() {
    let short = kill(&Scenario::new("@z").level(10).xp(7749 - MOUSE_XP));
    assert_eq!((short.game.player().xp, short.game.player().level.number()), (Xp(7749), 10));
    let enough = kill(&Scenario::new("@z").level(10).xp(7750 - MOUSE_XP));
    assert_eq!((enough.game.player().xp, enough.game.player().level.number()), (Xp(7750), 11));
}

// B8: a single award of experience may raise several levels, and the log announces each.
#[test]
fn one_award_may_bring_several_levels() {
    let run = kill(&Scenario::new("@z").worn(Slot::Weapon, strong()).xp(1300 - MOUSE_XP));
    assert_eq!(run.game.player().level.number(), 5);
    let gained: Vec<u8> = run
        .events()
        .filter_map(|event| match event {
            Event::LevelGained(level) => Some(level.number()),
            _ => None,
        })
        .collect();
    assert_eq!(gained, [2, 3, 4, 5]);
}

fn strong() -> Bonus {
    Bonus { attack_min: 50, attack_max: 50, ..Bonus::default() }
}

// B8: no amount of experience raises the level above the last one.
#[test]
fn there_is_no_level_beyond_the_last() {
    let run = kill(&Scenario::new("@z").level(99).xp(u32::MAX - 3));
    assert_eq!(run.game.player().level.number(), 99);
    assert_eq!(run.game.player().xp, Xp(u32::MAX), "experience is not taken back");
}

// B10: the numbers of every level follow from the rulebook's formulas.
#[test]
fn the_numbers_of_every_level() {
    for number in 1..=99u8 {
        let k = u16::from(number) - 1;
        let found = stats(Level::new(number).expect("a level"), &Worn::default(), None);
        let wanted = Stats {
            hp_max: Hp(25 + 10 * k),
            attack_min: 1 + k,
            attack_max: 4 + 3 * k / 2,
            defence: 4 + k,
            saving_throw: Percent(u8::try_from((10 + 3 * k / 2).min(95)).expect("below 96")),
        };
        assert_eq!(found, wanted, "level {number}");
    }
}

// B10, B11: worn items add to each attribute in the game, and the calculation can leave out any one slot.
#[test]
fn what_is_worn_counts() {
    let bonus = |by| Bonus {
        hp_max: by,
        attack_min: by,
        attack_max: 2 * by,
        defence: 3 * by,
        saving_throw: 4 * by,
    };
    let scene = Slot::ALL
        .into_iter()
        .zip([1, 2, 4])
        .fold(Scenario::new("@"), |scene, (slot, by)| scene.worn(slot, bonus(by)));
    let game = scene.game();
    let numbers = |stats: Stats| {
        [
            stats.hp_max.0,
            stats.attack_min,
            stats.attack_max,
            stats.defence,
            stats.saving_throw.0.into(),
        ]
    };
    assert_eq!(numbers(game.player_stats()), [25 + 7, 1 + 7, 4 + 14, 4 + 21, 10 + 28]);
    for (slot, by) in Slot::ALL.into_iter().zip([1, 2, 4]) {
        let without = stats(Level::FIRST, &game.player().worn, Some(slot));
        let rest = 7 - by;
        assert_eq!(
            numbers(without),
            [25 + rest, 1 + rest, 4 + 2 * rest, 4 + 3 * rest, 10 + 4 * rest]
        );
    }
}

// B12: with any mixture of extreme bonuses, the attributes stay within their limits.
#[test]
fn numbers_stay_within_their_clamps() {
    let extremes = [i16::MIN, -100, -1, 0, 1, 100, i16::MAX];
    for level in [1, 2, 50, 99].map(|number| Level::new(number).expect("a level")) {
        for low in extremes {
            for high in extremes {
                let mut worn = Worn::default();
                let bonus = Bonus {
                    hp_max: low,
                    attack_min: high,
                    attack_max: low,
                    defence: low,
                    saving_throw: high,
                };
                for kind in [ItemKind::Crowbar, ItemKind::BikerJacket, ItemKind::Microchip] {
                    worn.put_on(Item::with_bonus(kind, bonus));
                }
                let found = stats(level, &worn, None);
                assert!(found.hp_max >= Hp(1) && found.attack_min >= 1);
                assert!(found.attack_max >= found.attack_min);
                assert!(found.saving_throw <= Percent(95));
            }
        }
    }
}

// B13: a new level heals a quarter of its maximum hit points.
#[test]
fn a_level_gives_back_a_quarter() {
    let run = kill(&Scenario::new("@z").level(10).hp(50).xp(7750 - MOUSE_XP));
    assert_eq!(run.game.player().level.number(), 11);
    assert_eq!(run.game.player_stats().hp_max, Hp(125));
    assert_eq!(run.hp(), 50 + 125 / 4);
    // A new level never heals beyond hp_max (B12).
    let run = kill(&Scenario::new("@z").level(10).hp(110).xp(7750 - MOUSE_XP));
    assert_eq!(run.hp(), 125);
    // Two levels at once heal two quarters, each of its own level's maximum.
    let strong = Scenario::new("@z").worn(Slot::Weapon, strong()).hp(1).xp(350 - MOUSE_XP);
    let run = kill(&strong);
    assert_eq!((run.game.player().level.number(), run.hp()), (3, 1 + 35 / 4 + 45 / 4));
}

// B13: a new level heals a quarter of hp_max, up to hp_max, and the log states the amount. `next_level_heals` returns
// the same amount. The look mode and the bar use this function to show the amount beforehand.
#[test]
fn a_level_tells_what_it_gives_back() {
    for (hp, given) in [(5, 32), (100, 25), (120, 5)] {
        let scene = Scenario::new("@z").level(10).worn(Slot::Weapon, strong()).hp(hp);
        let scene = scene.xp(7750 - MOUSE_XP);
        let game = scene.game();
        let full = game.player_stats().hp_max.0 + 10;
        let given = if hp == 5 { full / 4 } else { given.min(full / 4).min(full - hp) };
        assert_eq!(game.next_level_heals(), Hp(given));
        assert_eq!((game.xp_missing(), game.is_level_near()), (Xp(MOUSE_XP), true));
        let run = kill(&scene);
        assert_eq!(run.hp(), hp + given);
        let at = run.events().position(|event| matches!(event, Event::LevelGained(_)));
        let healed = run.events().position(|event| *event == Event::Healed { hp: Hp(given) });
        assert!(at.is_some() && healed > at, "{hp}");
    }
    // A player in full health gains only the hit points that the new level adds to the maximum.
    let whole = Scenario::new("@z").level(10).game();
    assert_eq!(whole.next_level_heals(), Hp(10));
    // The next level counts as near in the last quarter of the way to it.
    for (xp, is_near) in [(6375, false), (7387, false), (7388, true), (7749, true)] {
        let game = Scenario::new("@z").level(10).xp(xp).game();
        assert_eq!(game.is_level_near(), is_near, "{xp}");
    }
}

// B10: a new game begins at the first level, in full health, with nothing worn.
#[test]
fn a_new_game_begins_at_the_first_level() {
    let game = Game::new(shifted(5));
    let player = game.player();
    assert_eq!((player.level, player.xp, player.kills), (Level::FIRST, Xp(0), 0));
    assert_eq!(player.body.hp, Hp(25));
    assert!(Slot::ALL.into_iter().all(|slot| player.worn.bonus(slot).is_none()));
}

// B15: taking an item that was never carried before gives 1 experience, whatever its kind, from the ground or from a
// pedestal. An item that was dropped or thrown gives none when taken again.
#[test]
fn a_find_pays_once() {
    for letter in ['%', '$', '/', '(', '=', ',', '^'] {
        let run = Scenario::new(&format!("@{letter}.")).play(&[Walk(East)]);
        assert_eq!(run.game.player().xp, Xp(1), "{letter}");
    }
    let run = Scenario::new("@%.").play(&[Walk(East), Command::Drop(0), Walk(East), Walk(West)]);
    assert_eq!((run.game.player().pack.len(), run.game.player().xp), (1, Xp(1)));
    let vault = Scenario::new("@d").changed(|floor| {
        let item = Item::new(ItemKind::Crowbar);
        let ground = GroundItem { pos: Pos::at(2, 1), item };
        floor.items.push(ground).expect("there is room");
    });
    assert_eq!(vault.play(&[Walk(East)]).game.player().xp, Xp(1));
    let full = (0..PACK_MAX).fold(Scenario::new("@%."), |scene, _| scene.carries(ItemKind::Cheese));
    assert_eq!(full.play(&[Walk(East)]).game.player().xp, Xp(0));
}

/// Plays a scene in which the acid of a spit kills a mouse with one hit point behind a wall.
fn dies_in_acid(text: &str, change: impl Fn(&mut FloorState)) -> Run {
    let scene = Scenario::new(text).monster_hp(1).changed(change).changed(|floor| {
        let pos = floor.monsters[0].body.pos;
        let spill = Spill { pos, kind: SpillKind::Acid, turns: 2, is_players: false };
        floor.spills.push(spill).expect("there is room");
    });
    let run = scene.play(&[Wait]);
    assert!(run.game.current_floor().monsters.is_empty(), "{text}");
    run
}

// B5: if something other than the player kills a monster, it counts as nobody's kill. The kill gives experience if the
// monster was hunting, but not if it was asleep or keeping watch.
#[test]
fn who_hunts_pays_whoever_kills_it() {
    let run = dies_in_acid("@#m", |_| {});
    assert_eq!((run.game.player().xp, run.game.player().kills), (Xp(MOUSE_XP), 0));
    for state in [AiState::Asleep, AiState::Watching] {
        let run = dies_in_acid("@#z", |floor| floor.monsters[0].ai_state = state.clone());
        assert_eq!((run.game.player().xp, run.game.player().kills), (Xp(0), 0), "{state:?}");
    }
}

// B5, K1, W25: guards and freed mice never give experience, whoever kills them.
#[test]
fn the_unpaid_never_pay() {
    let unpaid = |floor: &mut FloorState| floor.monsters[0].is_unpaid = true;
    let run = kill(&Scenario::new("@m").level(10).changed(unpaid));
    let before = xp_to_leave(Level::new(9).expect("a level"));
    assert_eq!((run.game.player().xp, run.game.player().kills), (before, 1));
    assert_eq!(dies_in_acid("@#m", unpaid).game.player().xp, Xp(0));
}
