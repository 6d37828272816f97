//! Compares pictures of every screen, floors of many runs, and recorded games with goldens.
//!
//! The pictures show floors drawn as text, so that they do not depend on the floors that `generate` makes from a seed.
//! Only the pictures of places show generated floors.
//!
//! `cargo bless` rewrites the goldens and reports what has changed; look at the changes before keeping them.

use musrex_core::app::{App, ScreenName};
use musrex_core::content::{Bonus, Firmware, ItemKind, MonsterKind, SpillKind};
use musrex_core::geometry::{Direction, Pos};
use musrex_core::input::Button;
use musrex_core::limits::SIGHT_RADIUS;
use musrex_core::poll::block_on;
use musrex_core::quantity::{Damage, Floor, Hp};
use musrex_core::raster::Frame;
use musrex_core::replay::{self, Recorder};
use musrex_core::rules::{Actor, Command, Event, Events};
use musrex_core::save::{SaveManager, Score, Scores};
use musrex_core::seed::Date;
use musrex_core::view::text::{self, GUIDE};
use musrex_core::world::{
    AiState, Aim, FloorState, Game, GroundItem, Item, KingsEnd, Monster, Outcome, Player, Spill,
    Squeak, Terrain, VentedMonster, sight,
};
use musrex_core::worldgen;
use musrex_testkit::Scenario;
use musrex_testkit::app_driver::AppDriver;
use musrex_testkit::fixtures::TestRng;
use musrex_testkit::flash::Flash;
use musrex_testkit::golden::{self, compare_frame};
use musrex_testkit::input_schemes::schemes;
use musrex_testkit::policy_bot::{Policy, PolicyBot};
use musrex_testkit::save_now::SaveNow;
use std::fmt::Write;

/// The folder for the results after a mismatch.
const SCRATCH: &str = env!("CARGO_TARGET_TMPDIR");
/// The frame sizes at which every screen must look well designed.
const SIZES: [(u16, u16); 3] = [(240, 160), (240, 240), (320, 180)];

/// A collection of golden comparisons, which records the differing pictures.
#[derive(Default)]
pub(super) struct Album {
    faults: Vec<String>,
}

impl Album {
    /// Compares the screen of `app` with the golden pictures `name`, in every size. The previous contents of the frame
    /// must not matter.
    pub(super) fn take(&mut self, name: &str, app: &App) {
        for (width, height) in SIZES {
            let mut rng = TestRng(7);
            let noise = std::iter::repeat_with(|| rng.below(u32::MAX));
            let mut words: Vec<u32> = noise.take(Frame::words(width, height)).collect();
            let mut frame = Frame::new(width, height, &mut words).expect("the words are enough");
            assert!(app.clone().draw(&mut frame), "a frame of another size is drawn");
            let name = format!("frames/{name}-{width}x{height}");
            self.faults.extend(compare_frame(&name, &frame, SCRATCH).err());
        }
    }

    /// Compares the screen of `app` in large text with the golden pictures `name`, in every size (H10).
    pub(super) fn take_large(&mut self, name: &str, app: &App) {
        let mut app = app.clone();
        app.settings_mut().set_large_text(true);
        self.take(&format!("{name}-large"), &app);
    }

    #[track_caller]
    pub(super) fn close(self) {
        assert!(self.faults.is_empty(), "\n{}", self.faults.join("\n"));
    }
}

fn floor_of(app: &App) -> u8 {
    app.game().floor().number()
}

#[test]
fn title_and_what_it_leads_to() {
    let mut album = Album::default();
    let mut driver = AppDriver::new(7);
    driver.wait(1);
    album.take("title", &driver.app);
    driver.taps(&[Button::Down, Button::Down, Button::Down, Button::A]);
    assert_eq!(driver.app.screen(), ScreenName::Hall);
    album.take("hall-empty", &driver.app);
    driver.tap(Button::B);
    driver.app.set_today(Date::new(2026, 11, 23));
    driver.app.offer_daily();
    album.take("new-run", &driver.app);
    driver.taps(&[Button::Up, Button::Up, Button::Left, Button::Down, Button::A]);
    driver.taps(&[Button::Right, Button::A, Button::A, Button::Down, Button::Right, Button::A]);
    album.take("new-run-seed", &driver.app);
    driver.taps(&[Button::Start, Button::B, Button::Up, Button::Up]);
    driver.tap(Button::A);
    assert_eq!(driver.app.screen(), ScreenName::Play);
    album.take("lobby", &driver.app);
    album.close();
}

