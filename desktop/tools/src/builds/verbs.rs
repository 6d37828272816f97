//! Measures how often each verb is the best. Counts only the fight turns in which the verb is possible and something is
//! at stake.

use super::runs::Settings;
use super::tables::{percent, table};
use crate::meter::actions::{Candidate, awake_enemies, candidate_actions};
use crate::meter::fights::{Chosen, Fight, Fights};
use crate::meter::statistics::{MARGIN, mean};
use crate::threads::in_parallel;
use musrex_core::Command;
use musrex_core::bots::Strategy;
use musrex_core::content::{ItemKind, Status};
use musrex_core::view::text::name_of;
use musrex_core::world::{Game, Monster};
use musrex_support::failure::Failure;
use std::collections::BTreeMap;

/// A bot that neither throws things nor makes allies. Half of the turns are from its games, because a bot that throws a
/// flask as soon as that helps leaves hardly any turn in which throwing it is still the best.
const WITHOUT_TOOLS: Strategy = Strategy::Careful;

pub(super) fn measure(settings: &Settings<'_>) -> Result<String, Failure> {
    let Settings { bot, games, turns, seed, jobs, .. } = *settings;
    let mut fights = Fights::find(bot, &[bot, WITHOUT_TOOLS], games, turns, seed, jobs)?;
    if let Some(wanted) = settings.verb {
        fights.all.retain(|fight| {
            let mut verbs = actions(&fight.game).map(|it| verb(&fight.game, &it));
            verbs.any(|it| it == wanted)
        });
    }
    let measured =
        in_parallel(settings.jobs, fights.all.len(), |index| judge(&fights, &fights.all[index]))?;
    let at_stake: Vec<&Judged> = measured.iter().flatten().collect();
    let mut verbs: BTreeMap<&str, [usize; 3]> = BTreeMap::new();
    for judged in &at_stake {
        for verb in &judged.verbs {
            let counts = verbs.entry(verb).or_default();
            counts[0] += 1;
            counts[1] += usize::from(judged.good.contains(verb));
            counts[2] += usize::from(judged.best.contains(verb));
        }
    }
    let mut rows: Vec<(usize, Vec<String>)> = verbs
        .into_iter()
        .map(|(verb, [can, good, best])| {
            (can, vec![verb.to_owned(), can.to_string(), percent(good, can), percent(best, can)])
        })
        .collect();
    rows.sort_by_key(|(can, _)| std::cmp::Reverse(*can));
    let rows: Vec<Vec<String>> = rows.into_iter().map(|(_, row)| row).collect();
    let (stakes, all) = (at_stake.len(), measured.len());
    Ok(format!("Something is at stake in {} of the fight turns.\n\n", percent(stakes, all))
        + &table(
            &["verb", "turns in which it can be used", "none is better", "it is the best"],
            &rows,
        ))
}

/// The verbs of a fight turn in which something is at stake.
struct Judged {
    verbs: Vec<String>,
    /// The verbs that no other verb beats by more than a percentage point.
    good: Vec<String>,
    /// The verbs that no other verb beats. A whirl at a single enemy, for instance, is the same as an attack.
    best: Vec<String>,
}

/// Chooses the best action of each verb, and tests these actions with other dice. Returns `None` if the best verb gains
/// at most a percentage point over the worst verb.
fn judge(fights: &Fights, fight: &Fight) -> Option<Judged> {
    let mut best: BTreeMap<String, Chosen> = BTreeMap::new();
    for candidate in actions(&fight.game) {
        let chosen = fights.choose(fight, candidate.command);
        let entry = best.entry(verb(&fight.game, &candidate)).or_insert(chosen);
        if chosen.worth > entry.worth {
            *entry = chosen;
        }
    }
    let mut tested: Vec<(String, f64)> = best
        .into_iter()
        .map(|(verb, chosen)| (verb, mean(fights.test(fight, chosen).into_iter())))
        .collect();
    tested.sort_by(|(_, a), (_, b)| b.total_cmp(a));
    let (most, least) = (tested.first()?.1, tested.last()?.1);
    let within = |margin: f64| -> Vec<String> {
        let near = tested.iter().filter(|(_, worth)| most - worth <= margin);
        near.map(|(verb, _)| verb.clone()).collect()
    };
    (most - least > MARGIN).then(|| Judged {
        good: within(MARGIN),
        best: within(0.0),
        verbs: tested.iter().map(|(verb, _)| verb.clone()).collect(),
    })
}

/// Returns the actions that the measure compares.
fn actions(game: &Game) -> impl Iterator<Item = Candidate> + '_ {
    candidate_actions(game).into_iter().filter(|it| has_purpose(game, it.command))
}

/// Returns whether an action can do what it is for. These actions cannot: an antidote without poison or venom, cheese
/// thrown without an awake mouse in sight, a drink of venom, and any flask except venom thrown where no wounded ally is
/// near.
fn has_purpose(game: &Game, command: Command) -> bool {
    let item = |index: u8| game.player().pack.get(usize::from(index)).map(|item| item.kind);
    let (body, visible) = (&game.player().body, game.visible());
    match command {
        Command::Use(index) => match item(index) {
            Some(ItemKind::Antidote) => {
                [Status::Poisoned, Status::Envenomed].iter().any(|&it| body.statuses.has(it))
            }
            item => item != Some(ItemKind::PotionOfVenom),
        },
        Command::Throw(index, _) if item(index) == Some(ItemKind::Cheese) => {
            awake_enemies(game, &visible).iter().any(|it| it.kind.spec().is_mouse())
        }
        Command::Throw(index, at) => {
            let is_near = |ally: &Monster| ally.body.pos.steps_to(at) <= game.flask_radius();
            let is_hurt = |ally: &Monster| ally.body.hp < ally.hp_born;
            let ally = game.current_floor().ally();
            item(index) == Some(ItemKind::PotionOfVenom)
                || ally.is_some_and(|ally| is_near(ally) && is_hurt(ally))
        }
        _ => true,
    }
}

/// Returns the verb of an action. All flasks share one verb, and throwing cheese has the verb "bait".
fn verb(game: &Game, candidate: &Candidate) -> String {
    let item = |index: u8| game.player().pack.get(usize::from(index)).map(|item| item.kind);
    let verb = match candidate.command {
        Command::Wait if game.can_whirl() => "whirl",
        Command::Throw(index, _) if item(index) == Some(ItemKind::Cheese) => "bait",
        Command::Throw(..) => "throw a flask",
        Command::Use(index) => return format!("use {}", item(index).map_or("", name_of)),
        Command::Wear(_) | Command::TakeOff(_) => "change clothes",
        _ => match candidate.verb.as_str() {
            "step away" | "sidestep" | "step" => "step aside",
            other if other.starts_with("walk into") => "open or touch",
            other => other,
        },
    };
    verb.to_owned()
}
