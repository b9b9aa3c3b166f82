import { DataProblem } from "@pdp/basics/errors";
import { chainLengths, isPattern, joinRanges } from "@pdp/basics/proteins";
import type { Sampler } from "../sampler/sampler.ts";
import {
  AMINO_ACID_COUNT,
  CHAIN_BREAK_INDEX,
  residueIndices,
  residueLetters,
} from "../sequences/aminoAcids.ts";
import { chainSpans, isSameShape } from "../sequences/chainSpans.ts";
import type { Generator } from "./generators.ts";
import { DEFAULT_MAXIMUM, DEFAULT_MINIMUM, keptStarts } from "./generators.ts";
import type { IndelFrame } from "./indels/indelFrame.ts";
import { forbiddenLiabilities } from "./motifs/forbiddenLiabilities.ts";
import {
  type ForbiddenMotif,
  type ForbiddenMotifs,
  forbiddenMotifs,
  hasForbidden,
} from "./motifs/forbiddenMotifs.ts";
import { compilePattern } from "./motifs/motifPatterns.ts";
import { patternSources } from "./motifs/patternSources.ts";
import { meetsPatterns, type PlacedPattern, placePattern } from "./motifs/placedPatterns.ts";
import { hasRequired, type RequiredMotifs, requiredMotif } from "./motifs/requiredMotifs.ts";

/** Sequences that a generator may produce: the template with substitutions that satisfy every hard constraint. */
export interface DesignSpace {
  /** Residue indices of the template. */
  readonly template: Uint8Array;
  /** Positions that may mutate, in ascending order. */
  readonly free: Uint16Array;
  /** 1 for each position that may mutate, otherwise 0. */
  readonly mutable: Uint8Array;
  /** 1 for each position where mutations are discouraged, otherwise 0. */
  readonly discouraged: Uint8Array;
  readonly minMutations: number;
  /** Maximum number of mutations, at most the number of free positions. */
  readonly maxMutations: number;
  readonly forbidden: ForbiddenMotifs;
  readonly required: readonly RequiredMotifs[];
  /** Required and forbidden motifs that are regular expressions. */
  readonly patterns: readonly PlacedPattern[];
  /** 1 for each residue (position × 20) that a sequence may have; all residues if absent. */
  readonly allowed?: Uint8Array;
  /** Alias of the generator. */
  readonly alias?: string | null;
  /** Sequence relative to which mutations are shown; defaults to the template. */
  readonly parent?: Uint8Array;
  /** Sampler that proposes its sequences; defaults to that of the search. */
  readonly sampler?: Sampler;
  /** Insertions and deletions common to all of its sequences, if any; `template` includes them. */
  readonly indels?: IndelFrame;
}

type Ranges = readonly (readonly [number, number])[];

/**
 * Builds the space for a generator's parameters, omitting rules that its moves cannot violate. A requirement without ranges
 * applies to the whole sequence. Positions in the `fixed` ranges do not mutate. The space may be empty: see `requireDesigns`.
 */
export function designSpace(generator: Omit<Generator, "type">, fixed: Ranges = []): DesignSpace {
  const sequence = generator.template.assembly.monomer;
  const template = residueIndices(sequence);
  const whole = chainSpans(template).map(({ start, end }): [number, number] => [start, end]);
  const mutable = template.map((residue) => (residue === CHAIN_BREAK_INDEX ? 0 : 1));
  for (const start of keptStarts(generator)) mutable[start] = 0;
  for (const [from, to] of fixed) mutable.fill(0, from, to);
  const discouraged = new Uint8Array(template.length);
  for (const [from, to] of joinRanges(generator.discourage_mutations?.ranges ?? {}, sequence))
    discouraged.fill(1, from, to);

  const forbidden: ForbiddenMotif[] = [];
  const required: RequiredMotifs[] = [];
  const patterns: PlacedPattern[] = [];
  for (const requirement of generator.requirements ?? []) {
    const { operator, motifs, apply_to } = requirement;
    const stated = joinRanges(apply_to.ranges, sequence);
    const ranges = stated.length === 0 ? whole : stated;
    if (operator === "keep") {
      for (const [from, to] of ranges) mutable.fill(0, from, to);
      continue;
    }
    const sources = patternSources(requirement);
    for (const source of sources) {
      patterns.push(placePattern(compilePattern(source), operator !== "none", ranges, template.length));
    }
    if (operator === "any" && sources.length > 0) continue;
    const indices = motifs.filter((motif) => !isPattern(motif)).map(residueIndices);
    if (operator === "none") forbidden.push(...indices.map((motif) => ({ motif, ranges })));
    else {
      const options = indices.map((motif) => requiredMotif(motif, ranges));
      required.push(...(operator === "any" ? [options] : options.map((option) => [option])));
    }
  }
  forbidden.push(...forbiddenLiabilities(template, mutable, generator.forbid_liabilities ?? []));
  const free = Uint16Array.from({ length: template.length }, (_, at) => at).filter((at) => mutable[at] === 1);
  return {
    template,
    free,
    mutable,
    discouraged,
    minMutations: generator.min_mutations ?? DEFAULT_MINIMUM,
    maxMutations: Math.min(free.length, generator.max_mutations ?? DEFAULT_MAXIMUM),
    forbidden: forbiddenMotifs(forbidden, template.length),
    required,
    patterns,
  };
}

