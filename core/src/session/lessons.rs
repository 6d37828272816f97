//! Chooses the lessons. All lessons are for first runs; the lesson about deeds is also for later runs. In a run, each
//! lesson is given at most once, when the player meets its subject (H9).

use super::play_session::PlaySession;
use crate::content::items::{Bonus, PotionEffect, Purpose};
use crate::content::{ItemKind, Label, MonsterKind, Slot, Status};
use crate::geometry::Pos;
use crate::quantity::{Floor, Turn};
use crate::rules::travel::{alert_enemy_in_sight, is_harmless, is_hazard, visible_enemies};
use crate::rules::{Actor, Event};
use crate::view::text::Lesson;
use crate::world::{AiState, Aim, Game, Item, Monster, Squeak, Terrain};

/// The lessons given in this run. The lessons are not saved.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lessons {
    /// The lessons already given, as a bit mask.
    given: u32,
    /// The pending lessons about past events, as a bit mask.
    pending: u32,
    /// The turn of the last lesson.
    last: Turn,
}

/// The next thought in the opening of a run. A thought is one or more messages, which stay on the screen until the
/// player presses a button (H9).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Opening {
    /// The rules of a special mode (A19, H8).
    Mode,
    /// News about the save.
    Save,
    /// The first lesson of a first run.
    Walk,
    /// A pointer to the lockers (W30).
    Lockers,
    /// No thought is left.
    Over,
}

/// The least number of turns from one lesson to the next, so that the player has time to read.
const SPACING: u32 = 3;

/// The lesson about coming damage is due if the next turn may cost at least the player's hit points divided by this
/// number.
const COMING_PART: u16 = 3;
/// The lesson about healing is due when the hit points are below the maximum divided by this number.
const REMEDY_PART: u16 = 3;
/// The player of a continued run is assumed to have had the lessons about looking and about the pack after this number
/// of turns. For many other lessons, the number is twice as high.
const FIRST_TURNS: u32 = 50;

impl Lessons {
    /// The state in which no lesson has been given yet.
    pub(crate) const NONE: Lessons = Lessons { given: 0, pending: 0, last: Turn(0) };

    /// Returns the lessons that the player of a continued run is assumed to have had. It is better to omit a lesson
    /// than to repeat it.
    pub(crate) fn of_continued(game: &Game) -> Lessons {
        let (player, turn) = (game.player(), game.turn().0);
        let has_flask = player.pack.iter().any(|item| is_thrown(game.label(item.kind)));
        let mut lessons = Lessons::NONE;
        for lesson in Lesson::ALL {
            let is_given = match lesson {
                Lesson::Walk => true,
                Lesson::Explore => turn > 1,
                Lesson::Look => turn > FIRST_TURNS,
                Lesson::Pack => turn > FIRST_TURNS || !player.pack.is_empty(),
                Lesson::Throw => has_flask,
                Lesson::Wounds
                | Lesson::EdgeArrow
                | Lesson::Log
                | Lesson::Shadow
                | Lesson::Diagonal
                | Lesson::Coming
                | Lesson::Gain
                | Lesson::Squeak
                | Lesson::Sleepers => turn > 2 * FIRST_TURNS,
                Lesson::Stairs => game.floor() != Floor::LOBBY,
                Lesson::Deed => game.deed().is_some(),
                Lesson::Key => carries(game, ItemKind::Key),
                Lesson::Override => carries(game, ItemKind::OverrideChip),
                Lesson::Chip => carries_working_chip(game),
                Lesson::Grafts => !player.build.grafts.is_empty(),
                Lesson::Harmless | Lesson::Lid | Lesson::Remedy => false,
            };
            if is_given {
                lessons.give(lesson, game.turn());
            }
        }
        lessons
    }

    /// Records that the player already knows the subject of a lesson, so that the lesson is not given.
    pub(crate) const fn omit(&mut self, lesson: Lesson) {
        self.given |= 1 << lesson as u8;
    }

    /// Records that a lesson is given in `turn`. Returns whether the lesson is given for the first time.
    pub(crate) const fn give(&mut self, lesson: Lesson, turn: Turn) -> bool {
        let bit = 1 << lesson as u8;
        let is_new = self.given & bit == 0;
        self.given |= bit;
        self.last = turn;
        // The lesson about throwing also names the pack.
        if matches!(lesson, Lesson::Throw) {
            self.given |= 1 << Lesson::Pack as u8;
        }
        is_new
    }

