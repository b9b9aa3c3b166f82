import type { TableConfig } from "#client/importFiles.ts";
import type { CheckedRows } from "../../worker/checkMessages.ts";
import type { FileCheck } from "./fileCheck.ts";

/** Returns the number of rows that cannot be read, without which the others can be loaded; null if it is not known. */
export function badRowsOf(check: FileCheck | null): number | null {
  return check?.state === "checked" ? check.badRows : null;
}

/** Tells whether rows with problems are skipped as the configuration says, if that would do. */
export function leavesOut(check: FileCheck | null, { bad_rows }: TableConfig): boolean {
  return bad_rows === "SKIP" && badRowsOf(check) !== 0;
}

/** Tells whether a file can be loaded, if need be without the rows that have problems. */
export function canBeLoaded(check: CheckedRows, { bad_rows }: TableConfig): boolean {
  return check.problems.count === 0 || (bad_rows === "SKIP" && check.badRows > 0);
}
