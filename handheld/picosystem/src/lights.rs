//! The backlight of the panel, the lamp (a red LED), and the battery.

use embedded_hal::digital::OutputPin;
use embedded_hal::pwm::SetDutyCycle;
use musrex_core::App;
use musrex_core::app::ScreenName;
use musrex_core::settings::Backlight;
use musrex_core::view::widgets::{Health, health};
use rp2040_hal::adc::{Adc, AdcPin};
use rp2040_hal::gpio::bank0::{Gpio12, Gpio13, Gpio14, Gpio15, Gpio26};
use rp2040_hal::gpio::{FunctionNull, FunctionSio, Pin, PullDown, PullNone, SioInput, SioOutput};
use rp2040_hal::pac;
use rp2040_hal::pwm::{FreeRunning, Pwm6, Slice};

/// The number of ticks between two readings of the battery (two seconds).
const BATTERY_TICKS: u32 = 120;
/// Converts a battery voltage in millivolts to a reading of the analog-digital converter. The converter gets a third of
/// the voltage; a reading of 4,096 stands for 3.3 V.
const fn reading(millivolts: u32) -> u32 {
    millivolts * 4096 / 9900
}
/// The reading below which the battery counts as nearly empty.
const LOW: u32 = reading(3_450);
/// The reading from which the battery no longer counts as nearly empty.
const ENOUGH: u32 = reading(3_550);
/// The reading below which the machine has no battery, so that no warning is shown.
const NONE: u32 = reading(2_000);

type Free<I> = Pin<I, FunctionNull, PullDown>;

/// The pins of the lights.
pub struct Pins {
    pub backlight: Free<Gpio12>,
    pub green: Free<Gpio13>,
    pub red: Free<Gpio14>,
    pub blue: Free<Gpio15>,
    pub battery: Free<Gpio26>,
}

/// The lights, and the last reading of the battery.
pub struct Lights {
    slice: Slice<Pwm6, FreeRunning>,
    shown: Option<Backlight>,
    red: Pin<Gpio14, FunctionSio<SioOutput>, PullDown>,
    adc: Adc,
    battery: Option<AdcPin<Pin<Gpio26, FunctionSio<SioInput>, PullNone>>>,
    is_low: bool,
    ticks: u32,
}

impl Lights {
    /// Starts the lights, switched off.
    pub fn start(mut slice: Slice<Pwm6, FreeRunning>, pins: Pins, adc: Adc) -> Lights {
        slice.default_config();
        let _ = slice.channel_a.set_duty_cycle_fully_off();
        slice.channel_a.output_to(pins.backlight);
        slice.enable();
        // The lamp shines only red: the pins for green and blue stay low.
        let _ = (pins.green.into_push_pull_output(), pins.blue.into_push_pull_output());
        let battery = AdcPin::new(pins.battery.into_floating_input()).ok();
        let red = pins.red.into_push_pull_output();
        Lights { slice, shown: None, red, adc, battery, is_low: false, ticks: 0 }
    }

    /// Updates the lights once per tick, from the app's settings and the player's hit points.
    pub fn follow(&mut self, app: &mut App, is_panel_on: bool) {
        let wanted = is_panel_on.then(|| app.settings().backlight());
        if wanted != self.shown {
            self.shown = wanted;
            let percent = match wanted {
                None => 0,
                Some(Backlight::Full) => 100,
                Some(Backlight::Half) => 40,
                Some(Backlight::Low) => 12,
            };
            let _ = self.slice.channel_a.set_duty_cycle_percent(percent);
        }
        // The error is ignored, because setting a pin cannot fail.
        let _ = self.red.set_state((app.settings().has_lamp() && is_in_danger(app)).into());
        self.ticks += 1;
        if self.ticks.is_multiple_of(BATTERY_TICKS) && self.looks_at_battery() {
            app.refresh();
        }
    }

    /// Returns whether the battery is nearly empty.
    pub const fn is_battery_low(&self) -> bool {
        self.is_low
    }

    /// Reads the battery. Returns true if the answer of [`is_battery_low`](Lights::is_battery_low) has changed.
    fn looks_at_battery(&mut self) -> bool {
        let Some(pin) = &mut self.battery else { return false };
        let Ok(found) = self.adc.read(pin).map(u16::into) else { return false };
        let limit = if self.is_low { ENOUGH } else { LOW };
        let is_low = (NONE..limit).contains(&found);
        core::mem::replace(&mut self.is_low, is_low) != is_low
    }
}

/// Returns whether the player has few hit points left; false on the title screen.
fn is_in_danger(app: &App) -> bool {
    let game = app.game();
    let (hp, hp_max) = (game.player().body.hp.0.into(), game.player_stats().hp_max.0.into());
    app.screen() != ScreenName::Title && matches!(health(hp, hp_max), Health::Critical)
}

/// Switches the backlight on, to show a panic message.
///
/// # Safety
/// The previous owner of the backlight must never run again.
pub unsafe fn show_mistake() {
    // SAFETY: the caller ensures that the previous owner never runs again.
    let slice = unsafe { pac::Peripherals::steal() }.PWM;
    // SAFETY: the register accepts any bits. With these bits, the backlight is always on.
    slice.ch(6).cc().write(|w| unsafe { w.a().bits(u16::MAX) });
}
