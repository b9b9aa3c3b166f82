import { parseArgs } from "node:util";
import { createRandom, type Random, spearman } from "@pdp/basics/statistics";
import { bestOfBatch, DEFAULT_EXPLORATION } from "@pdp/science/designs";
import { openThreads, type Threads } from "@pdp/science/linearAlgebra";
import type { AssayPredictor } from "@pdp/science/models";
import { explainFailure } from "../examples/explainFailure.ts";
import { DESIGNERS, fitRidge } from "./panel/baselines.ts";
import { FAMILIES, type FamilyName, type Landscape } from "./panel/families.ts";
import { drawLibrary, type LibraryKind, type Measured, measure, ofSecond } from "./panel/library.ts";
import { engineerDesigns, trainScorer } from "./panel/ours.ts";
import { meanAndError } from "./support/meanAndError.ts";

const DEFAULTS = {
  families: Object.keys(FAMILIES).join(","),
  libraries: "multiple",
  sizes: "96,384",
  noise: "15",
  seeds: "3",
  first: "0",
  rounds: "1",
  mutations: "4",
  exploration: `${100 * DEFAULT_EXPLORATION}`,
  threads: "2",
};

const HELP = `Made-up landscapes with known true values: how well the scorer ranks variants that were not measured, and how good the
designs of engineer are in truth, beside what a good analyst would do by hand. Means of the seeds, with standard errors.

  --families   of ${DEFAULTS.families} (all)
  --libraries  singles, multiple or both: what is measured, one substitution or one to eight (${DEFAULTS.libraries})
  --sizes      numbers of measured variants (${DEFAULTS.sizes})
  --noise      relative errors of a measurement, in percent (${DEFAULTS.noise})
  --seeds      number of landscapes of each family (${DEFAULTS.seeds}); the first one is --first (${DEFAULTS.first})
  --rounds     rounds of 48 designs, each measured before the next one (${DEFAULTS.rounds}); 0 for ranking alone
  --mutations  the most mutations of a design (${DEFAULTS.mutations})
  --exploration  share of the designs that are there to learn from, in percent (${DEFAULTS.exploration})
  --threads    threads of the linear algebra (${DEFAULTS.threads})`;

const WANTED = 48;
const ORDERED = 50;
/** Half-width of a 95 % interval, in standard deviations. */
const REACH = 1.96;

interface Cell {
  family: FamilyName;
  library: LibraryKind;
  rows: number;
  noise: number;
}

interface Setting {
  rounds: number;
  mutations: number;
  exploration: number;
  threads: Threads;
}

/** Figures for one landscape, by name. */
type Figures = Record<string, number>;

if (import.meta.main) {
  await main().catch((error: unknown) => {
    console.error(explainFailure(error));
    process.exit(1);
  });
}

async function main(): Promise<void> {
  const options = Object.fromEntries(
    Object.keys(DEFAULTS).map((name) => [name, { type: "string" as const }]),
  );
  const { values } = parseArgs({ options: { ...options, help: { type: "boolean", short: "h" } } });
  if (values.help) {
    console.log(HELP);
    return;
  }
  const given = { ...DEFAULTS, ...values } as typeof DEFAULTS;
  const [rounds = 1, mutations = 4, percent = 0] = numbers(
    `${given.rounds},${given.mutations},${given.exploration}`,
  );
  if (percent > 100) throw new Error(`--exploration takes a whole number from 0 to 100, not "${percent}".`);
  const threads = await openThreads(numbers(given.threads)[0]);
  const setting = { rounds, mutations, exploration: percent / 100, threads };
  const [seeds = 1, first = 0] = numbers(`${given.seeds},${given.first}`);
  for (const cell of cellsOf(given)) {
    const found: Figures[] = [];
    for (let seed = first; seed < first + seeds; seed += 1) found.push(await runCell(cell, seed, setting));
    print(cell, found);
  }
  await threads.close();
}

