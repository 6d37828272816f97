//! Measures what each kind of item that is used up is worth to a bot: how many games fewer it wins
//! without.
//!
//! `cargo run --release -p musrex-tests --bin worth -- master 300 1` plays 300 games of seed 1 with
//! everything, and as many without each kind.

use musrex_core::bots::{Bot, Strategy};
use musrex_core::content::ItemKind;
use musrex_core::dice::mix;
use musrex_core::{Events, Game, Outcome};
use std::env;
use std::process::ExitCode;
use std::thread;

/// Turns after which a game counts as lost.
const TURNS_MAX: u32 = 40_000;

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [bot, games, seed] = &arguments[..] else { return usage() };
    let bot = Strategy::from_name(bot);
    let (Some(bot), Ok(games), Ok(seed)) = (bot, games.parse::<u64>(), seed.parse()) else {
        return usage();
    };
    if games == 0 {
        return usage();
    }
    let all = wins(bot, None, games, seed);
    println!("{games} games of seed {seed}, played by {}", bot.name());
    println!("{:>20} {:>6} {:>6}", "without", "won %", "cost");
    println!("{:>20} {:>6}", "nothing", tenths(all, games));
    let used_up = ItemKind::ALL.into_iter().filter(|kind| kind.slot().is_none());
    for kind in used_up.filter(|&kind| kind != ItemKind::Key) {
        let won = wins(bot, Some(kind), games, seed);
        let cost = (all.cast_signed() - won.cast_signed()) * 1_000 / games.cast_signed();
        let (sign, cost) = (if cost < 0 { "-" } else { "" }, cost.abs());
        println!(
            "{:>20} {:>6} {:>6}",
            kind.spec().name,
            tenths(won, games),
            format!("{sign}{}.{}", cost / 10, cost % 10)
        );
    }
    ExitCode::SUCCESS
}

fn usage() -> ExitCode {
    eprintln!("usage: worth BOT GAMES SEED");
    ExitCode::from(2)
}

fn tenths(won: u64, games: u64) -> String {
    let permille = won * 1_000 / games;
    format!("{}.{}", permille / 10, permille % 10)
}

/// Counts the games that the bot wins without items of a kind, on all processors.
fn wins(bot: Strategy, without: Option<ItemKind>, games: u64, seed: u64) -> u64 {
    let threads = thread::available_parallelism().map_or(1, |count| count.get() as u64);
    thread::scope(|scope| {
        let workers: Vec<_> = (0..threads)
            .map(|worker| {
                scope.spawn(move || {
                    let numbers = (1..=games).filter(|number| number % threads == worker);
                    numbers.filter(|&number| is_won(bot, without, seed_of(seed, number))).count()
                })
            })
            .collect();
        workers.into_iter().map(|worker| worker.join().expect("no game panics") as u64).sum()
    })
}

/// Returns the seed of a game, as simulations have it.
fn seed_of(seed: u64, number: u64) -> u64 {
    mix(mix(seed).wrapping_add(number))
}

fn is_won(strategy: Strategy, without: Option<ItemKind>, seed: u64) -> bool {
    let (mut game, mut events) = (Game::new(seed), Events::new());
    let mut bot = match without {
        Some(kind) => Bot::new(strategy).without(kind),
        None => Bot::new(strategy),
    };
    let mut visible = game.visible();
    while game.outcome() == Outcome::Playing && game.turn().0 < TURNS_MAX {
        let command = bot.next(&game, &visible);
        if game.step(command, &mut events).is_err() {
            return false;
        }
        visible.clone_from(events.visible());
    }
    game.outcome() == Outcome::Won
}
