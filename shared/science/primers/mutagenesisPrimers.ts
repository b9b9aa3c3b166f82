import { reverseComplement } from "../backTranslation/avoidedSite.ts";
import { annealingSites } from "./annealingSites.ts";
import type { Edit } from "./codingEdits.ts";
import { type Conditions, meltingTemperature } from "./nearestNeighbor.ts";

/**
 * `BACK_TO_BACK`: the primers of a pair start next to each other, and the amplified plasmid is ligated (site after site).
 * `OVERLAPPING`: the primers of a pair share their 5′ ends, and the amplified fragments are assembled at these overlaps.
 */
export type PrimerMethod = "BACK_TO_BACK" | "OVERLAPPING";

export interface PrimerOptions {
  method: PrimerMethod;
  /** Minimum melting temperature of the annealing part in °C. */
  minTm: number;
  /** Bases that the primers of an overlapping pair share. */
  overlap: number;
  conditions: Conditions;
}

export interface Primer {
  sequence: string;
  /** Number of bases at the 3′ end that anneal to the template. */
  annealing: number;
  /** Melting temperature of these bases in °C. */
  tm: number;
}

/** Primers of one site. */
export interface PrimerPair {
  forward: Primer;
  reverse: Primer;
}

/** Pairs in the order of their sites, or why there are none. */
export type PrimerPairs = { pairs: PrimerPair[] } | { problem: string };

/** Length of the part that anneals to the template. */
export const MIN_ANNEALING = 15;
export const MAX_ANNEALING = 40;
const MAX_PRIMER_BASES = 120;
/** Minimum number of bases between sites with separate primers. Annealing parts that face each other share them. */
const MIN_BETWEEN = 50;
export const MAX_SITES = 4;
/** A longer 3′ end is preferred if it ends with G or C and its temperature is at most this much higher. */
const CLAMP_TOLERANCE = 4;
/** New bases up to this number are part of the forward primer alone. */
const MAX_UNDIVIDED = 30;

/**
 * Returns primers for changes of a template; changes closer than the longest annealing part share a pair. The template extends
 * beyond the changes by at least that length.
 */
export function mutagenesisPrimers(
  template: string,
  edits: readonly Edit[],
  options: PrimerOptions,
): PrimerPairs {
  const sites = mergedEdits(template, edits);
  if (sites.length > MAX_SITES)
    return {
      problem: `The changes are at ${sites.length} separate sites; primers are designed for at most ${MAX_SITES}. Order this design as a gene.`,
    };
  const pairs = sites.map((site, index) => {
    const isFacing = options.method === "OVERLAPPING";
    const room = (from: number | undefined, to: number | undefined): number =>
      isFacing && from !== undefined && to !== undefined
        ? Math.min(MAX_ANNEALING, Math.floor((to - from) / 2))
        : MAX_ANNEALING;
    const left = room(sites[index - 1]?.to, site.from);
    const right = room(site.to, sites[index + 1]?.from);
    return pairOf(template, site, options, [left, right]);
  });
  const longest = Math.max(0, ...pairs.flatMap((pair) => [pair.forward, pair.reverse].map(lengthOf)));
  if (longest > MAX_PRIMER_BASES)
    return {
      problem: `A primer for this change has ${longest} bases; at most ${MAX_PRIMER_BASES} are possible. Order this design as a gene.`,
    };
  return { pairs };
}

const lengthOf = ({ sequence }: Primer): number => sequence.length;

/** Merges changes whose primers could not anneal between them. */
function mergedEdits(template: string, edits: readonly Edit[]): Edit[] {
  const merged: Edit[] = [];
  for (const edit of edits) {
    const last = merged.at(-1);
    if (last && edit.from - last.to < MIN_BETWEEN) {
      last.dna += template.slice(last.to, edit.from) + edit.dna;
      last.to = edit.to;
    } else merged.push({ ...edit });
  }
  return merged;
}

/** `room` contains the maximum number of bases that anneal on the left and on the right. */
function pairOf(
  template: string,
  { from, to, dna }: Edit,
  options: PrimerOptions,
  room: readonly [number, number],
): PrimerPair {
  const right = annealingPart(template, template.slice(to, to + room[1]), options);
  const left = annealingPart(template, reverseComplement(template.slice(from - room[0], from)), options);
  const [forwardTail, reverseTail] = tailsOf(template, { from, to, dna }, options);
  return {
    forward: { ...right.facts, sequence: forwardTail + right.dna },
    reverse: { ...left.facts, sequence: reverseTail + left.dna },
  };
}

/** Returns the 5′ parts of both primers, which do not anneal. */
function tailsOf(
  template: string,
  { from, to, dna }: Edit,
  { method, overlap }: PrimerOptions,
): [string, string] {
  if (method === "OVERLAPPING") {
    // Half of the bases that the new ones lack comes from either side; these also are part of the other primer.
    const beside = Math.max(0, Math.ceil((overlap - dna.length) / 2));
    const [before, after] = [template.slice(from - beside, from), template.slice(to, to + beside)];
    return [before + dna, reverseComplement(dna + after)];
  }
  const half = dna.length > MAX_UNDIVIDED ? Math.floor(dna.length / 2) : 0;
  return [dna.slice(half), reverseComplement(dna.slice(0, half))];
}

/**
 * Returns the shortest start of DNA that melts at the requested temperature, or a slightly longer one that ends with G or C. Its
 * end anneals only here, if any start has such an end.
 */
function annealingPart(
  template: string,
  dna: string,
  { minTm, conditions }: PrimerOptions,
): { dna: string; facts: Omit<Primer, "sequence"> } {
  let first: { length: number; tm: number } | null = null;
  let chosen: { length: number; tm: number } | null = null;
  for (let length = MIN_ANNEALING; length <= dna.length && chosen === null; length += 1) {
    const tm = meltingTemperature(dna.slice(0, length), conditions);
    if (tm < minTm || annealingSites(template, dna.slice(0, length), 2).length > 1) continue;
    first ??= { length, tm };
    if (tm > first.tm + CLAMP_TOLERANCE) break;
    if ("GC".includes(dna[length - 1] as string)) chosen = { length, tm };
  }
  const { length, tm } = chosen ?? first ?? { length: dna.length, tm: meltingTemperature(dna, conditions) };
  return { dna: dna.slice(0, length), facts: { annealing: length, tm } };
}
