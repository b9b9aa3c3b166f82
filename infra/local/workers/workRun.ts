import type { StopReason } from "#shared/runtime/isolation.ts";
import { type Frame, FrameType } from "./answerFrames.ts";
import type { Worker } from "./worker.ts";
import { type ErrorMessage, errorFrom, type WorkRequest } from "./workerMessages.ts";

/** The process of a piece of work ended before the work did. */
export class WorkStopped extends Error {
  override readonly name = "WorkStopped";
  readonly reason: StopReason;

  constructor(reason: StopReason) {
    super(`The process of this work was stopped: ${reason}`);
    this.reason = reason;
  }
}

/** Milliseconds that cancelled work may take to end by itself; then its process is killed. */
const CANCEL_GRACE_MS = 500;

/** One piece of work on one worker, from the request to the last frame of the answer. */
export class WorkRun {
  /** Resolves when the worker has nothing to do any more: true where it can be used again. */
  readonly ended: Promise<boolean>;
  readonly #worker: Worker;
  readonly #request: WorkRequest;
  readonly #signal: AbortSignal;
  readonly #end: (isReusable: boolean) => void;
  #remainingMs: number;
  #pending: Promise<Frame | null> | undefined;
  #abandoned: Promise<void> | undefined;
  #isOver = false;

  /** `maxMs`: of computing; the time that the reader of a stream takes is not counted. */
  constructor(worker: Worker, request: WorkRequest, signal: AbortSignal, maxMs: number) {
    this.#worker = worker;
    this.#request = request;
    this.#signal = signal;
    this.#remainingMs = maxMs;
    const { promise, resolve } = Promise.withResolvers<boolean>();
    this.ended = promise;
    this.#end = (isReusable) => {
      this.#isOver = true;
      signal.removeEventListener("abort", this.#abandon);
      resolve(isReusable && !worker.isGone);
    };
    signal.addEventListener("abort", this.#abandon, { once: true });
  }

  /** The result, or its stream. Rejects with the work's own error, or a `WorkStopped`. */
  async output(): Promise<unknown> {
    this.#worker.send(this.#request);
    const { type, payload } = await this.#next();
    if (type === FrameType.STREAM) return this.#stream();
    this.#end(true);
    if (type === FrameType.OUTPUT) return JSON.parse(payload.toString()) as unknown;
    throw errorFrom(JSON.parse(payload.toString()) as ErrorMessage);
  }

  async *#stream(): AsyncGenerator<Uint8Array> {
    try {
      for (;;) {
        const { type, payload } = await this.#next();
        if (type === FrameType.DATA) {
          yield payload;
          continue;
        }
        this.#end(true);
        if (type === FrameType.END) return;
        throw errorFrom(JSON.parse(payload.toString()) as ErrorMessage);
      }
    } finally {
      if (!this.#isOver) await this.#abandon();
    }
  }

  async #next(): Promise<Frame> {
    this.#signal.throwIfAborted();
    const aborted = Promise.withResolvers<never>();
    const abort = (): void => aborted.reject(this.#signal.reason);
    this.#signal.addEventListener("abort", abort, { once: true });
    const timer = setTimeout(() => this.#worker.kill("time"), Math.min(this.#remainingMs, MAX_TIMER_MS));
    const started = performance.now();
    try {
      this.#pending ??= this.#worker.frames.next();
      const frame = await Promise.race([this.#pending, aborted.promise]);
      this.#pending = undefined;
      if (frame) return frame;
      this.#end(false);
      throw new WorkStopped(this.#worker.stopped ?? "crash");
    } finally {
      clearTimeout(timer);
      this.#remainingMs -= performance.now() - started;
      this.#signal.removeEventListener("abort", abort);
    }
  }

  /** Nobody waits for the result any more: the work gets a moment to end by itself, then its process is killed. */
  readonly #abandon = (): Promise<void> => {
    this.#abandoned ??= this.#isOver ? Promise.resolve() : this.#cancel();
    return this.#abandoned;
  };

  async #cancel(): Promise<void> {
    this.#worker.send({ type: "cancel", id: this.#request.id });
    const timer = setTimeout(() => this.#worker.kill(), CANCEL_GRACE_MS);
    let frame: Frame | null;
    do {
      frame = await (this.#pending ?? this.#worker.frames.next());
      this.#pending = undefined;
    } while (frame !== null && !isLast(frame));
    clearTimeout(timer);
    this.#end(frame !== null);
  }
}

/** setTimeout takes no more. */
const MAX_TIMER_MS = 2 ** 31 - 1;

function isLast({ type }: Frame): boolean {
  return type === FrameType.OUTPUT || type === FrameType.ERROR || type === FrameType.END;
}
