import { AMINO_ACIDS } from "#shared/domain/aminoAcids.ts";

/** Substitution of one residue, as a file states it. */
export interface MutationCode {
  /** As it is written. */
  code: string;
  from: string;
  position: number;
  to: string;
}

const THREE_LETTERS: Record<string, string> = Object.fromEntries(
  "Ala:A Arg:R Asn:N Asp:D Cys:C Gln:Q Glu:E Gly:G His:H Ile:I Leu:L Lys:K Met:M Phe:F Pro:P Ser:S Thr:T Trp:W Tyr:Y Val:V"
    .split(" ")
    .map((pair) => pair.split(":")),
);
const MAX_CELL_CHARACTERS = 10_000;
const SEPARATOR = /[:;,/+|\s]+/;
const CODE = /^([A-Z]|[A-Z][a-z]{2})(\d{1,6})([A-Z]|[A-Z][a-z]{2}|=)$/;
const NO_MUTATION = /^(?:wt|wild[- _]?type|_wt|=|none|-)?$/i;
/** Share of the cells from which on a column is one of mutations. */
const CODE_SHARE = 0.5;

/**
 * Reads the substitutions of a cell: `A1G`, `A1G:V2I`, `p.Ala1Gly` or `p.[Ala1Gly;Val2Ile]`. An empty list stands for the
 * wild type. Undefined if something else is among them, such as a deletion.
 */
export function readMutations(cell: string): MutationCode[] | undefined {
  if (cell.length > MAX_CELL_CHARACTERS) return undefined;
  const plain = cell
    .trim()
    .replace(/^p\./, "")
    .replace(/[[\]()]/g, "");
  if (NO_MUTATION.test(plain)) return [];
  const found: MutationCode[] = [];
  for (const part of plain.split(SEPARATOR)) {
    const [code, first = "", digits = "", last = ""] = CODE.exec(part.replace(/^p\./, "")) ?? [];
    const from = letterOf(first);
    const to = last === "=" ? from : letterOf(last);
    if (code === undefined || from === undefined || to === undefined) return undefined;
    found.push({ code, from, position: Number(digits), to });
  }
  return found;
}

function letterOf(text: string): string | undefined {
  if (text.length === 3) return THREE_LETTERS[text];
  return text.length === 1 && AMINO_ACIDS.includes(text) ? text : undefined;
}

/** Reads a column of mutations, cell by cell; undefined if most of its cells hold something else. */
export function readMutationColumn(
  cells: readonly (string | null)[],
): (MutationCode[] | undefined)[] | undefined {
  const read = cells.map((cell) => (cell === null ? undefined : readMutations(cell)));
  const filled = cells.filter((cell) => cell !== null && !NO_MUTATION.test(cell.trim())).length;
  const stating = read.filter((codes) => codes !== undefined && codes.length > 0).length;
  return stating > 0 && stating >= CODE_SHARE * filled ? read : undefined;
}
