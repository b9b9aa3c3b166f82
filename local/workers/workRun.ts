import { setTimeout as sleep } from "node:timers/promises";
import { log } from "#shared/runtime/log.ts";
import { type Frame, FrameType } from "./answerFrames.ts";
import { collectGarbage } from "./collectGarbage.ts";
import { Countdown } from "./countdown.ts";
import { isEngineFault } from "./engineFault.ts";
import { cpuMsOf } from "./processLimits.ts";
import type { EndReason, Worker } from "./worker.ts";
import { errorFrom, type WorkRequest } from "./workerMessages.ts";

/** Time that a process has to exit after it has closed its pipe, in milliseconds. */
const EXIT_GRACE_MS = 1_000;
/** Time that canceled work has to stop before its process is killed, in milliseconds. */
const CANCEL_GRACE_MS = 500;
/**
 * Number of result bytes after which their buffers are collected explicitly: waiting for V8 to collect them accounted for a
 * tenth of the time of a large result.
 */
const COLLECT_AFTER_BYTES = 32 << 20;
/** Uncollected bytes of all runs combined. */
let uncollectedBytes = 0;

export interface RunOptions {
  /** Aborts when no one is waiting for the result any longer. */
  signal: AbortSignal;
  /** Maximum computing time in milliseconds, excluding the time that a stream's reader takes. */
  maxMs: number;
  /** Computing time of its process, in milliseconds, below which stopped work is not to blame, because the machine is busy. */
  minCpuMs?: number | undefined;
  /** Maximum time for storing a result, in milliseconds. */
  maxWriteMs: number;
  /** Returns the error for work after its process exited early. */
  explain: (reason: EndReason) => Error;
}

/** One piece of work on one worker, from the request to the last frame of the response. */
export class WorkRun {
  /** Resolves when the worker is idle or has exited: true if it can be reused. */
  readonly ended: Promise<boolean>;
  readonly #worker: Worker;
  readonly #request: WorkRequest;
  readonly #signal: AbortSignal;
  readonly #explain: RunOptions["explain"];
  readonly #end: (isReusable: boolean) => void;
  readonly #computing: Countdown;
  readonly #writing: Countdown;
  /** Computing time of the process before this work, in milliseconds. */
  #earlierCpuMs: number | undefined;
  #isAwaited = false;
  #isWriting = false;
  #isAnswered = false;
  #pending: Promise<Frame | null> | undefined;
  #abandoned: Promise<void> | undefined;
  #isOver = false;

  constructor(
    worker: Worker,
    request: WorkRequest,
    { signal, maxMs, minCpuMs = 0, maxWriteMs, explain }: RunOptions,
  ) {
    this.#worker = worker;
    this.#request = request;
    this.#signal = signal;
    this.#computing = new Countdown(maxMs, () => worker.kill(this.#cpuMs() < minCpuMs ? "busy" : "time"));
    this.#writing = new Countdown(maxWriteMs, () => worker.kill("time"));
    this.#explain = explain;
    const { promise, resolve } = Promise.withResolvers<boolean>();
    this.ended = promise;
    this.#end = (isReusable) => {
      this.#isOver = true;
      signal.removeEventListener("abort", this.#abandon);
      resolve(isReusable && !worker.isGone);
    };
    signal.addEventListener("abort", this.#abandon, { once: true });
  }

  /** True once a stream has started to arrive. */
  get isAnswered(): boolean {
    return this.#isAnswered;
  }

  /** Returns the computing time that the process has had for this work; infinite if the system does not report it. */
  #cpuMs(): number {
    const now = cpuMsOf(this.#worker.pid);
    if (now === undefined || this.#earlierCpuMs === undefined) return Number.POSITIVE_INFINITY;
    return now - this.#earlierCpuMs;
  }

  #runClocks(): void {
    this.#computing.run(this.#isAwaited && !this.#isWriting);
    this.#writing.run(this.#isAwaited && this.#isWriting);
  }

  /**
   * Returns the result or its stream. Rejects with the work's error, or with the error from `explain` if the process exited.
   */
  async output(): Promise<unknown> {
    this.#earlierCpuMs = cpuMsOf(this.#worker.pid);
    this.#worker.send(this.#request);
    const { type, payload } = await this.#next();
    if (type === FrameType.STREAM) return this.#stream();
    if (type !== FrameType.OUTPUT) throw this.#failed(payload);
    const output = this.#read(payload, (value) => value);
    this.#end(true);
    return output;
  }

  /** Fails the work with its error, which may make the process unusable. */
  #failed(payload: Buffer): Error {
    const error = this.#read(payload, errorFrom);
    this.#end(!isEngineFault(error));
    return error;
  }