/// A drawing of a cave, for a floor with an odd number.
const CAVE: &str = "
    ###################################
    ########.....#####....#############
    #####...........#..z...%..#########
    ####..####.........##.......#######
    ###...#####..!.######....#......###
    ###..#####....######..S..####....##
    ##...####....m@..##......#####...##
    ##......#........<..###....##..>.##
    ###..n..........####..##........###
    ####...###..&....###.....#...######
    #####.####......#####.......#######
    ########...##..########...#########
    ###################################";

/// A drawing of a laboratory, for a floor with an even number.
const LABORATORY: &str = "
    ####################################
    #.......#########........#.........#
    #...<...#.......+..%.....#....$....#
    #.......'..m....#........+.........#
    #.......#.......#....z...#....S....#
    ####+####.......####+#####.........#
    ###...........@....!........########
    ########..###########+####..####_###
    #.......#.##.............#......L..#
    #...&...+.#...n......(...######.#..#
    #.......#.#......>.......#......####
    ####################################";

#[test]
fn floors_and_fights() {
    let mut album = Album::default();
    let mut driver = AppDriver::in_lobby(3);
    let mut bot = PolicyBot::new(Policy::Climb, 3);
    assert!(driver.play_until(&mut bot, 50, |app| app.screen() == ScreenName::FloorChange));
    album.take("floor-change", &driver.app);
    driver.app.watch(a_hit_to_come());
    driver.wait(60);
    album.take("cave", &driver.app);
    driver.walk(Direction::West);
    album.take("lunge", &driver.app);
    driver.wait(7);
    album.take("splat", &driver.app);
    driver.app.settings_mut().is_colour_safe = true;
    album.take("splat-colour-safe", &driver.app);
    album.close();
}

/// Returns a game in the cave. With its dice, the player's next blow to the west hits.
fn a_hit_to_come() -> Game {
    let is_hit = |event: &Event| {
        matches!(event, Event::Struck { attacker: Actor::Player, damage, .. }
            if *damage != Damage::MISS)
    };
    let mut games = (0..100).map(|seed| Scenario::new(CAVE).floor(1).seed(seed).game());
    let hits = |game: &Game| {
        let mut events = Events::new();
        let next = game.clone().step(Command::Walk(Direction::West), &mut events);
        next == Ok(Outcome::Playing) && events.iter().any(is_hit)
    };
    games.find(hits).expect("of 100 blows none is a hit: has A5 or A6 changed?")
}

#[test]
fn a_laboratory_and_the_screens_over_a_game() {
    let mut album = Album::default();
    let carried = [ItemKind::Crowbar, ItemKind::HealthPack, ItemKind::PotionOfVenom, ItemKind::Key];
    let scene = Scenario::new(LABORATORY).floor(2).level(3).seed(7).wears(ItemKind::BikerJacket);
    let mut driver = AppDriver::in_lobby(7);
    driver.app.watch(carried.into_iter().fold(scene, Scenario::carries).game());
    driver.play_until(&mut PolicyBot::new(Policy::Gather, 7), 30, |_| false);
    driver.wait(60);
    assert_eq!((driver.app.screen(), floor_of(&driver.app)), (ScreenName::Play, 2));
    album.take("laboratory", &driver.app);
    over_a_game(&mut album, &driver);
    album.close();
}

/// Takes pictures of the menu and of the screens that it leads to, all from the same game.
fn over_a_game(album: &mut Album, driver: &AppDriver) {
    use Button::{A, Down, L, Right, Select, Start, Up};
    for (name, input_scheme) in ["buttons", "keys", "pad"].into_iter().zip(schemes()) {
        let mut driver = driver.clone();
        driver.app.set_input_scheme(input_scheme);
        [Start, Down, Down, Down, Down, A].into_iter().for_each(|button| driver.tap(button));
        assert_eq!(driver.app.screen(), ScreenName::Help);
        album.take(&format!("help-{name}"), &driver.app);
        if name == "buttons" {
            for page in 1..=GUIDE.len() {
                driver.tap(Right);
                album.take(&format!("guide-{page}"), &driver.app);
            }
        }
    }
    let mut picture = |name: &str, buttons: &[Button], screen: ScreenName| {
        let mut driver = driver.clone();
        buttons.iter().for_each(|&button| driver.tap(button));
        assert_eq!(driver.app.screen(), screen, "{name}");
        album.take(name, &driver.app);
    };
    picture("menu", &[Start], ScreenName::Menu);
    picture("give-up", &[Start, Up, Up, A], ScreenName::Menu);
    picture("pack", &[Start, A], ScreenName::Pack);
    picture("pack-deeds", &[Start, A, Down, Down, Down, A], ScreenName::Pack);
    picture("history", &[Start, Down, A], ScreenName::History);
    picture("options", &[Start, Up, Up, Up, Up, A, Down, Right], ScreenName::Options);
    let keys = [Start, Up, Up, Up, Up, A, Up, Up, A];
    picture("keys", &[&keys[..], &[Up; 10], &[A]].concat(), ScreenName::Keys);
    picture("map", &[Select], ScreenName::Map);
    picture("look", &[L, Right, Up], ScreenName::Look);
}

