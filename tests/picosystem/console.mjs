// A PicoSystem on which tests play: rp2040js with the board around it. This program reads one command per line from
// standard input. It answers each command on standard output: with a length in four bytes, and then as many bytes.
//
//     node console.mjs musrex.uf2 [seed]
//
// `COMMANDS`, near the end of this file, lists the commands.

import fs from 'node:fs';
import { ConsoleLogger, GPIOPinState, LogLevel, RP2040 } from 'rp2040js';
import { Flash, SAVE } from './flash.mjs';
import { Panel } from './panel.mjs';
import { BOOT2, FUNCTIONS, standInRom } from './rom.mjs';

const CYCLE_NS = 8; // 125 MHz
const FLASH_BYTES = 16 << 20;
const RAM = 0x20000000;
/** The number of milliseconds after which the program counts as hanging. */
const PATIENCE_MS = 5000;

const PIN = { select: 5, isData: 9, piezo: 11, backlight: 12, green: 13, red: 14, blue: 15, firstButton: 16 };
const BUTTONS = 8;

/** The stages that the program writes to a scratch register (`handheld/picosystem/src/debug_port.rs`). */
const STAGE = { begun: 1, ticked: 2, saved: 3, ready: 4, drawn: 5, shown: 6, sent: 7, answered: 8, panicked: 9 };
const WATCHDOG = 0x40058;
const SCRATCH = 0x0c;
/** The word with which the cortex-m runtime fills the stack. */
const PAINT = 0xcccccccc;

class PicoSystem {
  panel = new Panel();
  /** The last stage that the program has reached. */
  stage = 0;
  ticks = 0;
  /** The cycle at which the program reached each stage of this tick. */
  times = {};
  /** The pictures that the panel has received since the last tick, each with the tick that drew it. */
  pictures = [];
  edges = [];
  /** The tick whose picture the panel receives, and the cycle at which the transfer began. */
  #drawnIn = 0;
  #shownAt = 0;
  #isSent = true;
  #awaited = null;
  #isXip = true;

  constructor(flashBytes) {
    const mcu = new RP2040();
    this.mcu = mcu;
    mcu.logger = new ConsoleLogger(LogLevel.Error, false);
    mcu.loadBootrom(standInRom());
    mcu.flash.set(flashBytes);
    this.flash = new Flash(mcu.flash);
    maskVectors(mcu.core);
    mcu.onBreak = (number) => this.#callRom(number);
    this.#wireScratch();
    this.#wirePins();
    // The battery is full: it has 4.1 V.
    this.setBattery(4.1);
    // Starts the second boot stage as the ROM does.
    mcu.sram.set(mcu.flash.subarray(0, 252), BOOT2 - RAM);
    Object.assign(mcu.core, { LR: 0, SP: BOOT2, PC: BOOT2 });
  }

  get cycles() {
    return Math.round(this.mcu.clock.nanos / CYCLE_NS);
  }

