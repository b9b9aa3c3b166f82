const LF = 0x0a;
const CR = 0x0d;

/** Passes the first lines of a text on, which end with LF, CRLF or CR, and nothing of what is below them. */
export class LineLimiter {
  private readonly skipper: LineSkipper;

  constructor(lines: number) {
    this.skipper = new LineSkipper(lines);
  }

  get isDone(): boolean {
    return this.skipper.isDone;
  }

  /** Returns what of a chunk belongs to the lines. */
  take(chunk: Buffer): Buffer {
    return chunk.subarray(0, chunk.length - this.skipper.take(chunk).length);
  }
}

/** Leaves out the first lines of a text, which end with LF, CRLF or CR. */
export class LineSkipper {
  /** Number of lines that were skipped. */
  lines = 0;
  private readonly wanted: number;
  private endsWithCr = false;

  constructor(lines: number) {
    this.wanted = lines;
  }

  get isDone(): boolean {
    return this.lines === this.wanted && !this.endsWithCr;
  }

  /** Returns the rest of a chunk after the skipped lines. */
  take(chunk: Buffer): Buffer {
    let at = 0;
    while (at < chunk.length && !this.isDone) {
      const byte = chunk[at] as number;
      if (this.endsWithCr) {
        this.endsWithCr = false;
        if (byte === LF) at++;
        continue;
      }
      if (byte === LF || byte === CR) this.lines++;
      this.endsWithCr = byte === CR;
      at++;
    }
    return chunk.subarray(at);
  }
}
