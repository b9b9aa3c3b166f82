import type { Assay } from "#shared/domain/tasks/assay.ts";
import { expectedValues } from "#shared/science/analysis/censoredValues.ts";
import type { Measurements } from "./measurements.ts";
import type { Rows } from "./readRows.ts";
import { columnOf } from "./rowColumns.ts";
import { firstAlike } from "./training/excludeUnlike.ts";

/** Number of limits among the values of an assay. */
export interface LimitCount {
  assay_id: string;
  below: number;
  above: number;
}

const SIDES = new Map<unknown, number>([
  ["", 0],
  ["<", -1],
  ["<=", -1],
  ["≤", -1],
  [">", 1],
  [">=", 1],
  ["≥", 1],
]);

/** Where the limits of measurements are stated, and what they are compared with. */
export interface LimitSource {
  /** All rows of the data set. */
  rows: Rows;
  /** Rows that the measurements do not include. */
  excluded: readonly { row: number }[];
  assays: readonly Assay[];
  /** Sequence from which substitutions are counted; null for the first measured one that is like the others. */
  reference: string | null;
}

/**
 * Reads which values are limits from the column `<assay>_limit`, or `assay_limit` of the long form: `<`, `>`, or nothing for an
 * exact value. Returns the measurements with expected values in their place.
 */
export function withExpectedValues(
  data: Measurements,
  { rows, excluded, assays, reference }: LimitSource,
): { data: Measurements; limits: LimitCount[] } {
  const skipped = new Set(excluded.map(({ row }) => row));
  const { sequences } = data;
  const compared = reference ?? firstAlike(sequences) ?? "";
  const counts: LimitCount[] = [];
  const values = data.values.map((column, index) => {
    const { assay_id, scale_type } = assays[index] as Assay;
    const limits = limitsOf(rows, assay_id)?.filter((_, row) => !skipped.has(row));
    if (limits === undefined || limits.every((limit) => limit === 0)) return column;
    const count = (side: number) => limits.filter((limit) => limit === side).length;
    counts.push({ assay_id, below: count(-1), above: count(1) });
    const scale = scale_type === "MULTIPLICATIVE" || scale_type === "RANK" ? scale_type : "ADDITIVE";
    return expectedValues({ sequences, reference: compared, values: column, limits, scale });
  });
  return { data: { ...data, values }, limits: counts };
}

/** Returns the side of each limit; undefined if no column says it, as one of another meaning with such a name. */
function limitsOf(rows: Rows, assayId: string): Int8Array | undefined {
  const isLong = columnOf(rows, "assay_id") !== undefined && columnOf(rows, "assay_value") !== undefined;
  const column = columnOf(rows, isLong ? "assay_limit" : `${assayId}_limit`);
  const ids = isLong ? columnOf(rows, "assay_id") : undefined;
  if (column === undefined) return undefined;
  const sides = Array.from(column, (value) => SIDES.get(value ?? ""));
  if (sides.includes(undefined)) return undefined;
  return Int8Array.from(sides, (side = 0, row) =>
    ids === undefined || String(ids[row]) === assayId ? side : 0,
  );
}

/** Says in a sentence how many values of each assay are limits; nothing if none is. */
export function limitSentences(limits: readonly LimitCount[]): string[] {
  return limits.map(({ assay_id, below, above }) => {
    const sides = [
      ...(below > 0 ? [`${below.toLocaleString("en-US")} below a limit`] : []),
      ...(above > 0 ? [`${above.toLocaleString("en-US")} above a limit`] : []),
    ];
    return `Of the values of ${assay_id}, ${sides.join(" and ")} are known only to be on that side; the model expects them there by a Tobit likelihood.`;
  });
}
