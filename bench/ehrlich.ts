import type { Generator } from "#shared/domain/taskParameters.ts";
import { AMINO_ACID_COUNT, residueIndices, residueLetters } from "#shared/science/aminoAcids.ts";
import { createRandom, type Random } from "#shared/science/random.ts";
import { openThreads, type Threads } from "#shared/science/threads.ts";
import { designRound, type Measured } from "./designRound.ts";
import { type EhrlichFunction, ehrlichFunction } from "./ehrlichFunction.ts";

/*
 * Campaigns on Ehrlich functions of 32 residues with 4 motifs of 4: 96 random feasible sequences, then five rounds of 96 that
 * engineer designs, beside a plain genetic algorithm that starts from the same sequences, measures as many, and
 * knows the banned pairs as well: node bench/ehrlich.ts [seeds] [first seed] [threads] [epistasis]
 */

const FUNCTION = { length: 32, motifs: 4, motifLength: 4, quantization: 4 };
const BATCH = 96;
const ROUNDS = 5;
const SEEDS = 10;
const TARGET_SHARE = 0.8;
const SURVIVORS = BATCH / 2;

if (import.meta.main) {
  const [seeds = SEEDS, first = 0, threads = 2, epistasis = 0] = process.argv.slice(2).map(Number);
  await main(seeds, first, threads, epistasis);
}

async function main(seeds: number, first: number, threadCount: number, epistasis: number): Promise<void> {
  console.log(
    `Ehrlich functions ${JSON.stringify({ ...FUNCTION, epistasis })}, the best possible value is 1`,
  );
  const threads = await openThreads(threadCount);
  let wins = 0;
  for (let seed = first; seed < first + seeds; seed += 1) {
    const start = performance.now();
    const landscape = ehrlichFunction({ ...FUNCTION, epistasis, seed: `ehrlich ${seed}` });
    const random = createRandom(`library ${seed}`);
    const library = Array.from({ length: BATCH }, () => landscape.randomSequence(random));
    const designed = await campaign(landscape, library, seed, threads);
    const bred = breed(landscape, library, createRandom(`breed ${seed}`));
    if (designed.at(-1)! > bred.at(-1)!) wins += 1;
    console.log(
      `seed ${seed}: best after each round, engineer ${series(designed)}  |  genetic algorithm ${series(bred)}  |  ` +
        `${((performance.now() - start) / 1000).toFixed(0)} s`,
    );
  }
  await threads.close();
  const target = Math.ceil(TARGET_SHARE * seeds);
  console.log(
    `engineer is better for ${wins} of ${seeds} functions  |  target ≥ ${target} ${wins >= target ? "ok" : "not ok"}; ` +
      "every design was feasible",
  );
  if (wins < target) process.exitCode = 1;
}

function series(bests: readonly number[]): string {
  return bests.map((best) => best.toFixed(3)).join(" ");
}

/** The best value known after the library and after each round. Throws if a design has a banned pair. */
async function campaign(
  landscape: EhrlichFunction,
  library: readonly Uint8Array[],
  seed: number,
  threads: Threads,
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
  for (let round = 0; round < ROUNDS; round += 1) {
    const template = measured.sequences[measured.values.indexOf(bests.at(-1)!)]!;
    const generator = generatorFrom(template, landscape);
    const asked = {
      generator,
      reference: template,
      measured,
      wanted: BATCH,
      seed: `${seed}/${round}`,
      threads,
    };
    measure(await designRound(asked));
  }
  return bests;
}

/** The best so far is the template; all positions may mutate, up to 8 of them at a time (the default). */
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

/** The best value known after each generation: the better half breeds, one crossing, one mutation on average. */
function breed(landscape: EhrlichFunction, library: readonly Uint8Array[], random: Random): number[] {
  const population = library.map((sequence) => ({ sequence, value: landscape.value(sequence) }));
  const known = new Set(library.map(residueLetters));
  const bests = [Math.max(...population.map(({ value }) => value))];
  for (let round = 0; round < ROUNDS; round += 1) {
    population.sort((a, b) => b.value - a.value);
    const parents = population.slice(0, SURVIVORS).map(({ sequence }) => sequence);
    for (let born = 0; born < BATCH; ) {
      const child = offspring(parents, random);
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

function offspring(parents: readonly Uint8Array[], random: Random): Uint8Array {
  const child = parents[random.integer(parents.length)]!.slice();
  const other = parents[random.integer(parents.length)]!;
  const cut = random.integer(child.length);
  child.set(other.subarray(cut), cut);
  for (let position = 0; position < child.length; position += 1) {
    if (random.uniform() < 1 / child.length) child[position] = random.integer(AMINO_ACID_COUNT);
  }
  return child;
}