/// Returns the tile of a new floor from which most of its layout and furniture is in sight. Hand-drawn rooms do not
/// count, because other floors also have them.
fn viewpoint(state: &FloorState) -> Pos {
    let is_decor = |pos: &Pos| {
        if state.room_at(*pos).is_some() {
            return false;
        }
        let terrain = state.map.terrain(*pos);
        matches!(terrain, Terrain::Low | Terrain::Tall | Terrain::Glass | Terrain::Water)
    };
    let rate = |pos: Pos| {
        let visible = sight::visible(state, pos, SIGHT_RADIUS);
        let walls = visible.iter().filter(|&at| state.map.terrain(at) == Terrain::Wall);
        20 * visible.iter().filter(is_decor).count() + 3 * walls.count() + visible.iter().count()
    };
    let free = state.map.positions_of(|terrain| terrain == Terrain::Ground);
    free.filter(|&pos| state.monster_at(pos).is_none() && state.room_at(pos).is_none())
        .max_by_key(|&pos| rate(pos))
        .expect("a floor has ground")
}

// H10: the options on a host with wide frames.
#[test]
fn the_options_of_a_wide_frame() {
    use Button::{A, Down, Start, Up};
    let mut album = Album::default();
    let mut driver = AppDriver::on_wide_frames(7);
    driver.tap(A);
    driver.taps(&[Start, Up, Up, Up, Up, A]);
    driver.taps(&[Down; 5]);
    assert_eq!(driver.app.screen(), ScreenName::Options);
    album.take_large("options", &driver.app);
    album.close();
}

// W20: each floor is a different place, which a player can tell from all others at a glance. The player stands where
// most of the furniture is in sight, and the surrounding tiles are explored.
#[test]
fn every_place_looks_as_it_did() {
    let mut album = Album::default();
    for number in 0..=13 {
        let floor = Floor::new(number).expect("a floor of the tower");
        let mut state = FloorState::EMPTY;
        worldgen::generate(7, floor, &mut state);
        let pos = viewpoint(&state);
        for near in state.map.positions_of(Terrain::is_walkable).collect::<Vec<Pos>>() {
            if near.steps_to(pos) <= SIGHT_RADIUS {
                let seen = sight::visible(&state, near, SIGHT_RADIUS);
                state.map.explored_mut().insert_all(&seen);
            }
        }
        let player = Player::new(pos, Hp(25));
        let mut driver = AppDriver::in_lobby(7);
        driver.app.watch(Game::from_parts(7, floor, player, state));
        driver.wait(60);
        album.take(&format!("place-{number:02}"), &driver.app);
    }
    album.close();
}

/// A drawing of a floor with everything that offers the player a choice.
const CHOICES: &str = "
    ################i#########
    #........#.......#.....###
    #..z..C..+..---..#.o.O.###
    #...z....#.......g..../###
    #v##?##..#....n..#..#######
    #.......@.......c#..#dDd##
    #..m.......t.....#..#...##
    #.....,..........+..'...##
    #................#..#...##
    ##########################";

