import type { Random } from "@pdp/basics/statistics";
import { AMINO_ACID_COUNT, CHAIN_BREAK_INDEX } from "../sequences/aminoAcids.ts";
import { type DesignSpace, isAllowed } from "./designSpace.ts";
import { endsForbidden, nextNode } from "./motifs/forbiddenMotifs.ts";
import { patternStates, patternsFound, stepPatterns } from "./motifs/placedPatterns.ts";

/** Maximum number of states per position, and of steps between states in total, before the search is abandoned. */
const MAX_STATES = 1_000_000;
const MAX_STEPS = 100_000_000;

/** Random differences in cost that only break ties, so that repeated searches find different designs. */
const TIE = 1e-4;
/**
 * Cost of a new mutation at a discouraged position: among solutions with equally few changes, those with changes elsewhere are
 * preferred.
 */
const DISCOURAGED_COST = 3e-4;

/**
 * Result of a search. `complete` is false if the search was abandoned, in which case a missing result does not prove that no
 * solution exists.
 */
export interface Search {
  design: Uint8Array | null;
  complete: boolean;
}

/**
 * Finds the sequence with the fewest differences from a target (of the template's length) among those without forbidden
 * motifs, with an allowed number of mutations, and with the pinned residues (−1: not pinned). Required motifs are ignored
 * unless they are regular expressions. Exact: dynamic programming over positions, nodes of the motif automata, and the number
 * of mutations so far.
 */
export function cheapestDesign(
  space: DesignSpace,
  target: Uint8Array,
  pins: Int8Array,
  random: Random,
  maxSteps = MAX_STEPS,
): Search {
  const { template, forbidden, mutable, discouraged } = space;
  const counted = maxCountedMutations(space);
  const states = forbidden.nodes * patternStates(space.patterns) * (counted + 1);
  if (states > MAX_STATES) return { design: null, complete: false };
  const index = new Int32Array(states);
  const layers: Layer[] = [{ states: [0], costs: [0], previous: [-1], residues: [-1] }];
  let steps = 0;
  for (let position = 0; position < template.length; position += 1) {
    const pin = pins[position]!;
    if (mutable[position] === 0 && pin >= 0 && pin !== template[position])
      return { design: null, complete: true };
    const pinned = mutable[position] === 0 ? template[position]! : pin;
    const costs = residueCosts(target[position]!, pinned, random);
    if (discouraged[position] === 1) addDiscouraged(costs, template[position]!, target[position]!);
    const before = layers[position]!;
    steps += before.states.length * (pinned < 0 ? AMINO_ACID_COUNT : 1);
    if (steps > maxSteps) return { design: null, complete: false };
    layers.push(nextLayer(space, before, { position, costs, counted, index }));
  }
  return { design: cheapestEnd(space, layers, counted), complete: true };
}

/** Reachable states ((node × states of the patterns + their state) × (counted + 1) + mutations) at a position; `previous` is an index into the previous layer. */
interface Layer {
  states: number[];
  costs: number[];
  previous: number[];
  residues: number[];
}

interface Step {
  position: number;
  /** Cost of each residue; infinite if not allowed at the position. */
  costs: Float64Array;
  counted: number;
  /** Index plus 1 of each state in the new layer; all zeros before and after. */
  index: Int32Array;
}

function nextLayer(space: DesignSpace, before: Layer, { position, costs, counted, index }: Step): Layer {
  const { template, forbidden, maxMutations, free, patterns } = space;
  const limited = maxMutations < free.length;
  const ofPatterns = patternStates(patterns);
  const isBreak = template[position] === CHAIN_BREAK_INDEX;
  const [first, last] = isBreak ? [CHAIN_BREAK_INDEX, CHAIN_BREAK_INDEX] : [0, AMINO_ACID_COUNT - 1];
  const layer: Layer = { states: [], costs: [], previous: [], residues: [] };
  for (const [from, state] of before.states.entries()) {
    const nodes = Math.floor(state / (counted + 1));
    const node = Math.floor(nodes / ofPatterns);
    const count = state % (counted + 1);
    for (let residue = first; residue <= last; residue += 1) {
      if (!isBreak && !isAllowed(space, position, residue)) continue;
      const cost = before.costs[from]! + (costs[residue] ?? 0);
      const reached = count + (residue === template[position] ? 0 : 1);
      if (cost === Number.POSITIVE_INFINITY || (limited && reached > counted)) continue;
      const into = nextNode(forbidden, node, residue);
      if (endsForbidden(forbidden, into, position)) continue;
      const matched =
        patterns.length === 0 ? 0 : stepPatterns(patterns, nodes % ofPatterns, position, residue);
      if (matched < 0) continue;
      const key = (into * ofPatterns + matched) * (counted + 1) + Math.min(reached, counted);
      let at = index[key]! - 1;
      if (at < 0) {
        at = layer.states.push(key) - 1;
        index[key] = at + 1;
      } else if (cost >= layer.costs[at]!) continue;
      layer.costs[at] = cost;
      layer.previous[at] = from;
      layer.residues[at] = residue;
    }
  }
  for (const state of layer.states) index[state] = 0;
  return layer;
}

/** Returns the number up to which mutations are counted; larger numbers need not be distinguished. */
function maxCountedMutations({ minMutations, maxMutations, free }: DesignSpace): number {
  return maxMutations < free.length ? maxMutations : minMutations;
}

function residueCosts(target: number, pinned: number, random: Random): Float64Array {
  const costs = Float64Array.from({ length: AMINO_ACID_COUNT }, (_, residue) =>
    pinned >= 0 && residue !== pinned ? Number.POSITIVE_INFINITY : 1 + TIE * random.uniform(),
  );
  if (target < AMINO_ACID_COUNT && costs[target] !== Number.POSITIVE_INFINITY) costs[target] = 0;
  return costs;
}

function addDiscouraged(costs: Float64Array, template: number, target: number): void {
  for (let residue = 0; residue < AMINO_ACID_COUNT; residue += 1) {
    if (residue !== template && residue !== target) costs[residue]! += DISCOURAGED_COST;
  }
}

function cheapestEnd(space: DesignSpace, layers: readonly Layer[], counted: number): Uint8Array | null {
  const last = layers.at(-1)!;
  const ofPatterns = patternStates(space.patterns);
  let best = -1;
  for (const [at, state] of last.states.entries()) {
    if (state % (counted + 1) < space.minMutations) continue;
    if (!patternsFound(space.patterns, Math.floor(state / (counted + 1)) % ofPatterns)) continue;
    if (best < 0 || last.costs[at]! < last.costs[best]!) best = at;
  }
  if (best < 0) return null;
  const design = new Uint8Array(space.template.length);
  for (let position = design.length - 1; position >= 0; position -= 1) {
    const layer = layers[position + 1]!;
    design[position] = layer.residues[best]!;
    best = layer.previous[best]!;
  }
  return design;
}
