import { readMutations, residueName } from "@pdp/basics/proteins";
import { quoteName, quoteReference, quoteText } from "#client/requests/sqlNames.ts";

/** Search term: mutations listed in a row, or a whole or partial sequence. */
export type Wanted = { kind: "mutations"; codes: string[] } | { kind: "sequence"; sequence: string };

/** Table and column to search. */
interface SearchColumn {
  name: string;
  type: string;
}

/** Minimum length of a partial sequence (shorter ones occur in too many sequences), and maximum length. */
const MIN_RESIDUES = 6;
const MAX_RESIDUES = 4_000;
const MAX_CODES = 20;
const SEQUENCE = /^[A-Za-z\s-]+$/;

/** Parses a search term. If it is invalid, throws an error that explains what can be searched for. */
export function readWanted(text: string): Wanted {
  const read = readMutations(text);
  const changes = "changes" in read ? read.changes : [];
  const codes = changes.flatMap((change) =>
    change.kind === "SUBSTITUTION" && change.site.residue !== undefined
      ? [`${change.site.residue}${change.site.position}${change.to}`]
      : [],
  );
  if (codes.length > 0 && codes.length === changes.length && codes.length <= MAX_CODES) {
    return { kind: "mutations", codes };
  }
  const sequence = text.replace(/[\s-]/g, "").toUpperCase();
  if (SEQUENCE.test(text) && sequence.length >= MIN_RESIDUES && sequence.length <= MAX_RESIDUES) {
    return { kind: "sequence", sequence };
  }
  throw new Error(
    `Write up to ${MAX_CODES} substitutions such as V29A, or a sequence of at least ${MIN_RESIDUES} residues.`,
  );
}

/** Returns the query for table rows that contain the search term in a text column; null if there are no text columns. */
export function searchQuery(
  reference: string,
  columns: readonly SearchColumn[],
  wanted: Wanted,
): string | null {
  const texts = columns.filter(({ type }) => type === "STRING");
  if (texts.length === 0) return null;
  const conditions = texts.map(({ name }) => `(${conditionOf(quoteName(name), wanted)})`);
  return `SELECT * FROM ${quoteReference(reference)} WHERE ${conditions.join(" OR ")}`;
}

function conditionOf(column: string, wanted: Wanted): string {
  if (wanted.kind === "sequence") return `strpos(upper(${column}), ${quoteText(wanted.sequence)}) > 0`;
  return wanted.codes.map((code) => `regexp_like(${column}, ${quoteText(patternOf(code))})`).join(" AND ");
}

/** Pattern that matches only a complete substitution, with one-letter or three-letter residues: not `V29A` in `V129A`. */
function patternOf(code: string): string {
  const [from, position, to] = [code.slice(0, 1), code.slice(1, -1), code.slice(-1)];
  const short = `${from}${position}${to}`;
  const long = `${residueName(from)}${position}${residueName(to)}`;
  return `(^|[^A-Za-z0-9])(${short}|${long})($|[^A-Za-z0-9])`;
}
