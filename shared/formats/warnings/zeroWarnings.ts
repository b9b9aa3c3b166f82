import type { Column } from "@pdp/basics/columns";
import { formatCount } from "@pdp/basics/wording";
import type { Tally } from "../scanReport.ts";
import { wordsOf } from "./warnedColumns.ts";

/** Words for quantities for which zero is an ordinary value: probabilities, logarithms, differences and counts. */
const WITH_ZERO = new Set(
  (
    "p q pval pvalue qval qvalue padj fdr log logfc lfc ln ddg dg delta score zscore z effect change diff difference " +
    "rank count counts n num number reads copies mutations substitutions distance position error sd std sem rmsd"
  ).split(" "),
);
const LOGARITHM = /\b(?:log|ln)(?:\d|\b)/i;

/**
 * Returns warnings for columns with both zeros and missing values, where the zeros may be missing values written as 0. Skips
 * quantities that are often negative: `hasNegatives` returns whether the column at an index contains negative values.
 */
export function zeroWarnings(
  columns: readonly Column[],
  tallies: readonly Tally[],
  hasNegatives: (index: number) => boolean,
): string[] {
  return zeroCandidates(columns, tallies).flatMap((index) => {
    const [column, tally] = [columns[index], tallies[index]];
    if (!column || !tally || hasNegatives(index)) return [];
    const { missing, zeros } = tally;
    return (
      `${column.name}: ${formatCount(zeros, "zero")} and ${formatCount(missing, "missing cell")} in one column; ` +
      "check that zero does not mean a missing value."
    );
  });
}

/** Returns the indices of the columns in which zeros could be missing values, judging by the column names. */
export function zeroCandidates(columns: readonly Column[], tallies: readonly Tally[]): number[] {
  return [...columns.keys()].filter((index) => {
    const [column, tally] = [columns[index], tallies[index]];
    if (!column || !tally || tally.missing === 0 || tally.zeros === 0) return false;
    const isLogarithm = LOGARITHM.test(column.metadata.description ?? "");
    const words = wordsOf(column);
    return !isLogarithm && ![...words, words.join("")].some((word) => WITH_ZERO.has(word));
  });
}
