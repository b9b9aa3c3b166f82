import { createRandom, type Random } from "@pdp/basics/statistics";
import { AMINO_ACID_COUNT, residueIndices, residueLetters } from "@pdp/science/sequences";
import type { Generator } from "#shared/domain/tasks/generatorParameters.ts";
import type { Measured } from "./designRound.ts";
import { type EhrlichFunction, ehrlichFunction } from "./ehrlichFunction.ts";
import { meanAndError } from "./meanAndError.ts";

const FUNCTION = { length: 32, motifs: 4, motifLength: 4, quantization: 4 };
const BATCH = 96;
/** Default number of design rounds after the random library. */
export const EHRLICH_ROUNDS = 5;
/** Best value of every Ehrlich function; a campaign ends when it has measured this value. */
const OPTIMUM = 1;
const TARGET_SHARE = 0.8;
const SURVIVORS = BATCH / 2;
/** Maximum number of mutations between a design and the best sequence so far; the tasks' default. */
const MAX_MUTATIONS = 8;

/** Input of a designer in one round. */
export interface LoopRound {
  generator: Generator;
  /** Best sequence measured so far. */
  template: string;
  measured: Measured;
  wanted: number;
  /** Round number, starting at 0. */
  round: number;
}

export type DesignNext = (round: LoopRound) => Promise<string[]>;

export interface LoopOptions {
  seeds: number;
  first: number;
  epistasis: number;
  rounds: number;
  /** Starts the campaign for one seed. */
  begin: (seed: number) => Promise<DesignNext> | DesignNext;
}

/**
 * Runs campaigns on Ehrlich functions of 32 residues with 4 motifs of length 4: 96 random feasible sequences, then rounds of
 * 96 designs until the optimum is measured. The baseline is a plain genetic algorithm that starts from the same sequences,
 * measures the same number of sequences, and also knows the banned pairs. Prints one line per seed; the exit code is 1 if
 * design wins too rarely. Throws if a design violates a hard constraint.
 */
export async function ehrlichLoop({ seeds, first, epistasis, rounds, begin }: LoopOptions): Promise<void> {
  console.log(
    `Ehrlich functions ${JSON.stringify({ ...FUNCTION, epistasis })}, the best possible value is 1`,
  );
  let wins = 0;
  const bests: number[] = [];
  for (let seed = first; seed < first + seeds; seed += 1) {
    const start = performance.now();
    const landscape = ehrlichFunction({ ...FUNCTION, epistasis, seed: `ehrlich ${seed}` });
    const random = createRandom(`library ${seed}`);
    const library = Array.from({ length: BATCH }, () => landscape.randomSequence(random));
    const designed = await campaign(landscape, library, rounds, await begin(seed));
    const bred = runGeneticAlgorithm(landscape, library, rounds, createRandom(`breed ${seed}`));
    bests.push(designed.at(-1)!);
    if (designed.at(-1)! > bred.at(-1)!) wins += 1;
    console.log(
      `seed ${seed}: best after each round, engineer ${series(designed)}  |  genetic algorithm ${series(bred)}  |  ` +
        `${((performance.now() - start) / 1000).toFixed(0)} s`,
    );
  }
  const target = Math.ceil(TARGET_SHARE * seeds);
  console.log(
    `engineer is better for ${wins} of ${seeds} functions  |  target ≥ ${target} ${wins >= target ? "ok" : "not ok"}; ` +
      `mean of its best ${meanAndError(bests)}, ${bests.filter((best) => best === OPTIMUM).length} times the optimum; ` +
      "every design obeys its hard constraints",
  );
  if (wins < target) process.exitCode = 1;
}

function series(bests: readonly number[]): string {
  return bests.map((best) => best.toFixed(3)).join(" ");
}

/** Returns the best known value after the library and after each round. */
async function campaign(
  landscape: EhrlichFunction,
  library: readonly Uint8Array[],
  rounds: number,
  designNext: DesignNext,
): Promise<number[]> {
  const measured: Measured = { sequences: [], values: [] };
  const bests: number[] = [];
  const measure = (sequences: readonly string[]): void => {
    for (const sequence of sequences) {
      measured.sequences.push(sequence);
      measured.values.push(landscape.value(residueIndices(sequence)));
    }
    if (measured.values.some(Number.isNaN)) throw new Error("A design is infeasible.");
    bests.push(Math.max(...measured.values));
  };
  measure(library.map(residueLetters));
  for (let round = 0; round < rounds && bests.at(-1)! < OPTIMUM; round += 1) {
    const template = measured.sequences[measured.values.indexOf(bests.at(-1)!)]!;
    const generator = generatorFrom(template, landscape);
    const designs = await designNext({
      generator,
      template,
      measured,
      wanted: BATCH,
      round,
    });
    requireBatch(designs, template, measured);
    measure(designs);
  }
  return bests;
}

/** Throws unless the designs are new, distinct, within the mutation limit, and no more than requested. */
function requireBatch(designs: readonly string[], template: string, measured: Measured): void {
  const known = new Set(measured.sequences);
  for (const design of designs) {
    const mutations = [...design].filter((letter, position) => letter !== template[position]).length;
    if (known.has(design)) throw new Error(`${design} was designed before.`);
    if (design.length !== template.length || mutations < 1 || mutations > MAX_MUTATIONS)
      throw new Error(`${design} has ${mutations} mutations against ${template}.`);
    known.add(design);
  }
  if (designs.length > BATCH) throw new Error(`${designs.length} designs are too many.`);
}

/** Returns a generator that starts from the best sequence so far; all positions may mutate, up to 8 at a time (the default). */
function generatorFrom(template: string, { banned }: EhrlichFunction): Generator {
  return {
    type: "MODEL_BASED",
    template: { kind: "MONOMER", assembly: { monomer: template }, sampler: { artifact_id: "1" } },
    requirements: [
      { operator: "none", motifs: banned.map((pair) => residueLetters(pair)), apply_to: { ranges: {} } },
    ],
    discourage_mutations: null,
    min_mutations: null,
    max_mutations: null,
    alias: null,
  };
}

/**
 * Runs a genetic algorithm in which the better half recombines, with one crossover and one mutation on average. Returns the
 * best known value after each generation.
 */
function runGeneticAlgorithm(
  landscape: EhrlichFunction,
  library: readonly Uint8Array[],
  rounds: number,
  random: Random,
): number[] {
  const population = library.map((sequence) => ({ sequence, value: landscape.value(sequence) }));
  const known = new Set(library.map(residueLetters));
  const bests = [Math.max(...population.map(({ value }) => value))];
  for (let round = 0; round < rounds && bests.at(-1)! < OPTIMUM; round += 1) {
    population.sort((a, b) => b.value - a.value);
    const parents = population.slice(0, SURVIVORS).map(({ sequence }) => sequence);
    for (let born = 0; born < BATCH; ) {
      const child = createOffspring(parents, random);
      const value = landscape.value(child);
      const letters = residueLetters(child);
      if (Number.isNaN(value) || known.has(letters)) continue;
      known.add(letters);
      population.push({ sequence: child, value });
      born += 1;
    }
    bests.push(Math.max(...population.map(({ value }) => value)));
  }
  return bests;
}

function createOffspring(parents: readonly Uint8Array[], random: Random): Uint8Array {
  const child = parents[random.integer(parents.length)]!.slice();
  const other = parents[random.integer(parents.length)]!;
  const cut = random.integer(child.length);
  child.set(other.subarray(cut), cut);
  for (let position = 0; position < child.length; position += 1) {
    if (random.uniform() < 1 / child.length) child[position] = random.integer(AMINO_ACID_COUNT);
  }
  return child;
}
