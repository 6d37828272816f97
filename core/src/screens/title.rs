//! The title, shown over a demo that a bot plays.

use super::ScreenName;
use super::menu::{Answer, Confirmation, Cursor, MenuEvent, MenuLine, draw_scroll_marks, pitch};
use super::screen::Screen;
use super::transition::{Destination, Transition};
use crate::bots::{Bot, Strategy};
use crate::content::{Cue, SongName};
use crate::controls::InputScheme;
use crate::dice::mix;
use crate::input::{Button, Input, Pad};
use crate::raster::{Colour, Frame};
use crate::session::HostAbilities;
use crate::session::Request;
use crate::session::play_session::PlaySession;
use crate::session::{AppState, RunPhase, start_demo};
use crate::sound::Listener;
use crate::view::text::{self, Question};
use crate::view::widgets::{self, Area};
use crate::world::{Game, Outcome};
use heapless::Vec;
use musrex_assets::interface::{KING, LOGO};

/// The number of ticks between two turns of the demo.
const TICKS_A_TURN: u16 = 14;
/// The height in pixels of the name of the game.
const LOGO_HEIGHT: i16 = 56;
/// The width of the list in pixels, and its width in pixels if the entry of a new run has a value. The list grows to
/// the right, so that the names of the keys at the left of the foot stay visible.
const WIDTH: i16 = 80;
const CHOICE_WIDTH: i16 = 152;
/// The room between the list and the right edge of the frame, in pixels.
const EDGE: i16 = 8;
/// The number of turns after which the demo shows another run.
const TURNS_SHOWN: u32 = 400;

/// The entries of the title.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum TitleItem {
    Continue,
    NewGame,
    /// The entry for a new game that overwrites foreign data in the save.
    Overwrite,
    Screen(Destination),
    Training,
    Quit,
}

/// The view model of the title: the part of the state on which its entries and lines depend.
#[derive(Clone, Copy)]
struct TitleViewModel {
    abilities: HostAbilities,
    /// True if a run can be continued. That run is then shown behind the list.
    has_run: bool,
    /// The difficulty of the new run, true for calm; `None` if the title does not offer the choice (A19).
    is_calm_chosen: Option<bool>,
    /// The question before a new game begins, if one is needed.
    question: Option<Question>,
    /// The lines about the save.
    lines: [&'static str; 2],
}

/// The title screen.
#[derive(Clone, Debug)]
pub(crate) struct Title {
    cursor: Cursor,
    /// The question that is open, if any.
    confirmation: Option<Confirmation>,
    ticks_to_turn: u16,
    bot: Bot,
}

impl Title {
    /// The title with the cursor at the top.
    pub(super) const NEW: Title = Title {
        cursor: Cursor::new(0),
        confirmation: None,
        ticks_to_turn: 0,
        bot: Bot::new(Strategy::Master),
    };

    /// Opens the title with the cursor at the entry of the previous screen or, after a run, at the top.
    pub(super) fn open(from: ScreenName, state: &AppState, is_after_run: bool) -> Title {
        let leads_there =
            |item: &TitleItem| matches!(item, TitleItem::Screen(to) if to.name() == from);
        let at = items(TitleViewModel::of(state)).iter().position(leads_there);
        let at = at.filter(|_| !is_after_run);
        Title { cursor: Cursor::new(at.unwrap_or(0)), ..Title::NEW }
    }
}

impl Screen for Title {
    fn song(_: &AppState) -> Option<SongName> {
        Some(SongName::Title)
    }

    fn tick(&mut self, state: &mut AppState, _: Input) -> Transition {
        let view_model = TitleViewModel::of(state);
        let is_moving = self.tick_demo(view_model.has_run, &mut state.game, &mut state.play);
        if self.changes_difficulty(&state.pad, view_model) {
            state.is_calm_chosen = !state.is_calm_chosen;
            state.sound.cue(Cue::Confirm);
            return Transition::Changed;
        }
        let item = match self.choose(&mut state.pad, &mut state.sound, view_model) {
            Ok(item) => item,
            Err(transition) => return transition.or_changed(is_moving),
        };
        match item {
            TitleItem::Continue => state.resume_run(),
            TitleItem::NewGame => state.begin_run(),
            TitleItem::Overwrite => {
                state.autosave.overwrite();
                state.begin_run()
            }
            TitleItem::Screen(to) => Transition::To(to),
            TitleItem::Training => state.begin_training(),
            TitleItem::Quit => Transition::Ask(Request::Quit),
        }
    }