    /// Returns the most urgent lesson that is due after the turn just played. The lessons about healing and about a deed
    /// never wait. Any other lesson waits until the player has had time to read the previous one. Any such lesson also
    /// waits for a free line in the smallest log, so that it displaces no message. The lesson about a squeak waits only
    /// for a free line, because it is about the player's next command.
    pub(crate) fn due(
        &mut self,
        game: &Game,
        play: &PlaySession,
        is_first_run: bool,
    ) -> Option<Lesson> {
        const BY_NEED: [Lesson; 23] = [
            Lesson::Remedy,
            Lesson::Walk,
            Lesson::Squeak,
            Lesson::Deed,
            Lesson::Lid,
            Lesson::Grafts,
            Lesson::Stairs,
            Lesson::Diagonal,
            Lesson::Log,
            Lesson::Coming,
            Lesson::Gain,
            Lesson::Harmless,
            Lesson::Throw,
            Lesson::Pack,
            Lesson::Key,
            Lesson::Override,
            Lesson::Chip,
            Lesson::Wounds,
            Lesson::Look,
            Lesson::EdgeArrow,
            Lesson::Shadow,
            Lesson::Sleepers,
            Lesson::Explore,
        ];
        if has_struck_diagonally(play) {
            self.omit(Lesson::Diagonal);
        }
        let given = self.given;
        let is_new =
            |lesson: &Lesson| given >> *lesson as u8 & 1 == 0 && is_taught(*lesson, is_first_run);
        let new = || BY_NEED.into_iter().filter(is_new);
        // Searches for enemies only once. In most turns none is in sight, and then no lesson about enemies needs a
        // check.
        let sees_enemy = visible_enemies(game, play.visible()).next().is_some();
        let is_possible = |lesson: &Lesson| sees_enemy || !is_about_enemies(*lesson);
        for lesson in new().filter(is_possible).filter(|&lesson| is_lasting(lesson)) {
            if self.pending >> lesson as u8 & 1 == 0 && is_due(lesson, game, play) {
                self.pending |= 1 << lesson as u8;
            }
        }
        // These lessons do not wait for a quiet turn. The player may be about to die, or about to press the button that
        // now belongs to the chip.
        let at_once = |lesson: &Lesson| match lesson {
            Lesson::Remedy => is_due(Lesson::Remedy, game, play),
            Lesson::Deed => self.pending >> Lesson::Deed as u8 & 1 == 1,
            _ => false,
        };
        if let Some(lesson) = new().find(at_once) {
            return Some(lesson);
        }
        if play.answer_lines() >= ROOM {
            return None;
        }
        let is_early = game.turn().0 < self.last.0.saturating_add(SPACING);
        new().filter(|&lesson| !is_early || lesson == Lesson::Squeak).find(|lesson| {
            if is_lasting(*lesson) {
                self.pending >> *lesson as u8 & 1 == 1
            } else {
                is_possible(lesson) && is_due(*lesson, game, play)
            }
        })
    }
}

const _: () = assert!(Lesson::ALL.len() <= u32::BITS as usize, "each lesson has a bit");

/// Returns whether a lesson is given in a first run or, if `is_first_run` is false, in a later run. The lesson about
/// deeds is given in every run, because the chip changes what a button does.
pub(crate) const fn is_taught(lesson: Lesson, is_first_run: bool) -> bool {
    is_first_run || matches!(lesson, Lesson::Deed)
}

/// Returns whether a lesson is about a past event but is still true some turns later.
const fn is_lasting(lesson: Lesson) -> bool {
    use Lesson::{Deed, Diagonal, Grafts, Key, Lid, Log, Override, Pack, Stairs, Throw};
    let about_things =
        matches!(lesson, Deed | Grafts | Key | Override | Pack | Throw | Stairs | Log);
    about_things || matches!(lesson, Lid | Diagonal)
}

/// Returns whether a lesson is about an enemy in sight.
const fn is_about_enemies(lesson: Lesson) -> bool {
    use Lesson::{Diagonal, EdgeArrow, Harmless, Shadow, Sleepers};
    matches!(lesson, Harmless | EdgeArrow | Shadow | Diagonal | Sleepers)
}

/// Returns whether a monster next to the player hides a passable tile straight behind the monster.
fn hides_ground(game: &Game, play: &PlaySession, monster: Pos) -> bool {
    let (map, pos) = (&game.current_floor().map, game.player().body.pos);
    let Some(direction) = pos.direction_to(monster) else { return false };
    let behind = monster.step(direction);
    behind
        .is_some_and(|behind| map.terrain(behind).is_passable() && !play.visible().contains(behind))
}

