//! Compares the tables of `core/src/content` row by row with the tables of `core/RULES.md`. The test in
//! `tests/tests/house/numbers.rs` finds numbers that neither this file nor `numbers.rs` compares.

use super::rulebook::{Comparison, span, word};
use crate::Floor;
use crate::content::floors;
use crate::content::items::{Bonus, BonusScaling, Found, ItemSpec};
use crate::content::items::{Healing, ItemKind, PotionEffect, Purpose, Slot};
use crate::content::monsters::{CRAWL_INTERVAL, Force, Mark, MarkEffect};
use crate::content::monsters::{MarkShape, MonsterKind, MonsterSpec, Trait};
use crate::content::nights::{Hardship, Night};
use crate::content::places::{Cave, Chambers, Furniture, Layout, Place, PlaceKind, Rows};
use crate::content::spills::{MIST_REGROWTH_TURNS, SpillKind};
use crate::content::statuses::{IMMUNE_TURNS, POISON_PART, REGROWTH_PART, STEADY_TURNS};
use crate::content::statuses::{OnHitEffect, Status};
use crate::view::text;
use std::borrow::ToOwned;
use std::string::{String, ToString};
use std::vec::Vec;
use std::{format, vec};

/// The words of a row, in which `{}` replaces each number; and the values of the numbers.
type Told = (String, Vec<String>);

/// Returns a bonus in the form of the table of items: `attack +1 / +3, hp +5`.
fn bonus_told(bonus: Bonus) -> Told {
    let Bonus { hp_max, attack_min, attack_max, defence, saving_throw } = bonus;
    let (mut words, mut numbers) = (Vec::new(), Vec::new());
    if attack_min != 0 || attack_max != 0 {
        words.push("attack +{} / +{}");
        numbers.extend([attack_min, attack_max]);
    }
    for (word, number) in
        [("defence +{}", defence), ("hp +{}", hp_max), ("saving throw +{}", saving_throw)]
    {
        if number != 0 {
            words.push(word);
            numbers.push(number);
        }
    }
    (words.join(", "), numbers.iter().map(i16::to_string).collect())
}

fn healing_told(healing: Healing) -> Told {
    let Healing { least, part } = healing;
    ("+ max({}, hp_max / {})".to_owned(), vec![least.0.to_string(), part.to_string()])
}

/// Returns the rulebook's word for the cause of a status.
const fn dose(status: Status) -> &'static str {
    match status {
        Status::Poisoned => "poison",
        Status::Envenomed => "venom",
        Status::Regrowing => "regrowth",
        Status::Stunned => "stun",
        Status::Confused => "confusion",
        Status::Steady => "balance",
        Status::Immune => "guard",
        Status::Soothed => "comfort",
    }
}

// I: every item except the potions has a row, and the row has the item's numbers.
#[test]
fn the_table_of_items_is_that_of_the_rulebook() {
    let mut book = Comparison::default();
    for kind in ItemKind::ALL {
        let ItemSpec { found, purpose, bonus_scaling, on_hit, .. } = kind.spec();
        let name = text::name_of(kind);
        let row = if *found == Found::Potion { "| Potions".into() } else { format!("| {name}") };
        let mut told = |before: &str, (words, numbers): Told| {
            let name = format!("items::TABLE, {name}");
            let values: Vec<(&str, String)> = numbers.into_iter().map(|n| (&*name, n)).collect();
            book.told(&row, &format!("{before}{words}"), &values);
        };
        let slot = |slot: &str| ("| {} |".to_owned(), vec![slot.to_owned()]);
        match *purpose {
            Purpose::Heal(healing) | Purpose::Cure(healing) => told("", healing_told(healing)),
            Purpose::Unlock => told("", slot("door")),
            Purpose::Override => told("", slot("used")),
            Purpose::Wear(Slot::Weapon) => told("", slot("weapon")),
            Purpose::Wear(Slot::Armour) => told("", slot("armour")),
            Purpose::Wear(Slot::Microchip) => told("", slot("microchip")),
            Purpose::Drink(PotionEffect::Healing(healing)) => {
                told("healing ", healing_told(healing));
            }
            Purpose::Drink(PotionEffect::Status(status, turns)) => {
                let words = format!("{} ({{}} turns)", dose(status));
                told("", (words, vec![turns.to_string()]));
            }
        }
        let BonusScaling { base, by_ten_floors, steps_by_floor } = *bonus_scaling;
        if base != Bonus::NONE {
            told("| ", bonus_told(base));
        }
        if by_ten_floors != Bonus::NONE {
            told("; ten floors more add ", bonus_told(by_ten_floors));
        }
        if steps_by_floor > 0 {
            told("", ("floor × {} random steps".to_owned(), vec![steps_by_floor.to_string()]));
        }
        if let Some(OnHitEffect { status: _, one_in, turns }) = *on_hit {
            let words = "; 1 in {} hits stuns for {} turns".to_owned();
            told("", (words, vec![one_in.to_string(), turns.to_string()]));
        }
    }
    book.close();
}

