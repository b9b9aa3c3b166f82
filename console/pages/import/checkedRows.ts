import type { TableConfig } from "#client/importFiles.ts";
import type { CheckedRows } from "../../worker/checkMessages.ts";
import type { FileCheck } from "./fileCheck.ts";

/** Returns the number of unreadable rows that must be skipped to load the rest; null if unknown. */
export function badRowsOf(check: FileCheck | null): number | null {
  return check?.state === "checked" ? check.badRows : null;
}

/** Returns whether the configuration skips rows with problems and skipping them is sufficient. */
export function leavesOut(check: FileCheck | null, { bad_rows }: TableConfig): boolean {
  return bad_rows === "SKIP" && badRowsOf(check) !== 0;
}

/** Returns whether a file can be loaded, if necessary without the rows that have problems. */
export function canBeLoaded(check: CheckedRows, { bad_rows }: TableConfig): boolean {
  return check.problems.count === 0 || (bad_rows === "SKIP" && check.badRows > 0);
}
