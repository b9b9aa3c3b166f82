import type { Numbering } from "#shared/basics/proteins/numbering.ts";

/** Returns the substitutions in a sequence relative to another sequence of the same length: `A12V`. */
export function writeChanges(sequence: string, reference: string, numbering: Numbering): string[] {
  return changedSites(sequence, reference, numbering).map(({ code }) => code);
}

/** Returns the substitutions in a sequence with their indices. */
export function changedSites(
  sequence: string,
  reference: string,
  numbering: Numbering,
): { index: number; code: string }[] {
  return [...sequence].flatMap((residue, index) =>
    residue === reference[index]
      ? []
      : [{ index, code: `${reference[index]}${numbering.positionAt(index)}${residue}` }],
  );
}
