import { FROM_ONE } from "#shared/domain/mutations/numbering.ts";
import { alignMutant } from "#shared/science/sequences/alignMutant.ts";
import { GAP, residueLetters } from "#shared/science/sequences/aminoAcids.ts";
import { mutatedPositions } from "./designSpace.ts";

/** Substitution, deletion or insertion of a template. */
export interface DesignChange {
  /** Same for the same change, however the residues are numbered. */
  readonly key: string;
  /** Such as V39A, D40del or K42_L43insGS. */
  readonly name: string;
  /** Number of residues that are substituted, deleted or inserted. */
  readonly size: number;
}

/**
 * Returns the changes of a sequence. A sequence of the template's length is compared position by position; others are aligned.
 * Positions in names count from 1 unless a numbering is given.
 */
export function designChanges(
  template: Uint8Array,
  sequence: Uint8Array,
  numbering = FROM_ONE,
): DesignChange[] {
  const siteOf = (at: number) => residueAt(template, at) + numbering.positionAt(at);
  const changeAt = (at: number, residue: number): DesignChange => {
    const change = residue === GAP ? "del" : residueLetters([residue]);
    return { key: `${at} ${change}`, name: siteOf(at) + change, size: 1 };
  };
  if (sequence.length === template.length) {
    return mutatedPositions(template, sequence).map((at) => changeAt(at, sequence[at]!));
  }
  const { residues, insertions } = alignMutant(sequence, template);
  return [
    ...mutatedPositions(template, residues).map((at) => changeAt(at, residues[at]!)),
    ...insertions.map(({ after, residues: inserted }) => {
      const change = `ins${residueLetters(inserted)}`;
      const name = `${siteOf(after - 1)}_${siteOf(after)}${change}`;
      return { key: `${after} ${change}`, name, size: inserted.length };
    }),
  ];
}

/** Names the changes of a sequence; positions count from 1 unless a numbering is given. */
export function changeNames(template: Uint8Array, sequence: Uint8Array, numbering = FROM_ONE): string[] {
  return designChanges(template, sequence, numbering).map(({ name }) => name);
}

/** Returns the number of residues that a sequence substitutes, deletes or inserts. */
export function changeCount(template: Uint8Array, sequence: Uint8Array): number {
  return designChanges(template, sequence).reduce((sum, { size }) => sum + size, 0);
}

/** Returns the letter of a residue; positions before and after the template have none. */
function residueAt(template: Uint8Array, at: number): string {
  return residueLetters(template.subarray(Math.max(0, at), at + 1));
}
