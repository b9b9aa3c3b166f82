import { curveTable, holdCurves } from "@pdp/formats/layouts";
import fc from "fast-check";
import { expect, test } from "vitest";
import { findCurves } from "../../../shared/formats/curves/findCurves.ts";
import { loadByPreview } from "../proposals/loadByPreview.ts";
import { useFolder } from "./ingesting.ts";

useFolder();

/** Sensorgrams as evaluation software writes them, with other names and values. */
const SENSORGRAMS = [
  "Cycle: 3  ligand  5 nM_X\tCycle: 3  ligand  5 nM_Y\tFitted Cycle: 3  ligand  5 nM_X\tFitted Cycle: 3  ligand  5 nM_Y\tCycle: 4  ligand  0.01 uM_X\tCycle: 4  ligand  0.01 uM_Y",
  "-1\t0.1\t-1\t0\t-1\t0.2",
  "0\t0.4\t0\t0.5\t0\t1.1",
  "1\t2.5\t1\t2.4\t1\t4.0",
  "2\t3.5\t\t\t2\t5.5",
];

test("pairs of times and responses are loaded as one row per point", async () => {
  const { preview, names, rows } = await loadByPreview(`${SENSORGRAMS.join("\n")}\n`, "sensorgrams.txt");
  expect(preview.problems).toEqual([]);
  expect(preview.decisions.map(({ reason }) => reason)).toEqual([
    "The columns are pairs of the times and responses of 2 curves and 1 fitted curve: they are read as one row per point, with the cycle, the concentration and the name of its curve.",
  ]);
  expect([names, preview.config?.arrangement]).toEqual([
    ["cycle", "curve", "concentration", "fitted", "time", "response"],
    "CURVES",
  ]);
  expect(preview.columns.find(({ name }) => name === "concentration")?.unit).toBe("nM");
  const first = "Cycle: 3  ligand  5 nM";
  const byCurve = (cycle: number, fitted: boolean) =>
    rows?.filter((row) => Number(row[0]) === cycle && row[3] === fitted).map((row) => row.slice(4));
  expect(byCurve(3, false)).toEqual([
    [-1, 0.1],
    [0, 0.4],
    [1, 2.5],
    [2, 3.5],
  ]);
  expect(byCurve(3, true)).toHaveLength(3);
  expect(rows?.filter((row) => row[1] === first)).toHaveLength(7);
  expect(rows?.find((row) => Number(row[0]) === 4)?.[2]).toBe(10);
});

test("numbered columns of times and data are curves, also with decimal commas and a title", async () => {
  const lines = [
    "Exported sensorgrams;;;",
    "Time1;Data1;Time2;Data2",
    "0,5;1,5;0,5;1,25",
    "1,5;2,5;1,5;2,25",
    "2,5;3,5;2,5;3,25",
  ];
  const { preview, names, rows } = await loadByPreview(`${lines.join("\n")}\n`, "bli.csv");
  expect(preview.problems).toEqual([]);
  expect(names).toEqual(["cycle", "curve", "time", "response"]);
  expect(rows?.map((row) => row.slice(2))).toEqual([
    [0.5, 1.5],
    [1.5, 2.5],
    [2.5, 3.5],
    [0.5, 1.25],
    [1.5, 2.25],
    [2.5, 3.25],
  ]);
});

test("concentrations have the decimal sign of the other numbers", async () => {
  const lines = [
    "a 0,5 nM_X;a 0,5 nM_Y;b 2,25 nM_X;b 2,25 nM_Y",
    "0,5;1,5;0,5;1,25",
    "1,5;2,5;1,5;2,25",
    "2,5;3;2,5;3,5",
  ];
  const { preview, names: columns, rows } = await loadByPreview(`${lines.join("\n")}\n`, "spr.csv");
  expect(preview.problems).toEqual([]);
  expect(rows?.map((row) => row[columns.indexOf("concentration")])).toEqual([
    0.5, 0.5, 0.5, 2.25, 2.25, 2.25,
  ]);
  const names = ["a 1,250 nM_X", "a 1,250 nM_Y", "b 625 nM_X", "b 625 nM_Y"];
  const read = (decimal?: ",") =>
    findCurves(names, decimal)?.curves.map(({ concentration }) => concentration);
  expect([read(), read(",")]).toEqual([
    [1_250, 625],
    [1.25, 625],
  ]);
});

