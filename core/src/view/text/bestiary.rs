//! The words of the bestiary (H20).

use super::message::{Sentence, plain};
use super::words::{bestiary as words, hint, stat};
use crate::content::MonsterKind;
use crate::content::monsters::Mark;
use crate::controls::{Control, InputScheme};
use crate::quantity::{Floor, Level};
use crate::rules::combat::damage;
use crate::rules::experience::stats;
use crate::save::BestiaryEntry;
use crate::world::{Game, Worn};
use core::fmt::Write;
use core::ops::RangeInclusive;
use heapless::Vec;

/// Returns the line with the number of kinds of monsters that the player has met, and the number of all kinds.
pub(crate) fn bestiary_count(met: usize) -> Sentence {
    let number = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
    words::count(number(met), number(MonsterKind::COUNT))
}

/// Returns the line about the floors for which the numbers of a kind are known. If no numbers are known, the line
/// explains how to learn them.
pub fn bestiary_floors(floors: Option<RangeInclusive<Floor>>) -> Sentence {
    match floors.map(RangeInclusive::into_inner) {
        None => plain(words::study()),
        Some((lowest, highest)) if lowest == highest => words::floor(lowest.number()),
        Some((lowest, highest)) => words::floors(lowest.number(), highest.number()),
    }
}

/// Returns the line about the floors on which a kind lives (M).
pub(crate) fn bestiary_home(kind: MonsterKind) -> Sentence {
    let floors = &kind.spec().floors;
    match (*floors.start(), *floors.end()) {
        (lowest, highest) if lowest == highest => words::lives_on(lowest),
        (lowest, highest) => words::lives(lowest, highest),
    }
}

/// Returns the labelled numbers of a kind for the floors on which they are known. Unknown numbers are dashes. A kind
/// without a marked attack has no numbers for such an attack. The damage is computed for the player of `game` or, if
/// there is no run, for a player at the first level without equipment.
pub fn bestiary_numbers(
    kind: MonsterKind,
    entry: &BestiaryEntry,
    game: Option<&Game>,
) -> Vec<(&'static str, Sentence), 8> {
    let spec = kind.spec();
    let known = |value: &dyn Fn(Floor, Floor) -> Sentence| match entry.floors() {
        Some(floors) => value(*floors.start(), *floors.end()),
        None => plain(words::unknown()),
    };
    let taken = |low: u16, high: u16| match game {
        Some(game) => {
            let (low, high) = game.damage_taken(low..=high);
            range(low, high)
        }
        None => {
            let defence = stats(Level::FIRST, &Worn::NOTHING, None).defence;
            range(damage(low, defence).0, damage(high, defence).0)
        }
    };
    let hp = known(&|low, high| range(*spec.hp_on(low).start(), *spec.hp_on(high).end()));
    // A thief does no damage (M9).
    let blow = known(&|low, high| match spec.steals() {
        Some(_) => range(0, 0),
        None => taken(*spec.attack_on(low).start(), *spec.attack_on(high).end()),
    });
    let marked = |value: &dyn Fn(&Mark, Floor, Floor) -> Sentence| {
        known(&|low, high| match spec.mark() {
            Some(mark) => value(mark, low, high),
            None => plain(words::unknown()),
        })
    };
    let marked_damage = marked(&|mark, low, high| {
        let (weakest, strongest) =
            (spec.mark_attack_on(mark, low), spec.mark_attack_on(mark, high));
        taken(*weakest.start(), *strongest.end())
    });
    let from =
        marked(&|mark, _, _| range((*mark.range.start()).into(), (*mark.range.end()).into()));
    let has_mark = spec.mark().is_some();
    let marks = [(words::marked(), marked_damage), (words::from(), from)];
    let blows = [(stat::name(0), hp), (words::attack(), blow)];
    let rest = [
        (stat::name(2), known(&|_, _| number(spec.defence.into()))),
        (words::xp(), known(&|_, _| number(spec.xp.0))),
        (words::killed(), number(entry.kills.into())),
        (words::killed_you(), number(entry.deaths.into())),
    ];
    let marks = marks.into_iter().filter(|_| has_mark);
    blows.into_iter().chain(marks).chain(rest).collect()
}

fn range(low: u16, high: u16) -> Sentence {
    if low == high { number(low.into()) } else { words::range(low, high) }
}

fn number(number: u32) -> Sentence {
    let mut digits = Sentence::new();
    write!(digits, "{number}").expect("ten digits at most");
    digits
}

/// Returns the hints of the bestiary.
pub(crate) fn bestiary_hint(input_scheme: &InputScheme) -> Sentence {
    hint::bestiary(input_scheme.name(Control::B))
}
