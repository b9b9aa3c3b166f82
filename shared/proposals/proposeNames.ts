import { isName } from "#shared/basics/columns/columnName.ts";

/** Words that replace characters not allowed in SQL names. */
const WORDS: readonly [RegExp, string][] = [
  [/°\s*C\b/g, " celsius "],
  [/°\s*F\b/g, " fahrenheit "],
  [/°/g, " degrees "],
  [/%/g, " percent "],
  [/[µμ]/g, "u"],
  [/Å/g, " angstrom "],
  [/Δ/g, " delta "],
  [/α/g, " alpha "],
  [/β/g, " beta "],
  [/γ/g, " gamma "],
  [/λ/g, " lambda "],
  [/Ω/g, " ohm "],
  [/ß/g, "ss"],
  [/\//g, " per "],
  [/#/g, " number "],
  [/&/g, " and "],
  [/\+$/g, " plus "],
];
const MAX_LENGTH = 100;
/**
 * Proposes SQL names for the columns of a header, such as `tm_celsius` for `Tm (°C)`: lower case, unique, and not reserved
 * according to `isReserved`.
 */
export function proposeNames(header: readonly string[], isReserved: (word: string) => boolean): string[] {
  const taken = new Set<string>();
  return header.map((text, index) => {
    const proposed = nameOf(text) || `column_${index + 1}`;
    const base = isReserved(proposed.toUpperCase()) ? `${proposed}_value` : proposed;
    let name = base;
    for (let count = 2; taken.has(name); count++) name = `${base}_${count}`;
    taken.add(name);
    return name;
  });
}

/** Returns an SQL name for a header; empty if none of its characters are allowed. */
function nameOf(header: string): string {
  // Some tools mark the line with the names as a comment: `#CHROM`.
  let text = header
    .slice(0, 1_000)
    .normalize("NFC")
    .replace(/^#+(?=\p{L})/u, "");
  for (const [sign, word] of WORDS) text = text.replace(sign, word);
  const plain = text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "_")
    .replace(/^_+|_+$/g, "")
    .slice(0, MAX_LENGTH)
    .replace(/_+$/, "");
  const name = /^\d/.test(plain) ? `c_${plain}` : plain;
  return isName(name) ? name : "";
}
