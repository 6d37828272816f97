//! Checks the special traits of each kind of monster (M, D).

use Command::{Wait, Walk};
use Direction::{East, West};
use musrex_core::bots::{Bot, Strategy};
use musrex_core::content::floors::population;
use musrex_core::content::{Bonus, Graft, ItemKind, MonsterKind, Slot, Status};
use musrex_core::geometry::Pos;
use musrex_core::quantity::Floor;
use musrex_core::rules::{Actor, Event, Events};
use musrex_core::world::{AiState, FloorState, Game, Monster, Outcome, Player};
use musrex_core::{Command, Direction, worldgen};
use musrex_testkit::fairness::assert_fair;
use musrex_testkit::seeds::shifted;
use musrex_testkit::{Scenario, check};

fn floor(number: u8) -> Floor {
    Floor::new(number).expect("a floor of the tower")
}

/// Returns whether the monster adjacent to the player does damage in one turn of `scene`. If its attack inflicted
/// `status`, the second value is the number of turns left after the tick.
fn on_hit(scene: &Scenario, seed: u64, status: Status) -> (bool, Option<u8>) {
    let (mut game, mut events) = (scene.clone().seed(seed).game(), Events::new());
    // Some monsters move only every other turn, but all can strike every turn.
    game.step(Wait, &mut events).expect("one can always wait");
    let is_hit = events.iter().any(|event| {
        matches!(event, Event::Struck { target: Actor::Player, damage, .. } if damage.0 > 0)
    });
    let began = Event::StatusBegan { who: Actor::Player, at: game.player().body.pos, status };
    let is_stung = events.iter().any(|event| *event == began);
    (is_hit, is_stung.then(|| game.player().body.statuses.turns_left(status)))
}

// D, D13: 1 in 10 damaging hits inflicts the status, for 20, 5 or 8 turns. None of these turns passes in the turn of
// the hit.
#[test]
fn one_hit_in_ten_stings() {
    // The number of turns is large enough to distinguish 1 in 10 from 1 in 8, although a staggering monster misses one
    // blow in five.
    const TURNS: u64 = 20_000;
    let bonus = |defence, saving_throw| Bonus { defence, saving_throw, ..Bonus::default() };
    for (letter, status, turns) in
        [('r', Status::Poisoned, 20), ('t', Status::Stunned, 5), ('e', Status::Confused, 8)]
    {
        let scene = Scenario::new(&format!("@{letter}")).floor(9).level(9);
        let naked = scene.clone().worn(Slot::Armour, bonus(-200, -200));
        let (mut hits, mut stung) = (0, 0);
        for seed in (0..TURNS).map(shifted) {
            let (is_hit, left) = on_hit(&naked, seed, status);
            assert!(left.is_none_or(|left| is_hit && left == turns), "{status:?}: {left:?} turns");
            hits += u64::from(is_hit);
            stung += u64::from(left.is_some());
        }
        assert!(hits > 15_000, "{letter} hit {hits} times");
        assert_fair("stings", &[stung, hits - stung], &[1, 9]);
        let clad = scene.worn(Slot::Armour, bonus(2000, 0));
        for seed in (0..200).map(shifted) {
            let (is_hit, left) = on_hit(&clad, seed, status);
            assert!(!is_hit && left.is_none(), "only a damaging hit brings it");
        }
    }
}

// M: a Lab Snake moves in every other turn, whether it sees the player or searches.
#[test]
fn a_snake_crawls_one_turn_in_two() {
    check("@.......s", &[Wait; 4], "@.....s..");
    check("@........s", &[Wait; 4], "@......s..");
}

// D: every damaging bite of a Lab Snake inflicts venom for 4 turns.
#[test]
fn every_bite_of_a_snake_envenoms() {
    let naked = Bonus { defence: -200, ..Default::default() };
    let scene = Scenario::new("@s").floor(9).level(20).worn(Slot::Armour, naked);
    for seed in (0..200).map(shifted) {
        let run = scene.clone().seed(seed).play(&[Wait]);
        let is_hit = run.events().any(|event| {
            matches!(event, Event::Struck { target: Actor::Player, damage, .. } if damage.0 > 0)
        });
        let left = run.game.player().body.statuses.turns_left(Status::Envenomed);
        assert_eq!(left, if is_hit { 4 } else { 0 });
    }
}

