import { type ChildProcess, fork } from "node:child_process";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import type { Environment } from "#shared/runtime/environment.ts";
import type { StepAnswer, StepRequest } from "./stepThreads.ts";

interface Waiting {
  start: () => void;
  signal: AbortSignal;
}

const IDLE_MILLISECONDS = 30_000;
const ENTRY = fileURLToPath(new URL("./taskProcess.ts", import.meta.url));

/**
 * Processes for steps that compute for minutes: one each, as many at a time as there are processors for; the others wait.
 * Work that is stopped ends with its process, in the middle of whatever it computes. Threads would not do: one that is
 * ended while native code runs in it takes the whole platform with it.
 */
export class TaskProcesses {
  readonly #most = Math.max(1, Math.floor(availableParallelism() / 2));
  readonly #all = new Set<ChildProcess>();
  readonly #idle: ChildProcess[] = [];
  readonly #ends = new WeakMap<ChildProcess, NodeJS.Timeout>();
  readonly #waiting: Waiting[] = [];
  #places = 0;
  #closed = false;

  async run(name: string, payload: unknown, environment: Environment, signal: AbortSignal): Promise<unknown> {
    await this.#place(signal);
    try {
      return await this.#compute({ id: 1, name, payload, environment }, signal);
    } finally {
      this.#leave();
    }
  }

  async #compute(request: StepRequest, signal: AbortSignal): Promise<unknown> {
    signal.throwIfAborted();
    if (this.#closed) throw new Error("The platform is stopping");
    const child = this.#idle.pop() ?? this.#start();
    clearTimeout(this.#ends.get(child));
    let isKept = false;
    try {
      const answer = await answerOf(child, request, signal);
      isKept = true;
      return outputOf(answer);
    } finally {
      if (isKept) this.#keep(child);
      else await killed(child);
    }
  }

  #start(): ChildProcess {
    const child = fork(ENTRY, [], { stdio: ["ignore", "inherit", "inherit", "ipc"] });
    this.#all.add(child);
    child.once("exit", () => {
      this.#all.delete(child);
      const place = this.#idle.indexOf(child);
      if (place >= 0) this.#idle.splice(place, 1);
    });
    return child;
  }

  /** A process is worth keeping for a while: starting one takes longer than many a step. */
  #keep(child: ChildProcess): void {
    this.#idle.push(child);
    this.#ends.set(child, setTimeout(() => void killed(child), IDLE_MILLISECONDS).unref());
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#waiting.length = 0;
    await Promise.all([...this.#all].map(killed));
  }

  #place(signal: AbortSignal): Promise<void> {
    if (this.#places < this.#most) {
      this.#places += 1;
      return Promise.resolve();
    }
    return new Promise((resolve, reject) => {
      this.#waiting.push({ start: resolve, signal });
      signal.addEventListener("abort", () => reject(signal.reason as Error), { once: true });
    });
  }

  /** Gives the place to whoever waits for one. */
  #leave(): void {
    let next = this.#waiting.shift();
    while (next?.signal.aborted) next = this.#waiting.shift();
    if (next) next.start();
    else this.#places -= 1;
  }
}

function killed(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve();
    child.once("exit", () => resolve());
    child.kill("SIGKILL");
  });
}

function answerOf(child: ChildProcess, request: StepRequest, signal: AbortSignal): Promise<StepAnswer> {
  return new Promise((resolve, reject) => {
    const stop = (): void => end(() => reject(signal.reason as Error));
    const take = (answer: StepAnswer): void => end(() => resolve(answer));
    const lose = (code: number | null, by: string | null): void =>
      end(() => reject(new Error(`The process of this step ended (${code ?? by})`)));
    const end = (settle: () => void): void => {
      signal.removeEventListener("abort", stop);
      child.off("message", take).off("exit", lose);
      settle();
    };
    signal.addEventListener("abort", stop, { once: true });
    child.once("message", take).once("exit", lose);
    child.send(request);
  });
}

function outputOf(answer: StepAnswer): unknown {
  if (!("error" in answer)) return answer.output;
  const error = new Error(answer.error.message);
  error.name = answer.error.name;
  throw error;
}
