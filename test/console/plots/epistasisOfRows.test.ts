import { expect, test } from "vitest";
import { describeChart } from "#console/plots/describeChart.ts";
import { marksOf, markWords } from "#console/plots/marksOf.ts";
import { epistasisOfRows } from "#console/plots/rows/epistasisOfRows.ts";

const ROWS = [
  ["WT", "MKTA", 2],
  ["K2A", "MATA", 3],
  ["K2A", "MATA", 5],
  ["T3G", "MKGA", 1],
  ["A4C", "MKTC", 6],
  ["K2A T3G", "MAGA", 1],
  ["K2A A4C", "MATC", 9],
  ["K2A T3G A4C", "MAGC", 7],
  ["K2A T3W", "MAWA", 8],
] as const;
const rows = ROWS.map(([name, sequence, value]) => ({ name, sequence, value }));
const pathOf = (sequence: string) => `/${sequence}`;

test("variants are compared with the sum of their mutations' effects, with the largest deviation first", () => {
  const { chart, note } = epistasisOfRows(rows, "activity", "sum", pathOf);
  // K2A alone has a mean of 4, which is 2 above the wild type; T3G is 1 below it, and A4C 4 above.
  expect(chart.points).toEqual([
    { name: "K2A T3G", x: 3, y: 1, group: "2 mutations", href: "/MAGA" },
    { name: "K2A A4C", x: 8, y: 9, group: "2 mutations", href: "/MATC" },
    { name: "K2A T3G A4C", x: 7, y: 7, group: "3 mutations", href: "/MAGC" },
  ]);
  expect([chart.guide, chart.scale]).toEqual(["diagonal", undefined]);
  expect(note).toContain("3 of 4 variants with several mutations have all of them measured alone.");
  expect(note).toContain("Largest deviations: K2A T3G (measured 1, expected 3)");
  expect(describeChart(chart)).toContain("3 points");
  expect(marksOf(chart).map(markWords)[0]).toBe(
    "K2A T3G: activity, expected from single mutants 3; activity, measured 1; group 2 mutations",
  );
});

test("variants with more than twenty mutations are counted, but not compared", () => {
  const wild = "A".repeat(30);
  const single = (at: number) => `${wild.slice(0, at)}G${wild.slice(at + 1)}`;
  const several = (count: number) => "G".repeat(count) + wild.slice(count);
  const measured = [...Array.from({ length: 30 }, (_, at) => single(at)), several(20), several(21)];
  const values = [{ sequence: wild, name: "WT", value: 1 }];
  for (const sequence of measured) values.push({ sequence, name: sequence, value: 2 });
  const { chart, note } = epistasisOfRows(values, "activity", "sum", pathOf);
  expect(chart.points.map(({ group }) => group)).toEqual(["20 mutations"]);
  expect(note).toContain("1 of 2 variants with several mutations");
});

test("ratios to the wild type are multiplied, on logarithmic axes", () => {
  const { chart } = epistasisOfRows(rows, "activity", "product", pathOf);
  expect(chart.points.map(({ name, x }) => [name, x])).toEqual([
    // Double and half the wild type; deviations are ratios, too.
    ["K2A T3G", 2],
    ["K2A A4C", 12],
    ["K2A T3G A4C", 6],
  ]);
  expect(chart.scale).toBe("log");
  const negative = rows.map((row) => ({ ...row, value: -row.value }));
  const { chart: none, note } = epistasisOfRows(negative, "activity", "product", pathOf);
  expect([none.points, note]).toEqual([[], "Ratios need a positive value of the wild type, not -2."]);
});

test("without a named wild type, the most common residues serve as the reference if they were measured", () => {
  const unnamed = rows.map(({ name, ...row }) => ({ ...row, name: name === "WT" ? "parent 1" : name }));
  const more = [...unnamed, ...Array.from({ length: 9 }, () => ({ name: "x", sequence: "MKTA", value: 2 }))];
  expect(epistasisOfRows(more, "activity", "sum", pathOf).chart.points).toHaveLength(3);
  const missing = rows.slice(1).map((row) => ({ ...row, name: row.name }));
  const singles = [..."GSTV"].map((to) => ({ name: `M1${to}`, sequence: `${to}KTA`, value: 1 }));
  expect(epistasisOfRows([...missing, ...singles, ...singles], "activity", "sum", pathOf)).toMatchObject({
    chart: { points: [] },
    note: "The wild type was not measured: name its row WT to compare with it.",
  });
});

test("deviations are ratios only if all values are positive, and products of negative values are omitted", () => {
  const row = (name: string, sequence: string, value: number) => ({ name, sequence, value });
  const singles = [row("WT", "AAAA", 1_000), row("A1G", "GAAA", 700), row("A2G", "AGAA", 600)];
  const doubles = [row("both", "GGAA", 900), row("dead", "GAGA", 0), row("below", "AAGG", 5)];
  const values = [...singles, row("A3G", "AAGA", 650), row("A4G", "AAAG", -20), ...doubles];
  const { chart, note } = epistasisOfRows(values, "activity", "product", pathOf);
  // Measured and expected: 900 and 420, 0 and 455. The ratio of the first would be 2.1.
  expect(chart.points.map(({ name }) => name)).toEqual(["both", "dead"]);
  expect(chart.scale).toBeUndefined();
  expect(note).toContain("3 of 3 variants with several mutations have all of them measured alone.");
  expect(note).toContain("1 variant with a negative value of a single mutant is omitted");
  const small = values.map((one) => ({ ...one, value: one.value / 1_000 }));
  const { chart: scaled } = epistasisOfRows(small, "activity", "product", pathOf);
  expect(scaled.points.map(({ name }) => name)).toEqual(["both", "dead"]);
});
