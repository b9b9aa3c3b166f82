import fc from "fast-check";
import { expect, test } from "vitest";
import type { GridColumn } from "#console/parts/grid/cells.ts";
import { binsOf } from "#console/plots/bins.ts";
import { boxesOf } from "#console/plots/boxes.ts";
import { describeChart } from "#console/plots/describeChart.ts";
import { marksOf, markWords } from "#console/plots/marksOf.ts";
import { paretoFront } from "#console/plots/paretoFront.ts";
import { type ChartChoice, columnsRead, kindsOf, readChoice } from "#console/plots/rows/chartChoice.ts";
import { chartOfRows, MAX_POINTS } from "#console/plots/rows/chartOfRows.ts";
import { plateOfRows } from "#console/plots/rows/plateOfRows.ts";
import { OTHER_GROUPS, seriesOf } from "#console/plots/series.ts";
import { wellRole } from "#shared/proposals/wellRole.ts";

const COLUMNS: GridColumn[] = [
  { name: "row_id", isNumber: true, isDate: false },
  { name: "sequence", isNumber: false, isDate: false },
  { name: "mutations", isNumber: false, isDate: false },
  { name: "activity", isNumber: true, isDate: false },
  { name: "tm", isNumber: true, isDate: false },
  { name: "batch", isNumber: false, isDate: false },
];

function rowsOf(cells: readonly (readonly unknown[])[]) {
  return {
    count: cells.length,
    columns: COLUMNS,
    valueAt: (row: number, column: number) => cells[row]?.[column],
  };
}

const CELLS = [
  [1, "MA", "A1G", 0.5, 50n, "P1"],
  [2, "MC", "A1C", 1.5, 40n, "P10"],
  [3, null, "", 1, 45n, "P2"],
  [4, "MD", "A1D", null, 45n, null],
];
const choose = (query: string) => readChoice(new URLSearchParams(query), COLUMNS) as ChartChoice;
const draw = (query: string, cells: readonly (readonly unknown[])[] = CELLS) =>
  chartOfRows(rowsOf(cells), choose(query), (sequence) => `/${sequence}`);

test("a chart proposes two assays as axes and reads its settings from the URL", () => {
  expect(choose("")).toEqual({
    ...{ kind: "scatter", x: "activity", y: "tm", by: "", guide: "none", combination: null },
  });
  expect(choose("x=tm&by=batch&guide=front")).toMatchObject({
    x: "tm",
    y: "activity",
    by: "batch",
    guide: "front",
  });
  expect(choose("chart=box")).toMatchObject({ kind: "box", y: "activity", by: "batch" });
  expect(choose("chart=nope&x=sequence&guide=nope")).toEqual(choose(""));
  expect(readChoice(new URLSearchParams(), COLUMNS.slice(1, 3))).toBeNull();
  expect(columnsRead(choose("chart=histogram"), COLUMNS)).toEqual(["activity"]);
  expect(columnsRead(choose(""), COLUMNS)).toEqual(["activity", "tm", "mutations", "sequence"]);
});

test("points are labeled with row names and open the variant if its sequence is known", () => {
  const { chart, note } = draw("by=batch");
  expect(note).toBe("1 row has a missing value and is not shown.");
  expect(chart).toMatchObject({
    points: [
      { x: 0.5, y: 50, name: "A1G", group: "P1", href: "/MA" },
      { x: 1.5, y: 40, name: "A1C", group: "P10", href: "/MC" },
      { x: 1, y: 45, name: "row 3", group: "P2", href: null },
    ],
  });
  expect(marksOf(chart).map(markWords)[1]).toBe("A1C: activity 1.5; tm 40; group P10");
  expect(describeChart({ ...chart, guide: "front" } as typeof chart)).toBe(
    "3 points: activity from 0.5 to 1.5, tm from 40 to 50. No other point is higher in both values than 3 points: A1C, row 3, A1G.",
  );
});

