import { afterAll, beforeAll, expect, it } from "vitest";
import type { LoadFile } from "#shared/domain/loads/load.ts";
import { createLoad, finalize } from "#shared/domain/loads/loadTransitions.ts";
import { ReadingProgress } from "#shared/history/readingProgress.ts";
import { newId, now } from "#shared/runtime/ids.ts";
import { listIngested, putIngested } from "#shared/store/ingested.ts";
import { readProgress } from "#shared/store/loadProgress.ts";
import { type RemoteLake, remoteLake } from "#test/support/remoteLake.ts";

let lake: RemoteLake;

beforeAll(async () => {
  lake = await remoteLake();
});

afterAll(() => lake.close());

function loadingLoad() {
  const stamp = { by: "user_1", at: now() };
  const context = { kind: "PROJECT" as const, project_id: newId() };
  const plan = { tables: {}, filesOfTables: 2, warnings: [] };
  const load = finalize(createLoad(newId(), context, {}, stamp), plan, stamp);
  const file = { created_at: now(), created_by: "user_1", description: null, source_file_id: null };
  const files = ["a.csv", "b.csv"].map((filepath): LoadFile => {
    return { ...file, id: newId(), filepath, table_reference: "t", size: 1_001 };
  });
  return { load, files, first: files[0]?.id ?? "", second: files[1]?.id ?? "" };
}

it("reading progress advances before a file is finished, and the result replaces it", async () => {
  const scope = await lake.workspace();
  const { load, files, first, second } = loadingLoad();
  const progress = new ReadingProgress(scope, load.id, load.attempt, first, 0);
  progress.take(0.25, 10);
  await progress.end();
  const quarter = { phase: "READING", files_done: 0, bytes_done: 250, rows_done: 10, files: 2, bytes: 2_002 };
  expect(await readProgress(scope, load, files)).toEqual(quarter);
  progress.take(0.5, 21);
  await progress.end();
  expect(await readProgress(scope, load, files)).toMatchObject({ bytes_done: 500, rows_done: 21 });
  expect(await listIngested(scope, load.id, load.attempt)).toEqual([]);

  const result = { table_reference: "t", key: "k", bytes: 1, report_key: null };
  const batch = { ...result, files: [{ file_id: first, rows: 40 }], rows: 40 };
  await putIngested(scope, load.id, load.attempt, batch);
  // Write that arrives late.
  progress.take(0.75, 30);
  await progress.end();
  expect(await listIngested(scope, load.id, load.attempt)).toEqual([batch]);
  const one = { phase: "READING", files_done: 1, bytes_done: 1_001, rows_done: 40 };
  expect(await readProgress(scope, load, files)).toMatchObject(one);

  const other = { ...result, files: [{ file_id: second, rows: 2 }], rows: 2 };
  await putIngested(scope, load.id, load.attempt, other);
  expect(await readProgress(scope, load, files)).toMatchObject({ phase: "COMMITTING", rows_done: 42 });
});

it("a file read within the interval writes no progress", async () => {
  const scope = await lake.workspace();
  const { load, files, first } = loadingLoad();
  const progress = new ReadingProgress(scope, load.id, load.attempt, first, 3_600_000);
  for (let rows = 0; rows < 1_000; rows++) progress.take(rows / 1_000, rows);
  await progress.end();
  expect(await readProgress(scope, load, files)).toMatchObject({ phase: "WAITING", bytes_done: 0 });
});
