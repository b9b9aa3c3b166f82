import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { commitLoad } from "#functions/steps/loads/commitLoad.ts";
import { planLoad } from "#functions/steps/loads/planLoad.ts";
import type { LoadTable } from "#shared/domain/loads/load.ts";
import { addFile, createLoad, finalize } from "#shared/domain/loads/loadTransitions.ts";
import { createProject } from "#shared/domain/project.ts";
import type { IngestInput } from "#shared/jobs/ingestFiles.ts";
import { uploadKey } from "#shared/objects/keys.ts";
import { listObjects, putBytes } from "#shared/objects/objects.ts";
import { newId, now } from "#shared/runtime/ids.ts";
import type { Isolation, WorkspaceScope } from "#shared/runtime/scope.ts";
import { workspaceDatabase } from "#shared/store/dynamodb/database.ts";
import { transact } from "#shared/store/dynamodb/items.ts";
import { listIngested } from "#shared/store/ingested.ts";
import { addLoadFile } from "#shared/store/loadFiles.ts";
import { changeLoad, getLoad, newLoadWrites } from "#shared/store/loads.ts";
import { createProjectRecord } from "#shared/store/projects.ts";
import { findTable } from "#shared/store/tables.ts";
import { readHead } from "#shared/store/versions.ts";
import { type RemoteLake, remoteLake } from "#test/support/remoteLake.ts";
import { column } from "../engines/parquetLake.ts";

const stamp = () => ({ by: "user_1", at: now() });

let lake: RemoteLake;
let scope: WorkspaceScope;
let project: string;

beforeAll(async () => {
  lake = await remoteLake();
  scope = await lake.workspace({ LAKE_DIRECTORY: lake.objects });
  project = newId();
  await createProjectRecord(
    scope,
    createProject(project, { name: "p", description: null, modality: null }, stamp()),
  );
});

afterAll(() => lake.close());

/** Finalizes a load with one file per table and returns the input of its steps. */
async function finalized(contents: Record<string, string>) {
  const columns = [column("n", "INT64")];
  const table = async (reference: string): Promise<[string, LoadTable]> => [
    reference,
    { columns, format: "CSV", table_id: (await findTable(scope, reference))?.id ?? null },
  ];
  const tables = Object.fromEntries(await Promise.all(Object.keys(contents).map(table)));
  const load = createLoad(newId(), { kind: "PROJECT", project_id: project }, tables, stamp());
  await transact(workspaceDatabase(scope), newLoadWrites(scope, load));
  for (const [reference, csv] of Object.entries(contents)) {
    const id = newId();
    await putBytes(scope, uploadKey(scope.id, load.id, id), csv);
    const file = {
      ...{ id, created_at: now(), created_by: "user_1", filepath: `${reference}.csv`, size: csv.length },
      ...{ table_reference: reference, source_file_id: null, description: null },
    };
    const added = { id, size: csv.length, errors: [], problem_count: 0 };
    await addLoadFile(scope, load.id, file, (before) => addFile(before, added, stamp()));
  }
  const { attempt } = await changeLoad(scope, load.id, (before) =>
    finalize(before, { tables, filesOfTables: 1, warnings: [] }, stamp()),
  );
  return { workspace_id: scope.id, load_id: load.id, attempt };
}

const versionOf = async (): Promise<string> => JSON.stringify((await readHead(scope)).item);

it("one step ingests and commits a small load of two tables, and does nothing when repeated", async () => {
  const input = await finalized({ plates: "n\n1\n2\n", wells: "n\n3\n" });
  expect(await planLoad.run(input, scope.settings)).toEqual({ action: "ENDED", batches: [] });
  const load = await getLoad(scope, input.load_id);
  expect(load).toMatchObject({ state: "COMPLETED", tables: { plates: { rows: 2 }, wells: { rows: 1 } } });
  const version = await versionOf();
  expect(await planLoad.run(input, scope.settings)).toEqual({ action: "ENDED", batches: [] });
  await commitLoad.run(input, scope.settings);
  expect(await versionOf()).toBe(version);
});

it("a small load with a problem fails with the problem's message and keeps the outcome that counts the problems", async () => {
  const version = await versionOf();
  const input = await finalized({ broken: "n\n1\nx\n" });
  expect(await planLoad.run(input, scope.settings)).toEqual({ action: "ENDED", batches: [] });
  const load = await getLoad(scope, input.load_id);
  expect(load).toMatchObject({ state: "FAILED", errors: [expect.stringContaining('"x"')] });
  expect(await listIngested(scope, input.load_id, input.attempt)).toMatchObject([
    { problem_count: 1, key: null },
  ]);
  expect(await versionOf()).toBe(version);
});

it("a small load commits nothing if its step is stopped, and the next call completes it", async () => {
  const input = await finalized({ stopped: "n\n1\n" });
  const stopped = AbortSignal.abort(new Error("stopped"));
  await expect(planLoad.run(input, scope.settings, stopped)).rejects.toThrow("stopped");
  expect((await getLoad(scope, input.load_id)).state).toBe("LOADING");
  expect(await findTable(scope, "stopped")).toBeNull();
  await planLoad.run(input, scope.settings);
  expect(await getLoad(scope, input.load_id)).toMatchObject({ state: "COMPLETED" });
});

it("a batch that fails stops the other one before the step ends", async () => {
  const input = await finalized({ failing: "n\n1\n", waiting: "n\n2\n" });
  const ended: string[] = [];
  const run: Isolation["run"] = async (_job, _scope, batch, signal) => {
    const { reference } = batch as unknown as IngestInput;
    if (reference === "failing") throw Object.assign(new Error("stopped"), { name: "Worker.OutOfMemory" });
    if (!signal.aborted) await once(signal, "abort");
    await sleep(1);
    ended.push(reference);
    throw new Error("ended with the other one");
  };
  const isolation: Isolation = { enter: async () => () => undefined, run };
  const failed = planLoad.run(input, { ...scope.settings, isolation });
  await expect(failed).rejects.toMatchObject({ name: "Worker.OutOfMemory" });
  expect(ended).toEqual(["waiting"]);
  expect((await getLoad(scope, input.load_id)).state).toBe("LOADING");
});

it("a load above the limit for small loads is processed by other steps", async () => {
  const input = await finalized({ large: `n\n${"1\n".repeat(1.1 * 2 ** 20)}` });
  expect(await planLoad.run(input, scope.settings)).toEqual({
    action: "INGEST",
    batches: [[expect.any(String)]],
  });
  expect((await getLoad(scope, input.load_id)).state).toBe("LOADING");
  const attempts = `ws/${scope.id}/loads/${input.load_id}-${input.attempt}/`;
  for await (const { key } of listObjects(scope, attempts, null)) expect.fail(`${key} was written`);
});
