import type { TableConfig } from "#client/importFiles.ts";
import type { CheckedRows } from "../../worker/checkMessages.ts";
import type { FileCheck } from "./fileCheck.ts";
import type { ColumnsStep, FoundProblems } from "./importDraft.ts";

/** Returns the number of unreadable rows that must be skipped to load the rest; null if unknown. */
export function badRowsOf(check: FileCheck | null): number | null {
  return check?.state === "checked" ? check.badRows : null;
}

/** Returns whether the configuration skips rows with problems and skipping them is sufficient. */
function leavesOut(check: FileCheck | null, { bad_rows }: TableConfig): boolean {
  return bad_rows === "SKIP" && badRowsOf(check) !== 0;
}

/** Returns whether a file can be loaded, if necessary without the rows that have problems. */
export function canBeLoaded(check: CheckedRows, { bad_rows }: TableConfig): boolean {
  return check.problems.count === 0 || (bad_rows === "SKIP" && check.badRows > 0);
}

/** Returns the problems of the whole file once it is checked, and whether their rows are excluded from the import. */
export function currentProblems(
  { problems, isPreview }: Pick<ColumnsStep, "problems" | "isPreview">,
  check: FileCheck | null,
  config: TableConfig | null,
): { problems: FoundProblems; leftOut: boolean } {
  // If the import was refused anyway, individual rows are not the cause.
  if (!isPreview) return { problems, leftOut: false };
  return {
    problems: check?.state === "checked" ? check.problems : problems,
    leftOut: config !== null && leavesOut(check, config),
  };
}
