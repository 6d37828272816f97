//! Compares the numbers of `core/src/content` with the sentences of `core/RULES.md` that state them. `number_tables.rs`
//! compares most tables. A failure names the rule, the line, the number in the rulebook and the number in the code.

use super::rulebook::{Comparison, span, word};
use crate::Floor;
use crate::content::PlaceKind;
use crate::content::floors;
use crate::content::items::{Found, ItemKind};
use crate::content::noise::{self, Loudness};
use crate::content::spills::{self, SpillKind, spill_damage};
use crate::content::{
    Drill, feats, firmware, fixtures, grafts, items, kits, monsters, nights, player, sounds,
    statuses, throne, tower, training,
};
use crate::limits;
use crate::quantity::Level;
use crate::view::text;
use std::borrow::ToOwned;
use std::format;
use std::string::{String, ToString};
use std::vec::Vec;

/// Checks that a rule or a row contains the given words, with a value in place of each `{}`. A failure names each value
/// by the expression that computes it. If the macro call begins with `in "TEXT"`, the failure shows this text before
/// each expression.
macro_rules! told {
    (in $of:literal, $book:expr, $place:expr, $words:expr, $($value:expr),+ $(,)?) => {
        $book.told($place, $words, &[$((concat!($of, ", ", stringify!($value),), $value.to_string())),+])
    };
    ($book:expr, $place:expr, $words:expr, $($value:expr),+ $(,)?) => {
        $book.told($place, $words, &[$((stringify!($value), $value.to_string())),+])
    };
}

fn floor(number: u8) -> Floor {
    Floor::new(number).expect("a floor of the tower")
}

/// Returns `number` as a capitalised word.
fn first_word(number: impl TryInto<usize>) -> String {
    let word = word(number);
    word[..1].to_uppercase() + &word[1..]
}

/// Returns the names of the places for which `holds` is true.
fn places_where(holds: impl Fn(PlaceKind) -> bool) -> String {
    let names: Vec<&str> =
        PlaceKind::ALL.into_iter().filter(|&it| holds(it)).map(text::floor_title).collect();
    names[..names.len() - 1].join(", ") + " and " + names[names.len() - 1]
}

/// Returns a number of times in words, such as `twice`.
fn times(number: u8) -> String {
    if number == 2 { "twice".to_owned() } else { format!("{} times", word(number)) }
}

/// Returns the words for a division by `number`: `half` if `number` is 2, else `other` followed by `number`.
fn part(number: u16, [half, other]: [&'static str; 2]) -> String {
    if number == 2 { half.to_owned() } else { format!("{other} {number}") }
}

/// Returns the rulebook's name for the result of a division by `number`.
fn part_name(number: u32) -> &'static str {
    if number == 4 { "quarter" } else { "other part" }
}

/// Returns the floors for which `holds` is true, as the rulebook lists them.
fn floors_where(holds: impl Fn(Floor) -> bool) -> String {
    let found: Vec<u8> = Floor::all().filter(|&floor| holds(floor)).map(Floor::number).collect();
    let (first, last) = (found.first().copied().unwrap_or(0), found.last().copied().unwrap_or(0));
    let is_even = |step: u8| found.windows(2).all(|two| two[1] - two[0] == step);
    match &found[..] {
        [_] => first.to_string(),
        _ if is_even(1) => format!("{first}–{last}"),
        _ if is_even(2) && first % 2 == 0 && found.len() > 3 => {
            format!("every even floor from {first} to {last}")
        }
        [others @ .., last] => {
            let others: Vec<String> = others.iter().map(u8::to_string).collect();
            format!("{} and {last}", others.join(", "))
        }
        [] => "none".to_owned(),
    }
}

// W1, M1, M2, I4, I11.
#[test]
fn the_rulebook_tells_the_numbers_of_floors() {
    let mut book = Comparison::default();
    told!(book, "W1", "A floor is {} × {} tiles", limits::MAP_WIDTH, limits::MAP_HEIGHT);
    told!(book, "W1", "numbered 0 to {}", limits::FLOORS - 1);
    let sizes = Floor::all().skip(1).map(|floor| floor.spec().monsters.to_string());
    let sizes: Vec<String> = sizes.collect();
    let [others @ .., last] = &sizes[..] else { panic!("there are floors") };
    let sizes = format!("{} and {last}", others.join(", "));
    told!(in "floors::TABLE", book, "M1", "Floors 1 to 13 have {} monsters", sizes);
    told!(
        book,
        "M1",
        "in packs of {}, each within {} tiles",
        span(&floors::PACK_SIZE, " to "),
        floors::GROUP_RADIUS
    );
    told!(book, "M2", "{} thirds of all packs sleep", first_word(floors::SLEEPING_PACKS_OF_THREE));
    told!(book, "I4", "{} common items", span(&floors::COMMON_ITEMS, "–"));
    told!(book, "I4", "{} potion comes on top", word(floors::POTIONS));
    told!(
        book,
        "I4",
        "always on floor {}",
        floors_where(|floor| floor.spec().introduces == Some(ItemKind::OverrideChip))
    );
    book.close();
}

