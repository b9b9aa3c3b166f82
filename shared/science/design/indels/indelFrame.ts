import { createMatrix } from "../../linearAlgebra/matrix.ts";
import type { Sampler } from "../../sampler/sampler.ts";
import type { AlignedMutant, Insertion } from "../../sequences/alignMutant.ts";
import { AMINO_ACID_COUNT, GAP } from "../../sequences/aminoAcids.ts";

/** Insertions and deletions in one sequence relative to a template, without its substitutions. */
export interface Indels {
  /** Deleted positions of the template, in ascending order. */
  readonly deleted: readonly number[];
  readonly insertions: readonly Insertion[];
}

/** Template with insertions and deletions, and the origin of its residues. */
export interface IndelFrame {
  readonly indels: Indels;
  readonly template: Uint8Array;
  /** The template with the insertions and deletions. */
  readonly sequence: Uint8Array;
  /** Template position of each residue in the sequence; -1 for an inserted residue. */
  readonly origins: Int32Array;
}

/** Returns the number of deleted positions and inserted residues. */
export function indelSize({ deleted, insertions }: Indels): number {
  return insertions.reduce((sum, { residues }) => sum + residues.length, deleted.length);
}

/** Applies insertions and deletions to a template. */
export function indelFrame(template: Uint8Array, indels: Indels): IndelFrame {
  const isDeleted = new Set(indels.deleted);
  const inserted = new Map(indels.insertions.map(({ after, residues }) => [after, residues]));
  const residues: number[] = [];
  const origins: number[] = [];
  for (let position = 0; position <= template.length; position += 1) {
    for (const residue of inserted.get(position) ?? []) {
      residues.push(residue);
      origins.push(-1);
    }
    if (position === template.length || isDeleted.has(position)) continue;
    residues.push(template[position]!);
    origins.push(position);
  }
  return { indels, template, sequence: Uint8Array.from(residues), origins: Int32Array.from(origins) };
}

/** Returns a design without its insertions and deletions: the template with only the design's substitutions. */
export function withoutIndels({ template, origins }: IndelFrame, design: Uint8Array): Uint8Array {
  const restored = template.slice();
  for (const [at, position] of origins.entries()) if (position >= 0) restored[position] = design[at]!;
  return restored;
}

/** Returns a design aligned to the template, according to its insertions and deletions. */
export function alignedInFrame(frame: IndelFrame, design: Uint8Array): AlignedMutant {
  const residues = withoutIndels(frame, design);
  for (const position of frame.indels.deleted) residues[position] = GAP;
  return { residues, insertions: [...frame.indels.insertions] };
}

/** Applies the insertions and deletions of a frame to a sequence of the template's length. */
export function withIndels({ sequence, origins }: IndelFrame, substituted: Uint8Array): Uint8Array {
  return sequence.map((residue, at) => (origins[at]! < 0 ? residue : substituted[origins[at]!]!));
}

/**
 * Returns the residues of the sequence that come from a range of the template, as a range in the sequence; null if all of them
 * are deleted.
 */
export function rangeInFrame(
  { origins }: IndelFrame,
  [from, to]: readonly [number, number],
): [number, number] | null {
  const isWithin = (position: number): boolean => position >= from && position < to;
  const start = origins.findIndex(isWithin);
  return start < 0 ? null : [start, origins.findLastIndex(isWithin) + 1];
}

/**
 * Returns a sampler for the frame's sequences. A deleted position counts like an average substitution at that position, and an
 * inserted residue like an average substitution anywhere, which is how assay models count them.
 */
export function inFrame(sampler: Sampler, frame: IndelFrame): Sampler {
  const { indels, template, sequence, origins } = frame;
  const scores = sampler.substitutionScores(template).data;
  const others = AMINO_ACID_COUNT - 1;
  const meanAt = (position: number): number =>
    scores
      .subarray(position * AMINO_ACID_COUNT, (position + 1) * AMINO_ACID_COUNT)
      .reduce((sum, score) => sum + score / others, 0);
  const mean = scores.reduce((sum, score) => sum + score, 0) / (template.length * others);
  const inserted = indelSize(indels) - indels.deleted.length;
  const cost = indels.deleted.reduce((sum, position) => sum + meanAt(position), inserted * mean);
  return {
    model: sampler.model,
    reference: sequence,
    length: sequence.length,
    logDensity: (design) => sampler.logDensity(withoutIndels(frame, design)) + cost,
    conditional(design, at, out, temperature) {
      const position = origins[at]!;
      if (position < 0) out.fill(1 / AMINO_ACID_COUNT);
      else sampler.conditional(withoutIndels(frame, design), position, out, temperature);
    },
    substitutionScores(design) {
      const frameScores = sampler.substitutionScores(withoutIndels(frame, design)).data;
      const result = createMatrix(sequence.length, AMINO_ACID_COUNT);
      for (const [at, position] of origins.entries()) {
        if (position < 0) continue;
        const start = position * AMINO_ACID_COUNT;
        result.data.set(frameScores.subarray(start, start + AMINO_ACID_COUNT), at * AMINO_ACID_COUNT);
      }
      return result;
    },
  };
}
