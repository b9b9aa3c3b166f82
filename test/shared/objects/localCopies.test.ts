import { stat } from "node:fs/promises";
import type { Column } from "@pdp/basics/columns";
import { compileQuery } from "@pdp/trino/compile";
import type { Relation } from "@pdp/trino/relations";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ingestLoadFiles } from "#functions/steps/loads/ingestLoadFiles.ts";
import { addFile, createLoad, finalize } from "#shared/domain/loads/loadTransitions.ts";
import { createProject } from "#shared/domain/project.ts";
import { sqlEngine } from "#shared/history/relations/sqlEngine.ts";
import { dataFileKey, uploadKey } from "#shared/objects/keys.ts";
import { holdDataFile, withLocalFile } from "#shared/objects/locate.ts";
import { putBytes, putFile } from "#shared/objects/objects.ts";
import { newId, now } from "#shared/runtime/ids.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { workspaceDatabase } from "#shared/store/dynamodb/database.ts";
import { transact } from "#shared/store/dynamodb/items.ts";
import { addLoadFile } from "#shared/store/loadFiles.ts";
import { changeLoad, newLoadWrites } from "#shared/store/loads.ts";
import { createProjectRecord } from "#shared/store/projects.ts";
import {
  column,
  type ParquetLake,
  parquetLake,
  relationResolver,
  rowsOf,
} from "#test/shared/engines/parquetLake.ts";
import { type RemoteLake, remoteLake } from "#test/support/remoteLake.ts";

const COLUMNS: Column[] = [column("fitness", "FLOAT64")];

let lake: RemoteLake;
let files: ParquetLake;

beforeAll(async () => {
  [lake, files] = await Promise.all([remoteLake(), parquetLake()]);
});

afterAll(() => Promise.all([lake.close(), files.close()]));

/** Load of one uploaded file that is about to be ingested: the arguments of the step. */
async function createFinalizedLoad(scope: WorkspaceScope, content: string | null) {
  const stamp = { by: "user_1", at: now() };
  const table = { columns: COLUMNS, format: "CSV" as const, table_id: null };
  const project = createProject(newId(), { name: "copies", description: null, modality: null }, stamp);
  await createProjectRecord(scope, project);
  const load = createLoad(newId(), { kind: "PROJECT", project_id: project.id }, { assays: table }, stamp);
  await transact(workspaceDatabase(scope), newLoadWrites(scope, load));
  const file_id = newId();
  if (content !== null) await putBytes(scope, uploadKey(scope.id, load.id, file_id), content);
  const file = {
    ...{ id: file_id, created_at: stamp.at, created_by: stamp.by, filepath: "plate.csv", size: 1 },
    ...{ table_reference: "assays", source_file_id: null, description: null },
  };
  await addLoadFile(scope, load.id, file, (before) =>
    addFile(before, { id: file.id, size: file.size, errors: [], problem_count: 0 }, stamp),
  );
  const { attempt } = await changeLoad(scope, load.id, (before) =>
    finalize(before, { tables: before.tables, filesOfTables: 1, warnings: [] }, stamp),
  );
  return { workspace_id: scope.id, load_id: load.id, attempt, file_ids: [file_id] };
}

describe("the copy of an uploaded file", () => {
  it.each([
    ["was ingested", "fitness\n1.5\n", { rows: 1, failed: false }],
    ["was refused", "fitness\nhigh\n", { failed: true }],
  ])("the copy is removed when the file %s", async (_, content, outcome) => {
    const scope = await lake.workspace();
    const payload = await createFinalizedLoad(scope, content);
    expect(await ingestLoadFiles.run(payload, scope.settings)).toMatchObject(outcome);
    expect(await lake.scratchFiles(scope)).toEqual([]);
  });

  it("the copy is removed when the ingestion fails unexpectedly", async () => {
    const scope = await lake.workspace();
    const missing = await createFinalizedLoad(scope, null);
    await expect(ingestLoadFiles.run(missing, scope.settings)).rejects.toThrow(
      "The specified key does not exist",
    );
    const payload = await createFinalizedLoad(scope, "fitness\n1.5\n");
    const stopped = ingestLoadFiles.run(payload, scope.settings, AbortSignal.abort(new Error("stopped")));
    await expect(stopped).rejects.toThrow("stopped");
    expect(await lake.scratchFiles(scope)).toEqual([]);
  });

  it("the copy has the object's content while it is used", async () => {
    const scope = await lake.workspace();
    const key = uploadKey(scope.id, "1", "2");
    await putBytes(scope, key, "0123456789");
    const sizes = [1, 2, 3].map(() => withLocalFile(scope, key, async (path) => (await stat(path)).size));
    expect(await Promise.all(sizes)).toEqual([10, 10, 10]);
    expect(await lake.scratchFiles(scope)).toEqual([]);
  });
});