/** Tells whether a sequence may have a given residue at a position. */
export function isAllowed({ allowed }: DesignSpace, position: number, residue: number): boolean {
  return allowed === undefined || allowed[position * AMINO_ACID_COUNT + residue] === 1;
}

/** Tells whether a sequence satisfies every hard constraint. */
export function isFeasible(space: DesignSpace, sequence: Uint8Array): boolean {
  const { template, mutable } = space;
  if (sequence.length !== template.length) return false;
  for (let position = 0; position < template.length; position += 1) {
    const residue = sequence[position]!;
    if (mutable[position] === 0 && residue !== template[position]) return false;
    if (residue === CHAIN_BREAK_INDEX) continue;
    if (residue >= AMINO_ACID_COUNT || !isAllowed(space, position, residue)) return false;
  }
  const count = mutationCount(template, sequence);
  if (count < space.minMutations || count > space.maxMutations) return false;
  return !hasForbidden(space.forbidden, sequence, 0, sequence.length) && hasAllRequired(space, sequence);
}

/** Returns the space extended by designs with fewer mutations, including the template itself. */
export function withoutMinimum(space: DesignSpace): DesignSpace {
  return { ...space, minMutations: 0 };
}

/** Tells whether a sequence contains all required motifs, and no forbidden motif that is a regular expression. */
export function hasAllRequired({ required, patterns }: DesignSpace, sequence: Uint8Array): boolean {
  return required.every((motifs) => hasRequired(motifs, sequence)) && meetsPatterns(patterns, sequence);
}

/** Returns the number of positions where two sequences of the same length differ. */
export function mutationCount(template: Uint8Array, sequence: Uint8Array): number {
  let count = 0;
  for (let position = 0; position < template.length; position += 1) {
    if (template[position] !== sequence[position]) count += 1;
  }
  return count;
}

/** Natural logarithm of the factor by which each mutation at a discouraged position lowers the value of a design. */
export const DISCOURAGED = -Math.log(20);

/** Returns the number of mutations at discouraged positions. */
export function discouragedCount({ template, discouraged }: DesignSpace, sequence: Uint8Array): number {
  let count = 0;
  for (let position = 0; position < template.length; position += 1) {
    if (discouraged[position] === 1 && template[position] !== sequence[position]) count += 1;
  }
  return count;
}

/** Returns the positions where a sequence differs from the template. */
export function mutatedPositions(template: Uint8Array, sequence: Uint8Array): number[] {
  const positions: number[] = [];
  for (let position = 0; position < template.length; position += 1) {
    if (template[position] !== sequence[position]) positions.push(position);
  }
  return positions;
}

/** Throws a DataProblem if a sampler cannot score sequences of the template's length. */
export function requireSampler(
  { template }: DesignSpace,
  { reference }: { reference: Uint8Array },
  whose: string,
): void {
  if (isSameShape(reference, template)) return;
  const [expected, known] = [template, reference].map((sequence) => chainLengths(residueLetters(sequence)));
  throw new DataProblem(
    `The template has ${expected} residues, but the ${whose}'s sampler was trained for a reference of ${known}: train one ` +
      "for the template.",
  );
}

export function mutations(count: number): string {
  return `${count} ${count === 1 ? "mutation" : "mutations"}`;
}