/// Returns whether a monster is awake and diagonally next to `pos`.
fn strikes_diagonally(monster: &Monster, pos: Pos) -> bool {
    let at = monster.body.pos;
    let is_aslant = at.is_next_to(pos) && at.x() != pos.x() && at.y() != pos.y();
    is_aslant && monster.ai_state.is_alert()
}

/// Returns whether the player has struck diagonally in the turn just played.
fn has_struck_diagonally(play: &PlaySession) -> bool {
    let is_aslant = |event: &Event| match *event {
        Event::Struck { attacker: Actor::Player, from, at, .. } => {
            from.x() != at.x() && from.y() != at.y()
        }
        _ => false,
    };
    play.events().iter().any(is_aslant)
}

/// Returns the kind of an awake enemy in sight that is too weak to hurt the player (N3); `None` if there is none.
pub(crate) fn harmless_in_sight(game: &Game, play: &PlaySession) -> Option<MonsterKind> {
    let monsters = &game.current_floor().monsters;
    let mut seen = visible_enemies(game, play.visible()).map(|index| &monsters[index]);
    seen.find(|monster| monster.ai_state.is_alert() && is_harmless(game, monster))
        .map(|monster| monster.kind)
}

/// Returns the kind of carried item that heals the player most (I). An item that heals at once comes before one that
/// heals turn by turn. Flasks count only if they are identified.
pub(crate) fn best_remedy(game: &Game) -> Option<ItemKind> {
    let kinds = game.player().pack.iter().map(|item| item.kind);
    let known = kinds.filter(|&kind| matches!(game.label(kind), Label::Known(_)));
    let is_slow =
        |kind: ItemKind| matches!(kind.spec().purpose, Purpose::Drink(PotionEffect::Status(..)));
    let healing = known.filter(|&kind| game.heals(kind).0 > 0);
    healing.max_by_key(|&kind| (!is_slow(kind), game.heals(kind)))
}

/// Returns cheese if the last item in the pack that may be worth throwing is cheese. Returns `None` if that item is a
/// flask, or if there is no such item.
pub(crate) fn last_cheese(game: &Game) -> Option<ItemKind> {
    let mut labels = game.player().pack.iter().rev().map(|item| game.label(item.kind));
    let last = labels.find(|&label| is_thrown(label));
    (last == Some(Label::Known(ItemKind::Cheese))).then_some(ItemKind::Cheese)
}

/// Returns whether a harmful status or regrowth is running. Regrowth counts, because it heals a player who waits.
fn has_other_worries(game: &Game) -> bool {
    let worries = |status: Status| !status.is_good() || status == Status::Regrowing;
    game.player().body.statuses.running().any(|(status, _)| worries(status))
}

fn is_due(lesson: Lesson, game: &Game, play: &PlaySession) -> bool {
    let events = || play.events().iter();
    let sees_enemy = || visible_enemies(game, play.visible()).next().is_some();
    match lesson {
        // A player who begins with auto-travel does not need this lesson yet.
        Lesson::Walk => !play.is_travelling(),
        Lesson::Grafts => events().any(|event| matches!(event, Event::GraftTaken(_))),
        Lesson::Log => play.answer_lines() > ROOM,
        Lesson::Lid => events().any(|event| matches!(event, Event::Shielded { .. })),
        Lesson::Look => {
            let items = &game.current_floor().items;
            sees_enemy() || items.iter().any(|ground| play.visible().contains(ground.pos))
        }
        Lesson::Explore => game.turn().0 >= 2 && !play.has_explored(),
        Lesson::Pack => {
            let is_find =
                |event: &Event| matches!(event, Event::PickedUp { .. } | Event::KitTaken(_));
            // Of some kits, everything is worn.
            events().any(is_find) && !game.player().pack.is_empty()
        }
        Lesson::Throw => events()
            .any(|event| matches!(event, Event::PickedUp { label, .. } if is_thrown(*label))),
        Lesson::Wounds => {
            let (hp, hp_max) = (game.player().body.hp.0, game.player_stats().hp_max.0);
            // A hidden monster may still aim at the player, and a spill may still burn.
            let floor = game.current_floor();
            let is_aimed_at = floor.monsters.iter().any(|monster| monster.aim != Aim::None);
            let is_safe = !is_aimed_at && !is_hazard(game, game.player().body.pos);
            4 * hp <= 3 * hp_max && is_safe && !has_other_worries(game) && !sees_enemy()
        }
        Lesson::Remedy => {
            let (hp, hp_max) = (game.player().body.hp.0, game.player_stats().hp_max.0);
            REMEDY_PART * hp < hp_max && best_remedy(game).is_some()
        }
        Lesson::Gain => {
            let is_hurt = game.player().body.hp < game.player_stats().hp_max;
            is_hurt && game.is_level_near()
        }
        Lesson::Coming => COMING_PART * game.coming_harm().0 >= game.player().body.hp.0,
        Lesson::Harmless => {
            harmless_in_sight(game, play).is_some()
                && alert_enemy_in_sight(game, play.visible()).is_none()
        }
        Lesson::Stairs => {
            let (map, pos) = (&game.current_floor().map, game.player().body.pos);
            map.find(Terrain::StairsDown).is_some_and(|stairs| stairs.is_next_to(pos))
        }
        Lesson::Diagonal => {
            let (floor, pos) = (game.current_floor(), game.player().body.pos);
            let mut enemies = visible_enemies(game, play.visible());
            enemies.any(|index| strikes_diagonally(&floor.monsters[index], pos))
        }
        Lesson::Squeak => is_squeaker_near(game, play),
        Lesson::Deed => game.deed().is_some(),
        Lesson::Key => carries(game, ItemKind::Key),
        Lesson::Override => carries(game, ItemKind::OverrideChip),
        Lesson::Chip => {
            let player = game.player();
            let is_free = player.worn.get(Slot::Microchip).is_none();
            is_free && !player.is_barred(Slot::Microchip) && carries_working_chip(game)
        }
        Lesson::Sleepers => sees_only_sleepers(game, play),
        Lesson::EdgeArrow => play.has_edge_arrow(game),
        Lesson::Shadow => {
            let at = |index: usize| game.current_floor().monsters[index].body.pos;
            visible_enemies(game, play.visible()).any(|index| hides_ground(game, play, at(index)))
        }
    }
}

