import { describe, expect, it } from "vitest";
import { compactTableFiles } from "#functions/steps/maintenance/compactTableFiles.ts";
import { eraseRows } from "#functions/steps/maintenance/eraseRows.ts";
import { confirmErasure, prepareErasure } from "#shared/domain/erasures/erasureTransitions.ts";
import { planErasure } from "#shared/history/erasure/planErasure.ts";
import { removeDerived } from "#shared/history/erasure/removeDerived.ts";
import { icebergTable } from "#shared/iceberg/icebergTable.ts";
import { manifestVersions } from "#shared/iceberg/manifestVersions.ts";
import { describeForIceberg } from "#shared/jobs/describeForIceberg.ts";
import {
  icebergFactsPrefix,
  icebergListKey,
  icebergOrigin,
  icebergPrefix,
  segmentsPrefix,
} from "#shared/objects/keys.ts";
import { deleteObject, isStored, listObjects, putBytes } from "#shared/objects/objects.ts";
import { eraseVersions } from "#shared/objects/objectVersions.ts";
import { newId, now } from "#shared/runtime/ids.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { markedForCompaction } from "#shared/store/compactions.ts";
import { workspaceDatabase } from "#shared/store/dynamodb/database.ts";
import { deleteItems } from "#shared/store/dynamodb/items.ts";
import { tableVersionKey } from "#shared/store/dynamodb/keys.ts";
import { changeErasure, createErasureRecord, getErasure } from "#shared/store/erasures.ts";
import { findTable, findTableById } from "#shared/store/tables.ts";
import { listTableVersions } from "#shared/store/tableVersions.ts";
import { beforeStoreCall } from "#test/support/beforeStoreCall.ts";
import { historyStores } from "#test/support/historyStores.ts";
import { HistoryLab, type LoadPlan } from "../history/model/historyLab.ts";

const PLAN: LoadPlan = { references: ["a"], files: [2], columns: ["x"], project: 0 };
const NEVER = Number.POSITIVE_INFINITY;
const signal = new AbortController().signal;

const stores = historyStores();

interface Loaded {
  scope: WorkspaceScope;
  lab: HistoryLab;
  tableId: string;
}

async function loaded(
  loads: number,
  environment: Record<string, string> = {},
  columns = PLAN.columns,
): Promise<Loaded> {
  const scope = await stores.lake.workspace({
    LAKE_DIRECTORY: stores.lake.objects,
    ERASURE_SETTLE_SECONDS: "0",
    ...environment,
  });
  const lab = await HistoryLab.open(scope, stores.connection);
  for (let count = 0; count < loads; count += 1) await lab.load({ ...PLAN, columns }, null);
  return { scope, lab, tableId: (await findTable(scope, "a"))?.id ?? "" };
}

/** The same workspace as seen by a process that does not erase, with separate caches. */
function inOtherProcess(scope: WorkspaceScope): WorkspaceScope {
  const { settings } = scope;
  const platformUrl = `${settings.platformUrl}/other`;
  const scratchDirectory = `${settings.scratchDirectory}-other`;
  return { ...scope, settings: { ...settings, platformUrl, scratchDirectory } };
}

/** Returns the keys of objects that describe manifests or segments that do not exist. */
async function withoutOrigin(scope: WorkspaceScope, tableId: string): Promise<string[]> {
  const stored = new Set<string>();
  for await (const { key } of listObjects(scope, `ws/${scope.id}/tables/${tableId}/`, null)) stored.add(key);
  return [...stored].filter((key) => {
    const origin = icebergOrigin(key);
    return origin !== null && !stored.has(origin);
  });
}

it("a process that finds a part of the snapshots writes the others before it answers", async () => {
  const { scope, tableId } = await loaded(3);
  const versions = await listTableVersions(scope, tableId);
  const [, second] = versions.map(({ version_id }) => version_id);
  await icebergTable(scope, tableId, [], NEVER);
  const missing = icebergListKey(versions[1]?.manifest_key ?? "");
  await deleteObject(scope, missing);
  const tags = [{ name: "paper", version_id: second ?? "" }];
  const whole = await icebergTable(inOtherProcess(scope), tableId, tags, NEVER);
  expect(await isStored(scope, missing)).toBe(true);
  expect(whole?.metadata.snapshots).toHaveLength(3);
  expect(whole?.metadata.refs.paper).toEqual({ "snapshot-id": Number(second), type: "tag" });
});

