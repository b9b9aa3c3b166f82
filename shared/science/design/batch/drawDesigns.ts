import type { Random } from "@pdp/basics/statistics";
import { byExpectedUtility, type Candidate, constrainedUtility, expectedUtility } from "../candidates.ts";
import { designKey } from "../designKey.ts";
import { type Goal, goalShares, improvement } from "../designLevels.ts";
import type { MutationShares } from "../mutationShares.ts";
import { createRedundancy, type Redundancy } from "../redundancy.ts";
import { sortDescending } from "../shortlist.ts";

export interface DrawOptions {
  template: Uint8Array;
  /** If null, nothing is drawn. */
  objective: Goal | null;
  /** Secondary objectives. */
  secondary?: readonly Goal[];
  wanted: number;
  hitRedundancy: number;
  /** Tells which candidates the redundancy limit ignores. */
  isExempt?: (sequence: Uint8Array) => boolean;
  /** Shares of mutations with which the batch is filled, in turn. */
  shares: readonly MutationShares[];
  /** Designs of the batch that have already been selected; they count towards the redundancy limit. */
  before?: readonly Candidate[];
}

/** Number of candidates drawn jointly; their covariance matrix has that many rows and columns. */
const JOINTLY = 4_000;
/** Maximum number of draws per slot. */
const DRAWS = 3;

/**
 * Selects a batch by Thompson sampling (Thompson 1933; for batches, Kandasamy et al. 2018): for each slot, the values of all
 * candidates are drawn jointly from the posterior, and the candidate with the largest utility in that draw is selected.
 * Designs are sorted by expected utility, best first.
 */
export function drawDesigns(
  candidates: readonly Candidate[],
  options: DrawOptions,
  random: Random,
): Candidate[] {
  const { objective, secondary = [], wanted, before = [] } = options;
  if (wanted <= 0 || objective === null) return [];
  const goals = [objective, ...secondary];
  const shares = goalShares(goals);
  const redundancy = redundancyAfter(before, options);
  const chosen = new Map<string, Candidate>();
  const blocks = blocksOf(candidates, random);
  const turns = options.shares.flatMap((batch) => Array.from({ length: DRAWS }, () => batch));
  for (const batch of turns) {
    if (chosen.size >= wanted) break;
    for (const [index, block] of blocks.entries()) {
      const places = Math.ceil((wanted - chosen.size) / (blocks.length - index));
      if (places <= 0) break;
      const sequences = block.map(({ sequence }) => sequence);
      const drawn = goals.map(({ predictor }) => predictor.samplePosterior(sequences, places, random));
      for (let draw = 0; draw < places; draw += 1) {
        const worths = block.map(({ logConstraints, logDiscouraged }, at) =>
          constrainedUtility(
            goals.reduce(
              (sum, goal, index) =>
                sum + shares[index]! * improvement(goal, drawn[index]!.data[draw * block.length + at]!),
              0,
            ),
            logConstraints + logDiscouraged,
          ),
        );
        const admitted = sortDescending(worths).find(([at]) => {
          const { sequence } = block[at]!;
          if (chosen.has(designKey(sequence)) || !batch.allows(sequence)) return false;
          return redundancy.admit(sequence, expectedUtility(block[at]!));
        });
        if (admitted === undefined) break;
        const candidate = block[admitted[0]]!;
        batch.add(candidate.sequence);
        chosen.set(designKey(candidate.sequence), candidate);
      }
    }
  }
  return [...chosen.values()].sort(byExpectedUtility);
}

/** Returns the redundancy limit of a batch in which some designs have already been selected. */
export function redundancyAfter(
  before: readonly Candidate[],
  { template, hitRedundancy, isExempt }: Pick<DrawOptions, "template" | "hitRedundancy" | "isExempt">,
): Redundancy {
  const redundancy = createRedundancy(hitRedundancy, template, isExempt);
  for (const candidate of before) redundancy.admit(candidate.sequence, expectedUtility(candidate));
  return redundancy;
}

function blocksOf(candidates: readonly Candidate[], random: Random): Candidate[][] {
  const count = Math.ceil(candidates.length / JOINTLY);
  const order = random.shuffle([...candidates]);
  return Array.from({ length: count }, (_, block) => order.filter((__, at) => at % count === block));
}