// D, D13: a bite prolongs existing venom to the longer of the two times; the times never add up. The venom takes its
// hit points every turn.
#[test]
fn venom_is_refreshed_and_never_adds_up() {
    let naked = Bonus { defence: -200, ..Default::default() };
    let scene = Scenario::new("@s").floor(9).level(60).worn(Slot::Armour, naked);
    let run = scene.play(&[Wait; 12]);
    assert_eq!(run.game.player().body.statuses.turns_left(Status::Envenomed), 3);
    let venom =
        |event: &&Event| matches!(event, Event::StatusHurt { status: Status::Envenomed, .. });
    assert_eq!(run.events().filter(venom).count(), 11, "in each turn but the first");
    let run = scene.status(Status::Envenomed, 50).play(&[Wait]);
    assert_eq!(run.game.player().body.statuses.turns_left(Status::Envenomed), 49);
}

// D5: if a creature already has a status that is inflicted with a chance of 1 in 10, it does not get this status again.
#[test]
fn who_has_it_is_not_given_it_again() {
    for (letter, status) in
        [('r', Status::Poisoned), ('t', Status::Stunned), ('e', Status::Confused)]
    {
        let hopeless = Bonus { saving_throw: -200, defence: -200, ..Default::default() };
        let scene = Scenario::new(&format!("@{letter}")).level(60).status(status, 90);
        let scene = scene.worn(Slot::Armour, hopeless);
        let run = scene.play(&[Wait; 40]);
        let began = run.events().any(|event| matches!(event, Event::StatusBegan { .. }));
        assert!(!began, "{status:?}");
    }
}

// D6: the message of the status follows the damage message.
#[test]
fn the_sting_follows_the_damage() {
    let naked = Bonus { defence: -200, ..Default::default() };
    let scene = Scenario::new("@s").worn(Slot::Armour, naked);
    let run = scene.play(&[Wait]);
    let attack = run.events().position(|event| matches!(event, Event::Struck { .. }));
    let on_hit = run.events().position(|event| matches!(event, Event::StatusBegan { .. }));
    assert!(attack.is_some() && on_hit == attack.map(|place| place + 1));
}

/// Plays `turns` turns of `command`. In each turn, takes the first event for which `of` returns a value. Returns how
/// often the value is true, and how often it is false.
fn rate(
    scene: &Scenario,
    command: Command,
    turns: u64,
    of: impl Fn(&Event) -> Option<bool>,
) -> [u64; 2] {
    let mut counts = [0; 2];
    for seed in (0..turns).map(shifted) {
        let mut events = Events::new();
        scene.clone().seed(seed).game().step(command, &mut events).expect("an attack or a wait");
        if let Some(counts_in) = events.iter().find_map(&of) {
            counts[usize::from(!counts_in)] += 1;
        }
    }
    counts
}

// M: a Neo Mouse dodges one attack in four. While asleep, stunned or confused, it dodges none.
#[test]
fn a_neo_mouse_dodges_one_attack_in_four() {
    let is_dodged = |event: &Event| match event {
        Event::Dodged { .. } => Some(true),
        Event::Struck { attacker: Actor::Player, .. } => Some(false),
        _ => None,
    };
    let scene = Scenario::new("@n").level(9).monster_hp(99);
    assert_fair("dodges", &rate(&scene, Walk(East), 10_000, is_dodged), &[1, 3]);
    for dazed in [
        Scenario::new("@N").level(9).monster_hp(99),
        scene.clone().monster_status(Status::Stunned, 9),
        scene.monster_status(Status::Confused, 9),
    ] {
        assert_eq!(rate(&dazed, Walk(East), 100, is_dodged), [0, 100]);
    }
}

