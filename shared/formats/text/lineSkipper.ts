const LF = 0x0a;
const CR = 0x0d;

/** Passes on the first lines of a text file, which end with LF, CRLF or CR, and drops the rest. */
export class LineLimiter {
  private readonly skipper: LineSkipper;

  constructor(lines: number) {
    this.skipper = new LineSkipper(lines);
  }

  get isDone(): boolean {
    return this.skipper.isDone;
  }

  /** Returns the part of a chunk that belongs to the lines. */
  take(chunk: Buffer): Buffer {
    return chunk.subarray(0, chunk.length - this.skipper.take(chunk).length);
  }
}

/** Drops the first lines of a text file, which end with LF, CRLF or CR. */
export class LineSkipper {
  /** Number of skipped lines. */
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
