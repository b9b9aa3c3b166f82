import { AMINO_ACIDS } from "#shared/domain/aminoAcids.ts";
import type { Random } from "#shared/science/statistics/random.ts";

export const REFERENCE = "MKLAVGWTRENDQHYSCFIP";

/** Sequences with one to `most` substitutions each, at the first `sites` positions. */
export function mutants(random: Random, count: number, most: number, sites = REFERENCE.length): string[] {
  return Array.from({ length: count }, () => {
    const letters = [...REFERENCE];
    const changes = 1 + random.integer(most);
    for (let change = 0; change < changes; change += 1) {
      letters[random.integer(sites)] = AMINO_ACIDS[random.integer(AMINO_ACIDS.length)]!;
    }
    return letters.join("");
  });
}
