import { DataProblem } from "@pdp/basics/errors";
import { createRandom } from "@pdp/basics/statistics";
import type { Sampler } from "../sampler/sampler.ts";
import { fillUp } from "./batch/fillUp.ts";
import { type ChosenDesign, selectBatch } from "./batch/selectBatch.ts";
import { type CandidateCounts, noCandidates } from "./candidateCounts.ts";
import { byGenerator, byPreference } from "./candidateShares.ts";
import { type CandidateSpaces, spaceOf } from "./candidateSpaces.ts";
import { byExpectedUtility, type Candidate, type Goals, scoreCandidates } from "./candidates.ts";
import { designKey, differentSequences } from "./designKey.ts";
import type { SelectedDesign } from "./designRows.ts";
import type { DesignSearch } from "./designSearch.ts";
import { type DesignSpace, requireSampler } from "./designSpace.ts";
import { enumerateDesigns, spaceSize } from "./enumerateDesigns.ts";
import { ENGINEER_ROUNDS } from "./generators.ts";
import {
  combineSubstitutions,
  goodSubstitutions,
  type Substitution,
  substitutionsInFrame,
} from "./goodSubstitutions.ts";
import { ALL_MEASURED, isNewDesign, NO_CANDIDATES } from "./isNewDesign.ts";
import type { Proposal } from "./mutateDesign.ts";
import { type ShareLimit, sharesInTurn } from "./mutationShares.ts";
import { nearTemplate } from "./nearTemplate.ts";
import { recombine } from "./recombine.ts";
import { requireDesigns } from "./requireDesigns.ts";
import { shortlist } from "./shortlist.ts";
import { startingDesigns } from "./startingDesigns.ts";

export interface EngineerPlan extends Goals {
  /** Space of the template, which is searched unless other candidates are given. */
  readonly space: DesignSpace;
  readonly sampler: Sampler;
  readonly wanted: number;
  readonly hitRedundancy: number;
  /** Limit on the share of the designs with the same mutation; absent if there is none. */
  readonly shareLimit?: ShareLimit | undefined;
  /** Tells which designs the redundancy limit ignores; absent if it ignores none. */
  readonly isExempt?: (sequence: Uint8Array) => boolean;
  /** True if free slots are filled with the best designs that fail the filters. */
  readonly fillUp: boolean;
  readonly seed: string | number;
  /** Starting sequences in addition to those from the sampler, such as the best measured sequences. */
  readonly starts?: readonly Uint8Array[];
  /** Sequences that must not be returned: measured ones and templates (see `isNewDesign`). */
  readonly exclude?: readonly Uint8Array[];
  /** Maximum number of rounds; defaults to 15. */
  readonly rounds?: number;
  /** Share of the batch for learning, from 0 to 1; defaults to a quarter. */
  readonly exploration?: number;
  /** Number of designs to recombine; defaults to 1,000 or four times the requested number. */
  readonly population?: number;
}

/** State between rounds: plain data, so that it can be stored as a checkpoint. */
export interface EngineerState {
  readonly round: number;
  /** Whether the whole space is enumerated, or a population of the better sequences is recombined. */
  readonly search: "enumerate" | "breed";
  readonly pool: readonly Candidate[];
  /** Substitutions that offspring receive more often than others, for each space. */
  readonly good: readonly (readonly Substitution[])[];
  readonly counts: EngineerCounts;
  readonly stableRounds: number;
  readonly done: boolean;
}

/** Counts in a task's `status_details`. */
export interface EngineerCounts extends CandidateCounts {
  /** Share of the population that remained after the last round. */
  population_stability: number;
}

/** Maximum number of sequences in all spaces to be enumerated; larger spaces are searched, which finds the same designs sooner. */
const SMALL_SPACE = 20_000;
/** Number of sequences predicted in one round; long lists take several. */
const ENUMERATED_A_ROUND = 40_000;
const STABLE_SHARE = 0.99;
const STABLE_ROUNDS = 4;
const MIN_POOL_SIZE = 1_000;
const MAX_POOL_SIZE = 20_000;
const PROPOSAL = { temperature: 2, evenShare: 0.5 };
/** Default share of a batch for learning; it is small because most designs are for a scientist who has only one round left. */
export const DEFAULT_EXPLORATION = 0.25;

