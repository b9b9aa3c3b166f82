import fc from "fast-check";
import { beforeAll, expect, it } from "vitest";
import { sampledRuns } from "#test/support/byNight.ts";
import { type Lab, sharedLab, startCsvLoad } from "../support/lab.ts";

interface LoadView {
  id: string;
  state: string;
  is_active: boolean;
}

/** Row of a table with the key (a, b); null where a cell is empty. */
type Row = [a: number | null, b: number | null];

const part = fc.option(fc.integer({ min: 0, max: 5 }), { freq: 8 });
const operations = fc.array(
  fc.oneof(
    {
      weight: 3,
      arbitrary: fc.record({
        kind: fc.constant("load" as const),
        rows: fc.array(fc.tuple(part, part), { minLength: 1, maxLength: 5 }),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({ kind: fc.constantFrom("undo" as const, "redo" as const), pick: fc.nat(5) }),
    },
  ),
  { minLength: 8, maxLength: 14 },
);

const COLUMNS = [
  { name: "a", type: "INT64" },
  { name: "b", type: "INT64" },
];

let lab: Lab;
let number = 0;

beforeAll(async () => {
  lab = await sharedLab();
});

/** Returns whether two of the rows have the same complete key. */
function hasRepeatedKey(rows: readonly Row[]): boolean {
  const keys = rows.filter((row) => !row.includes(null)).map((row) => row.join());
  return new Set(keys).size < keys.length;
}

async function ended(id: string): Promise<LoadView> {
  await lab.api.settled(id).catch(() => undefined);
  return lab.api.get<LoadView>(`/data/load:get?id=${id}`);
}

it("a keyed table never contains a key twice and rejects no other rows", async () => {
  await fc.assert(
    fc.asyncProperty(operations, async (list) => {
      number += 1;
      const reference = `keyed_history_${number}`;
      await lab.api.post("/data/table:create", { reference, columns: COLUMNS, key: ["a", "b"] });
      const loads: { id: string; rows: Row[]; active: boolean }[] = [];
      const present = (): Row[] => loads.filter(({ active }) => active).flatMap(({ rows }) => rows);
      for (const operation of list) {
        if (operation.kind === "load") {
          const lines = operation.rows.map((row) => `${row.join(",")},x\n`).join("");
          const columns = [...COLUMNS, { name: "text", type: "STRING" }];
          const id = await startCsvLoad(lab, reference, columns, `a,b,text\n${lines}`);
          const fits = !hasRepeatedKey([...present(), ...operation.rows]);
          expect((await ended(id)).state).toBe(fits ? "COMPLETED" : "FAILED");
          if (fits) loads.push({ id, rows: operation.rows, active: true });
          continue;
        }
        const wanted = loads.filter(({ active }) => active === (operation.kind === "undo"));
        const load = wanted[operation.pick % Math.max(1, wanted.length)];
        if (!load) continue;
        await lab.api.post(`/data/load:${operation.kind}?id=${load.id}`);
        const fits = operation.kind === "undo" || !hasRepeatedKey([...present(), ...load.rows]);
        if (fits) load.active = !load.active;
        expect(await ended(load.id)).toMatchObject({ state: "COMPLETED", is_active: load.active });
      }
      const table = await lab.api.query(`SELECT a, b FROM ${reference}`);
      const found = Array.from({ length: table.numRows }, (_, row) =>
        [0, 1]
          .map((column) => table.getChildAt(column)?.at(row))
          .map(String)
          .join(),
      );
      expect(found.sort()).toEqual(
        present()
          .map((row) => row.map(String).join())
          .sort(),
      );
    }),
    { numRuns: sampledRuns(3) },
  );
});