/// Returns `base` plus a term for the floor, in the form of the table of monsters.
fn grown(base: u16, by: u16, of: &str) -> String {
    match (by, of) {
        (0, _) => base.to_string(),
        (1, of) => format!("{base} + {of}"),
        (by, of) => format!("{base} + {by}·{of}"),
    }
}

/// Returns the cells of a kind's row in the table of monsters, without the name and the last column.
fn monster_cells(spec: &MonsterSpec) -> Vec<String> {
    let floor = |number| Floor::new(number).expect("a floor of the tower");
    let (hp, attack) = (spec.hp_on(floor(0)), spec.attack_on(floor(0)));
    let hp_by_floor = spec.hp_on(floor(1)).end() - hp.end();
    let attack_by_ten = spec.attack_on(floor(10)).end() - attack.end();
    let mut weights = Vec::new();
    for number in spec.floors.clone() {
        let (here, number) = (floor(number), u16::from(number));
        assert_eq!(*spec.hp_on(here).end(), hp.end() + hp_by_floor * number);
        assert_eq!(*spec.hp_on(here).start(), hp.start() + hp_by_floor * number);
        assert_eq!(*spec.attack_on(here).end(), attack.end() + attack_by_ten * number / 10);
        assert_eq!(spec.attack_on(here).start(), attack.start());
        weights.extend(spec.spawn_weight_on(here));
    }
    let (low, high) = (weights.first().copied(), weights.last().copied());
    let hp = if hp.start() == hp.end() {
        grown(*hp.start(), hp_by_floor, "floor")
    } else {
        span(&hp, "–")
    };
    let attack = match attack_by_ten {
        0 => span(&attack, "–"),
        by => format!("{} – {}", attack.start(), grown(*attack.end(), by, "floor/10")),
    };
    let sight = if spec.sees_everything() {
        "whole floor".to_owned()
    } else {
        spec.sight_radius.to_string()
    };
    vec![
        span(&spec.floors, "–"),
        hp,
        spec.defence.to_string(),
        attack,
        sight,
        spec.saving_throw.0.to_string(),
        spec.xp.0.to_string(),
        span(&(low.unwrap_or(0)..=high.unwrap_or(0)), " → "),
    ]
}

// M, M1, M10: every kind has a row, with its numbers on all its floors.
#[test]
fn the_table_of_monsters_is_that_of_the_rulebook() {
    const COLUMNS: [&str; 8] =
        ["floors", "hp", "defence", "attack", "sight", "throw", "xp", "weight"];
    const FILE: &str = "core/src/content/monsters/table.rs";
    let mut book = Comparison::default();
    for kind in MonsterKind::ALL {
        let spec = kind.spec();
        let name = text::name_of(kind);
        let row = format!("| {name}");
        book.row(&row, &COLUMNS, &monster_cells(spec), FILE);
        let mut told = |row: &str, words: &str, value: String| {
            book.told(row, words, &[(&format!("monsters::TABLE, {name}"), value)]);
        };
        for &it in spec.traits {
            match it {
                Trait::Rests(_) | Trait::Reigns | Trait::Shields => {}
                Trait::Crawls => told(&row, "one turn in {}", word(CRAWL_INTERVAL).to_owned()),
                Trait::Dodges(one_in) => told(&row, "one attack in {}", word(one_in).to_owned()),
                Trait::MovesRandomly(one_in) => {
                    told(&row, "one move in {}", word(one_in).to_owned())
                }
                Trait::Teleports { one_in, radius } => {
                    told(&row, "one hit in {}", word(one_in).to_owned());
                    told(&row, "teleports it up to {} tiles", radius.to_string());
                }
                Trait::Steals(one_in) => told("M9", "1 in {} it takes", one_in.to_string()),
            }
        }
        if let Some(OnHitEffect { status, one_in, turns }) = spec.on_hit {
            let row = format!("| {status:?}");
            if one_in == 1 {
                let words = format!("every damaging bite of a {name} ({{}} turns)");
                told(&row, &words, turns.to_string());
            } else {
                told(&row, &format!("{name} 1 in {{}} damaging hits"), one_in.to_string());
                told(&row, "| {} turns", turns.to_string());
            }
        }
    }
    book.close();
}

