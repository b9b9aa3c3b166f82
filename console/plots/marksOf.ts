import { formatValue, plural } from "../parts/format.ts";
import type { Chart } from "./chart.ts";
import { mutationName, stackLetters } from "./logoLetters.ts";

/** Chart element that can be pointed at. */
export interface Mark {
  /** Position on the chart axes, as accepted by its scales. */
  x: number | string;
  y: number | string;
  /** Name, such as a variant or a group. */
  name: string;
  /** Values by label. */
  values: readonly (readonly [label: string, value: string])[];
  href: string | null;
}

type ChartOf<Kind extends Chart["kind"]> = Extract<Chart, { kind: Kind }>;

/** Returns all marks in a chart. They are the pointer targets and the rows of the chart's table. */
export function marksOf(chart: Chart): Mark[] {
  switch (chart.kind) {
    case "scatter":
      return pointMarks(chart);
    case "histogram":
      return binMarks(chart);
    case "box":
      return boxMarks(chart);
    case "curve":
      return curveMarks(chart);
    case "plate":
      return wellMarks(chart);
    case "logo":
      return letterMarks(chart);
  }
}

function pointMarks(chart: ChartOf<"scatter">): Mark[] {
  return chart.points.map(({ x, y, name, group, href }) => ({
    x,
    y,
    name,
    values: [
      [chart.x, formatValue(x)],
      [chart.y, formatValue(y)],
      ...(group === null ? [] : [["group", group] as const]),
    ],
    href,
  }));
}

function binMarks({ bins }: ChartOf<"histogram">): Mark[] {
  return bins.map(({ from, to, count }) => ({
    x: (from + to) / 2,
    y: count,
    name: `${formatValue(from)} to ${formatValue(to)}`,
    values: [["rows", plural(count, "row")]],
    href: null,
  }));
}

function boxMarks({ boxes }: ChartOf<"box">): Mark[] {
  return boxes.map((box) => ({
    x: box.group,
    y: box.median,
    name: box.group,
    values: [
      ["median", formatValue(box.median)],
      ["middle half", `${formatValue(box.lowerQuartile)} to ${formatValue(box.upperQuartile)}`],
      ["range", `${formatValue(box.low)} to ${formatValue(box.high)}`],
      ["rows", plural(box.count, "row")],
    ],
    href: null,
  }));
}

function curveMarks(chart: ChartOf<"curve">): Mark[] {
  return chart.series.flatMap(({ name, values, intervals = [] }) =>
    values.flatMap((value, index) => {
      const step = chart.steps[index] ?? "";
      if (value === null) return [];
      const [low, high] = intervals[index] ?? [];
      const interval =
        low === undefined || high === undefined
          ? []
          : [["95 % interval", `${formatValue(low)} to ${formatValue(high)}`] as const];
      const lines = [[chart.y, formatValue(value)] as const, ...interval];
      return [{ x: step, y: value, name: `${name}, ${step}`, values: lines, href: null }];
    }),
  );
}

function wellMarks(chart: ChartOf<"plate">): Mark[] {
  return chart.wells.map(({ row, column, value, name }) => ({
    x: column,
    y: row,
    name: `${row}${column}${name === "" ? "" : ` ${name}`}`,
    values: [[chart.value, formatValue(value)]],
    href: null,
  }));
}

function letterMarks(chart: ChartOf<"logo">): Mark[] {
  return stackLetters(chart).map(({ site, letter, from, to, isTemplate, designs }) => ({
    x: site,
    y: (from + to) / 2,
    name: isTemplate ? `${site} unchanged` : mutationName(site, letter),
    values: [
      ["designs", `${designs} of ${chart.designs}`],
      ...(chart.scale === "bits" ? [["bits", (to - from).toFixed(2)] as const] : []),
    ],
    href: null,
  }));
}

/** Describes a mark: `A12V: activity 1.2; tm 55`. */
export function markWords({ name, values }: Mark): string {
  return `${name}: ${values.map(([label, value]) => (label === "rows" ? value : `${label} ${value}`)).join("; ")}`;
}
