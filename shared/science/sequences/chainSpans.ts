import { type Chain, chainsBetween } from "@pdp/basics/proteins";
import { CHAIN_BREAK_INDEX } from "./aminoAcids.ts";

/** Returns the chains of a sequence of residue indices. */
export function chainSpans(sequence: Uint8Array): Chain[] {
  return chainsBetween(sequence.length, sequence.indexOf(CHAIN_BREAK_INDEX));
}

/** Returns the chain that contains a position; the break, and the position after the end, belong to the chain before them. */
export function chainAt(sequence: Uint8Array, position: number): Chain {
  const spans = chainSpans(sequence);
  return spans.findLast(({ start }) => start <= position) ?? spans[0]!;
}

/** Tells whether each chain of two sequences has the same length. */
export function isSameShape(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.indexOf(CHAIN_BREAK_INDEX) === b.indexOf(CHAIN_BREAK_INDEX);
}
