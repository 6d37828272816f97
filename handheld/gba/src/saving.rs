//! What keeps the game: the core's keeper on the save chip.

use crate::flash::Flash;
use crate::stack;
use core::cell::UnsafeCell;
use core::mem::MaybeUninit;
use musrex_core::save::{Keeper, Save};
use musrex_core::screens::App;

/// Room for the keeper where there is enough of it.
struct Room(UnsafeCell<MaybeUninit<Keeper<Flash>>>);

// SAFETY: there is one processor, and no interrupt saves.
unsafe impl Sync for Room {}

/// Opens what is on `flash`: to be called once.
#[inline(never)]
pub fn open(flash: Flash) -> &'static mut Keeper<Flash> {
    #[unsafe(link_section = ".ewram")]
    static ROOM: Room = Room(UnsafeCell::new(MaybeUninit::uninit()));
    // SAFETY: this is called once, so nobody else has a reference to it.
    let room = unsafe { &mut *ROOM.0.get() };
    // SAFETY: nothing else is on that stack. The keeper passes over it on its way to where it stays.
    unsafe { stack::with_deep_stack(|| _ = room.write(Keeper::open(flash))) };
    // SAFETY: it has just been written.
    unsafe { room.assume_init_mut() }
}

/// Shows the title, with what was saved.
#[inline(never)]
pub fn attach(app: &mut App, keeper: &mut Keeper<Flash>) {
    app.attach(keeper);
}

/// Does what the app has asked for.
#[inline(never)]
pub fn carry_out(save: Save, app: &mut App, keeper: &mut Keeper<Flash>) {
    // SAFETY: nothing else is on that stack.
    unsafe { stack::with_deep_stack(|| app.carry_out(save, keeper)) };
}
