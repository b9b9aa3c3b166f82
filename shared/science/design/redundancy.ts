import { createRandom } from "@pdp/basics/statistics";
import { mutatedPositions } from "./designSpace.ts";

/**
 * Limit on similar designs in a selection: each selected design has at most `limit` selected designs of lower merit within one
 * substitution. Designs may be offered in any order; among designs of equal merit, the earlier one counts as better.
 */
export interface Redundancy {
  /** Adds a design if the limit allows it; otherwise returns false. Designs of different lengths are not similar. */
  admit(sequence: Uint8Array, merit: number): boolean;
}

interface Selected {
  sequence: Uint8Array;
  merit: number;
  /** Number of selected designs of lower merit within one substitution. */
  worse: number;
}

const LETTERS = 32;

/** Creates a limit; it ignores exempt designs. */
export function createRedundancy(
  limit: number,
  template: Uint8Array,
  isExempt: (sequence: Uint8Array) => boolean = () => limit === Number.POSITIVE_INFINITY,
): Redundancy {
  const random = createRandom("redundancy");
  // Sums of 2,000 keys stay below 2^53, so they are exact.
  const keys: number[] = [];
  function extendKeys(length: number): void {
    while (keys.length < length * LETTERS) keys.push(random.integer(2 ** 32) * 2 ** 9);
  }
  extendKeys(template.length);
  /** Sequences relative to which keys are computed, by length: the template, or the first design of each length. */
  const bases = new Map([[template.length, template]]);
  const byKey = new Map<number, Selected[]>();

  /**
   * Returns a key for the sequence, and one for each version of it with a single mutation reverted: two sequences that differ
   * at one position share a key.
   */
  function keysOf(sequence: Uint8Array): number[] {
    let whole = 0;
    const base = bases.get(sequence.length) ?? sequence;
    if (base === sequence) {
      bases.set(sequence.length, sequence);
      extendKeys(sequence.length);
    }
    const changes = mutatedPositions(base, sequence).map((position) => {
      const before = keys[position * LETTERS + base[position]!]!;
      return keys[position * LETTERS + sequence[position]!]! - before;
    });
    for (const change of changes) whole += change;
    return [whole, ...changes.map((change) => whole - change)];
  }

  function neighborsOf(sequence: Uint8Array, keys: readonly number[]): Set<Selected> {
    const neighbors = new Set<Selected>();
    for (const key of keys) {
      for (const neighbor of byKey.get(key) ?? []) {
        if (differsByAtMostOne(neighbor.sequence, sequence)) neighbors.add(neighbor);
      }
    }
    return neighbors;
  }

  function admit(sequence: Uint8Array, merit: number): boolean {
    if (isExempt(sequence)) return true;
    const keys = keysOf(sequence);
    const neighbors = neighborsOf(sequence, keys);
    let worse = 0;
    for (const neighbor of neighbors) {
      if (neighbor.merit < merit) worse += 1;
      else if (neighbor.worse >= limit) return false;
    }
    if (worse > limit) return false;
    for (const neighbor of neighbors) if (neighbor.merit >= merit) neighbor.worse += 1;
    const selected: Selected = { sequence, merit, worse };
    for (const key of keys) {
      const known = byKey.get(key);
      if (known === undefined) byKey.set(key, [selected]);
      else known.push(selected);
    }
    return true;
  }

  return { admit };
}

function differsByAtMostOne(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false;
  let differences = 0;
  for (let position = 0; position < a.length; position += 1) {
    if (a[position] !== b[position]) differences += 1;
    if (differences > 1) return false;
  }
  return true;
}
