import { AMINO_ACID_COUNT } from "../../sequences/aminoAcids.ts";
import type { MotifPattern } from "./motifPatterns.ts";

/** Patterns within their ranges: either one of them must occur, or none may occur. */
export interface PlacedPattern {
  readonly pattern: MotifPattern;
  readonly isRequired: boolean;
  /** 0 for each position outside the ranges, 2 for the first position in a range, 1 for the others. */
  readonly within: Uint8Array;
}

/** Restricts a pattern to ranges that do not overlap. */
export function placePattern(
  pattern: MotifPattern,
  isRequired: boolean,
  ranges: readonly (readonly [number, number])[],
  length: number,
): PlacedPattern {
  const within = new Uint8Array(length);
  for (const [from, to] of ranges) within.fill(1, from, to)[from] = 2;
  return { pattern, isRequired, within };
}

/** Returns the total number of states of all patterns. The state before the first residue is 0. */
export function patternStates(patterns: readonly PlacedPattern[]): number {
  return patterns.reduce((states, { pattern }) => states * (pattern.nodes + 1), 1);
}

/** Returns the combined state of all patterns after the residue at a position; -1 if a forbidden pattern occurs. */
export function stepPatterns(
  patterns: readonly PlacedPattern[],
  state: number,
  position: number,
  residue: number,
): number {
  let rest = state;
  let reached = 0;
  let radix = 1;
  for (const placed of patterns) {
    const nodes = placed.pattern.nodes + 1;
    const node = step(placed, rest % nodes, position, residue);
    if (node < 0) return -1;
    reached += node * radix;
    radix *= nodes;
    rest = Math.floor(rest / nodes);
  }
  return reached;
}

/** Advances one pattern; the number after its last node means that a required pattern has been found. */
function step(
  { pattern, isRequired, within }: PlacedPattern,
  node: number,
  position: number,
  residue: number,
): number {
  const finalNode = pattern.nodes;
  if (isRequired && node === finalNode) return finalNode;
  const rule = within[position];
  if (rule === 0) return 0;
  const into = pattern.next[(rule === 2 ? 0 : node) * AMINO_ACID_COUNT + residue]!;
  if (pattern.accepting[into] === 0) return into;
  return isRequired ? finalNode : -1;
}

/** Tells whether every required pattern has been found in the sequence that led to a state. */
export function patternsFound(patterns: readonly PlacedPattern[], state: number): boolean {
  let rest = state;
  for (const { pattern, isRequired } of patterns) {
    const nodes = pattern.nodes + 1;
    if (isRequired && rest % nodes !== pattern.nodes) return false;
    rest = Math.floor(rest / nodes);
  }
  return true;
}

/** Tells whether a sequence contains all required patterns and no forbidden ones. Reads it once per pattern. */
export function meetsPatterns(patterns: readonly PlacedPattern[], sequence: Uint8Array): boolean {
  return patterns.every((placed) => {
    let node = 0;
    for (let position = 0; position < sequence.length && node >= 0; position += 1) {
      node = step(placed, node, position, sequence[position]!);
    }
    return node >= 0 && patternsFound([placed], node);
  });
}