/// Returns whether a sleeper is in sight, but no alert enemy: in a fight, the lesson would only be in the way.
fn sees_only_sleepers(game: &Game, play: &PlaySession) -> bool {
    let monsters = &game.current_floor().monsters;
    let is_asleep = |index: usize| monsters[index].ai_state == AiState::Asleep;
    visible_enemies(game, play.visible()).any(is_asleep)
        && alert_enemy_in_sight(game, play.visible()).is_none()
}

/// Returns whether a mouse in sight is about to squeak and is near enough to be killed first (S4).
fn is_squeaker_near(game: &Game, play: &PlaySession) -> bool {
    let (floor, pos) = (game.current_floor(), game.player().body.pos);
    visible_enemies(game, play.visible()).any(|index| {
        let monster = &floor.monsters[index];
        monster.squeak == Squeak::Due && monster.body.pos.is_next_to(pos)
    })
}

/// Returns whether the pack holds a microchip with firmware, or one that changes a number.
fn carries_working_chip(game: &Game) -> bool {
    let works = |item: &Item| item.firmware.is_some() || item.bonus != Bonus::NONE;
    game.player().pack.iter().any(|item| item.kind == ItemKind::Microchip && works(item))
}

/// Returns whether the player carries an item of this kind.
fn carries(game: &Game, kind: ItemKind) -> bool {
    game.player().pack.iter().any(|item| item.kind == kind)
}

/// The number of lines of the log on the smallest frame.
const ROOM: usize = 2;

/// Returns whether an item may be worth throwing: an unidentified flask, a flask that is known to burn, or cheese.
const fn is_thrown(label: Label) -> bool {
    matches!(label, Label::Unknown(_) | Label::Known(ItemKind::PotionOfVenom | ItemKind::Cheese))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::quantity::Hp;
    use crate::world::Item;

    // H9: an item that heals at once is named before a potion that heals more, but turn by turn. Unknown flasks do not
    // count.
    #[test]
    fn what_heals_at_once_is_named_first() {
        let mut game = Game::new(7);
        game.player.body.hp = Hp(1);
        let mut carry = |kind: ItemKind| {
            game.player.pack.push(Item::new(kind)).expect("there is room");
            best_remedy(&game)
        };
        assert_eq!(carry(ItemKind::PotionOfRegrowth), None);
        assert_eq!(carry(ItemKind::Cheese), Some(ItemKind::Cheese));
        game.identified = [true; ItemKind::POTIONS.len()];
        assert!(game.heals(ItemKind::PotionOfRegrowth) > game.heals(ItemKind::Cheese));
        assert_eq!(best_remedy(&game), Some(ItemKind::Cheese));
        game.player.pack.pop();
        assert_eq!(best_remedy(&game), Some(ItemKind::PotionOfRegrowth));
    }
}
