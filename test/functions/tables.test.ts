import { beforeAll, describe, expect, it } from "vitest";
import { type Lab, scalar, sharedLab, startCsvLoad } from "../support/lab.ts";

interface TableView {
  id: string;
  reference: string;
  version_id: string;
  columns: { name: string; nullable: boolean }[];
  archived_at: string | null;
}

let lab: Lab;
let number = 0;

beforeAll(async () => {
  lab = await sharedLab();
});

const columns = [{ name: "a", type: "INT64", nullable: false }];

async function newTable(extra: object = {}): Promise<TableView> {
  number += 1;
  return lab.api.post<TableView>("/data/table:create", { reference: `t${number}`, columns, ...extra });
}

describe("a table", () => {
  it("a table is created and can be found by its id, or by its reference in any letter case", async () => {
    const table = await newTable({ description: "d" });
    expect(table).toMatchObject({ kind: "TABLE", description: "d", archived_at: null });
    expect(table.columns).toEqual([{ ...columns[0], metadata: { description: null, deprecated: false } }]);
    expect(await lab.api.get(`/data/table:get?reference=${table.reference.toUpperCase()}`)).toEqual(table);
    expect(await lab.api.get(`/data/table:getById?id=${table.id}`)).toEqual(table);
    expect(await scalar(lab, `SELECT count(*) FROM ${table.reference}`)).toBe(0n);
  });

  it("a reference is unique, ignoring case", async () => {
    const table = await newTable();
    const again = newTable({ reference: table.reference.toUpperCase() });
    await expect(again).rejects.toMatchObject({ status: 409, body: { code: "reference_taken" } });
    await expect(again).rejects.toThrow(table.id);
  });

  it.each(["", "1a", "a b", "a.b", "__a", "tasks", "Information_Schema", "x".repeat(129), "ä"])(
    "a table cannot be called %j",
    async (reference) => {
      await expect(newTable({ reference })).rejects.toMatchObject({ status: 422 });
    },
  );

  it.each([
    [[]],
    [undefined],
    [[{ name: "a" }]],
    [[{ name: "a", type: "TEXT" }]],
    [[{ name: "a", type: "STRUCT" }]],
    [[{ name: "a", type: "ARRAY" }]],
    [
      [
        { name: "a", type: "BOOL" },
        { name: "A", type: "BOOL" },
      ],
    ],
  ])("a table cannot have the columns %j", async (wrong) => {
    await expect(newTable({ columns: wrong })).rejects.toMatchObject({ status: 422 });
  });

  it("an update with the full column list adds columns and makes columns nullable", async () => {
    const table = await newTable();
    const update = (list: object[]): Promise<TableView> =>
      lab.api.post(`/data/table:update?reference=${table.reference}`, { columns: list });
    const wider = [
      { name: "a", type: "INT64", nullable: true },
      { name: "b", type: "STRING" },
    ];
    const updated = await update(wider);
    expect(updated.columns.map(({ name, nullable }) => [name, nullable])).toEqual([
      ["a", true],
      ["b", true],
    ]);
    expect(Number(updated.version_id)).toBeGreaterThan(Number(table.version_id));
    for (const wrong of [
      columns,
      [...columns, wider[1]],
      [{ name: "a", type: "FLOAT64" }, wider[1]],
      [{ name: "A", type: "INT64" }, wider[1]],
      [...wider, { name: "c", type: "STRING", nullable: false }],
    ]) {
      await expect(update(wrong as object[])).rejects.toMatchObject({ status: 422 });
    }
  });

  it("a renamed table keeps its versions and loads", async () => {
    const table = await newTable();
    const load = await startCsvLoad(lab, table.reference, columns, "a\n1\n");
    await lab.api.settled(load);
    const other = await newTable();
    const rename = (to: string): Promise<TableView> =>
      lab.api.post(`/data/table:rename?reference=${table.reference}`, { new_reference: to });
    await expect(rename(other.reference)).rejects.toMatchObject({ status: 409 });
    const renamed = await rename(`${table.reference}_new`);
    expect(renamed.id).toBe(table.id);
    expect(await scalar(lab, `SELECT count(*) FROM ${renamed.reference}`)).toBe(1n);
    await expect(scalar(lab, `SELECT count(*) FROM ${table.reference}`)).rejects.toMatchObject({
      status: 400,
    });
    await lab.api.post(`/data/load:undo?id=${load}`);
    await lab.api.settled(load);
    expect(await scalar(lab, `SELECT count(*) FROM ${renamed.reference}`)).toBe(0n);
  });

  it("an archived table releases its reference, keeps its history, and allows undo", async () => {
    const table = await newTable();
    const load = await startCsvLoad(lab, table.reference, columns, "a\n1\n");
    await lab.api.settled(load);
    const archived = await lab.api.post<TableView>(`/data/table:archive?reference=${table.reference}`, {});
    expect(archived.archived_at).not.toBeNull();
    await expect(lab.api.get(`/data/table:get?reference=${table.reference}`)).rejects.toMatchObject({
      status: 404,
    });
    await expect(scalar(lab, `SELECT 1 FROM ${table.reference}`)).rejects.toMatchObject({ status: 400 });
    await lab.api.post(`/data/load:undo?id=${load}`);
    expect(await lab.api.settled(load)).toMatchObject({ is_active: false });

    const successor = await newTable({ reference: table.reference });
    const unarchive = (): Promise<TableView> => lab.api.post(`/data/table:unarchive?id=${table.id}`);
    await expect(unarchive()).rejects.toMatchObject({ status: 409, body: { code: "reference_taken" } });
    await lab.api.post(`/data/table:archive?reference=${table.reference}`);
    const namesakes = await lab.api.get<{ items: TableView[] }>(
      `/data/table:listArchived?reference=${table.reference}`,
    );
    expect(namesakes.items.map(({ id }) => id)).toEqual([table.id, successor.id]);
    expect(await unarchive()).toMatchObject({ id: table.id, archived_at: null });
    expect(await scalar(lab, `SELECT count(*) FROM ${table.reference}`)).toBe(0n);
    await expect(unarchive()).rejects.toMatchObject({ status: 409, body: { code: "table_not_archived" } });
  });

  it("a load bound to an archived table fails", async () => {
    const table = await newTable();
    const { id } = await lab.api.post<{ id: string }>("/data/load:create", {
      context: { kind: "PROJECT", project_id: lab.projectId },
      tables: { [table.reference]: { columns } },
    });
    await lab.api.upload(id, table.reference, "a.csv", "a\n1\n");
    await lab.api.post(`/data/table:archive?reference=${table.reference}`);
    await lab.api.post(`/data/load:finalize?id=${id}`);
    // The reference was free at finalization, so the load creates a new table.
    const load = await lab.api.settled(id);
    expect(load.state).toBe("COMPLETED");
    expect(load.tables[table.reference]?.table_id).not.toBe(table.id);
  });
});

