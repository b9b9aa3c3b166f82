import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdirSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import type { StopReason } from "#shared/runtime/scope.ts";
import { FrameReader } from "./answerFrames.ts";
import { limitedCommand, lowerPriority, type ProcessLimits } from "./processLimits.ts";
import type { WorkerCommand } from "./workerMessages.ts";

export interface WorkerOptions extends ProcessLimits {
  /** The script that it runs. */
  script: string;
  /** Where workers have their folders. */
  scratchDirectory: string;
  /** Compiled code is kept there between starts. */
  codeCache: string;
  /** MB of the JavaScript heap. */
  heapMegabytes: number;
  /** Whether it loads the code of queries before the first piece of work. */
  warm: boolean;
}

/** Of whatever environment the platform was started with, a worker gets these alone. */
const INHERITED = ["PATH", "HOME", "LANG", "TZ", "AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"];

/**
 * A process that works on what tenants sent. From its first piece of work on it belongs to one workspace, and its folder is
 * removed when it has ended.
 */
export class Worker {
  /** The workspace that it belongs to; null until its first piece of work. */
  workspaceId: string | null = null;
  /** Why it was ended by the platform; undefined where it was not. */
  stopped: StopReason | undefined;
  /** True once it computes behind all others, which cannot be taken back. */
  isDemoted = false;
  readonly frames: FrameReader;
  readonly ended: Promise<void>;
  readonly #child: ChildProcess;
  #isGone = false;

  constructor(options: WorkerOptions) {
    const { codeCache, heapMegabytes, warm } = options;
    const folder = join(options.scratchDirectory, `worker-${randomUUID()}`);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const nodeArgs = [
      `--max-old-space-size=${heapMegabytes}`,
      // See main.ts: results pass through memory outside the heap.
      "--external-memory-accounted-in-global-limit",
      options.script,
      folder,
      ...(warm ? ["warm"] : []),
    ];
    const { command, args } = limitedCommand(process.execPath, nodeArgs, options);
    this.#child = spawn(command, args, {
      stdio: ["ignore", "inherit", "inherit", "ipc", "pipe"],
      env: {
        ...Object.fromEntries(INHERITED.flatMap((name) => [[name, process.env[name]]])),
        NODE_COMPILE_CACHE: codeCache,
        TMPDIR: folder,
      },
    });
    const pipe = this.#child.stdio[4] as Readable;
    this.frames = new FrameReader(pipe);
    this.ended = this.#watch(folder);
    // What a process that cannot be started reports comes with its end.
    this.#child.on("error", () => undefined);
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  get isGone(): boolean {
    return this.#isGone;
  }

  /** Resolves when it takes work, or has ended. */
  async ready(): Promise<void> {
    await Promise.race([once(this.#child, "message").catch(() => undefined), this.ended]);
  }

  send(command: WorkerCommand): void {
    if (this.#child.connected) this.#child.send(command, () => undefined);
  }

  /** Lets it compute behind everything else. */
  demote(niceness: number): void {
    this.isDemoted = true;
    if (this.pid !== undefined) lowerPriority(this.pid, niceness);
  }

  /** Ends it at once, in the middle of whatever it does. */
  kill(reason?: StopReason): void {
    if (this.#isGone) return;
    this.stopped ??= reason;
    this.#child.kill("SIGKILL");
  }

  async #watch(folder: string): Promise<void> {
    if (this.#child.exitCode === null && this.#child.signalCode === null && this.#child.pid !== undefined) {
      await new Promise((resolve) => this.#child.once("exit", resolve));
    }
    this.#isGone = true;
    await rm(folder, { recursive: true, force: true });
  }
}
