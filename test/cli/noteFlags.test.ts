import { writeFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { noteInFlags } from "#cli/files/noteFlags.ts";
import { planImport } from "#cli/files/planImport.ts";
import { newPath, useFolder } from "../shared/formats/ingesting.ts";

useFolder();

async function plan(lines: readonly string[], flags: Parameters<typeof planImport>[3]) {
  const path = newPath("csv");
  await writeFile(path, `${lines.join("\n")}\n`);
  return planImport([path], "t", null, flags, undefined as never);
}

const MEASURED = ["clone,kcat", "c1,1.5", "c2,2.5", "c3,3.5"];

test("notes name flags in place of settings", () => {
  const note = 'The last row is not loaded ("Mean"). Remove the proposed exclusion to load it.';
  expect(noteInFlags(note)).toBe('The last row is not loaded ("Mean"). Add --keep-rows to load it.');
  expect(noteInFlags("To read a different table (A from line 9), choose its header row.")).toBe(
    "To read a different table (A from line 9), add --header-row LINE.",
  );
});

test("rows that are kept are not reported as excluded", async () => {
  const lines = [...MEASURED, "Mean,2.5"];
  const { notes, reports } = await plan(lines, { keepRows: true });
  expect(notes.join(" ")).not.toMatch(/not loaded/);
  expect(reports[0]?.rows).toBe(4);
  expect((await plan(lines, {})).notes.join(" ")).toMatch(/not loaded/);
});

test("--last-row ends a table", async () => {
  const { config, reports } = await plan(MEASURED, { lastRow: "3" });
  expect(config.last_row).toBe(3);
  expect(reports[0]?.rows).toBe(2);
});

test("words of --missing do not affect the proposed type", async () => {
  const lines = ["clone,kcat", "c1,1.5", "c2,dead", "c3,dead"];
  const { config } = await plan(lines, { missing: ["dead"] });
  expect(config.columns.map(({ type }) => type)).toEqual(["STRING", "FLOAT64"]);
  expect(config.missing_values).toEqual(["dead"]);
});

test("cells outside plates are counted once", async () => {
  const grid = ["A", "B", "C", "D"].map((letter) => `${letter},1,2,3,4,5,6`);
  const { notes, reports } = await plan(
    ["made by hand,x", "", ",1,2,3,4,5,6", ...grid, "", "end,of,file"],
    {},
  );
  const said = [...notes, ...reports.flatMap(({ warnings }) => warnings)].filter((one) =>
    /outside/.test(one),
  );
  expect(said).toHaveLength(1);
});
