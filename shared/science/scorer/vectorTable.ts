import { createRandom } from "@pdp/basics/statistics";
import { createMatrix, dot, matrixRow } from "../linearAlgebra/matrix.ts";
import { principalComponents } from "../linearAlgebra/principalComponents.ts";
import { type AlignedMutant, alignMutant } from "../sequences/alignMutant.ts";
import { residueIndices } from "../sequences/aminoAcids.ts";
import { type ScoreTable, scoreTable } from "./scoreTable.ts";

/** Maximum number of vector directions used by models, and maximum number of vectors used to find them. */
const MAX_DIRECTIONS = 32;
const MAX_BASIS_ROWS = 2_000;

/**
 * Fits user-supplied vectors, such as the embeddings of a language model, as sums over mutations: the directions in which the
 * vectors differ most, each fitted in the same way as a score in `scoreTable`. `values` contains `size` numbers per sequence;
 * NaN if they are missing.
 */
export function vectorTable(
  name: string,
  sequences: readonly string[],
  { values, size }: { values: Float64Array; size: number },
  reference: string,
  align?: (sequence: string) => AlignedMutant,
): ScoreTable {
  const target = residueIndices(reference);
  const aligned = align ?? ((text: string) => alignMutant(residueIndices(text), target));
  // Skips sequences with insertions, as `scoreTable` does.
  const rows = [...sequences.keys()].filter(
    (row) => Number.isFinite(values[row * size]) && aligned(sequences[row]!).insertions.length === 0,
  );
  const mean = new Float64Array(size);
  for (const row of rows) {
    for (let at = 0; at < size; at += 1) mean[at] = mean[at]! + values[row * size + at]! / rows.length;
  }
  const centered = (row: number): Float64Array =>
    values.slice(row * size, (row + 1) * size).map((value, at) => value - mean[at]!);
  const random = createRandom("vectors");
  const sample = random.shuffle(rows.slice()).slice(0, MAX_BASIS_ROWS);
  const matrix = createMatrix(sample.length, size);
  for (const [at, row] of sample.entries()) matrix.data.set(centered(row), at * size);
  const basis = principalComponents(matrix, MAX_DIRECTIONS, random);
  const scores = Array.from({ length: basis.rows }, () =>
    new Float64Array(sequences.length).fill(Number.NaN),
  );
  for (const row of rows) {
    const rowValues = centered(row);
    for (const [direction, column] of scores.entries())
      column[row] = dot(rowValues, matrixRow(basis, direction));
  }
  const tables = scores.map((column) => scoreTable(name, sequences, column, reference, align));
  const total = Math.sqrt(tables.reduce((sum, { scale }) => sum + scale ** 2, 0));
  const [first = scoreTable(name, [], [], reference)] = tables;
  const changes = new Float64Array(first.changes.length * Math.max(1, tables.length));
  for (const [direction, table] of tables.entries()) {
    for (const [at, change] of table.changes.entries())
      changes[at * tables.length + direction] = total > 0 ? (change * table.scale) / total : 0;
  }
  return { ...first, scale: total, changes };
}
