import { consensusOf, isWildType } from "@pdp/basics/proteins";
import { formatValue, plural } from "../../parts/format.ts";
import type { ChartPoint, ScatterChart } from "../chart.ts";

/** Measured value of a variant in one row. */
export interface VariantValue {
  sequence: string;
  name: string;
  value: number;
}

/** How single mutants combine: their differences from the wild type add up, or their ratios to it are multiplied. */
export type Combination = "sum" | "product";

/** Mean of the rows of one sequence. */
interface Variant {
  name: string;
  mean: number;
  rows: number;
}

/** Maximum number of points drawn: those of the variants with the largest deviations. */
const MAX_POINTS = 5_000;
/** Maximum number of mutations in a compared variant, which limits the time and memory used for families of distant proteins. */
const MAX_MUTATIONS = 20;
/** Number of variants to name, starting with those that deviate most. */
const NAMED = 3;

/**
 * Compares variants that have several mutations with the combined effect of the individual mutations. The wild type is the row
 * named as such, or else the most common residue at each position. Values are means of a sequence's rows.
 */
export function epistasisOfRows(
  rows: readonly VariantValue[],
  column: string,
  combination: Combination,
  pathOf: (sequence: string) => string,
): { chart: ScatterChart; note: string } {
  const variants = meansOf(rows);
  const reference =
    rows.find(({ name }) => isWildType(name))?.sequence ?? consensusOf(rows.map(({ sequence }) => sequence));
  const wild = variants.get(reference);
  const empty = scatter(column, combination, []);
  if (!wild) {
    return { chart: empty, note: "The wild type was not measured: name its row WT to compare with it." };
  }
  if (combination === "product" && wild.mean <= 0) {
    return {
      chart: empty,
      note: `Ratios need a positive value of the wild type, not ${formatValue(wild.mean)}.`,
    };
  }
  const { points, several, negative } = comparedPoints(variants, reference, wild.mean, combination, pathOf);
  const chart = scatter(column, combination, points);
  const rule =
    combination === "sum"
      ? "Expected values add the differences of the single mutants from the wild type"
      : "Expected values multiply the ratios of the single mutants to the wild type";
  const complete = points.length + negative;
  const counted = `${complete} of ${plural(several, "variant")} with several mutations ${complete === 1 ? "has" : "have"} all of them measured alone.`;
  const omitted =
    negative === 0
      ? ""
      : ` ${plural(negative, "variant")} with a negative value of a single mutant ${negative === 1 ? "is" : "are"} omitted, because ratios cannot be negative.`;
  return {
    chart: { ...chart, points: points.slice(0, MAX_POINTS) },
    note: `${counted}${omitted} ${rule}, ${formatValue(wild.mean)}. ${deviationWords(points)}`.trim(),
  };
}

function scatter(column: string, combination: Combination, points: readonly ChartPoint[]): ScatterChart {
  const isRatio = combination === "product" && arePositive(points);
  return {
    kind: "scatter",
    x: `${column}, expected from single mutants`,
    y: `${column}, measured`,
    points,
    guide: "diagonal",
    ...(isRatio && { scale: "log" as const }),
  };
}

/** Returns whether all points can be compared as ratios, on logarithmic axes. */
function arePositive(points: readonly ChartPoint[]): boolean {
  return points.every(({ x, y }) => x > 0 && y > 0);
}

function meansOf(rows: readonly VariantValue[]): Map<string, Variant> {
  const variants = new Map<string, Variant>();
  for (const { sequence, name, value } of rows) {
    const variant = variants.get(sequence) ?? { name, mean: 0, rows: 0 };
    const count = variant.rows + 1;
    variants.set(sequence, { ...variant, mean: variant.mean + (value - variant.mean) / count, rows: count });
  }
  return variants;
}

/** Returns the variants with an expected value, those with the largest deviations first, and the number of all multi-mutants. */
function comparedPoints(
  variants: ReadonlyMap<string, Variant>,
  reference: string,
  wild: number,
  combination: Combination,
  pathOf: (sequence: string) => string,
): { points: ChartPoint[]; several: number; negative: number } {
  const singles = new Map<string, number>();
  let [several, negative] = [0, 0];
  const others: { sequence: string; variant: Variant; mutations: string[] }[] = [];
  for (const [sequence, variant] of variants) {
    if (sequence.length !== reference.length) continue;
    const mutations = mutationsOf(sequence, reference);
    if (mutations.length === 1) singles.set(mutations[0] ?? "", variant.mean);
    if (mutations.length > MAX_MUTATIONS) several += 1;
    else if (mutations.length > 1) others.push({ sequence, variant, mutations });
  }
  const points = others.flatMap(({ sequence, variant, mutations }): ChartPoint[] => {
    const alone = mutations.flatMap((mutation) => singles.get(mutation) ?? []);
    if (alone.length < mutations.length) return [];
    if (combination === "product" && alone.some((value) => value < 0)) {
      negative += 1;
      return [];
    }
    const x =
      combination === "sum"
        ? alone.reduce((sum, value) => sum + value - wild, wild)
        : alone.reduce((product, value) => product * (value / wild), wild);
    const group = plural(mutations.length, "mutation");
    return [{ x, y: variant.mean, name: variant.name, group, href: pathOf(sequence) }];
  });
  const areRatios = combination === "product" && arePositive(points);
  const deviation = ({ x, y }: ChartPoint) => Math.abs(areRatios ? Math.log(y / x) : y - x);
  points.sort((a, b) => deviation(b) - deviation(a));
  return { points, several: several + others.length, negative };
}

/** Substitutions as keys: the index and the new residue. Stops once there are more than `MAX_MUTATIONS`. */
function mutationsOf(sequence: string, reference: string): string[] {
  const mutations: string[] = [];
  for (let at = 0; at < reference.length && mutations.length <= MAX_MUTATIONS; at += 1) {
    if (sequence[at] !== reference[at]) mutations.push(`${at} ${sequence[at]}`);
  }
  return mutations;
}

function deviationWords(points: readonly ChartPoint[]): string {
  if (points.length === 0) return "";
  const named = points
    .slice(0, NAMED)
    .map(({ name, x, y }) => `${name} (measured ${formatValue(y)}, expected ${formatValue(x)})`);
  return `Largest deviations: ${named.join("; ")}.`;
}
