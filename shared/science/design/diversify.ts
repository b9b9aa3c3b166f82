import { DataProblem } from "@pdp/basics/errors";
import { createRandom } from "@pdp/basics/statistics";
import type { Sampler } from "../sampler/sampler.ts";
import { noCandidates } from "./candidateCounts.ts";
import { byGenerator, byPreference } from "./candidateShares.ts";
import { type CandidateSpaces, candidateDensity, discouragedOf, spaceOf } from "./candidateSpaces.ts";
import { designKey, differentSequences } from "./designKey.ts";
import type { Goal } from "./designLevels.ts";
import type { DesignSearch } from "./designSearch.ts";
import { type DesignSpace, requireSampler } from "./designSpace.ts";
import { addCounts, type DiversifyCounts } from "./diversifyCounts.ts";
import { filterDesigns } from "./filterDesigns.ts";
import { DIVERSIFY_ROUNDS } from "./generators.ts";
import { ALL_MEASURED, isNewDesign } from "./isNewDesign.ts";
import { likelyMoves } from "./likelyMoves.ts";
import { mutateDesign, type Proposal } from "./mutateDesign.ts";
import { type ShareLimit, sharesInTurn } from "./mutationShares.ts";
import { nearTemplate } from "./nearTemplate.ts";
import {
  admitted,
  type BeamDesign,
  bestDesigns,
  differentDesigns,
  likelihoodMerit,
  type RankedDesign,
} from "./rankedDesigns.ts";
import { createRedundancy } from "./redundancy.ts";
import { requireDesigns } from "./requireDesigns.ts";
import { startingDesigns } from "./startingDesigns.ts";

export interface DiversifyPlan {
  /** Space of the template, which is searched unless other candidates are given. */
  readonly space: DesignSpace;
  readonly candidates?: CandidateSpaces;
  /** Generator's sampler, which proposes substitutions. */
  readonly sampler: Sampler;
  /** Ranker's sampler; its density is used to rank designs. */
  readonly ranker: Sampler;
  /** Sequence of the template's length relative to which log likelihoods are computed. */
  readonly reference: Uint8Array;
  readonly filters: readonly Goal[];
  readonly wanted: number;
  readonly hitRedundancy: number;
  /** Tells which designs the redundancy limit ignores; absent if it ignores none. */
  readonly isExempt?: (sequence: Uint8Array) => boolean;
  /** Limit on the share of the designs with the same mutation; absent if there is none. */
  readonly shareLimit?: ShareLimit | undefined;
  /** Sequences that must not be returned: measured ones and templates (see `isNewDesign`). */
  readonly exclude?: readonly Uint8Array[];
  readonly seed: string | number;
  /** Maximum number of rounds; defaults to 60. */
  readonly rounds?: number;
}

/** State between rounds: plain data, so that it can be stored as a checkpoint. */
export interface DiversifyState {
  readonly round: number;
  /** Designs from which the next round starts, best first. */
  readonly beam: readonly BeamDesign[];
  /** Best designs so far that pass the filters, by rank. */
  readonly kept: readonly RankedDesign[];
  readonly counts: DiversifyCounts;
  /** Cost of falling short of the filters, in units of the log density; it rises until enough designs pass. */
  readonly penalty: number;
  /** Number of consecutive rounds that hardly changed the beam. */
  readonly stableRounds: number;
  readonly done: boolean;
}

const STABLE_SHARE = 0.98;
const STABLE_ROUNDS = 3;
const MIN_BEAM_WIDTH = 200;
const LIKELY_MOVES = 10;
const PROPOSAL = { temperature: 1.5, evenShare: 0.05 };
const OTHER_MOVES = 2;
/**
 * Proposal used with filters, where designs may be unlikely: it also tries substitutions that the sampler disfavors.
 */
const FILTERED_PROPOSAL = { temperature: 1.5, evenShare: 0.5 };
const FILTERED_OTHER_MOVES = 6;
const MAX_PENALTY = 2 ** 20;
const FILTERED_STABLE_ROUNDS = 10;

/** Returns the state before the first round. Throws a DataProblem if the space contains no design. */
function startDiversify(plan: DiversifyPlan): DiversifyState {
  const random = createRandom(plan.seed).fork("start");
  requireSampler(plan.space, plan.sampler, "generator");
  requireSampler(plan.space, plan.ranker, "ranker");
  if (plan.reference.length !== plan.space.template.length) {
    throw new DataProblem(
      `The ranker's reference has ${plan.reference.length} residues but the template has ${plan.space.template.length}: they must have the same length.`,
    );
  }
  if (plan.candidates === undefined) requireDesigns(plan.space, random);
  const sampler = nearTemplate(plan.sampler, plan.space.template);
  const { spaces, listed, groups = [{ spaces, share: 1 }] } = candidatesOf(plan);
  const sequences = differentSequences([
    ...listed,
    ...groups.flatMap((group) => {
      const each = Math.ceil((group.share * beamWidth(plan)) / Math.max(1, group.spaces.length));
      return group.spaces.flatMap((space) => startingDesigns(space, each, proposalOf(plan, sampler), random));
    }),
  ]);
  const counts: DiversifyCounts = { ...noCandidates(plan.wanted), beam_stability: 0 };
  const empty: DiversifyState = {
    round: 0,
    beam: [],
    kept: [],
    counts,
    penalty: 1,
    stableRounds: 0,
    done: false,
  };
  return updatePopulation(plan, empty, sequences, sequences.length);
}

