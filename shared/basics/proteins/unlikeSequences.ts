import { consensusOf } from "./consensusOf.ts";
import { gappedIdentity, sequenceIdentity } from "./sequenceIdentity.ts";

/** Sequence that is probably not a variant of the same protein as the others, such as the label `Mean` in a summary row. */
export interface UnlikeSequence {
  /** Index of its row. */
  row: number;
  sequence: string;
  /** `SHORT` and `LONG` are relative to the median length, `OTHER` is relative to the reference. */
  reason: "SHORT" | "LONG" | "OTHER";
  /** Share of residues in common with the reference; null if the length is sufficient evidence. */
  identity: number | null;
}

/** Phrases for the reasons, used after a number of sequences. */
export const UNLIKE_WORDS: Readonly<Record<UnlikeSequence["reason"], string>> = {
  SHORT: "shorter than half the median",
  LONG: "longer than twice the median",
  OTHER: "with less than 50 % of the reference's residues",
};

/** Shares of the median length below and above which a sequence counts as unlike the others. */
const [SHORTEST, LONGEST] = [0.5, 2];
/**
 * Identity to the reference below which a sequence counts as unlike the others, provided that a share `MOST` of all sequences
 * is above `ALIKE`.
 */
const [UNLIKE, ALIKE, MOST] = [0.5, 0.8, 0.8];
/** Minimum number of sequences needed to establish a usual length. */
const MIN_SEQUENCES = 3;

/** Tells whether a sequence shares less than half of its residues with a reference. */
export function isUnlike(sequence: string, reference: string): boolean {
  return sequenceIdentity(sequence, reference) < UNLIKE;
}

/** Returns the lower median of the lengths; 0 if there are none. */
export function medianLength(sequences: readonly (string | null)[]): number {
  const lengths = sequences.flatMap((sequence) => sequence?.length ?? []).sort((a, b) => a - b);
  return lengths[(lengths.length - 1) >> 1] ?? 0;
}

/**
 * Finds sequences that are shorter than half or longer than twice the median length, or share less than 50 % of their residues
 * with the reference although 80 % of all sequences share more than 80 %. The default reference is the most common residue at
 * each position. Null denotes a missing sequence.
 */
export function unlikeSequences(
  sequences: readonly (string | null)[],
  reference: string | null = null,
): UnlikeSequence[] {
  const known = sequences.filter((sequence) => sequence !== null);
  if (known.length < MIN_SEQUENCES) return [];
  const median = medianLength(known);
  const target = reference ?? consensusOf(known);
  const identities = new Map<string, number>();
  for (const sequence of known) {
    if (!identities.has(sequence)) identities.set(sequence, sequenceIdentity(sequence, target));
  }
  const alike = known.filter((sequence) => (identities.get(sequence) ?? 0) > ALIKE);
  const isOneProtein = alike.length >= MOST * known.length;
  return sequences.flatMap((sequence, row): UnlikeSequence[] => {
    if (sequence === null) return [];
    if (sequence.length < SHORTEST * median) return [{ row, sequence, reason: "SHORT", identity: null }];
    if (sequence.length > LONGEST * median) return [{ row, sequence, reason: "LONG", identity: null }];
    if (!isOneProtein) return [];
    const identity = closest(sequence, target, identities.get(sequence) ?? 0);
    return identity < UNLIKE ? [{ row, sequence, reason: "OTHER", identity }] : [];
  });
}

/** Returns the identity of a sequence; a sequence of different length with low identity may have several gaps. */
function closest(sequence: string, target: string, identity: number): number {
  return identity >= UNLIKE || sequence.length === target.length
    ? identity
    : gappedIdentity(sequence, target);
}
