//! The guide: what the signs on the screen mean, and the rules that a player asks about, a line each.

use super::{SAVING_LINE, Sentence, status_effect};
use crate::content::items::{Healing, Purpose};
use crate::content::monsters::HELPLESS_FACTOR;
use crate::content::noise::{BLOW, FLASK, SQUEAK, WAKE_RADIUS};
use crate::content::player::REGENERATION_PER_HP;
use crate::content::{ItemKind, MonsterKind, Status};
use crate::limits::SIGHT_RADIUS;
use crate::quantity::Floor;
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
    /// A tile that somebody will spit at (M8).
    Mark,
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
    /// Mice whose end pays none (N2).
    Latecomers,
    /// Mice that come while the player stays on a floor (N2).
    Reinforcements,
    /// The regeneration of the player (N1).
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

/// The pages of the guide, each with its heading and its lines.
pub const GUIDE: [(&str, &[Topic]); 5] = [
    (
        "Signs",
        &[
            Topic::Asleep,
            Topic::Watching,
            Topic::Hunting,
            Topic::Alert,
            Topic::Squeak,
            Topic::Ally,
            Topic::Mark,
            Topic::EdgeArrow,
            Topic::MoreLines,
        ],
    ),
    (
        "Fights and rest",
        &[
            Topic::Blow,
            Topic::Miss,
            Topic::Helpless,
            Topic::Noise,
            Topic::Sight,
            Topic::Experience,
            Topic::Latecomers,
            Topic::Recovery,
            Topic::Saving,
        ],
    ),
    ("Conditions", &const { statuses() }),
    (
        "The tower",
        &[
            Topic::Reinforcements,
            Topic::Fixture(Terrain::DoorLocked),
            Topic::Fixture(Terrain::Pedestal),
            Topic::Fixture(Terrain::VentOpen),
            Topic::Fixture(Terrain::Terminal),
            Topic::Fixture(Terrain::CageShut),
            Topic::Fixture(Terrain::CableLive),
            Topic::Sensed,
        ],
    ),
    (
        "Things",
        &[
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
    ),
];

/// Returns the line about a topic, with the numbers of the rules and of the player's floor.
pub fn guide_line(topic: Topic, floor: Floor) -> Sentence {
    match topic {
        Topic::Asleep => sentence!("Asleep. Within {WAKE_RADIUS} steps it may wake."),
        Topic::Watching => sentence!("On watch. It has not noticed you yet."),
        Topic::Hunting => sentence!("No sign: awake, hunting or searching."),
        Topic::Alert => sentence!("It has just noticed you, or it aims."),
        Topic::Squeak => sentence!("Will squeak: wakes all in {} steps.", SQUEAK.radius),
        Topic::Ally => sentence!("Your ally. Walk into it: swap places."),
        Topic::Sensed => sentence!("Dim: you know of it, but do not see it."),
        Topic::Mark => sentence!("Acid lands here next turn. Step off!"),
        Topic::EdgeArrow => sentence!("There, a mouse. Red: awake, blue: ally."),
        Topic::MoreLines => sentence!("Two more messages. Menu: Log"),
        Topic::Blow => sentence!("Attack 6, defence 2: 6 × 6 / (6 + 2)."),
        Topic::Miss => sentence!("Less than 1 is a miss: defence helps."),
        Topic::Sight => {
            let farthest = MonsterKind::MicroMouse.spec().sight_radius;
            sentence!("You see {SIGHT_RADIUS} tiles far, a Micro Mouse {farthest}.")
        }
        Topic::Dropped => sentence!("What you drop or throw, explore leaves."),
        Topic::Helpless => sentence!("Asleep, eating, stunned: double damage."),
        Topic::Noise => sentence!("Blow or flask: may wake in {} steps.", BLOW.radius),
        Topic::Experience => sentence!("Your kills, new floors, finds pay xp."),
        Topic::Latecomers => sentence!("Mice that come later pay none."),
        Topic::Reinforcements => match floor.spec().reinforcement_turns {
            None => sentence!("Stay long, and more come by the stairs."),
            Some(turns) => sentence!("Every {turns} turns here, 1 or 2 mice come."),
        },
        Topic::Recovery => {
            sentence!("All wounds close in {REGENERATION_PER_HP} turns of rest.")
        }
        Topic::Saving => sentence!("{SAVING_LINE}"),
        Topic::Of(status) => sentence!("{}: {}.", status.spec().label, status_effect(status)),
        Topic::Fixture(terrain) => sentence!("{}", fixture_line(terrain)),
        Topic::Item(kind @ ItemKind::HealthPack) => match kind.spec().purpose {
            Purpose::Heal(Healing { least, part }) => {
                sentence!("{}: heals 1/{part}, at least {}.", kind.spec().name, least.0)
            }
            _ => Sentence::new(),
        },
        Topic::Item(kind) => sentence!("{}: {}", kind.spec().name, use_of(kind)),
        Topic::UnknownFlask => sentence!("Unknown potion: drink it or throw it."),
    }
}

/// Returns the line about what stands on a floor, with its name; none for what the guide leaves out.
const fn fixture_line(terrain: Terrain) -> &'static str {
    match terrain {
        Terrain::DoorLocked => "Vault: needs a key or crowbar in hand.",
        Terrain::Pedestal => "Pedestals: take one, the others seal.",
        Terrain::VentOpen => "Vent: mice come through. Walk in: shut.",
        Terrain::Terminal => "Terminal: walk in. It helps; mice come.",
        Terrain::CageShut => "Cage: a switch in a wall opens it.",
        Terrain::CableLive => "Cable: hurts and stuns who steps on it.",
        _ => "",
    }
}

/// Returns the use of an item, behind its name; none for what the guide leaves out.
const fn use_of(kind: ItemKind) -> &'static str {
    match kind {
        ItemKind::Cheese => "eat it, or throw it as bait.",
        ItemKind::OverrideChip => "a weak mouse is yours.",
        ItemKind::Microchip => "worn, it changes numbers.",
        ItemKind::Antidote => "against poison, venom, gas.",
        ItemKind::Key => "opens one locked door.",
        ItemKind::Crowbar => "a weapon, or forces a door.",
        _ => "",
    }
}

const _: () = assert!(
    HELPLESS_FACTOR == 2 && BLOW.radius == FLASK.radius,
    "S2, S3: the guide above tells 2 and one radius in words"
);
