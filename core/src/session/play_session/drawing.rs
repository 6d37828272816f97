//! Draws the play screen: the floor, the bar and the log.

use super::{MESSAGE_TURNS, PAGE_TICKS, PlaySession};
use crate::quantity::Turn;
use crate::raster::Frame;
use crate::rules::travel::visible_enemies;
use crate::view::autotile::AutotileCache;
use crate::view::hud;
use crate::view::log_strip::{self, Aside, LogStrip};
use crate::view::map_view::{MapView, TILE};
use crate::view::text;
use crate::view::widgets::{Area, LogColours};
use crate::world::Game;

impl PlaySession {
    /// Draws the screen.
    pub(crate) fn draw(&self, game: &Game, autotiles: &AutotileCache, frame: &mut Frame<'_>) {
        let area = hud::map_area(frame.shape());
        let shown = hud::shown_area(frame.shape());
        let view = self.view(game, area);
        draw_rows(&view, frame, autotiles, shown);
        hud::draw_edge_arrows(frame, &view);
        if let Some(pointer) = self.pointer_on_map(frame.shape()) {
            hud::draw_pointer_label(frame, &view, pointer);
        }
        self.draw_log(game, frame);
        hud::draw_bar_over(frame, &self.view(game, area), self.graft_key());
    }

    /// Returns whether an arrow at the edge of the map will point to a visible enemy once all movement has ended.
    pub(crate) fn has_edge_arrow(&self, game: &Game) -> bool {
        let Some(shape) = self.frame_shape else { return false };
        let (area, shown) = (hud::map_area(shape), hud::shown_area(shape));
        let player = game.player().body.pos;
        let (x, y) = (area.x + area.width / 2, area.y + area.height / 2);
        visible_enemies(game, self.visible()).any(|index| {
            let at = game.current_floor().monsters[index].body.pos;
            let off = |at: u8, player: u8| (i16::from(at) - i16::from(player)) * TILE;
            let (dx, dy) = (off(at.x(), player.x()), off(at.y(), player.y()));
            hud::arrow_to(shown, (x + dx, y + dy)).is_some()
        })
    }

    /// Draws the latest messages.
    fn draw_log(&self, game: &Game, frame: &mut Frame<'_>) {
        let turn = game.turn();
        let recent_since = Turn(turn.0.saturating_sub(MESSAGE_TURNS));
        // The log turns its pages again and again. After another input without an answer, the log stops turning them,
        // because the pages would then look like new messages.
        let page =
            usize::from(self.sitting.idle_ticks / PAGE_TICKS) % log_strip::pages(frame, &self.log);
        let page = if self.log.is_unanswered() { 0 } else { page };
        let messages = log_strip::messages(frame, &self.log, page);
        let others = self.log.answers().saturating_sub(messages.len());
        let hint = text::more_hint(self.keys.confirm);
        let aside = match others {
            _ if self.sitting.has_more => Aside::GoOn(&hint),
            0 => Aside::None,
            others => Aside::Others(others),
        };
        let colours = LogColours { has_contrast: self.has_contrast };
        let strip = LogStrip { messages: &messages, turn, recent_since, aside, colours };
        log_strip::draw(frame, &strip);
    }

    /// Draws the bar and the floor. The floor is centred in `area` and extends down to the foot of the frame.
    pub(crate) fn draw_around(
        &self,
        game: &Game,
        autotiles: &AutotileCache,
        frame: &mut Frame<'_>,
        area: Area,
    ) {
        let top = hud::bar_height(frame.shape());
        let shown = Area { y: top, height: Area::of(frame).height - top, ..area };
        draw_rows(&self.view(game, area), frame, autotiles, shown);
        hud::draw_bar_over(frame, &self.view(game, area), self.graft_key());
    }

    /// Returns the area of the status plates that [`draw_around`](PlaySession::draw_around) draws.
    pub(crate) fn statuses_area(&self, game: &Game, frame: &Frame<'_>, area: Area) -> Area {
        hud::statuses_area(frame, &self.view(game, area), self.graft_key())
    }

    /// Draws only the floor, for the title.
    pub(crate) fn draw_backdrop(
        &self,
        game: &Game,
        autotiles: &AutotileCache,
        frame: &mut Frame<'_>,
    ) {
        self.view(game, Area::of(frame)).draw(frame, autotiles);
    }
}

/// Draws the part of the floor that lies on the rows of an area.
fn draw_rows(view: &MapView<'_>, frame: &mut Frame<'_>, autotiles: &AutotileCache, rows: Area) {
    frame.clip_to_rows(rows.y, rows.height);
    view.draw(frame, autotiles);
    frame.unclip();
}