/** Returns the state before the first round. Throws a DataProblem if the space contains no design. */
function startEngineer(plan: EngineerPlan): EngineerState {
  const random = createRandom(plan.seed).fork("start");
  requireSampler(plan.space, plan.sampler, "generator");
  if (plan.candidates === undefined) requireDesigns(plan.space, random);
  const candidates = candidatesOf(plan);
  const { spaces, listed } = candidates;
  const counts: EngineerCounts = { ...noCandidates(plan.wanted), population_stability: 0 };
  const size = spaces.reduce((sum, space) => sum + spaceSize(space), 0);
  const search = size <= SMALL_SPACE ? "enumerate" : "breed";
  const empty: EngineerState = { round: 0, search, pool: [], good: [], counts, stableRounds: 0, done: false };
  if (search === "enumerate") return empty;
  const proposal = proposalOf(plan);
  const substitutionsOf = new Map<DesignSpace, Substitution[]>();
  const good = spaces.map((space) => {
    // Substitutions that are good for the template are also tried together with its insertions and deletions, because predicting
    // all of them again is slow.
    const ofTemplate = substitutionsOf.get(plan.space);
    const substitutions =
      space.indels && ofTemplate
        ? substitutionsInFrame(space.indels, ofTemplate)
        : goodSubstitutions(plan, space, random.fork("substitutions"));
    substitutionsOf.set(space, substitutions);
    return substitutions;
  });
  const starts = (plan.starts ?? []).filter((sequence) => spaceOf(candidates, sequence) !== undefined);
  const sequences = [
    ...starts,
    ...listed,
    ...spaces.flatMap((space, index) =>
      combineSubstitutions(
        space,
        good[index]!,
        starts.filter((sequence) => spaceOf(candidates, sequence) === space),
        startCount(plan, space),
        random,
      ),
    ),
    ...spaces.flatMap((space) => {
      const count = startCount(plan, space);
      return spaceSize(space) <= count
        ? enumerateDesigns(space)
        : startingDesigns(space, count, proposal, random);
    }),
  ];
  return updatePopulation(plan, { ...empty, good }, sequences);
}

function engineerRound(plan: EngineerPlan, state: EngineerState): EngineerState {
  if (state.search === "enumerate") {
    const { spaces, listed } = candidatesOf(plan);
    const all = differentSequences([...listed, ...spaces.flatMap(enumerateDesigns)]);
    if (all.length === 0) throw new DataProblem(NO_CANDIDATES);
    const from = state.round * ENUMERATED_A_ROUND;
    const some = all.slice(from, from + ENUMERATED_A_ROUND).filter(isNewDesign(plan));
    return { ...updatePopulation(plan, state, some), done: from + ENUMERATED_A_ROUND >= all.length };
  }
  const random = createRandom(plan.seed).fork(state.round);
  const proposal = proposalOf(plan);
  const candidates = candidatesOf(plan);
  // Generators are searched independently, so that one with better designs does not use up the evaluations of the others.
  const children = byGenerator(plan.candidates, state.pool).flatMap(({ share, members: pool }) =>
    pool.length === 0
      ? []
      : recombine(candidates, { ...state, pool }, Math.ceil(share * poolSize(plan)), proposal, random),
  );
  return updatePopulation(plan, state, children);
}

/** Returns the number of designs with which the search of a space starts. */
function startCount(plan: EngineerPlan, space: DesignSpace): number {
  const { spaces, groups = [] } = candidatesOf(plan);
  const group = groups.find((candidateGroup) => candidateGroup.spaces.includes(space)) ?? {
    share: 1,
    spaces,
  };
  return Math.ceil((group.share * poolSize(plan)) / group.spaces.length);
}

function proposalOf({ sampler, space }: EngineerPlan): Proposal {
  return { sampler: nearTemplate(sampler, space.template), ...PROPOSAL };
}

function candidatesOf({ space, candidates }: EngineerPlan): CandidateSpaces {
  return candidates ?? { spaces: [space], listed: [] };
}

function poolSize({ wanted, population }: EngineerPlan): number {
  return population ?? Math.min(MAX_POOL_SIZE, Math.max(MIN_POOL_SIZE, 4 * wanted));
}