/// Returns whether a blow of the player does damage in one turn of `command`.
fn is_hurt(scene: &Scenario, command: Command) -> bool {
    let run = scene.clone().play(&[command]);
    run.events().any(|event| match event {
        Event::Struck { attacker: Actor::Player, damage, .. } => damage.0 > 0,
        _ => false,
    })
}

// M15, S3: a Lid Mouse's lid stops straight blows, but diagonal blows do full damage. A Lid Mouse that sleeps, eats or
// is stunned stops no blow.
#[test]
fn a_lid_stops_straight_blows() {
    use Direction::{North, NorthEast, NorthWest, South, SouthEast, SouthWest, West};
    let strong = Bonus { attack_min: 90, attack_max: 90, ..Bonus::default() };
    let around = "
        ppp
        p@p
        ppp";
    let scene = Scenario::new(around).level(60).monster_hp(999).worn(Slot::Weapon, strong);
    for direction in [North, East, South, West] {
        let run = scene.clone().play(&[Walk(direction)]);
        let is_stopped = run.events().any(|event| matches!(event, Event::Shielded { .. }));
        assert!(is_stopped && !is_hurt(&scene, Walk(direction)), "{direction:?}");
    }
    for direction in [NorthEast, SouthEast, SouthWest, NorthWest] {
        assert!(is_hurt(&scene, Walk(direction)), "{direction:?}");
    }
    let beside = Scenario::new("@p").level(9).monster_hp(999).worn(Slot::Weapon, strong);
    assert!(!is_hurt(&beside.clone().monster_status(Status::Confused, 9), Walk(East)));
    assert!(is_hurt(&beside.clone().monster_status(Status::Stunned, 9), Walk(East)));
    assert!(is_hurt(&beside.changed(eating), Walk(East)));
    assert!(is_hurt(&Scenario::new("@P").monster_hp(999).worn(Slot::Weapon, strong), Walk(East)));
}

fn eating(floor: &mut FloorState) {
    floor.monsters[0].ai_state = AiState::Eating { turns: 3 };
}

// M15, M2: a Lid Mouse that keeps watch notices the player when its lid stops a blow.
#[test]
fn a_stopped_blow_is_noticed() {
    let run = Scenario::new("@P").watched().play(&[Walk(East)]);
    assert!(run.events().any(|event| matches!(event, Event::Noticed { .. })));
}

// M15, I12, B16: a sweep, a whirl or a blow from two tiles away may strike a Lid Mouse. The direction from the player
// to the struck tile decides whether the lid stops the blow.
#[test]
fn a_sweep_passes_a_lid_diagonally() {
    let hurt = |scene: &Scenario, command| -> Vec<Pos> {
        let run = scene.clone().play(&[command]);
        let tiles = run.events().filter_map(|event| match *event {
            Event::Struck { attacker: Actor::Player, at, damage, .. } if damage.0 > 0 => Some(at),
            _ => None,
        });
        tiles.collect()
    };
    let column = "
        .p
        @p
        .p";
    let scene = Scenario::new(column).level(30).monster_hp(999);
    let swept = hurt(&scene.clone().wears(ItemKind::Mop), Walk(East));
    assert_eq!(swept, [Pos::at(2, 3), Pos::at(2, 1)], "both sides, and not the middle");
    assert_eq!(hurt(&scene.graft(Graft::Whirl), Wait).len(), 2);
    let far = Scenario::new("@.p").level(30).monster_hp(999).graft(Graft::LongArm);
    assert!(hurt(&far, Walk(East)).is_empty());
    let slant = "
        @..
        ...
        ..p";
    let far = Scenario::new(slant).level(30).monster_hp(999).graft(Graft::LongArm);
    assert_eq!(hurt(&far, Walk(Direction::SouthEast)), [Pos::at(3, 3)]);
}

// M15, I10: the lid does not stop the ally's blows.
#[test]
fn an_ally_strikes_past_a_lid() {
    let scene = Scenario::new("@tp").floor(9).level(30).monster_hp(999);
    let scene = scene.changed(|floor| floor.monsters[0].is_ally = true);
    let run = scene.play(&[Wait; 8]);
    let is_hit = |event: &Event| match event {
        Event::Struck { attacker: Actor::Ally(_), damage, .. } => damage.0 > 0,
        _ => false,
    };
    assert!(run.events().any(is_hit), "{}", run.picture());
}

