//! Measures how often runs with a certain kit, graft, weapon, armour or firmware are won. To compare kits, the bot
//! chooses only the kit at random. To compare grafts, weapons, armour or firmware, the bot chooses everything at
//! random.

use super::choices::{KIT_AT_RANDOM, RANDOM};
use super::runs::{Build, Run, Settings, Way, play_all};
use super::tables::table;
use musrex_core::content::{Firmware, Graft, ItemKind, Kit, Slot};
use musrex_core::view::text::{firmware_name, graft_name, kit_name, name_of};
use musrex_support::failure::Failure;

/// A build, and a flag that is true if its run was won.
type Ended<'a> = (&'a Build, bool);

/// The floor on which the grafts, the weapon, the armour and the firmware of a run are recorded, at the first arrival.
const FLOOR: usize = 7;

pub(super) fn measure(settings: &Settings<'_>) -> Result<String, Failure> {
    let play =
        |choices| play_all(settings, Way { choices: Some(choices), ..Way::of(settings.bot) });
    let runs = play(KIT_AT_RANDOM)?;
    let mut rows = Vec::new();
    let at_start: Vec<Ended<'_>> = runs.iter().map(|run| (&run.end, run.is_won)).collect();
    let runs = play(RANDOM)?;
    let arrived = |run: &Run| Some((run.arrivals[FLOOR].clone()?, run.is_won));
    let arrived: Vec<(Build, bool)> = runs.iter().filter_map(arrived).collect();
    let arrived: Vec<Ended<'_>> = arrived.iter().map(|(build, is_won)| (build, *is_won)).collect();
    for kit in Kit::ALL {
        rows.push(line("kit", kit_name(kit), &at_start, |build| build.kit == Some(kit)));
    }
    for graft in Graft::ALL {
        rows.push(line("graft", graft_name(graft), &arrived, |it| it.grafts.contains(&graft)));
    }
    for kind in ItemKind::ALL {
        let name = name_of(kind);
        match kind.slot() {
            Some(Slot::Weapon) => {
                rows.push(line("weapon", name, &arrived, |it| it.weapon == Some(kind)));
            }
            Some(Slot::Armour) => {
                rows.push(line("armour", name, &arrived, |it| it.armour == Some(kind)));
            }
            Some(Slot::Microchip) | None => {}
        }
    }
    for firmware in Firmware::ALL {
        let has_it = |build: &Build| build.firmware == Some(firmware);
        rows.push(line("firmware", firmware_name(firmware), &arrived, has_it));
    }
    let heading = ["of", "thing", "runs with it", "won %", "against those without, points"];
    Ok(table(&heading, &rows))
}

/// Returns a table row: the number of `runs` for which `has_it` is true, their percentage of wins, and its difference
/// from the percentage of the other runs.
fn line(of: &str, name: &str, runs: &[Ended<'_>], has_it: impl Fn(&Build) -> bool) -> Vec<String> {
    let (with, without): (Vec<Ended<'_>>, Vec<Ended<'_>>) =
        runs.iter().partition(|(build, _)| has_it(build));
    let share = |runs: &[Ended<'_>]| {
        let count = runs.len().max(1) as f64;
        let share = runs.iter().filter(|(_, is_won)| *is_won).count() as f64 / count;
        (share, share * (1.0 - share) / count)
    };
    let ((won, variance), (others, other_variance)) = (share(&with), share(&without));
    let difference = 100.0 * (won - others);
    let error = 100.0 * (variance + other_variance).sqrt();
    vec![
        of.to_owned(),
        name.to_owned(),
        with.len().to_string(),
        format!("{:.1}", 100.0 * won),
        format!("{difference:+.1} ± {error:.1}"),
    ]
}
