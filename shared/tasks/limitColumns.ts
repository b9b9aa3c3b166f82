import { expectedValues } from "@pdp/science/analysis";
import type { Assay, StatedAssay } from "#shared/domain/tasks/assay.ts";
import type { Measurements } from "./measurements.ts";
import type { Rows } from "./readRows.ts";
import { columnOf } from "./rowColumns.ts";
import { firstAlike } from "./training/excludeUnlike.ts";

/** Number of limits among an assay's values. */
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

/**
 * For each row of an assay, -1 if its value is below the number, 1 if it is above it, and 0 if it is exact; null if all values
 * are exact.
 */
export type LimitSides = Int8Array | null;

/**
 * Determines which values of each assay are limits by reading the column `<assay>_limit`, or `assay_limit` in the long form:
 * `<`, `>`, or nothing for an exact value. Rows that are not part of the measurements are `excluded`.
 */
export function limitSides(
  rows: Rows,
  assays: readonly StatedAssay[],
  excluded: readonly { row: number }[] = [],
): LimitSides[] {
  const skipped = new Set(excluded.map(({ row }) => row));
  return assays.map(({ assay_id }) => {
    const sides = limitsOf(rows, assay_id)?.filter((_, row) => !skipped.has(row));
    return sides?.some((side) => side !== 0) ? sides : null;
  });
}

/**
 * Returns the measurements with limits replaced by expected values. Substitutions are counted relative to the reference or,
 * without one, to the first sequence that is like the others.
 */
export function withExpectedValues(
  data: Measurements,
  sides: readonly LimitSides[],
  assays: readonly Assay[],
  reference: string | null,
): { data: Measurements; limits: LimitCount[] } {
  const { sequences } = data;
  const compared = reference ?? firstAlike(sequences) ?? "";
  const counts: LimitCount[] = [];
  const values = data.values.map((column, index) => {
    const { assay_id, scale_type } = assays[index] as Assay;
    const limits = sides[index] ?? null;
    if (limits === null) return column;
    const count = (side: number) => limits.filter((limit) => limit === side).length;
    counts.push({ assay_id, below: count(-1), above: count(1) });
    return expectedValues({ sequences, reference: compared, values: column, limits, scale: scale_type });
  });
  return { data: { ...data, values }, limits: counts };
}

/**
 * Returns the side of each limit; undefined if no column states it, for example because a column with this name means
 * something else.
 */
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

/** Reports in a sentence how many values of each assay are limits; empty if there are none. */
export function limitSentences(limits: readonly LimitCount[]): string[] {
  return limits.map(({ assay_id, below, above }) => {
    const sides = [
      ...(below > 0 ? [`${below.toLocaleString("en-US")} below a limit`] : []),
      ...(above > 0 ? [`${above.toLocaleString("en-US")} above a limit`] : []),
    ];
    const are = below + above === 1 ? "is known only as a limit" : "are known only as limits";
    return `Of the values of ${assay_id}, ${sides.join(" and ")} ${are}; the model accounts for this with a Tobit likelihood.`;
  });
}
