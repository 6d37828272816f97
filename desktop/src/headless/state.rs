//! The state of the app as JSON, for tests and for programs that play the game.
//!
//! Statuses, slots and spills have their names in the code, but in lower case with `_` between words (`poisoned`).
//! Monsters and items have the names that the game shows (`Micro Mouse`).

use musrex_core::app::App;
use musrex_core::content::Bonus;
use musrex_core::content::monsters::MarkEffect;
use musrex_core::geometry::Pos;
use musrex_core::limits::{MAP_HEIGHT, MAP_WIDTH};
use musrex_core::rules::experience::xp_to_leave;
use musrex_core::view::text::{
    firmware_name, floor_title, graft_name, kit_name, label_name, name_of,
};
use musrex_core::world::{Aim, GroundItem, Item, Monster, Spill, Terrain};
use musrex_core::{Game, Outcome};
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt::Debug;

/// The whole state, including facts that are hidden from the player.
#[derive(Serialize)]
pub(crate) struct GameReport {
    /// The name of the current screen.
    screen: &'static str,
    /// The number of ticks since the start.
    tick: u64,
    /// The seed of the run.
    seed: u64,
    /// The number of turns played.
    turn: u32,
    /// The number of the floor that the player is on, 0 to 13.
    floor: u8,
    /// The name of the floor's place, which is the theme of the floor.
    place: &'static str,
    /// The number of the night, from 1 (H16).
    night: u8,
    /// `playing`, `dead` or `won`.
    outcome: &'static str,
    /// The name of the kit; `None` if the player took no kit (W30).
    kit: Option<&'static str>,
    /// The player's attributes.
    player: PlayerState,
    /// The items in the pack, in order.
    pack: Vec<ItemState>,
    /// The worn items, by slot.
    worn: BTreeMap<String, ItemState>,
    /// The living monsters of this floor, in the order in which they act.
    monsters: Vec<MonsterState>,
    /// The number of allies among the living monsters of this floor.
    allies: usize,
    /// The number of charges that the player has left for deeds (the active abilities of chips).
    charges: u8,
    /// The items on the ground of this floor.
    items: Vec<GroundItemState>,
    /// The spills on this floor.
    spills: Vec<SpillState>,
    /// The tiles that monsters have marked and will strike in one or two turns.
    marks: Vec<MarkState>,
    /// The grafts of the run, in the order in which they were taken.
    grafts: Vec<&'static str>,
    /// The message log, the newest message last.
    messages: Vec<String>,
    /// The floor row by row: `#` wall, shut vent and used terminal, `.` ground, `+` closed door, `L` locked door, `'`
    /// open door, `<` up stairs, `>` down stairs, `v` open vent, `T` terminal, `~` cable, `s` switch, `_` pedestal, `o`
    /// low and `O` tall furniture, `g` glass, `w` water, `x` locker, `C` shut cage. Alcoves and open cages are shown as
    /// ground.
    map: Vec<String>,
    /// A hash of the saved game data, as 16 hexadecimal digits.
    hash: String,
}

/// The player's attributes, including the effects of worn items.
#[derive(Serialize)]
struct PlayerState {
    /// The column of the player's tile, from the left.
    x: u8,
    /// The row of the player's tile, from the top.
    y: u8,
    /// The player's hit points; at zero the player is dead.
    hp: u16,
    /// The largest number of hit points that the player can have.
    hp_max: u16,
    /// The level, from 1.
    level: u8,
    /// The player's total experience points.
    xp: u32,
    /// The total experience points at which the next level begins.
    xp_next: u32,
    /// The smallest attack value that the player can roll. Damage is computed from the rolled value (A6).
    attack_min: u16,
    /// The largest attack value that the player can roll.
    attack_max: u16,
    /// The player's defence value, which reduces the damage of attacks.
    defence: u16,
    /// The chance in percent that a status of the player ends in a turn. It is rolled for each status separately (D13).
    saving_throw: u8,
    /// The remaining turns of each status, by name.
    statuses: BTreeMap<String, u8>,
}

/// A monster of the report.
#[derive(Serialize)]
struct MonsterState {
    /// The name of the monster's kind.
    kind: &'static str,
    /// The column of the monster's tile, from the left.
    x: u8,
    /// The row of the monster's tile, from the top.
    y: u8,
    /// The monster's hit points.
    hp: u16,
    /// True when the monster has noticed the player.
    alert: bool,
    /// True when the monster fights for the player.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    ally: bool,
}

