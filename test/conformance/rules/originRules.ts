import { expect } from "vitest";
import type { Context } from "#shared/domain/context.ts";
import { taskReference } from "#shared/domain/tasks/taskReference.ts";
import { createTask } from "#shared/domain/tasks/taskTransitions.ts";
import type { PinnedRelation, Snapshot } from "#shared/history/taskSnapshots.ts";
import { taskSnapshotKey } from "#shared/objects/keys.ts";
import { putJson } from "#shared/objects/objects.ts";
import { newId, now } from "#shared/runtime/ids.ts";
import { tableByReference } from "#shared/store/tables.ts";
import { expectInvalid, expectRefused, expectSuccess, isTime, isUser } from "../expectations.ts";
import {
  freshName,
  ingestBatch,
  loadTable,
  newLoad,
  newProject,
  newTable,
  newView,
  ONE_COLUMN,
  rowsOf,
  UNKNOWN,
  undoLoad,
} from "../given.ts";
import { nightlyRule, operationRule, type Rule, rule, testedRule } from "../rule.ts";
import type { Site } from "../site.ts";
import { scopeOf, storeTaskRecord } from "../stored.ts";

const ORIGINS = "Clients: Versions and row origins";
const COUNTS =
  "A table reports the `rows` and `bytes` of its latest version. A version reports `rows`, `rows_added` and `rows_removed` for each table that it changed. The counts include all projects.";
const NO_COUNTS =
  "Views do not have counts. Tables stored before counts were introduced do not have them until their next change.";
const ORDER = "A version's `created_at` is derived from its id, so ids and times have the same sort order.";
const INSTANT =
  "`FROM t FOR TIMESTAMP AS OF TIMESTAMP '2026-01-31 12:00:00 UTC'` reads the latest version at that instant. The zone is `UTC`, `Z` or an offset such as `+02:00`; it defaults to UTC.";
const OUTSIDE =
  "A time in the future or before the first version results in a 400 with the code `time_not_in_history`.";
const HIDDEN =
  'SQL on a table can read `"$load_id"`, `"$file_id"` and `"$line"`: a row\'s load, its uploaded file, and its line in that file (in XLSX and Parquet, its row number). They are null if they were not recorded.';
const NO_STAR =
  "`*` does not include these columns. A view contains them only if its query gives them other names.";

const PREVIEW =
  "`load:undoPreview` shows what undoing an active load, or redoing an undone load, would change. It fails for loads that cannot be undone or redone, for the same reasons.";
const KEPT = "After a load is undone, tasks keep the rows that they read; the preview lists these tasks.";
const DIFF =
  "`table:diff` compares a table at two versions of the workspace by loads, not by rows. A `from` that is later than `to`, or from before the table existed, results in a 422.";

interface VersionRow {
  id: string;
  created_at: string;
  tables: { rows?: number; rows_added?: number; rows_removed?: number }[];
}

async function versions(site: Site, tableId: string): Promise<VersionRow[]> {
  return expectSuccess(await site.get(`/data/table:listVersions?limit=1000&id=${tableId}`)).items;
}

async function moreRows(site: Site, reference: string, content: string) {
  const tables = { [reference]: { columns: ONE_COLUMN, format: "CSV" } };
  return ingestBatch(site, await newLoad(site, { tables }), content);
}

/** Timestamp in SQL notation. */
const timestamp = (at: string): string => `TIMESTAMP '${at.replace("T", " ").replace("Z", " UTC")}'`;