function numbers(text: string): number[] {
  return text.split(",").map((part) => {
    if (!/^\d{1,9}$/.test(part)) throw new Error(`"${part}" is not a whole number. --help says more.`);
    return Number(part);
  });
}

function cellsOf({ families, libraries, sizes, noise }: typeof DEFAULTS): Cell[] {
  const unknown = families.split(",").find((family) => !Object.hasOwn(FAMILIES, family));
  if (unknown !== undefined) throw new Error(`"${unknown}" is not one of ${DEFAULTS.families}.`);
  return families.split(",").flatMap((family) =>
    libraries.split(",").flatMap((library) =>
      numbers(noise).flatMap((percent) =>
        numbers(sizes).map((rows) => ({
          family: family as FamilyName,
          library: library === "singles" ? "singles" : "multiple",
          rows,
          noise: percent / 100,
        })),
      ),
    ),
  );
}

async function runCell(
  { family, library: kind, rows, noise }: Cell,
  seed: number,
  { rounds, mutations, exploration, threads }: Setting,
): Promise<Figures> {
  const random = createRandom(`panel ${family} ${kind} ${rows} ${noise} ${seed}`);
  const landscape = FAMILIES[family](random.fork("landscape"));
  const { training, test } = drawLibrary(landscape, kind, { rows, noise }, random.fork("library"));
  const truth = Float64Array.from(test, landscape.value);
  const start = performance.now();
  const predictor = await trainScorer(landscape.reference, training, `${seed}`, threads);
  const seconds = (performance.now() - start) / 1000;
  const { transformedMean, transformedSd } = predictor.predict(test);
  const figures: Figures = {
    "scorer seconds": seconds,
    ...ranking("scorer", transformedMean, truth),
    ...ranking("ridge", fitRidge(landscape.reference, training, random.fork("ridge"))(test), truth),
    "scorer coverage": coverage(predictor, truth, transformedMean, transformedSd),
    "scorer coverage of top": topCoverage(predictor, truth, transformedMean, transformedSd),
  };
  if (rounds === 0) return figures;
  const campaign = { landscape, noise, rounds, mutations, seed, threads };
  let first: { predictor: AssayPredictor | null } = { predictor };
  const engineered = await runCampaign(
    campaign,
    training,
    random.fork("engineer"),
    async (measured, round) => {
      const scorer =
        first.predictor ?? (await trainScorer(landscape.reference, measured, `${seed}/${round}`, threads));
      first = { predictor: null };
      const designs = await engineerDesigns(scorer, {
        reference: landscape.reference,
        measured,
        wanted: WANTED,
        maxMutations: mutations,
        exploration,
        second: landscape.second
          ? await trainScorer(landscape.reference, ofSecond(measured), `${seed}/${round}/second`, threads)
          : null,
        seed: `${seed}/${round}`,
      });
      if (round === 0) {
        const { transformedMean: mean, transformedSd: sd } = scorer.predict(designs);
        const values = Float64Array.from(designs, landscape.value);
        figures["engineer coverage"] = coverage(scorer, values, mean, sd);
        const promised = mean.reduce((sum, value) => sum + scorer.invert(value) / mean.length, 0);
        figures["engineer promised/true mean"] =
          promised / (values.reduce((sum, value) => sum + value, 0) / values.length);
        const best = values.reduce((highest, value) => Math.max(highest, value), Number.NEGATIVE_INFINITY);
        const expected = bestOfBatch(scorer, designs, 1, random.fork("best of the batch"));
        figures["engineer promised/true best"] = expected.median / best;
        figures["engineer best in its 80 %"] = Number(best >= expected.low && best <= expected.high);
      }
      return designs;
    },
  );
  Object.assign(figures, named("engineer", engineered));
  for (const [name, designer] of Object.entries(DESIGNERS)) {
    const found = await runCampaign(campaign, training, random.fork(name), (measured, _round, own) =>
      designer({
        reference: landscape.reference,
        measured,
        wanted: WANTED,
        maxMutations: mutations,
        random: own,
      }),
    );
    Object.assign(figures, named(name, found));
  }
  return figures;
}