// W30, W20, M18, I16.
#[test]
fn the_rulebook_tells_the_numbers_of_a_run() {
    let mut book = Comparison::default();
    told!(book, "W30", "Lockers: {} in the lobby", word(kits::KITS_OFFERED));
    told!(book, "W20", "band of floors (1–{}, 4–6", tower::BAND_FLOORS);
    told!(book, "W20", "7–9, 10–{})", usize::from(tower::BAND_FLOORS) * tower::BANDS);
    let [first, others @ ..] = tower::KINDS_MISSED;
    told!(book, "M18", "the first band misses {} kind", word(first));
    assert!(others.iter().all(|&count| count == others[0]));
    told!(book, "M18", "every other band misses {}", word(others[0]));
    told!(book, "I16", "of {} weapons", word(tower::LEFT_OUT_ONE_IN).replace("three", "3"));
    book.close();
}

// W14 to W18, W25.
#[test]
fn the_rulebook_tells_the_numbers_of_vaults_vents_terminals_and_cables() {
    let mut book = Comparison::default();
    told!(book, "W17", "Vaults: {} has exactly one", floors_where(|floor| floor.spec().has_vault));
    told!(book, "W17", "with {} pedestals", word(floors::VAULT_ITEMS));
    told!(book, "W17", "(1 in {} instead", floors::VAULT_TOOL_ONE_IN);
    told!(book, "W18", "Live cables in {}:", places_where(|place| place.spec().has_cables));
    told!(
        book,
        "W18",
        "up to {} strips of {} tiles",
        floors::CABLE_STRIPS,
        span(&floors::CABLE_LENGTH, "–")
    );
    told!(
        book,
        "W18",
        "loses {} + floor / {} hp and",
        fixtures::CABLE_DAMAGE,
        fixtures::CABLE_DAMAGE_FLOORS
    );
    told!(book, "W18", "is Stunned for {} turn", fixtures::CABLE_STUN_TURNS);
    told!(
        book,
        "W15",
        "Vents: {} a floor on {},",
        word(floor(3).spec().vents),
        floors_where(|floor| floor.spec().vents == 3)
    );
    told!(book, "W15", "{} on 13", word(limits::VENTS_MAX));
    told!(book, "W15", "blocked for {} turns", fixtures::VENT_BLOCKED_TURNS);
    told!(book, "W15", "within {} tiles of an open vent", fixtures::VENT_RADIUS);
    told!(book, "W15", "comes out {} turns later", fixtures::VENT_TURNS);
    told!(book, "W15", "at least {} tiles away", fixtures::VENT_EXIT_DISTANCE_MIN);
    told!(book, "W15", "vents of a floor hold {}", limits::VENTED_MAX);
    told!(
        book,
        "W16",
        "one a floor on {} (floor {}: {})",
        floors_where(|f| f.spec().terminals > 0),
        floors_where(|floor| floor.spec().terminals == 2),
        word(floor(8).spec().terminals)
    );
    told!(book, "W16", "It pays {} × floor", fixtures::TERMINAL_XP_BY_FLOOR);
    told!(book, "W16", "all mice of the floor for {} turns", fixtures::CAMERA_TURNS);
    told!(book, "W25", "comes a {} that pays", text::name_of(fixtures::CAGED));
    book.close();
}

