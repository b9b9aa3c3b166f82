import type { Numbering } from "#shared/domain/mutations/numbering.ts";

/** Returns the substitutions of a sequence against another one of the same length: `A12V`. */
export function writeChanges(sequence: string, reference: string, numbering: Numbering): string[] {
  return [...sequence].flatMap((residue, at) =>
    residue === reference[at] ? [] : [`${reference[at]}${numbering.positionAt(at)}${residue}`],
  );
}