test("if there are many rows, the chart draws an evenly spaced sample of points and says so", () => {
  const cells = Array.from({ length: 3 * MAX_POINTS }, (_, row) => [row, null, "", row, row, ""]);
  const { chart, note } = draw("", cells);
  expect(note).toBe("5000 of 15000 rows are plotted, evenly spaced. ");
  const points = chart.kind === "scatter" ? chart.points : [];
  expect([points.length, points[0]?.x, points.at(-1)?.x]).toEqual([MAX_POINTS, 0, 3 * MAX_POINTS - 3]);
});

test("boxes are ordered by name, and numeric names by value", () => {
  const { chart } = draw("chart=box&y=tm");
  expect(marksOf(chart).map(({ name }) => name)).toEqual(["(missing)", "P1", "P2", "P10"]);
  expect(describeChart(chart)).toBe("4 groups of batch. Medians of tm are between 40 (P10) and 50 (P1).");
  const values = [1, 2, 3, 4].map((value) => ({ group: "a", value }));
  expect(boxesOf(values)).toEqual([
    { group: "a", count: 4, low: 1, lowerQuartile: 1.75, median: 2.5, upperQuartile: 3.25, high: 4 },
  ]);
});

test("every value falls into exactly one bin", () => {
  const numbers = fc.array(fc.double({ noNaN: true, min: -1e9, max: 1e9 }), { minLength: 1, maxLength: 60 });
  fc.assert(
    fc.property(numbers, (values) => {
      const bins = binsOf(values);
      expect(bins.reduce((sum, { count }) => sum + count, 0)).toBe(values.length);
      expect(bins.length).toBeLessThanOrEqual(27);
      const slack = 1e-9 * Math.max(...values.map(Math.abs));
      expect(bins[0]?.from).toBeLessThanOrEqual(Math.min(...values) + slack);
      expect(bins.at(-1)?.to).toBeGreaterThanOrEqual(Math.max(...values) - slack);
    }),
    { numRuns: 100 },
  );
  expect(binsOf([0.1, 0.3, 2.4]).map(({ from }) => from)[2]).toBe(0.3);
});

test("no point beats a point on the Pareto front, and every other point is beaten", () => {
  const point = fc.record({ x: fc.integer({ min: 0, max: 9 }), y: fc.integer({ min: 0, max: 9 }) });
  const side = fc.constantFrom("higher" as const, "lower" as const);
  fc.assert(
    fc.property(fc.array(point, { maxLength: 30 }), fc.record({ x: side, y: side }), (points, better) => {
      const front = new Set(paretoFront(points, better));
      const [signX, signY] = [better.x, better.y].map((one) => (one === "higher" ? 1 : -1)) as [
        number,
        number,
      ];
      for (const one of points) {
        const isBeaten = points.some(
          (other) =>
            signX * (other.x - one.x) >= 0 &&
            signY * (other.y - one.y) >= 0 &&
            (other.x !== one.x || other.y !== one.y),
        );
        const isDouble = [...front].some((other) => other !== one && other.x === one.x && other.y === one.y);
        expect(front.has(one)).toBe(!isBeaten && !isDouble);
      }
    }),
    { numRuns: 100 },
  );
});

test("a plate states its Z′ and the column that differs from the others", () => {
  const at = (index: number) => ({ well: `${"ABCDEFGH"[index % 8]}${Math.floor(index / 8) + 1}`, name: "" });
  const rows = Array.from({ length: 64 }, (_, index) => {
    const isSampled = index >= 8;
    const control = index % 2 === 0 ? "pos" : "Negative control 2";
    const base = isSampled ? (index < 16 ? 30 : 10) : index % 2 === 0 ? 100 : 0;
    return { ...at(index), role: wellRole(isSampled ? "v1" : control), value: base + (index % 3) };
  });
  const { note } = plateOfRows(rows, "od");
  expect(note).toContain("Z′ is 0.9");
  expect(note).toContain("positive controls have the mean");
  expect(note).toMatch(
    /The wells of column 2 have the mean 31, the others 1\d(\.\d+)?: check for a position effect/,
  );
  expect(["max", "NC3", "blank", "D001", ""].map(wellRole)).toEqual([
    "positive",
    "negative",
    "negative",
    "sample",
    "sample",
  ]);
});