/// Returns the scene of [`CHOICES`] with an ally, spills, a marked tile, a meal and a rattling vent.
fn choices() -> Scenario {
    let carried = [ItemKind::HealthPack, ItemKind::HealthPack, ItemKind::PotionOfVenom];
    let scene = Scenario::new(CHOICES).floor(8).level(6).seed(7).wears(ItemKind::Crowbar);
    let scene = carried.into_iter().fold(scene, Scenario::carries);
    let chip = Item {
        firmware: Some(Firmware::Hook),
        ..Item::with_bonus(ItemKind::Microchip, Bonus { hp_max: 6, defence: -1, ..Bonus::NONE })
    };
    let vest = Bonus { defence: 5, saving_throw: 2, ..Bonus::NONE };
    scene.carries(ItemKind::Cheese).carries_item(chip.clone()).changed(|floor| {
        for monster in &mut floor.monsters {
            match monster.kind {
                MonsterKind::NeoMouse => monster.is_ally = true,
                MonsterKind::SpitMouse if monster.ai_state.is_alert() => {
                    monster.aim = Aim::At(Pos::at(9, 6));
                }
                MonsterKind::SpitMouse => monster.ai_state = AiState::Watching,
                MonsterKind::MicroMouse if monster.ai_state.is_alert() => {
                    monster.ai_state = AiState::Eating { turns: 5 };
                }
                MonsterKind::ToughMouse => monster.squeak = Squeak::Due,
                _ => {}
            }
        }
        let kinds = SpillKind::ALL.into_iter().zip([4, 6, 11, 13]);
        for (kind, x) in kinds.flat_map(|(kind, x)| [(kind, x), (kind, x + 1)]) {
            let spill = Spill { pos: Pos::at(x, 8), kind, turns: 3, is_players: true };
            floor.spills.push(spill).expect("there is room for eight");
        }
        let monster = Monster::new(MonsterKind::MicroMouse, Pos::at(2, 5), Hp(3));
        let vented = VentedMonster { monster, turns: 1, is_rattling: true };
        floor.vented.push(vented).expect("the vents are empty");
        let items = [
            (Pos::at(22, 6), Item::with_bonus(ItemKind::BulletproofVest, vest)),
            (Pos::at(24, 6), chip),
        ];
        for (pos, item) in items {
            floor.items.push(GroundItem { pos, item }).expect("there is room for two");
        }
    })
}

// I6, I7, I11, I13, S1, S4, M8, W15 to W19: the pictures of choices on the floor, and of their screens.
#[test]
fn choices_and_their_screens() {
    use Button::{A, Down, L, Start};
    let mut album = Album::default();
    let mut driver = AppDriver::in_lobby(7);
    driver.app.watch(choices().game());
    driver.wait(60);
    album.take("choices", &driver.app);
    album.take_large("choices", &driver.app);
    let mut picture = |name: &str, buttons: &[Button], screen: ScreenName| {
        let mut driver = driver.clone();
        buttons.iter().for_each(|&button| driver.tap(button));
        assert_eq!(driver.app.screen(), screen, "{name}");
        album.take(name, &driver.app);
        if matches!(screen, ScreenName::Pack | ScreenName::Aim) {
            album.take_large(name, &driver.app);
        }
    };
    picture("pack-rows", &[Start, A, Down, Down], ScreenName::Pack);
    picture("aim-flask", &[Start, A, Down, Down, Down, A, Down, A], ScreenName::Aim);
    picture("look-marked", &[L], ScreenName::Look);
    picture("look-squeaker", &[L, L, L], ScreenName::Look);
    picture("look-eater", &[L, L, L, L], ScreenName::Look);
    picture("look-spitter", &[L, L, L, L, L], ScreenName::Look);
    picture("look-gas", &[L, L, L, L, L, L], ScreenName::Look);
    album.close();
}

// W17: the player can compare the three items of a vault before taking one.
#[test]
fn a_vault_compares_its_three_things() {
    let vault = "
        #########
        ##ddd####
        ##.@.####
        ##...####
        ###'#####";
    let scene = Scenario::new(vault).floor(4).level(4).seed(7).wears(ItemKind::StunBaton);
    let chip = Item {
        firmware: Some(Firmware::Dash),
        ..Item::with_bonus(ItemKind::Microchip, Bonus { hp_max: 6, defence: -1, ..Bonus::NONE })
    };
    let attack = Bonus { attack_min: 1, attack_max: 4, ..Bonus::NONE };
    let scene = scene.changed(|floor| {
        let items = [
            Item::with_bonus(ItemKind::Crowbar, attack),
            Item::with_bonus(ItemKind::BikerJacket, Bonus { defence: 2, hp_max: 9, ..Bonus::NONE }),
            chip,
        ];
        for (x, item) in (3..).zip(items) {
            let ground = GroundItem { pos: Pos::at(x, 2), item };
            floor.items.push(ground).expect("there is room for three");
        }
    });
    let mut album = Album::default();
    let mut driver = AppDriver::in_lobby(7);
    driver.app.watch(scene.game());
    driver.wait(60);
    album.take("vault", &driver.app);
    driver.walk(Direction::North);
    driver.wait(4);
    assert_eq!(driver.app.screen(), ScreenName::Pedestal);
    album.take("pedestal", &driver.app);
    driver.tap(Button::Right);
    album.take("pedestal-chip", &driver.app);
    album.close();
}

