import { AMINO_ACID_COUNT } from "#shared/science/sequences/aminoAcids.ts";
import type { Random } from "#shared/science/statistics/random.ts";
import { type CandidateSpaces, spaceOf } from "../candidateSpaces.ts";
import {
  byExpectedUtility,
  type Candidate,
  constrainedUtility,
  expectedUtility,
  type Goals,
  scoreCandidates,
} from "../candidates.ts";
import { designKey } from "../designKey.ts";
import { isFeasible, mutationCount, withoutMinimum } from "../designSpace.ts";
import { type Substitution, substitute } from "../goodSubstitutions.ts";

/** Measured variants of the template's length. */
export interface MeasuredVariants {
  readonly all: readonly Uint8Array[];
  /** Those that are expected to be best, the best first. */
  readonly best: readonly Candidate[];
}

/** Number of standard deviations by which a prediction is raised where a campaign is asked whether it stands still. */
const HOPE = 2;
/** Noticeable improvement, in standard deviations of the measured values. */
const NOTICEABLE = 0.15;

/** Number of the best measured variants around which is counted what was tried. */
const GOOD = 50;
/** Maximum number of substitutions between one of them and a variant that is near it. */
const NEAR = 2;
/** Maximum number of the best variants that are changed. */
const BASES = 5;
/** Maximum number of single substitutions of a variant that are predicted. */
const MAX_PREDICTED = 4_000;
/**
 * Factor of the standard deviations of predictions, when substitutions that were tried as often are ordered. The scorer takes
 * effects for normal, with which the few large ones are too improbable.
 */
const DOUBT = 3;
/** Number of substitutions among which another one is looked for that can be combined with the first. */
const PARTNERS = 20;

/** Returns the measured variants that are designs of a space but for its minimum of mutations and pass the filters, the best first. */
export function admissibleVariants(
  goals: Goals,
  { spaces }: CandidateSpaces,
  measured: readonly Uint8Array[],
): Candidate[] {
  const open = spaces.map(withoutMinimum);
  const feasible = measured.filter((one) => open.some((space) => isFeasible(space, one)));
  return scoreCandidates(goals, feasible)
    .filter(({ passes }) => passes)
    .sort(byExpectedUtility);
}

/**
 * Tells whether none of the candidates that are expected to be best, even if it is better than predicted, is noticeably better
 * than the best measured variant. `measured` are sorted, the best first.
 */
export function standsStill(measured: readonly Candidate[], candidates: readonly Candidate[]): boolean {
  const [best] = measured;
  if (best === undefined || candidates.length === 0) return false;
  const level = expectedUtility(best) + NOTICEABLE;
  return candidates.every(
    ({ mean, sd, logConstraints, logDiscouraged }) =>
      constrainedUtility(mean + HOPE * sd, logConstraints + logDiscouraged) < level,
  );
}

/**
 * Returns designs that try in the best measured variants what was tried least often in variants near these, two
 * substitutions at a time, the least tried first; at most `count`, of which those remain that are likely to hold the
 * constraints. Discouraged positions stay as they are. What a substitution does is mostly learned in poor variants. Where
 * residues work together, it may do nothing there and complete something in a good one; but draws from the posterior, which
 * takes its effect for known, do not ask for it again, and campaigns stand still.
 */
export function untriedDesigns(
  goals: Goals,
  candidates: CandidateSpaces,
  measured: MeasuredVariants,
  count: number,
  random: Random,
): Candidate[] {
  const good = measured.best.slice(0, GOOD).map(({ sequence }) => sequence);
  const tried = countTried(good, measured.all);
  const known = new Set(measured.all.map(designKey));
  const isNew = (sequence: Uint8Array): boolean =>
    !known.has(designKey(sequence)) && spaceOf(candidates, sequence) !== undefined;
  const designs = new Map<string, Uint8Array>();
  for (const base of good.filter((one) => hasRoom(candidates, one)).slice(0, BASES)) {
    if (designs.size >= count) break;
    const substitutions = leastTried(goals, candidates, base, tried, random);
    for (const design of combineInPairs(base, substitutions, isNew)) {
      designs.set(designKey(design), design);
      if (designs.size >= count) break;
    }
  }
  return scoreCandidates(goals, [...designs.values()]).filter(isPromising);
}

