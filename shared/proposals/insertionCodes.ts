import { formatCount } from "@pdp/basics/wording";
import type { SeenColumn } from "./findMutations.ts";
import { shownValue } from "./shownValue.ts";

/** Maximum number of rows to read. */
const MAX_ROWS = 5_000;
/** Names of columns with residue numbers. */
const SITE_NAME = /pos|site|resi/i;
const WHOLE = /^-?\d{1,6}$/;
const NUMBER = /^-?\d{1,6}[A-Za-z]{1,2}$/;
/** Substitution of a residue whose number ends with a letter, such as `T214aS`. */
const CODE = /^[A-Z]\d{1,6}[a-z](?:[A-Z*-]|del)$/;
const PLAIN_CODE = /^[A-Z]-?\d{1,6}(?:[A-Z*-]|del)$/;

/** Tells whether the exceptions in a column of residue numbers are numbers with insertion codes, such as `214a`. */
export function areInsertionCodes(name: string, exceptions: readonly string[]): boolean {
  return SITE_NAME.test(name) && exceptions.length > 0 && exceptions.every((text) => NUMBER.test(text));
}

/** Explains why sequences are not computed from residue numbers with insertion codes; undefined if there are none. */
export function insertionCodes(columns: readonly SeenColumn[]): string | undefined {
  for (const { proposed, cells } of columns) {
    if (proposed.type !== "STRING" || (proposed.kind ?? "NONE") !== "NONE") continue;
    const texts = cells.slice(0, MAX_ROWS).flatMap((cell) => cell?.trim() || []);
    const areSites =
      SITE_NAME.test(proposed.name) && texts.every((text) => WHOLE.test(text) || NUMBER.test(text));
    const withCodes = areSites
      ? texts.filter((text) => NUMBER.test(text))
      : texts.filter((text) => CODE.test(text));
    const plain = texts.filter((text) => (areSites ? WHOLE : PLAIN_CODE).test(text));
    const [first] = withCodes;
    if (first === undefined || 2 * (plain.length + withCodes.length) < texts.length) continue;
    const more = new Set(withCodes).size - 1;
    const cellsShown = more === 0 ? "" : ` and ${formatCount(more, "other cell")}`;
    return `${proposed.name}: no sequences were computed because ${shownValue(first)}${cellsShown} ${more === 0 ? "has" : "have"} an insertion code, which a numbered reference does not have. All rows are loaded; to compute sequences, exclude these rows, or number the residues without letters.`;
  }
  return undefined;
}
