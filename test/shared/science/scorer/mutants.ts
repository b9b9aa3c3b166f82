import { AMINO_ACIDS } from "@pdp/basics/proteins";
import { createRandom, type Random } from "@pdp/basics/statistics";
import { RESIDUE_KINDS, type ScoreTable, type StructureContext, scoreTable } from "@pdp/science/models";

export const REFERENCE = "MKLAVGWTRENDQHYSCFIP";

/** Scores of as many mutants as a model accepts. */
export function someScores(): ScoreTable[] {
  return ["one", "two", "three", "four"].map((name) => {
    const scored = mutants(createRandom(name), 60, 2);
    return scoreTable(
      name,
      scored,
      scored.map((_, row) => (row * 7) % 11),
      REFERENCE,
    );
  });
}

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

/** Changes in log probability under a structure, which differ from position to position. */
export function someStructure(): StructureContext {
  const random = createRandom("structure");
  return {
    changes: Float64Array.from({ length: REFERENCE.length * RESIDUE_KINDS }, () => -3 * random.uniform()),
    places: Float64Array.from({ length: REFERENCE.length * 3 }, () => 20 * random.uniform()),
  };
}
