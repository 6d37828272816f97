// The flash of the PicoSystem, as the ROM erases and programs it: with the time that a W25Q128 takes, a power that
// fails in the middle of an operation, and a chip that is worn out.

const ERASE_NS = 45e6;
const PROGRAM_NS = 0.7e6;
const PAGE = 256;
/** The save in the flash. */
export const SAVE = [0xf00000, 0xf10000];

export class Flash {
  /** The operations since power on: [offset, bytes] of each, with what it was. */
  operations = [];
  /** The number of operations after which power fails, in the middle of the next. */
  cutAfter = Infinity;
  isOff = false;
  /** The save as a power cut in the middle of each operation would leave it, since somebody has asked. */
  torn = [];
  isWornOut = false;
  /** Times the time that an operation takes. */
  slowness = 1;
  faults = [];

  constructor(bytes) {
    this.bytes = bytes;
  }

  /** Erases to ones. Returns the nanoseconds that it takes. */
  erase(offset, count) {
    this.#change(offset, new Uint8Array(count).fill(0xff), () => 0xff);
    this.operations.push({ kind: 'erase', offset, count });
    return (this.slowness * ERASE_NS * count) / 4096;
  }

  /** Turns ones to zeros. Returns the nanoseconds that it takes. */
  program(offset, data) {
    if (offset % PAGE || data.length % PAGE) this.faults.push('a part of a page was programmed');
    this.#change(offset, data, (old, byte) => old & byte);
    this.operations.push({ kind: 'program', offset, count: data.length });
    return (this.slowness * PROGRAM_NS * data.length) / PAGE;
  }

  #change(offset, data, changed) {
    if (this.isWornOut || this.isOff) return;
    this.isOff = this.operations.length >= this.cutAfter;
    const apply = (from, to) => {
      for (let at = from; at < to; at++) this.bytes[offset + at] = changed(this.bytes[offset + at], data[at]);
    };
    // Where power fails, half of the bytes are done, one has half of its bits, and the rest is as it was.
    const half = data.length >> 1;
    apply(0, half);
    const old = this.bytes[offset + half];
    this.bytes[offset + half] = (old & 0xf0) | (changed(old, data[half]) & 0x0f);
    this.torn.push(this.bytes.slice(...SAVE));
    if (!this.isOff) apply(half, data.length);
  }
}