// M15: a bot steps to a tile from which it can strike a Lid Mouse diagonally, and kills it.
#[test]
fn bots_step_around_a_lid() {
    let room = "
        #####################
        #.........#.........#
        #.........#.........#
        #.................p@#
        #.........#.........#
        #.........#.........#
        #####################";
    for strategy in [Strategy::Careful, Strategy::Master] {
        let mut game = Scenario::new(room).floor(5).level(6).game();
        let (mut bot, mut events) = (Bot::new(strategy), Events::new());
        for _ in 0..60 {
            if game.current_floor().monsters.is_empty() {
                break;
            }
            let command = bot.next(&game, &game.visible());
            game.step(command, &mut events).expect("a bot knows what it may do");
        }
        assert!(game.current_floor().monsters.is_empty(), "{strategy:?} never struck it");
    }
}

// M15, I10: in a corridor, where no blow of the player passes the lid, a bot lets its ally fight in its place.
#[test]
fn a_bot_lets_its_ally_past_in_a_corridor() {
    let scene = Scenario::new("#t@p#").floor(9).level(9);
    let game = scene.changed(|floor| floor.monsters[0].is_ally = true).game();
    for strategy in [Strategy::Careful, Strategy::Master] {
        let command = Bot::new(strategy).next(&game, &game.visible());
        assert_eq!(command, Walk(West), "{strategy:?}");
    }
}

// M, T2: a Rabid Mouse staggers in one move of five. In such a move, its direction is random. It strikes the player
// only if this direction leads there (2 times in 16).
#[test]
fn a_rabid_mouse_staggers_one_move_in_five() {
    let scene = Scenario::new("@r").level(40);
    let comes_to_nothing = |event: &Event| match event {
        Event::Struck { .. } => Some(false),
        _ => None,
    };
    let turns = 20_000;
    let [_, struck] = rate(&scene, Wait, turns, comes_to_nothing);
    assert_fair("staggers", &[turns - struck, struck], &[7, 33]);
}

// M: a Meta Mouse teleports after one in three damaging hits, to any free ground within 3 tiles.
#[test]
fn a_meta_mouse_flickers_at_one_hit_in_three() {
    let text = "
        .....#.
        .@e..m_
        .....#.
        .....#.
        .......";
    let scene = Scenario::new(text).level(9).monster_hp(99);
    let (from, mut places) = (Pos::at(3, 2), std::collections::BTreeSet::new());
    let (mut hits, mut flickers) = (0, 0);
    for seed in (0..10_000).map(shifted) {
        let (mut game, mut events) = (scene.clone().seed(seed).game(), Events::new());
        game.step(Walk(East), &mut events).expect("an attack");
        hits += events
            .iter()
            .filter(|event| {
                matches!(event, Event::Struck { attacker: Actor::Player, damage, .. } if damage.0 > 0)
            })
            .count() as u64;
        for event in &events {
            if let Event::Teleported { from: left, to, .. } = *event {
                assert_eq!(left, from);
                places.insert(to);
                flickers += 1;
            }
        }
    }
    assert_fair("flickers", &[flickers, hits - flickers], &[1, 2]);
    // Columns 1 to 6 and rows 1 to 5 are within 3 tiles. Column six is ground only in the last row.
    let is_free = |pos: Pos| pos != from && pos != Pos::at(2, 2) && (pos.x() < 6 || pos.y() == 5);
    let wanted = (1..=6).flat_map(|x| (1..=5).map(move |y| Pos::at(x, y))).filter(|&p| is_free(p));
    assert_eq!(places, wanted.collect());
}

