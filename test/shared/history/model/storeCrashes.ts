import { objectStore } from "#shared/objects/objects.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { workspaceDatabase } from "#shared/store/dynamodb/database.ts";

/** Error for every call to a store after the process has "died". */
export class Crash extends Error {
  override readonly name = "Crash";
}

/** Point where a process dies: its nth store call, before or after that call takes effect. */
export interface CrashPoint {
  call: number;
  isAfter: boolean;
}

interface Client {
  middlewareStack: {
    add: (
      middleware: (next: (args: never) => Promise<object>) => (args: never) => Promise<object>,
      options: { step: "initialize"; name: string },
    ) => void;
  };
}

/** Makes a workspace's work die at a given store call: from then on, every call fails until the workspace is revived. */
export class StoreCrashes {
  #point: CrashPoint | null = null;
  #calls = 0;
  #isDead = false;

  constructor(scope: WorkspaceScope) {
    for (const { client } of [objectStore(scope), workspaceDatabase(scope)]) {
      (client as unknown as Client).middlewareStack.add((next) => (args) => this.#call(() => next(args)), {
        step: "initialize",
        name: "storeCrashes",
      });
    }
  }

  /** Runs work that dies at a point. Returns whether it died; errors of the work itself are thrown. */
  async run(point: CrashPoint | null, work: () => Promise<unknown>): Promise<boolean> {
    [this.#point, this.#calls, this.#isDead] = [point, 0, false];
    try {
      await work();
      return this.#isDead;
    } catch (error) {
      if (!this.#isDead) throw error;
      return true;
    } finally {
      [this.#point, this.#isDead] = [null, false];
    }
  }

  async #call(send: () => Promise<object>): Promise<object> {
    if (this.#isDead) throw new Crash();
    if (this.#point === null) return send();
    this.#calls += 1;
    if (this.#calls !== this.#point.call) return send();
    if (this.#point.isAfter) await send();
    this.#isDead = true;
    throw new Crash();
  }
}
