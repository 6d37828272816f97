//! Plays Mus Rex in a terminal, a line of keys at a time: `cargo run -p musrex-core --example terminal`.
//!
//! Keys: `h j k l` and `y u b n` walk and attack, `.` waits, and any other key, such as `q`, ends the program.

use musrex_core::limits::{MAP_HEIGHT, MAP_WIDTH};
use musrex_core::view::text;
use musrex_core::{Command, Direction, Events, Game, Outcome, Pos};
use std::io::{self, BufRead};

/// Prints what the player sees or remembers: monsters in sight as `m`, and items in sight as `%`.
fn draw(game: &Game) {
    let (floor, visible, player) = (game.current_floor(), game.visible(), game.player());
    for y in 0..MAP_HEIGHT {
        let letter = |x| {
            let pos = Pos::at(x, y);
            match floor.map.terrain(pos) {
                _ if !floor.map.explored().contains(pos) => ' ',
                _ if pos == player.body.pos => '@',
                _ if visible.contains(pos) && floor.monster_at(pos).is_some() => 'm',
                _ if visible.contains(pos) && floor.item_at(pos).is_some() => '%',
                terrain => terrain.letter(),
            }
        };
        let row: String = (0..MAP_WIDTH).map(letter).collect();
        if !row.trim().is_empty() {
            println!("{row}");
        }
    }
    println!("floor {}, {} hp, turn {}", game.floor().number(), player.body.hp.0, game.turn().0);
}

/// Returns the command of a key; `None` for a key without a command.
fn command(key: char) -> Option<Command> {
    let (dx, dy) = match key {
        '.' => return Some(Command::Wait),
        'h' => (-1, 0),
        'j' => (0, 1),
        'k' => (0, -1),
        'l' => (1, 0),
        'y' => (-1, -1),
        'u' => (1, -1),
        'b' => (-1, 1),
        'n' => (1, 1),
        _ => return None,
    };
    Direction::from_signs(dx, dy).map(Command::Walk)
}

fn main() -> io::Result<()> {
    let mut game = Game::new(7);
    let mut events = Events::new();
    draw(&game);
    for line in io::stdin().lock().lines() {
        for key in line?.chars().filter(|key| !key.is_whitespace()) {
            let Some(command) = command(key) else { return Ok(()) };
            let said = match game.step(command, &mut events) {
                Ok(_) => events.iter().filter_map(text::event_message).collect(),
                Err(refusal) => Vec::from_iter(text::refusal_message(refusal)),
            };
            said.iter().for_each(|message| println!("{}", message.text));
            if game.outcome() != Outcome::Playing {
                return Ok(());
            }
        }
        draw(&game);
    }
    Ok(())
}