  #wireScratch() {
    const watchdog = this.mcu.peripherals[WATCHDOG];
    const write = watchdog.writeUint32.bind(watchdog);
    watchdog.writeUint32 = (offset, value) => {
      write(offset, value);
      if (offset === SCRATCH) this.#reach(value);
    };
    this.scratch = watchdog.scratchData;
  }

  #reach(stage) {
    this.stage = stage;
    this.times[stage] = this.cycles;
    if (stage === STAGE.begun) this.ticks += 1;
    if (stage === STAGE.drawn) [this.#drawnIn, this.#isSent] = [this.ticks, false];
    // If only a few rows have changed, the panel may receive them before the program reaches `shown`.
    if (stage === STAGE.drawn || (stage === STAGE.shown && !this.#isSent)) this.#shownAt = this.cycles;
    if (stage === STAGE.sent) {
      this.#isSent = true;
      this.#awaited = { tick: this.#drawnIn, cycles: this.cycles - this.#shownAt };
      this.#takePicture();
    }
  }

  /** Stores the picture that was sent, as soon as its last words have left the bus. */
  #takePicture() {
    if (this.#awaited === null || this.mcu.spi[0].busy) return;
    this.pictures.push({ ...this.#awaited, pixels: this.panel.pixels.slice() });
    this.#awaited = null;
  }

  #wirePins() {
    const { gpio, spi, clock } = this.mcu;
    for (let pin = 0; pin < BUTTONS; pin++) gpio[PIN.firstButton + pin].setInputValue(true);
    let [isData, isSelected] = [false, false];
    gpio[PIN.isData].addListener((state) => { isData = state === GPIOPinState.High; });
    gpio[PIN.select].addListener((state) => { isSelected = state === GPIOPinState.Low; });
    gpio[PIN.piezo].addListener((state) => {
      if (state === GPIOPinState.High) this.edges.push(Math.round(clock.nanos));
    });
    const bus = spi[0];
    const done = clock.createAlarm(() => {
      bus.completeTransmit(0);
      this.#takePicture();
    });
    const take = (byte) => isSelected && (isData ? this.panel.data(byte) : this.panel.command(byte));
    bus.onTransmit = (word) => {
      if (bus.dataBits > 8) take(word >> 8);
      take(word & 255);
      done.schedule((bus.dataBits * 1e9) / bus.clockFrequency);
    };
  }

  /** Does the work of a ROM function, whose arguments are in the first registers. */
  #callRom(number) {
    const { core } = this.mcu;
    const [r0, r1, r2] = core.registers;
    const spend = (nanoseconds) => this.mcu.clock.tick(nanoseconds);
    switch (number) {
      case FUNCTIONS.EX: this.#isXip = false; this.#expectRam('ends reading'); break;
      case FUNCTIONS.RE: this.#expectRam('erases'); spend(this.flash.erase(r0, r1)); break;
      case FUNCTIONS.RP: {
        this.#expectRam('programs');
        const data = this.mcu.sram.slice(r1 - RAM, r1 - RAM + r2);
        spend(this.flash.program(r0, data));
        break;
      }
      case FUNCTIONS.FC: this.#isXip = true; break;
      case FUNCTIONS.MC:
      case FUNCTIONS.C4:
        for (let at = 0; at < r2; at++) this.mcu.writeUint8(r0 + at, this.mcu.readUint8(r1 + at));
        // On the chip, 16 bytes take 13 cycles if both addresses are aligned, rounded up to 16 here. Otherwise each
        // byte takes four cycles.
        spend((20 + ((r0 | r1) & 3 ? 4 * r2 : r2)) * CYCLE_NS);
        break;
      case FUNCTIONS.MS:
      case FUNCTIONS.S4:
        for (let at = 0; at < r2; at++) this.mcu.writeUint8(r0 + at, r1);
        spend((20 + r2) * CYCLE_NS);
        break;
      case FUNCTIONS.P3: core.registers[0] = r0.toString(2).replaceAll('0', '').length; break;
      case FUNCTIONS.R3: core.registers[0] = parseInt(bits(r0).split('').reverse().join(''), 2); break;
      case FUNCTIONS.L3: core.registers[0] = Math.clz32(r0); break;
      case FUNCTIONS.T3: core.registers[0] = r0 === 0 ? 32 : 31 - Math.clz32(r0 & -r0); break;
    }
  }

  /** Checks what must hold while the flash cannot be read: the caller is in RAM, and interrupts are off. */
  #expectRam(what) {
    const { core } = this.mcu;
    if (core.LR >>> 28 !== 2) this.flash.faults.push(`a function in the flash ${what}`);
    if (!core.PM) this.flash.faults.push(`an interrupt may come while the program ${what}`);
  }

  /** Runs for at most `ms` milliseconds, until a new stage makes `isReached` true. Returns whether that happened. */
  run(isReached, ms = PATIENCE_MS) {
    const { core, clock } = this.mcu;
    const end = clock.nanos + ms * 1e6;
    while (clock.nanos < end && !this.flash.isOff) {
      if (core.waiting) {
        clock.tick(Math.min(clock.nanosToNextAlarm || CYCLE_NS, end - clock.nanos));
        continue;
      }
      if (!this.#isXip && core.PC >>> 28 === 1) {
        this.flash.faults.push(`code at ${core.PC.toString(16)} ran while the flash could not be read`);
        this.#isXip = true;
      }
      const before = this.stage;
      clock.tick(core.executeInstruction() * CYCLE_NS);
      if (this.stage !== before && isReached()) return true;
    }
    return false;
  }

  setBattery(volts) {
    this.mcu.adc.channelValues[0] = Math.round((volts / 9.9) * 4096);
  }

  hold(mask) {
    for (let pin = 0; pin < BUTTONS; pin++) {
      this.mcu.gpio[PIN.firstButton + pin].setInputValue(!((mask >> pin) & 1));
    }
  }

  /** Runs to the beginning of the next tick, or until the program panics or power fails. Returns the events. */
  tick() {
    const ticks = this.ticks;
    const operations = this.flash.operations.length;
    this.pictures = [];
    const begun = this.times[STAGE.begun] ?? 0;
    this.times = { [STAGE.begun]: begun };
    const isReached = this.run(() => this.ticks > ticks || this.stage === STAGE.panicked);
    const { times } = this;
    return {
      isReached, ticks: this.ticks, isOff: this.flash.isOff, hasPanicked: this.stage === STAGE.panicked,
      times: { ...named(times), begun }, cycles: this.cycles,
      pictures: this.pictures.map(({ tick, cycles }) => ({ tick, cycles })),
      operations: this.flash.operations.slice(operations), faults: this.flash.faults,
    };
  }
}