/** Evaluates new sequences and updates the population. */
function updatePopulation(
  plan: EngineerPlan,
  state: EngineerState,
  proposed: readonly Uint8Array[],
): EngineerState {
  const before = new Set(state.pool.map(({ sequence }) => designKey(sequence)));
  const fresh = new Map<string, Uint8Array>();
  for (const sequence of proposed) {
    const key = designKey(sequence);
    if (!before.has(key)) fresh.set(key, sequence);
  }
  const judged = scoreCandidates(plan, [...fresh.values()]);
  const { template } = plan.space;
  const pool = byGenerator(plan.candidates, [...state.pool, ...judged]).flatMap(({ share, members }) =>
    shortlist(members, {
      template,
      count: Math.max(plan.wanted, Math.ceil(share * poolSize(plan))),
      hitRedundancy: plan.hitRedundancy,
      ...(plan.isExempt && { isExempt: plan.isExempt }),
      shareLimit: plan.shareLimit,
    }),
  );
  const stayed = pool.filter(({ sequence }) => before.has(designKey(sequence))).length;
  const stability = state.round === 0 ? 0 : stayed / pool.length;
  const stableRounds = stability >= STABLE_SHARE ? state.stableRounds + 1 : 0;
  const round = state.round + 1;
  const { counts } = state;
  const added: EngineerCounts = {
    ...counts,
    step: counts.step + 1,
    num_candidates_generated: counts.num_candidates_generated + proposed.length,
    num_candidates_unique: counts.num_candidates_unique + judged.length,
    num_candidates_filtered: counts.num_candidates_filtered + judged.filter(({ passes }) => !passes).length,
    population_stability: stability,
  };
  const isNew = isNewDesign(plan);
  const selectable = pool.filter(({ passes, sequence }) => passes && isNew(sequence));
  const passing = Math.min(plan.wanted, selectable.length);
  return {
    ...state,
    round,
    pool,
    counts: countSelected(added, passing, passing),
    stableRounds,
    done: stableRounds >= STABLE_ROUNDS || round > (plan.rounds ?? ENGINEER_ROUNDS),
  };
}

function explorationOf({ exploration }: EngineerPlan): number {
  return exploration ?? DEFAULT_EXPLORATION;
}

/** Returns the counts for a selection; `passing` is the number of its designs that pass the filters. */
export function countSelected(counts: EngineerCounts, selected: number, passing: number): EngineerCounts {
  const { num_candidates_unique: unique, num_candidates_filtered: filtered } = counts;
  return {
    ...counts,
    num_candidates_rejected: unique - filtered - passing,
    num_candidates_selected: selected,
  };
}

/**
 * Selects designs that pass the filters (see `selectBatch`), sorted by expected utility; designs that fill free slots come
 * last. Throws a DataProblem if there are none.
 */
function selectEngineered(plan: EngineerPlan, state: EngineerState): SelectedDesign[] {
  const isNew = isNewDesign(plan);
  const fresh = state.pool.filter(({ sequence }) => isNew(sequence));
  if (fresh.length === 0) throw new DataProblem(ALL_MEASURED);
  const passing = fresh.filter(({ passes }) => passes);
  const random = createRandom(plan.seed).fork("select");
  const { template } = plan.space;
  const options = { ...plan, template, exploration: explorationOf(plan) };
  const chosen: ChosenDesign[] = [];
  const counted = { template, candidates: passing, spaces: plan.candidates };
  const shares = sharesInTurn(plan.shareLimit, plan.wanted, counted);
  for (const preferred of byPreference(plan.candidates, passing)) {
    const rest = { ...options, wanted: plan.wanted - chosen.length, before: [...chosen], shares };
    chosen.push(...selectBatch(preferred, rest, random));
  }
  chosen.sort(byExpectedUtility);
  if (plan.fillUp && chosen.length < plan.wanted) {
    for (const candidate of fillUp(fresh, chosen, { ...options, shares }))
      chosen.push({ ...candidate, purpose: "EXPLORE" });
  }
  if (chosen.length === 0) {
    throw new DataProblem(
      `None of ${state.counts.num_candidates_unique} candidates passes the filters: lower their thresholds, allow more ` +
        "mutations, or set force_returning_num_assemblies.",
    );
  }
  const unconstrained = plan.constraints.length + plan.filters.length === 0;
  return chosen.map(({ sequence, logConstraints, logFilters, passes, purpose }) => ({
    sequence,
    purpose: plan.objective === null ? null : purpose,
    constraintProbability: unconstrained ? null : Math.exp(logConstraints + logFilters),
    passes,
  }));
}

export const engineerSearch: DesignSearch<EngineerPlan, EngineerState, SelectedDesign> = {
  start: startEngineer,
  round: engineerRound,
  select: selectEngineered,
};
