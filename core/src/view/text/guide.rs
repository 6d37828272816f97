//! The guide: one line for each icon on the screen, and one for each rule that neither the look mode nor the lessons
//! explain.

use super::descriptions::{defence_example, status_effect};
use super::message::{Sentence, plain};
use super::words::{guide, look, status};
use crate::content::monsters::{FOLLOW_RADIUS, HELPLESS_FACTOR};
use crate::content::noise::{BLOW, FLASK};
use crate::content::player::{DEADLY_BLOWS, SCORE_PER_FLOOR, SCORE_PER_KILL};
use crate::content::statuses::Tick;
use crate::content::{Night, Status};
use crate::quantity::{Floor, Hp};

/// The value of defence that the guide takes as an example.
const GUIDE_DEFENCE: u16 = 6;

/// The subject of a line of the guide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Topic {
    /// The hit points, and the largest loss that the player may suffer in the next turn (H1).
    Hp,
    /// The hit points that the next level restores (B13).
    NextLevel,
    /// The level and the experience.
    Level,
    /// The charges for deeds, and the way to gain a charge (I14).
    Charges,
    /// The floor's number.
    Floor,
    /// Worn microchips (I11, I14).
    Chip,
    /// Grafts (B16).
    Graft,
    /// Kits (W30).
    Kit,
    /// A mouse that sleeps (S1).
    Asleep,
    /// A mouse that keeps watch (M2).
    Watching,
    /// A mouse without an icon above it.
    Hunting,
    /// A mouse that has just noticed the player, or aims.
    Alert,
    /// A mouse that is about to squeak (S4).
    Squeak,
    /// The ally (I10).
    Ally,
    /// A mouse that the player senses, but does not see (I11, W16).
    Sensed,
    /// An arrow at the edge of the map (A20).
    EdgeArrow,
    /// The mark of a tile at which a monster will spit (M8).
    SpitMark,
    /// The mark of a movement in a straight line (M8, I14).
    LineMark,
    /// The mark of a tile where a creature will land, or with which it will trade places (M8).
    LeapMark,
    /// The mark of an explosion (M8, M16).
    BurstMark,
    /// The line to a hidden mouse that aims (M8).
    HiddenAim,
    /// A tile that the ally has marked (I10, M8).
    AllyMark,
    /// The creatures that a marked attack strikes (M8).
    MarkedAll,
    /// The turn in which a marked attack strikes (M8).
    LastTurn,
    /// The value of defence (A6).
    Defence,
    /// Creatures that take double damage (S3).
    Helpless,
    /// Noise that wakes sleepers (S2).
    Noise,
    /// The mice that follow the player over stairs (M7).
    Followers,
    /// The sources of experience (B5, B6).
    Experience,
    /// The sources of hit points (N1, B13).
    Recovery,
    /// Vents (W15).
    Vents,
    /// Terminals (W16).
    Terminals,
    /// Vaults (W17).
    Vaults,
    /// Acid, gas and mists on the ground (I7).
    Spills,
    /// Live cables and their switches (W18).
    Cables,
    /// Named mice (M19).
    Named,
    /// Nights (H16).
    Nights,
    /// Extra goals (H7).
    Goals,
    /// The colour of the odds in the look mode.
    Odds,
    /// The parts of the score (H5).
    Score,
    /// The ways to get an ally (I10, W25).
    AllyGain,
    /// A spill on the player's tile, which is shown among the statuses (I7).
    SpillUnderfoot,
    /// The word over a creature that an attack has missed (A6).
    Miss,
    /// The saving throw, one of the player's numbers.
    Resist,
    /// The cures for bad statuses.
    Cures,
    /// The effect of a status.
    Of(Status),
}

const fn statuses() -> [Topic; Status::COUNT + 2] {
    let mut topics = [Topic::Cures; Status::COUNT + 2];
    topics[Status::COUNT] = Topic::SpillUnderfoot;
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
    /// The heading of the page.
    pub heading: &'static str,
    /// The subjects of the lines.
    pub topics: &'static [Topic],
}

