import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newLab, startCsvLoad } from "../support/lab.ts";
import { Pdp } from "../support/pdp.ts";

const ROWS = 500_001;

let pdp: Pdp;

beforeAll(async () => {
  const lab = await newLab();
  pdp = await Pdp.open(lab);
  const content = Array.from({ length: ROWS }, (_, row) => `${row}\n`).join("");
  await lab.api.settled(await startCsvLoad(lab, "large", [{ name: "n", type: "INT64" }], `n\n${content}`));
});
afterAll(() => pdp.close());

test("a large table is stored as a file before it is written", async () => {
  await pdp.done("export", "large", "large.csv");
  const lines = (await readFile(join(pdp.folder, "large.csv"), "utf8")).trimEnd().split("\n");
  expect([lines.length, lines[0]]).toEqual([ROWS + 1, "n"]);
  const { items } = await pdp.json<{ items: { query: string; state: string }[] }>(
    "api",
    "GET",
    "data/query:list",
  );
  expect(items).toMatchObject([{ query: 'SELECT * FROM "large"', state: "COMPLETED" }]);
});
