import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdirSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { Duplex, Readable } from "node:stream";
import type { StopReason } from "#shared/runtime/scope.ts";
import { FrameReader } from "./answerFrames.ts";
import { limitedCommand, lowerPriority, type ProcessLimits } from "./processLimits.ts";
import type { WorkerAccess } from "./workerAccess.ts";
import { WorkerControl } from "./workerControl.ts";
import { WORKER_ARGUMENT, type WorkerCommand } from "./workerMessages.ts";

/**
 * Reason that work ended without a result: the platform stopped its process, the process got too little computing time
 * (`busy`), or it crashed or was killed from outside.
 */
export type EndReason = StopReason | "busy" | "killed";

export interface WorkerOptions extends ProcessLimits {
  /** Script that the worker runs. */
  script: string;
  /** Directory of the workers' folders. */
  scratchDirectory: string;
  /** Directory for compiled code, kept between starts. */
  codeCache: string;
  /** JavaScript heap size, in MB. */
  heapMegabytes: number;
  /** True if it loads the query code before its first work. */
  warm: boolean;
}

/** The only environment variables of the platform process that a worker inherits; credentials arrive with its work. */
const INHERITED = ["PATH", "HOME", "LANG", "TZ"];

/** Signals that end a process from outside; a process that crashes gets others, such as SIGABRT. */
const KILLING: readonly NodeJS.Signals[] = ["SIGKILL", "SIGTERM", "SIGINT", "SIGHUP", "SIGQUIT"];

/**
 * Process that works on tenant input. From its first piece of work onward, it belongs to one workspace. Its folder is removed
 * after it has exited.
 */
export class Worker {
  /** Workspace to which it belongs; null until its first piece of work. */
  workspaceId: string | null = null;
  /** Number of pieces of work so far. */
  runs = 0;
  /** Reason that the platform terminated it; undefined if it did not. */
  stopped: EndReason | undefined;
  /** True once its priority has been lowered, which is irreversible. */
  isDemoted = false;
  readonly frames: FrameReader;
  /** Resolves when it has exited. */
  readonly exited: Promise<void>;
  /** Resolves when it has exited and its folder is removed. */
  readonly ended: Promise<void>;
  readonly #child: ChildProcess;
  readonly #control: WorkerControl;
  #access: WorkerAccess | undefined;
  #isGone = false;
  #isKilled = false;

  constructor(options: WorkerOptions) {
    const { codeCache, heapMegabytes, warm } = options;
    const folder = join(options.scratchDirectory, `worker-${randomUUID()}`);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const nodeArgs = [
      `--max-old-space-size=${heapMegabytes}`,
      // See runPlatform.ts: results pass through memory outside the heap.
      "--external-memory-accounted-in-global-limit",
      options.script,
      folder,
      ...(warm ? [WORKER_ARGUMENT.warm] : []),
    ];
    const { command, args } = limitedCommand(process.execPath, nodeArgs, options);
    this.#child = spawn(command, args, {
      stdio: ["ignore", "inherit", "inherit", "pipe", "pipe"],
      env: {
        ...Object.fromEntries(INHERITED.flatMap((name) => [[name, process.env[name]]])),
        NODE_COMPILE_CACHE: codeCache,
        TMPDIR: folder,
      },
    });
    this.#control = new WorkerControl(this.#child.stdio[3] as Duplex, () => this.kill());
    const pipe = this.#child.stdio[4] as Readable;
    this.frames = new FrameReader(pipe);
    this.exited = this.#watch();
    this.ended = this.exited.then(() => rm(folder, { recursive: true, force: true }));
    // The error of a process that cannot be started is handled when it exits.
    this.#child.on("error", () => undefined);
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  /** Description of how the process exited; empty while it is running. */
  get exit(): string {
    const { exitCode, signalCode } = this.#child;
    if (signalCode !== null) return `signal ${signalCode}`;
    return exitCode === null ? "" : `exit code ${exitCode}`;
  }

  /** True if it exited because of a signal that the platform did not send, such as from an operator or for lack of memory. */
  get wasKilledFromOutside(): boolean {
    const { signalCode } = this.#child;
    return !this.#isKilled && signalCode !== null && KILLING.includes(signalCode);
  }

  /** True once it has been killed or has exited. */
  get isGone(): boolean {
    return this.#isGone || this.#isKilled;
  }

  /** Resolves when it accepts work or has exited. */
  async ready(): Promise<void> {
    await Promise.race([this.#control.ready, this.ended]);
  }

  /** Gives it access to the data of its workspace, unless it already has it, and returns the access. */
  admit(grant: () => WorkerAccess): WorkerAccess {
    if (this.#access === undefined) {
      this.#access = grant();
      this.#control.serveDatabase(this.#access.callDatabase);
    }
    return this.#access;
  }

  send(command: WorkerCommand): void {
    this.#control.send(command);
  }

  /** Lowers its priority. */
  demote(niceness: number): void {
    this.isDemoted = true;
    if (this.pid !== undefined) lowerPriority(this.pid, niceness);
  }

  /** Terminates it immediately, even during work. */
  kill(reason?: EndReason): void {
    if (this.#isGone) return;
    this.stopped ??= reason;
    this.#isKilled = true;
    this.#child.kill("SIGKILL");
  }

  async #watch(): Promise<void> {
    if (this.#child.exitCode === null && this.#child.signalCode === null && this.#child.pid !== undefined) {
      await new Promise((resolve) => this.#child.once("exit", resolve));
    }
    this.#isGone = true;
  }
}