it("a process lists a table's summaries again only after a new version or an erasure", async () => {
  const { scope, lab, tableId } = await loaded(2);
  const isListedAgain = async (): Promise<boolean> => {
    const isOfTable = ({ command, input }: { command: string; input: string }): boolean =>
      command === "ListObjectsV2Command" && input.includes(icebergFactsPrefix(scope.id, tableId));
    const isListed = beforeStoreCall(scope, isOfTable, async () => undefined);
    const table = await icebergTable(scope, tableId, [], NEVER);
    expect(table?.metadata.snapshots).toHaveLength((await listTableVersions(scope, tableId)).length);
    return isListed();
  };
  expect([await isListedAgain(), await isListedAgain()]).toEqual([true, false]);
  await lab.load(PLAN, null);
  expect([await isListedAgain(), await isListedAgain()]).toEqual([true, false]);
  await lab.erase(0, true, null);
  expect([await isListedAgain(), await isListedAgain()]).toEqual([true, false]);
});

it("a process that knows versions which a restore has removed does not return them", async () => {
  const { scope, tableId } = await loaded(3);
  const table = await findTableById(scope, tableId);
  const ids = async () => (await manifestVersions(scope, tableId, table)).map(({ version_id }) => version_id);
  const all = await ids();
  expect(all).toHaveLength(3);
  const { pk, sk } = tableVersionKey(scope.id, tableId, all[2] ?? "");
  await deleteItems(workspaceDatabase(scope), [{ pk, sk }]);
  expect(await ids()).toEqual(all.slice(0, 2));
});

describe("the background work after commits", () => {
  const listed = async (scope: WorkspaceScope, tableId: string): Promise<Set<string>> => {
    const keys = new Set<string>();
    for await (const { key } of listObjects(scope, icebergPrefix(scope.id, tableId), null)) keys.add(key);
    return keys;
  };
  const work = (scope: WorkspaceScope, tableId: string) =>
    compactTableFiles.run({ workspace_id: scope.id, table_id: tableId }, scope.settings);
  /** Returns whether a table is marked. */
  const isMarked = async ({ settings, id }: WorkspaceScope, tableId: string): Promise<boolean> =>
    (await markedForCompaction(settings)).some(
      (mark) => mark.workspace_id === id && mark.table_id === tableId,
    );

  it("each commit marks its tables, and the work describes their versions", async () => {
    const { scope, lab, tableId } = await loaded(3);
    expect(await isMarked(scope, tableId)).toBe(true);
    await work(scope, tableId);
    expect(await isMarked(scope, tableId)).toBe(false);
    await lab.revise(1, null);
    expect(await isMarked(scope, tableId)).toBe(true);
    await work(scope, tableId);
    const stored = await listed(scope, tableId);
    const versions = await listTableVersions(scope, tableId);
    expect(versions).toHaveLength(4);
    expect(versions.filter((one) => !stored.has(icebergListKey(one.manifest_key ?? "")))).toEqual([]);
    const writes: string[] = [];
    const other = inOtherProcess(scope);
    const isMet = ({ command, input }: { command: string; input: string }): boolean => {
      if (command === "PutObjectCommand") writes.push(input);
      return false;
    };
    beforeStoreCall(other, isMet, async () => undefined);
    await icebergTable(other, tableId, [], 0);
    // Only the metadata is written.
    expect(writes).toHaveLength(1);
  });

  const wide = Array.from({ length: 100 }, (_, index) => `x${index}`);
  it.each<[string, Record<string, string>, readonly string[]]>([
    ["with ICEBERG_SNAPSHOTS=when_read", { ICEBERG_SNAPSHOTS: "when_read" }, PLAN.columns],
    ["of more than 100 columns", {}, wide],
  ])("tables %s are described only after a tool has loaded them", async (_, environment, columns) => {
    const { scope, lab, tableId } = await loaded(1, environment, columns);
    await work(scope, tableId);
    expect(await listed(scope, tableId)).toEqual(new Set());
    await icebergTable(scope, tableId, [], NEVER);
    await lab.load(PLAN, null);
    await work(scope, tableId);
    const stored = await listed(scope, tableId);
    const lists = (await listTableVersions(scope, tableId)).map((one) =>
      icebergListKey(one.manifest_key ?? ""),
    );
    expect(lists).toHaveLength(2);
    expect(lists.filter((key) => !stored.has(key))).toEqual([]);
  });
});

