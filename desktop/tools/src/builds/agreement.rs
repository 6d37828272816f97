//! Measures how similar the builds of two winners are, and finds the weapon and the armour that most winners wear.

use super::runs::{Build, Settings, Way, play_all};
use super::tables::{percent, table};
use crate::meter::statistics::mean;
use musrex_core::content::ItemKind;
use musrex_core::content::grafts::GRAFTS_MAX;
use musrex_core::view::text::name_of;
use musrex_support::failure::Failure;

pub(super) fn measure(settings: &Settings<'_>) -> Result<String, Failure> {
    let runs = play_all(settings, Way::of(settings.bot))?;
    let winners: Vec<&Build> = runs.iter().filter(|run| run.is_won).map(|run| &run.end).collect();
    let pairs = winners
        .iter()
        .enumerate()
        .flat_map(|(place, one)| winners[place + 1..].iter().map(move |other| agree(one, other)));
    let rows = vec![
        vec!["winners".to_owned(), percent(winners.len(), runs.len())],
        vec!["two winners' builds agree".to_owned(), format!("{:.1} %", 100.0 * mean(pairs))],
        most("weapon", &winners, |build| build.weapon),
        most("armour", &winners, |build| build.armour),
    ];
    Ok(table(&["of winners", "share"], &rows))
}

/// Returns the similarity of two builds, from 0 to 1. It is the mean of five numbers: 1 or 0 for each of kit, weapon,
/// armour and firmware (equal or not), and the share of common grafts.
fn agree(one: &Build, other: &Build) -> f64 {
    let common = one.grafts.iter().filter(|graft| other.grafts.contains(graft)).count();
    let most = one.grafts.len().max(other.grafts.len()).clamp(1, GRAFTS_MAX);
    let same = |is_same: bool| f64::from(u8::from(is_same));
    mean(
        [
            same(one.kit == other.kit),
            same(one.weapon == other.weapon),
            same(one.armour == other.armour),
            same(one.firmware == other.firmware),
            common as f64 / most as f64,
        ]
        .into_iter(),
    )
}

/// Returns a table row with the item that most winners wear in a slot.
fn most(of: &str, winners: &[&Build], worn: fn(&Build) -> Option<ItemKind>) -> Vec<String> {
    let count = |kind: ItemKind| winners.iter().filter(|build| worn(build) == Some(kind)).count();
    let best = ItemKind::ALL.into_iter().max_by_key(|&kind| count(kind));
    let best = best.filter(|&kind| count(kind) > 0);
    let name = best.map_or("none", name_of);
    vec![format!("{of} of most: {name}"), percent(best.map_or(0, count), winners.len())]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::builds::runs::HOLDINGS;
    use musrex_core::content::{Graft, Kit};

    #[test]
    fn a_build_agrees_with_itself_and_in_part_with_others() {
        let build = Build {
            kit: Some(Kit::Guard),
            grafts: vec![Graft::Whirl, Graft::Matador],
            weapon: Some(ItemKind::Mop),
            armour: None,
            firmware: None,
            state: [0.0; 3],
            holdings: [0.0; HOLDINGS],
        };
        assert!((agree(&build, &build) - 1.0).abs() < 1e-9);
        let other = Build {
            kit: Some(Kit::Cook),
            grafts: vec![Graft::Whirl, Graft::Tamer],
            ..build.clone()
        };
        assert!((agree(&build, &other) - 0.7).abs() < 1e-9);
    }
}
