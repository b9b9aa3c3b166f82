/**
 * Integers in ascending order, such as the line numbers of a file's rows, stored in a few bytes for each change in the
 * distance between them.
 */
export class LineRuns {
  /** Number of integers. */
  length = 0;
  private bytes = new Uint8Array(64);
  private end = 0;
  private last = 0;
  private step = 0;
  private count = 0;

  push(line: number): void {
    const step = line - this.last;
    this.last = line;
    this.length++;
    if (step === this.step) {
      this.count++;
      return;
    }
    this.close();
    this.step = step;
    this.count = 1;
  }

  /** Yields runs of equally spaced numbers: the first number, the distance, and the count. */
  *runs(): Generator<{ first: number; step: number; count: number }> {
    let [at, line] = [0, 0];
    const read = (): number => {
      let [value, factor] = [0, 1];
      for (;;) {
        const byte = this.bytes[at++] as number;
        value += (byte & 0x7f) * factor;
        if (byte < 0x80) return value;
        factor *= 128;
      }
    };
    while (at < this.end) {
      const [step, count] = [read(), read()];
      yield { first: line + step, step, count };
      line += step * count;
    }
    if (this.count > 0) yield { first: line + this.step, step: this.step, count: this.count };
  }

  *[Symbol.iterator](): Generator<number> {
    for (const { first, step, count } of this.runs()) {
      for (let index = 0; index < count; index++) yield first + index * step;
    }
  }

  private close(): void {
    if (this.count === 0) return;
    this.write(this.step);
    this.write(this.count);
  }

  private write(value: number): void {
    if (this.end + 8 > this.bytes.length) {
      const larger = new Uint8Array(2 * this.bytes.length);
      larger.set(this.bytes);
      this.bytes = larger;
    }
    let rest = value;
    while (rest >= 0x80) {
      this.bytes[this.end++] = (rest % 128) | 0x80;
      rest = Math.floor(rest / 128);
    }
    this.bytes[this.end++] = rest;
  }
}
