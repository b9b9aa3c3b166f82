import { AMINO_ACIDS, translate } from "@pdp/basics/proteins";
import { IUPAC } from "../backTranslation/avoidedSite.ts";

/** Codon with ambiguous bases, or a mixture of several that are combined so that every codon is equally frequent. */
export interface DegenerateCodon {
  /** Name in requests and tables, such as `NNK` or `22C`. */
  name: string;
  /** Codons in IUPAC letters, in the order in which they are mixed. */
  parts: readonly string[];
  /** Number of codons without ambiguous bases. */
  size: number;
  /** Number of codons of each amino acid, in the order of `AMINO_ACIDS`. */
  counts: readonly number[];
  /** Number of stop codons. */
  stops: number;
}

/** Mixtures by name. 22C codes for every amino acid without a stop (Kille et al. 2013, ACS Synth. Biol. 2:83). */
const MIXTURES: Readonly<Record<string, readonly string[]>> = { "22C": ["NDT", "VHG", "TGG"] };
const CODON = /^[ACGTRYSWKMBDHVN]{3}$/;

/** Reads the name of a mixture or a codon in IUPAC letters; null if the text is neither. */
export function degenerateCodon(text: string): DegenerateCodon | null {
  const name = text.toUpperCase().replaceAll("U", "T");
  const parts = MIXTURES[name] ?? (CODON.test(name) ? [name] : null);
  if (parts === null) return null;
  const residues = parts.flatMap(plainCodons).map(translate);
  const counts = [...AMINO_ACIDS].map(
    (aminoAcid) => residues.filter((residue) => residue === aminoAcid).length,
  );
  const stops = residues.filter((residue) => residue === "*").length;
  return { name, parts, size: residues.length, counts, stops };
}

/** Lists the codons without ambiguous bases that a codon in IUPAC letters stands for. */
export function plainCodons(codon: string): string[] {
  return [...codon].reduce<string[]>(
    (codons, letter) => codons.flatMap((start) => [...(IUPAC[letter] ?? "")].map((base) => start + base)),
    [""],
  );
}

/** Letters of the amino acids of a codon, in the order of `AMINO_ACIDS`. */
export function residuesOf({ counts }: DegenerateCodon): string {
  return [...AMINO_ACIDS].filter((_, index) => (counts[index] ?? 0) > 0).join("");
}

let choices: readonly DegenerateCodon[] | undefined;

/** Returns for each set of amino acids the codon with the fewest stops and codons; codons for stops alone are excluded. */
export function codonChoices(): readonly DegenerateCodon[] {
  if (choices) return choices;
  const best = new Map<string, DegenerateCodon>();
  for (const text of allCodons()) {
    const codon = degenerateCodon(text) as DegenerateCodon;
    const residues = residuesOf(codon);
    const known = best.get(residues);
    const isBetter =
      known === undefined ||
      codon.stops < known.stops ||
      (codon.stops === known.stops && codon.size < known.size);
    if (residues !== "" && isBetter) best.set(residues, codon);
  }
  choices = [...best.values()];
  return choices;
}

function allCodons(): string[] {
  const letters = Object.keys(IUPAC);
  return letters.flatMap((a) => letters.flatMap((b) => letters.map((c) => a + b + c)));
}
