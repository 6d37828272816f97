//! Looks up the pictures of creatures, items, statuses, spills and places.

use crate::content::monsters::{MarkEffect, MarkShape};
use crate::content::rooms::Furnishing;
use crate::content::{ItemKind, Label, MonsterKind, PotionColour};
use crate::geometry::Pos;
use crate::world::{AiState, Aim, Game, Monster, Squeak, Terrain};
use musrex_assets::creatures::{Outfit, Poses};
use musrex_assets::interface::Icon;
use musrex_assets::terrain;
use musrex_assets::{Tile, interface, items};

/// Returns the icon of a monster's activity; `None` for a monster that only hunts or wanders.
pub(crate) const fn state_icon(monster: &Monster) -> Option<&'static Icon> {
    match (&monster.ai_state, monster.aim) {
        _ if monster.is_ally => Some(&interface::ALLY),
        (AiState::Asleep, _) => Some(&interface::ASLEEP),
        (AiState::Watching, _) => Some(&interface::WATCHING),
        (AiState::Eating { .. }, _) => Some(&interface::EATING),
        (_, Aim::At(_) | Aim::Soon(_)) => Some(&interface::ALERT),
        (AiState::Hunting { .. } | AiState::Wandering { .. }, _) => None,
    }
}

/// Returns the two pictures of a tile that this kind of monster has marked (M8). The middle tile of a burst's square
/// has a stronger picture.
pub fn mark_sprites(kind: MonsterKind, is_middle: bool) -> &'static [Tile; 2] {
    match kind.spec().mark().map(|mark| mark.effect) {
        Some(MarkEffect::Charge(_) | MarkEffect::Dash | MarkEffect::Hook | MarkEffect::Shove) => {
            &interface::MARKED_CHARGE
        }
        Some(MarkEffect::Leap | MarkEffect::Swap) => &interface::MARKED_LEAP,
        Some(MarkEffect::Burst) if !is_middle => &interface::MARKED_AROUND,
        Some(MarkEffect::Burst | MarkEffect::Decoy) => &interface::MARKED_BURST,
        Some(MarkEffect::Spit(_)) | None => &interface::MARKED,
    }
}

/// Returns the two pictures of a tile that this monster has marked (M8). The monster is an enemy or the ally (I10).
pub fn marked_sprites(monster: &Monster, at: Pos) -> &'static [Tile; 2] {
    if monster.is_ally {
        &interface::MARKED_ALLY
    } else {
        mark_sprites(monster.kind, at == monster.body.pos)
    }
}

/// Returns whether this kind of monster marks only the tile at which it aims (M8). If so, a line leads from the mark to
/// the monster.
pub(crate) fn marks_one_tile(kind: MonsterKind) -> bool {
    kind.spec().mark().is_some_and(|mark| mark.shape == MarkShape::Tile)
}

/// Returns the poses of an awake monster of this kind.
pub const fn poses(kind: MonsterKind) -> &'static Poses {
    kind.spec().art.awake
}

/// Returns the poses of a monster in its current state: an ally, asleep, eating, aiming, about to squeak, carrying an
/// item, or simply awake.
pub fn monster_poses(monster: &Monster) -> &'static Poses {
    let art = &monster.kind.spec().art;
    let Some(states) = art.states else { return art.awake };
    let special = match (&monster.ai_state, monster.aim, monster.squeak) {
        _ if monster.is_ally => Some(&states.ally),
        (AiState::Asleep, ..) => Some(&states.asleep),
        (AiState::Eating { .. }, ..) => Some(&states.eats),
        (_, Aim::At(_) | Aim::Soon(_), _) => art.aims,
        (_, _, Squeak::Due) => Some(&states.squeaks),
        _ if monster.loot.is_some() => art.carries,
        _ => None,
    };
    special.unwrap_or(art.awake)
}

/// Returns the pictures of an item that the heroine wears; `None` if the item is invisible when worn.
pub(crate) fn outfit(kind: ItemKind) -> Option<&'static Outfit> {
    kind.spec().art.and_then(|art| art.outfit)
}

/// Returns the sprite of an item. A potion always has its colour, even if it is identified.
pub(crate) fn item_sprite(game: &Game, kind: ItemKind) -> &'static Tile {
    kind.spec().art.map_or_else(
        || {
            let index = kind.potion_index().expect("a potion is one of the potions");
            potion_sprite(game.potion_colours()[index])
        },
        |art| art.sprite,
    )
}

/// Returns the sprite of an item, according to what the player knows about it.
pub(crate) fn label_sprite(game: &Game, label: Label) -> &'static Tile {
    match label {
        Label::Known(kind) => item_sprite(game, kind),
        Label::Unknown(colour) => potion_sprite(colour),
    }
}

const fn potion_sprite(colour: PotionColour) -> &'static Tile {
    match colour {
        PotionColour::Red => &items::POTION_RED,
        PotionColour::Blue => &items::POTION_BLUE,
        PotionColour::Violet => &items::POTION_VIOLET,
        PotionColour::Green => &items::POTION_GREEN,
        PotionColour::Gold => &items::POTION_GOLD,
    }
}

/// Returns the variant of the furniture at `pos`, 0 or 1. The variant determines the picture and the name of the
/// furniture.
pub(crate) const fn variant(pos: Pos) -> usize {
    (pos.x() as usize / 2 + pos.y() as usize) % 2
}

/// Returns the picture of a door, seen from the front or from the side.
pub(crate) const fn door(terrain: Terrain, is_from_side: bool) -> &'static Tile {
    match (terrain, is_from_side) {
        (Terrain::DoorOpen, false) => &terrain::DOOR_OPEN,
        (Terrain::DoorOpen, true) => &terrain::DOOR_OPEN_SIDE,
        (Terrain::DoorLocked, false) => &terrain::DOOR_LOCKED,
        (Terrain::DoorLocked, true) => &terrain::DOOR_LOCKED_SIDE,
        (_, false) => &terrain::DOOR_CLOSED,
        (_, true) => &terrain::DOOR_CLOSED_SIDE,
    }
}

/// Returns the picture of a furnishing in a room that is drawn by hand (W26).
pub(crate) const fn furnishing(furnishing: Furnishing) -> &'static Tile {
    furnishing.entry(&terrain::FURNISHINGS)
}