/**
 * Tells whether substitutions of a variant need not replace the mutations that it has: it has fewer than a space allows, or all
 * positions that may mutate do.
 */
function hasRoom({ spaces }: CandidateSpaces, variant: Uint8Array): boolean {
  return spaces.some(
    ({ template, free, maxMutations }) =>
      maxMutations === free.length || mutationCount(template, variant) < maxMutations,
  );
}

/** Tells whether a candidate passes the filters, and holds the constraints more likely than not. */
function isPromising({ passes, logConstraints }: Candidate): boolean {
  return passes && logConstraints >= Math.log(0.5);
}

/** Counts in how many of the variants near good ones each residue (position × 20) occurs. */
function countTried(good: readonly Uint8Array[], measured: readonly Uint8Array[]): Uint32Array {
  const counts = new Uint32Array((good[0]?.length ?? 0) * AMINO_ACID_COUNT);
  for (const sequence of measured) {
    if (!good.some((one) => isNear(one, sequence))) continue;
    for (const [position, residue] of sequence.entries()) {
      // Gaps and unknown residues are no substitutions.
      if (residue >= AMINO_ACID_COUNT) continue;
      const key = position * AMINO_ACID_COUNT + residue;
      counts[key] = counts[key]! + 1;
    }
  }
  return counts;
}

function isNear(a: Uint8Array, b: Uint8Array): boolean {
  let differences = 0;
  for (let position = 0; position < a.length && differences <= NEAR; position += 1) {
    if (a[position] !== b[position]) differences += 1;
  }
  return differences <= NEAR;
}

/**
 * Returns the substitutions of a variant that the spaces allow but for their minimum number of mutations, and that are likely
 * to hold the constraints: the least tried first, of those that were tried as often the more promising ones rather earlier.
 */
function leastTried(
  goals: Goals,
  { spaces }: CandidateSpaces,
  base: Uint8Array,
  tried: Uint32Array,
  random: Random,
): Substitution[] {
  const open = spaces.map(withoutMinimum);
  const isOpen = (one: Substitution): boolean =>
    one.residue !== base[one.position] &&
    open.some((space) => space.discouraged[one.position] === 0 && isFeasible(space, substitute(base, one)));
  const times = ({ position, residue }: Substitution): number =>
    tried[position * AMINO_ACID_COUNT + residue]!;
  const all = [...base.keys()].flatMap((position) =>
    Array.from({ length: AMINO_ACID_COUNT }, (_, residue) => ({ position, residue })).filter(isOpen),
  );
  const some = random
    .shuffle(all)
    .sort((a, b) => times(a) - times(b))
    .slice(0, MAX_PREDICTED);
  const singles = scoreCandidates(
    goals,
    some.map((one) => substitute(base, one)),
  );
  return some
    .map((substitution, at) => ({ substitution, single: singles[at]! }))
    .filter(({ single }) => isPromising(single))
    .map(({ substitution, single }) => ({
      substitution,
      draw: expectedUtility(single) + DOUBT * single.sd * random.normal(),
    }))
    .sort((a, b) => times(a.substitution) - times(b.substitution) || b.draw - a.draw)
    .map(({ substitution }) => substitution);
}

/** Combines each substitution with the next one that makes a new design with it; one without such a partner is tried alone. */
function* combineInPairs(
  base: Uint8Array,
  substitutions: readonly Substitution[],
  isNew: (sequence: Uint8Array) => boolean,
): Generator<Uint8Array> {
  const left = [...substitutions];
  for (let first = left.shift(); first !== undefined; first = left.shift()) {
    const single = substitute(base, first);
    const { position } = first;
    const partner = left
      .slice(0, PARTNERS)
      .findIndex((other) => other.position !== position && isNew(substitute(single, other)));
    const [second] = partner < 0 ? [] : left.splice(partner, 1);
    if (second !== undefined) yield substitute(single, second);
    else if (isNew(single)) yield single;
  }
}
