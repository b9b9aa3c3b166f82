import { fileOptionsFrom } from "@pdp/formats/options";
import { writeXlsx } from "hucre";
import { expect, test } from "vitest";
import { loadByPreview } from "../proposals/loadByPreview.ts";
import { useFolder } from "./ingesting.ts";

useFolder();

type Rows = (string | number | null)[][];

const workbook = (sheets: Record<string, Rows>) =>
  writeXlsx({ sheets: Object.entries(sheets).map(([name, rows]) => ({ name, rows })) });

/** Sensorgrams as evaluation software writes them, with other names and values. */
const curves = (ligand: string): Rows => [
  [
    "Cycle: 3  ligand  5 nM_X",
    "Cycle: 3  ligand  5 nM_Y",
    "Cycle: 4  ligand  0.01 uM_X",
    "Cycle: 4  ligand  0.01 uM_Y",
  ].map((name) => name.replace("ligand", ligand)),
  [-1, 0.125, -1, 0.25],
  [0, 0.5, 0, 1.5],
  [1, 2.5, 1, 4],
  [2, 3.5, 2, 5.5],
  [null, null, 3, 6.125],
];

test("a sheet with pairs of times and responses is loaded as one row per point", async () => {
  const sheets = { Sensorgrams: [["Run 7 of a biosensor"], [], ...curves("ligand")] };
  const { preview, names, rows } = await loadByPreview(await workbook(sheets), "sensorgrams.xlsx");
  expect([preview.problems, preview.config?.arrangement, preview.config?.header_row]).toEqual([
    [],
    "CURVES",
    3,
  ]);
  expect(names).toEqual(["cycle", "curve", "concentration", "time", "response"]);
  expect(preview.columns.find(({ name }) => name === "concentration")?.unit).toBe("nM");
  expect(preview.decisions.map(({ reason }) => reason)).toEqual([
    "The columns are pairs of the times and responses of 2 curves: they are read as one row per point, with the cycle, the concentration and the name of its curve.",
  ]);
  expect(rows).toHaveLength(9);
  const of = (cycle: number) => rows?.filter((row) => Number(row[0]) === cycle).map((row) => row.slice(2));
  expect(of(3)).toEqual([
    [5, -1, 0.125],
    [5, 0, 0.5],
    [5, 1, 2.5],
    [5, 2, 3.5],
  ]);
  expect(of(4)?.at(-1)).toEqual([10, 3, 6.125]);
});

test("the proposal names the other sheets with curves, and another sheet can be chosen", async () => {
  const sheets = {
    "Run 1": curves("first"),
    Samples: [
      ["name", "mass"],
      ["a", 1],
      ["b", 2],
    ],
    "Run 2": curves("second"),
  };
  const { preview, rows } = await loadByPreview(await workbook(sheets), "sensorgrams.xlsx");
  expect(preview.decisions.find(({ subject }) => subject === "SHEET")?.reason).toBe(
    'Only the sheet "Run 1" is read; "Run 2" also contains curves. To read it, choose the sheet.',
  );
  expect(rows?.[0]?.[1]).toContain("first");
  const second = await loadByPreview(await workbook(sheets), "sensorgrams.xlsx", "Run 2");
  expect(second.preview.config).toMatchObject({ arrangement: "CURVES", sheet: "Run 2" });
  expect(second.rows).toHaveLength(9);
  expect(second.rows?.[0]?.[1]).toContain("second");
});

test("a value of a sheet that is not a number is reported, and not dropped", async () => {
  const sheet = curves("ligand").with(3, [1, 2.5, 1, "off scale"]);
  const { preview } = await loadByPreview(await workbook({ Run: sheet }), "sensorgrams.xlsx");
  const [column] = preview.columns.filter(({ name }) => name?.startsWith("response"));
  expect(JSON.stringify([preview.problems, column?.exceptions, preview.decisions])).toContain("off scale");
});

test("sheets with coordinates or with one pair stay tables", async () => {
  const coordinates: Rows = [
    ["stage_x", "stage_y", "target_x", "target_y"],
    ...[1, 2, 3, 4].map((at) => [at, at, at, at]),
  ];
  const pair = curves("ligand").map((row) => row.slice(0, 2));
  for (const sheet of [coordinates, pair.slice(0, 5)]) {
    const { preview } = await loadByPreview(await workbook({ Run: sheet }), "table.xlsx");
    expect(preview.config?.arrangement).toBeUndefined();
  }
});

test("curves are an option of files with cells", () => {
  expect(fileOptionsFrom({ arrangement: "CURVES" }, "XLSX", [], [])).toMatchObject({ arrangement: "CURVES" });
  expect(() => fileOptionsFrom({ arrangement: "CURVES" }, "PARQUET", [], [])).toThrow(
    "Only CSV, TSV and XLSX files support this option",
  );
});
