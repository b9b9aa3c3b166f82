import { randomUUID } from "node:crypto";
import { rmSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { lockDown } from "@pdp/formats/ingest";
import { type InstanceOptions, type OpenInstance, openInstance } from "./openInstance.ts";

/** Instance that can only access the contents of its directory, and serves one query after another. */
export interface LockedInstance extends OpenInstance {
  directory: string;
  /** Workspace of its queries; undefined before the first query. */
  owner: string | undefined;
  /** True if it is still in the transaction of its last query. */
  hasTransaction: boolean;
}

/**
 * Pool of idle instances: new instances, and instances that have served a workspace's queries. An instance serves one query at
 * a time. It is locked down to a private directory, into which the files of a query are linked while it runs. Instances only
 * run generated SELECTs, so that no query leaves state for the next. Instances are closed after an error.
 */
export class InstancePool {
  readonly #options: InstanceOptions;
  readonly #size: number;
  #unused: Promise<LockedInstance>[] = [];
  /** Instances that have served queries, in order of last use. */
  #used: LockedInstance[] = [];
  #closed = false;

  constructor(options: InstanceOptions, size: number) {
    this.#options = options;
    this.#size = size;
  }

  /** Acquires the instance that last served the owner, or a new one. */
  async take(owner: string | undefined): Promise<LockedInstance> {
    if (this.#closed) throw new Error("The pool of SQL instances is closed");
    const index = this.#used.findLastIndex((instance) => instance.owner === owner);
    const [instance] = index < 0 ? [] : this.#used.splice(index, 1);
    if (instance) return instance;
    const opened = await (this.#unused.shift() ?? openLocked(this.#options));
    opened.owner = owner;
    return opened;
  }

  /**
   * Returns an instance to the pool after a successful query; closes the instance that has been idle longest if there are too
   * many.
   */
  keep(instance: LockedInstance): void {
    if (!this.#closed) this.#used.push(instance);
    const last = this.#closed ? instance : this.#used.length > this.#size ? this.#used.shift() : undefined;
    last?.close();
  }

  /** Starts missing instances. Called after a query has ended, so as not to slow down a running query. */
  fill(): void {
    while (!this.#closed && this.#unused.length + this.#used.length < this.#size) {
      const opening = openLocked(this.#options);
      // A failure is reported to the query that acquires this instance.
      opening.catch(() => undefined);
      this.#unused.push(opening);
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const instance of this.#used.splice(0)) instance.close();
    for (const opened of await Promise.allSettled(this.#unused.splice(0))) {
      if (opened.status === "fulfilled") opened.value.close();
    }
  }
}

async function openLocked(options: InstanceOptions): Promise<LockedInstance> {
  const directory = join(options.temporaryDirectory, `${randomUUID()}.files`);
  await mkdir(directory);
  const { connection, probe, clock, close } = await openInstance(options);
  const closeAll = (): void => {
    close();
    rmSync(directory, { recursive: true, force: true });
  };
  try {
    await lockDown(connection, [], [directory]);
  } catch (error) {
    closeAll();
    throw error;
  }
  return { connection, probe, clock, close: closeAll, directory, owner: undefined, hasTransaction: false };
}
