// The flash of the PicoSystem, which the ROM erases and programs. Each operation takes as long as on a W25Q128. Power
// can fail in the middle of an operation, and the chip can be worn out.

const ERASE_NS = 45e6;
const PROGRAM_NS = 0.7e6;
const PAGE = 256;
/** The offsets of the start and the end of the save. */
export const SAVE = [0xf00000, 0xf10000];

export class Flash {
  /** The operations since power-on: the kind, the offset and the number of bytes of each. */
  operations = [];
  /** The number of complete operations before power fails in the middle of the next one. */
  cutAfter = Infinity;
  isOff = false;
  /** The saves that a power cut in each operation would have left. The command `torn` empties this list. */
  torn = [];
  isWornOut = false;
  /** The factor by which each operation takes longer than on a real chip. */
  slowness = 1;
  faults = [];

  constructor(bytes) {
    this.bytes = bytes;
  }

  /** Sets bytes to ones. Returns the duration in nanoseconds. */
  erase(offset, count) {
    this.#change(offset, new Uint8Array(count).fill(0xff), () => 0xff);
    this.operations.push({ kind: 'erase', offset, count });
    return (this.slowness * ERASE_NS * count) / 4096;
  }

  /** Changes ones to zeros. Returns the duration in nanoseconds. */
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
    // If power fails, the first half of the bytes has changed, the next byte has changed in half of its bits, and the
    // other bytes are unchanged.
    const half = data.length >> 1;
    apply(0, half);
    const old = this.bytes[offset + half];
    this.bytes[offset + half] = (old & 0xf0) | (changed(old, data[half]) & 0x0f);
    this.torn.push(this.bytes.slice(...SAVE));
    if (!this.isOff) apply(half, data.length);
  }
}
