import { Readable } from "node:stream";
import { uploadAborted } from "#shared/http/multipart.ts";
import type { BodyIntake, Incoming } from "./bodyIntake.ts";

/** Body of an upload. On the first read, it acquires a slot and is requested from the client. */
export class BodyStream extends Readable {
  readonly #intake: BodyIntake;
  readonly #holder: () => string;
  readonly #incoming: Incoming;
  #isOpen = false;
  #stop: (() => void) | undefined;

  /** `holder` is known when the body is read, which happens after authentication. */
  constructor(intake: BodyIntake, holder: () => string, incoming: Incoming) {
    super({ highWaterMark: incoming.request.readableHighWaterMark });
    this.#intake = intake;
    this.#holder = holder;
    this.#incoming = incoming;
  }

  override _read(): void {
    if (this.#isOpen) this.#incoming.request.resume();
    else this.#open().catch((error: Error) => this.destroy(error));
  }

  override _destroy(error: Error | null, callback: (error?: Error | null) => void): void {
    this.#stop?.();
    callback(error);
  }

  async #open(): Promise<void> {
    this.#isOpen = true;
    const { request } = this.#incoming;
    this.#stop = await this.#intake.read(this.#holder(), this.#incoming, {
      take: (chunk) => {
        if (!this.push(chunk)) request.pause();
      },
      end: () => void this.push(null),
      fail: (error) => void this.destroy(error ?? uploadAborted()),
    });
    if (this.destroyed) this.#stop();
  }
}
