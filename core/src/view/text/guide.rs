//! The guide: what the signs on the screen mean, and the rules that a player asks about, a line each.

use super::descriptions::{SAVING_LINE, marked_line, status_effect};
use super::message::{Sentence, plain};
use super::words::{guide, item, look, status, terrain};
use crate::content::items::{Healing, Purpose};
use crate::content::monsters::HELPLESS_FACTOR;
use crate::content::noise::{BLOW, FLASK};
use crate::content::{ItemKind, MonsterKind, Night, Status};
use crate::limits::SIGHT_RADIUS;
use crate::quantity::Hp;
use crate::rules::Actor;
use crate::world::Terrain;

/// Names the subject of a line of the guide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Topic {
    /// A mouse that sleeps (S1).
    Asleep,
    /// A mouse that keeps watch (M2).
    Watching,
    /// A mouse without a sign above it.
    Hunting,
    /// A mouse that has just noticed the player, or aims.
    Alert,
    /// A mouse that is about to squeak (S4).
    Squeak,
    /// The ally (I10).
    Ally,
    /// A mouse that is known of, but not seen (I11, W16).
    Sensed,
    /// A tile that a monster of this kind has marked (M8).
    Mark(MonsterKind),
    /// A tile that the ally has marked (I10, M8).
    AllyMark,
    /// Who is struck where a tile is marked (M8).
    MarkedAll,
    /// A leap that strikes nobody (M8).
    Missed,
    /// The line to a mouse that aims from hiding (M8).
    HiddenAim,
    /// An arrow at the edge of the map.
    EdgeArrow,
    /// The number of lines that the log has no room for.
    MoreLines,
    /// The damage of a blow (A6).
    Blow,
    /// A blow that comes to nothing (A6).
    Miss,
    /// The sight of the player and of mice (M2).
    Sight,
    /// Things that were dropped, which exploring leaves (N4).
    Dropped,
    /// Creatures that take double damage (S3).
    Helpless,
    /// Noise that wakes sleepers (S2).
    Noise,
    /// The sources of experience (B5, B6).
    Experience,
    /// The levels that give a graft (B16).
    Grafts,
    /// What gives back hit points (N1, B13).
    Recovery,
    /// The saving throw (D13).
    Saving,
    /// The effect of a status.
    Of(Status),
    /// A fixture, or another thing that stands on a floor.
    Fixture(Terrain),
    /// The use of an item.
    Item(ItemKind),
    /// A flask that nobody knows.
    UnknownFlask,
    /// What named mice carry (M19).
    Named,
    /// What a charge is for (I14).
    Charge,
}

const fn statuses() -> [Topic; Status::COUNT] {
    let mut topics = [Topic::Blow; Status::COUNT];
    let mut index = 0;
    while index < Status::COUNT {
        topics[index] = Topic::Of(Status::ALL[index]);
        index += 1;
    }
    topics
}

/// A page of the guide.
#[derive(Clone, Copy, Debug)]
pub struct GuidePage {
    /// Its heading.
    pub heading: &'static str,
    /// The subjects of its lines.
    pub topics: &'static [Topic],
}

/// The pages of the guide.
pub const GUIDE: [GuidePage; 7] = [
    GuidePage {
        heading: guide::signs(),
        topics: &[
            Topic::Asleep,
            Topic::Watching,
            Topic::Hunting,
            Topic::Alert,
            Topic::Squeak,
            Topic::Ally,
            Topic::EdgeArrow,
            Topic::MoreLines,
        ],
    },
    GuidePage {
        heading: guide::marks(),
        topics: &[
            Topic::Mark(MonsterKind::SpitMouse),
            Topic::Mark(MonsterKind::NeoMouse),
            Topic::Mark(MonsterKind::ToughMouse),
            Topic::Mark(MonsterKind::FuseMouse),
            Topic::Mark(MonsterKind::MetaMouse),
            Topic::AllyMark,
            Topic::MarkedAll,
            Topic::Missed,
            Topic::HiddenAim,
        ],
    },
    GuidePage {
        heading: guide::named(),
        topics: &[
            Topic::Mark(MonsterKind::Bulldozer),
            Topic::Mark(MonsterKind::Streak),
            Topic::Mark(MonsterKind::Needle),
            Topic::Mark(MonsterKind::Mirage),
            Topic::Mark(MonsterKind::Turncoat),
            Topic::Named,
            Topic::Charge,
        ],
    },
    GuidePage {
        heading: guide::fights(),
        topics: &[
            Topic::Blow,
            Topic::Miss,
            Topic::Helpless,
            Topic::Noise,
            Topic::Sight,
            Topic::Experience,
            Topic::Grafts,
            Topic::Recovery,
            Topic::Saving,
        ],
    },
    GuidePage { heading: guide::conditions(), topics: &const { statuses() } },
    GuidePage {
        heading: guide::tower(),
        topics: &[
            Topic::Fixture(Terrain::Locker),
            Topic::Fixture(Terrain::DoorLocked),
            Topic::Fixture(Terrain::Pedestal),
            Topic::Fixture(Terrain::VentOpen),
            Topic::Fixture(Terrain::Terminal),
            Topic::Fixture(Terrain::CageShut),
            Topic::Fixture(Terrain::CableLive),
            Topic::Sensed,
        ],
    },
    GuidePage {
        heading: guide::things(),
        topics: &[
            Topic::UnknownFlask,
            Topic::Item(ItemKind::Cheese),
            Topic::Item(ItemKind::OverrideChip),
            Topic::Item(ItemKind::Microchip),
            Topic::Item(ItemKind::Antidote),
            Topic::Item(ItemKind::HealthPack),
            Topic::Item(ItemKind::Key),
            Topic::Item(ItemKind::Crowbar),
            Topic::Dropped,
        ],
    },
];

