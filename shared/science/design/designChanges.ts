import { type Chain, FROM_ONE } from "@pdp/basics/proteins";
import { alignMutant, alignmentCost } from "../sequences/alignMutant.ts";
import { GAP, residueLetters } from "../sequences/aminoAcids.ts";
import { chainAt, isSameShape } from "../sequences/chainSpans.ts";
import { type CandidateSpaces, spaceOf } from "./candidateSpaces.ts";
import { mutatedPositions } from "./designSpace.ts";
import { alignedInFrame } from "./indels/indelFrame.ts";

/** Substitution, deletion or insertion relative to a template. */
export interface DesignChange {
  /** Identical for the same change, regardless of the residue numbering. */
  readonly key: string;
  /** Such as V39A, D40del or K42_L43insGS; with two chains, such as H:V39A. */
  readonly name: string;
  /** Number of substituted, deleted or inserted residues. */
  readonly size: number;
}

/** Maximum number of position pairs compared to align one candidate; there are tens of thousands of candidates. */
const MAX_PAIRS = 10_000;

/**
 * Returns the changes in a sequence. A sequence of the template's length is compared position by position. Other sequences are
 * aligned, except that candidates that would take long to align are assigned the insertions and deletions of their space.
 * Positions in names count from 1 unless a numbering is given.
 */
export function designChanges(
  template: Uint8Array,
  sequence: Uint8Array,
  numbering = FROM_ONE,
  candidates?: CandidateSpaces,
): DesignChange[] {
  const siteOf = (at: number, { start, end }: Chain) =>
    residueAt(template.subarray(0, end), at < start ? -1 : at) + numbering.positionAt(at - start);
  const changeAt = (at: number, residue: number): DesignChange => {
    const change = residue === GAP ? "del" : residueLetters([residue]);
    const chain = chainAt(template, at);
    return { key: `${at} ${change}`, name: chain.prefix + siteOf(at, chain) + change, size: 1 };
  };
  if (isSameShape(sequence, template)) {
    return mutatedPositions(template, sequence).map((at) => changeAt(at, sequence[at]!));
  }
  const frame =
    candidates && alignmentCost(sequence, template) > MAX_PAIRS && spaceOf(candidates, sequence)?.indels;
  const { residues, insertions } = frame ? alignedInFrame(frame, sequence) : alignMutant(sequence, template);
  return [
    ...mutatedPositions(template, residues).map((at) => changeAt(at, residues[at]!)),
    ...insertions.map(({ after, residues: inserted }) => {
      const change = `ins${residueLetters(inserted)}`;
      const chain = chainAt(template, after);
      const name = `${chain.prefix}${siteOf(after - 1, chain)}_${siteOf(after, chain)}${change}`;
      return { key: `${after} ${change}`, name, size: inserted.length };
    }),
  ];
}

/** Names the changes in a sequence; positions count from 1 unless a numbering is given. */
export function changeNames(template: Uint8Array, sequence: Uint8Array, numbering = FROM_ONE): string[] {
  return designChanges(template, sequence, numbering).map(({ name }) => name);
}

/** Returns the number of substituted, deleted or inserted residues in a sequence. */
export function changeCount(
  template: Uint8Array,
  sequence: Uint8Array,
  candidates?: CandidateSpaces,
): number {
  return sizeOf(designChanges(template, sequence, FROM_ONE, candidates));
}

/** Returns the number of residues that changes substitute, delete or insert. */
export function sizeOf(changes: readonly DesignChange[]): number {
  return changes.reduce((sum, { size }) => sum + size, 0);
}

/** Returns the letter of a residue; an empty string for a position outside the template. */
function residueAt(template: Uint8Array, at: number): string {
  return residueLetters(template.subarray(Math.max(0, at), at + 1));
}
