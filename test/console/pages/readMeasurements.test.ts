import { expect, test } from "vitest";
import type { Workspace } from "#client/workspace.ts";
import type { ProteinTable } from "#console/pages/proteinTables.ts";
import { readMeasurements } from "#console/pages/variant/readMeasurements.ts";

/** Tables with a sequence column and several assays. */
function tablesWith(assays: readonly string[], count: number): ProteinTable[] {
  const columns = [
    { name: "sequence", type: "STRING", metadata: {} },
    ...assays.map((name) => ({ name, type: "FLOAT64", metadata: {} })),
  ];
  return Array.from(
    { length: count },
    (_, at) =>
      ({ reference: `t${at}`, kind: "TABLE", columns, proteins: ["sequence"] }) as unknown as ProteinTable,
  );
}

/** Workspace that answers queries asynchronously, and counts the queries that run at the same time. */
function countingWorkspace(assays: readonly string[]) {
  const counted = { running: 0, most: 0, queries: 0 };
  const query = async (sql: string) => {
    counted.running += 1;
    counted.queries += 1;
    counted.most = Math.max(counted.most, counted.running);
    await new Promise(setImmediate);
    counted.running -= 1;
    const figures = Object.fromEntries(
      assays.flatMap((_, at) => [
        [`m${at}`, at],
        [`s${at}`, null],
        [`n${at}`, 1n],
      ]),
    );
    return { rows: async () => (sql.includes("LIMIT") ? [{ value: 1 }, { value: 2 }] : [figures]) };
  };
  return { counted, workspace: { query } as unknown as Workspace };
}

test("a variant's measurements are read by at most four queries at a time, in table order", async () => {
  const assays = ["activity", "tm", "kcat", "km", "yield"];
  const { counted, workspace } = countingWorkspace(assays);
  const { measurements, tables, searched } = await readMeasurements(workspace, tablesWith(assays, 6), "MKT");
  expect([tables, searched, counted.queries]).toEqual([6, 6, 6 + 6 * assays.length]);
  expect(counted.most).toBe(4);
  expect(measurements.map(({ table, column }) => `${table} ${column}`)).toEqual(
    Array.from({ length: 6 }, (_, at) => assays.map((assay) => `t${at} ${assay}`)).flat(),
  );
  expect(measurements[1]).toEqual({ table: "t0", column: "tm", mean: 1, sd: null, rows: 1, values: [1, 2] });
});
