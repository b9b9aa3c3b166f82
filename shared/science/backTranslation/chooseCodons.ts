import type { Codon } from "./codonTable.ts";
import { BASES, type SiteAutomaton } from "./siteAutomaton.ts";

/** Maximum number of automaton states that are continued at each residue. */
const MAX_STATES = 500;

/** Region of codons to choose between fixed ends. */
export interface CodonChoice {
  automaton: SiteAutomaton;
  /** Possible codons of each residue. */
  options: readonly (readonly Codon[])[];
  prefix: string;
  suffix: string;
}

/** Position where every choice completes an avoided site: an index of a residue, or the number of residues for the suffix. */
export interface Blocked {
  residue: number;
  labels: readonly string[];
  /** False if choices were dropped because too many states were reached. */
  isCertain: boolean;
}

interface Layer {
  states: number[];
  scores: number[];
  codons: number[];
  from: number[];
}

/**
 * Returns the index of the codon to use for each residue: of all choices without avoided sites, the one with the highest total
 * score. Sites that lie completely in the prefix or suffix are ignored. Dynamic programming over residues and automaton states;
 * the result is exact unless more than 500 states are reached at a residue.
 */
export function chooseCodons(
  choice: CodonChoice,
  scoreOf: (residue: number, codon: number) => number,
): number[] | Blocked {
  const { automaton, options, prefix } = choice;
  let start = 0;
  for (const base of prefix) start = automaton.next(start, BASES.indexOf(base));
  const layers: Layer[] = [{ states: [start], scores: [0], codons: [-1], from: [-1] }];
  for (let residue = 0; residue < options.length; residue += 1) {
    const blocked = new Set<string>();
    const layer = nextLayer(choice, layers[residue] as Layer, residue, scoreOf, blocked);
    if (layer.states.length === 0) return { residue, labels: [...blocked], isCertain: isComplete(layers) };
    layers.push(layer);
  }
  return bestPath(choice, layers);
}

function nextLayer(
  { automaton, options }: CodonChoice,
  before: Layer,
  residue: number,
  scoreOf: (residue: number, codon: number) => number,
  blocked: Set<string>,
): Layer {
  const codons = options[residue] as readonly Codon[];
  const scores = codons.map((_, codon) => scoreOf(residue, codon));
  const layer: Layer = { states: [], scores: [], codons: [], from: [] };
  const indexOf = new Map<number, number>();
  for (let from = 0; from < before.states.length; from += 1) {
    for (let codon = 0; codon < codons.length; codon += 1) {
      const state = afterCodon(automaton, before.states[from] as number, codons[codon] as Codon, blocked);
      if (state < 0) continue;
      const score = (before.scores[from] as number) + (scores[codon] as number);
      const index = indexOf.get(state) ?? layer.states.length;
      if (index < layer.states.length && score <= (layer.scores[index] as number)) continue;
      indexOf.set(state, index);
      layer.states[index] = state;
      layer.scores[index] = score;
      layer.codons[index] = codon;
      layer.from[index] = from;
    }
  }
  return layer.states.length > MAX_STATES ? bestStates(layer) : layer;
}

/** Returns the state after a codon; -1 if the codon completes an avoided site, whose name is added to `blocked`. */
function afterCodon(automaton: SiteAutomaton, state: number, { bases }: Codon, blocked: Set<string>): number {
  let after = state;
  for (let at = 0; at < 3; at += 1) {
    const base = BASES.indexOf(bases[at] as string);
    const siteEnds = automaton.matchesAt(after, base);
    if (siteEnds) {
      for (const { label } of siteEnds) blocked.add(label);
      return -1;
    }
    after = automaton.next(after, base);
  }
  return after;
}

/** Tells whether no layer was cut, so that every choice was tried. */
function isComplete(layers: readonly Layer[]): boolean {
  return layers.every(({ states }) => states.length < MAX_STATES);
}

function bestStates(layer: Layer): Layer {
  const best = layer.scores
    .map((_, index) => index)
    .sort((a, b) => (layer.scores[b] as number) - (layer.scores[a] as number) || a - b)
    .slice(0, MAX_STATES);
  const pick = (values: number[]): number[] => best.map((index) => values[index] as number);
  return {
    states: pick(layer.states),
    scores: pick(layer.scores),
    codons: pick(layer.codons),
    from: pick(layer.from),
  };
}

function bestPath({ automaton, options, suffix }: CodonChoice, layers: readonly Layer[]): number[] | Blocked {
  const last = layers[options.length] as Layer;
  const blocked = new Set<string>();
  let best = -1;
  for (const [index, score] of last.scores.entries()) {
    const isBetter = best < 0 || score > (last.scores[best] as number);
    if (isBetter && fitsSuffix(automaton, last.states[index] as number, suffix, blocked)) best = index;
  }
  if (best < 0) return { residue: options.length, labels: [...blocked], isCertain: isComplete(layers) };
  const path: number[] = [];
  for (let residue = options.length; residue > 0; residue -= 1) {
    const layer = layers[residue] as Layer;
    path.push(layer.codons[best] as number);
    best = layer.from[best] as number;
  }
  return path.reverse();
}

/** Tells whether no avoided site starts before the suffix and ends in it. */
function fitsSuffix(automaton: SiteAutomaton, state: number, suffix: string, blocked: Set<string>): boolean {
  let after = state;
  for (let at = 0; at < suffix.length; at += 1) {
    const base = BASES.indexOf(suffix[at] as string);
    const crossing = (automaton.matchesAt(after, base) ?? []).filter(({ length }) => length > at + 1);
    for (const { label } of crossing) blocked.add(label);
    if (crossing.length > 0) return false;
    after = automaton.next(after, base);
  }
  return true;
}