/// An item of the report.
#[derive(Serialize)]
struct ItemState {
    /// The name of the item's kind.
    kind: &'static str,
    /// The name under which the player sees the item.
    label: &'static str,
    /// The item's bonus when worn; omitted for an item that cannot be worn.
    #[serde(skip_serializing_if = "Option::is_none")]
    bonus: Option<Bonus>,
    /// The name of the item's firmware; omitted for an item without firmware.
    #[serde(skip_serializing_if = "Option::is_none")]
    firmware: Option<&'static str>,
}

/// An item that lies on the floor.
#[derive(Serialize)]
struct GroundItemState {
    /// The column of the item's tile, from the left.
    x: u8,
    /// The row of the item's tile, from the top.
    y: u8,
    /// The item on that tile.
    #[serde(flatten)]
    item: ItemState,
}

/// A spill: a substance that covers a tile for some turns.
#[derive(Serialize)]
struct SpillState {
    /// The name of the spilled substance, in lower case.
    kind: String,
    /// The column of the spill's tile, from the left.
    x: u8,
    /// The row of the spill's tile, from the top.
    y: u8,
    /// The number of turns until the spill is gone.
    turns: u8,
}

/// A tile that a monster has marked and will strike soon.
#[derive(Serialize)]
struct MarkState {
    /// The name of the kind of attack, in lower case.
    kind: &'static str,
    /// The column of the marked tile, from the left.
    x: u8,
    /// The row of the marked tile, from the top.
    y: u8,
    /// The number of turns until the attack.
    turns: u8,
}

impl GameReport {
    /// Returns the state of `app` after `tick` ticks.
    pub(crate) fn of(app: &App, tick: u64) -> GameReport {
        let messages = app
            .messages()
            .iter()
            .map(|entry| format!("{}{}", entry.message.text, entry.repetition()))
            .collect();
        GameReport::new(app.game(), app.screen().name(), tick, messages)
    }

    fn new(game: &Game, screen: &'static str, tick: u64, messages: Vec<String>) -> GameReport {
        let player = game.player();
        GameReport {
            screen,
            tick,
            seed: game.seed(),
            turn: game.turn().0,
            floor: game.floor().number(),
            place: floor_title(game.place(game.floor())),
            night: game.mode().night().number(),
            outcome: match game.outcome() {
                Outcome::Playing => "playing",
                Outcome::Dead => "dead",
                Outcome::Won => "won",
            },
            kit: player.build.kit.map(kit_name),
            player: PlayerState::of(game),
            pack: player.pack.iter().map(|item| ItemState::of(game, item)).collect(),
            worn: player
                .worn
                .iter()
                .map(|(slot, item)| (words(slot), ItemState::of(game, item)))
                .collect(),
            monsters: game.current_floor().monsters.iter().map(MonsterState::of).collect(),
            allies: game.current_floor().ally().into_iter().count(),
            charges: game.player().build.charges,
            items: game
                .current_floor()
                .items
                .iter()
                .map(|item| GroundItemState::of(game, item))
                .collect(),
            spills: game.current_floor().spills.iter().map(SpillState::of).collect(),
            marks: game
                .current_floor()
                .monsters
                .iter()
                .flat_map(|it| MarkState::all(game, it))
                .collect(),
            grafts: player.build.grafts.iter().map(|&graft| graft_name(graft)).collect(),
            messages,
            map: map(game),
            hash: format!("{:016x}", game.fingerprint()),
        }
    }

    /// Returns the state as indented JSON that ends with a line feed.
    pub(crate) fn to_json(&self) -> Result<String, serde_json::Error> {
        serde_json::to_string_pretty(self).map(|json| json + "\n")
    }
}

impl PlayerState {
    fn of(game: &Game) -> PlayerState {
        let (player, stats) = (game.player(), game.player_stats());
        let body = &player.body;
        PlayerState {
            x: body.pos.x(),
            y: body.pos.y(),
            hp: body.hp.0,
            hp_max: stats.hp_max.0,
            level: player.level.number(),
            xp: player.xp.0,
            xp_next: xp_to_leave(player.level).0,
            attack_min: stats.attack_min,
            attack_max: stats.attack_max,
            defence: stats.defence,
            saving_throw: stats.saving_throw.0,
            statuses: body
                .statuses
                .running()
                .map(|(status, turns)| (words(status), turns))
                .collect(),
        }
    }
}

impl MonsterState {
    fn of(monster: &Monster) -> MonsterState {
        MonsterState {
            kind: name_of(monster.kind),
            x: monster.body.pos.x(),
            y: monster.body.pos.y(),
            hp: monster.body.hp.0,
            alert: monster.ai_state.is_alert(),
            ally: monster.is_ally,
        }
    }
}

impl ItemState {
    fn of(game: &Game, item: &Item) -> ItemState {
        ItemState {
            kind: name_of(item.kind),
            label: label_name(game.label(item.kind)),
            bonus: item.kind.slot().map(|_| item.bonus),
            firmware: item.firmware.map(firmware_name),
        }
    }
}

