import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { sampledRuns } from "#test/support/byNight.ts";
import { type Lab, scalar, sharedLab, startCsvLoad } from "../support/lab.ts";

interface Change {
  rows: number;
  rows_added: number;
  rows_removed: number;
}
interface VersionView {
  id: string;
  created_at: string;
  tables: Change[];
}
interface TableView {
  id: string;
  rows: number;
  columns: { name: string }[];
}

type Operation =
  | { kind: "load"; rows: number }
  | { kind: "undo" | "redo"; pick: number }
  | { kind: "widen" | "rename" | "archive" };

const operations = fc.array(
  fc.oneof(
    {
      weight: 3,
      arbitrary: fc.record({ kind: fc.constant("load" as const), rows: fc.integer({ min: 0, max: 40 }) }),
    },
    {
      weight: 4,
      arbitrary: fc.record({ kind: fc.constantFrom("undo" as const, "redo" as const), pick: fc.nat(7) }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constantFrom("widen" as const, "rename" as const, "archive" as const),
      }),
    },
  ),
  { minLength: 8, maxLength: 12 },
);

let lab: Lab;
let number = 0;

beforeAll(async () => {
  lab = await sharedLab();
});

/** A table with its expected state: its loads with their rows, and after each version the rows of each active load. */
class Model {
  reference: string;
  tableId = "";
  columns: { name: string; type: string }[] = [{ name: "n", type: "INT64" }];
  readonly loads: { id: string; rows: number; active: boolean }[] = [];
  readonly versions: { rows: Map<string, number>; columns: string[] }[] = [];

  constructor(reference: string) {
    this.reference = reference;
  }

  async create(): Promise<void> {
    const { reference, columns } = this;
    this.tableId = (await lab.api.post<TableView>("/data/table:create", { reference, columns })).id;
    this.#note();
  }

  async apply(operation: Operation): Promise<void> {
    switch (operation.kind) {
      case "load": {
        const rows = Array.from({ length: operation.rows }, (_, n) => `${n}\n`).join("");
        const first = this.columns.slice(0, 1);
        const id = await startCsvLoad(lab, this.reference, first, `n\n${rows}`);
        await lab.api.settled(id);
        this.loads.push({ id, rows: operation.rows, active: true });
        return this.#note();
      }
      case "undo":
      case "redo": {
        const wanted = this.loads.filter(({ active }) => active === (operation.kind === "undo"));
        const load = wanted[operation.pick % Math.max(1, wanted.length)];
        if (!load) return;
        await lab.api.post(`/data/load:${operation.kind}?id=${load.id}`);
        await lab.api.settled(load.id);
        load.active = !load.active;
        // A load without rows does not change any table.
        return load.rows > 0 ? this.#note() : undefined;
      }
      case "widen":
        this.columns.push({ name: `c${this.columns.length}`, type: "STRING" });
        await lab.api.post(`/data/table:update?reference=${this.reference}`, { columns: this.columns });
        return this.#note();
      case "rename": {
        const new_reference = `${this.reference}_`;
        await lab.api.post(`/data/table:rename?reference=${this.reference}`, { new_reference });
        this.reference = new_reference;
        return this.#note();
      }
      case "archive":
        await lab.api.post(`/data/table:archive?reference=${this.reference}`, {});
        this.#note();
        await lab.api.post(`/data/table:unarchive?id=${this.tableId}`);
        return this.#note();
    }
  }

  #note(): void {
    const active = this.loads.filter(({ active, rows }) => active && rows > 0);
    this.versions.push({
      rows: new Map(active.map(({ id, rows }) => [id, rows])),
      columns: this.columns.map(({ name }) => name),
    });
  }
}

const sum = (rows: Map<string, number>): number =>
  [...rows.values()].reduce((total, count) => total + count, 0);

describe("row counts", () => {
  it("row counts and version comparisons match a simple model at every version", async () => {
    await fc.assert(
      fc.asyncProperty(operations, async (list) => {
        number += 1;
        const model = new Model(`counted_${number}`);
        await model.create();
        for (const operation of list) await model.apply(operation);

        const path = `/data/table:listVersions?limit=1000&id=${model.tableId}`;
        const { items } = await lab.api.get<{ items: VersionView[] }>(path);
        expect(items.map(({ tables: [change] }) => change?.rows)).toEqual(
          model.versions.map(({ rows }) => sum(rows)),
        );
        let total = 0;
        for (const { tables } of items) {
          expect(tables).toHaveLength(1);
          const [{ rows, rows_added, rows_removed }] = tables as [Change];
          total += rows_added - rows_removed;
          expect(total).toBe(rows);
          expect(Math.min(rows_added, rows_removed)).toBe(0);
        }
        const table = await lab.api.get<TableView>(`/data/table:get?reference=${model.reference}`);
        expect(BigInt(table.rows)).toBe(await scalar(lab, `SELECT count(*) FROM ${model.reference}`));
        expect(table).toMatchObject({ rows: total, bytes: expect.any(Number) });
        const tables = await lab.api.get<{ items: TableView[] }>("/data/table:list?limit=1000&order=DESC");
        expect(tables.items).toContainEqual(table);
        const times = items.map(({ created_at }) => created_at);
        expect(times).toEqual([...new Set(times)].sort());

        for (const [from, to] of pairs(items.length)) await compare(model, items, from, to);
      }),
      { numRuns: sampledRuns(4) },
    );
  });
});

/** Some pairs of versions, including the first and the last version. */
function pairs(count: number): [number, number][] {
  const last = count - 1;
  const middle = Math.floor(last / 2);
  return [
    [0, last],
    [0, middle],
    [middle, last],
    [middle, middle],
    [Math.max(0, last - 1), last],
  ];
}

async function compare(model: Model, items: VersionView[], from: number, to: number): Promise<void> {
  const query = `id=${model.tableId}&from=${items[from]?.id}&to=${items[to]?.id}`;
  const diff = await lab.api.get<Record<string, unknown>>(`/data/table:diff?${query}`);
  const [before, after] = [model.versions[from], model.versions[to]];
  const rowsOf = (side: typeof before, id: string): number => side?.rows.get(id) ?? 0;
  const loads = model.loads
    .map(({ id }) => ({ load_id: id, gained: rowsOf(after, id) - rowsOf(before, id) }))
    .filter(({ gained }) => gained !== 0)
    .map(({ load_id, gained }) => ({
      load_id,
      rows_added: Math.max(0, gained),
      rows_removed: Math.max(0, -gained),
    }));
  expect(diff).toMatchObject({
    from: { version_id: items[from]?.id, rows: sum(before?.rows ?? new Map()) },
    to: { version_id: items[to]?.id, rows: sum(after?.rows ?? new Map()) },
    loads,
    rows_added: loads.reduce((total, { rows_added }) => total + rows_added, 0),
    rows_removed: loads.reduce((total, { rows_removed }) => total + rows_removed, 0),
    columns_added: after?.columns.slice(before?.columns.length),
    changes: items.slice(from + 1, to + 1),
  });
}