// K3: the victory screen names the way in which the King was defeated.
#[test]
fn a_victory_names_the_way() {
    let hall = "#########\n#.@k..,.#\n#########";
    let scene = Scenario::new(hall).floor(13).level(12).seed(7).changed(|floor| {
        floor.monsters[0].ai_state = AiState::Eating { turns: 2 };
    });
    let mut album = Album::default();
    let mut driver = AppDriver::in_lobby(7);
    driver.app.watch(scene.game());
    driver.walk(Direction::East);
    driver.wait(240);
    assert_eq!(driver.app.screen(), ScreenName::Victory);
    album.take("victory", &driver.app);
    driver.go_on();
    driver.go_on();
    driver.wait(70);
    assert_eq!(driver.app.screen(), ScreenName::Hall);
    album.take("hall-victory", &driver.app);
    driver.tap(Button::L);
    album.take("hall-page", &driver.app);
    for (name, way) in [
        ("hall-page-fought", KingsEnd::Fought),
        ("hall-page-cornered", KingsEnd::Cornered),
        ("hall-page-ally", KingsEnd::Ally),
    ] {
        album.take(name, &at_a_victory(way).app);
    }
    album.close();
}

/// Returns an app at the final page of a run in which the King was defeated in the given way.
fn at_a_victory(way: KingsEnd) -> AppDriver {
    let (mut game, mut scores) = (Game::new(7), Scores::new());
    let score = Score { kings_end: Some(way), killed_by: None, ..Score::of(&game) };
    scores.insert(score).expect("there is room");
    let mut manager = block_on(SaveManager::open(Flash::default()));
    manager.begin(&game).expect("the flash is whole");
    game.step(Command::Wait, &mut Events::new()).expect("anyone can wait");
    manager.end(Command::Wait, &game, &scores).expect("the flash is whole");
    let mut driver = AppDriver::new(7);
    block_on(driver.app.attach(&mut manager));
    driver.taps(&[Button::Down, Button::Down, Button::Down, Button::A, Button::A]);
    assert_eq!(driver.app.screen(), ScreenName::Hall);
    driver
}

#[test]
fn the_end_of_a_run() {
    let mut album = Album::default();
    let mut driver = AppDriver::in_lobby(5);
    driver.app.watch(Scenario::new("#m.@.#").floor(3).level(2).hp(1).seed(5).game());
    let mut bot = PolicyBot::new(Policy::Meek, 5);
    assert!(driver.play_until(&mut bot, 100, |app| app.screen() == ScreenName::Death));
    driver.wait(24);
    album.take("death-fading", &driver.app);
    driver.wait(120);
    album.take("death", &driver.app);
    driver.tap(Button::A);
    driver.wait(70);
    album.take("last-turns", &driver.app);
    driver.tap(Button::A);
    driver.wait(70);
    assert_eq!(driver.app.screen(), ScreenName::Hall);
    album.take("hall-of-fame", &driver.app);
    album.close();
}

// H6: a run that ends with many events has more messages than fit.
#[test]
fn the_end_of_a_busy_run() {
    let mut album = Album::default();
    let mut driver = AppDriver::at_a_busy_death(5);
    driver.tap(Button::A);
    driver.wait(70);
    album.take("last-turns-busy", &driver.app);
    (0..4).for_each(|_| driver.tap(Button::Up));
    album.take("last-turns-scrolled", &driver.app);
    album.close();
}

/// Returns the 64-bit FNV-1a hash of Fowler, Noll and Vo.
fn hash(bytes: impl IntoIterator<Item = u8>) -> u64 {
    bytes.into_iter().fold(0xCBF2_9CE4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3)
    })
}

/// Statistics of the monsters or the items of one kind on the floors with the same number, over all runs.
#[derive(Default)]
struct Census {
    count: u32,
    /// The sum of the monsters' hit points, or of the bonuses that the items give when worn.
    sum: i32,
    /// The run, the tile and the numbers of each monster or item.
    places: String,
}

impl Census {
    fn add(&mut self, run: u64, pos: Pos, numbers: &[i16]) {
        self.count += 1;
        self.sum += numbers.iter().map(|&number| i32::from(number)).sum::<i32>();
        write!(self.places, "{run} {pos:?} {numbers:?};").expect("a string takes all");
    }

