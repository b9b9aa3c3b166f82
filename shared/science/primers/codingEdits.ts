import type { AvoidedSite } from "../backTranslation/avoidedSite.ts";
import { reverseComplement } from "../backTranslation/avoidedSite.ts";
import type { CodonTable } from "../backTranslation/codonTable.ts";
import { sitesIn } from "../backTranslation/sitesIn.ts";
import { alignMutant } from "../sequences/alignMutant.ts";
import { GAP, residueIndices, residueLetters } from "../sequences/aminoAcids.ts";

/** Replacement of the bases [from, to) of a template. */
export interface Edit {
  from: number;
  to: number;
  dna: string;
}

/** Replacement of the residues [from, to) of a parent. */
export interface ResidueEdit {
  from: number;
  to: number;
  residues: string;
}

/** Returns the changes of a variant, in order; adjacent ones are merged. */
export function residueEdits(parent: string, variant: string): ResidueEdit[] {
  const { residues, insertions } = alignMutant(residueIndices(variant), residueIndices(parent));
  const inserted = new Map(
    insertions.map((insertion) => [insertion.after, residueLetters(insertion.residues)]),
  );
  const edits: ResidueEdit[] = [];
  const add = (from: number, to: number, letters: string): void => {
    const last = edits.at(-1);
    if (last?.to === from) [last.to, last.residues] = [to, last.residues + letters];
    else edits.push({ from, to, residues: letters });
  };
  for (let at = 0; at <= parent.length; at += 1) {
    const letters = inserted.get(at);
    if (letters !== undefined) add(at, at, letters);
    const residue = residues[at];
    if (residue === undefined) continue;
    if (residue === GAP) add(at, at + 1, "");
    else if (residueLetters([residue]) !== parent[at]) add(at, at + 1, residueLetters([residue]));
  }
  return edits;
}

/** Bases beside a new codon that are searched for avoided sites. */
const CONTEXT = 30;

/**
 * Writes the changes of a protein as changes of its coding sequence, which starts at `start` of the template. Each new codon is
 * the most frequent one of the host that creates no avoided site with the bases in front of it and, for the last one, after it.
 */
export function codingEdits(
  template: string,
  start: number,
  edits: readonly ResidueEdit[],
  { codons, avoid }: { codons: CodonTable; avoid: readonly AvoidedSite[] },
): Edit[] {
  return edits.map(({ from, to, residues }) => {
    const [first, last] = [start + 3 * from, start + 3 * to];
    const before = template.slice(Math.max(0, first - CONTEXT), first);
    const after = template.slice(last, last + CONTEXT);
    let dna = "";
    for (const [index, residue] of [...residues].entries()) {
      const options = codons.get(residue) ?? [];
      const right = index === residues.length - 1 ? after : "";
      const isFree = ({ bases }: { bases: string }): boolean => {
        const text = before + dna + bases + right;
        const changed = [before.length + dna.length, before.length + dna.length + bases.length] as const;
        return sitesIn(text, avoid).every(({ at, length }) => at >= changed[1] || at + length <= changed[0]);
      };
      dna += (options.find(isFree) ?? options[0])?.bases ?? "";
    }
    return { from: first, to: last, dna };
  });
}

/** Position of a coding sequence: its first base, and the template with it on the forward strand. */
export interface CodingRegion {
  template: string;
  start: number;
}

/** Codons that are translated as methionine at the start of a protein. */
const STARTS = ["ATG", "GTG", "TTG"];

/** Finds the coding sequences of a protein in circular DNA, on both strands. A first methionine may have any start codon. */
export function codingRegions(
  circular: string,
  protein: string,
  translate: (dna: string) => string,
): CodingRegion[] {
  const regions: CodingRegion[] = [];
  const hasStart = protein.length > 1 && protein.startsWith("M");
  const rest = hasStart ? protein.slice(1) : protein;
  for (const strand of [circular, reverseComplement(circular)]) {
    const twice = strand + strand.slice(0, Math.min(strand.length, 3 * protein.length + 2));
    for (let frame = 0; frame < 3; frame += 1) {
      const translation = translate(twice.slice(frame));
      for (let at = translation.indexOf(rest); at >= 0; at = translation.indexOf(rest, at + 1)) {
        const start = frame + 3 * (hasStart ? at - 1 : at);
        const isProtein = !hasStart || STARTS.includes(twice.slice(start, start + 3));
        if (isProtein && start >= 0 && start < strand.length) regions.push({ template: strand, start });
      }
    }
  }
  return regions;
}
