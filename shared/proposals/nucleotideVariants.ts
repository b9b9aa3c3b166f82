import type { SeenColumn } from "./findMutations.ts";
import { shownValue } from "./shownValue.ts";

const MAX_ROWS = 200;
/** A change of a coding or genomic sequence: `c.76A>G`, `c.[76A>G;80C>T]`, `ENST0001.2:c.76del`, `n.12_14delinsAC`. */
const CHANGE = /^(?:[\w.]{1,60}(?:\([\w-]{1,40}\))?:)?[cngm]\.(?:\[?[-*]?\d|=)/;
/** Rows without a change in other notations of the same files. */
const UNCHANGED = /^(?:_wt|_sy|wt|=|n\/?a)$/i;

/** Says what to do about a column of nucleotide changes, which do not state what they do to the protein; undefined if there is none. */
export function nucleotideVariants(columns: readonly SeenColumn[]): string | undefined {
  for (const { proposed, cells } of columns) {
    if (proposed.type !== "STRING") continue;
    const texts = cells.slice(0, MAX_ROWS).flatMap((cell) => cell?.trim() || []);
    const changes = texts.filter((text) => CHANGE.test(text));
    const [first] = changes;
    if (
      first === undefined ||
      changes.length + texts.filter((text) => UNCHANGED.test(text)).length < texts.length
    )
      continue;
    return `${proposed.name}: ${shownValue(first)} is a change of DNA, and the file has neither the coding sequences nor the changes of the protein. To compute protein sequences, add a column with one of them, such as p.Lys26Arg or the complete coding sequence of each row.`;
  }
  return undefined;
}
