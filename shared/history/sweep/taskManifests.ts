import { lastIdAt } from "#shared/domain/id.ts";
import { inParallel } from "#shared/history/inParallel.ts";
import type { Snapshot } from "#shared/history/taskSnapshots.ts";
import { ordersPrefix, tasksPrefix } from "#shared/objects/keys.ts";
import { getJson, listObjects } from "#shared/objects/objects.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";

/** Maximum time from the creation of a task until it reads its inputs, with a day to spare, in milliseconds. */
const MAX_WAIT_MS = 8 * 86_400_000;

/** Manifests referenced by the snapshots of tasks and orders; read on first use. */
export class TaskManifests {
  readonly #scope: WorkspaceScope;
  #found: Promise<ReadonlySet<string>> | undefined;
  #from = Number.POSITIVE_INFINITY;

  constructor(scope: WorkspaceScope) {
    this.#scope = scope;
  }

  /** Returns the manifests that tasks and orders have read since a time (ms since 1970); all by default. */
  since(from = 0): Promise<ReadonlySet<string>> {
    if (!this.#found || from < this.#from) {
      this.#from = from;
      this.#found = this.#read(from);
    }
    return this.#found;
  }

  async #read(from: number): Promise<ReadonlySet<string>> {
    const manifestKeys = new Set<string>();
    const keys: string[] = [];
    const first = lastIdAt(from - MAX_WAIT_MS);
    // Ids are not padded: keys are in the order of time only while ids have the same number of digits.
    const start = first.length === lastIdAt(Date.now()).length ? first : "";
    for (const prefix of [tasksPrefix(this.#scope.id), ordersPrefix(this.#scope.id)]) {
      for await (const { key } of listObjects(this.#scope, prefix, start === "" ? null : prefix + start))
        if (/\/snapshots\/[^/]+\.json$/.test(key) || key.endsWith(".snapshot.json")) keys.push(key);
    }
    await inParallel(keys, async (key) => {
      for (const relation of (await getJson<Snapshot>(this.#scope, key)).relations) {
        if (relation.kind === "TABLE") manifestKeys.add(relation.manifest_key);
      }
    });
    return manifestKeys;
  }
}