/// Returns the start of a mark's row, which names the mark and its monster, and the other cells: range, shape, delay
/// and attack.
fn mark_told(kind: MonsterKind, mark: &Mark) -> (String, [String; 4]) {
    let name = match mark.effect {
        MarkEffect::Spit(_) => "| Spit",
        MarkEffect::Charge(_) => "| Charge",
        MarkEffect::Leap => "| Leap",
        MarkEffect::Burst => "| Burst",
        MarkEffect::Shove => "| Shove",
        MarkEffect::Dash => "| Dash",
        MarkEffect::Hook => "| Hook",
        MarkEffect::Decoy => "| Decoy",
        MarkEffect::Swap => "| Swap",
    };
    let shape = match mark.shape {
        MarkShape::Tile => "tile".to_owned(),
        MarkShape::Lane(beyond) => format!("lane, {beyond} beyond"),
        MarkShape::Square => "3 × 3".to_owned(),
    };
    let on = |number| kind.spec().mark_attack_on(mark, Floor::new(number).expect("a floor"));
    let attack = match mark.force {
        Force::Blow(1) => "its own".to_owned(),
        Force::Blow(times) => format!("{times} × its own"),
        Force::Own { .. } => {
            let (lobby, third) = (on(0), on(3));
            let more = third.end() - lobby.end();
            format!("{} – {} + {more}·floor/3", lobby.start(), lobby.end())
        }
    };
    let row = format!("{name} | {}", text::name_of(kind));
    (row, [span(&mark.range, "–"), shape, mark.delay.to_string(), attack])
}

// M8: every mark has a row with its numbers.
#[test]
fn the_table_of_marks_is_that_of_the_rulebook() {
    const COLUMNS: [&str; 4] = ["range", "shape", "delay", "attack"];
    const FILE: &str = "core/src/content/monsters/table.rs";
    let mut book = Comparison::default();
    for kind in MonsterKind::ALL {
        let Some(mark) = kind.spec().mark() else { continue };
        let (row, cells) = mark_told(kind, mark);
        book.row_at(&row, &COLUMNS, &cells, FILE, 2);
        if let MarkEffect::Charge(turns) = mark.effect {
            let name = "monsters::TABLE, MarkEffect::Charge";
            book.told(&row, "it is stunned {} turns", &[(name, turns.to_string())]);
        }
    }
    book.close();
}

// D: every status has a row with its numbers.
#[test]
fn the_table_of_statuses_is_that_of_the_rulebook() {
    let mut book = Comparison::default();
    for status in Status::ALL {
        let row = format!("| {status:?}");
        let mut told = |words: &str, name: &str, value: String| {
            book.told(&row, words, &[(name, value)]);
        };
        if !status.is_good() {
            let saves = if status.spec().has_saving_throw { "a" } else { "no" };
            let name = "statuses::TABLE, has_saving_throw in words";
            told("{} saving throw", name, saves.to_owned());
        }
        match status {
            Status::Poisoned | Status::Envenomed => {
                told("−(1 + hp_max / {})", "statuses::POISON_PART", POISON_PART.to_string());
            }
            Status::Regrowing => {
                told("+1 + hp_max / {}", "statuses::REGROWTH_PART", REGROWTH_PART.to_string());
                let turns = MIST_REGROWTH_TURNS.to_string();
                told("regrowth mist ({} turns)", "spills::MIST_REGROWTH_TURNS", turns);
            }
            Status::Steady => {
                told("| {} turns |", "statuses::STEADY_TURNS", STEADY_TURNS.to_string());
            }
            Status::Immune => {
                told("| {} turns |", "statuses::IMMUNE_TURNS", IMMUNE_TURNS.to_string());
            }
            Status::Soothed => {
                let turns = SpillKind::Healing.spec().turns.to_string();
                told("| {} turns |", "spills::TABLE, Healing mist", turns);
            }
            Status::Stunned | Status::Confused => {}
        }
    }
    for kind in ItemKind::POTIONS {
        if let Purpose::Drink(PotionEffect::Status(status, turns)) = kind.spec().purpose {
            let words = format!("{} potion ({{}} turns)", dose(status));
            let name = format!("items::TABLE, {}", text::name_of(kind));
            book.told(&format!("| {status:?}"), &words, &[(&name, turns.to_string())]);
        }
    }
    book.close();
}