// B16: the levels, and the numbers of each graft.
#[test]
fn the_rulebook_tells_the_numbers_of_grafts() {
    let mut book = Comparison::default();
    let [first, second, third, fourth] = grafts::GRAFT_LEVELS;
    let levels = format!("{first}, {second}, {third} and {fourth}");
    book.told("B16", "at levels {}", &[("grafts::GRAFT_LEVELS", levels)]);
    told!(book, "B16", "{} in all", word(grafts::GRAFTS_MAX));
    told!(book, "B16", "takes one of {}", word(grafts::GRAFTS_OFFERED));
    told!(book, "| Thick skull", "lasts {} turn at most", grafts::SKULL_TURNS);
    told!(book, "| Shoulder", "pushes it {} tile", grafts::SHOULDER_TILES);
    told!(book, "| Shoulder", "stuns it for {} turn", grafts::PUSHED_TURNS);
    told!(book, "| Cheesemonger", "heals {} as much", times(grafts::CHEESE_FACTOR));
    told!(book, "| Acid soles", "heal 1 / {} of what they take", grafts::SOLES_PART);
    told!(book, "| Quiet blade", "{} times the damage", word(grafts::BACKSTAB_FACTOR));
    told!(book, "| Quiet blade", "is divided by {}", grafts::QUIET_PART);
    told!(
        book,
        "| Quiet blade",
        "wakes 1 in {} instead",
        noise::WAKE_ONE_IN * u32::from(grafts::QUIET_PART)
    );
    told!(book, "| Alchemist", "Venom Potion, 1 in {}", grafts::VENOM_ONE_IN);
    told!(book, "| Alchemist", "spill {} × 5 tiles", 2 * grafts::ALCHEMIST_SPLASH + 1);
    told!(book, "| Last stand", "at {} % of hp_max", grafts::LAST_STAND_PERCENT);
    told!(
        book,
        "| Last stand",
        "do {} as much damage again",
        part(grafts::LAST_STAND_PART, ["half", "1 /"])
    );
    told!(book, "| Matador", "is stunned for {} turn", grafts::MATADOR_TURNS);
    told!(book, "I7", "flask spills {} × 3", 2 * spills::FLASK_RADIUS + 1);
    book.close();
}

// B6, B8, B10, B12, B13, B15, A19, H5, H7, H13, N3, N4, I3.
#[test]
fn the_rulebook_tells_the_numbers_of_the_player() {
    let mut book = Comparison::default();
    told!(book, "B8", "needs {}·n² + {}·n", player::XP_BY_LEVEL_SQUARED, player::XP_BY_LEVEL);
    told!(book, "B6", "pays {} × n", player::ARRIVAL_XP_BY_FLOOR);
    told!(book, "B15", "never carried before pays {}", player::FIND_XP);
    told!(book, "B12", "saving throw 0–{}", player::SAVING_THROW_MAX);
    // Compares levels 1 and 3, because a number that grows by half a point per level may be the same at two consecutive
    // levels.
    let numbers = |level| player::numbers_at(Level::new(level).expect("a level"));
    let (first, third) = (numbers(1), numbers(3));
    let term = |index: usize| match third[index] - first[index] {
        2 => format!("{} + k", first[index]),
        two if two % 2 == 0 => format!("{} + {}k", first[index], two / 2),
        two => format!("{} + {two}k/2", first[index]),
    };
    let [hp, low, high, defence, saving] = [0, 1, 2, 3, 4].map(term);
    book.told(
        "B10",
        "hp_max {}, defence {}, attack_min {}, attack_max {}, saving throw {}",
        &[
            ("player::numbers_at", hp),
            ("defence", defence),
            ("attack_min", low),
            ("attack_max", high),
            ("saving throw", saving),
        ],
    );
    told!(book, "A19", "from the player is {}, rounded", part(player::CALM_PART, ["halved", "by"]));
    told!(book, "A19", "dies on floors 1 to {} before a first win", player::EARLY_FLOOR_MAX);
    let thousands = |number: u32| format!("{},{:03}", number / 1000, number % 1000);
    let turns = thousands(player::CONDUCT_TURNS);
    book.told("H7", "fewer than {} turns", &[("player::CONDUCT_TURNS", turns)]);
    told!(book, "H7", "Gentle: {} kills at most", player::CONDUCT_KILLS_MAX);
    told!(
        book,
        "H5",
        "{} for each floor climbed, {} for each kill",
        player::SCORE_PER_FLOOR,
        player::SCORE_PER_KILL
    );
    let crown = thousands(player::SCORE_OF_VICTORY);
    book.told("H5", "and {} for the crown", &[("player::SCORE_OF_VICTORY", crown)]);
    told!(book, "B13", "gives back a {} of hp_max", part_name(player::LEVEL_HEALS_PART.into()));
    told!(book, "B13", "in the last {} of the way to it", part_name(player::LEVEL_NEAR_PART));
    told!(
        book,
        "N3",
        "only when hp is at {} or below",
        part(player::TRAVEL_HP_PART, ["half", "1 /"])
    );
    told!(book, "N3", "one within {} walking steps", player::THREAT_STEPS);
    told!(book, "N3", "more than {} steps longer", player::DETOUR_STEPS);
    told!(book, "N4", "keeps {} steps from", player::EXPLORE_SLEEPER_DISTANCE + 1);
    told!(book, "H17", "coming to floor {} is one", feats::FEAT_FLOOR);
    let ten = if nights::Night::LAST.number() == 10 { "ten" } else { "some" };
    told!(book, "H16", "Nights: {}, each", ten);
    told!(book, "H21", "has {} rooms", word(Drill::COUNT));
    told!(book, "H12", "red if {} such hits could kill", word(player::DEADLY_BLOWS));
    told!(book, "H21", "a {} of hp_max", part_name(training::HURT_PART.into()));
    told!(book, "H21", "{} mice have died in the doorway", word(training::DOORWAY_KILLS));
    told!(book, "H21", "a game of its own at level {}", training::LEVEL);
    told!(book, "H13", "{} ticks of 1/60 s", sounds::STEP_TICKS);
    told!(book, "I3", "The pack holds {}", limits::PACK_MAX);
    book.close();
}

