import { consensusOf, FROM_ONE, firstNumberOf, type Numbering, numberingFrom } from "@pdp/basics/proteins";
import { proposeScale } from "../../../parts/proposeScale.ts";

/** Measured substitutions of one protein for a heatmap. */

/** Residues from top to bottom: small and aliphatic, aromatic, polar, acidic, basic. */
export const RESIDUES = "GAVLIMCPFYWSTNQDEHKR";
/** Residues that start a new group. */
export const GROUP_STARTS: ReadonlySet<string> = new Set("FSDH");

export interface MeasuredVariant {
  sequence: string;
  value: number;
  /** Codes such as `V29A`, if the table contains them: they show how the protein is numbered. */
  mutations: string | null;
}

/** Value of one substitution: the mean of the rows that contain it. */
export interface Cell {
  mean: number;
  rows: number;
}

export interface Substitutions {
  /** Reference residue at each position. */
  reference: string;
  /** Number of the first residue. */
  firstNumber: number;
  /** Number of each position. */
  numbers: readonly number[];
  /** Mean of the rows with the reference itself; null if it was not measured. */
  referenceValue: number | null;
  /** Center of the color scale, shown in white. */
  center: number;
  /**
   * What the center represents: the reference value, the value that means no effect on the scale, a selected value,
   * predictions that equal measurements, or substitutions that are as likely as the reference.
   */
  centerIs: "reference" | "no difference" | "ratio of one" | "chosen" | "agreement" | "as likely";
  /** Distance from the center beyond which a value has the full color. */
  reach: number;
  /** One cell per position and residue (index `position * 20 + residue`); null if not measured. */
  cells: (Cell | null)[];
  /** Mean of each position's cells; null if there are none. */
  sites: (number | null)[];
  /** Number of rows shown, and total number of rows with a sequence of the reference's length. */
  rowsUsed: number;
  rows: number;
  /** Number of rows with the reference itself, which does not have a cell. */
  referenceRows: number;
  /** Number of rows with a sequence of another length. */
  otherLengths: number;
}

/** Row selection: rows with only that substitution, or all rows that contain it. */
export type Counted = "single" | "all";

interface Differences {
  value: number;
  /** Cell indices. */
  cells: number[];
}

/** Fraction of the cells that are not shown in the full color. */
const QUANTILE = 0.95;

/**
 * Finds the substitutions in measured variants. Colors center on `white` unless it is null. `numberingOf` returns a protein's
 * residue numbers from a project, for variants without codes and for numbers with gaps. The reference is the most common
 * residue at each position, unless specified.
 */
export function substitutionsOf(
  variants: readonly MeasuredVariant[],
  counted: Counted,
  white: number | null = null,
  numberingOf: (reference: string) => Numbering | null = () => null,
  stated?: string,
): Substitutions {
  const reference = stated ?? consensusOf(variants.map(({ sequence }) => sequence));
  const same = variants.filter(({ sequence }) => sequence.length === reference.length);
  const differences = same.map((variant) => differencesOf(variant, reference));
  const ofReference = differences.filter(({ cells }) => cells.length === 0).map(({ value }) => value);
  const referenceValue = ofReference.length > 0 ? mean(ofReference) : null;
  const used = differences.filter(({ cells }) =>
    counted === "single" ? cells.length === 1 : cells.length > 0,
  );
  const cells = meansOf(used, reference.length * RESIDUES.length);
  const { center, centerIs } = centerOf(
    same.map(({ value }) => value),
    referenceValue,
    white,
  );
  const numbering = numberingIn(same, reference, numberingOf(reference));
  return {
    reference,
    firstNumber: numbering.positionAt(0),
    numbers: Array.from(reference, (_, position) => numbering.positionAt(position)),
    referenceValue,
    center,
    centerIs,
    reach: reachOf(cells, center),
    cells,
    sites: siteMeans(cells, reference.length),
    rowsUsed: used.length,
    rows: same.length,
    referenceRows: ofReference.length,
    otherLengths: variants.length - same.length,
  };
}