const _: () = {
    let mut index = 0;
    while index < MonsterKind::COUNT {
        let kind = MonsterKind::ALL[index];
        assert!(
            kind.spec().mark().is_none() || tells_mark_of(kind),
            "who marks tiles has a line in the guide: give a page its `Topic::Mark`"
        );
        index += 1;
    }
};

/// Returns whether a page of the guide has the mark of this kind.
const fn tells_mark_of(kind: MonsterKind) -> bool {
    let mut pages: &[GuidePage] = &GUIDE;
    while let [page, rest @ ..] = pages {
        let mut topics = page.topics;
        while let [topic, others @ ..] = topics {
            if matches!(topic, Topic::Mark(it) if *it as u8 == kind as u8) {
                return true;
            }
            topics = others;
        }
        pages = rest;
    }
    false
}

/// Returns the line about a topic, with the numbers of this night and of a player with this maximum of hit points.
pub fn guide_line(topic: Topic, night: Night, hp_max: Hp) -> Sentence {
    match topic {
        Topic::Asleep => guide::asleep(night.wake_radius()),
        Topic::Watching => plain(guide::watching()),
        Topic::Hunting => plain(guide::hunting()),
        Topic::Alert => plain(guide::alert()),
        Topic::Squeak => guide::squeak(night.squeak().radius),
        Topic::Ally => plain(guide::ally()),
        Topic::Sensed => plain(guide::sensed()),
        Topic::Mark(kind) => {
            let delay = kind.spec().mark().map_or(1, |mark| mark.delay);
            marked_line(Some(Actor::Monster(kind)), delay)
        }
        Topic::AllyMark => plain(guide::ally_mark()),
        Topic::MarkedAll => plain(guide::everybody()),
        Topic::Missed => plain(guide::missed()),
        Topic::HiddenAim => plain(guide::hidden()),
        Topic::EdgeArrow => plain(guide::edge_arrow()),
        Topic::MoreLines => plain(guide::more_lines()),
        Topic::Blow => plain(guide::blow()),
        Topic::Miss => plain(guide::miss()),
        Topic::Sight => {
            let farthest = MonsterKind::MicroMouse.spec().sight_radius;
            guide::sight(farthest, SIGHT_RADIUS)
        }
        Topic::Dropped => plain(guide::dropped()),
        Topic::Helpless => plain(guide::helpless()),
        Topic::Noise => guide::noise(BLOW.radius),
        Topic::Experience => plain(guide::experience()),
        Topic::Grafts => plain(guide::grafts()),
        Topic::Recovery => guide::recovery(night.level_heals_part()),
        Topic::Saving => plain(SAVING_LINE),
        Topic::Of(status) => look::condition(status::label(status), &status_effect(status, hp_max)),
        Topic::Fixture(terrain) => plain(terrain::guide(terrain).unwrap_or_default()),
        Topic::Item(kind @ ItemKind::HealthPack) => match kind.spec().purpose {
            Purpose::Heal(Healing { least, part }) => guide::health_pack(kind, part, least.0),
            _ => Sentence::new(),
        },
        Topic::Item(kind) => plain(item::guide(kind).unwrap_or_default()),
        Topic::Named => plain(guide::carries()),
        Topic::Charge => plain(guide::charge()),
        Topic::UnknownFlask => plain(guide::unknown_flask()),
    }
}

const _: () = assert!(
    HELPLESS_FACTOR == 2 && BLOW.radius == FLASK.radius,
    "S2, S3: the guide above tells 2 and one radius in words"
);
