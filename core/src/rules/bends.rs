//! Applies the grafts and weapons that change the player's blows and kills (B16, I15).

use crate::content::effects::Effect;
use crate::content::grafts::{GRAFTS_MAX, LAST_STAND_PART, PUSHED_TURNS};
use crate::content::monsters::{Class, HELPLESS_FACTOR};
use crate::content::{ItemKind, MonsterKind, Status};
use crate::geometry::{Direction, Pos};
use crate::quantity::Damage;
use crate::rules::status::inflict;
use crate::rules::{Event, Events};
use crate::world::{Aim, Game, Item, Monster, Outcome, Terrain};
use heapless::Vec;

impl Game {
    /// Returns the damage of the player's blow after all factors. These are the bonus against a helpless monster (S3),
    /// the graft Last stand (B16), and `part`, the weapon's divisor for the struck tile (I12).
    pub(crate) fn blow(&self, damage: Damage, is_helpless: bool, part: u16) -> Damage {
        let factor = if is_helpless { self.helpless_factor() } else { 1 };
        let damage = damage.0.saturating_mul(factor);
        let more = if self.makes_last_stand() { damage / LAST_STAND_PART } else { 0 };
        Damage(damage.saturating_add(more) / part)
    }

    /// Returns the factor by which damage to a helpless monster is multiplied (S3, B16).
    pub(crate) fn helpless_factor(&self) -> u16 {
        let factor = |it| if let Effect::Backstab(factor) = it { Some(factor) } else { None };
        self.player.modifier(factor).unwrap_or(HELPLESS_FACTOR)
    }

    /// Returns whether the player's hit points are low enough for Last stand (B16).
    fn makes_last_stand(&self) -> bool {
        let percent = |it| if let Effect::LastStand(percent) = it { Some(percent) } else { None };
        let Some(percent) = self.player.modifier(percent) else { return false };
        u32::from(self.player.body.hp.0) * 100 <= u32::from(self.player_stats().hp_max.0) * percent
    }

    /// Returns the index of the monster that a step in `direction` strikes from two tiles away. The monster must be an
    /// alert enemy whose shield does not stop the blow, and the tile in between must be free (B16, I15, M15).
    pub(crate) fn reached_in(&self, direction: Direction) -> Option<usize> {
        if !self.player.has(Effect::Reach) {
            return None;
        }
        let (floor, near) = (&self.current_floor, self.player.body.pos.step(direction)?);
        let terrain = floor.map.terrain(near);
        let is_free =
            terrain.is_walkable() && !terrain.is_stairs() && floor.monster_at(near).is_none();
        let index = floor.monster_at(near.step(direction)?).filter(|_| is_free)?;
        let monster = &floor.monsters[index];
        let is_struck =
            monster.is_hostile() && monster.ai_state.is_alert() && !self.is_stopped(monster);
        is_struck.then_some(index)
    }

    /// Makes the player strike the monster at `index` from two tiles away.
    pub(super) fn strike_from_afar(&mut self, index: usize, events: &mut Events) {
        self.make_blows_noise();
        self.strike_monster(index, self.player.worn.shape().target_part, events);
    }

    /// Returns whether waiting would strike enemies: the player has the graft for it, and an adjacent enemy is awake
    /// (B16).
    pub fn can_whirl(&self) -> bool {
        let pos = self.player.body.pos;
        self.player.has(Effect::Whirls)
            && self.current_floor.monsters.iter().any(|it| is_whirled(it, pos))
    }

    /// Strikes all awake enemies beside the player.
    pub(super) fn whirl(&mut self, events: &mut Events) {
        self.make_blows_noise();
        let pos = self.player.body.pos;
        for tile in Direction::ALL.into_iter().filter_map(|direction| pos.step(direction)) {
            let struck = self.current_floor.monster_at(tile);
            let struck = struck.filter(|&it| is_whirled(&self.current_floor.monsters[it], pos));
            if let Some(index) = struck
                && self.outcome == Outcome::Playing
            {
                self.strike_monster(index, 1, events);
            }
        }
    }

    /// Pushes the monster at `index` directly away from the player and stuns it, if the player has an effect that
    /// pushes. Call this only after a blow that hurt a monster at full hit points. An obstacle stops the monster; a
    /// live cable shocks it and ends the push (B16).
    pub(super) fn push_back(&mut self, index: usize, events: &mut Events) {
        let tiles = |it| if let Effect::Pushes(tiles) = it { Some(tiles) } else { None };
        let Some(tiles) = self.player.modifier(tiles) else { return };
        let at = self.current_floor.monsters[index].body.pos;
        let Some(direction) = self.player.body.pos.bearing_to(at) else { return };
        let who = self.current_floor.monsters[index].actor();
        self.current_floor.monsters[index].aim = Aim::None;
        for _ in 0..tiles {
            let from = self.current_floor.monsters[index].body.pos;
            let Some(to) = from.step(direction).filter(|&to| self.is_pushed_onto(to)) else {
                break;
            };
            self.current_floor.monsters[index].move_to(to);
            events.push(Event::Moved { who, from, to });
            if self.current_floor.map.terrain(to) == Terrain::CableLive {
                return self.shock_monster(index, events);
            }
        }
        let body = &mut self.current_floor.monsters[index].body;
        inflict(body, who, Status::Stunned, PUSHED_TURNS, events);
    }

    /// Returns whether a creature can be pushed onto the tile at `pos`.
    fn is_pushed_onto(&self, pos: Pos) -> bool {
        let terrain = self.current_floor.map.terrain(pos);
        terrain.is_walkable() && !terrain.is_stairs() && !self.is_occupied(pos)
    }

    /// Rolls for the items that a killed mouse leaves, and places these items on the nearest free tiles (B16).
    pub(super) fn leave_items(&mut self, kind: MonsterKind, at: Pos, events: &mut Events) {
        if kind.spec().class != Class::Mouse {
            return;
        }
        let left =
            |it| if let Effect::Leaves(item, one_in) = it { Some((item, one_in)) } else { None };
        let left: Vec<(ItemKind, u32), GRAFTS_MAX> =
            self.player.effects().filter_map(left).take(GRAFTS_MAX).collect();
        for (item, one_in) in left {
            if self.dice.one_in(one_in) && self.current_floor.has_room_for_item() {
                events.push(Event::ItemLeft { kind, label: self.label(item) });
                self.lay_item(at, Item::new(item));
            }
        }
    }
}

fn is_whirled(monster: &Monster, player: Pos) -> bool {
    monster.body.pos.is_next_to(player) && monster.is_hostile() && monster.ai_state.is_alert()
}