  /** Reads the JSON of a process whose memory a tenant's input may have corrupted; kills the process if that fails. */
  #read<Content>(payload: Buffer, read: (value: unknown) => Content): Content {
    try {
      return read(JSON.parse(payload.toString()));
    } catch {
      this.#worker.kill();
      this.#end(false);
      throw this.#explain("crash");
    }
  }

  /** Iterates manually: a generator would cost more per chunk than the chunk itself. */
  #stream(): AsyncIterableIterator<Uint8Array> {
    this.#isAnswered = true;
    const done = { done: true, value: undefined } as const;
    const stream: AsyncIterableIterator<Uint8Array> = {
      next: async () => {
        if (this.#isOver) return done;
        const { type, payload } = this.#worker.frames.take() ?? (await this.#next());
        if (type === FrameType.DATA) {
          collectAfter(payload);
          return { done: false, value: payload };
        }
        if (type !== FrameType.END) throw this.#failed(payload);
        this.#end(true);
        return done;
      },
      return: async () => {
        await this.#abandon();
        return done;
      },
      [Symbol.asyncIterator]: () => stream,
    };
    return stream;
  }

  async #next(): Promise<Frame> {
    for (;;) {
      const frame = await this.#awaitFrame();
      if (frame.type !== FrameType.WRITING && frame.type !== FrameType.COMPUTING) return frame;
      this.#isWriting = frame.type === FrameType.WRITING;
    }
  }

  async #awaitFrame(): Promise<Frame> {
    this.#signal.throwIfAborted();
    const aborted = Promise.withResolvers<never>();
    const abort = (): void => aborted.reject(this.#signal.reason);
    this.#signal.addEventListener("abort", abort, { once: true });
    this.#isAwaited = true;
    this.#runClocks();
    try {
      this.#pending ??= this.#worker.frames.next();
      const frame = await Promise.race([this.#pending, aborted.promise]);
      this.#pending = undefined;
      if (frame) return frame;
      const reason = await this.#noteEnd();
      this.#end(false);
      throw this.#explain(reason);
    } finally {
      this.#isAwaited = false;
      this.#runClocks();
      this.#signal.removeEventListener("abort", abort);
    }
  }

  /** Waits for the exit of a process whose pipe has closed, and logs it unless the platform terminated the process. */
  async #noteEnd(): Promise<EndReason> {
    const worker = this.#worker;
    if (worker.stopped === undefined) await Promise.race([worker.exited, sleep(EXIT_GRACE_MS)]);
    const { wasKilledFromOutside } = worker;
    worker.kill();
    if (worker.stopped !== undefined) return worker.stopped;
    await worker.exited;
    log().warn("a worker process exited while working", { exit: worker.exit, work: this.#request.name });
    return wasKilledFromOutside ? "killed" : "crash";
  }

  /** Cancels work after its result has been abandoned; its process is killed after a grace period. */
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

function collectAfter({ byteLength }: Uint8Array): void {
  uncollectedBytes += byteLength;
  if (uncollectedBytes < COLLECT_AFTER_BYTES) return;
  uncollectedBytes = 0;
  collectGarbage({ type: "minor" });
}

function isLast({ type }: Frame): boolean {
  return type === FrameType.OUTPUT || type === FrameType.ERROR || type === FrameType.END;
}
