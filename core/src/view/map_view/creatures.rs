//! Draws the creatures of the floor, and the heroine with her equipment.

use super::{Camera, IDLE_TICKS, KnownMonsters, MapView};
use crate::content::Slot;
use crate::geometry::{Pos, Side};
use crate::raster::{Frame, Shade};
use crate::view::animation::{Effect, Offset};
use crate::view::sprites::{monster_poses, outfit, poses};
use musrex_assets::creatures::{self, Outfit, Poses};

/// A creature to be drawn.
struct Figure<'a> {
    pos: Pos,
    facing: Side,
    poses: &'a Poses,
    offset: Offset,
    shade: Shade,
}

/// The result of drawing a creature, used to draw its equipment to match.
struct Drawn {
    /// The top left corner of the creature's tile on the frame.
    corner: (i16, i16),
    /// The index of the picture in an [`Outfit`].
    step: usize,
    shade: Shade,
}

impl MapView<'_> {
    pub(super) fn draw_creatures(
        &self,
        frame: &mut Frame<'_>,
        camera: Camera,
        known: &KnownMonsters<'_>,
    ) {
        let attacks = usize::from(self.animation.is_attack_running());
        for striking in [false, true].into_iter().take(1 + attacks) {
            for (effect, progress) in self.animation.running() {
                if let (Effect::Death { kind, at }, false) = (effect, striking) {
                    self.draw_death(frame, camera, kind, at, progress);
                }
                if let (Effect::Vanish { kind, at }, false) = (effect, striking)
                    && self.visible.contains(at)
                    && (self.animation.is_still() || progress.tick % 4 < 2)
                {
                    let (x, y) = camera.project(at);
                    frame.sprite(x, y, &poses(kind).right[0], Shade::Dim);
                }
            }
            for &(monster, shade) in known {
                let body = &monster.body;
                let offset = self.animation.offset(body.pos);
                if offset.is_striking == striking {
                    let poses = monster_poses(monster);
                    let (pos, facing) = (body.pos, body.facing);
                    let figure = Figure { pos, facing, poses, offset, shade };
                    self.draw_body(frame, camera, figure);
                }
            }
            self.draw_player(frame, camera, striking);
        }
    }

    fn draw_player(&self, frame: &mut Frame<'_>, camera: Camera, striking: bool) {
        let body = &self.game.player().body;
        let facing = self.animation.side_of_player(body.facing);
        if body.hp.is_dead() && !self.animation.is_running() {
            if !striking {
                let (x, y) = camera.project(body.pos);
                frame.sprite(x, y, &creatures::HEROINE_FALLEN, Shade::Lit);
            }
            return;
        }
        let offset = self.animation.offset(body.pos);
        if offset.is_striking != striking {
            return;
        }
        // The heroine is not shown striking if she has just been hit.
        let is_pose_of_blow = striking && !self.is_hit(body.pos);
        let Drawn { corner, step, shade } = if is_pose_of_blow {
            let (x, y) = camera.project(body.pos);
            let corner = (x + offset.x, y + offset.y);
            let pose = &creatures::HEROINE_STRIKES[usize::from(facing == Side::Left)];
            frame.sprite(corner.0, corner.1, pose, Shade::Lit);
            Drawn { corner, step: Outfit::STRIKES, shade: Shade::Lit }
        } else {
            let (pos, poses, shade) = (body.pos, &creatures::HEROINE, Shade::Lit);
            self.draw_body(frame, camera, Figure { pos, facing, poses, offset, shade })
        };
        let worn = [Slot::Armour, Slot::Weapon].map(|slot| self.game.player().worn.get(slot));
        for outfit in worn.into_iter().flatten().filter_map(|item| outfit(item.kind)) {
            let pictures = match facing {
                Side::Right => &outfit.right,
                Side::Left => &outfit.left,
            };
            frame.sprite(corner.0, corner.1, &pictures[step], shade);
        }
    }

    /// Draws a creature.
    fn draw_body(&self, frame: &mut Frame<'_>, camera: Camera, figure: Figure<'_>) -> Drawn {
        let Figure { pos, facing, poses, offset, shade } = figure;
        let (x, y) = camera.project(pos);
        let pose = match facing {
            Side::Right => &poses.right,
            Side::Left => &poses.left,
        };
        // Shifts the phase, so that neighbouring creatures change pose at different times.
        let phase = u32::from(pos.x() ^ pos.y()) * (IDLE_TICKS / 2);
        let step = (((self.clock + phase) / IDLE_TICKS) % 2) as usize;
        let flashes = self.is_hit(pos) && !self.animation.is_still();
        let shade = if flashes { Shade::Flash } else { shade };
        let corner = (x + offset.x, y + offset.y);
        frame.sprite(corner.0, corner.1, &pose[step], shade);
        Drawn { corner, step, shade }
    }
}
