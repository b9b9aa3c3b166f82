import type { Column } from "@pdp/basics/columns";
import { residueLetter } from "@pdp/basics/proteins";

/** Returns the header of a matrix column in residue spelling, because columns have lower-case names. */
export function headerText(column: Pick<Column, "name" | "source_name">): string {
  return (column.source_name ?? column.name).trim().toUpperCase();
}

/** Returns whether a string is a residue, as one letter or three, or a stop. */
export function isResidue(text: string): boolean {
  return text.length <= 4 && residueLetter(text) !== undefined;
}
