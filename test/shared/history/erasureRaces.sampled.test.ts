import { describe, expect, it } from "vitest";
import { commitLoad } from "#functions/steps/loads/commitLoad.ts";
import { ingestLoadFiles } from "#functions/steps/loads/ingestLoadFiles.ts";
import { planLoad } from "#functions/steps/loads/planLoad.ts";
import { eraseRows } from "#functions/steps/maintenance/eraseRows.ts";
import { confirmErasure, prepareErasure } from "#shared/domain/erasures/erasureTransitions.ts";
import { addFile, createLoad, finalize } from "#shared/domain/loads/loadTransitions.ts";
import { createProject } from "#shared/domain/project.ts";
import { compactTable } from "#shared/history/compactTable.ts";
import { planErasure } from "#shared/history/erasure/planErasure.ts";
import { attemptOfKey, dataFileKey, uploadKey } from "#shared/objects/keys.ts";
import { putBytes } from "#shared/objects/objects.ts";
import { deletedKeys } from "#shared/objects/objectVersions.ts";
import { newId, now } from "#shared/runtime/ids.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { workspaceDatabase } from "#shared/store/dynamodb/database.ts";
import { transact } from "#shared/store/dynamodb/items.ts";
import { changeErasure, createErasureRecord, getErasure } from "#shared/store/erasures.ts";
import { addLoadFile, filesOfLoad } from "#shared/store/loadFiles.ts";
import { changeLoad, getLoad, newLoadWrites } from "#shared/store/loads.ts";
import { createProjectRecord } from "#shared/store/projects.ts";
import { findTable, readTable } from "#shared/store/tables.ts";
import { erasingWrite } from "#shared/store/tableWrites.ts";
import { beforeStoreCall } from "#test/support/beforeStoreCall.ts";
import { byNight } from "#test/support/byNight.ts";
import { historyStores } from "#test/support/historyStores.ts";
import { column } from "../engines/parquetLake.ts";
import { HistoryLab, type LoadPlan } from "./model/historyLab.ts";

const PLAN: LoadPlan = { references: ["a"], files: [2], columns: ["x"], project: 0 };
const stamp = () => ({ by: "user_1", at: now() });

const stores = historyStores();

function workspace(): Promise<WorkspaceScope> {
  return stores.lake.workspace({ LAKE_DIRECTORY: stores.lake.objects, ERASURE_SETTLE_SECONDS: "0" });
}

describe("a load committed while an erasure is running", () => {
  it.each([
    ["between the search and the commit", "PutObjectCommand", "/found.json"],
    ["while segments are deleted", "ListObjectVersionsCommand", "/segments/"],
  ])("a load committed during an erasure keeps its rows and its version %s", async (_, command, part) => {
    const scope = await workspace();
    const lab = await HistoryLab.open(scope, stores.connection);
    for (let count = 0; count < 2; count += 1) await lab.load(PLAN, null);
    const isMet = (call: { command: string; input: string }): boolean =>
      call.command === command && call.input.includes(part);
    const isDone = beforeStoreCall(scope, isMet, () => lab.load(PLAN, null));
    await lab.erase(0, true, null);
    expect(isDone()).toBe(true);
    await lab.check();
    // Reads the store directly, because segments written by this process are cached.
    await lab.sweep(false, null);
  });
});

byNight(
  "rows that meet the condition and are committed between the search and the commit are also erased",
  async () => {
    const scope = await workspace();
    const lab = await HistoryLab.open(scope, stores.connection);
    for (let count = 0; count < 2; count += 1) await lab.load(PLAN, null);
    const isMet = ({ command, input }: { command: string; input: string }): boolean =>
      command === "PutObjectCommand" && input.includes("/found.json");
    const isDone = beforeStoreCall(scope, isMet, () => lab.load({ ...PLAN, files: [3] }, null));
    await lab.erase(0, false, null);
    expect(isDone()).toBe(true);
    await lab.check();
  },
);

it("a merge that started between two passes of an erasure over a table is abandoned", async () => {
  const scope = await workspace();
  const lab = await HistoryLab.open(scope, stores.connection);
  for (let count = 0; count < 2; count += 1) await lab.load(PLAN, null);
  const id = (await findTable(scope, "a"))?.id ?? "";
  const eraseOnce = async (): Promise<void> => {
    for (const isOn of [true, false]) {
      const write = erasingWrite(scope, await readTable(scope, id), "153090048002210", isOn);
      await transact(workspaceDatabase(scope), [write]);
    }
  };
  await eraseOnce();
  const isStored = ({ command, input }: { command: string; input: string }): boolean =>
    command === "PutObjectCommand" && input.includes("/merged/");
  const isDone = beforeStoreCall(scope, isStored, eraseOnce);
  const rules = { minFiles: 2, minAgeMs: 0, targetBytes: 1 << 20 };
  expect(await compactTable(scope, id, rules, Date.now() + 60_000)).toMatchObject({ merged: 0, more: true });
  expect(isDone()).toBe(true);
});

