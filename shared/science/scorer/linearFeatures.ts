import { type MutationRows, RESIDUE_KINDS, rowCount } from "./mutationRows.ts";
import type { SparseRows } from "./sparseRows.ts";

/** Columns of a linear model: substitutions, mutated positions, and finally the number of mutations. Plain data. */
export interface FeatureLayout {
  /** Index of the mutation for each column of a substitution: site × 22 + residue. */
  mutations: Uint32Array;
  /** Positions that have a column; these columns follow those of the substitutions. */
  sites: Uint32Array;
}

/** Scale of the number of mutations relative to the other columns, so that it is penalized less. */
const COUNT_FACTOR = 3;

/** Returns columns for the mutations that occur in the rows. */
export function featureLayout({ sites, residues }: MutationRows): FeatureLayout {
  return {
    mutations: sites.map((site, index) => site * RESIDUE_KINDS + residues[index]!),
    sites: Uint32Array.from(new Set(sites)),
  };
}

/** Encodes rows; mutations without a column only contribute to the number of mutations. */
export function linearFeatures(rows: MutationRows, layout: FeatureLayout): SparseRows {
  const firstSite = layout.mutations.length;
  const countColumn = firstSite + layout.sites.length;
  const mutationColumn = new Map([...layout.mutations].map((key, column) => [key, column]));
  const siteColumn = new Map([...layout.sites].map((site, index) => [site, firstSite + index]));
  const starts = new Uint32Array(rowCount(rows) + 1);
  const columns: number[] = [];
  const values: number[] = [];
  const add = (column: number | undefined, value: number): void => {
    if (column === undefined) return;
    columns.push(column);
    values.push(value);
  };
  for (let row = 0; row < rowCount(rows); row += 1) {
    for (let at = rows.starts[row]!; at < rows.starts[row + 1]!; at += 1) {
      const mutation = rows.mutations[at]!;
      add(mutationColumn.get(rows.sites[mutation]! * RESIDUE_KINDS + rows.residues[mutation]!), 1);
      add(siteColumn.get(rows.sites[mutation]!), 1);
    }
    add(countColumn, COUNT_FACTOR * (rows.starts[row + 1]! - rows.starts[row]!));
    starts[row + 1] = columns.length;
  }
  return {
    width: countColumn + 1,
    starts,
    columns: Uint32Array.from(columns),
    values: Float64Array.from(values),
  };
}
