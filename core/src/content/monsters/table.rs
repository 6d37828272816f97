//! The table of monsters (M).

use super::{
    Class, Deed, Force, Mark, MarkEffect, MarkShape, MonsterKind, MonsterSpec, Trait, WHOLE_FLOOR,
};
use crate::content::items::MEAL_TURNS;
use crate::content::statuses::OnHitEffect;
use crate::content::throne::{KING_MEAL_TURNS, KING_REST_INTERVAL};
use crate::content::{Firmware, SpillKind, Status};
use crate::quantity::{Percent, Xp};
use musrex_assets::creatures::{self, CreatureArt};

/// The deeds of a mouse without a special deed.
const OF_A_MOUSE: &[Deed] =
    &[Deed::Squeak, Deed::Watch, Deed::Stray, Deed::Help, Deed::Eat, Deed::Hunt, Deed::Search];

/// Lists the deeds of a mouse that marks tiles.
macro_rules! marking {
    ($mark:expr) => {
        &[
            Deed::Squeak,
            Deed::Watch,
            Deed::Stray,
            Deed::Help,
            Deed::Eat,
            Deed::Mark($mark),
            Deed::Hunt,
            Deed::Search,
        ]
    };
}

/// Returns a row of a mouse with its letters and pictures. The table sets the other fields.
const fn mouse(letters: [char; 2], art: CreatureArt) -> MonsterSpec {
    MonsterSpec {
        letters,
        art,
        floors: 1..=13,
        spawn_weights: (0, 0),
        hp: 1..=1,
        hp_by_floor: 0,
        defence: 0,
        attack: 1..=1,
        attack_max_by_ten_floors: 0,
        sight_radius: 1,
        saving_throw: Percent(0),
        xp: Xp(0),
        on_hit: None,
        class: Class::Mouse,
        traits: &[],
        deeds: OF_A_MOUSE,
        meal_turns: MEAL_TURNS,
        uses_vents: false,
        firmware: None,
    }
}

/// Returns the row of a named mouse (M19). A floor has at most one monster of each named kind.
const fn named(
    letters: [char; 2],
    firmware: Firmware,
    deeds: &'static [Deed],
    art: CreatureArt,
) -> MonsterSpec {
    MonsterSpec {
        floors: 2..=12,
        hp: 14..=14,
        hp_by_floor: 4,
        defence: 4,
        attack: 1..=4,
        attack_max_by_ten_floors: 9,
        sight_radius: 10,
        saving_throw: Percent(20),
        xp: Xp(60),
        deeds,
        firmware: Some(firmware),
        ..mouse(letters, art)
    }
}

