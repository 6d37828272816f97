//! Sentences about the end of a run.

use super::message::{Sentence, plain};
use super::names::{cause_name, name_of};
use super::words::{
    conduct, ending, feat, guide, kings_end, kit, kits, monster, spill, status, table,
};
use crate::content::feats::FEAT_FLOOR;
use crate::content::player::{CONDUCT_KILLS_MAX, CONDUCT_TURNS};
use crate::content::{Kit, SpillKind, Status};
use crate::seed;
use crate::world::{Cause, Conduct, KingsEnd, Progress};
use heapless::Vec;

/// The heading of a lost run.
pub(crate) const DEATH_HEADING: &str = ending::death();

/// The heading of a won run.
pub(crate) const VICTORY_HEADING: &str = ending::victory();

/// The last line of a won run.
pub(crate) const VICTORY_LINE: &str = ending::victory_line();

/// Returns the cause of death as a sentence for the tombstone.
pub(crate) fn epitaph(cause: Cause) -> &'static str {
    match cause {
        Cause::Player => ending::by_yourself(),
        Cause::Monster(kind) => monster::death(kind),
        Cause::Status(status) => status::death(status).unwrap_or(ending::by_status()),
        Cause::Spill(kind) => spill::death(kind).unwrap_or(ending::by_status()),
        Cause::Cable => ending::by_cable(),
    }
}

/// Returns a line about a cause of death, as a lesson for the next run: the ability of the monster, or the remedy.
pub(crate) fn lesson_of(cause: Cause) -> Option<&'static str> {
    match cause {
        Cause::Monster(kind) => Some(monster::ability(kind)),
        Cause::Status(Status::Envenomed) => Some(ending::venom_lesson()),
        Cause::Status(Status::Poisoned) => Some(guide::cures()),
        Cause::Spill(_) => Some(guide::spill()),
        Cause::Cable => Some(guide::cables()),
        Cause::Player | Cause::Status(_) => None,
    }
}

/// Returns a sentence about the way in which the King was killed (K3).
pub(crate) const fn kings_end_line(way: KingsEnd) -> &'static str {
    kings_end::line(way)
}

/// Returns the end of a run in one or two words, for a column: the cause of death or, for a won run, the way in which
/// the King was killed. For a won run, a picture of a crown stands before these words (K3).
pub fn short_end(cause: Option<Cause>, way: Option<KingsEnd>) -> &'static str {
    match (cause, way) {
        (None, Some(way)) => kings_end::short(way),
        (cause, _) => short_cause(cause),
    }
}

/// Returns the line about a conduct in a list (H7).
pub(crate) const fn conduct_line(conduct: Conduct) -> &'static str {
    conduct::line(conduct)
}

const _: () = assert!(
    CONDUCT_TURNS == 3_800 && CONDUCT_KILLS_MAX == 110,
    "H7: the names of the conducts tell both numbers"
);

/// The mark of a calm night (A19).
pub(crate) const CALM_MARK: &str = ending::calm_mark();

/// The line about calm nights after an early death (A19).
pub(crate) const CALM_TIP: &str = ending::calm_tip();

/// Returns the lines about the night and the kits that a run has opened; `before` is the progress before the run (H16).
pub fn opened_lines(before: Progress, after: Progress) -> Vec<Sentence, { 1 + Kit::COUNT }> {
    let night = after.opened_night();
    let has_opened = night > before.opened_night();
    let kits: Vec<Kit, { Kit::COUNT }> = before.kits_opened_until(after).collect();
    let nights = has_opened.then(|| ending::night_opened(night.number()));
    // More than two kits share their lines, because the page has no room for more lines.
    let on_a_line = if kits.len() > 2 { 2 } else { 1 };
    let kits = kits.chunks(on_a_line).map(|kits| match *kits {
        [one, other] => ending::kits_opened(kit::name(one), kit::name(other)),
        _ => ending::kit_opened(kit::name(kits[0]), feat_of(kits[0], after)),
    });
    nights.into_iter().chain(kits).collect()
}

/// Returns the feat that opened a kit, in words.
fn feat_of(kit: Kit, after: Progress) -> &'static str {
    let mut feats = kit.spec().opened_by.iter();
    let done = feats.find(|&&feat| !after.missing().has(feat));
    done.map_or("", |&done| feat::did(done))
}

/// Returns the words for a seed (H18).
pub(crate) fn seed_line(seed: u64) -> Sentence {
    table::seed_of(&seed::name(seed))
}

/// Returns the words for a seed with letters; `None` for a seed without letters, because players do not retype such
/// seeds.
pub(crate) fn letters_line(seed: u64) -> Option<Sentence> {
    seed::letters(seed).map(|letters| table::seed_of(&letters))
}

/// Returns the line about how to open a closed kit (H17).
pub(crate) fn opens_line(kit: Kit) -> &'static str {
    kit::opens(kit).unwrap_or_default()
}

const _: () = assert!(FEAT_FLOOR == 7, "H17: the lines of a kit and of a feat tell the floor");

/// The line about a closed kit.
pub(crate) const CLOSED_LINE: &str = kits::closed();

/// The words beside a closed kit (H17).
pub(crate) const LOCKED_KIT: &str = kits::locked();

/// Returns the words below the name of a kit that the player has not opened, but that this run offers: a daily run, or a
/// run without a save (H17).
pub(crate) const fn lent_kit(is_daily: bool) -> &'static str {
    if is_daily { kits::open_today() } else { kits::open_here() }
}

/// The heading of the page about open kits and nights.
pub(crate) const OPENED_HEADING: &str = kits::heading();
/// The word beside the open kits.
pub(crate) const OPEN_KITS: &str = kits::open();

/// Returns the line about the open nights.
pub fn nights_line(progress: Progress) -> Sentence {
    let opened = progress.opened_night();
    match opened.next() {
        Some(next) => kits::nights(opened.number(), next.number()),
        None => plain(kits::all_nights()),
    }
}

/// The mark of the daily run (H8).
pub(crate) const DAILY_MARK: &str = ending::daily_mark();

/// Returns the cause of a run's end in one or two words, for a column.
pub(crate) fn short_cause(cause: Option<Cause>) -> &'static str {
    match cause {
        None => ending::short_won(),
        Some(Cause::Player) => ending::short_yourself(),
        Some(Cause::Monster(kind)) => name_of(kind),
        Some(Cause::Status(status)) => status::label(status),
        Some(Cause::Spill(SpillKind::Acid)) => ending::short_acid(),
        Some(Cause::Spill(_)) => ending::short_gas(),
        Some(Cause::Cable) => ending::short_cable(),
    }
}

/// Returns the line about the total damage of one cause.
pub fn damage_total_line(cause: Cause, points: u16, times: u16) -> Sentence {
    let name = cause_name(cause);
    match cause {
        Cause::Status(_) | Cause::Spill(_) => ending::took_turns(points, times, name),
        Cause::Player | Cause::Monster(_) | Cause::Cable => ending::took(points, times, name),
    }
}
