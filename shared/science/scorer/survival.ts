import { createRandom } from "#shared/basics/statistics/random.ts";
import { type MutationRows, RESIDUE_KINDS } from "./mutationRows.ts";

/**
 * Model of the probability that a variant is active: each mutation is either harmless or lethal, and kills a variant
 * independently of the others (noisy-OR, Pearl 1988). Length × RESIDUE_KINDS, by position and new residue: the logarithm of the
 * probability that a variant survives the mutation.
 */
export type Survival = Float64Array;

/** Variants that are known to be active or dead. */
export interface Activities {
  rows: MutationRows;
  isActive: readonly boolean[];
}

/** Candidate probabilities that a variant survives a lethal mutation, or does not survive a harmless one. */
const EXCEPTIONS = [0.003, 0.03, 0.15];
const FOLDS = 5;
const ITERATIONS = 30;
/** Share of a message that is replaced in an iteration. */
const DAMPING = 0.5;
/** Weight of the prior of a position, in substitutions. The mean of the prior is that of all positions. */
const POSITION_WEIGHT = 10;
const MIN_CHANCE = 1e-4;

/**
 * Fits the model. The probability of exceptions is chosen by cross-validation; `heldOut` contains each row's probability of
 * being active, predicted from the other folds. `length` is the number of positions.
 */
export function fitSurvival(
  { rows, isActive }: Activities,
  length: number,
): { survival: Survival; heldOut: Float64Array } {
  const order = createRandom("survival").shuffle(Uint32Array.from(isActive, (_, row) => row));
  const fits = EXCEPTIONS.map((exception) => {
    const heldOut = new Float64Array(isActive.length);
    for (let fold = 0; fold < FOLDS; fold += 1) {
      const known = order.filter((_, place) => place % FOLDS !== fold);
      const survival = propagate({ rows, isActive }, known, length, exception);
      for (let place = fold; place < order.length; place += FOLDS)
        heldOut[order[place]!] = activeChance(survival, rows, order[place]!);
    }
    const density = heldOut.reduce(
      (sum, chance, row) => sum + Math.log(isActive[row] ? chance : 1 - chance),
      0,
    );
    return { exception, heldOut, density };
  });
  const { exception, heldOut } = fits.reduce((one, other) => (other.density > one.density ? other : one));
  return { survival: propagate({ rows, isActive }, order, length, exception), heldOut };
}

/** Returns the probability that a row is active. */
export function activeChance(
  survival: Survival,
  { sites, residues, starts, mutations }: MutationRows,
  row: number,
): number {
  const log = mutations
    .subarray(starts[row]!, starts[row + 1]!)
    .reduce((sum, own) => sum + survival[sites[own]! * RESIDUE_KINDS + residues[own]!]!, 0);
  return Math.min(1 - MIN_CHANCE, Math.max(MIN_CHANCE, Math.exp(log)));
}

/** Estimates from some of the rows which mutations are lethal, by belief propagation. */
function propagate(
  { rows: { sites, residues, starts, mutations }, isActive }: Activities,
  known: Uint32Array,
  length: number,
  exception: number,
): Survival {
  // One message from each row to each of its mutations: the logarithm of the likelihood ratio of lethal to harmless.
  const messages = new Float64Array(mutations.length);
  const isKnown = new Uint8Array(sites.length);
  for (const row of known) {
    for (let at = starts[row]!; at < starts[row + 1]!; at += 1) {
      isKnown[mutations[at]!] = 1;
      if (isActive[row]) messages[at] = Math.log(exception / (1 - exception));
    }
  }
  const survives = (chance: number): number => (1 - chance) * (1 - exception) + chance * exception;
  const dead = known.filter((row) => !isActive[row]);
  const start = Math.max(0.01, dead.length / known.length / 2);
  let positions: Float64Array = new Float64Array(length).fill(start);
  let odds: Float64Array = new Float64Array(sites.length);
  let lethal = odds;
  for (let iteration = 0; iteration < ITERATIONS; iteration += 1) {
    odds = Float64Array.from(sites, (site) => Math.log(positions[site]! / (1 - positions[site]!)));
    for (const row of known)
      for (let at = starts[row]!; at < starts[row + 1]!; at += 1)
        odds[mutations[at]!] = odds[mutations[at]!]! + messages[at]!;
    lethal = odds.map((own) => 1 / (1 + Math.exp(-own)));
    positions = positionMeans(lethal, sites, isKnown, length);
    for (const row of dead) {
      const [first, end] = [starts[row]!, starts[row + 1]!];
      let all = 1;
      const factors = messages
        .subarray(first, end)
        .map((message, at) => survives(1 / (1 + Math.exp(message - odds[mutations[first + at]!]!))));
      for (const factor of factors) all *= factor;
      for (const [at, factor] of factors.entries()) {
        const others = all / factor;
        const message = Math.log((1 - exception * others) / (1 - (1 - exception) * others));
        messages[first + at] = (1 - DAMPING) * messages[first + at]! + DAMPING * message;
      }
    }
  }
  const survival = Float64Array.from({ length: length * RESIDUE_KINDS }, (_, at) =>
    Math.log(survives(positions[Math.floor(at / RESIDUE_KINDS)]!)),
  );
  for (const [own, chance] of lethal.entries())
    survival[sites[own]! * RESIDUE_KINDS + residues[own]!] = Math.log(survives(chance));
  return survival;
}

/** Averages over the known mutations of each position. */
function positionMeans(
  lethal: Float64Array,
  sites: Uint32Array,
  isKnown: Uint8Array,
  length: number,
): Float64Array {
  const sums = new Float64Array(length);
  const counts = new Float64Array(length);
  for (const [own, site] of sites.entries()) {
    sums[site] = sums[site]! + isKnown[own]! * lethal[own]!;
    counts[site] = counts[site]! + isKnown[own]!;
  }
  const total = (values: Float64Array): number => values.reduce((sum, value) => sum + value, 0);
  const mean = Math.min(0.99, Math.max(0.01, total(sums) / Math.max(1, total(counts))));
  return sums.map((sum, site) => (sum + POSITION_WEIGHT * mean) / (counts[site]! + POSITION_WEIGHT));
}
