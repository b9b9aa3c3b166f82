import { writeFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import type { FilePreview } from "#shared/domain/loads/filePreview.ts";
import { type LoadTable, loadTable, type TableConfig } from "#shared/domain/loads/load.ts";
import { previewFile } from "#shared/proposals/previewFile.ts";
import { newPath, useFolder, values } from "../formats/ingesting.ts";
import { loadByPreview } from "./loadByPreview.ts";

useFolder();

async function preview(content: string): Promise<FilePreview> {
  const path = newPath("csv");
  await writeFile(path, content);
  return previewFile({ path, name: "assay.csv", isCut: false }, () => false);
}

const table = (header: string, cells: readonly string[]) =>
  `id;${header}\n${cells.map((cell, row) => `v${row};${cell}`).join("\n")}\n`;

const NEIGHBORS = ["1.2", "1.31", "1.1", "1.4", "1.25"];

describe("a value that would be about 1,000 times its neighbors", () => {
  test.each([
    { cell: "1,234", readings: [1234, 1.234], kind: "commas" },
    { cell: "-2,250", readings: [-2250, -2.25], kind: "commas" },
  ])("$cell is an exception, and each of its readings can be chosen", async ({ cell, readings }) => {
    const content = table("y", [...NEIGHBORS, cell]);
    const seen = await preview(content);
    const [, column] = seen.columns;
    expect([column?.type, column?.exceptions]).toEqual([
      "FLOAT64",
      [
        {
          notation: null,
          count: 1,
          examples: [{ line: 7, value: cell }],
          reason: `1 cell would be about 1,000 times or one thousandth of the other values, such as "${cell}".`,
        },
      ],
    ]);
    expect(seen.problems).toEqual([
      `assay.csv, line 7, column "y": ${JSON.stringify(cell)} is not a number; use a decimal point and no thousands separators.`,
    ]);
    const config = seen.config as TableConfig;
    const loaded: unknown[] = [];
    for (const { columns, title, applied } of column?.proposals ?? []) {
      expect(applied).toBe(false);
      if (!title.startsWith("Read ")) continue;
      const chosen: LoadTable = loadTable(
        "t",
        { ...config, columns: [config.columns[0], ...columns] as never },
        [],
      );
      const rows = await values(chosen.format, content, chosen.columns, chosen);
      loaded.push((rows.at(-1) as unknown[])[1]);
    }
    expect(loaded).toEqual(readings);
  });

  test("many of them leave the column as text", async () => {
    const seen = await preview(table("y", [...NEIGHBORS, "1,234", "1,345", "1,456"]));
    expect(seen.problems).toEqual([]);
    expect(seen.columns[1]).toMatchObject({
      type: "STRING",
      proposals: [{ applied: false }, { applied: false }, { title: "Load y as text", applied: true }],
    });
  });

  test.each<[string, string, string[], string]>([
    ["near the largest values", "y", ["1.2", "870.5", "120.25", "990.1", "1,234"], "FLOAT64"],
    ["among counts", "reads", ["12", "15", "3", "8", "1,234"], "INT64"],
    ["among whole numbers of a tenth of its size", "y", ["12", "15", "130", "8", "1,234"], "FLOAT64"],
    [
      "beside larger ones that are certain",
      "y",
      ["1.2", "1.3", "1.5", "1.7", "1,234", "1,234,567"],
      "FLOAT64",
    ],
  ])("thousands are read %s", async (_, header, cells, type) => {
    const seen = await preview(table(header, cells));
    expect(seen.problems).toEqual([]);
    expect(seen.columns[1]?.exceptions).toMatchObject([{ notation: "THOUSANDS_COMMA" }]);
    expect(seen.columns[1]?.type).toBe(type);
  });
});

describe("units in cells", () => {
  test("the reason for text names the units, most frequent first", async () => {
    const { columns, problems } = await preview(table("ic50", ["12 nM", "15 nM", "1.2 µM", "22nM", "31 nM"]));
    expect([columns[1]?.type, columns[1]?.type_reason, problems]).toEqual([
      "STRING",
      "text, because its cells contain units: nM in 4 cells, µM in 1 cell",
      [],
    ]);
  });

  test("a cell with a different unit than its header is an exception and is not read", async () => {
    const { columns } = await preview(table("ic50 (nM)", ["12", "15", "1.2 µM", "22", "31", "8"]));
    expect([columns[1]?.unit, columns[1]?.exceptions[0]?.reason]).toEqual([
      "nM",
      '1 cell with a unit, such as "1.2 µM".',
    ]);
  });

  test("a different prefix in a column of units is stated", async () => {
    const rows = ["12;nM", "15;nM", "1.2;µM", "22;nM", "31;nM", "8;nM"];
    const { warnings } = await preview(
      `id;ic50;unit\n${rows.map((row, at) => `v${at};${row}`).join("\n")}\n`,
    );
    expect(warnings).toContain(
      'The column "unit" has nM in 5 rows, µM in 1 row. The numbers of these rows are loaded as they are, so convert them to one unit first.',
    );
  });

  test.each(["", "/L", "/min"])("mol%s and mmol%s have different prefixes", async (per) => {
    const units = ["mmol", "mmol", "mmol", "mmol", "mol", "mmol"];
    const { warnings } = await preview(
      `id;y;u\n${units.map((unit, at) => `v${at};${at}.5;${unit}${per}`).join("\n")}\n`,
    );
    expect(warnings).toEqual([expect.stringContaining(`has mmol${per} in 5 rows, mol${per} in 1 row`)]);
  });

  test.each([
    ["different kinds of units", ["nM", "nM", "nM", "nM", "s", "nM"]],
    ["as many of one prefix as of another", ["nM", "µM", "nM", "µM", "nM", "µM"]],
    ["units that contain another one", ["mol", "mol", "mol", "mol", "mol", "ol"]],
    ["residues", ["M", "M", "M", "M", "M", "A"]],
  ])("%s are not a mistake", async (_, units) => {
    const { warnings } = await preview(
      `id;y;u\n${units.map((unit, at) => `v${at};${at}.5;${unit}`).join("\n")}\n`,
    );
    expect(warnings).toEqual([]);
  });
});

test.each([
  [
    ["312.500", "1,250.000", "5,000.000", "156.250"],
    [312.5, 1250, 5000, 156.25],
  ],
  [
    ["826.660", "8,114.291", "100,000,000.000"],
    [826.66, 8114.291, 100_000_000],
  ],
  [
    ["826,660", "8.114,291", "100.000.000,000"],
    [826.66, 8114.291, 100_000_000],
  ],
])("three decimals beside thousands are decimals: %j", async (cells, numbers) => {
  const text = `id\tquantity\n${cells.map((cell, at) => `s${at}\t${cell}\n`).join("")}`;
  const { rows, names } = await loadByPreview(text);
  expect(rows?.map((row) => row[names.indexOf("quantity")])).toEqual(numbers);
});