// M4, M5, M7, M9.
#[test]
fn the_rulebook_tells_the_numbers_of_monsters() {
    let mut book = Comparison::default();
    told!(book, "M4", "in one turn of {} it looks", word(monsters::REPATH_INTERVAL));
    told!(
        book,
        "M5",
        "moves {} turns out of {}",
        word(throne::KING_REST_INTERVAL - 1),
        word(throne::KING_REST_INTERVAL)
    );
    told!(
        book,
        "M7",
        "up to {} awake mice within {} tiles",
        monsters::FOLLOWERS_MAX,
        monsters::FOLLOW_RADIUS
    );
    told!(book, "M7", "follows from within {} tiles", monsters::ALLY_FOLLOW_RADIUS);
    told!(book, "M9", "out of sight ({} tiles)", monsters::HIDING_DISTANCE);
    book.close();
}

// S1 to S3, W14 to W16.
#[test]
fn the_rulebook_tells_the_numbers_of_sleep_and_noise() {
    let mut book = Comparison::default();
    told!(
        book,
        "S1",
        "within {} walking steps of it, it wakes 1 in {}",
        noise::WAKE_RADIUS,
        noise::WAKE_ONE_IN
    );
    told!(
        book,
        "S2",
        "a blow of the player {} (wakes 1 in {})",
        noise::BLOW.radius,
        noise::BLOW.one_in
    );
    let louder = [noise::FLASK, noise::VENT, noise::DOOR].map(|noise: Loudness| noise.one_in);
    assert!(louder.iter().all(|one_in| *one_in == louder[0]), "S2: 1 in 2 each");
    told!(
        book,
        "S2",
        "a flask that breaks {}, a vent shut {}, a door forced {} (1 in {} each)",
        noise::FLASK.radius,
        noise::VENT.radius,
        noise::DOOR.radius,
        noise::DOOR.one_in
    );
    let is_sure = [noise::TERMINAL, noise::SQUEAK].iter().all(|noise| noise.one_in == 1);
    told!(
        book,
        "S2",
        "a terminal {}, a squeak {} ({})",
        noise::TERMINAL.radius,
        noise::SQUEAK.radius,
        if is_sure { "sure" } else { "not sure" }
    );
    told!(book, "W14", "used up (noise {})", noise::DOOR.radius);
    told!(book, "W15", "(a turn, noise {})", noise::VENT.radius);
    told!(book, "W16", "It is loud (noise {})", noise::TERMINAL.radius);
    let factor = if monsters::HELPLESS_FACTOR == 2 { "double" } else { "more or less" };
    book.told("S3", "monster does {} damage", &[("monsters::HELPLESS_FACTOR", factor.to_owned())]);
    book.close();
}

// K1, K2.
#[test]
fn the_rulebook_tells_the_numbers_of_the_throne() {
    let mut book = Comparison::default();
    told!(
        book,
        "K1",
        "every {} turns while fewer than {} are alive",
        throne::TURNS_PER_GUARD,
        limits::MONSTERS_ALIVE_MAX
    );
    told!(book, "K1", "after {} turns in it", throne::GUARD_VENT_TURNS);
    told!(
        book,
        "K2",
        "within {} tiles of the King and an open vent within {}",
        throne::SLIP_DISTANCE,
        fixtures::VENT_RADIUS
    );
    told!(book, "K2", "{} at most", times(throne::SLIPS_MAX));
    told!(book, "K2", "stops {} turns for it", throne::KING_MEAL_TURNS);
    book.close();
}

