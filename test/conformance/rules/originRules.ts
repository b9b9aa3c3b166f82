import { expect } from "vitest";
import { expectInvalid, expectRefused, expectSuccess } from "../expectations.ts";
import {
  freshName,
  ingestFiles,
  loadTable,
  newLoad,
  newTable,
  newView,
  ONE_COLUMN,
  rowsOf,
  undoLoad,
} from "../given.ts";
import { type Rule, rule } from "../rule.ts";
import type { Site } from "../site.ts";

const ORIGINS = "Clients: Versions and origins of rows";
const COUNTS =
  "A table shows `rows` and `bytes` of its latest version, and each version the `rows`, `rows_added` and `rows_removed` of each table that it changed: rows of all projects.";
const NO_COUNTS =
  "A view has no counts, and neither has what was stored before counts were, until its table changes.";
const ORDER = "A version's `created_at` is the time of its id: versions are in the order of both.";
const INSTANT =
  "`FROM t FOR TIMESTAMP AS OF TIMESTAMP '2026-01-31 12:00:00 UTC'` reads the latest version at that instant; the zone is `UTC`, `Z` or an offset such as `+02:00`, and UTC unless stated.";
const OUTSIDE =
  "A time in the future, and one before the first version, is a 400 with the code `time_not_in_history`.";
const HIDDEN =
  'SQL over a table may name `"$load_id"`, `"$file_id"` and `"$line"`: the load and the uploaded file that brought a row, and its line there (XLSX and Parquet: its row), null where it was not recorded.';
const NO_STAR = "These columns are in no `*`, and in a view only under a name that its query gives them.";

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
  return ingestFiles(site, await newLoad(site, { tables }), content);
}

/** The instant as SQL writes it. */
const timestamp = (at: string): string => `TIMESTAMP '${at.replace("T", " ").replace("Z", " UTC")}'`;

export const originRules: readonly Rule[] = [
  rule(ORIGINS, COUNTS, "a table and its versions say how many rows they have", async (site) => {
    const { load, reference } = await loadTable(site, "n\n1\n2\n");
    await moreRows(site, reference, "n\n3\n");
    await undoLoad(site, load.id);
    const table = expectSuccess(await site.get(`/data/table:get?reference=${reference}`));
    expect(table).toMatchObject({ rows: 1, bytes: expect.any(Number) });
    const listed = expectSuccess(await site.get("/data/table:list?limit=1000")).items;
    expect(listed).toContainEqual(table);
    const counts = (await versions(site, table.id)).map(({ tables: [change] }) => [
      change?.rows,
      change?.rows_added,
      change?.rows_removed,
    ]);
    expect(counts).toEqual([
      [2, 2, 0],
      [3, 1, 0],
      [1, 0, 2],
    ]);
  }),
  rule(ORIGINS, NO_COUNTS, "a view has no counts", async (site) => {
    const { reference } = await newTable(site);
    const view = await newView(site, `SELECT n FROM ${reference}`);
    expect(view).not.toHaveProperty("rows");
    expect(view).not.toHaveProperty("bytes");
    expect((await versions(site, view.id))[0]?.tables).toEqual([
      { table_id: view.id, reference: view.reference },
    ]);
  }),
  rule(ORIGINS, ORDER, "versions are in the order of their times", async (site) => {
    const { reference } = await loadTable(site);
    for (const n of [1, 2, 3]) await moreRows(site, reference, `n\n${n}\n`);
    const { id } = expectSuccess(await site.get(`/data/table:get?reference=${reference}`));
    const times = (await versions(site, id)).map(({ created_at }) => created_at);
    expect(times).toEqual([...times].sort());
    expect(new Set(times).size).toBe(times.length);
  }),
  rule(ORIGINS, INSTANT, "a table is read at an instant, in a view as well", async (site) => {
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
  rule(ORIGINS, OUTSIDE, "a time outside of the history is refused with a sentence", async (site) => {
    const { reference } = await loadTable(site);
    const ask = (at: string) =>
      site.post("/data:query", { query: `SELECT 1 FROM ${reference} FOR TIMESTAMP AS OF ${at}` });
    const future = new Date(Date.now() + 86_400_000).toISOString();
    const refused = expectRefused(await ask(timestamp(future)), 400, "time_not_in_history");
    expect(refused.detail).toContain(`${future} is in the future`);
    expect(refused.detail).toContain("(line 1, column 15)");
    const before = expectRefused(await ask("DATE '2025-01-01'"), 400, "time_not_in_history");
    expect(before.detail).toContain("the history of this workspace begins at 20");
    const other = await loadTable(site);
    const [created] = await versions(site, other.load.tables[other.reference].table_id);
    const early = new Date(Date.parse(created?.created_at ?? "") - 1).toISOString();
    const query = `SELECT 1 FROM ${other.reference} FOR TIMESTAMP AS OF ${timestamp(early)}`;
    const younger = expectRefused(await site.post("/data:query", { query }), 400, "unknown_table");
    expect(younger.detail).toContain(`did not exist yet at ${early}`);
  }),
  rule(ORIGINS, HIDDEN, "a row leads to its load and its file", async (site) => {
    const { load, reference } = await loadTable(site, "n\n1\n2\n");
    const other = await moreRows(site, reference, "n\n3\n");
    const origin = '"$load_id", "$file_id"';
    expect(await rowsOf(site, `SELECT n, ${origin} FROM ${reference} ORDER BY n`)).toEqual([
      [1n, BigInt(load.id), BigInt(load.files[0].id)],
      [2n, BigInt(load.id), BigInt(load.files[0].id)],
      [3n, BigInt(other.id), BigInt(other.files[0].id)],
    ]);
    const file = await rowsOf(site, `SELECT "$file_id" FROM ${reference} WHERE n = 3`);
    const { status } = await site.get(`/data/load:downloadFile?file_id=${file[0]?.[0]}`);
    expect(status).toBe(200);
  }),
  rule(ORIGINS, NO_STAR, "hidden columns are in no *", async (site) => {
    const { load, reference } = await loadTable(site, "n\n1\n");
    const all = `SELECT *, count(*) OVER () FROM ${reference} WHERE "$load_id" = ${load.id}`;
    expect(await rowsOf(site, all)).toEqual([[1n, 1n]]);
    expect(await rowsOf(site, `SELECT * FROM ${reference}`)).toEqual([[1n]]);
  }),
  rule(ORIGINS, NO_STAR, "a view names a hidden column itself, or has none", async (site) => {
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
];