export const originRules: readonly Rule[] = [
  testedRule(
    ORIGINS,
    COUNTS,
    "a table and its versions show their numbers of rows",
    "test/functions/rowCounts.sampled.test.ts",
    "row counts and version comparisons match a simple model at every version",
  ),
  rule(ORIGINS, NO_COUNTS, "a view has no counts", async (site) => {
    const { reference } = await newTable(site);
    const view = await newView(site, `SELECT n FROM ${reference}`);
    expect(view).not.toHaveProperty("rows");
    expect(view).not.toHaveProperty("bytes");
    expect((await versions(site, view.id))[0]?.tables).toEqual([
      { table_id: view.id, reference: view.reference },
    ]);
  }),
  testedRule(
    ORIGINS,
    ORDER,
    "versions are ordered by time",
    "test/functions/rowCounts.sampled.test.ts",
    "row counts and version comparisons match a simple model at every version",
  ),
  rule(ORIGINS, INSTANT, "a table is read at an instant, also in a view", async (site) => {
    const { load, reference } = await loadTable(site, "n\n1\n");
    await moreRows(site, reference, "n\n2\n");
    const [first, second] = await versions(site, load.tables[reference].table_id);
    const count = (at: string) => rowsOf(site, `SELECT count(*) FROM ${reference} FOR TIMESTAMP AS OF ${at}`);
    expect(await count(timestamp(first?.created_at ?? ""))).toEqual([[1n]]);
    expect(await count(timestamp(second?.created_at ?? ""))).toEqual([[2n]]);
    const between = new Date(Date.parse(second?.created_at ?? "") - 1).toISOString();
    expect(await count(timestamp(between))).toEqual([[1n]]);
    const atOnce = `SELECT n FROM ${reference} EXCEPT SELECT n FROM ${reference} FOR TIMESTAMP AS OF ${timestamp(between)}`;
    expect(await rowsOf(site, atOnce)).toEqual([[2n]]);
    const view = await newView(site, `SELECT n FROM ${reference} FOR TIMESTAMP AS OF ${timestamp(between)}`);
    expect(await rowsOf(site, `SELECT n FROM ${view.reference}`)).toEqual([[1n]]);
    const outer = await newView(site, `SELECT n FROM ${reference}`);
    const throughView = `SELECT n FROM ${outer.reference} FOR TIMESTAMP AS OF ${timestamp(between)}`;
    expect(await rowsOf(site, throughView)).toEqual([[1n]]);
  }),
  nightlyRule(ORIGINS, OUTSIDE, "a time outside of the history is refused with a message", async (site) => {
    const { reference } = await loadTable(site);
    const ask = (at: string) =>
      site.post("/data:query", { query: `SELECT 1 FROM ${reference} FOR TIMESTAMP AS OF ${at}` });
    const future = new Date(Date.now() + 86_400_000).toISOString();
    const refused = expectRefused(await ask(timestamp(future)), 400, "time_not_in_history");
    expect(refused.detail).toContain(`${future} is in the future`);
    expect(refused.detail).toContain("(line 1, column 15)");
    const before = expectRefused(await ask("DATE '2025-01-01'"), 400, "time_not_in_history");
    expect(before.detail).toContain("The history of this workspace starts at 20");
    const other = await loadTable(site);
    const [created] = await versions(site, other.load.tables[other.reference].table_id);
    const early = new Date(Date.parse(created?.created_at ?? "") - 1).toISOString();
    const query = `SELECT 1 FROM ${other.reference} FOR TIMESTAMP AS OF ${timestamp(early)}`;
    const younger = expectRefused(await site.post("/data:query", { query }), 400, "unknown_table");
    expect(younger.detail).toContain(`did not exist yet at ${early}`);
  }),
  nightlyRule(ORIGINS, HIDDEN, "a row refers to its load and file", async (site) => {
    const { load, reference } = await loadTable(site, "n\n1\n2\n");
    const other = await moreRows(site, reference, "n\n3\n");
    const origin = '"$load_id", "$file_id", "$line"';
    expect(await rowsOf(site, `SELECT n, ${origin} FROM ${reference} ORDER BY n`)).toEqual([
      [1n, BigInt(load.id), BigInt(load.files[0].id), 2n],
      [2n, BigInt(load.id), BigInt(load.files[0].id), 3n],
      [3n, BigInt(other.id), BigInt(other.files[0].id), 2n],
    ]);
    const file = await rowsOf(site, `SELECT "$file_id" FROM ${reference} WHERE n = 3`);
    const { status } = await site.get(`/data/load:downloadFile?file_id=${file[0]?.[0]}`);
    expect(status).toBe(200);
  }),
  rule(ORIGINS, NO_STAR, "* never includes hidden columns", async (site) => {
    const { load, reference } = await loadTable(site, "n\n1\n");
    const all = `SELECT *, count(*) OVER () FROM ${reference} WHERE "$load_id" = ${load.id}`;
    expect(await rowsOf(site, all)).toEqual([[1n, 1n]]);
    expect(await rowsOf(site, `SELECT * FROM ${reference}`)).toEqual([[1n]]);
  }),
  nightlyRule(ORIGINS, NO_STAR, "a view includes a hidden column only under a name", async (site) => {
    const { load, reference } = await loadTable(site, "n\n1\n");
    const query = `SELECT n, "$load_id" FROM ${reference}`;
    const unnamed = { kind: "VIEW", reference: freshName("view_"), query };
    expectInvalid(await site.post("/data/table:create", unnamed), "body", "query");
    const view = await newView(site, `SELECT n, "$load_id" AS brought_by FROM ${reference}`);
    expect(view.columns.map(({ name }: { name: string }) => name)).toEqual(["n", "brought_by"]);
    expect(await rowsOf(site, `SELECT * FROM ${view.reference}`)).toEqual([[1n, BigInt(load.id)]]);
    const ask = { query: `SELECT "$load_id" FROM ${view.reference}` };
    expectRefused(await site.post("/data:query", ask), 400, "invalid_sql");
  }),
  operationRule("previewUndo", ORIGINS, PREVIEW, "an undo and its redo can be previewed", async (site) => {
    const { load, reference } = await loadTable(site, "n\n1\n2\n");
    const later = await moreRows(site, reference, "n\n3\n");
    const { id } = expectSuccess(await site.get(`/data/table:get?reference=${reference}`));
    const view = await newView(site, `WITH x AS (SELECT n FROM ${reference}) SELECT n FROM x`);
    const outer = await newView(site, `SELECT n FROM ${view.reference}`);
    await newView(site, `WITH ${reference} AS (SELECT 1 AS n) SELECT n FROM ${reference}`);
    const preview = async (of: string) => expectSuccess(await site.get(`/data/load:undoPreview?id=${of}`));
    const table = { table_id: id, reference, archived_at: null };
    const expected = {
      load_id: load.id,
      action: "UNDO",
      tables: [{ ...table, rows: 2, rows_before: 3, rows_after: 1 }],
      later_loads: [
        { load_id: later.id, created_at: isTime, created_by: isUser, tables: [{ table_id: id, rows: 1 }] },
      ],
      more_later_loads: 0,
      tasks: [],
      more_tasks: false,
      views: [view, outer].map((each) => ({ table_id: each.id, reference: each.reference })),
    };
    expect(await preview(load.id)).toStrictEqual(expected);
    expect(await preview(later.id)).toMatchObject({
      tables: [{ ...table, rows: 1, rows_before: 3, rows_after: 2 }],
      later_loads: [],
    });
    await undoLoad(site, load.id);
    expect(await preview(load.id)).toStrictEqual({
      ...expected,
      action: "REDO",
      tables: [{ ...table, rows: 2, rows_before: 1, rows_after: 3 }],
    });
  }),
  rule(ORIGINS, PREVIEW, "previewing a load that was never committed is a 409", async (site) => {
    const load = await newLoad(site);
    expectRefused(await site.get(`/data/load:undoPreview?id=${load.id}`), 409, "load_state");
    expectRefused(await site.get(`/data/load:undoPreview?id=${UNKNOWN}`), 404, "load_not_found");
  }),
  nightlyRule(
    ORIGINS,
    KEPT,
    "the preview lists exactly the tasks that read rows of the load",
    async (site) => {
      const { load, reference } = await loadTable(site, "n\n1\n2\n");
      const other = await loadTable(site);
      const scope = await scopeOf(site);
      const { manifest_key } = await tableByReference(scope, reference);
      const context: Context = { kind: "PROJECT", project_id: site.lab.projectId };
      const stranger: Context = { kind: "PROJECT", project_id: (await newProject(site)).id };
      const store = async (of: Context, relations: PinnedRelation[]): Promise<string> => {
        const created = createTask(
          newId(),
          {
            type: "train/v2",
            context: of,
            display_name: "d",
            description: null,
            idempotency_key: null,
            parameters: {},
          },
          { by: "user_1", at: now() },
        );
        const snapshot: Snapshot = { context: of, query: "SELECT 1 AS n", version: null, relations };
        await putJson(scope, taskSnapshotKey(scope.id, created.id, "dataset"), snapshot);
        await storeTaskRecord(site, { ...created, state: "COMPLETED", inputs: { dataset: newId() } });
        return created.id;
      };
      const named = { reference, version: null };
      const table: PinnedRelation = { ...named, kind: "TABLE", manifest_key: manifest_key ?? "" };
      const direct = await store(context, [table]);
      const through = await store(context, [
        { ...named, kind: "SNAPSHOT", task_id: direct, input: "dataset" },
      ]);
      await store(stranger, [table]);
      const tasksOf = async (of: string) =>
        expectSuccess(await site.get(`/data/load:undoPreview?id=${of}`)).tasks;
      const shown = { type: "train/v2", state: "COMPLETED", display_name: "d", inputs: ["dataset"] };
      expect(await tasksOf(load.id)).toEqual([
        { task_id: through, ...shown },
        { task_id: direct, ...shown },
      ]);
      expect(await tasksOf(other.load.id)).toEqual([]);
      await undoLoad(site, load.id);
      const rows = await rowsOf(site, `SELECT count(*) FROM ${taskReference(direct, "dataset")}`);
      expect(rows).toEqual([[1n]]);
    },
  ),
  operationRule("diffTable", ORIGINS, DIFF, "two versions are compared by loads", async (site) => {
    const { load, reference } = await loadTable(site, "n\n1\n2\n");
    const { id, version_id: first } = expectSuccess(await site.get(`/data/table:get?reference=${reference}`));
    const second = await moreRows(site, reference, "n\n3\n");
    const update = { columns: [...ONE_COLUMN, { name: "m", type: "STRING" }] };
    expectSuccess(await site.post(`/data/table:update?reference=${reference}`, update));
    await undoLoad(site, load.id);
    const third = await moreRows(site, reference, "n\n4\n5\n6\n");
    await undoLoad(site, third.id);
    const path = `/data/table:diff?id=${id}`;
    const diff = expectSuccess(await site.get(`${path}&from=${first}`));
    const shown = await versions(site, id);
    expect(diff).toStrictEqual({
      table_id: id,
      reference,
      from: { version_id: first, created_at: shown[0]?.created_at, rows: 2, bytes: expect.any(Number) },
      to: {
        version_id: shown.at(-1)?.id,
        created_at: shown.at(-1)?.created_at,
        rows: 1,
        bytes: expect.any(Number),
      },
      rows_added: 1,
      rows_removed: 2,
      loads: [
        { load_id: load.id, rows_added: 0, rows_removed: 2 },
        { load_id: second.id, rows_added: 1, rows_removed: 0 },
      ],
      more_loads: 0,
      columns_added: ["m"],
      changes: shown.slice(1),
      more_changes: false,
    });
    const same = expectSuccess(await site.get(`${path}&from=${first}&to=${first}`));
    expect(same).toMatchObject({
      rows_added: 0,
      rows_removed: 0,
      loads: [],
      changes: [],
      columns_added: [],
    });
  }),
  nightlyRule(
    ORIGINS,
    DIFF,
    "compared versions must be in order, and of this workspace and table",
    async (site) => {
      const before = await newTable(site);
      const { load, reference } = await loadTable(site);
      await moreRows(site, reference, "n\n3\n");
      const { table_id: id } = load.tables[reference];
      const [first, last] = await versions(site, id);
      const diff = (query: string, of = id) => site.get(`/data/table:diff?id=${of}&${query}`);
      expectInvalid(await diff(`from=${last?.id}&to=${first?.id}`), "query", "from");
      expectInvalid(await diff(`from=${before.version_id}`), "query", "from");
      expectInvalid(await diff(`from=${first?.id}&to=${before.version_id}`), "query", "to");
      expectInvalid(await diff(""), "query", "from");
      expectRefused(await diff(`from=${UNKNOWN}`), 404, "version_not_found");
      expectRefused(await diff(`from=${first?.id}&to=${UNKNOWN}`), 404, "version_not_found");
      expectRefused(await diff(`from=${first?.id}`, UNKNOWN), 404, "table_not_found");
      const view = await newView(site, `SELECT n FROM ${reference}`);
      expectRefused(await diff(`from=${view.version_id}`, view.id), 409, "table_is_view");
    },
  ),
];
