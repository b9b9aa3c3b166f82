import { NUMBER } from "@pdp/basics/columns";
import { isMissingWord } from "./proposeType.ts";

/** Share of a column's values that determines that it contains numbers. */
const NUMBER_SHARE = 0.8;

/**
 * Returns the rows that have different words in several columns of numbers, such as names of columns among the rows. Instruments
 * write the same word in place of all numbers of a row.
 */
export function rowsOfNames(cells: readonly (readonly (string | null)[])[]): ReadonlySet<number> {
  const words = new Map<number, string>();
  const rowsWithNames = new Set<number>();
  for (const column of cells) {
    const texts = column.flatMap((cell, row) => (cell?.trim() ? [{ row, text: cell.trim() }] : []));
    const others = texts.filter(({ text }) => !NUMBER.test(text));
    if (texts.length - others.length < NUMBER_SHARE * texts.length) continue;
    for (const { row, text } of others) {
      if (/\d/.test(text) || isMissingWord(text)) continue;
      const first = words.get(row);
      if (first === undefined) words.set(row, text);
      else if (first !== text) rowsWithNames.add(row);
    }
  }
  return rowsWithNames;
}