static TABLE: [MonsterSpec; MonsterKind::COUNT] =
    table!(MonsterKind, MonsterSpec, |kind| match kind {
        MonsterKind::MicroMouse => MonsterSpec {
            floors: 1..=5,
            spawn_weights: (12, 1),
            hp: 3..=6,
            defence: 1,
            attack: 1..=4,
            attack_max_by_ten_floors: 5,
            sight_radius: 12,
            xp: Xp(16),
            uses_vents: true,
            ..mouse(
                ['m', 'z'],
                CreatureArt::plain(&creatures::MICRO_MOUSE, &creatures::MICRO_MOUSE_STATES)
            )
        },
        MonsterKind::LabSnake => MonsterSpec {
            floors: 2..=11,
            spawn_weights: (3, 9),
            hp: 4..=4,
            hp_by_floor: 1,
            defence: 2,
            attack: 1..=5,
            attack_max_by_ten_floors: 4,
            sight_radius: 8,
            xp: Xp(27),
            on_hit: Some(OnHitEffect { status: Status::Envenomed, one_in: 1, turns: 4 }),
            class: Class::Beast,
            traits: &[Trait::Crawls],
            deeds: &[Deed::Watch, Deed::Stray, Deed::Hunt, Deed::Search],
            saving_throw: Percent(5),
            ..mouse(
                ['s', 'S'],
                CreatureArt::plain(&creatures::LAB_SNAKE, &creatures::LAB_SNAKE_STATES)
            )
        },
        MonsterKind::NeoMouse => MonsterSpec {
            floors: 3..=11,
            spawn_weights: (6, 7),
            hp: 14..=21,
            defence: 4,
            attack: 1..=4,
            attack_max_by_ten_floors: 10,
            sight_radius: 16,
            xp: Xp(33),
            traits: &[Trait::Dodges(4)],
            deeds: marking!(Mark {
                range: 2..=2,
                shape: MarkShape::Tile,
                delay: 1,
                force: Force::Blow(1),
                effect: MarkEffect::Leap,
            }),
            saving_throw: Percent(15),
            uses_vents: true,
            ..mouse(
                ['n', 'N'],
                CreatureArt {
                    aims: Some(&creatures::NEO_MOUSE_AIMS),
                    ..CreatureArt::plain(&creatures::NEO_MOUSE, &creatures::NEO_MOUSE_STATES)
                }
            )
        },
        MonsterKind::RabidMouse => MonsterSpec {
            floors: 5..=13,
            spawn_weights: (7, 10),
            hp: 13..=31,
            defence: 9,
            attack: 2..=11,
            attack_max_by_ten_floors: 7,
            sight_radius: 4,
            xp: Xp(87),
            on_hit: Some(OnHitEffect { status: Status::Poisoned, one_in: 10, turns: 20 }),
            traits: &[Trait::MovesRandomly(5)],
            saving_throw: Percent(10),
            ..mouse(
                ['r', 'R'],
                CreatureArt::plain(&creatures::RABID_MOUSE, &creatures::RABID_MOUSE_STATES)
            )
        },
        MonsterKind::ToughMouse => MonsterSpec {
            floors: 7..=13,
            spawn_weights: (3, 9),
            hp: 23..=38,
            defence: 12,
            attack: 2..=14,
            attack_max_by_ten_floors: 4,
            sight_radius: 32,
            xp: Xp(67),
            on_hit: Some(OnHitEffect { status: Status::Stunned, one_in: 10, turns: 5 }),
            deeds: marking!(Mark {
                range: 2..=5,
                shape: MarkShape::Lane(2),
                delay: 1,
                force: Force::Blow(2),
                effect: MarkEffect::Charge(2),
            }),
            saving_throw: Percent(25),
            ..mouse(
                ['t', 'T'],
                CreatureArt {
                    aims: Some(&creatures::TOUGH_MOUSE_AIMS),
                    ..CreatureArt::plain(&creatures::TOUGH_MOUSE, &creatures::TOUGH_MOUSE_STATES)
                }
            )
        },
        MonsterKind::MetaMouse => MonsterSpec {
            floors: 9..=13,
            spawn_weights: (4, 8),
            hp: 37..=69,
            defence: 1,
            attack: 10..=20,
            sight_radius: 12,
            xp: Xp(140),
            on_hit: Some(OnHitEffect { status: Status::Confused, one_in: 10, turns: 8 }),
            traits: &[Trait::Teleports { one_in: 3, radius: 3 }],
            deeds: marking!(Mark {
                range: 2..=4,
                shape: MarkShape::Tile,
                delay: 1,
                force: Force::Blow(1),
                effect: MarkEffect::Swap,
            }),
            saving_throw: Percent(20),
            uses_vents: true,
            ..mouse(
                ['e', 'E'],
                CreatureArt {
                    aims: Some(&creatures::META_MOUSE_AIMS),
                    ..CreatureArt::plain(&creatures::META_MOUSE, &creatures::META_MOUSE_STATES)
                }
            )
        },
        MonsterKind::MouseKing => MonsterSpec {
            floors: 13..=13,
            // The King is never chosen by weight, because the row of his floor names him as its boss.
            spawn_weights: (0, 0),
            hp: 1..=1,
            defence: 1,
            attack: 1..=2,
            sight_radius: WHOLE_FLOOR,
            xp: Xp(1),
            class: Class::Boss,
            traits: &[Trait::Rests(KING_REST_INTERVAL), Trait::Reigns],
            deeds: &[Deed::Watch, Deed::Stray, Deed::Eat, Deed::Slip, Deed::Flee],
            meal_turns: KING_MEAL_TURNS,
            uses_vents: true,
            ..mouse(
                ['k', 'K'],
                CreatureArt {
                    awake: &creatures::MOUSE_KING,
                    states: None,
                    aims: None,
                    carries: None
                }
            )
        },
        MonsterKind::SpitMouse => MonsterSpec {
            floors: 3..=13,
            spawn_weights: (6, 10),
            hp: 12..=12,
            hp_by_floor: 1,
            defence: 4,
            attack: 1..=7,
            attack_max_by_ten_floors: 5,
            sight_radius: 10,
            saving_throw: Percent(10),
            xp: Xp(33),
            deeds: marking!(Mark {
                range: 2..=6,
                shape: MarkShape::Tile,
                delay: 1,
                force: Force::Own { attack: 5..=8, attack_max_by_three_floors: 2 },
                effect: MarkEffect::Spit(SpillKind::Acid),
            }),
            uses_vents: true,
            ..mouse(
                ['c', 'C'],
                CreatureArt {
                    aims: Some(&creatures::SPIT_MOUSE_AIMS),
                    ..CreatureArt::plain(&creatures::SPIT_MOUSE, &creatures::SPIT_MOUSE_STATES)
                }
            )
        },
        MonsterKind::PackRat => MonsterSpec {
            floors: 4..=10,
            spawn_weights: (2, 2),
            hp: 8..=14,
            defence: 2,
            attack: 1..=4,
            sight_radius: 10,
            saving_throw: Percent(10),
            xp: Xp(40),
            traits: &[Trait::Steals(2)],
            deeds: &[
                Deed::Squeak,
                Deed::Watch,
                Deed::Stray,
                Deed::Help,
                Deed::Eat,
                Deed::Hide,
                Deed::Hunt,
                Deed::Search,
            ],
            uses_vents: true,
            ..mouse(
                ['a', 'A'],
                CreatureArt {
                    carries: Some(&creatures::PACK_RAT_LOADED),
                    ..CreatureArt::plain(&creatures::PACK_RAT, &creatures::PACK_RAT_STATES)
                }
            )
        },
        MonsterKind::FuseMouse => MonsterSpec {
            floors: 5..=12,
            spawn_weights: (3, 3),
            hp: 1..=1,
            defence: 0,
            attack: 7..=9,
            attack_max_by_ten_floors: 9,
            sight_radius: 12,
            saving_throw: Percent(10),
            xp: Xp(27),
            deeds: marking!(Mark {
                range: 1..=1,
                shape: MarkShape::Square,
                delay: 2,
                force: Force::Blow(1),
                effect: MarkEffect::Burst,
            }),
            uses_vents: true,
            ..mouse(
                ['f', 'F'],
                CreatureArt {
                    aims: Some(&creatures::FUSE_MOUSE_AIMS),
                    ..CreatureArt::plain(&creatures::FUSE_MOUSE, &creatures::FUSE_MOUSE_STATES)
                }
            )
        },
        MonsterKind::Bulldozer => named(
            ['b', 'B'],
            Firmware::Shove,
            marking!(Mark {
                range: 1..=1,
                shape: MarkShape::Tile,
                delay: 1,
                force: Force::Blow(1),
                effect: MarkEffect::Shove,
            }),
            CreatureArt {
                aims: Some(&creatures::BULLDOZER_AIMS),
                ..CreatureArt::plain(&creatures::BULLDOZER, &creatures::BULLDOZER_STATES)
            },
        ),
        MonsterKind::Streak => named(
            ['j', 'J'],
            Firmware::Dash,
            marking!(Mark {
                range: 2..=3,
                shape: MarkShape::Lane(1),
                delay: 1,
                force: Force::Blow(2),
                effect: MarkEffect::Dash,
            }),
            CreatureArt {
                aims: Some(&creatures::STREAK_AIMS),
                ..CreatureArt::plain(&creatures::STREAK, &creatures::STREAK_STATES)
            },
        ),
        MonsterKind::Needle => named(
            ['h', 'H'],
            Firmware::Hook,
            marking!(Mark {
                range: 2..=5,
                shape: MarkShape::Lane(0),
                delay: 1,
                force: Force::Blow(1),
                effect: MarkEffect::Hook,
            }),
            CreatureArt {
                aims: Some(&creatures::NEEDLE_AIMS),
                ..CreatureArt::plain(&creatures::NEEDLE, &creatures::NEEDLE_STATES)
            },
        ),
        MonsterKind::Mirage => named(
            ['q', 'Q'],
            Firmware::Decoy,
            marking!(Mark {
                range: 2..=5,
                shape: MarkShape::Tile,
                delay: 1,
                force: Force::Blow(1),
                effect: MarkEffect::Decoy,
            }),
            CreatureArt {
                aims: Some(&creatures::MIRAGE_AIMS),
                ..CreatureArt::plain(&creatures::MIRAGE, &creatures::MIRAGE_STATES)
            },
        ),
        MonsterKind::Turncoat => named(
            ['u', 'U'],
            Firmware::Swap,
            marking!(Mark {
                range: 2..=5,
                shape: MarkShape::Tile,
                delay: 1,
                force: Force::Blow(1),
                effect: MarkEffect::Swap,
            }),
            CreatureArt {
                aims: Some(&creatures::TURNCOAT_AIMS),
                ..CreatureArt::plain(&creatures::TURNCOAT, &creatures::TURNCOAT_STATES)
            },
        ),
        MonsterKind::LidMouse => MonsterSpec {
            floors: 4..=11,
            spawn_weights: (3, 5),
            hp: 10..=10,
            hp_by_floor: 2,
            defence: 6,
            attack: 1..=6,
            attack_max_by_ten_floors: 4,
            sight_radius: 8,
            saving_throw: Percent(15),
            xp: Xp(45),
            traits: &[Trait::Shields],
            ..mouse(
                ['p', 'P'],
                CreatureArt::plain(&creatures::LID_MOUSE, &creatures::LID_MOUSE_STATES)
            )
        },
    });