    fn draw(&self, state: &AppState, frame: &mut Frame<'_>) {
        state.draw_backdrop(frame);
        self.draw_over(frame, TitleViewModel::of(state), state);
    }
}

impl TitleViewModel {
    fn of(state: &AppState) -> TitleViewModel {
        let (abilities, has_run) = (state.abilities, state.phase == RunPhase::Saved);
        let (question, lines) = (state.question(), state.autosave.title_lines());
        let is_calm_chosen = state.calm_of_new_run();
        TitleViewModel { abilities, has_run, is_calm_chosen, question, lines }
    }
}

impl Title {
    /// Returns whether the player changes the difficulty of a new run: presses Left or Right on its entry (A19).
    fn changes_difficulty(&self, pad: &Pad, view_model: TitleViewModel) -> bool {
        let is_at_new_run = items(view_model).get(self.cursor.at()) == Some(&TitleItem::NewGame);
        let is_offered = view_model.is_calm_chosen.is_some() && self.confirmation.is_none();
        is_at_new_run
            && is_offered
            && (pad.is_pressed(Button::Left) || pad.is_pressed(Button::Right))
    }

    /// Handles the input of one tick. Returns the confirmed entry or, if no entry was confirmed, a transition as the
    /// error.
    fn choose(
        &mut self,
        pad: &mut Pad,
        sound: &mut Listener,
        view_model: TitleViewModel,
    ) -> Result<TitleItem, Transition> {
        if let Some(confirmation) = &mut self.confirmation {
            let answer = confirmation.tick(pad, sound);
            return self.take_answer(answer);
        }
        let before = self.cursor.at();
        let items = items(view_model);
        let chosen = match self.cursor.tick(pad, sound, items.len()) {
            MenuEvent::Confirmed(index) => items[index],
            // Start on the title begins the game, as on every handheld.
            MenuEvent::Closed if pad.is_pressed(Button::Start) => items[0],
            MenuEvent::Moved => {
                // Pressing Up once too often must not select the entry that quits the program.
                if before == 0 && items[self.cursor.at()] == TitleItem::Quit {
                    self.cursor = Cursor::new(items.len() - 2);
                }
                return Err(Transition::Changed);
            }
            _ => return Err(Transition::Same),
        };
        if let Some(question) = view_model.question.filter(|_| chosen == TitleItem::NewGame) {
            self.confirmation = Some(Confirmation::new(question));
            return Err(Transition::Changed);
        }
        Ok(chosen)
    }

    fn take_answer(&mut self, answer: Answer) -> Result<TitleItem, Transition> {
        if !matches!(answer, Answer::None | Answer::Moved) {
            self.confirmation = None;
        }
        match answer {
            Answer::None => Err(Transition::Same),
            Answer::Moved | Answer::Decline => Err(Transition::Changed),
            Answer::Accept => Ok(TitleItem::NewGame),
            Answer::Overwrite => Ok(TitleItem::Overwrite),
        }
    }

    /// Advances the demo; a run that can be continued does not advance. Returns whether the picture has changed.
    fn tick_demo(&mut self, has_run: bool, game: &mut Game, play: &mut PlaySession) -> bool {
        let is_moving = play.advance();
        self.ticks_to_turn = self.ticks_to_turn.saturating_sub(1);
        if has_run || self.ticks_to_turn > 0 || play.is_animating() {
            return is_moving;
        }
        self.ticks_to_turn = TICKS_A_TURN;
        let command = self.bot.next(game, play.visible());
        // The demo is neither heard nor saved.
        let _ = play.play_command(game, command);
        if game.outcome() != Outcome::Playing || game.turn().0 > TURNS_SHOWN {
            start_demo(game, play, mix(game.seed()));
            self.bot = Bot::new(Strategy::Master);
        }
        true
    }

    /// Draws the title over the floor.
    fn draw_over(&self, frame: &mut Frame<'_>, view_model: TitleViewModel, state: &AppState) {
        let Area { width, height, .. } = Area::of(frame);
        let middle = width / 2;
        let lines = items_as_lines(view_model);
        // The King looms at the foot of the picture, above lines about the save. The name of the game is at the top,
        // and the list is in between.
        let foot_lines = view_model.lines.iter().filter(|line| !line.is_empty()).count();
        let foot = i16::try_from(foot_lines).unwrap_or(0) * widgets::line_height(frame);
        widgets::image(frame, width - 64 - 8, height - 64 - foot, &KING);
        // The line about a run is between the name and the list. A list that is too long scrolls.
        let above_list = if view_model.has_run { widgets::line_height(frame) } else { 0 };
        let room = (height - foot - LOGO_HEIGHT - above_list - 2) / pitch(frame);
        let rows = usize::try_from(room).unwrap_or(1).clamp(1, lines.len());
        let menu_height = i16::try_from(rows).unwrap_or(0) * pitch(frame);
        let logo_top = (height - LOGO_HEIGHT - menu_height - 20).max(6) / 3;
        widgets::image(frame, middle - 88, logo_top, &LOGO);
        let top = logo_top + LOGO_HEIGHT + (height - logo_top - LOGO_HEIGHT - menu_height) / 2;
        let top = top.max(logo_top + LOGO_HEIGHT + above_list).min(height - foot - menu_height);
        let left = middle - widgets::widened(frame, WIDTH) / 2;
        let list_width = if view_model.is_calm_chosen.is_some() { CHOICE_WIDTH } else { WIDTH };
        let list_width = widgets::widened(frame, list_width).min(width - left - EDGE);
        let list = Area { x: left, y: top, width: list_width, height: menu_height };
        let first = self.cursor.first_shown(rows, lines.len());
        let shown = &lines[first..first + rows];
        Cursor::new(self.cursor.at() - first).draw_lines(frame, list, shown);
        draw_scroll_marks(frame, list, first > 0, first + rows < lines.len());
        let is_here = items(view_model).get(self.cursor.at()) == Some(&TitleItem::NewGame);
        if view_model.is_calm_chosen.is_some() && is_here {
            draw_damage_hint(frame, list.x);
        }
        if view_model.has_run {
            let run = text::run_line(&state.game);
            // The line stays below the name, even if the list is long and other lines occupy the foot.
            let above = (top - widgets::line_height(frame) - 4).max(logo_top + LOGO_HEIGHT);
            widgets::text_centred(frame, middle, above, &run, Colour::GOLD);
        }
        self.draw_foot(frame, view_model, &state.input_scheme);
        if let Some(confirmation) = self.confirmation {
            confirmation.draw(frame);
        }
    }

