import type { Random } from "@pdp/basics/statistics";
import { AMINO_ACID_COUNT, residueLetters } from "@pdp/science/sequences";
import type { Landscape } from "./families.ts";

export type LibraryKind = "singles" | "multiple";

const MAX_MUTATIONS = 8;
const MAX_TEST = 1_000;

/** Variants with their measured values. */
export interface Measured {
  sequences: Uint8Array[];
  values: number[];
}

export interface Library {
  training: Measured;
  /** Variants of the same kind that were never measured. */
  test: Uint8Array[];
}

/**
 * Draws distinct variants of the reference, with either one substitution or one to eight, and measures the reference and some
 * of the variants. If the reference does not have enough single substitutions, returns fewer variants than requested and
 * reserves a fifth of them for the test.
 */
export function drawLibrary(
  landscape: Landscape,
  kind: LibraryKind,
  { rows, noise }: { rows: number; noise: number },
  random: Random,
): Library {
  const drawn =
    kind === "singles" ? allSingles(landscape, random) : multiple(landscape, rows + MAX_TEST, random);
  const kept = Math.min(rows, kind === "singles" ? Math.floor(0.8 * drawn.length) : rows);
  const training: Measured = { sequences: [], values: [] };
  const measured = [landscape.reference, ...drawn.slice(0, kept - 1)];
  measure(landscape, training, measured, noise, random.fork("noise"));
  return { training, test: drawn.slice(kept, kept + MAX_TEST) };
}

/** Measures sequences with log-normal relative error; `noise` is the standard deviation of the logarithm. */
function measure(
  landscape: Landscape,
  into: Measured,
  sequences: readonly Uint8Array[],
  noise: number,
  random: Random,
): void {
  for (const sequence of sequences) {
    into.sequences.push(sequence);
    into.values.push(landscape.value(sequence) * Math.exp(noise * random.normal()));
  }
}

function allSingles({ reference }: Landscape, random: Random): Uint8Array[] {
  const found: Uint8Array[] = [];
  for (const [position, native] of reference.entries()) {
    for (let residue = 0; residue < AMINO_ACID_COUNT; residue += 1) {
      if (residue === native) continue;
      const sequence = reference.slice();
      sequence[position] = residue;
      found.push(sequence);
    }
  }
  return random.shuffle(found);
}

function multiple({ reference }: Landscape, count: number, random: Random): Uint8Array[] {
  const found = new Map<string, Uint8Array>();
  while (found.size < count) {
    const sequence = reference.slice();
    for (let left = 1 + random.integer(MAX_MUTATIONS); left > 0; left -= 1) {
      sequence[random.integer(reference.length)] = random.integer(AMINO_ACID_COUNT);
    }
    if (sequence.some((residue, at) => residue !== reference[at]))
      found.set(residueLetters(sequence), sequence);
  }
  return [...found.values()];
}