test("a value that is not a number is reported, and not dropped", async () => {
  const content = SENSORGRAMS.with(3, "1\t2.5\t1\t2.4\t1\toff scale").join("\n");
  const { preview } = await loadByPreview(`${content}\n`, "sensorgrams.txt");
  const [first] = preview.columns.filter(({ name }) => name?.startsWith("response"));
  expect(JSON.stringify([preview.problems, first?.exceptions, preview.decisions])).toContain("off scale");
});

test.each([
  ["coordinates", ["stage_x", "stage_y", "target_x", "target_y"], ["1", "2", "1", "2"]],
  ["a table with one pair", ["Cycle 1_X", "Cycle 1_Y"], ["1", "2"]],
  [
    "pairs and another column",
    ["Cycle 1_X", "Cycle 1_Y", "Cycle 2_X", "Cycle 2_Y", "note"],
    ["1", "2", "1", "2", "a"],
  ],
  ["pairs with different names", ["Cycle 1_X", "Cycle 2_Y", "Cycle 2_X", "Cycle 1_Y"], ["1", "2", "1", "2"]],
])("%s are not curves", (_, header, row) => {
  expect(holdCurves([{ cells: header }, ...[1, 2, 3, 4].map(() => ({ cells: row }))])).toBe(false);
});

test("columns whose times decrease are not curves", () => {
  const header = ["Cycle 1_X", "Cycle 1_Y", "Cycle 2_X", "Cycle 2_Y"];
  const lines = (times: readonly number[]) => [
    { cells: header },
    ...times.map((at) => ({ cells: [`${at}`, "1", `${at}`, "2"] })),
  ];
  expect([holdCurves(lines([0, 1, 2, 3])), holdCurves(lines([0, 2, 1, 3]))]).toEqual([true, false]);
});

test("concentrations of all curves have one unit, and those of different kinds have none", () => {
  const units = (...names: string[]) => {
    const found = findCurves(names.flatMap((name) => [`${name}_X`, `${name}_Y`]));
    return [found?.unit, found?.curves.map(({ concentration }) => concentration)];
  };
  expect(units("Run 1; Cy 5; Conc 100 nM", "Run 1; Cy 6; Conc 2.5 µM")).toEqual(["nM", [100, 2500]]);
  expect(units("Cy 1 1 nM", "Cy 2 1 ug/ml")).toEqual([null, [null, null]]);
  expect(units("Fc=2-1 corr", "Fc=3-1 corr")).toEqual([null, [null, null]]);
});

test("every point of every curve is kept", () => {
  const cell = fc.constantFrom("", "0", "1.5", "-2", "1e3", "x");
  fc.assert(
    fc.property(
      fc.array(fc.array(cell, { maxLength: 9 }), { maxLength: 30 }),
      fc.integer({ min: 2, max: 4 }),
      (rows, count) => {
        const header = Array.from({ length: count }, (_, at) => [`Cycle ${at}_X`, `Cycle ${at}_Y`]).flat();
        const table = curveTable([header, ...rows].map((cells, line) => ({ line, cells })));
        const filled = rows.flatMap((cells) =>
          Array.from({ length: count }, (_, at) => cells.slice(2 * at, 2 * at + 2)).filter((pair) =>
            pair.some((one) => one !== ""),
          ),
        );
        expect([...table.curves()].flat()).toHaveLength(filled.length);
      },
    ),
  );
});