/** Runs one round: mutates each design in the beam and keeps the best designs overall. */
function diversifyRound(plan: DiversifyPlan, state: DiversifyState): DiversifyState {
  const random = createRandom(plan.seed).fork(state.round);
  const sampler = nearTemplate(plan.sampler, plan.space.template);
  const proposal = proposalOf(plan, sampler);
  const known = new Set(state.beam.map(({ sequence }) => designKey(sequence)));
  const fresh: Uint8Array[] = [];
  const otherMoves = plan.filters.length > 0 ? FILTERED_OTHER_MOVES : OTHER_MOVES;
  let generated = 0;
  for (const { sequence, expanded } of state.beam) {
    const space = spaceOf(candidatesOf(plan), sequence);
    if (space === undefined) continue;
    const children = expanded ? [] : likelyMoves(space, sampler, sequence, LIKELY_MOVES, random);
    for (let move = 0; move < otherMoves; move += 1) {
      const child = mutateDesign(space, sequence, proposal, random);
      if (child !== null) children.push(child);
    }
    generated += children.length;
    for (const child of children) {
      const key = designKey(child);
      if (known.has(key)) continue;
      known.add(key);
      fresh.push(child);
    }
  }
  return updatePopulation(plan, state, fresh, generated);
}

/**
 * Selects the most likely designs that pass the filters, within the redundancy limit, best first. Throws a DataProblem if
 * there are none.
 */
function selectDiverse(plan: DiversifyPlan, state: DiversifyState): RankedDesign[] {
  if (state.kept.length === 0) {
    const { num_candidates_unique: unique, num_candidates_filtered: filtered } = state.counts;
    if (filtered < unique) throw new DataProblem(ALL_MEASURED);
    throw new DataProblem(
      `None of ${unique} candidates passes the filters: lower their thresholds, or allow ` +
        "more mutations.",
    );
  }
  const { template } = plan.space;
  const redundancy = createRedundancy(plan.hitRedundancy, template, plan.isExempt);
  const chosen = new Set<RankedDesign>();
  const counted = { template, candidates: state.kept, spaces: plan.candidates };
  for (const shares of sharesInTurn(plan.shareLimit, plan.wanted, counted)) {
    for (const preferred of byPreference(plan.candidates, state.kept)) {
      const others = preferred.filter((design) => !chosen.has(design));
      const free = plan.wanted - chosen.size;
      for (const design of admitted(others, likelihoodMerit, free, redundancy, shares)) chosen.add(design);
    }
  }
  return [...chosen].sort((a, b) => likelihoodMerit(b) - likelihoodMerit(a));
}

function proposalOf({ filters }: DiversifyPlan, sampler: Sampler): Proposal {
  return { sampler, ...(filters.length > 0 ? FILTERED_PROPOSAL : PROPOSAL) };
}

function candidatesOf({ space, candidates }: DiversifyPlan): CandidateSpaces {
  return candidates ?? { spaces: [space], listed: [] };
}

function beamWidth({ wanted }: DiversifyPlan): number {
  return Math.max(MIN_BEAM_WIDTH, 2 * wanted);
}

/** Returns the best designs of each generator; generators with the same share keep the same number of designs. */
function bestShares<Design extends RankedDesign>(
  plan: DiversifyPlan,
  designs: readonly Design[],
  merit: (design: Design) => number,
): Design[] {
  return byGenerator(plan.candidates, designs).flatMap(({ share, members }) =>
    bestDesigns(plan, members, merit, Math.max(plan.wanted, Math.ceil(share * beamWidth(plan)))),
  );
}

/** Evaluates new sequences and updates the beam and the kept designs. */
function updatePopulation(
  plan: DiversifyPlan,
  state: DiversifyState,
  fresh: readonly Uint8Array[],
  generated: number,
): DiversifyState {
  const { logAll, passes, shortfall } = filterDesigns(plan.filters, fresh);
  const density = candidateDensity(plan.candidates, nearTemplate(plan.ranker, plan.space.template));
  const atReference = plan.ranker.logDensity(plan.reference);
  const judged = fresh.map((sequence, at) => {
    const logLikelihood = density(sequence) - atReference;
    const constraintProbability = plan.filters.length === 0 ? null : Math.exp(logAll[at]!);
    return {
      sequence,
      logLikelihood,
      discouraged: discouragedOf(plan, sequence),
      constraintProbability,
      passes: passes[at] === 1,
      shortfall: shortfall[at]!,
      expanded: false,
    };
  });
  const before = state.beam.map((design) => ({ ...design, expanded: true }));
  const beam = bestShares(
    plan,
    [...before, ...judged],
    (candidate) => likelihoodMerit(candidate) - state.penalty * candidate.shortfall,
  );
  const isNew = isNewDesign(plan);
  const passing = judged
    .filter((candidate) => candidate.passes && isNew(candidate.sequence))
    .map(({ shortfall: _, expanded: __, ...ranked }) => ranked);
  const kept = bestShares(plan, differentDesigns([...state.kept, ...passing]), likelihoodMerit);
  const stability = state.round === 0 ? 0 : beam.filter(({ expanded }) => expanded).length / beam.length;
  const stableRounds = stability >= STABLE_SHARE ? state.stableRounds + 1 : 0;
  const patience =
    kept.length < plan.wanted && plan.filters.length > 0 ? FILTERED_STABLE_ROUNDS : STABLE_ROUNDS;
  const round = state.round + 1;
  return {
    round,
    beam,
    kept,
    penalty: kept.length < plan.wanted ? Math.min(MAX_PENALTY, 2 * state.penalty) : state.penalty,
    counts: addCounts(plan.wanted, state.counts, { generated, passes, kept: kept.length, stability }),
    stableRounds,
    done: stableRounds >= patience || round > (plan.rounds ?? DIVERSIFY_ROUNDS),
  };
}

export const diversifySearch: DesignSearch<DiversifyPlan, DiversifyState, RankedDesign> = {
  start: startDiversify,
  round: diversifyRound,
  select: selectDiverse,
};
