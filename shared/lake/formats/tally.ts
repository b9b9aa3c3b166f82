import type { Column } from "#shared/domain/column.ts";

/** Counts of one column's values while it is read. */
export interface Tally {
  missing: number;
  zeros: number;
}

export function emptyTallies(columns: readonly Column[]): Tally[] {
  return columns.map(() => ({ missing: 0, zeros: 0 }));
}

/**
 * Returns warnings for columns that have both zeros and missing values: the zeros may be missing values that were
 * written as 0.
 */
export function zeroWarnings(columns: readonly Column[], tallies: readonly Tally[]): string[] {
  const warnings: string[] = [];
  columns.forEach((column, index) => {
    const { missing, zeros } = tallies[index] ?? { missing: 0, zeros: 0 };
    if (column.type !== "FLOAT64" && column.type !== "INT64") return;
    if (missing === 0 || zeros === 0) return;
    warnings.push(
      `${column.name}: ${counted(zeros, "zero")} and ${counted(missing, "missing cell")} stand side by side; ` +
        "zero must not stand for a missing value.",
    );
  });
  return warnings;
}

function counted(count: number, noun: string): string {
  return `${count.toLocaleString("en-US")} ${noun}${count === 1 ? "" : "s"}`;
}
