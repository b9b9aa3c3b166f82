import { once } from "node:events";
import { connect, type Socket } from "node:net";

const STATUS = /HTTP\/1\.1 (\d{3})/g;
/** Maximum number of characters that `STATUS` matches. */
const STATUS_CHARACTERS = "HTTP/1.1 200".length;

/** Client that sends arbitrary bytes, even one at a time, and reads only on request. */
export class RawClient {
  readonly #socket: Socket;
  readonly #changes = new Set<() => void>();
  #received = "";
  readonly #statuses: number[] = [];
  /** Last characters received, because a status may continue in the next chunk. */
  #end = "";
  #isClosed = false;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.on("data", (chunk: Buffer) => {
      this.#receive(chunk.toString("latin1"));
      this.#change();
    });
    socket.on("error", () => undefined);
    socket.on("close", () => {
      this.#isClosed = true;
      this.#change();
    });
  }

  static async open(port: number): Promise<RawClient> {
    const socket = connect(port, "127.0.0.1");
    await once(socket, "connect");
    return new RawClient(socket);
  }

  get received(): string {
    return this.#received;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Response statuses so far. */
  get statuses(): number[] {
    return [...this.#statuses];
  }

  send(text: string): void {
    this.#socket.write(text, "latin1");
  }

  /** Stops reading. */
  stopReading(): void {
    this.#socket.pause();
  }

  readOn(): void {
    this.#socket.resume();
  }

  leave(): void {
    this.#socket.destroy();
  }

  /** Resolves after a number of statuses. Rejects if the connection closes first. */
  async answers(count = 1): Promise<number[]> {
    await this.#until(() => this.statuses.length >= count || this.#isClosed);
    if (this.statuses.length < count) throw new Error(`The connection was closed: ${this.#received}`);
    return this.statuses;
  }

  /** Resolves when a given text has been received. */
  async text(part: string): Promise<void> {
    await this.#until(() => this.#received.includes(part) || this.#isClosed);
    if (!this.#received.includes(part)) throw new Error(`The connection was closed: ${this.#received}`);
  }

  /** Resolves when the peer has closed the connection. */
  closed(): Promise<void> {
    return this.#until(() => this.#isClosed);
  }

  /** Searches only new text, because searching all of it after every chunk would take quadratic time. */
  #receive(text: string): void {
    this.#received += text;
    const unsearched = this.#end + text;
    for (const [, status] of unsearched.matchAll(STATUS)) this.#statuses.push(Number(status));
    this.#end = unsearched.slice(1 - STATUS_CHARACTERS);
  }

  #change(): void {
    for (const change of this.#changes) change();
  }

  #until(isMet: () => boolean): Promise<void> {
    return new Promise((resolve) => {
      const look = (): void => {
        if (!isMet()) return;
        this.#changes.delete(look);
        resolve();
      };
      this.#changes.add(look);
      look();
    });
  }
}