/** Returns the residue numbers used by codes, or else those that a project knows. Codes do not show gaps. */
function numberingIn(
  variants: readonly MeasuredVariant[],
  reference: string,
  known: Numbering | null,
): Numbering {
  if (known?.countedFrom() === null) return known;
  const first = firstNumberOf(variants, reference);
  return first === null ? (known ?? FROM_ONE) : numberingFrom(first);
}

/**
 * Returns the neutral value: the selected value, or else that of the reference, or else the value that means no effect: 1 for
 * ratios, 0 for differences and logarithms. Most substitutions are harmful in some assays and harmless in others, so their
 * median is not a substitute for the reference value.
 */
function centerOf(
  values: readonly number[],
  referenceValue: number | null,
  chosen: number | null,
): Pick<Substitutions, "center" | "centerIs"> {
  if (chosen !== null) return { center: chosen, centerIs: "chosen" };
  if (referenceValue !== null) return { center: referenceValue, centerIs: "reference" };
  const [minimum, median, maximum] = [0, 0.5, 1].map((share) => quantile(values, share));
  const scale = proposeScale({ minimum: minimum ?? 0, median: median ?? 0, maximum: maximum ?? 0 });
  return scale === "MULTIPLICATIVE"
    ? { center: 1, centerIs: "ratio of one" }
    : { center: 0, centerIs: "no difference" };
}

/** Omits positions without measurements. */
export function measuredPositions(shown: Substitutions): Substitutions {
  const kept = [...shown.sites.keys()].filter((position) => shown.sites[position] !== null);
  return {
    ...shown,
    reference: kept.map((position) => shown.reference[position]).join(""),
    numbers: kept.map((position) => shown.numbers[position] as number),
    sites: kept.map((position) => shown.sites[position] ?? null),
    cells: kept.flatMap((position) =>
      shown.cells.slice(position * RESIDUES.length, (position + 1) * RESIDUES.length),
    ),
  };
}

/** Returns whether most of the substitutions were also measured individually. */
export function isMostlySingle(variants: readonly MeasuredVariant[]): boolean {
  const [single, all] = (["single", "all"] as const).map((counted) =>
    substitutionsOf(variants, counted).cells.filter((cell) => cell !== null),
  );
  return (single?.length ?? 0) * 2 >= (all?.length ?? 0);
}

function differencesOf({ sequence, value }: MeasuredVariant, reference: string): Differences {
  const cells: number[] = [];
  for (let position = 0; position < reference.length; position += 1) {
    if (sequence[position] === reference[position]) continue;
    const residue = RESIDUES.indexOf(sequence[position] ?? "");
    if (residue >= 0) cells.push(position * RESIDUES.length + residue);
  }
  return { value, cells };
}

function meansOf(rows: readonly Differences[], size: number): (Cell | null)[] {
  const sums = new Float64Array(size);
  const counts = new Uint32Array(size);
  for (const { value, cells } of rows) {
    for (const cell of cells) {
      sums[cell] = (sums[cell] ?? 0) + value;
      counts[cell] = (counts[cell] ?? 0) + 1;
    }
  }
  return Array.from(sums, (sum, index) => {
    const rows = counts[index] ?? 0;
    return rows === 0 ? null : { mean: sum / rows, rows };
  });
}

/** Returns the distance from the center beyond which a cell has the full color. */
export function reachOf(cells: Substitutions["cells"], center: number): number {
  const distances = cells.flatMap((cell) => (cell ? Math.abs(cell.mean - center) : []));
  return quantile(distances, QUANTILE) || 1;
}

/** Returns the mean of each position's cells; null if there are none. */
export function siteMeans(cells: Substitutions["cells"], length: number): Substitutions["sites"] {
  return Array.from({ length }, (_, position) => siteMean(cells, position));
}

function siteMean(cells: readonly (Cell | null)[], position: number): number | null {
  const means = cells
    .slice(position * RESIDUES.length, (position + 1) * RESIDUES.length)
    .flatMap((cell) => cell?.mean ?? []);
  return means.length > 0 ? mean(means) : null;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(Math.floor(sorted.length * share), sorted.length - 1)] ?? 0;
}