/** Tables with one data file each, `t0`, `t1`, …, of about 20 KB. */
async function tablesOf(scope: WorkspaceScope, count: number) {
  const numbers = Array.from({ length: count }, (_, index) => index);
  const relations = await Promise.all(
    numbers.map(async (index) => {
      const key = dataFileKey(scope.id, "1", 1, String(index));
      const query = `SELECT ${index} + random() AS fitness FROM range(2500)`;
      const file = await files.write(key, query);
      await putFile(scope, key, await files.locate(key));
      const relation: Relation = { kind: "TABLE", columns: COLUMNS, files: [file] };
      return [`t${index}`, relation] as const;
    }),
  );
  return relationResolver(Object.fromEntries(relations));
}

async function bytesOnDisk(scope: WorkspaceScope): Promise<number> {
  const sizes = (await lake.scratchFiles(scope)).map(async (path) => (await stat(path)).size);
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

describe("the copies of data files", () => {
  const MAX_BYTES = 50_000;

  it("copies are limited, and queries on more files succeed, even concurrently", async () => {
    const scope = await lake.workspace({ SCRATCH_CACHE_BYTES: String(MAX_BYTES) });
    const resolve = await tablesOf(scope, 8);
    const engine = sqlEngine(scope);
    const countOf = async (index: number): Promise<unknown> => {
      const text = `SELECT count(*) AS n, CAST(floor(min(fitness)) AS BIGINT) AS m FROM t${index}`;
      return (await rowsOf(engine, await compileQuery(text, { resolve })))[0];
    };
    for (const order of [
      [0, 1, 2, 3, 4, 5, 6, 7],
      [7, 7, 0, 3, 0, 7, 1, 2],
    ]) {
      const rows = await Promise.all(order.map(countOf));
      expect(rows.map((row) => JSON.stringify(row, numeric))).toEqual(
        order.map((index) => JSON.stringify({ n: 2500, m: index })),
      );
      expect(await bytesOnDisk(scope)).toBeLessThanOrEqual(MAX_BYTES);
    }
    const union = Array.from({ length: 8 }, (_, index) => `SELECT fitness FROM t${index}`).join(
      " UNION ALL ",
    );
    const all = await compileQuery(`SELECT count(*) AS n FROM (${union}) AS u`, { resolve });
    expect(JSON.stringify(await rowsOf(engine, all), numeric)).toBe('[{"n":20000}]');
    const left = await bytesOnDisk(scope);
    expect(left).toBeLessThanOrEqual(MAX_BYTES);
    expect(left).toBeGreaterThan(0);
  });

  it("a failed query releases its copies", async () => {
    const scope = await lake.workspace({ SCRATCH_CACHE_BYTES: "0" });
    const resolve = await tablesOf(scope, 2);
    const engine = sqlEngine(scope);
    const division = "SELECT 1 / CAST(fitness * 0 AS BIGINT) AS x FROM t0";
    await expect(rowsOf(engine, await compileQuery(division, { resolve }))).rejects.toThrow(
      "Division by zero",
    );
    const aborted = await compileQuery("SELECT fitness FROM t1", { resolve });
    const left = await engine.run(aborted, { compression: null });
    await left[Symbol.asyncIterator]().return?.();
    expect(await lake.scratchFiles(scope)).toEqual([]);
  });

  it("another workspace does not see the copies and reads the store with different credentials", async () => {
    const scope = await lake.workspace();
    const key = dataFileKey(scope.id, "1", 1, "1");
    await putBytes(scope, key, "0123456789");
    await (await holdDataFile(scope, key)).release();
    await (await holdDataFile(scope, key)).release();
    expect(await lake.scratchFiles(scope)).toHaveLength(1);
    await (await holdDataFile({ ...scope, id: "9999999999999999" }, key)).release();
    expect(await lake.scratchFiles(scope)).toHaveLength(2);
  });

  it("plain files are used in place and kept", async () => {
    const remote = await lake.workspace();
    const key = dataFileKey(remote.id, "1", 1, "1");
    await putBytes(remote, key, "0123456789");
    const directory = `${remote.settings.scratchDirectory}/../s3`;
    const scope = {
      ...remote,
      settings: { ...remote.settings, lakeDirectory: directory, scratchCacheBytes: 0 },
    };
    const file = await holdDataFile(scope, key);
    await file.release();
    const size = await withLocalFile(scope, key, async (path) => (await stat(path)).size);
    expect([size, (await stat(file.path)).size]).toEqual([10, 10]);
  });
});

function numeric(_: string, value: unknown): unknown {
  return typeof value === "bigint" ? Number(value) : value;
}