    fn line(&self) -> String {
        let hash = hash(self.places.bytes());
        format!("{} of {}, {hash:016x}", self.count, self.sum)
    }
}

// W3: a failure states which floor has changed, and in which part: its layout, its inhabitants, or its items. Each line
// of the golden is about one kind on one floor in all runs, so a change of one kind changes only a few lines.
#[test]
fn floors_of_many_runs_are_generated_as_they_were() {
    const RUNS: u64 = 25;
    let mut lines =
        format!("kinds on each floor of {RUNS} runs: count, sum of hp or bonus, hash of all\n");
    let mut state = FloorState::EMPTY;
    for floor in Floor::all().skip(1) {
        let mut layouts = String::new();
        let mut monsters = [(); MonsterKind::COUNT].map(|()| Census::default());
        let mut items = [(); ItemKind::COUNT].map(|()| Census::default());
        for run in 1..=RUNS {
            worldgen::generate(run * run * 0x9E37_79B9, floor, &mut state);
            let layout = hash(state.map.tiles().iter().map(|&tile| tile as u8));
            write!(layouts, "{layout:x};").expect("a string takes all");
            for monster in &state.monsters {
                let hp = [monster.body.hp.0.cast_signed()];
                monster.kind.entry_mut(&mut monsters).add(run, monster.body.pos, &hp);
            }
            for GroundItem { pos, item } in &state.items {
                item.kind.entry_mut(&mut items).add(run, *pos, &item.bonus.numbers());
            }
        }
        let number = floor.number();
        let layouts = hash(layouts.into_bytes());
        let monsters = MonsterKind::ALL.map(text::name_of).into_iter().zip(&monsters);
        let items = ItemKind::ALL.map(text::name_of).into_iter().zip(&items);
        writeln!(lines, "{number} layouts: {layouts:016x}").expect("a string takes all");
        for (name, census) in monsters.chain(items).filter(|(_, census)| census.count > 0) {
            writeln!(lines, "{number} {name}: {}", census.line()).expect("a string takes all");
        }
    }
    golden::assert_text("floors.txt", &lines, SCRATCH);
}

/// Plays a game with a policy. Returns its recording and the game at its end.
fn record(policy: Policy, seed: u64, turns: u32) -> (String, Game) {
    let (mut game, mut bot) = (Game::new(seed), PolicyBot::new(policy, seed));
    let mut recorder = Recorder::new(String::new(), &game).expect("a string takes all");
    let mut events = Events::new();
    while game.outcome() == Outcome::Playing && game.turn().0 < turns {
        let command = bot.next(&game);
        if game.step(command, &mut events).is_ok() {
            recorder.record(command, &game).expect("a string takes all");
        }
    }
    (recorder.finish(&game).expect("a string takes all"), game)
}

/// Checks that the recording `name` plays as recorded. If it does not, blessing replaces it.
fn check_replay(name: &str, make: impl FnOnce() -> String) {
    let file = format!("bots/{name}.replay");
    let recording = std::fs::read(golden::path(&file));
    if golden::is_blessing() {
        if !recording.as_ref().is_ok_and(|bytes| replay::verify(bytes).is_ok()) {
            golden::progress(&format!("{file} is recorded anew"));
            golden::assert_text(&file, &make(), SCRATCH);
        }
        return;
    }
    let recording = recording
        .unwrap_or_else(|error| panic!("no recording {file}: {error}; `cargo bless` makes it"));
    if let Err(fault) = replay::verify(&recording) {
        panic!("{file}: {fault:?}; if that is meant, `cargo bless` records it anew");
    }
}

// A recorded game always plays as recorded: the same seed and commands give the same game.
#[test]
fn recorded_games_go_as_they_went() {
    check_replay("random", || record(Policy::Random, 11, 400).0);
    check_replay("meek", || record(Policy::Meek, 12, 400).0);
    check_replay("bouncer", || record(Policy::Bounce, 13, 400).0);
    check_replay("climber", || best(Policy::Climb, 30, 800));
    check_replay("hoarder", || best(Policy::Hoard, 60, 3000));
}

/// Returns the recording that reaches the highest floor, out of `count` recordings.
fn best(policy: Policy, count: u64, turns: u32) -> String {
    let all = (0..count).map(|seed| record(policy, seed, turns));
    let best = all.max_by_key(|(_, game)| (game.floor(), game.player().level, game.player().kills));
    best.expect("one was recorded").0
}