describe("a view", () => {
  it("a view shows the rows of its query, both now and at a given version", async () => {
    const table = await newTable();
    const first = await startCsvLoad(lab, table.reference, columns, "a\n1\n2\n");
    await lab.api.settled(first);
    const { version_id } = await lab.api.get<TableView>(`/data/table:get?reference=${table.reference}`);
    const reference = `v_${table.reference}`;
    const view = await lab.api.post<TableView>("/data/table:create", {
      kind: "VIEW",
      reference,
      query: `SELECT a, a * 2 AS b FROM ${table.reference} WHERE a > 1`,
    });
    expect(view).toMatchObject({
      kind: "VIEW",
      columns: [
        { name: "a", type: "INT64" },
        { name: "b", type: "INT64" },
      ],
    });
    expect(await scalar(lab, `SELECT sum(b) FROM ${reference}`)).toBe(4n);
    await lab.api.settled(await startCsvLoad(lab, table.reference, columns, "a\n10\n"));
    expect(await scalar(lab, `SELECT sum(b) FROM ${reference}`)).toBe(24n);
    expect(await scalar(lab, `SELECT sum(b) FROM ${reference}`, { version_id })).toBe(4n);
    const updated = await lab.api.post<TableView>(`/data/table:update?reference=${reference}`, {
      kind: "VIEW",
      query: `SELECT 'x' AS c FROM ${table.reference}`,
    });
    expect(updated.columns).toMatchObject([{ name: "c", type: "STRING" }]);
    await expect(startCsvLoad(lab, reference, columns, "a\n1\n")).rejects.toMatchObject({ status: 409 });
  });

  it("a view cannot read itself, directly or indirectly", async () => {
    const create = (reference: string, query: string): Promise<TableView> =>
      lab.api.post("/data/table:create", { kind: "VIEW", reference, query });
    await expect(create("loop", "SELECT * FROM loop")).rejects.toMatchObject({ status: 400 });
    await create("ring_a", "SELECT 1 AS x");
    await create("ring_b", "SELECT * FROM ring_a");
    const closing = lab.api.post("/data/table:update?reference=ring_a", { query: "SELECT * FROM ring_b" });
    await expect(closing).rejects.toMatchObject({ status: 400 });
    await expect(closing).rejects.toThrow(/ring_/);
  });

  it("a view requires a valid query", async () => {
    for (const query of ["SELECT", "SELECT * FROM nowhere", "DELETE FROM t1", undefined]) {
      const creation = lab.api.post("/data/table:create", { kind: "VIEW", reference: "broken", query });
      await expect(creation).rejects.toMatchObject({ status: query === undefined ? 422 : 400 });
    }
  });
});