fn layout_text(layout: &Layout) -> String {
    match layout {
        Layout::Cave(Cave { straight_steps, pantries, pools }) => {
            let straight = span(straight_steps, "–");
            format!("cave: straight {straight}, {pantries} square chambers, {pools} pools")
        }
        Layout::Chambers(Chambers {
            count,
            radius,
            distance_min,
            loops,
            strays_one_in,
            extent,
        }) => {
            let (count, [x, y]) = (span(count, "–"), radius.each_ref().map(|one| span(one, "–")));
            format!(
                "chambers: {count}, half {x} × {y}, {distance_min} apart, {loops} loops, 1 step in \
                 {strays_one_in} astray, within {} × {}",
                extent[0], extent[1]
            )
        }
        Layout::Rows(Rows { halls, width, hall_height, room_height, room_width }) => {
            let rooms = span(room_width, "–");
            format!("rows: {halls} × {width} × {hall_height}, rooms {rooms} × {room_height}")
        }
        Layout::Lobby | Layout::Rooms | Layout::Maze | Layout::Aisles | Layout::Throne => {
            format!("{layout:?}").to_lowercase()
        }
    }
}

fn furniture_text(furniture: &Furniture) -> String {
    let Furniture { pieces, is_at_walls } = furniture;
    let at_walls = if *is_at_walls { " at walls" } else { "" };
    span(pieces, "–") + at_walls
}

// W20: every place has a row with its numbers.
#[test]
fn the_table_of_places_is_that_of_the_rulebook() {
    const COLUMNS: [&str; 5] = ["layout", "low furniture", "tall furniture", "rooms", "cages"];
    let mut book = Comparison::default();
    for place in PlaceKind::ALL {
        let Place { song: _, step: _, layout, low, tall, rooms, cages, .. } = place.spec();
        let cells = [
            layout_text(layout),
            furniture_text(low),
            furniture_text(tall),
            span(rooms, "–"),
            cages.to_string(),
        ];
        let floors = match place as usize {
            0 => "0".to_owned(),
            13 => "13".to_owned(),
            number => format!("{}–{}", (number - 1) / 3 * 3 + 1, (number - 1) / 3 * 3 + 3),
        };
        let row = format!("| {floors} | {}", text::floor_title(place));
        book.row_at(&row, &COLUMNS, &cells, "core/src/content/places/mod.rs", 2);
    }
    book.close();
}

// H16: every night has a row, and the row has the number in the night's hardship (its additional rule).
#[test]
fn the_table_of_nights_is_that_of_the_rulebook() {
    let mut book = Comparison::default();
    for night in Night::ALL {
        let told = match night.hardship() {
            None => "nothing".to_owned(),
            Some(Hardship::WakeRadius(steps)) => {
                format!("S1: a sleeper may wake within {steps} walking steps")
            }
            Some(Hardship::VentTurns(turns)) => {
                format!("W15: a monster comes out of the vents after {turns} turns")
            }
            Some(Hardship::NoneBesideVaults(kind)) => {
                format!("I4: on floors with a vault lies no {}", text::name_of(kind))
            }
            Some(Hardship::SqueakRadius(steps)) => {
                format!("S2: a squeak is heard within {steps} walking steps")
            }
            Some(Hardship::VaultItems(count)) => {
                format!("W17: {count} pedestals of a vault hold things, and the others are sealed")
            }
            Some(Hardship::SecondNamedFrom(floor)) => format!(
                "M19: from floor {floor} to {}, a second named mouse, of another kind",
                floors::NAMED.end()
            ),
            Some(Hardship::LevelHealsPart(part)) => {
                format!("B13: a new level gives back 1 / {part} of hp_max")
            }
            Some(Hardship::MoreMonsters(count)) => {
                format!("M1: on floors 1 to 12, {count} monsters more")
            }
            Some(Hardship::TurnsPerGuard(turns)) => format!("K1: a guard every {turns} turns"),
        };
        let row = format!("| Night {}", night.number());
        book.row_at(&row, &["harder by"], &[told], "core/src/content/nights.rs", 1);
    }
    book.close();
}
