import type { MutationContext } from "./mutationContext.ts";
import { type MutationRows, RESIDUE_KINDS, rowCount } from "./mutationRows.ts";
import type { SparseRows } from "./sparseRows.ts";

/** Columns of a linear model: substitutions, the change of density, totals, pairs of substitutions. Plain data. */
export interface FeatureLayout {
  /** Index site × 22 + residue of each substitution's column. */
  mutations: Uint32Array;
  /** Whether the next column is the change of the sampler's log density. */
  density: boolean;
  /** Whether the next column is the number of mutations. */
  count: boolean;
  /** Positions with a column after it: whether they are mutated. */
  sites: Uint32Array;
  /** Columns after them: two indices of `mutations` each, as first × mutations.length + second. */
  pairs: Float64Array;
}

/** Scales of columns relative to the others, so that they are penalised less (for the density, Hsu et al. 2022). */
const DENSITY_FACTOR = 3;
const COUNT_FACTOR = 3;

/** Returns columns for the features that occur in the rows. */
export function featureLayout(
  rows: MutationRows,
  options: { density?: boolean; pairs?: boolean; totals?: boolean },
): FeatureLayout {
  const mutations = Uint32Array.from(
    rows.sites,
    (site, index) => site * RESIDUE_KINDS + rows.residues[index]!,
  );
  const pairs = new Set<number>();
  if (options.pairs === true) {
    forPairs(rows, (_row, first, second) => pairs.add(first * mutations.length + second));
  }
  const count = options.totals === true;
  const sites = count ? Uint32Array.from(new Set(rows.sites)) : new Uint32Array(0);
  return { mutations, density: options.density === true, count, sites, pairs: Float64Array.from(pairs) };
}

/** Encodes rows; features without a column are left out. */
export function linearFeatures(
  rows: MutationRows,
  layout: FeatureLayout,
  context: MutationContext,
): SparseRows {
  const columnOf = new Map([...layout.mutations].map((key, column) => [key, column]));
  const column = Int32Array.from(
    rows.sites,
    (site, index) => columnOf.get(site * RESIDUE_KINDS + rows.residues[index]!) ?? -1,
  );
  const densityColumn = layout.mutations.length;
  const countColumn = densityColumn + (layout.density ? 1 : 0);
  const firstSite = countColumn + (layout.count ? 1 : 0);
  const siteColumn = new Map([...layout.sites].map((site, index) => [site, firstSite + index]));
  const firstPair = firstSite + layout.sites.length;
  const pairColumn = new Map([...layout.pairs].map((key, index) => [key, firstPair + index]));
  const starts = new Uint32Array(rowCount(rows) + 1);
  const columns: number[] = [];
  const values: number[] = [];
  const add = (at: number, value: number): void => {
    columns.push(at);
    values.push(value);
  };
  for (let row = 0; row < rowCount(rows); row += 1) {
    let density = 0;
    for (let at = rows.starts[row]!; at < rows.starts[row + 1]!; at += 1) {
      const mutation = rows.mutations[at]!;
      if (column[mutation]! >= 0) add(column[mutation]!, 1);
      const site = siteColumn.get(rows.sites[mutation]!);
      if (site !== undefined) add(site, 1);
      if (layout.density)
        density += context.scores[rows.sites[mutation]! * RESIDUE_KINDS + rows.residues[mutation]!]!;
    }
    if (layout.density) add(densityColumn, DENSITY_FACTOR * density);
    if (layout.count) add(countColumn, COUNT_FACTOR * (rows.starts[row + 1]! - rows.starts[row]!));
    if (layout.pairs.length > 0) {
      forPairsOf(rows, row, (first, second) => {
        const [a, b] = [column[first]!, column[second]!];
        const found = a < 0 || b < 0 ? undefined : pairColumn.get(a * layout.mutations.length + b);
        if (found !== undefined) add(found, 1);
      });
    }
    starts[row + 1] = columns.length;
  }
  return {
    width: firstPair + layout.pairs.length,
    starts,
    columns: Uint32Array.from(columns),
    values: Float64Array.from(values),
  };
}

function forPairs(rows: MutationRows, visit: (row: number, first: number, second: number) => void): void {
  for (let row = 0; row < rowCount(rows); row += 1) {
    forPairsOf(rows, row, (first, second) => visit(row, first, second));
  }
}

/** Visits the pairs of a row's mutations, which are in the order of their sites. */
function forPairsOf(rows: MutationRows, row: number, visit: (first: number, second: number) => void): void {
  for (let i = rows.starts[row]!; i < rows.starts[row + 1]!; i += 1) {
    for (let j = i + 1; j < rows.starts[row + 1]!; j += 1) visit(rows.mutations[i]!, rows.mutations[j]!);
  }
}
