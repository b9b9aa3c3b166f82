import { editDistance, joinNames } from "@pdp/basics/wording";
import { ENZYMES_BY_SITE } from "./data/restrictionSites.ts";

/** Sequence that DNA must not contain. */
export interface AvoidedSite {
  /** Name in messages, such as `BsaI (GGTCTC)`. */
  label: string;
  /** Sequences to avoid in IUPAC letters: the site, and its reverse complement if it differs. */
  patterns: readonly string[];
}

/** Bases of each IUPAC letter. */
export const IUPAC: Readonly<Record<string, string>> = {
  A: "A",
  C: "C",
  G: "G",
  T: "T",
  R: "AG",
  Y: "CT",
  S: "CG",
  W: "AT",
  K: "GT",
  M: "AC",
  B: "CGT",
  D: "AGT",
  H: "ACT",
  V: "ACG",
  N: "ACGT",
};

const COMPLEMENTS: Readonly<Record<string, string>> = Object.fromEntries(
  [..."ACGTRYSWKMBDHVN"].map((letter, at) => [letter, "TGCAYRSWMKVHDBN"[at] as string]),
);

const MIN_SPECIFIC_BASES = 4;
const MAX_SITE_BASES = 30;
/** Maximum number of N, which bounds the number of partial matches that the search follows. */
const MAX_UNSPECIFIC = 12;
/** Maximum number of similar enzymes in a message. */
const MAX_SIMILAR = 3;

const ENZYMES = new Map(
  Object.entries(ENZYMES_BY_SITE).flatMap(([site, names]) =>
    names.split(" ").map((name) => [name.toLowerCase(), { name, site }] as const),
  ),
);

/** Reverse complement of DNA in IUPAC letters. */
export function reverseComplement(dna: string): string {
  let other = "";
  for (let at = dna.length - 1; at >= 0; at -= 1) other += COMPLEMENTS[dna[at] as string] ?? "N";
  return other;
}

/** Reads the name of a restriction enzyme or a sequence in IUPAC letters. Both strands are avoided. */
export function avoidedSite(text: string): AvoidedSite | { problem: string } {
  const shown = JSON.stringify(text.slice(0, 40));
  const enzyme = ENZYMES.get(text.toLowerCase());
  if (enzyme) return siteOf(`${enzyme.name} (${enzyme.site})`, enzyme.site);
  const sequence = text.toUpperCase().replaceAll("U", "T");
  if (![...sequence].every((letter) => letter in IUPAC))
    return {
      problem: `${shown} is neither a known restriction enzyme nor a DNA sequence. ${similarEnzymes(text)}`,
    };
  const specific = sequence.replaceAll("N", "").length;
  const isTooOpen = specific < MIN_SPECIFIC_BASES || sequence.length - specific > MAX_UNSPECIFIC;
  if (isTooOpen || sequence.length > MAX_SITE_BASES)
    return {
      problem: `${shown} cannot be avoided. A sequence must have at least ${MIN_SPECIFIC_BASES} bases other than N, at most ${MAX_UNSPECIFIC} N and at most ${MAX_SITE_BASES} letters.`,
    };
  return siteOf(sequence, sequence);
}

function siteOf(label: string, site: string): AvoidedSite {
  return { label, patterns: [...new Set([site, reverseComplement(site)])] };
}

/** Advice that names the enzymes with the most similar names. */
function similarEnzymes(text: string): string {
  const folded = text.toLowerCase().slice(0, 20);
  const similar = [...ENZYMES.values()]
    .map(({ name }) => ({ name, distance: editDistance(folded, name.toLowerCase()) }))
    .filter(({ distance }) => distance <= 2)
    .sort((a, b) => a.distance - b.distance || (a.name < b.name ? -1 : 1))
    .slice(0, MAX_SIMILAR)
    .map(({ name }) => name);
  return similar.length > 0
    ? `Did you mean ${joinNames(similar, MAX_SIMILAR)}?`
    : "Write the recognition site in IUPAC letters instead.";
}
