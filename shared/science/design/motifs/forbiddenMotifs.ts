import { AMINO_ACID_COUNT } from "../../sequences/aminoAcids.ts";

/**
 * Automaton of Aho & Corasick 1975 ("Efficient string matching", CACM 18:333) for motifs that must not occur. It reads
 * a sequence letter by letter; its node is the longest suffix read so far that is a prefix of a motif.
 */
export interface ForbiddenMotifs {
  /** Length of the longest motif; 0 if there are none. */
  readonly longest: number;
  readonly nodes: number;
  /** Transitions, node × 20 → node. Node 0 is the root. */
  readonly next: Int32Array;
  /** Motifs that end at each node. */
  readonly ending: readonly Int32Array[];
  /** Length of each motif, and 1 for each position where it must not start. */
  readonly lengths: readonly number[];
  readonly starts: readonly Uint8Array[];
}

export interface ForbiddenMotif {
  motif: Uint8Array;
  /** Ranges [first, last + 1] within which the motif must not occur. */
  ranges: readonly (readonly [number, number])[];
}

export function forbiddenMotifs(forbidden: readonly ForbiddenMotif[], length: number): ForbiddenMotifs {
  const next: number[] = new Array(AMINO_ACID_COUNT).fill(0);
  const ending: number[][] = [[]];
  const lengths: number[] = [];
  const starts: Uint8Array[] = [];
  for (const { motif, ranges } of forbidden) {
    let node = 0;
    for (const residue of motif) {
      const at = node * AMINO_ACID_COUNT + residue;
      if (next[at] === 0) {
        next[at] = ending.length;
        ending.push([]);
        next.push(...new Array<number>(AMINO_ACID_COUNT).fill(0));
      }
      node = next[at]!;
    }
    const known = ending[node]![0];
    const index = known ?? lengths.length;
    if (known === undefined) {
      ending[node]!.push(index);
      lengths.push(motif.length);
      starts.push(new Uint8Array(length));
    }
    for (const [from, to] of ranges) starts[index]!.fill(1, from, Math.max(from, to - motif.length + 1));
  }
  linkSuffixes(next, ending);
  return {
    longest: lengths.reduce((longest, length) => Math.max(longest, length), 0),
    nodes: ending.length,
    next: Int32Array.from(next),
    ending: ending.map((motifs) => Int32Array.from(motifs)),
    lengths,
    starts,
  };
}

/** Sets suffix links breadth first, so that the node of a shorter suffix is complete before it is used. */
function linkSuffixes(next: number[], ending: number[][]): void {
  const suffix = new Int32Array(ending.length);
  const queue = next.slice(0, AMINO_ACID_COUNT).filter((node) => node > 0);
  for (let at = 0; at < queue.length; at += 1) {
    const node = queue[at]!;
    const shorter = suffix[node]!;
    ending[node]!.push(...ending[shorter]!);
    for (let residue = 0; residue < AMINO_ACID_COUNT; residue += 1) {
      const edge = node * AMINO_ACID_COUNT + residue;
      const fallback = next[shorter * AMINO_ACID_COUNT + residue]!;
      if (next[edge] === 0) next[edge] = fallback;
      else {
        suffix[next[edge]!] = fallback;
        queue.push(next[edge]!);
      }
    }
  }
}

/** Returns the node after a residue; a break between chains starts again at the root. */
export function nextNode({ next }: ForbiddenMotifs, node: number, residue: number): number {
  return residue < AMINO_ACID_COUNT ? next[node * AMINO_ACID_COUNT + residue]! : 0;
}

/** Tells whether a forbidden motif ends where the automaton reaches a node with the residue of a position. */
export function endsForbidden(
  { ending, lengths, starts }: ForbiddenMotifs,
  node: number,
  position: number,
): boolean {
  for (const motif of ending[node]!) {
    const start = position + 1 - lengths[motif]!;
    if (start >= 0 && starts[motif]![start] === 1) return true;
  }
  return false;
}

/** Tells whether a forbidden motif overlaps positions `from` … `to` − 1 of a sequence. */
export function hasForbidden(
  forbidden: ForbiddenMotifs,
  sequence: Uint8Array,
  from: number,
  to: number,
): boolean {
  if (forbidden.longest === 0) return false;
  const end = Math.min(sequence.length, to + forbidden.longest - 1);
  let node = 0;
  for (let position = Math.max(0, from - forbidden.longest + 1); position < end; position += 1) {
    node = nextNode(forbidden, node, sequence[position]!);
    if (position >= from && endsForbidden(forbidden, node, position)) return true;
  }
  return false;
}
