import { beforeAll, describe, expect, it } from "vitest";
import { byNight } from "#test/support/byNight.ts";
import { type Lab, scalar, sharedLab, startCsvLoad } from "../support/lab.ts";

interface LoadView {
  id: string;
  state: string;
  is_active: boolean;
  errors: string[];
  warnings?: string[];
}
interface TableView {
  reference: string;
  key?: string[];
  key_rule?: string;
  rows: number;
}

const COLUMNS = [
  { name: "plate", type: "INT64" },
  { name: "well", type: "STRING" },
  { name: "value", type: "FLOAT64" },
];

let lab: Lab;
let number = 0;

beforeAll(async () => {
  lab = await sharedLab();
});

async function keyedTable(key: unknown = ["plate", "well"], extra: object = {}): Promise<string> {
  number += 1;
  const reference = `keyed_${number}`;
  await lab.api.post("/data/table:create", { reference, columns: COLUMNS, key, ...extra });
  return reference;
}

async function load(reference: string, ...files: string[]): Promise<LoadView> {
  const id = await startCsvLoad(lab, reference, COLUMNS, ...files.map((rows) => `plate,well,value\n${rows}`));
  return ended(id);
}

async function ended(id: string): Promise<LoadView> {
  await lab.api.settled(id).catch(() => undefined);
  return lab.api.get<LoadView>(`/data/load:get?id=${id}`);
}

async function revise(verb: "undo" | "redo", id: string): Promise<LoadView> {
  await lab.api.post(`/data/load:${verb}?id=${id}`);
  return ended(id);
}

const update = (reference: string, body: object): Promise<TableView> =>
  lab.api.post<TableView>(`/data/table:update?reference=${reference}`, body);
const count = (reference: string): Promise<unknown> => scalar(lab, `SELECT count(*) FROM ${reference}`);

describe("a table with a key", () => {
  it("a table shows its key and rule until the key is removed", async () => {
    const reference = await keyedTable(["PLATE", "well"]);
    const table = await lab.api.get<TableView>(`/data/table:get?reference=${reference}`);
    expect(table).toMatchObject({ key: ["plate", "well"], key_rule: "ERROR" });
    await update(reference, { key: null });
    const other = await lab.api.get<TableView>(`/data/table:get?reference=${reference}`);
    expect(other).not.toHaveProperty("key");
    expect(other).not.toHaveProperty("key_rule");
  });

  it("a key of unknown or nested columns is a 422", async () => {
    for (const [body, loc] of [
      [{ key: ["none"] }, ["body", "key", 0]],
      [{ key: ["plate", "PLATE"] }, ["body", "key", 1]],
      [
        { key: ["parts"], columns: [{ name: "parts", type: "ARRAY", item_type: { type: "INT64" } }] },
        ["body", "key", 0],
      ],
      [{ key: [] }, ["body", "key"]],
      [{ key: Array.from({ length: 17 }, (_, index) => `c${index}`) }, ["body", "key"]],
      [{ key: null, key_rule: "WARN" }, ["body", "key_rule"]],
      [{ key: ["plate"], key_rule: "IGNORE" }, ["body", "key_rule"]],
      [{ kind: "VIEW", query: "SELECT 1 AS plate", columns: null, key: ["plate"] }, ["body", "key"]],
    ] as const)
      await expect(keyedTable(undefined, body)).rejects.toMatchObject({
        status: 422,
        body: { detail: [expect.objectContaining({ loc })] },
      });
  });

  it("a duplicate key within a load fails it", async () => {
    const reference = await keyedTable();
    const failed = await load(reference, "1,A1,0.5\n1,A2,0.5\n1,A1,0.7\n", "2,A1,1\n1,A2,1\n");
    expect(failed.state).toBe("FAILED");
    expect(failed.errors).toEqual([
      expect.stringMatching(
        `^part0\\.csv, line 4, column "plate, well": "1, A1" is also the key of line 2\\.$`,
      ),
      expect.stringMatching(
        `^part1\\.csv, line 3, column "plate, well": "1, A2" is also the key of line 3 of part0\\.csv\\.$`,
      ),
      `Each row of "${reference}" needs a unique key (plate, well): correct the files, undo the load that added the other rows, or change the table's key.`,
    ]);
    expect(await count(reference)).toBe(0n);
    const missing = await load(reference, "1,,0.5\n1,,0.5\n,A1,1\n,A1,1\n1,A1,2\n");
    expect(missing).toMatchObject({ state: "COMPLETED", errors: [] });
    expect(await load(reference, "1,,0.5\n")).toMatchObject({ state: "COMPLETED", errors: [] });
    expect(await count(reference)).toBe(6n);
  });

  it("a key of an active load fails another load", async () => {
    const reference = await keyedTable();
    const first = await load(reference, "1,A1,0.5\n1,A2,0.5\n");
    const second = await load(reference, "1,A3,0.5\n1,A2,0.9\n");
    expect(second.state).toBe("FAILED");
    expect(second.errors[0]).toMatch(
      new RegExp(
        `^part0\\.csv, line 3, column "plate, well": "1, A2" is also the key of line 3 of part0\\.csv, added by the load ${first.id}\\.$`,
      ),
    );
    await revise("undo", first.id);
    const third = await load(reference, "1,A3,0.5\n1,A2,0.9\n");
    expect(third.state).toBe("COMPLETED");
    const redone = await revise("redo", first.id);
    expect(redone).toMatchObject({ state: "COMPLETED", is_active: false });
    expect(redone.errors[0]).toContain(`added by the load ${third.id}.`);
    expect(await count(reference)).toBe(2n);
    await revise("undo", third.id);
    expect(await revise("redo", first.id)).toMatchObject({ is_active: true, errors: [] });
    expect(await count(reference)).toBe(2n);
  });

  it("with WARN, the load succeeds with a warning", async () => {
    const reference = await keyedTable(["plate", "well"], { key_rule: "WARN" });
    const first = await load(reference, "1,A1,0.5\n1,A1,0.7\n");
    expect(first).toMatchObject({ state: "COMPLETED", errors: [] });
    expect(first.warnings).toEqual([
      expect.stringContaining('"1, A1" is also the key of line'),
      `Rows of "${reference}" have the same key (plate, well). They were loaded because the key rule is WARN.`,
    ]);
    const second = await load(reference, "1,A1,0.9\n");
    expect(second.warnings?.[0]).toContain(`added by the load ${first.id}`);
    expect(await count(reference)).toBe(3n);
    await revise("undo", second.id);
    const again = await revise("redo", second.id);
    expect(again).toMatchObject({ is_active: true, errors: [] });
    expect(again.warnings).toHaveLength(2);
  });

  it("exactly one of several concurrent loads with the same key is committed", async () => {
    const reference = await keyedTable();
    const ids = await Promise.all(
      [1, 2, 3, 4].map((value) =>
        startCsvLoad(lab, reference, COLUMNS, `plate,well,value\n1,A1,${value}\n${value},B1,0\n`),
      ),
    );
    const loads = await Promise.all(ids.map(ended));
    expect(loads.map(({ state }) => state).sort()).toEqual(["COMPLETED", "FAILED", "FAILED", "FAILED"]);
    const winner = loads.find(({ state }) => state === "COMPLETED");
    for (const { state, errors } of loads) {
      if (state === "FAILED") expect(errors[0]).toContain(`added by the load ${winner?.id}.`);
    }
    expect(await count(reference)).toBe(2n);
  });

  byNight("concurrent loads with different keys are all committed", async () => {
    const reference = await keyedTable();
    const ids = await Promise.all(
      [1, 2, 3].map((plate) => startCsvLoad(lab, reference, COLUMNS, `plate,well,value\n${plate},A1,0\n`)),
    );
    for (const each of await Promise.all(ids.map(ended))) expect(each).toMatchObject({ state: "COMPLETED" });
    expect(await count(reference)).toBe(3n);
  });

  it("the error lists the first duplicates and only counts the rest", async () => {
    const reference = await keyedTable();
    const rows = Array.from({ length: 25 }, () => "1,A1,0\n").join("");
    const { errors } = await load(reference, rows);
    expect(errors).toHaveLength(12);
    expect(errors[10]).toBe("… and 14 more rows.");
  });
});

