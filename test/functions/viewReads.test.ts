import { beforeAll, describe, expect, it } from "vitest";
import { workspaceDatabase } from "#shared/store/dynamodb/database.ts";
import { itemWrite, transact } from "#shared/store/dynamodb/items.ts";
import { tableKey } from "#shared/store/dynamodb/keys.ts";
import { readTable } from "#shared/store/tables.ts";
import { type Lab, newLab, scalar, startCsvLoad } from "../support/lab.ts";
import { manyRecords } from "../support/manyRecords.ts";

interface Released {
  id: string;
  warnings: string[];
}

let lab: Lab;
let number = 0;

beforeAll(async () => {
  lab = await newLab();
});

const columns = [{ name: "a", type: "INT64" }];

/** Loads a table with one row. Returns its reference. */
async function loadTable(value: number, reference?: string): Promise<string> {
  number += 1;
  const table = reference ?? `assays_${number}`;
  await lab.api.settled(await startCsvLoad(lab, table, columns, `a\n${value}\n`));
  return table;
}

async function newView(query: string): Promise<{ id: string; reference: string }> {
  number += 1;
  return lab.api.post("/data/table:create", { kind: "VIEW", reference: `view_${number}`, query });
}

const rename = (from: string, to: string): Promise<Released> =>
  lab.api.post(`/data/table:rename?reference=${from}`, { new_reference: to });
const archive = (reference: string): Promise<Released> =>
  lab.api.post(`/data/table:archive?reference=${reference}`);
const read = (reference: string): Promise<unknown> => scalar(lab, `SELECT sum(a) FROM ${reference}`);

/** Stores a view as earlier releases did: without the tables on which it was defined. */
async function forgetReads(id: string, changes: { query?: string } = {}): Promise<void> {
  const { scope } = await manyRecords(lab);
  const stored = await readTable(scope, id);
  const { reads, ...item } = stored.item;
  expect(reads).toBeDefined();
  await transact(workspaceDatabase(scope), [
    itemWrite(tableKey(scope.id, id), stored, { ...item, ...changes }),
  ]);
}

describe("a view on a table that has lost its name", () => {
  it("reading the view is refused when another table takes the reference, and the error gives the table's new name", async () => {
    const table = await loadTable(1);
    const view = await newView(`SELECT a FROM ${table}`);
    await rename(table, `${table}_2025`);
    await loadTable(1000, table);
    await expect(read(view.reference)).rejects.toMatchObject({
      status: 409,
      body: {
        code: "view_outdated",
        detail: `The view "${view.reference}" was created for a table "${table}" that is now named "${table}_2025"; another table now has that name. Save the view's query again to read the other table, or make it read "${table}_2025".`,
      },
    });
  });

  it("reading the view is refused when its table is archived and replaced, even indirectly or in downloads", async () => {
    const table = await loadTable(1);
    const inner = await newView(`SELECT a FROM ${table}`);
    const outer = await newView(`SELECT a FROM ${inner.reference}`);
    const { id } = await archive(table);
    await loadTable(1000, table);
    await expect(read(outer.reference)).rejects.toMatchObject({
      status: 409,
      body: { code: "view_outdated" },
    });
    await expect(read(outer.reference)).rejects.toThrow(`"${table}" that is archived (table ${id})`);
    const download = lab.api.get(`/data/table:download?id=${outer.id}&format=CSV`);
    await expect(download).rejects.toMatchObject({ status: 409 });
  });

  it("the view reads the new table once its query is saved again", async () => {
    const table = await loadTable(1);
    const query = `SELECT a FROM ${table}`;
    const view = await newView(query);
    await archive(table);
    await loadTable(1000, table);
    await lab.api.post(`/data/table:update?reference=${view.reference}`, { description: "the same" });
    await expect(read(view.reference)).rejects.toMatchObject({ status: 409 });
    await lab.api.post(`/data/table:update?reference=${view.reference}`, { query });
    expect(await read(view.reference)).toBe(1000n);
  });

  it("the view works again once its table has its reference back", async () => {
    const table = await loadTable(7);
    const view = await newView(`SELECT a FROM ${table.toUpperCase()}`);
    await rename(table, `${table}_away`);
    await expect(read(view.reference)).rejects.toMatchObject({
      status: 400,
      body: { code: "unknown_table" },
    });
    await rename(`${table}_away`, table);
    expect(await read(view.reference)).toBe(7n);
  });

  it("a task that reads the view fails with the same message", async () => {
    const table = await loadTable(1);
    const view = await newView(`SELECT 'MKV' AS sequence, a FROM ${table}`);
    await archive(table);
    await loadTable(1000, table);
    const task = await lab.api.post<{ id: string }>("/task/analyze.data/v2:create", {
      context: { kind: "PROJECT", project_id: lab.projectId },
      parameters: {
        dataset: { kind: "TABLE", table: view.reference },
        reference: { monomer: "MKV" },
        assays: [{ assay_id: "a", scale_type: "ADDITIVE" }],
      },
    });
    await expect(lab.api.finished(task.id)).rejects.toThrow(
      `The data set, the table "${view.reference}", cannot be read: The view "${view.reference}" was created for`,
    );
  });
});

describe("renaming and archiving a table", () => {
  it("renaming and archiving warn about views that read the table, directly or indirectly", async () => {
    const table = await loadTable(1);
    const inner = await newView(`SELECT a FROM ${table}`);
    const outer = await newView(`SELECT a FROM ${inner.reference}`);
    await newView(`SELECT '${table}' AS name`);
    const named = `"${inner.reference}", "${outer.reference}"`;
    const { warnings } = await rename(table, `${table}_b`);
    expect(warnings).toEqual([
      `2 views read "${table}" and cannot be read without it: ${named}. Change their queries, or restore the table's name.`,
    ]);
    expect((await rename(`${table}_b`, table)).warnings).toEqual([]);
    expect((await archive(table)).warnings[0]).toContain(named);
  });

  it("renaming causes no warning if no view reads the table or if only the case changes", async () => {
    const table = await loadTable(1);
    expect((await rename(table, `${table}_b`)).warnings).toEqual([]);
    await newView(`SELECT a FROM ${table}_b`);
    expect((await rename(`${table}_b`, `${table}_B`)).warnings).toEqual([]);
  });
});

describe("a view of an earlier release", () => {
  it("an old view reads by reference as before, even after another table took its table's reference", async () => {
    const table = await loadTable(1);
    const view = await newView(`SELECT a FROM ${table}`);
    expect(await read(view.reference)).toBe(1n);
    await archive(table);
    await loadTable(1000, table);
    await forgetReads(view.id);
    expect(await read(view.reference)).toBe(1000n);
  });

  it("an old view with an unreadable query does not block renaming of a table", async () => {
    const table = await loadTable(1);
    const { id, reference } = await newView(`SELECT a FROM ${table}`);
    await forgetReads(id, { query: `SELECT a FROM ${table} WITH NO LOCK` });
    expect((await rename(table, `${table}_b`)).warnings).toEqual([]);
    await archive(reference);
  });
});
