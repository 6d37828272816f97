// A stand-in for the boot ROM of the RP2040, because the licence of the real ROM restricts it to the chip. It has the
// tables in which programs look up the ROM's functions (data sheet, 2.8.2). Each function is a breakpoint, at which
// the console does the work of the function.

/** The functions: the letters by which programs look them up, and the numbers of their breakpoints. */
export const FUNCTIONS = {
  IF: 1, // connects the flash
  EX: 2, // ends reading the flash as memory
  RE: 3, // erases
  RP: 4, // programs
  FC: 5, // empties the cache of the flash
  MC: 6, // copies bytes
  C4: 7, // copies words
  MS: 8, // fills bytes
  S4: 9, // fills words
  P3: 10, // counts ones
  R3: 11, // reverses the order of bits
  L3: 12, // counts leading zeros
  T3: 13, // counts trailing zeros
};

const BYTES = 16384;
const RESET = 0x100;
const LOOKUP = 0x120;
const TABLE = 0x200;
const DATA_TABLE = 0x300;
const CODE = 0x400;
/** The address of the second boot stage, which the ROM copies to the end of the RAM and then starts. */
export const BOOT2 = 0x20041f00;

/** The instructions of the function that looks up a code (r1) in a table (r0). It returns the entry, or 0. */
const WALK = [
  0x8802, // ldrh r2, [r0]
  0x2a00, // cmp r2, #0
  0xd004, // beq none
  0x428a, // cmp r2, r1
  0xd004, // beq found
  0x3004, // adds r0, #4
  0xe7f8, // b walk
  0xbf00, // nop
  0x2000, // none: movs r0, #0
  0x4770, // bx lr
  0x8840, // found: ldrh r0, [r0, #2]
  0x4770, // bx lr
];

export function standInRom() {
  const rom = new DataView(new ArrayBuffer(BYTES));
  const half = (at, value) => rom.setUint16(at, value, true);
  rom.setUint32(0, BOOT2, true);
  rom.setUint32(4, RESET | 1, true);
  half(RESET, 0xe7fe); // b .
  half(0x10, 0x754d); // "Mu", 1, and the version 2, as in the real ROM
  half(0x12, 0x0201);
  [TABLE, DATA_TABLE, LOOKUP | 1].forEach((value, number) => half(0x14 + 2 * number, value));
  WALK.forEach((instruction, number) => half(LOOKUP + 2 * number, instruction));
  Object.entries(FUNCTIONS).forEach(([letters, number], index) => {
    const [entry, code] = [TABLE + 4 * index, CODE + 4 * index];
    half(entry, letters.charCodeAt(0) | (letters.charCodeAt(1) << 8));
    half(entry + 2, code | 1);
    half(code, 0xbe00 | number); // bkpt
    half(code + 2, 0x4770); // bx lr
  });
  return new Uint32Array(rom.buffer);
}
