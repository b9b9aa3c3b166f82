import { type BackTranslation, backTranslator } from "./backTranslate.ts";
import type { DnaWishes } from "./dnaWishes.ts";
import { keptCodons, type ParentCodons, parentCodons } from "./parentCodons.ts";

/** Residues that are added to every protein. */
export interface Frame {
  /** Adds a methionine in front, unless the protein starts with one. */
  startCodon: boolean;
  nTag: string;
  cTag: string;
  stopCodon: "TAA" | "TAG" | "TGA" | null;
}

/** Parent whose codons variants keep; without DNA, the parent is written first. */
export interface KeptParent {
  protein: string;
  dna: string | null;
}

export interface AllOptions {
  frame: Frame;
  seed: string;
  parent: KeptParent | null;
}

/** DNA of each protein in order, or why the DNA of the parent cannot be used. */
export type AllTranslations = { rows: BackTranslation[] } | { problem: string };

/** Writes proteins as DNA with the same start, tags and stop. */
export function backTranslateAll(
  proteins: readonly string[],
  wishes: DnaWishes,
  { frame, seed, parent }: AllOptions,
): AllTranslations {
  const write = backTranslator(wishes);
  const framed = proteins.map((protein) => framedProtein(protein, frame));
  const stop = (length: number): (string | null)[] =>
    Array.from({ length }, (_, at) => (at === length - 1 ? frame.stopCodon : null));
  if (parent === null)
    return { rows: framed.map((sequence) => write(sequence, seed, stop(sequence.length))) };
  const whole = framedProtein(parent.protein, frame);
  const read: ParentCodons = parent.dna === null ? { codons: [] } : parentCodons(parent.protein, parent.dna);
  if ("problem" in read) return read;
  const head = headLength(parent.protein, frame);
  const stated = stop(whole.length);
  for (const [at, codon] of read.codons.entries()) stated[head + at] = codon;
  const written = write(whole, seed, stated);
  const codons = "dna" in written ? codonsOf(written.dna, wishes) : stated;
  // Without the parent's DNA, the constraints that it cannot meet are those of its variants.
  return {
    rows: framed.map((sequence) =>
      write(sequence, seed, withStop(keptCodons(whole, codons, sequence), frame)),
    ),
  };
}

function framedProtein(protein: string, { startCodon, nTag, cTag, stopCodon }: Frame): string {
  const tagged = `${nTag}${protein}${cTag}`;
  const start = startCodon && !tagged.startsWith("M") ? "M" : "";
  return `${start}${tagged}${stopCodon === null ? "" : "*"}`;
}

/** Number of residues in front of a protein. */
export function headLength(protein: string, frame: Frame): number {
  return framedProtein(protein, { ...frame, cTag: "", stopCodon: null }).length - protein.length;
}

function codonsOf(dna: string, { prefix, suffix }: DnaWishes): string[] {
  return dna.slice(prefix.length, dna.length - suffix.length).match(/.../g) ?? [];
}

function withStop(kept: (string | null)[], { stopCodon }: Frame): (string | null)[] {
  return stopCodon === null ? kept : [...kept.slice(0, -1), stopCodon];
}
