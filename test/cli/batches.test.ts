import { afterAll, beforeAll, expect, test } from "vitest";
import { readTraining } from "#client/requests/earlierTask.ts";
import { REFERENCE } from "../../examples/variants.ts";
import { type Lab, newLab } from "../support/lab.ts";
import { Pdp } from "../support/pdp.ts";

const LETTERS = "ACDEFGHIKLMNPQRSTVWY";

let lab: Lab;
let pdp: Pdp;

/** Variants on two plates; the values of the second plate are 5 higher. */
const CSV = ["Plate,protein,activity"]
  .concat(
    Array.from({ length: 48 }, (_, at) => {
      const protein = `${REFERENCE.slice(0, at)}${LETTERS[at % 20]}${REFERENCE.slice(at + 1)}`;
      return `${1 + (at % 2)},${protein},${(5 * (at % 2) + at / 100).toFixed(2)}`;
    }),
  )
  .join("\n");

beforeAll(async () => {
  lab = await newLab();
  pdp = await Pdp.open(lab);
  await pdp.write("plate.csv", `${CSV}\n`);
  await pdp.done("import", "plate.csv", "--into", "plates");
});
afterAll(() => pdp.close());

const DATA = ["--table", "plates", "--reference", REFERENCE, "--assay", "activity:additive"];

async function latestParameters() {
  const { parameters } = await pdp.json<{ parameters: Record<string, unknown> }>("task", "show", "latest");
  return parameters;
}

test("a table without --batch is one batch, and the column that may state batches is named", async () => {
  const { code, stderr } = await pdp.run(["analyze", ...DATA]);
  expect([code, stderr]).toEqual([
    0,
    expect.stringContaining(
      "Rows are treated as one batch. If plate contains their batch or plate, add --batch plate\n",
    ),
  ]);
});

test("--batch separates plates in training runs and analyses, and a later training run can repeat it", async () => {
  const { code, stderr } = await pdp.run(["train", ...DATA, "--batch", "Plate"]);
  expect([code, stderr]).toEqual([0, expect.not.stringContaining("Rows are taken as one batch")]);
  const parameters = await latestParameters();
  expect(parameters).toMatchObject({
    dataset: {
      query: 'SELECT *, CAST("plate" AS varchar) AS batch_id, "$load_id" FROM "plates"',
    },
  });
  expect(readTraining(parameters)).toMatchObject({ source: { table: "plates" }, batch: "plate" });
  const report = await pdp.json<{ figures: object }>("report", "latest");
  expect(JSON.stringify(report)).toContain("2 batches");
});

test("a task without a name is listed by its assays and its table", async () => {
  const [header, ...rows] = (await pdp.done("task", "list")).trimEnd().split("\n");
  expect(header).toBe("id\ttype\tstate\tname\tcreated\tchanged");
  expect(rows.map((row) => row.split("\t")[3])).toEqual(["activity in plates", "activity in plates"]);
});

test("a column that the table does not have is refused before anything starts", async () => {
  const { code, stderr } = await pdp.run(["analyze", ...DATA, "--batch", "run"]);
  expect([code, stderr]).toEqual([
    2,
    'The table "plates" has no column "run" for --batch. Its columns: plate, protein, activity.\n',
  ]);
  const query = await pdp.run(["analyze", "--query", "SELECT 1", ...DATA.slice(2), "--batch", "Plate"]);
  expect([query.code, query.stderr]).toEqual([2, expect.stringContaining("--batch requires --table.")]);
});

test("import --batch stores the batches as batch_id, as text", async () => {
  await pdp.done("import", "plate.csv", "--into", "batched", "--batch", "Plate");
  expect(await pdp.done("sql", "SELECT DISTINCT batch_id FROM batched ORDER BY 1")).toBe("batch_id\n1\n2\n");
  expect(await pdp.done("table", "columns", "batched")).toMatch(/^batch_id\tSTRING\t/m);
  // A table that has no batches yet gets the column.
  await pdp.write("more.csv", CSV.replaceAll("\n1,", "\n3,"));
  await pdp.done("import", "more.csv", "--into", "plates", "--batch", "Plate");
  expect(await pdp.done("sql", "SELECT min(batch_id) AS least, count(batch_id) AS n FROM plates")).toBe(
    "least\tn\n2\t48\n",
  );
  const { code, stderr } = await pdp.run(["import", "plate.csv", "--into", "other", "--batch", "Run"]);
  expect([code, stderr]).toEqual([2, '--batch: the file has no column "Run".\n']);
});