/** Clears the lowest bit of vectors. It marks Thumb code, and rp2040js 1.4.1 leaves it in the program counter. */
function maskVectors(core) {
  const enter = core.exceptionEntry.bind(core);
  core.exceptionEntry = (number) => {
    enter(number);
    core.PC &= ~1;
  };
}

/** Returns the times of stages, keyed by the names of the stages. */
const named = (times) =>
  Object.fromEntries(Object.entries(STAGE).flatMap(([name, stage]) => (stage in times ? [[name, times[stage]]] : [])));

const bits = (word) => (word >>> 0).toString(2).padStart(32, '0');

/** Writes the blocks of a UF2 file into a flash. */
function load(flash, path) {
  const file = fs.readFileSync(path);
  for (let at = 0; at < file.length; at += 512) {
    const address = file.readUInt32LE(at + 12);
    const size = file.readUInt32LE(at + 16);
    flash.set(file.subarray(at + 32, at + 32 + size), address - 0x10000000);
  }
}

/** Sets the seed of all runs in the program. */
function patchSeed(flash, seed) {
  const words = Buffer.from('Mus Rex: seed of runs: ');
  const at = Buffer.from(flash.buffer).indexOf(words) + words.length;
  flash[at] = 1;
  new DataView(flash.buffer).setBigUint64(at + 1, BigInt(seed), true);
}

const flash = new Uint8Array(FLASH_BYTES).fill(0xff);
const [, , program, seed] = process.argv;
load(flash, program);
if (seed !== undefined) patchSeed(flash, seed);
let machine = null;

const json = (value) => Buffer.from(JSON.stringify(value));
const pixelBytes = (pixels) => Buffer.from(pixels.buffer, pixels.byteOffset, pixels.byteLength);