// M5: the King's death wins the run at once; no monster acts after it.
#[test]
fn the_kings_death_wins_at_once() {
    let run = Scenario::new("tt\n@k\ntt").floor(13).level(30).play(&[Walk(East)]);
    assert_eq!(run.last().result, Ok(Outcome::Won));
    assert!(run.events().any(|event| matches!(event, Event::KingSlain { .. })));
    let attacks = run.events().filter(|event| matches!(event, Event::Struck { .. })).count();
    assert_eq!(attacks, 1, "the guard strikes no more");
}

// M5: a dying player who kills the King wins, because venom acts later in the turn.
#[test]
fn a_win_is_a_win() {
    let scene = Scenario::new("@k").floor(13).level(30).hp(1).status(Status::Envenomed, 9);
    assert_eq!(scene.play(&[Walk(East)]).game.outcome(), Outcome::Won);
}

/// Returns a game on the throne floor, entered by a player who survives for a while.
fn throne(seed: u64) -> Game {
    let mut here = FloorState::EMPTY;
    worldgen::generate(seed, Floor::THRONE, &mut here);
    let down = here.map.find(musrex_core::world::Terrain::StairsDown).expect("they lead down");
    let scene = Scenario::new("@").level(99).game();
    let mut player: Player = scene.player().clone();
    player.body.pos = down.step(East).expect("inside");
    Game::from_parts(seed, Floor::THRONE, player, here)
}

fn king(game: &Game) -> Option<&musrex_core::world::Monster> {
    game.current_floor().monsters.iter().find(|monster| monster.kind == MonsterKind::MouseKing)
}

// M5, W12: the King wakes when the player arrives, and moves in at most two of three turns.
#[test]
fn the_king_is_awake_and_moves_two_turns_of_three() {
    for seed in (0..10).map(shifted) {
        let mut game = throne(seed);
        assert!(king(&game).expect("he is there").ai_state.is_alert());
        let mut events = Events::new();
        let mut moves = Vec::new();
        for _ in 0..60 {
            let before = king(&game).map(|king| king.body.pos);
            game.step(Wait, &mut events).expect("one can always wait");
            if game.outcome() != Outcome::Playing {
                break;
            }
            moves.push(king(&game).map(|king| king.body.pos) != before);
        }
        let three_in_a_row = moves.windows(3).any(|three| three.iter().all(|&moved| moved));
        assert!(!three_in_a_row, "run {seed}: {moves:?}");
    }
}

// M5: the King keeps his distance: in an open hall, he never comes nearer to the player.
#[test]
fn the_king_keeps_away() {
    let hall = format!(
        "{}\n{}@...k{}\n{}",
        ".".repeat(40),
        ".".repeat(10),
        ".".repeat(25),
        ".".repeat(40)
    );
    let mut run = Scenario::new(&hall).floor(13).level(30).play(&[]);
    let mut distances = Vec::new();
    for _ in 0..6 {
        run = run.play(&[Wait]);
        let king = king(&run.game).expect("nobody struck him").body.pos;
        distances.push(king.steps_to(run.game.player().body.pos));
    }
    assert!(distances.windows(2).all(|two| two[0] <= two[1]), "{distances:?}");
    assert!(distances.last() >= Some(&7), "{distances:?}");
}

// M5, W12: the throne floor has one King and a strong guard.
#[test]
fn the_throne_floor_has_one_king_and_his_guard() {
    for seed in (0..20).map(shifted) {
        let game = throne(seed);
        let monsters = &game.current_floor().monsters;
        let kings = monsters.iter().filter(|one| one.kind == MonsterKind::MouseKing).count();
        assert_eq!(kings, 1, "run {seed}");
        assert!(monsters.len() >= 4, "run {seed}: {} in all", monsters.len());
        let king_xp = MonsterKind::MouseKing.spec().xp;
        assert!(monsters.iter().filter(|one| one.kind.spec().xp > king_xp).count() >= 3);
    }
}