test("a histogram states a range that contains half of its values, no matter how full one bin is", () => {
  const bins = [5, 1, 4, 4, 4, 2].map((count, from) => ({ from, to: from + 1, count }));
  expect(describeChart({ kind: "histogram", x: "tm", bins })).toBe(
    "20 values of tm from 0 to 6; at least half are between 0 and 5.",
  );
});

test("a Pareto front states which values should be low", () => {
  const point = (x: number, y: number, name: string) => ({ x, y, name, group: null, href: null });
  const points = [point(1, 5, "a"), point(2, 9, "b"), point(3, 6, "c")];
  const better = { x: "lower", y: "higher" } as const;
  expect(describeChart({ kind: "scatter", x: "Km", y: "kcat", points, guide: "front", better })).toContain(
    "No other point is lower in Km and higher in kcat than 2 points: a, b.",
  );
});

test("groups beyond the seventh share a color and a name", () => {
  const groups = [..."hgfedcba"].flatMap((name, index) => Array<string>(index + 1).fill(name));
  expect(seriesOf(groups)).toEqual(["a", "b", "c", "d", "e", "f", OTHER_GROUPS]);
  expect(seriesOf(["P10", "P2", null])).toEqual(["P2", "P10"]);
});

test("the edge of a plate is determined from all wells, even if the outer columns contain controls", () => {
  const rows = [1, 2, 3, 4].flatMap((column) =>
    [..."ABCD"].map((row) => ({
      well: `${row}${column}`,
      name: "v",
      role: column === 1 ? ("positive" as const) : column === 4 ? ("negative" as const) : ("sample" as const),
      value: column === 1 ? 9 : column === 4 ? 0 : row === "A" || row === "D" ? 1 : 5,
    })),
  );
  expect(plateOfRows(rows, "od").note).toContain("Edge wells have the mean 1, inner wells 5.");
});

test("a plate shows the mean of each well and compares edge wells with inner wells", () => {
  const wells = ["A1", "A02", "A3", "B1", "b2", "B3", "C1", "C2", "C03"];
  const rows = wells.map((well) => ({
    well,
    name: "v",
    role: "sample" as const,
    value: /b2/i.test(well) ? 4 : 1,
  }));
  const { chart, note } = plateOfRows(
    [
      ...rows,
      { well: "B02", name: "w", role: "sample", value: 6 },
      { well: "?", name: "", role: "sample", value: 9 },
    ],
    "od",
  );
  expect(chart.wells).toHaveLength(9);
  expect(chart.wells[4]).toEqual({ row: "B", column: 2, value: 5, name: "v" });
  expect(note).toBe(
    "White is the median. Edge wells have the mean 1, inner wells 5. 1 well shows the mean of several rows: filter by a plate to see one. 1 row names no well such as A01 and is not shown.",
  );
  expect(marksOf(chart).map(markWords)[4]).toBe("B2 v: od 5");
  const columns = [...COLUMNS, { name: "Well", isNumber: false, isDate: false }];
  expect([columns, COLUMNS].map((some) => Object.keys(kindsOf(some)).slice(2))).toEqual([
    ["box", "plate", "epistasis"],
    ["box", "epistasis"],
  ]);
  const choice = readChoice(new URLSearchParams("chart=plate&y=tm"), columns) as ChartChoice;
  expect([choice.kind, columnsRead(choice, columns)]).toEqual(["plate", ["tm", "mutations", "Well"]]);
  expect(readChoice(new URLSearchParams("chart=plate"), COLUMNS)?.kind).toBe("scatter");
});