describe("a table is described while its rows are erased", () => {
  it.each(["segments", "snapshots", "metadata"])(
    "no description of erased rows remains if they are erased before %s are written",
    async (folder) => {
      const { scope, lab, tableId } = await loaded(2);
      const other = inOtherProcess(scope);
      const isMet = ({ command, input }: { command: string; input: string }): boolean =>
        command === "PutObjectCommand" && input.includes(`/iceberg/${folder}/`);
      const isErased = beforeStoreCall(other, isMet, () => lab.erase(0, true, null));
      const table = await describeForIceberg.run(other, { tableId, tags: [] }, signal);
      expect(isErased()).toBe(true);
      expect(await withoutOrigin(scope, tableId)).toEqual([]);
      const stored = new Set<string>();
      for await (const { key } of listObjects(scope, icebergPrefix(scope.id, tableId), null)) stored.add(key);
      const lists = table?.metadata.snapshots.map((one) =>
        one["manifest-list"].replace(/^s3:\/\/[^/]+\//, ""),
      );
      expect(lists?.length).toBeGreaterThan(0);
      expect(lists?.filter((key) => !stored.has(key))).toEqual([]);
      await lab.checkSnapshots();
    },
  );

  it("an erasure keeps the snapshot of a version that is committed and described while it lists objects", async () => {
    const { scope, lab, tableId } = await loaded(2);
    const other = inOtherProcess(scope);
    await icebergTable(other, tableId, [], NEVER);
    const isMet = ({ command, input }: { command: string; input: string }): boolean =>
      command === "ListObjectsV2Command" && input.includes(segmentsPrefix(scope.id, tableId));
    const isLoaded = beforeStoreCall(scope, isMet, async () => {
      await lab.load(PLAN, null);
      await icebergTable(other, tableId, [], NEVER);
    });
    await removeDerived(scope, tableId, () => undefined);
    expect(isLoaded()).toBe(true);
    const versions = await listTableVersions(scope, tableId);
    expect(versions).toHaveLength(3);
    for (const { manifest_key } of versions) {
      expect(await isStored(scope, icebergListKey(manifest_key ?? ""))).toBe(true);
    }
  });

  it("a table is described again if its files are erased while they are read", async () => {
    const { scope, lab, tableId } = await loaded(2);
    const other = inOtherProcess(scope);
    const isMet = ({ command, input }: { command: string; input: string }): boolean =>
      command === "GetObjectCommand" && input.includes("/segments/");
    const isErased = beforeStoreCall(other, isMet, () => lab.erase(0, true, null));
    const table = await describeForIceberg.run(other, { tableId, tags: [] }, signal);
    expect(isErased()).toBe(true);
    expect(table?.metadata.snapshots.at(-1)?.summary["total-records"]).toBe("2");
  });

  it("after the second search, no version of an object written by a dead process remains", async () => {
    const { scope, lab, tableId } = await loaded(2);
    await icebergTable(scope, tableId, [], NEVER);
    const written: string[] = [];
    for await (const { key } of listObjects(scope, icebergPrefix(scope.id, tableId), null)) written.push(key);
    const [load = ""] = lab.model.loads.keys();
    const target = { load_id: load, reference: null, table_id: null, where: null };
    const plan = await planErasure(scope, target, AbortSignal.timeout(60_000));
    const erasure = prepareErasure(newId(), target, null, plan, { by: "user_1", at: now() });
    await createErasureRecord(scope, erasure);
    await changeErasure(scope, erasure.id, (before) => confirmErasure(before, { by: "user_1", at: now() }));
    const run = () =>
      eraseRows.run({ workspace_id: scope.id, erasure_id: erasure.id, attempt: 1 }, scope.settings);
    while ((await getErasure(scope, erasure.id)).phase === "ERASE") await run();
    // One writer died before it checked, and the other one removed the object, but an earlier object version remains.
    for (const key of written) await putBytes(scope, key, "erased value");
    for (const key of written.slice(1)) await deleteObject(scope, key);
    while ((await getErasure(scope, erasure.id)).phase !== "DONE") await run();
    const left: string[] = [];
    await eraseVersions(scope, icebergPrefix(scope.id, tableId), {
      matches: (key) => {
        left.push(key);
        return false;
      },
    });
    expect(left.filter((key) => written.includes(key))).toEqual([]);
    expect(await withoutOrigin(scope, tableId)).toEqual([]);
  });
});
