import { AMINO_ACIDS } from "@pdp/basics/proteins";
import { createRandom, type Random } from "@pdp/basics/statistics";
import type { Threads } from "@pdp/science/linearAlgebra";
import type { Generator } from "#shared/domain/tasks/generatorParameters.ts";
import { designRound, type Measured } from "./designRound.ts";

const BATCH = 96;
const ROUNDS = 4;

/** Landscape of all variants of a few sites. */
export interface SiteLandscape {
  reference: string;
  /** Positions that mutate, zero-based. */
  sites: readonly number[];
  /** Returns the value of a variant; NaN if it cannot be measured, in which case its well is lost. */
  fitnessOf(sequence: string): number;
}

/**
 * Measures 96 random variants, then four rounds of 96. Returns the best known value after each of the five steps.
 */
export async function siteCampaign(
  { reference, sites, fitnessOf }: SiteLandscape,
  { seed, threads }: { seed: number; threads: Threads },
): Promise<number[]> {
  const measured: Measured = { sequences: [], values: [] };
  const bests: number[] = [];
  const measure = (sequences: readonly string[]): void => {
    for (const sequence of sequences) {
      measured.sequences.push(sequence);
      measured.values.push(fitnessOf(sequence));
    }
    bests.push(Math.max(...measured.values.filter((value) => !Number.isNaN(value))));
  };
  measure(randomVariants(reference, sites, createRandom(`campaign ${seed}`)));
  const generator = siteGenerator(reference, sites.length);
  const fixed = otherPositions(reference, sites);
  for (let round = 0; round < ROUNDS; round += 1) {
    measure(
      await designRound({
        generator,
        fixed,
        reference,
        measured,
        wanted: BATCH,
        seed: `${seed}/${round}`,
        threads,
      }),
    );
  }
  return bests;
}

/** Draws distinct variants from all of them; those that cannot be measured count as lost wells. */
function randomVariants(reference: string, sites: readonly number[], random: Random): string[] {
  const drawn = new Set<string>();
  while (drawn.size < BATCH) {
    const letters = [...reference];
    for (const site of sites) letters[site] = AMINO_ACIDS[random.integer(AMINO_ACIDS.length)]!;
    drawn.add(letters.join(""));
  }
  return [...drawn];
}

function otherPositions(reference: string, sites: readonly number[]): [number, number][] {
  return [...reference].flatMap((_, position): [number, number][] =>
    sites.includes(position) ? [] : [[position, position + 1]],
  );
}

function siteGenerator(reference: string, sites: number): Generator {
  return {
    type: "MODEL_BASED",
    template: { kind: "MONOMER", assembly: { monomer: reference }, sampler: { artifact_id: "1" } },
    requirements: null,
    discourage_mutations: null,
    min_mutations: 1,
    max_mutations: sites,
    alias: null,
  };
}