it("an erasure that crashed before releasing its turn does not block others", async () => {
  const scope = await workspace();
  const lab = await HistoryLab.open(scope, stores.connection);
  for (let count = 0; count < 2; count += 1) await lab.load(PLAN, null);
  let isSettled = false;
  const died = beforeStoreCall(
    scope,
    ({ input }) => {
      if (input.includes('"phase":"DONE"')) isSettled = true;
      return isSettled && input.includes('"erasure_id":null');
    },
    () => Promise.reject(new Error("died")),
  );
  await expect(lab.erase(0, true, null)).rejects.toThrow("died");
  expect(died()).toBe(true);
  await lab.erase(1, true, null);
});

it("an object is deleted only if its latest version is a marker, regardless of the page that lists it", () => {
  const first = deletedKeys(
    {
      Versions: [
        { Key: "b", IsLatest: false },
        { Key: "a", IsLatest: true },
      ],
      DeleteMarkers: [
        { Key: "b", IsLatest: true },
        { Key: "a", IsLatest: false },
      ],
    },
    undefined,
  );
  expect([...first].sort()).toEqual(["b"]);
  const second = {
    Versions: [
      { Key: "b", IsLatest: false },
      { Key: "c", IsLatest: false },
    ],
  };
  expect([...deletedKeys(second, first.has("b") ? "b" : undefined)]).toEqual(["b"]);
});

it("objects record their attempt, so that objects of a later attempt remain", () => {
  expect(attemptOfKey(dataFileKey("1", "22", 3, "4"))).toBe(3);
  expect(attemptOfKey("ws/1/tables/2/merged/3.parquet") > 0).toBe(false);
});

/** Loads a file of strings into the table `notes`. */
async function loadNotes(scope: WorkspaceScope, project: string, csv: string, description: string) {
  const columns = [{ ...column("note", "STRING"), nullable: true }];
  const table = await findTable(scope, "notes");
  const tables = { notes: { columns, format: "CSV" as const, table_id: table?.id ?? null } };
  const load = createLoad(newId(), { kind: "PROJECT", project_id: project }, tables, stamp(), description);
  await transact(workspaceDatabase(scope), newLoadWrites(scope, load));
  const id = newId();
  await putBytes(scope, uploadKey(scope.id, load.id, id), csv);
  const file = {
    ...{ id, created_at: now(), created_by: "user_1", filepath: "notes.csv", size: csv.length },
    ...{ table_reference: "notes", source_file_id: null, description: `The file: ${description}` },
  };
  const added = { id, size: csv.length, errors: [], problem_count: 0 };
  await addLoadFile(scope, load.id, file, (before) => addFile(before, added, stamp()));
  const { attempt } = await changeLoad(scope, load.id, (before) =>
    finalize(before, { tables, filesOfTables: 1, warnings: [] }, stamp()),
  );
  const input = { workspace_id: scope.id, load_id: load.id, attempt };
  const { batches } = (await planLoad.run(input, scope.settings)) as { batches: string[][] };
  for (const file_ids of batches) await ingestLoadFiles.run({ ...input, file_ids }, scope.settings);
  await commitLoad.run(input, scope.settings);
  return load.id;
}

it("messages that quote erased text are removed, even if the erasure crashed after replacing the versions", async () => {
  const scope = await workspace();
  const project = newId();
  const fields = { name: "p", description: null, modality: null };
  await createProjectRecord(scope, createProject(project, fields, stamp()));
  const first = await loadNotes(scope, project, "note\nsecretdonor\nplain\n", "Rows");
  const second = await loadNotes(scope, project, "note\nother\n", "Compare with secretdonor");
  const table = await findTable(scope, "notes");
  const target = {
    load_id: null,
    reference: "notes",
    table_id: table?.id ?? "",
    where: "note = 'secretdonor'",
  };
  const plan = await planErasure(scope, target, AbortSignal.timeout(60_000));
  const { id } = prepareErasure(newId(), target, null, plan, stamp());
  await createErasureRecord(scope, prepareErasure(id, target, null, plan, stamp()));
  await changeErasure(scope, id, (before) => confirmErasure(before, stamp()));
  const died = beforeStoreCall(
    scope,
    ({ input }) => input.includes('"REMOVING"'),
    () => Promise.reject(new Error("died")),
  );
  const run = () => eraseRows.run({ workspace_id: scope.id, erasure_id: id, attempt: 1 }, scope.settings);
  await expect(run()).rejects.toThrow("died");
  expect(died()).toBe(true);
  while ((await getErasure(scope, id)).phase !== "DONE") await run();
  expect((await getLoad(scope, second)).description).toBe("(erased)");
  expect((await getLoad(scope, first)).description).toBe("Rows");
  expect(await filesOfLoad(scope, first)).toMatchObject([{ description: null }]);
});
