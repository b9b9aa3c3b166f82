import { AMINO_ACIDS } from "./aminoAcids.ts";

const NAMES =
  "Ala:A Arg:R Asn:N Asp:D Cys:C Gln:Q Glu:E Gly:G His:H Ile:I Leu:L Lys:K Met:M Phe:F Pro:P Ser:S Thr:T Trp:W Tyr:Y Val:V Ter:* Stop:*";
const LETTERS: ReadonlyMap<string, string> = new Map(
  NAMES.split(" ").map((pair) => {
    const [name = "", letter = ""] = pair.split(":");
    return [name.toUpperCase(), letter];
  }),
);
const NAMES_BY_LETTER: ReadonlyMap<string, string> = new Map(
  NAMES.split(" ")
    .slice(0, -1)
    .map((pair) => pair.split(":").reverse() as [string, string]),
);

/** Letter that denotes a stop. */
export const STOP = "*";

/** Returns the letter of a residue written as one letter or three, `*` for a stop; undefined for any other text. */
export function residueLetter(text: string): string | undefined {
  if (text.length > 1) return LETTERS.get(text.toUpperCase());
  if (text === STOP || text === "X") return STOP;
  return text !== "" && AMINO_ACIDS.includes(text) ? text : undefined;
}

/** Returns the three-letter code of a residue: `Ala` for A, `Ter` for a stop. */
export function residueName(letter: string): string {
  return NAMES_BY_LETTER.get(letter) ?? letter;
}

/**
 * Returns the letters of consecutive residues, written with one-letter codes (`GS`) or three-letter codes (`GlySer`);
 * undefined for any other text.
 */
export function residueLetters(text: string): string | undefined {
  let letters = "";
  const isNamed = /[a-z]/.test(text);
  if (isNamed && text.replace(/\*$/, "").length % 3 !== 0) return undefined;
  for (let at = 0; at < text.length; at += isNamed && text[at] !== STOP ? 3 : 1) {
    const letter = residueLetter(text.slice(at, at + (isNamed && text[at] !== STOP ? 3 : 1)));
    if (letter === undefined) return undefined;
    letters += letter;
  }
  return letters === "" ? undefined : letters;
}
