import { isProtein } from "./aminoAcids.ts";
import { isMissingMutation, readMutations } from "./readMutations.ts";

/** All cells of each column, by column name; null for a missing cell. */
export interface TextRows {
  count: number;
  columns: Record<string, ArrayLike<unknown>>;
}

export const MIN_PROTEIN_LENGTH = 8;
/** Maximum number of cells examined to recognize a column. */
export const RECOGNIZED_CELLS = 1_000;
const CODE_SHARE = 0.5;

/** Returns the names of the columns that contain different amino acid sequences. */
export function proteinColumns(rows: TextRows): string[] {
  return textColumns(rows).flatMap(([name, texts]) => {
    const isOfProteins = texts.every((text) => text.length >= MIN_PROTEIN_LENGTH && isProtein(text));
    return isOfProteins && (rows.count === 1 || new Set(texts).size > 1) ? [name] : [];
  });
}

/** Returns the names of the columns that contain mutations. */
export function mutationColumns(rows: TextRows): string[] {
  return textColumns(rows).flatMap(([name, texts]) => {
    const filled = texts.filter((text) => !isMissingMutation(text));
    const read = filled.map(readMutations);
    const readable = read.filter((reading) => "changes" in reading);
    const isStating = readable.some((reading) => "changes" in reading && reading.changes.length > 0);
    return isStating && readable.length >= CODE_SHARE * filled.length ? [name] : [];
  });
}

/** Returns the string columns with their first values. */
export function textColumns(rows: TextRows): [name: string, texts: string[]][] {
  return Object.entries(rows.columns).flatMap(([name, column]): [string, string[]][] => {
    const texts: string[] = [];
    for (let row = 0; row < rows.count && texts.length < RECOGNIZED_CELLS; row++) {
      const value = column[row];
      if (value === null || value === undefined || value === "") continue;
      if (typeof value !== "string") return [];
      texts.push(value);
    }
    return texts.length === 0 ? [] : [[name, texts]];
  });
}