impl GroundItemState {
    fn of(game: &Game, ground: &GroundItem) -> GroundItemState {
        let (x, y) = (ground.pos.x(), ground.pos.y());
        GroundItemState { x, y, item: ItemState::of(game, &ground.item) }
    }
}

impl MarkState {
    /// Returns the tiles that `monster` has marked.
    fn all(game: &Game, monster: &Monster) -> impl Iterator<Item = MarkState> {
        let kind = match monster.kind.spec().mark().map(|mark| mark.effect) {
            Some(MarkEffect::Charge(_)) => "charge",
            Some(MarkEffect::Leap) => "leap",
            Some(MarkEffect::Burst) => "burst",
            Some(MarkEffect::Shove) => "shove",
            Some(MarkEffect::Dash) => "dash",
            Some(MarkEffect::Hook) => "hook",
            Some(MarkEffect::Decoy) => "decoy",
            Some(MarkEffect::Swap) => "swap",
            Some(MarkEffect::Spit(_)) | None => "spit",
        };
        let turns = if matches!(monster.aim, Aim::Soon(_)) { 2 } else { 1 };
        let tiles = monster.marked(&game.current_floor().map);
        tiles.map(move |pos| MarkState { kind, x: pos.x(), y: pos.y(), turns })
    }
}

impl SpillState {
    fn of(spill: &Spill) -> SpillState {
        let (x, y) = (spill.pos.x(), spill.pos.y());
        SpillState { kind: words(spill.kind), x, y, turns: spill.turns }
    }
}

/// Returns the letter of a terrain in [`GameReport::map`]. Alcoves and open cages are shown as ground; shut vents and
/// used terminals are shown as walls.
const fn letter(terrain: Terrain) -> char {
    match terrain {
        Terrain::Alcove => Terrain::Ground.letter(),
        Terrain::VentShut | Terrain::TerminalUsed => Terrain::Wall.letter(),
        Terrain::Terminal => 'T',
        Terrain::CableLive | Terrain::CableDead => '~',
        Terrain::Switch => 's',
        Terrain::Pedestal | Terrain::PedestalSealed => '_',
        Terrain::Locker | Terrain::LockerSealed => 'x',
        Terrain::CageShut => 'C',
        Terrain::CageOpen => Terrain::Ground.letter(),
        terrain => terrain.letter(),
    }
}

fn map(game: &Game) -> Vec<String> {
    let letter = |pos| letter(game.current_floor().map.terrain(pos));
    (0..MAP_HEIGHT).map(|y| (0..MAP_WIDTH).map(|x| letter(Pos::at(x, y))).collect()).collect()
}