interface Campaign {
  landscape: Landscape;
  noise: number;
  rounds: number;
}

/**
 * Returns the true values of all designs, as multiples of the reference value. A design that is below the reference in the
 * second assay counts as 0.
 */
async function runCampaign(
  { landscape, noise, rounds }: Campaign,
  training: Measured,
  random: Random,
  design: (measured: Measured, round: number, random: Random) => Promise<Uint8Array[]> | Uint8Array[],
): Promise<number[]> {
  const measured = {
    sequences: [...training.sequences],
    values: [...training.values],
    second: [...training.second],
  };
  const found: number[] = [];
  const reference = landscape.value(landscape.reference);
  for (let round = 0; round < rounds; round += 1) {
    const designs = await design(measured, round, random.fork(`design ${round}`));
    measure(landscape, measured, designs, noise, random.fork(`measure ${round}`));
    const holds = (one: Uint8Array): boolean =>
      !landscape.second || landscape.second(one) >= landscape.second(landscape.reference);
    found.push(...designs.map((one) => (holds(one) ? landscape.value(one) / reference : 0)));
  }
  return found;
}

function named(name: string, values: readonly number[]): Figures {
  const sorted = values.toSorted((a, b) => a - b);
  return {
    [`${name} best`]: sorted.at(-1) ?? 0,
    [`${name} median`]: sorted[Math.floor(sorted.length / 2)] ?? 0,
  };
}

/**
 * Returns the Spearman correlation, and the mean true value of the top fifty predictions on a scale from the mean of all
 * variants (0) to the mean of the best fifty (1).
 */
function ranking(name: string, predicted: Float64Array, truth: Float64Array): Figures {
  const mean = (values: readonly number[]): number =>
    values.reduce((sum, value) => sum + value, 0) / values.length;
  const count = Math.min(ORDERED, Math.ceil(truth.length / 4));
  const order = [...truth.keys()].sort((a, b) => predicted[b]! - predicted[a]!);
  const best = mean([...truth].sort((a, b) => b - a).slice(0, count));
  const all = mean([...truth]);
  const first = mean(order.slice(0, count).map((at) => truth[at]!));
  return { [`${name} spearman`]: spearman(predicted, truth), [`${name} top`]: (first - all) / (best - all) };
}

/** Returns the fraction of true values inside their 95 % intervals. */
function coverage(
  predictor: AssayPredictor,
  truth: Float64Array,
  mean: Float64Array,
  sd: Float64Array,
): number {
  const inside = truth.filter(
    (value, at) => Math.abs(predictor.transform(value) - mean[at]!) <= REACH * sd[at]!,
  );
  return inside.length / truth.length;
}

/** Returns the same fraction for the 10 % with the highest predictions. */
function topCoverage(
  predictor: AssayPredictor,
  truth: Float64Array,
  mean: Float64Array,
  sd: Float64Array,
): number {
  const top = [...truth.keys()].sort((a, b) => mean[b]! - mean[a]!).slice(0, Math.ceil(truth.length / 10));
  const at = (values: Float64Array): Float64Array => Float64Array.from(top, (place) => values[place]!);
  return coverage(predictor, at(truth), at(mean), at(sd));
}

function print({ family, library, rows, noise }: Cell, found: readonly Figures[]): void {
  console.log(`${family}, ${library}, ${rows} rows, ${100 * noise} % noise, ${found.length} seeds`);
  const names = Object.keys(found[0] ?? {});
  const models = ["scorer", "ridge", "engineer", ...Object.keys(DESIGNERS)];
  for (const model of models) {
    const own = names.filter(
      (name) =>
        name.startsWith(`${model} `) &&
        !models.some((other) => other.length > model.length && name.startsWith(`${other} `)),
    );
    if (own.length === 0) continue;
    const cells = own.map(
      (name) => `${name.slice(model.length + 1)} ${meanAndError(found.map((one) => one[name]!))}`,
    );
    console.log(`  ${model.padEnd(18)} ${cells.join("  |  ")}`);
  }
}
