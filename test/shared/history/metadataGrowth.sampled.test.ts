import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { commitLoad } from "#functions/steps/loads/commitLoad.ts";
import { chooseMerge, replaceSources } from "#shared/domain/loads/compaction.ts";
import { type DataFile, emptyManifest, loadsOf, type Manifest } from "#shared/domain/loads/manifest.ts";
import { FAN_IN } from "#shared/domain/loads/segmentRuns.ts";
import { filesOf, PendingObjects, removeLoad, replaceFiles, withFiles } from "#shared/objects/manifests.ts";
import { listObjects } from "#shared/objects/objects.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { isNightly } from "#test/support/byNight.ts";
import { createIngestedLoad } from "#test/support/ingestedLoad.ts";
import { type RemoteLake, remoteLake } from "#test/support/remoteLake.ts";
import { column } from "../engines/parquetLake.ts";

const COLUMNS = { a: [column("n", "INT64"), column("variant", "STRING"), column("fitness", "FLOAT64")] };
/** Number of loads after which the size is measured. */
const STEP = isNightly ? 100 : 40;
const COMMITS = 5 * STEP;
/** Maximum mean size of the objects of a commit, in bytes. */
const MAX_MEAN_BYTES = 5_000;

let lake: RemoteLake;

beforeAll(async () => {
  lake = await remoteLake();
});
afterAll(() => lake.close());

/** Returns the size of all manifests, segments and lists for undo. */
async function metadataBytes(scope: WorkspaceScope): Promise<number> {
  let sum = 0;
  for await (const { bytes } of listObjects(scope, `ws/${scope.id}/`, null)) sum += bytes;
  return sum;
}

it("loads write at most 5 KB of metadata each, and the last ones no more than the first", async () => {
  const scope = await lake.workspace();
  const sizes: number[] = [0];
  for (let commit = 1; commit <= COMMITS; commit += 1) {
    await commitLoad.run(await createIngestedLoad(scope, COLUMNS), scope.settings);
    if (commit % STEP === 0) sizes.push(await metadataBytes(scope));
  }
  const means = sizes.slice(1).map((size, index) => (size - (sizes[index] ?? 0)) / STEP);
  expect(Math.max(...means)).toBeLessThanOrEqual(MAX_MEAN_BYTES);
  expect((means.at(-1) ?? 0) / (means[1] ?? 1)).toBeLessThanOrEqual(1.3);
});

/** Table whose manifests are written to the store, with the rows that it should have. */
class ModelTable {
  readonly #scope: WorkspaceScope;
  readonly #rows = new Map<string, number>();
  readonly #files = new Map<string, DataFile[]>();
  #manifest: Manifest = emptyManifest("1", "1", []);
  #nextId = 1_000_000_000_000;

  constructor(scope: WorkspaceScope) {
    this.#scope = scope;
  }

  async load(sizes: readonly number[]): Promise<void> {
    const load_id = String(this.#nextId++);
    const files = sizes.map((rows, index): DataFile => {
      return { key: `${load_id}-${index}`, load_id, context: { kind: "WORKSPACE" }, rows, bytes: rows };
    });
    this.#files.set(load_id, files);
    await this.#change((objects) => withFiles(this.#scope, objects, this.#manifest, files));
    this.#rows.set(load_id, sum(files));
  }

  /** Undoes a load, or redoes one that is undone. */
  async revise(index: number): Promise<void> {
    const [load, files] = [...this.#files][index % Math.max(1, this.#files.size)] ?? [];
    if (load === undefined || !files) return;
    const isActive = this.#rows.has(load);
    await this.#change(async (objects) => {
      const without = await removeLoad(this.#scope, objects, this.#manifest, load);
      return isActive ? without : withFiles(this.#scope, objects, without, files);
    });
    if (isActive) this.#rows.delete(load);
    else this.#rows.set(load, sum(files));
  }

  async merge(): Promise<void> {
    const files = await filesOf(this.#scope, this.#manifest);
    const sources = chooseMerge(files, { minFiles: 4, minAgeMs: 0, targetBytes: 1 << 20 }, Date.now());
    const object = { key: `merged-${this.#nextId++}`, bytes: sum(sources ?? []) };
    const replacement = sources && replaceSources(files, sources, object);
    if (!replacement) return;
    const { merged, replaced } = replacement;
    await this.#change((objects) => replaceFiles(this.#scope, objects, this.#manifest, merged, replaced));
  }

  async check(): Promise<void> {
    const found = new Map<string, number>();
    const files = await filesOf(this.#scope, this.#manifest);
    for (const { load_id, rows } of files.flatMap(loadsOf))
      found.set(load_id, (found.get(load_id) ?? 0) + rows);
    expect(found).toEqual(this.#rows);
    expect(this.#manifest.rows).toBe([...this.#rows.values()].reduce((total, rows) => total + rows, 0));
    const most = 2 * (FAN_IN - 1) * (1 + Math.log(1 + files.length) / Math.log(FAN_IN));
    expect(this.#manifest.segments.length).toBeLessThanOrEqual(most);
  }

  async #change(change: (objects: PendingObjects) => Promise<Manifest>): Promise<void> {
    const objects = new PendingObjects(this.#scope);
    this.#manifest = await change(objects);
    await objects.written();
  }
}

const sum = (files: readonly DataFile[]): number => files.reduce((total, { rows }) => total + rows, 0);

it("after any loads, undos, redos and merges, the segments list the expected rows, and are few", async () => {
  const scope = await lake.workspace();
  const step = fc.oneof(
    { weight: 6, arbitrary: fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 4 }) },
    { weight: 2, arbitrary: fc.nat(100) },
    { weight: 1, arbitrary: fc.constant(null) },
  );
  const property = fc.asyncProperty(fc.array(step, { maxLength: 60, size: "max" }), async (steps) => {
    const table = new ModelTable(scope);
    for (const one of steps) {
      if (one === null) await table.merge();
      else if (typeof one === "number") await table.revise(one);
      else await table.load(one);
      await table.check();
    }
  });
  await fc.assert(property, { numRuns: 25 });
});
