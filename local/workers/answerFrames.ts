import type { Readable, Writable } from "node:stream";

/**
 * Types of the frames between the platform and a worker. A frame consists of one byte for the type, four bytes for the payload
 * length (little endian), and the payload. On its pipe, a worker responds with a single `OUTPUT` or `ERROR`, or with `STREAM`,
 * any number of `DATA` frames, and `END` or `ERROR`. `WRITING` before an `OUTPUT` means that the work is storing a result, not
 * computing, until `COMPUTING`. On its control socket, it announces that it is `READY`, receives `COMMAND` frames, and exchanges
 * `DATABASE` requests and replies.
 */
export const FrameType = {
  OUTPUT: 1,
  ERROR: 2,
  STREAM: 3,
  DATA: 4,
  END: 5,
  WRITING: 6,
  COMPUTING: 7,
  READY: 8,
  COMMAND: 9,
  DATABASE: 10,
} as const;
export type FrameType = (typeof FrameType)[keyof typeof FrameType];

export interface Frame {
  type: FrameType;
  /** JSON, a database request or reply, or for `DATA`, a chunk of the sent bytes. */
  payload: Buffer;
}

const HEADER_BYTES = 5;
const EMPTY = Buffer.alloc(0);

/** Writes one frame. Resolves when the pipe can accept more, or has closed. */
export async function writeFrame(
  pipe: Writable,
  type: FrameType,
  payload: Uint8Array = EMPTY,
): Promise<void> {
  const header = Buffer.allocUnsafe(HEADER_BYTES);
  header.writeUInt8(type, 0);
  header.writeUInt32LE(payload.byteLength, 1);
  pipe.cork();
  const headerTaken = pipe.write(header);
  const isTaken = payload.byteLength === 0 ? headerTaken : pipe.write(payload);
  pipe.uncork();
  if (!isTaken) await drained(pipe);
}

/** Waits for pipes to accept more; writers of one pipe share a wait. */
const draining = new WeakMap<Writable, Promise<void>>();

function drained(pipe: Writable): Promise<void> {
  const waiting =
    draining.get(pipe) ??
    new Promise<void>((resolve) => {
      const done = (): void => {
        pipe.off("drain", done).off("close", done);
        draining.delete(pipe);
        resolve();
      };
      pipe.on("drain", done).on("close", done);
    });
  draining.set(pipe, waiting);
  return waiting;
}

/** Maximum size of a frame other than `DATA`, which arrives in chunks. */
const MAX_FRAME_BYTES = 32 << 20;

/** Reads frames on demand. A frame that is larger than `maxBytes` ends the connection, because it is kept in memory. */
export class FrameReader {
  readonly #pipe: Readable;
  readonly #maxBytes: number;
  /** Unread bytes of the current `DATA` frame. */
  #remaining = 0;
  #header: { type: FrameType; length: number } | undefined;
  #ended = false;
  #isBroken = false;
  #wake: (() => void) | undefined;

  constructor(pipe: Readable, maxBytes = MAX_FRAME_BYTES) {
    this.#pipe = pipe;
    this.#maxBytes = maxBytes;
    const end = (): void => {
      this.#ended = true;
      this.#wake?.();
    };
    pipe.on("readable", () => this.#wake?.());
    pipe.once("end", end).once("close", end).once("error", end);
  }

  /** True if the other process sent a frame that was too large. */
  get isBroken(): boolean {
    return this.#isBroken;
  }

  /** Returns the next frame; null if the other process has exited or sent a frame that is too large. */
  async next(): Promise<Frame | null> {
    for (;;) {
      const frame = this.take();
      if (frame) return frame;
      if (this.#ended) return null;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
      this.#wake = undefined;
    }
  }

  /** Returns the next frame if it has already arrived. */
  take(): Frame | null {
    if (this.#remaining > 0) return this.#takeData();
    if (!this.#header) {
      const header = this.#pipe.read(HEADER_BYTES) as Buffer | null;
      // At its end, a stream returns the remaining bytes, however few.
      if (header === null || header.length < HEADER_BYTES) return null;
      this.#header = { type: header.readUInt8(0) as FrameType, length: header.readUInt32LE(1) };
    }
    const { type, length } = this.#header;
    if (type === FrameType.DATA && length > 0) {
      this.#header = undefined;
      this.#remaining = length;
      return this.#takeData();
    }
    if (length > this.#maxBytes) {
      this.#isBroken = true;
      this.#ended = true;
      this.#pipe.destroy();
      return null;
    }
    const payload = length === 0 ? EMPTY : (this.#pipe.read(length) as Buffer | null);
    if (payload === null || payload.length < length) return null;
    this.#header = undefined;
    return { type, payload };
  }

  #takeData(): Frame | null {
    const wanted = Math.min(this.#remaining, this.#pipe.readableLength);
    const payload = wanted === 0 ? null : (this.#pipe.read(wanted) as Buffer | null);
    if (payload === null) {
      // Requests more data.
      this.#pipe.read(0);
      return null;
    }
    this.#remaining -= payload.length;
    return { type: FrameType.DATA, payload };
  }
}