    /// Draws the lines about the save or, without such lines, the hint and the version.
    fn draw_foot(
        &self,
        frame: &mut Frame<'_>,
        view_model: TitleViewModel,
        input_scheme: &InputScheme,
    ) {
        let foot = Area::of(frame).height - widgets::line_height(frame) - 1;
        let [first, second] = view_model.lines;
        if first.is_empty() {
            let version = concat!("v", env!("CARGO_PKG_VERSION"));
            frame.text(4, foot, version, Colour::GREY);
            let above = foot - widgets::line_height(frame);
            frame.text(4, above, &text::title_hint(input_scheme), Colour::STRAW);
        } else {
            let above = if second.is_empty() { foot } else { foot - widgets::line_height(frame) };
            frame.text(4, above, first, Colour::WARNING);
            frame.text(4, foot, second, Colour::WARNING);
        }
    }
}

/// Draws the hint about what Left and Right change on the entry of a new run. The hint is above the other hints at the
/// foot, and is left out if it does not fit beside the list.
fn draw_damage_hint(frame: &mut Frame<'_>, list_x: i16) {
    let lines = [text::words::new_run::damage_1(), text::words::new_run::damage_2()];
    let height = widgets::line_height(frame);
    let foot = Area::of(frame).height - 4 * height - 1;
    for (y, line) in (0..).map(|row| foot + row * height).zip(lines) {
        if 4 + frame.width_of(line) <= list_x {
            frame.text(4, y, line, Colour::STRAW);
        }
    }
}

const ITEMS: [TitleItem; 9] = [
    TitleItem::Continue,
    TitleItem::NewGame,
    TitleItem::Training,
    TitleItem::Screen(Destination::NewRun { is_daily: false }),
    TitleItem::Screen(Destination::Hall { row: None }),
    TitleItem::Screen(Destination::Bestiary { at: None }),
    TitleItem::Screen(Destination::Help),
    TitleItem::Screen(Destination::Options),
    TitleItem::Quit,
];

fn items(view_model: TitleViewModel) -> Vec<TitleItem, { ITEMS.len() }> {
    ITEMS
        .into_iter()
        .filter(|&item| item != TitleItem::Quit || view_model.abilities.can_quit)
        .filter(|&item| item != TitleItem::Continue || view_model.has_run)
        .collect()
}

fn items_as_lines(view_model: TitleViewModel) -> Vec<MenuLine<'static>, { ITEMS.len() }> {
    items(view_model)
        .iter()
        .map(|item| {
            let label = match item {
                TitleItem::Continue => text::words::menu::go_on(),
                TitleItem::NewGame | TitleItem::Overwrite => text::words::menu::new_game(),
                TitleItem::Screen(Destination::NewRun { .. }) => text::words::menu::choose_run(),
                TitleItem::Screen(Destination::Hall { .. }) => text::words::menu::hall(),
                TitleItem::Screen(Destination::Bestiary { .. }) => text::words::menu::bestiary(),
                TitleItem::Screen(Destination::Help) => text::words::menu::help(),
                TitleItem::Screen(_) => text::words::menu::options(),
                TitleItem::Training => text::words::menu::training(),
                TitleItem::Quit => text::words::menu::quit(),
            };
            match view_model.is_calm_chosen.filter(|_| *item == TitleItem::NewGame) {
                Some(is_calm) => {
                    MenuLine { label, value: text::first_run_damage(is_calm), is_choice: true }
                }
                None => MenuLine::plain(label),
            }
        })
        .collect()
}
