import type { MeasuredVariant } from "./substitutions.ts";

/** Row with a sequence that does not match its mutations. */
export interface Contradiction {
  /** As specified in the row. */
  stated: string;
  /** As found in its sequence, such as `A20P V39E`. */
  actual: string;
}

/**
 * If more than one in this many of the rows with mutations disagrees with its sequence, the reference or its numbering is
 * wrong.
 */
const DISAGREEING = 5;

/** A deletion and an insertion of the same size preserve the length but move residues to other positions. */
const INSERTED_OR_DELETED = /\d(?:del|ins|dup)/i;

/**
 * Finds the rows in which the sequence is not the reference with the specified mutations, for example because of a typo.
 * Returns nothing if most rows disagree, because that means that the mutations use a different numbering or notation.
 */
export function findContradictions(
  variants: readonly MeasuredVariant[],
  reference: string,
  numbers: readonly number[],
): Contradiction[] {
  const stating = variants.filter(
    ({ sequence, mutations }) =>
      sequence.length === reference.length &&
      mutations !== null &&
      /[A-Z]\d+[A-Z]/.test(mutations) &&
      !INSERTED_OR_DELETED.test(mutations),
  );
  const contradictions = stating.flatMap(({ sequence, mutations }): Contradiction[] => {
    const stated = mutations?.match(/[A-Z]\d+[A-Z]/g) ?? [];
    const differences = [...sequence].flatMap((residue, at) =>
      residue === reference[at] ? [] : [`${reference[at]}${numbers[at]}${residue}`],
    );
    // A mutation to the reference residue changes nothing.
    const changes = new Set(stated.filter((code) => code[0] !== code.at(-1)));
    const isSame = changes.size === differences.length && differences.every((code) => changes.has(code));
    return isSame ? [] : [{ stated: mutations ?? "", actual: differences.join(" ") || "the reference" }];
  });
  return contradictions.length * DISAGREEING > stating.length ? [] : contradictions;
}