/// The pages of the guide.
pub const GUIDE: [GuidePage; 6] = [
    GuidePage {
        heading: guide::you(),
        topics: &[
            Topic::Hp,
            Topic::NextLevel,
            Topic::Level,
            Topic::Charges,
            Topic::Floor,
            Topic::Chip,
            Topic::Graft,
            Topic::Kit,
            Topic::Resist,
        ],
    },
    GuidePage {
        heading: guide::icons(),
        topics: &[
            Topic::Asleep,
            Topic::Watching,
            Topic::Hunting,
            Topic::Alert,
            Topic::Squeak,
            Topic::Ally,
            Topic::Sensed,
            Topic::EdgeArrow,
            Topic::Miss,
        ],
    },
    GuidePage {
        heading: guide::marks(),
        topics: &[
            Topic::MarkedAll,
            Topic::SpitMark,
            Topic::LineMark,
            Topic::LeapMark,
            Topic::BurstMark,
            Topic::AllyMark,
            Topic::HiddenAim,
            Topic::LastTurn,
        ],
    },
    GuidePage {
        heading: guide::fights(),
        topics: &[
            Topic::Odds,
            Topic::Defence,
            Topic::Helpless,
            Topic::Noise,
            Topic::Followers,
            Topic::Named,
            Topic::Experience,
            Topic::Recovery,
            Topic::AllyGain,
        ],
    },
    GuidePage {
        heading: guide::tower(),
        topics: &[
            Topic::Vents,
            Topic::Terminals,
            Topic::Vaults,
            Topic::Spills,
            Topic::Cables,
            Topic::Nights,
            Topic::Goals,
            Topic::Score,
        ],
    },
    GuidePage { heading: guide::conditions(), topics: &const { statuses() } },
];

/// Returns the line about a topic, with the numbers for this night.
pub fn guide_line(topic: Topic, night: Night) -> Sentence {
    match topic {
        Topic::Hp => plain(guide::hp()),
        Topic::NextLevel => plain(guide::next_level()),
        Topic::Level => plain(guide::level()),
        Topic::Charges => plain(guide::charges()),
        Topic::Floor => guide::floor(Floor::THRONE.number()),
        Topic::Chip => plain(guide::chip()),
        Topic::Graft => plain(guide::graft()),
        Topic::Kit => plain(guide::kit()),
        Topic::Asleep => guide::asleep(night.wake_radius()),
        Topic::Watching => plain(guide::watching()),
        Topic::Hunting => plain(guide::hunting()),
        Topic::Alert => plain(guide::alert()),
        Topic::Squeak => guide::squeak(night.squeak().radius),
        Topic::Ally => plain(guide::ally()),
        Topic::Sensed => plain(guide::sensed()),
        Topic::EdgeArrow => plain(guide::edge_arrow()),
        Topic::HiddenAim => plain(guide::hidden()),
        Topic::AllyMark => plain(guide::ally_mark()),
        Topic::SpitMark => plain(guide::spit_mark()),
        Topic::LineMark => plain(guide::line_mark()),
        Topic::LeapMark => plain(guide::leap_mark()),
        Topic::BurstMark => plain(guide::burst_mark()),
        Topic::LastTurn => plain(guide::last_turn()),
        Topic::MarkedAll => plain(guide::everybody()),
        Topic::Defence => {
            let [count, low, weak, ..] = defence_example(GUIDE_DEFENCE);
            guide::defence(count, low, weak)
        }
        Topic::Helpless => plain(guide::helpless()),
        Topic::Noise => guide::noise(BLOW.radius),
        Topic::Followers => guide::follow(FOLLOW_RADIUS),
        Topic::Experience => plain(guide::experience()),
        Topic::Recovery => plain(guide::recovery()),
        Topic::Vents => plain(guide::vents()),
        Topic::Terminals => plain(guide::terminals()),
        Topic::Vaults => plain(guide::vaults()),
        Topic::Spills => plain(guide::spills()),
        Topic::Cables => plain(guide::cables()),
        Topic::Named => plain(guide::named()),
        Topic::Nights => plain(guide::nights()),
        Topic::Goals => plain(guide::goals()),
        Topic::Odds => plain(guide::odds()),
        Topic::Score => guide::score(SCORE_PER_FLOOR, SCORE_PER_KILL),
        Topic::AllyGain => plain(guide::ally_gain()),
        Topic::SpillUnderfoot => plain(guide::spill()),
        Topic::Miss => plain(guide::miss()),
        Topic::Resist => plain(guide::resist()),
        Topic::Cures => plain(guide::cures()),
        Topic::Of(status) => {
            // What a status does each turn depends on the player's level, and the look mode tells it with its number.
            let effect = match status.spec().tick {
                Tick::None => status_effect(status, Hp::ZERO),
                Tick::Weaken | Tick::Kill | Tick::Heal => plain(status::on_monster(status)),
            };
            look::condition(status::label(status), &effect)
        }
    }
}

const _: () = assert!(
    HELPLESS_FACTOR == 2 && BLOW.radius == FLASK.radius && DEADLY_BLOWS == 4 && Night::COUNT == 10,
    "S2, S3, H16: the guide above tells 2, one radius, 4 and 10 in words"
);