const _: () = {
    let mut line = 0;
    while line < MonsterKind::COUNT {
        let spec = &TABLE[line];
        assert!(*spec.hp.start() >= 1, "a monster is born alive");
        let hp_max = *spec.hp.end() + spec.hp_by_floor * *spec.floors.end() as u16;
        assert!(hp_max <= crate::limits::MONSTER_HP_MAX, "a save has room for it");
        assert!(*spec.attack.start() >= 1, "a blow has some force (A6 divides by it)");
        let sight = spec.sight_radius;
        let mut number = 0;
        while number < spec.traits.len() {
            if let Trait::Teleports { radius, .. } = spec.traits[number] {
                let side = 2 * radius as usize + 1;
                assert!(side * side <= crate::limits::TELEPORT_TILES_MAX);
            }
            if let Trait::Steals(_) = spec.traits[number] {
                assert!(
                    spec.art.carries.is_some(),
                    "a thief has a picture with its loot: give its row `carries`"
                );
            }
            number += 1;
        }
        if let Some(mark) = spec.mark() {
            let aims = spec.art.aims.is_some();
            assert!(aims, "who marks tiles has a picture that aims: give its row `aims`");
            assert!(mark.delay == 1 || mark.delay == 2, "a save knows no other");
        }
        let can_spawn = spec.spawn_weights.0 + spec.spawn_weights.1 > 0;
        assert!(
            can_spawn || matches!(spec.class, Class::Boss) || spec.firmware.is_some(),
            "no floor ever has this monster: give its row `spawn_weights`"
        );
        assert!(sight <= crate::limits::SIGHT_RADIUS_MAX || sight == WHOLE_FLOOR);
        line += 1;
    }
};

impl MonsterKind {
    /// Returns the row of this kind.
    pub const fn spec(self) -> &'static MonsterSpec {
        self.entry(&TABLE)
    }
}
