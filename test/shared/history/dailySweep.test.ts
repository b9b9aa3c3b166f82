import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { commitLoad } from "#functions/steps/loads/commitLoad.ts";
import { compressLoadedFiles } from "#functions/steps/maintenance/compressLoadedFiles.ts";
import { removeOrphanObjects } from "#functions/steps/maintenance/removeOrphanObjects.ts";
import { lastIdAt } from "#shared/domain/id.ts";
import { createLoad } from "#shared/domain/loads/loadTransitions.ts";
import { removeOrphans } from "#shared/history/sweep/removeOrphans.ts";
import { SWEEP_GROUPS, sweepRecent } from "#shared/history/sweep/sweepRecent.ts";
import { manifestKey, mergedFileKey, segmentKey, uploadKey } from "#shared/objects/keys.ts";
import { isStored, objectStore, putBytes, putJson } from "#shared/objects/objects.ts";
import { newId, now } from "#shared/runtime/ids.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { workspaceDatabase } from "#shared/store/dynamodb/database.ts";
import { deleteItems, transact } from "#shared/store/dynamodb/items.ts";
import { loadKey } from "#shared/store/dynamodb/keys.ts";
import { newLoadWrites } from "#shared/store/loads.ts";
import { listWatchedLoads, readSweepProgress } from "#shared/store/sweeps.ts";
import { readTableByReference } from "#shared/store/tables.ts";
import { beforeStoreCall } from "#test/support/beforeStoreCall.ts";
import { createIngestedLoad } from "#test/support/ingestedLoad.ts";
import { mergeAllFiles } from "#test/support/mergeAllFiles.ts";
import { type RemoteLake, remoteLake } from "#test/support/remoteLake.ts";
import { column } from "../engines/parquetLake.ts";

const COLUMNS = { a: [column("n", "INT64")] };
const OPTIONS = { minAgeMs: 0, marginMs: 0, sliceMs: 60_000 };
const DAY_MS = 86_400_000;

let lake: RemoteLake;

beforeAll(async () => {
  lake = await remoteLake();
});
afterAll(() => lake.close());

async function load(scope: WorkspaceScope, count: number): Promise<void> {
  for (let index = 0; index < count; index += 1)
    await commitLoad.run(await createIngestedLoad(scope, COLUMNS), scope.settings);
}

const sweep = (scope: WorkspaceScope) => sweepRecent(scope, SWEEP_GROUPS, OPTIONS);

/** Counts the objects that a sweep reads or lists. */
async function objectsRead(scope: WorkspaceScope, work: () => Promise<unknown>): Promise<number> {
  let count = 0;
  const { client } = objectStore(scope);
  client.middlewareStack.add(
    (next, { commandName }) =>
      async (args) => {
        const result = await next(args);
        const { Contents = [] } = result.output as { Contents?: object[] };
        count += commandName === "GetObjectCommand" ? 1 : Contents.length;
        return result;
      },
    { step: "initialize", name: "objectsRead" },
  );
  try {
    await work();
  } finally {
    client.middlewareStack.remove("objectsRead");
  }
  return count;
}