/// Returns the name of a unit variant in lower case with `_` between words. A new status, slot or spill therefore needs
/// no code here.
fn words(value: impl Debug) -> String {
    let mut words = String::new();
    for letter in format!("{value:?}").chars() {
        if letter.is_ascii_uppercase() && !words.is_empty() {
            words.push('_');
        }
        words.push(letter.to_ascii_lowercase());
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;
    use musrex_core::Floor;
    use musrex_core::content::{Firmware, ItemKind, MonsterKind, SpillKind};
    use musrex_core::quantity::Hp;
    use serde_json::{Value, json};

    fn fresh(seed: u64) -> Value {
        let state = GameReport::new(&Game::new(seed), "play", 7, vec!["Hello.".into()]);
        serde_json::from_str(&state.to_json().unwrap()).unwrap()
    }

    #[test]
    fn a_fresh_game_is_told_whole() {
        let state = fresh(u64::MAX);
        let names: Vec<&str> = state.as_object().unwrap().keys().map(String::as_str).collect();
        let mut expected = [
            "screen", "tick", "seed", "turn", "floor", "outcome", "player", "pack", "worn",
            "monsters", "items", "messages", "map", "hash", "place", "allies", "spills", "marks",
            "kit", "grafts", "charges", "night",
        ];
        expected.sort_unstable();
        assert_eq!(names, expected);
        assert_eq!(state["seed"], json!(u64::MAX));
        assert_eq!((&state["turn"], &state["floor"]), (&json!(0), &json!(0)));
        assert_eq!((&state["screen"], &state["tick"]), (&json!("play"), &json!(7)));
        assert_eq!(state["outcome"], json!("playing"));
        assert_eq!((&state["place"], &state["allies"]), (&json!("The Lobby"), &json!(0)));
        assert_eq!(state["spills"], json!([]));
        assert_eq!(state["messages"], json!(["Hello."]));
        assert_eq!(state["hash"], json!(format!("{:016x}", Game::new(u64::MAX).fingerprint())));
        let player = &state["player"];
        let numbers = ["hp", "hp_max", "level", "xp", "xp_next", "attack_min", "attack_max"];
        assert_eq!(numbers.map(|name| player[name].as_u64().unwrap()), [25, 25, 1, 0, 100, 1, 4]);
        assert_eq!((&player["defence"], &player["saving_throw"]), (&json!(4), &json!(10)));
        assert_eq!(player["statuses"], json!({}));
    }

    #[test]
    fn the_map_is_85_by_48_with_the_player_on_ground() {
        let state = fresh(1);
        let map: Vec<&str> =
            state["map"].as_array().unwrap().iter().map(|row| row.as_str().unwrap()).collect();
        assert_eq!(map.len(), 48);
        assert!(map.iter().all(|row| row.len() == 85));
        let place = |name: &str| {
            usize::try_from(state["player"][name].as_u64().unwrap()).expect("a place is small")
        };
        assert_eq!(map[place("y")].as_bytes()[place("x")], b'.');
        assert_eq!(map.concat().matches('<').count(), 1);
    }

    #[test]
    fn items_are_told_wherever_they_are() {
        let jacket = Bonus { hp_max: 5, defence: 2, ..Bonus::NONE };
        let mut player = Game::new(1).player().clone();
        player.worn.put_on(Item::with_bonus(ItemKind::BikerJacket, jacket));
        player.pack.push(Item::new(ItemKind::PotionOfVenom)).expect("the pack is empty");
        let mut here = Game::new(1).current_floor().clone();
        let key = GroundItem { pos: Pos::at(40, 25), item: Item::new(ItemKind::Key) };
        here.items.push(key).expect("the lobby is empty");
        let game = Game::from_parts(1, Floor::LOBBY, player, here);
        let state = GameReport::new(&game, "play", 0, Vec::new());
        let state: Value = serde_json::from_str(&state.to_json().unwrap()).unwrap();
        assert_eq!(
            state["worn"],
            json!({"armour": {"kind": "Biker Jacket", "label": "Biker Jacket", "bonus": {
                "hp_max": 5, "attack_min": 0, "attack_max": 0, "defence": 2, "saving_throw": 0
            }}})
        );
        assert_eq!(state["player"]["hp_max"], json!(30));
        let potion = &state["pack"][0];
        assert_eq!(potion["kind"], json!(name_of(ItemKind::PotionOfVenom)));
        assert_ne!(potion["label"], potion["kind"]);
        assert_eq!(state["items"], json!([{"x": 40, "y": 25, "kind": "Key", "label": "Key"}]));
    }

    #[test]
    fn what_choices_add_is_told() {
        let mut player = Game::new(1).player().clone();
        let mut chip = Item::new(ItemKind::Microchip);
        chip.firmware = Some(Firmware::Dash);
        player.worn.put_on(chip);
        let mut here = Game::new(1).current_floor().clone();
        let mut ally = Monster::new(MonsterKind::MicroMouse, Pos::at(42, 26), Hp(3));
        ally.is_ally = true;
        here.monsters.push(ally).expect("the lobby is empty");
        let pos = Pos::at(43, 26);
        let spill = Spill { pos, kind: SpillKind::Gas, turns: 3, is_players: true };
        here.spills.push(spill).expect("the lobby is clean");
        for (x, terrain) in [
            (1, Terrain::VentOpen),
            (2, Terrain::VentShut),
            (3, Terrain::Terminal),
            (4, Terrain::TerminalUsed),
            (5, Terrain::CableLive),
            (6, Terrain::Low),
            (7, Terrain::Tall),
            (8, Terrain::Pedestal),
            (9, Terrain::Glass),
            (10, Terrain::Switch),
            (11, Terrain::Water),
            (12, Terrain::CageShut),
            (13, Terrain::CageOpen),
        ] {
            here.map.set(Pos::at(x, 1), terrain);
        }
        let game = Game::from_parts(1, Floor::LOBBY, player, here);
        let state = GameReport::new(&game, "play", 0, Vec::new());
        let state: Value = serde_json::from_str(&state.to_json().unwrap()).unwrap();
        assert_eq!(state["worn"]["microchip"]["firmware"], json!("DASH"));
        assert_eq!((&state["allies"], &state["monsters"][0]["ally"]), (&json!(1), &json!(true)));
        assert_eq!(state["spills"], json!([{"kind": "gas", "x": 43, "y": 26, "turns": 3}]));
        assert_eq!(&state["map"][1].as_str().unwrap()[1..14], "v#T#~oO_gswC.");
    }

    #[test]
    fn names_become_words() {
        assert_eq!(words(musrex_core::content::Status::Poisoned), "poisoned");
        assert_eq!(words(Terrain::DoorClosed), "door_closed");
    }
}
