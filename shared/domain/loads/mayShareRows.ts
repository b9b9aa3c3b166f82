import type { FileOptions } from "@pdp/formats/options";

type Part = Pick<FileOptions, "sheet" | "header_row" | "last_row">;

/** Tells whether two configurations may read the same rows of one file: neither different sheets nor different sections. */
export function mayShareRows(a: Part, b: Part): boolean {
  return mayBeSameSheet(a.sheet, b.sheet) && doOverlap(a, b);
}

/** A sheet that is not stated is the only one with cells, a number may denote any name, and `*` reads several sheets. */
function mayBeSameSheet(a: Part["sheet"], b: Part["sheet"]): boolean {
  if (a === undefined || b === undefined || typeof a !== typeof b) return true;
  return a === "*" || b === "*" || sheetKey(a) === sheetKey(b);
}

/** Sheets are found by their names without regard to case and surrounding spaces. */
function sheetKey(sheet: string | number): string {
  return String(sheet).normalize("NFC").trim().toLowerCase();
}

function doOverlap(a: Part, b: Part): boolean {
  const isBefore = (first: Part, second: Part) =>
    (first.last_row ?? Number.POSITIVE_INFINITY) < (second.header_row ?? 1);
  return !isBefore(a, b) && !isBefore(b, a);
}
