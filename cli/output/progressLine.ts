import type { WriteStream } from "node:tty";

const FRAMES = [..."⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏"];

/** Progress line on a terminal that is updated in place and finally removed. Hidden if the output is not a terminal. */
export class ProgressLine {
  readonly #stream: WriteStream;
  readonly #isShown: boolean;
  readonly #start = Date.now();
  #text = "";
  #frame = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(stream: WriteStream, isWanted: boolean) {
    this.#stream = stream;
    this.#isShown = isWanted && stream.isTTY === true;
  }

  show(text: string): void {
    if (!this.#isShown) return;
    this.#text = text;
    this.#draw();
    this.#timer ??= setInterval(() => this.#draw(), 200).unref();
  }

  end(): void {
    clearInterval(this.#timer);
    if (this.#timer) this.#stream.write("\r\x1b[K");
    this.#timer = undefined;
  }

  #draw(): void {
    const seconds = Math.round((Date.now() - this.#start) / 1000);
    const frame = FRAMES[this.#frame++ % FRAMES.length];
    const line = `${frame} ${this.#text}   ${seconds} s`;
    this.#stream.write(`\r\x1b[K${line.slice(0, Math.max(1, (this.#stream.columns || 80) - 1))}`);
  }
}
