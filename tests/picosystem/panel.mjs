// The panel of the PicoSystem: the commands of the ST7789 that the program uses, and the pixels that the panel shows.

const SIDE = 240;

export class Panel {
  pixels = new Uint16Array(SIDE * SIDE);
  isOn = false;
  isAsleep = true;
  #command = 0;
  #data = [];
  /** The range of columns and rows into which pixels are written, and the position of the next pixel. */
  #window = { left: 0, right: SIDE - 1, top: 0, bottom: SIDE - 1 };
  #at = { x: 0, y: 0 };

  command(code) {
    this.#command = code;
    this.#data = [];
    switch (code) {
      case 0x01: [this.isOn, this.isAsleep] = [false, true]; break;
      case 0x10: this.isAsleep = true; break;
      case 0x11: this.isAsleep = false; break;
      case 0x28: this.isOn = false; break;
      case 0x29: this.isOn = true; break;
      case 0x2c: this.#at = { x: this.#window.left, y: this.#window.top }; break;
    }
  }

  data(byte) {
    this.#data.push(byte);
    if (this.#command === 0x2c && this.#data.length === 2) {
      this.#put((this.#data[0] << 8) | this.#data[1]);
      this.#data = [];
    } else if ([0x2a, 0x2b].includes(this.#command) && this.#data.length === 4) {
      const [a, b, c, d] = this.#data;
      const range = [(a << 8) | b, (c << 8) | d];
      if (this.#command === 0x2a) [this.#window.left, this.#window.right] = range;
      else [this.#window.top, this.#window.bottom] = range;
    }
  }

  #put(colour) {
    const { left, right, top, bottom } = this.#window;
    if (this.#at.x < SIDE && this.#at.y < SIDE) this.pixels[this.#at.y * SIDE + this.#at.x] = colour;
    this.#at.x += 1;
    if (this.#at.x > right) {
      this.#at.x = left;
      this.#at.y = this.#at.y === bottom ? top : this.#at.y + 1;
    }
  }
}