// M1, M18: the monsters of a floor are drawn at random with the weights that the run has for this floor.
#[test]
fn monsters_are_drawn_by_weight() {
    for number in [1, 3, 6, 9, 12] {
        let mut counts = [0; MonsterKind::COUNT];
        let mut weights = [0; MonsterKind::COUNT];
        let mut state = FloorState::EMPTY;
        for seed in (0..120).map(shifted) {
            worldgen::generate(seed, floor(number), &mut state);
            let lives: Vec<(MonsterKind, u16)> = population(seed, floor(number)).collect();
            let total: u64 = lives.iter().map(|(_, weight)| u64::from(*weight)).sum();
            for &(kind, weight) in &lives {
                weights[kind as usize] += 10_000 * u64::from(weight) / total;
            }
            let is_drawn = |it: &&Monster| it.kind.spec().firmware.is_none();
            for monster in state.monsters.iter().filter(is_drawn) {
                assert!(
                    lives.iter().any(|(kind, _)| *kind == monster.kind),
                    "only who lives there"
                );
                counts[monster.kind as usize] += 1;
            }
        }
        let lives = |index: &usize| weights[*index] > 0;
        let of = |all: [u64; MonsterKind::COUNT]| -> Vec<u64> {
            (0..MonsterKind::COUNT).filter(lives).map(|index| all[index]).collect()
        };
        assert_fair(&format!("floor {number}"), &of(counts), &of(weights));
    }
}

// M18: each band of floors lacks some kinds, which differ from run to run. Each kind lives on at least two floors of
// some band.
#[test]
fn bands_miss_kinds_and_runs_have_all() {
    let all = |floor: Floor| {
        MonsterKind::ALL
            .into_iter()
            .filter(move |kind| kind.spec().spawn_weight_on(floor).is_some_and(|weight| weight > 0))
    };
    let mut missed = std::collections::BTreeSet::new();
    for seed in (0..200).map(shifted) {
        let has = |number, kind| population(seed, floor(number)).any(|(other, _)| other == kind);
        for (band, wanted) in [(1..=3, 1), (4..=6, 2), (7..=9, 2), (10..=12, 2)] {
            let mut gone = std::collections::BTreeSet::new();
            for number in band.clone() {
                assert!(population(seed, floor(number)).next().is_some());
                let lost = all(floor(number)).filter(|&kind| !has(number, kind));
                gone.extend(lost.map(|kind| kind as usize));
            }
            assert_eq!(gone.len(), wanted, "run {seed}, floors {band:?}");
            missed.extend(gone.into_iter().map(|kind| (*band.start(), kind)));
        }
        let is_drawn =
            |kind: &MonsterKind| kind.spec().firmware.is_none() && *kind != MonsterKind::MouseKing;
        for kind in MonsterKind::ALL.into_iter().filter(is_drawn) {
            let homes =
                |band: &u8| (band + 1..band + 4).filter(|&number| has(number, kind)).count();
            assert!([0, 3, 6, 9].iter().any(|band| homes(band) > 1), "run {seed} lacks {kind:?}");
        }
    }
    assert!(missed.len() > 15, "{missed:?}");
}

// M1: the mean experience for a floor's monsters grows with the floor, because harder monsters become more likely.
#[test]
fn floors_get_harder() {
    let mut state = FloorState::EMPTY;
    let mut worth = |number| {
        let worths = (0..120).map(|seed| {
            worldgen::generate(shifted(seed), floor(number), &mut state);
            let xp = |monster: &musrex_core::world::Monster| u64::from(monster.kind.spec().xp.0);
            // Open places have fewer monsters, so the test compares means, not sums.
            state.monsters.iter().map(xp).sum::<u64>() * 100 / state.monsters.len() as u64
        });
        worths.sum::<u64>()
    };
    let worths: Vec<u64> = [1, 4, 7, 10, 12].map(&mut worth).to_vec();
    let grows = |two: &[u64]| two[1] * 100 >= two[0] * 95;
    assert!(worths.windows(2).all(grows) && worths[0] * 3 < worths[4], "{worths:?}");
}

// M2, M5: the King sees through walls.
#[test]
fn the_king_sees_everything() {
    let run = Scenario::new("@####K").floor(13).watched().play(&[Wait]);
    assert!(king(&run.game).expect("there he is").ai_state.is_alert());
    assert!(run.game.current_floor().monsters[0].body.pos == Pos::at(6, 1));
}
