import { type AlignedMutant, alignMutant } from "../sequences/alignMutant.ts";
import { residueIndices } from "../sequences/aminoAcids.ts";
import { meansBySequence } from "../sequences/meansBySequence.ts";
import { mutationRows, RESIDUE_KINDS } from "./mutationRows.ts";

/** User-supplied score (such as a language model's) or vector, expressed as a sum over a sequence's mutations. Plain data. */
export interface ScoreTable {
  name: string;
  /** Number of different sequences without insertions that have the score. */
  sequences: number;
  /** Number of different mutations in those sequences. */
  mutations: number;
  /**
   * Change in the score for each mutation of the reference, in units of `scale`; length × 22, times the number of directions
   * for a vector.
   */
  changes: Float64Array;
  /** Root mean square of the changes for scored mutations, in the unit of the score. */
  scale: number;
}

/** Weight of the prior that a mutation has no effect, as a number of sequences: very small, because scores have no noise. */
const PRIOR_SEQUENCES = 0.02;
const SWEEPS = 60;

/**
 * Fits a score as a sum over mutations by ridge regression (coordinate descent), so that unscored sequences also get a value.
 * Sequences with insertions are skipped. `align` may share alignments. A mutation that does not occur in any scored sequence
 * gets the mean of the mutations at its position or, if there are none, of all mutations.
 */
export function scoreTable(
  name: string,
  sequences: readonly string[],
  values: ArrayLike<number>,
  reference: string,
  align?: (sequence: string) => AlignedMutant,
): ScoreTable {
  const target = residueIndices(reference);
  const aligned = align ?? ((text: string) => alignMutant(residueIndices(text), target));
  // A sequence with an insertion provides no information about the mutations in the table, and would count as the reference.
  const scored = [...meansBySequence(sequences, values)].flatMap(([text, score]) => {
    const { residues, insertions } = aligned(text);
    return insertions.length === 0 ? [{ residues, score }] : [];
  });
  const rows = mutationRows(
    scored.map(({ residues }) => residues),
    target,
  );
  const { sites, residues } = rows;
  const effects = fitEffects(
    rows,
    Float64Array.from(scored, ({ score }) => score),
  );
  const size = Math.sqrt(effects.reduce((sum, effect) => sum + effect ** 2 / effects.length, 0));
  const scaled = size > 0 ? effects.map((effect) => effect / size) : effects;
  const changes = new Float64Array(target.length * RESIDUE_KINDS).fill(average(scaled));
  const bySite = Map.groupBy(sites.keys(), (mutation) => sites[mutation]!);
  for (const [site, mutations] of bySite) {
    const mean = average(mutations.map((mutation) => scaled[mutation]!));
    changes.fill(mean, site * RESIDUE_KINDS, (site + 1) * RESIDUE_KINDS);
    for (const mutation of mutations) changes[site * RESIDUE_KINDS + residues[mutation]!] = scaled[mutation]!;
  }
  return { name, sequences: scored.length, mutations: effects.length, changes, scale: size };
}

function fitEffects(
  { starts, mutations, sites }: ReturnType<typeof mutationRows>,
  values: Float64Array,
): Float64Array {
  const effects = new Float64Array(sites.length);
  const rowsOf = Array.from(sites, () => [] as number[]);
  for (const row of values.keys()) {
    for (let at = starts[row]!; at < starts[row + 1]!; at += 1) rowsOf[mutations[at]!]!.push(row);
  }
  const left = values.slice();
  for (let sweep = 0; sweep < SWEEPS; sweep += 1) {
    const shift = baseShift(left, starts);
    for (const row of left.keys()) left[row]! -= shift;
    for (const [mutation, rows] of rowsOf.entries()) {
      const effect = effects[mutation]!;
      const sum = rows.reduce((total, row) => total + left[row]!, rows.length * effect);
      const next = sum / (rows.length + PRIOR_SEQUENCES);
      for (const row of rows) left[row]! -= next - effect;
      effects[mutation] = next;
    }
  }
  return effects;
}

/** Returns the error of the reference's score: the individual error if the reference was scored, otherwise the mean error. */
function baseShift(left: Float64Array, starts: Uint32Array): number {
  const baseRow = left.findIndex((_, row) => starts[row] === starts[row + 1]);
  return baseRow >= 0 ? left[baseRow]! : average(left);
}

function average(values: ArrayLike<number>): number {
  let sum = 0;
  for (let at = 0; at < values.length; at += 1) sum += values[at]!;
  return values.length === 0 ? 0 : sum / values.length;
}