// I4, I6 to I12.
#[test]
fn the_rulebook_tells_the_numbers_of_items_spills_and_firmware() {
    let mut book = Comparison::default();
    told!(book, "I6", "in sight within {} tiles", items::THROW_RANGE);
    told!(book, "I7", "at most {} of", limits::SPILLS_MAX);
    told!(
        book,
        "I7",
        "Acid takes {} + floor / {} a turn, for {} turns",
        spills::SPILL_DAMAGE,
        spills::SPILL_DAMAGE_FLOORS,
        SpillKind::Acid.spec().turns
    );
    assert_eq!(spill_damage(floor(0)).0, spills::SPILL_DAMAGE);
    for kind in SpillKind::ALL.into_iter().filter(|kind| kind.spec().potion.is_some()) {
        told!(in "spills::TABLE", book, "I7", "flask spills 3 × 3 for {} turns", kind.spec().turns);
    }
    told!(book, "I7", "brings Envenomed {};", spills::GAS_VENOM_TURNS);
    told!(book, "I7", "gives +{} once", spills::MIST_HEALING);
    told!(book, "I7", "brings Regrowing {}.", spills::MIST_REGROWTH_TURNS);
    told!(book, "I8", "gas for {} turns", statuses::IMMUNE_TURNS);
    told!(book, "I9", "within {} walking steps go there", items::CHEESE_RADIUS);
    told!(book, "I9", "eats for {} turns", items::MEAL_TURNS);
    told!(book, "I9", "mice within {} walking steps of it", items::MEAL_STEPS);
    told!(book, "I10", "at most {} % of the hp", items::OVERRIDE_PERCENT);
    told!(book, "I10", "mends a {} of the", part_name(monsters::ALLY_MENDS_PART.into()));
    told!(book, "I10", "that it sees within {} tiles", monsters::ALLY_SIGHT_RADIUS);
    told!(book, "I14", "adjacent creature {} tiles straight", firmware::SHOVE_TILES);
    told!(book, "I14", "stuns it for {} turns", firmware::SHOVE_STUN_TURNS);
    told!(book, "I14", "it is stunned for {} turns. DECOY", firmware::HOOK_STUN_TURNS);
    told!(book, "I14", "which eats for {} turns", firmware::DECOY_MEAL_TURNS);
    told!(book, "| Shove", "stuns {} turn", firmware::SHOVEN_TURNS);
    told!(book, "M19", "from {} has one", span(&floors::NAMED, " to "));
    told!(book, "I11", "a kill heals {} + floor / {}", firmware::LEECH_HP, firmware::LEECH_FLOORS);
    told!(
        book,
        "I11",
        "is stunned {} turn, 1 in {}",
        firmware::SHOVE_TURNS,
        firmware::SHOVE_ONE_IN
    );
    told!(
        book,
        "I11",
        "noise radius {}, S1 1 in {}",
        part(firmware::DASH_NOISE_PART.into(), ["halved", "by"]),
        noise::WAKE_ONE_IN * u32::from(firmware::DASH_NOISE_PART)
    );
    told!(book, "I11", "mice within {} tiles are seen", firmware::HOOK_RADIUS);
    told!(book, "I11", "cables hurt a {})", part_name(firmware::COOLANT_PART.into()));
    told!(book, "I11", "saving throws roll {}", times(firmware::DECOY_THROWS));
    told!(book, "I11", "override at ≤ {} % hp", firmware::SWAP_PERCENT);
    told!(book, "I15", "pushes it {} tile away", items::CROWBAR_TILES);
    told!(book, "I15", "a drunk potion lasts {} turn at most", items::JACKET_VENOM_TURNS);
    told!(book, "I12", "a blow also hits, for {},", part(items::MOP_SIDE_PART, ["half", "1 /"]));
    for kind in ItemKind::ALL {
        if let Found::Sometimes(one_in) = kind.spec().found {
            let words = format!("{} on {{}}", text::name_of(kind));
            let floors = match one_in {
                1 => "every floor".to_owned(),
                _ => format!("one in {}", word(one_in)),
            };
            told!(in "items::TABLE", book, "I4", &words, floors);
        }
    }
    book.close();
}
