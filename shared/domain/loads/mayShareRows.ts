import type { FileOptions } from "@pdp/formats/options";

type Part = Pick<FileOptions, "sheet" | "header_row" | "last_row">;

/** Tells whether two configurations may read the same rows of one file: neither different sheets nor different sections. */
export function mayShareRows(one: Part, other: Part): boolean {
  return mayBeSameSheet(one.sheet, other.sheet) && doOverlap(one, other);
}

/** A sheet that is not stated is the only one with cells, a number may denote any name, and `*` reads several sheets. */
function mayBeSameSheet(one: Part["sheet"], other: Part["sheet"]): boolean {
  if (one === undefined || other === undefined || typeof one !== typeof other) return true;
  return one === "*" || other === "*" || sheetKey(one) === sheetKey(other);
}

/** Sheets are found by their names without regard to case and surrounding spaces. */
function sheetKey(sheet: string | number): string {
  return String(sheet).normalize("NFC").trim().toLowerCase();
}

function doOverlap(one: Part, other: Part): boolean {
  const isBefore = (first: Part, second: Part) =>
    (first.last_row ?? Number.POSITIVE_INFINITY) < (second.header_row ?? 1);
  return !isBefore(one, other) && !isBefore(other, one);
}
