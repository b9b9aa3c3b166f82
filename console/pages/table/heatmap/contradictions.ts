import type { MeasuredVariant } from "./substitutions.ts";

/** Row whose sequence is not what its mutations say. */
export interface Contradiction {
  /** As the row states them. */
  stated: string;
  /** As its sequence has them, such as `A20P V39E`. */
  found: string;
}

/** One of so many rows with mutations may disagree: if more do, the reference or its numbers are others. */
const DISAGREEING = 5;

/**
 * Finds the rows whose sequence is not the reference with the mutations that they state: a letter was mistyped in one or in the
 * other. None where most rows disagree, since mutations are counted or written in some other way then.
 */
export function findContradictions(
  variants: readonly MeasuredVariant[],
  reference: string,
  numbers: readonly number[],
): Contradiction[] {
  const stating = variants.filter(
    ({ sequence, mutations }) =>
      sequence.length === reference.length && mutations !== null && /[A-Z]\d+[A-Z]/.test(mutations),
  );
  const found = stating.flatMap(({ sequence, mutations }): Contradiction[] => {
    const stated = mutations?.match(/[A-Z]\d+[A-Z]/g) ?? [];
    const differences = [...sequence].flatMap((residue, at) =>
      residue === reference[at] ? [] : [`${reference[at]}${numbers[at]}${residue}`],
    );
    // A mutation to the residue that is there anyway changes nothing.
    const changes = new Set(stated.filter((code) => code[0] !== code.at(-1)));
    const isSame = changes.size === differences.length && differences.every((code) => changes.has(code));
    return isSame ? [] : [{ stated: mutations ?? "", found: differences.join(" ") || "the reference" }];
  });
  return found.length * DISAGREEING > stating.length ? [] : found;
}
