import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Lab, newLab } from "../support/lab.ts";
import { Pdp } from "../support/pdp.ts";

let lab: Lab;
let pdp: Pdp;
let workbook: Uint8Array;
let parquet: Uint8Array;

beforeAll(async () => {
  lab = await newLab();
  pdp = await Pdp.open(lab);
  await pdp.write("plate.csv", "id,activity\na,1.5\nb,2\n");
  await pdp.done("import", "plate.csv", "--into", "plates");
  await pdp.done("export", "plates", "plates.xlsx");
  await pdp.done("export", "plates", "plates.parquet");
  workbook = await pdp.read("plates.xlsx");
  parquet = await pdp.read("plates.parquet");
});
afterAll(() => pdp.close());

test.each([
  ["a workbook", () => workbook],
  ["a Parquet file", () => parquet],
  ["a gzipped text file", () => gzipSync("id,activity\na,1.5\nb,2\n")],
])("import reads %s from standard input", async (name, content) => {
  const table = `from_${name.replace(/\W/g, "_")}`;
  const { code, stderr } = await pdp.run(["import", "-", "--into", table], { input: content() });
  expect([code, stderr]).toEqual([0, expect.stringContaining(`✓ 2 rows in the new table ${table}`)]);
  expect(await pdp.done("sql", `SELECT id, activity FROM ${table} ORDER BY id`)).toBe(
    "id\tactivity\na\t1.5\nb\t2.0\n",
  );
});

test("check reads a workbook from standard input, and says where a cell is wrong", async () => {
  const { code, stderr } = await pdp.run(["check", "-", "--type", "id=INT64"], { input: workbook });
  expect([code, stderr]).toEqual([3, expect.stringContaining('"a" is not a whole number')]);
});