/** The commands. A line of the input is the name of a command, followed by its arguments. */
const COMMANDS = {
  /** Switches the machine on, or off and on again, and runs it to the first tick. */
  on() {
    if (machine) flash.set(machine.mcu.flash);
    machine = new PicoSystem(flash);
    return json(machine.tick());
  },
  /** Runs for a tick while the buttons in `mask` are held. The lowest bit is the button at pin 16. */
  tick(mask) {
    machine.hold(Number(mask));
    return json(machine.tick());
  },
  /** Holds the buttons in `mask` for `us` microseconds, and then the buttons in `then`. */
  tap(mask, us, then) {
    machine.hold(Number(mask));
    machine.run(() => false, Number(us) / 1000);
    machine.hold(Number(then));
    return json({});
  },
  /** Returns the pictures of the last tick, one after another. */
  pictures: () => Buffer.concat(machine.pictures.map(({ pixels }) => pixelBytes(pixels))),
  /** Returns the picture that the panel shows. */
  picture: () => pixelBytes(machine.panel.pixels),
  /** Returns the bytes of the save. */
  save: () => Buffer.from(machine.mcu.flash.subarray(...SAVE)),
  /** Returns the saves that a power cut in each operation since the last `torn` would have left. */
  torn: () => Buffer.concat(machine.flash.torn.splice(0)),
  /** Returns the contents of the flash. */
  dump: () => Buffer.from(machine.mcu.flash),
  /** Writes a UF2 file into the flash, as the boot loader does. Then the machine is off until the next `on`. */
  load(path) {
    if (machine) flash.set(machine.mcu.flash);
    machine = null;
    load(flash, path);
    return json({});
  },
  /** Writes a request to the debug port, and runs for a tick. Returns the events and the program's answer. */
  ask(request) {
    machine.scratch[1] = Number(request);
    const tick = machine.tick();
    const answer = (BigInt(machine.scratch[3]) << 32n) | BigInt(machine.scratch[2]);
    return json({ ...tick, answer: answer.toString() });
  },
  /** Makes power fail in the middle of a flash operation, after this number of complete operations. */
  cut(operations) {
    machine.flash.cutAfter = machine.flash.operations.length + Number(operations);
    return json({});
  },
  /** Makes the flash ignore all changes from now on. */
  wear() {
    machine.flash.isWornOut = true;
    return json({});
  },
  /** Makes each operation of the flash take this many times as long from now on. */
  slow(times) {
    machine.flash.slowness = Number(times);
    return json({});
  },
  /** Sets the voltage of the battery. */
  battery(volts) {
    machine.setBattery(Number(volts));
    return json({});
  },
  /** Returns the times in nanoseconds at which the pin of the piezo rose since the last `edges`. */
  edges() {
    const { edges } = machine;
    machine.edges = [];
    return json(edges);
  },
  /** Returns the state of the lamp, the backlight and the panel, and the number of bytes never used by the stack. */
  board() {
    const { gpio, pwm, sram } = machine.mcu;
    const isLit = (pin) => gpio[pin].value === GPIOPinState.High;
    const [red, green, blue] = [PIN.red, PIN.green, PIN.blue].map(isLit);
    const { cc, top } = pwm.channels[6];
    const words = new Uint32Array(sram.buffer, sram.byteOffset, sram.length / 4);
    let [longest, run] = [0, 0];
    for (const word of words) {
      run = word === PAINT ? run + 1 : 0;
      longest = Math.max(longest, run);
    }
    const { isOn, isAsleep } = machine.panel;
    return json({ red, green, blue, backlight: cc & 0xffff, top, isOn, isAsleep, unused: 4 * longest });
  },
};

/** Yields the lines of standard input. */
function* lines() {
  const chunk = Buffer.alloc(4096);
  let text = '';
  for (;;) {
    const length = fs.readSync(0, chunk);
    if (length === 0) return;
    text += chunk.toString('latin1', 0, length);
    const whole = text.split('\n');
    text = whole.pop();
    yield* whole;
  }
}

function writeAll(bytes) {
  for (let at = 0; at < bytes.length;) at += fs.writeSync(1, bytes, at);
}

for (const line of lines()) {
  const [word, ...rest] = line.split(' ');
  const answer = COMMANDS[word](...rest);
  const length = Buffer.alloc(4);
  length.writeUInt32LE(answer.length);
  writeAll(length);
  writeAll(answer);
}
