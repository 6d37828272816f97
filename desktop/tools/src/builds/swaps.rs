//! Measures how often a different build changes the best action in the same fight.

use super::runs::Settings;
use super::tables::{percent, table};
use crate::meter::actions::candidate_actions;
use crate::meter::fights::{Chosen, Fight, Fights};
use crate::meter::statistics::{Advantage, MARGIN};
use crate::threads::in_parallel;
use musrex_core::Command;
use musrex_core::dice::mix;
use musrex_core::quantity::Hp;
use musrex_core::world::Game;
use musrex_support::failure::Failure;

pub(super) fn measure(settings: &Settings<'_>) -> Result<String, Failure> {
    let Settings { bot, games, turns, seed, jobs, .. } = *settings;
    let fights = Fights::find(bot, &[bot], games, turns, seed, jobs)?;
    let measured = in_parallel(settings.jobs, fights.all.len(), |index| {
        let fight = &fights.all[index];
        donor(&fights.all, index).map(|donor| {
            let other = Fight { game: with_build_of(&fight.game, &donor.game), ..*fight };
            differs(&fights, fight, &other)
        })
    })?;
    let (whole, differing) = measured
        .iter()
        .flatten()
        .fold((0, 0), |(whole, part), differs| (whole + 1, part + usize::from(*differs)));
    let rows = [vec![whole.to_string(), percent(differing, whole)]];
    Ok(table(&["the same fight with another build", "another action is the best"], &rows))
}

/// Returns the fight whose build replaces the build of fight `index`. The returned fight comes from another run, and
/// from the nearest possible floor.
fn donor(fights: &[Fight], index: usize) -> Option<&Fight> {
    let fight = &fights[index];
    let others = fights.iter().filter(|other| other.game.seed() != fight.game.seed());
    others.min_by_key(|other| {
        let floors = other.game.floor().number().abs_diff(fight.game.floor().number());
        (floors, mix(fight.seed ^ other.seed))
    })
}

/// Returns `game` with the build and the worn items of `donor`. The share of hit points stays the same.
fn with_build_of(game: &Game, donor: &Game) -> Game {
    let mut player = game.player().clone();
    let hp_max = u32::from(game.player_stats().hp_max.0);
    let hp = u32::from(player.body.hp.0);
    player.build = donor.player().build.clone();
    player.worn = donor.player().worn.clone();
    let mut other = game.clone();
    other.set_player(player.clone());
    let other_max = u32::from(other.player_stats().hp_max.0);
    let share = u16::try_from((hp * other_max).div_ceil(hp_max)).unwrap_or(u16::MAX);
    player.body.hp = Hp(share.max(1));
    other.set_player(player);
    other
}

/// Returns true if the two builds prefer different actions. For at least one of the builds, its best action must gain
/// more than a percentage point over the other build's best action. The gain must also be significant.
fn differs(fights: &Fights, one: &Fight, other: &Fight) -> bool {
    let fights_of = [one, other];
    let ranked = fights_of.map(|fight| ranked(fights, fight));
    let find = |side: usize, command: Command| {
        ranked[side].iter().copied().find(|it| it.command == command)
    };
    (0..2).any(|side| {
        let Some(&best) = ranked[side].first() else { return false };
        let Some(&others_best) = ranked[1 - side].first() else { return false };
        if best.command == others_best.command {
            return false;
        }
        // If the best action of the other build is impossible here, the comparison uses the best action that is
        // possible with both builds.
        let both = || {
            let others = ranked[side].iter().copied().filter(|it| it.command != best.command);
            { others }.find(|it| find(1 - side, it.command).is_some())
        };
        let rival = find(side, others_best.command).or_else(both);
        let Some(rival) = rival else { return false };
        let [best, rival] = [best, rival].map(|it| fights.test(fights_of[side], it));
        let gains: Vec<f64> = best.iter().zip(&rival).map(|(a, b)| a - b).collect();
        let Advantage { mean, lower, .. } = Advantage::of(&gains);
        mean > MARGIN && lower > 0.0
    })
}

/// Lists the actions of a fight turn, the best first.
fn ranked(fights: &Fights, fight: &Fight) -> Vec<Chosen> {
    let candidates = candidate_actions(&fight.game).into_iter();
    let mut ranked: Vec<Chosen> = candidates.map(|it| fights.choose(fight, it.command)).collect();
    ranked.sort_by(|a, b| b.worth.total_cmp(&a.worth));
    ranked
}
