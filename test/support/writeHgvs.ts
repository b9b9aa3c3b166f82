import { type Change, residueName, type Site } from "@pdp/basics/proteins";

/**
 * Formats changes in HGVS notation, with one-letter (`p.A23G`) or three-letter (`p.Ala23Gly`) codes; `p.(=)` if there are no
 * changes.
 */
export function writeHgvs(changes: readonly Change[], letters: 1 | 3 = 3): string {
  if (changes.length === 0) return "p.(=)";
  const parts = changes.map((change) => hgvsPart(change, letters === 3 ? residueName : (letter) => letter));
  return parts.length === 1 ? `p.${parts[0]}` : `p.[${parts.join(";")}]`;
}

function hgvsPart(change: Change, write: (letter: string) => string): string {
  const place = ({ residue, position }: Site): string => `${write(residue ?? "")}${position}`;
  const all = (residues: string): string => [...residues].map(write).join("");
  if (change.kind === "SUBSTITUTION") {
    const { site, to } = change;
    return place(site) + (site.residue === to ? "=" : write(to));
  }
  const { start, end } = change;
  const range = start === end ? place(start) : `${place(start)}_${place(end)}`;
  switch (change.kind) {
    case "DELETION":
      return `${range}del`;
    case "DUPLICATION":
      return `${range}dup`;
    case "REPLACEMENT":
      return `${range}delins${all(change.residues)}`;
    case "INSERTION":
      return `${range}ins${all(change.residues)}`;
    case "STOP":
      return `${place(start)}${write("*")}`;
    case "FRAMESHIFT":
      return `${place(start)}fs`;
    case "EXTENSION":
      return `${place(start)}ext`;
  }
}
