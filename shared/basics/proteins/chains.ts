/**
 * Chains of a protein. A protein with two chains is one text, in which a break separates the chains: `EVQL…/DIQM…`. Either chain
 * may be empty. The break keeps the chains apart in alignments, keys and comparisons, so `AB/C` and `A/BC` differ. A protein with
 * one chain has no break.
 */
export const CHAIN_BREAK = "/";

/** Name of a chain in requests and tables. */
export type ChainName = "monomer" | "vh" | "vl";
export type ChainLayout = readonly ChainName[];

export const ONE_CHAIN: ChainLayout = ["monomer"];
export const TWO_CHAINS: ChainLayout = ["vh", "vl"];

/** Prefix of mutations: `H:A23G` and `L:S93T`; none if there is only one chain. */
const PREFIXES: Record<ChainName, string> = { monomer: "", vh: "H:", vl: "L:" };

export interface Chain {
  name: ChainName;
  /** Prefix of its mutations. */
  prefix: string;
  /** Index of its first residue in the joined sequence. */
  start: number;
  /** Index after its last residue. */
  end: number;
}

/** Returns the chains of a joined sequence. */
export function chainsOf(sequence: string): Chain[] {
  return chainsBetween(sequence.length, sequence.indexOf(CHAIN_BREAK));
}

/** Returns the chains of a sequence with the given length and index of its break; -1 if it has none. */
export function chainsBetween(length: number, at: number): Chain[] {
  if (at < 0) return [chain("monomer", 0, length)];
  return [chain("vh", 0, at), chain("vl", at + 1, length)];
}

function chain(name: ChainName, start: number, end: number): Chain {
  return { name, prefix: PREFIXES[name], start, end };
}

export function layoutOf(sequence: string): ChainLayout {
  return sequence.includes(CHAIN_BREAK) ? TWO_CHAINS : ONE_CHAIN;
}

/** Joins a heavy and a light chain; a missing one is empty. */
export function joinChains(vh: string | null | undefined, vl: string | null | undefined): string {
  return `${vh ?? ""}${CHAIN_BREAK}${vl ?? ""}`;
}

/** Protein as requests state it: one chain, or the variable domains of a heavy and a light chain. One of the two may be null. */
export type ChainTexts =
  | { monomer: string; vh?: never; vl?: never }
  | { monomer?: never; vh: string | null; vl: string | null };

/** Returns the text of each chain by name; null for an empty chain of two. */
export function assemblyOf(sequence: string): ChainTexts {
  const [vh = "", vl] = sequence.split(CHAIN_BREAK);
  return vl === undefined ? { monomer: sequence } : { vh: vh || null, vl: vl || null };
}

/** Returns the names of the chains that are not empty. */
export function chainsIn(sequence: string): ChainName[] {
  return chainsOf(sequence).flatMap(({ name, start, end }) => (end > start ? [name] : []));
}

/** Tells whether each chain of two proteins has the same length. */
export function haveSameChains(a: string, b: string): boolean {
  return a.length === b.length && a.indexOf(CHAIN_BREAK) === b.indexOf(CHAIN_BREAK);
}

/** Returns the lengths of the chains as text, such as `227` or `120 + 107`. */
export function chainLengths(sequence: string): string {
  const chains = chainsOf(sequence);
  return chains.map(({ start, end }) => end - start).join(" + ");
}

/** Returns the number of residues without the break. */
export function residueCount(sequence: string): number {
  return sequence.length - chainsOf(sequence).length + 1;
}

type Range = readonly [from: number, to: number];
export type RangesByName = Record<string, readonly Range[]>;

/** Converts ranges by chain to ranges in the joined sequence. Ranges under any other name are those of a single chain. */
export function joinRanges(ranges: RangesByName, sequence: string): [number, number][] {
  const starts = new Map(chainsOf(sequence).map(({ name, start }) => [name as string, start]));
  return Object.entries(ranges).flatMap(([name, pairs]) => {
    const start = starts.get(name) ?? 0;
    return pairs.map(([from, to]): [number, number] => [from + start, to + start]);
  });
}

/** Converts positions in the joined sequence to ranges by chain. */
export function rangesOfPositions(
  positions: Iterable<number>,
  sequence: string,
): Record<string, [number, number][]> {
  const wanted = [...new Set(positions)].toSorted((a, b) => a - b);
  const byChain = chainsOf(sequence).map(({ name, start, end }): [string, [number, number][]] => {
    const ranges: [number, number][] = [];
    for (const position of wanted) {
      if (position < start || position >= end) continue;
      const last = ranges.at(-1);
      if (last && last[1] === position - start) last[1] += 1;
      else ranges.push([position - start, position - start + 1]);
    }
    return [name, ranges];
  });
  return Object.fromEntries(byChain.filter(([name, ranges]) => ranges.length > 0 || name === "monomer"));
}

/** Returns the chain of a position and the position within it. */
export function positionInChain(sequence: string, position: number): { chain: Chain; at: number } {
  const chains = chainsOf(sequence);
  const chain = chains.findLast(({ start }) => start <= position) ?? chains[0]!;
  return { chain, at: position - chain.start };
}

/** Joins the names of a variant's mutations: `V39A;D40W`, or `H:A23G L:S93T` if they name their chains. */
export function joinMutations(names: readonly string[]): string {
  return names.join(names.some((name) => name.includes(":")) ? " " : ";");
}