describe("the daily sweep", () => {
  it("reads only as many objects as the changes since the last one, whatever the history", async () => {
    const counts: number[] = [];
    for (const history of [20, 120]) {
      const scope = await lake.workspace();
      await load(scope, history);
      await sweep(scope);
      await load(scope, 3);
      counts.push(await objectsRead(scope, () => sweep(scope)));
      expect(await objectsRead(scope, () => sweep(scope))).toBeLessThan(10);
    }
    const [few = 0, many = 0] = counts;
    expect(few).toBeGreaterThan(3);
    expect(many).toBeLessThanOrEqual(few + 10);
    expect(many).toBeLessThan(60);
  });

  it("finds what lost commits have written and what merges have replaced, and keeps the rest", async () => {
    const scope = await lake.workspace();
    await load(scope, 6);
    await mergeAllFiles(scope);
    await load(scope, 6);
    await sweep(scope);
    const { id, version_id } = (await readTableByReference(scope, "a")).item;
    const lost = [
      manifestKey(scope.id, id, version_id, "lost"),
      segmentKey(scope.id, id, version_id, "lost"),
      mergedFileKey(scope.id, id, `${newId()}-lost`),
      manifestKey(scope.id, newId(), version_id, "lost"),
    ];
    for (const key of lost) await putJson(scope, key, { segments: [] });
    const replaced = await mergeAllFiles(scope);
    const { orphans } = await sweep(scope);
    expect(orphans).toBeGreaterThan(lost.length);
    for (const key of [...lost, replaced]) expect(await isStored(scope, key)).toBe(false);
    expect(
      await removeOrphans(scope, { dryRun: true, minAgeMs: 0, deadline: Number.POSITIVE_INFINITY }),
    ).toMatchObject({
      orphans: 0,
    });
  });

  it("continues a group where it stopped, and other groups do not wait for it", async () => {
    const scope = await lake.workspace();
    for (let count = 0; count < 3; count += 1)
      await putBytes(scope, uploadKey(scope.id, newId(), "1"), "lost");
    const stopped = await sweepRecent(scope, SWEEP_GROUPS, { ...OPTIONS, sliceMs: -1 });
    expect(stopped).toMatchObject({ orphans: 1, unfinished: ["uploads"] });
    expect((await readSweepProgress(scope, "tables")).finished).not.toBeNull();
    const next = await sweepRecent(scope, stopped.unfinished, { ...OPTIONS, sliceMs: -1 });
    expect(next).toMatchObject({ orphans: 1, unfinished: ["uploads"] });
    expect(await sweep(scope)).toMatchObject({ orphans: 1, unfinished: [] });
  });

  it("runs in steps, for objects as for the compression of uploads", async () => {
    const scope = await lake.workspace();
    await load(scope, 1);
    const input = { workspace_id: scope.id, dry_run: false, full: false, min_age_hours: 24 };
    const sweep = await removeOrphanObjects.run(input, scope.settings);
    expect(sweep).toMatchObject({ orphans: 0, unfinished: [], calls: 1, ended: true });
    expect(await compressLoadedFiles.run({ ...input, sweep }, scope.settings)).toMatchObject({ ended: true });
    // Both store their progress.
    for (const { contract } of [removeOrphanObjects, compressLoadedFiles])
      expect(contract.needs).toContain("table:write");
    for (const group of [...SWEEP_GROUPS, "compressed"])
      expect(await readSweepProgress(scope, group)).toMatchObject({ started: null, after: null });
  });

  it("examines old loads that are not committed, and those whose record is gone", async () => {
    const scope = await lake.workspace();
    const id = String(Number(lastIdAt(Date.now() - 30 * DAY_MS)) - 1);
    const stamp = { by: "user_1", at: now() };
    const record = createLoad(id, { kind: "PROJECT", project_id: newId() }, {}, stamp);
    await transact(workspaceDatabase(scope), newLoadWrites(scope, record));
    await sweep(scope);
    await sweep(scope);
    expect(await listWatchedLoads(scope)).toMatchObject([{ load_id: id }]);
    await putBytes(scope, uploadKey(scope.id, id, "1"), "lost");
    expect((await sweep(scope)).orphans).toBe(1);
    await deleteItems(workspaceDatabase(scope), [loadKey(scope.id, id)]);
    await putBytes(scope, uploadKey(scope.id, id, "2"), "lost");
    expect((await sweep(scope)).orphans).toBe(1);
    expect(await listWatchedLoads(scope)).toMatchObject([{ load_id: id, is_gone: true }]);
  });

  it.each([true, false])(
    "a manifest that is replaced while the sweep reads the records is kept for readers (daily: %s)",
    async (isDaily) => {
      const scope = await lake.workspace();
      await load(scope, 3);
      let replaced = "";
      const isRead = ({ command, input }: { command: string; input: string }): boolean =>
        command === "QueryCommand" && input.includes("#TABLE#VERSION#") && replaced === "";
      if (isDaily) await sweep(scope);
      await load(scope, 1);
      const hasMerged = beforeStoreCall(scope, isRead, async () => {
        replaced = await mergeAllFiles(scope);
      });
      const minAgeMs = 0;
      // Notes count as recent, although objects count as old.
      const later = { dryRun: false, minAgeMs, deadline: Number.POSITIVE_INFINITY };
      await (isDaily ? sweep(scope) : removeOrphans(scope, later));
      expect(hasMerged()).toBe(true);
      expect(await isStored(scope, replaced)).toBe(true);
    },
  );
});
