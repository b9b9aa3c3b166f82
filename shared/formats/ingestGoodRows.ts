import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { Column } from "@pdp/basics/columns";
import { type LeftOut, mergeProblems, type Problems } from "@pdp/basics/wording";
import { MAX_BAD_ROWS } from "./badRows.ts";
import type { ConversionLimits } from "./engine/convertWithDuckDb.ts";
import { ingestOnce, type Outcome } from "./ingestOnce.ts";
import { withExclusions } from "./rowRules.ts";
import { reportProblems, rowsToSkip, type Scan } from "./scanReport.ts";
import type { Source } from "./source.ts";

/** Maximum number of passes over a file to find rows to skip. */
const MAX_PASSES = 3;

/** Ingests a file, skipping rows with problems if its table's configuration allows it. */
export async function ingestGoodRows(
  given: Source,
  columns: Column[],
  target: string,
  scratch: string,
  options: ConversionLimits,
): Promise<Outcome & { leftOut?: LeftOut }> {
  const source = withExclusions(given);
  let outcome = await ingestOnce(source, columns, target, scratch, options);
  if (source.reading?.bad_rows !== "SKIP") return { ...outcome, ...leftOutOf(outcome, 0, 0) };
  const all: Problems[] = [];
  const excluded = source.skipped?.size ?? 0;
  const skipped = new Set(source.skipped);
  // Once some rows are skipped, a word among the sequences may be recognized as a missing value.
  for (let pass = 0; pass < MAX_PASSES && outcome.scan.problems.count > 0; pass++) {
    const { scan } = outcome;
    all.push(scan.problems);
    const bad = rowsToSkip(scan);
    if (bad.size === 0) {
      const reason = whyNone(scan);
      return withAll(outcome, [...all, reportProblems(source, [{ file: source.name, reason }])]);
    }
    for (const row of bad) skipped.add(row);
    const folder = join(scratch, `pass-${pass}`);
    await mkdir(folder);
    outcome = await ingestOnce({ ...source, skipped }, columns, target, folder, options);
  }
  if (outcome.scan.problems.count > 0) return withAll(outcome, [...all, outcome.scan.problems]);
  const problems = all.reduce((sum, { count }) => sum + count, 0);
  return { ...outcome, ...leftOutOf(outcome, skipped.size - excluded, problems) };
}

/** Returns the rows that are not loaded: those with problems, and those without a sequence. */
function leftOutOf({ scan }: Outcome, rows: number, problems: number): { leftOut?: LeftOut } {
  const omitted = scan.problems.count > 0 ? 0 : (scan.omitted ?? 0);
  return rows + omitted === 0 ? {} : { leftOut: { rows: rows + omitted, problems: problems + omitted } };
}

/** Returns why none of the rows with problems were skipped. */
function whyNone({ badRows, isReadToEnd = true }: Scan): string {
  if (badRows?.areTooMany) {
    return `more than ${MAX_BAD_ROWS.toLocaleString("en-US")} rows have problems, which is too many to skip`;
  }
  return isReadToEnd && badRows?.areOnly
    ? "every row has a problem, so none was skipped"
    : "the problems do not affect individual rows, so none was skipped";
}

/** Returns a failed outcome with the problems of all passes. */
function withAll({ scan, written }: Outcome, all: readonly Problems[]): Outcome {
  return { scan: { ...scan, problems: mergeProblems(all) }, written };
}
