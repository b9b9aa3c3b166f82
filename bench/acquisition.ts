import { AMINO_ACIDS } from "#shared/basics/proteins/aminoAcids.ts";
import { createRandom } from "#shared/basics/statistics/random.ts";
import { objectiveGoal } from "#shared/science/design/designLevels.ts";
import { designSpace } from "#shared/science/design/designSpace.ts";
import { type EngineerPlan, engineerSearch } from "#shared/science/design/engineer.ts";
import { openThreads, type Threads } from "#shared/science/linearAlgebra/threads.ts";
import { fitSampler } from "#shared/science/sampler/fitSampler.ts";
import { createScorer } from "#shared/science/scorer/scorer.ts";
import { residueIndices } from "#shared/science/sequences/aminoAcids.ts";
import { THREE_SITES, threeSites } from "./panel/threeSites.ts";
import { benchProgram } from "./support/benchProgram.ts";
import { fitScorer } from "./support/fitScorer.ts";
import { meanAndError } from "./support/meanAndError.ts";

const SUMMARY = `Campaigns on generated landscapes of three sites, 24 variants at random, then four rounds of 24, by rules of choice:
the best expected ones with a quarter of draws from the posterior, with 0.6 while rounds follow, and Thompson sampling of the Gaussian process alone.`;
const DEFAULTS = { seeds: 20, first: 0, threads: 2 };
const [BATCH, ROUNDS, NOISE] = [24, 4, 0.1];
const REFERENCE = "MKTAYIAKQRQISFVKSHFS";
const SITES = [6, 9, 13];

interface Rule {
  name: string;
  exploration: (round: number) => number;
}
const RULES: Rule[] = [
  { name: "0.25", exploration: () => 0.25 },
  { name: "0.6", exploration: (round) => (round < ROUNDS - 1 ? 0.6 : 0.25) },
  { name: "Thompson", exploration: () => 1 },
];

if (import.meta.main) await benchProgram(SUMMARY, DEFAULTS, main);

async function main({ seeds, first, threads: count }: typeof DEFAULTS): Promise<void> {
  const threads = await openThreads(count);
  for (const kind of THREE_SITES) {
    const found = RULES.map(() => [] as number[]);
    for (let seed = first; seed < first + seeds; seed += 1) {
      const values = threeSites(createRandom(`${kind} ${seed}`), kind);
      const best = values.reduce((most, value) => Math.max(most, value), 0);
      for (const [index, rule] of RULES.entries())
        found[index]!.push((await campaign(values, rule, seed, threads)) / best);
      console.log(kind, seed, ...found.map((one) => one.at(-1)!.toFixed(3)));
    }
    for (const [index, { name }] of RULES.entries()) {
      const less = found[index]!.map((share, at) => share - found[0]![at]!);
      console.log(`${kind}, ${name}: ${meanAndError(found[index]!)}; minus 0.25: ${meanAndError(less)}`);
    }
  }
  await threads.close();
}

/** Returns the best true value among the measured variants. */
async function campaign(values: Float64Array, rule: Rule, seed: number, threads: Threads): Promise<number> {
  const random = createRandom(`campaign ${seed}`);
  const sequences = new Set<string>();
  while (sequences.size < BATCH) {
    sequences.add(variant(SITES.map(() => AMINO_ACIDS[random.integer(20)]!)));
  }
  const measured = [...sequences].map((sequence) => ({ sequence, value: measure(sequence) }));
  for (let round = 0; round < ROUNDS; round += 1) {
    const designs = await design(measured, rule, round, `${seed}/${round}`, threads);
    measured.push(...designs.map((sequence) => ({ sequence, value: measure(sequence) })));
  }
  return Math.max(...measured.map(({ sequence }) => trueOf(sequence)));

  function trueOf(sequence: string): number {
    return values[SITES.reduce((code, site) => 20 * code + AMINO_ACIDS.indexOf(sequence[site]!), 0)]!;
  }
  function measure(sequence: string): number {
    return trueOf(sequence) * Math.exp(NOISE * random.normal());
  }
}

function variant(letters: readonly string[]): string {
  const all = [...REFERENCE];
  for (const [index, site] of SITES.entries()) all[site] = letters[index]!;
  return all.join("");
}

async function design(
  measured: readonly { sequence: string; value: number }[],
  rule: Rule,
  round: number,
  seed: string,
  threads: Threads,
): Promise<string[]> {
  const data = {
    reference: REFERENCE,
    sequences: measured.map(({ sequence }) => sequence),
    assays: [{ assay_id: "y", scale_type: "MULTIPLICATIVE" as const }],
    values: [Float64Array.from(measured, ({ value }) => value)],
    sampler: null,
    folds: 3,
    seed,
  };
  const { model } = await fitScorer(data, { threads, kinds: ["fold", "final"] });
  const scorer = createScorer(model!, threads);
  const template = {
    kind: "MONOMER" as const,
    assembly: { monomer: REFERENCE },
    sampler: { artifact_id: "1" },
  };
  const fixed = Array.from(REFERENCE, (_, at) => at)
    .filter((at) => !SITES.includes(at))
    .map((at): [number, number] => [at, at + 1]);
  const space = designSpace(
    { template, alias: null, discourage_mutations: null, min_mutations: 1, max_mutations: 3 },
    fixed,
  );
  const { sampler } = await fitSampler({ reference: residueIndices(REFERENCE) });
  const plan: EngineerPlan = {
    space,
    sampler,
    objective: objectiveGoal(
      { measure: { assay_id: "y", direction: "MAXIMIZE" }, reference: 0.1 },
      scorer,
      REFERENCE.length,
    ),
    constraints: [],
    filters: [],
    wanted: BATCH,
    hitRedundancy: 10,
    fillUp: false,
    exploration: rule.exploration(round),
    exclude: data.sequences.map(residueIndices),
    seed,
  };
  let state = engineerSearch.start(plan);
  while (!state.done) state = engineerSearch.round(plan, state);
  return engineerSearch
    .select(plan, state)
    .map(({ sequence }) => variant(SITES.map((site) => AMINO_ACIDS[sequence[site]!]!)));
}
