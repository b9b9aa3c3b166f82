import type { Duplex } from "node:stream";
import type { DatabaseCall } from "#shared/runtime/scope.ts";
import { FrameReader, FrameType, writeFrame } from "./answerFrames.ts";
import {
  answerDatabaseRequest,
  type DatabaseRequest,
  decodeRequest,
  encodeReply,
} from "./databaseMessages.ts";
import type { WorkerCommand } from "./workerMessages.ts";

/** Maximum size of a database request: a transaction has at most 4 MB of items. */
const MAX_REQUEST_BYTES = 8 << 20;
/** Maximum number of database requests of one process at a time. Further requests wait in its socket. */
const MAX_REQUESTS = 16;
/** Response to a process that has no workspace yet. */
const UNASSIGNED: DatabaseCall = async () => ({
  status: 400,
  body: JSON.stringify({ __type: "AccessDeniedException", message: "This process has no workspace." }),
});

/**
 * Platform's end of the socket that controls a worker process: sends it work, and answers its database requests. The process is
 * not trusted, because a tenant's input may have corrupted it: requests are limited in size and number, and `onBroken` is called
 * when it violates the protocol.
 */
export class WorkerControl {
  /** Resolves when the process accepts work. */
  readonly ready: Promise<void>;
  readonly #socket: Duplex;
  readonly #frames: FrameReader;
  #callDatabase = UNASSIGNED;
  #running = 0;
  #proceed: (() => void) | undefined;

  constructor(socket: Duplex, onBroken: () => void) {
    this.#socket = socket;
    this.#frames = new FrameReader(socket, MAX_REQUEST_BYTES);
    // Without a listener, the error of a process that exited during a write would end the platform.
    socket.on("error", () => undefined);
    const { promise, resolve } = Promise.withResolvers<void>();
    this.ready = promise;
    void this.#serve(resolve).then((isIntact) => {
      if (!isIntact) onBroken();
    });
  }

  /** Answers the database requests of the process from now on. */
  serveDatabase(call: DatabaseCall): void {
    this.#callDatabase = call;
  }

  send(command: WorkerCommand): void {
    if (!this.#socket.writable) return;
    void writeFrame(this.#socket, FrameType.COMMAND, Buffer.from(JSON.stringify(command)));
  }

  /** Returns false if the process violated the protocol, and true after it has exited. */
  async #serve(setReady: () => void): Promise<boolean> {
    for (;;) {
      const frame = await this.#frames.next();
      if (frame === null) return !this.#frames.isBroken;
      if (frame.type === FrameType.READY) setReady();
      else {
        const request = frame.type === FrameType.DATABASE ? decodeRequest(frame.payload) : null;
        if (request === null) return false;
        void this.#answer(request);
        if (this.#running >= MAX_REQUESTS) await this.#oneFinished();
      }
    }
  }

  /** A request counts as running until the process has accepted its reply, so replies do not pile up either. */
  async #answer(request: DatabaseRequest): Promise<void> {
    this.#running += 1;
    const reply = await answerDatabaseRequest(this.#callDatabase, request);
    if (this.#socket.writable) await writeFrame(this.#socket, FrameType.DATABASE, encodeReply(reply));
    this.#running -= 1;
    this.#proceed?.();
  }

  #oneFinished(): Promise<void> {
    return new Promise((resolve) => {
      this.#proceed = resolve;
    });
  }
}
