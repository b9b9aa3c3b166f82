import { spearman } from "@pdp/basics/statistics";
import { formatValue, plural } from "../parts/format.ts";
import type { Bin, Chart, LogoChart, ScatterChart } from "./chart.ts";
import { mutationName } from "./logoLetters.ts";
import { paretoFront } from "./paretoFront.ts";

/** Minimum number of points for reporting a rank correlation. */
const MIN_CORRELATED = 5;

/** Returns the text form of a chart: what it shows, in one or two sentences. */
export function describeChart(chart: Chart): string {
  switch (chart.kind) {
    case "scatter":
      return describeScatter(chart);
    case "histogram": {
      const rows = chart.bins.reduce((sum, { count }) => sum + count, 0);
      const [first, last] = [chart.bins[0], chart.bins.at(-1)];
      if (!first || !last) return "No values.";
      return `${plural(rows, "value")} of ${chart.x} from ${formatValue(first.from)} to ${formatValue(last.to)}; ${middleWords(chart.bins, rows)}.`;
    }
    case "box": {
      const medians = chart.boxes.toSorted((a, b) => a.median - b.median);
      const [lowest, highest] = [medians[0], medians.at(-1)];
      if (!lowest || !highest) return "No values.";
      const groups = `${plural(chart.boxes.length, "group")} of ${chart.x}.`;
      if (lowest === highest) return `${groups} The median of ${chart.y} is ${formatValue(lowest.median)}.`;
      return `${groups} Medians of ${chart.y} are between ${formatValue(lowest.median)} (${lowest.group}) and ${formatValue(highest.median)} (${highest.group}).`;
    }
    case "curve":
      return chart.series
        .map(({ name, values }) => {
          const points = values.flatMap((value, at) => (value === null ? [] : [{ value, at }]));
          const [first, last] = [points[0], points.at(-1)];
          if (!first || !last) return `${name}: no values.`;
          if (first === last) return `${name}: ${formatValue(last.value)} in ${chart.steps[last.at]}.`;
          return `${name}: from ${formatValue(first.value)} (${chart.steps[first.at]}) to ${formatValue(last.value)} (${chart.steps[last.at]}).`;
        })
        .join(" ");
    case "plate":
      return `${plural(chart.wells.length, "well")} with a value of ${chart.value}${rangeOf(chart.wells.map(({ value }) => value))}.`;
    case "logo":
      return describeLogo(chart);
  }
}

/** Names the most frequent mutations of a logo. */
function describeLogo({ sites, designs }: LogoChart): string {
  const mutations = sites
    .flatMap(({ site, letters }) =>
      letters
        .filter(({ isTemplate }) => !isTemplate)
        .map(({ letter, ...rest }) => ({ name: mutationName(site, letter), designs: rest.designs })),
    )
    .sort((a, b) => b.designs - a.designs);
  const frequent = mutations.slice(0, MAX_NAMED).map((mutation) => `${mutation.name} (${mutation.designs})`);
  return `${plural(sites.length, "position")} in ${plural(designs, "design")}. Most frequent mutations: ${frequent.join(", ")}.`;
}

/** Names the bins that contain the middle half of the values. */
function middleWords(bins: readonly Bin[], rows: number): string {
  const binAt = (share: number) => {
    let upTo = 0;
    return bins.find(({ count }) => {
      upTo += count;
      return upTo >= share * rows;
    });
  };
  const [from, to] = [binAt(0.25)?.from ?? 0, binAt(0.75)?.to ?? 0];
  return `at least half are between ${formatValue(from)} and ${formatValue(to)}`;
}

function describeScatter({ points, x, y, guide, better, isOrdered = false }: ScatterChart): string {
  if (points.length === 0) return "No row has both values.";
  const [xs, ys] = [points.map((point) => point.x), points.map((point) => point.y)];
  const correlation = isOrdered || points.length < MIN_CORRELATED ? Number.NaN : spearman(xs, ys);
  const sentences = [`${plural(points.length, "point")}: ${x}${rangeOf(xs)}, ${y}${rangeOf(ys)}.`];
  if (Number.isFinite(correlation)) sentences.push(`Rank correlation ${correlation.toFixed(2)}.`);
  if (guide === "front") {
    const front = paretoFront(points, better);
    const sides = better ?? { x: "higher", y: "higher" };
    const words =
      sides.x === sides.y ? `${sides.x} in both values` : `${sides.x} in ${x} and ${sides.y} in ${y}`;
    sentences.push(`No other point is ${words} than ${plural(front.length, "point")}: ${namesOf(front)}.`);
  }
  return sentences.join(" ");
}

/** Maximum number of names in a sentence. */
const MAX_NAMED = 5;

function namesOf(points: readonly { name: string }[]): string {
  const names = points.slice(0, MAX_NAMED).map(({ name }) => name);
  return names.join(", ") + (points.length > MAX_NAMED ? ", …" : "");
}

function rangeOf(values: readonly number[]): string {
  let [minimum, maximum] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of values) {
    if (value < minimum) minimum = value;
    if (value > maximum) maximum = value;
  }
  return values.length === 0 ? "" : ` from ${formatValue(minimum)} to ${formatValue(maximum)}`;
}