describe("a key for an existing table", () => {
  it("a table whose rows violate a key cannot get it", async () => {
    const reference = await keyedTable(null);
    const first = await load(reference, "1,A1,0.5\n1,A2,0.5\n");
    const second = await load(reference, "1,A2,0.9\n");
    const refused = update(reference, { key: ["plate", "well"] });
    await expect(refused).rejects.toMatchObject({ status: 409, body: { code: "key_violated" } });
    await expect(refused).rejects.toThrow(
      new RegExp(
        `In "${reference}", 1 row has the key \\(plate, well\\) of another row: part0\\.csv, line 2, column "plate, well": "1, A2" is also the key of line 3 of part0\\.csv, added by the load ${first.id}\\. Undo`,
      ),
    );
    const warned = await update(reference, { key: ["plate", "well"], key_rule: "WARN" });
    expect(warned).toMatchObject({ key: ["plate", "well"], key_rule: "WARN" });
    await expect(update(reference, { key_rule: "ERROR" })).rejects.toMatchObject({ status: 409 });
    await revise("undo", second.id);
    expect(await update(reference, { key_rule: "ERROR" })).toMatchObject({ key_rule: "ERROR" });
    expect(await update(reference, { description: "d" })).toMatchObject({ key: ["plate", "well"] });
  });

  it("a new column with missing values can become a key, and a key can be removed", async () => {
    const reference = await keyedTable(null);
    for (const rows of ["1,A1,0.5\n1,A1,0.5\n", "1,A1,0.5\n"]) await load(reference, rows);
    expect(await count(reference)).toBe(3n);
    const columns = [...COLUMNS, { name: "barcode", type: "STRING" }];
    expect(await update(reference, { columns, key: ["barcode"] })).toMatchObject({ key: ["barcode"] });
    expect(await load(reference, "1,A1,0.5\n")).toMatchObject({ state: "COMPLETED" });
    expect(await update(reference, { key: null })).not.toHaveProperty("key");
  });
});
