import { readMutations, residueLetter, type Site, sitesOfChanges } from "@pdp/basics/proteins";
import type { FoundMutations, SeenColumn } from "./findMutations.ts";

/** Maximum number of rows to read. */
const MAX_ROWS = 5_000;
/** Minimum number of positions that occur with several wild-type letters, and their minimum share of all positions. */
const [MIN_CONFLICTS, MIN_SHARE] = [5, 0.3];
/** Maximum share of such positions for the rows of one protein. */
const MAX_SHARE_OF_ONE = 0.05;

/**
 * Explains that mutations belong to several proteins, because the same positions have different wild-type letters; undefined
 * if they may belong to one.
 */
export function severalProteins(
  mutations: FoundMutations,
  columns: readonly SeenColumn[],
): string | undefined {
  const rows = siteRows(mutations, columns);
  const all = conflictsOf(rows);
  if (all.conflicts < MIN_CONFLICTS || all.conflicts < MIN_SHARE * all.positions) return undefined;
  const siteColumns =
    typeof mutations.mutations === "string" ? [mutations.mutations] : Object.values(mutations.mutations);
  const others = columns.filter(
    ({ proposed }) => !siteColumns.includes(proposed.name) && proposed.type !== "FLOAT64",
  );
  const key = proteinColumn(rows, others);
  const named = key === undefined ? "" : `; the column "${key.name}" has ${key.count}`;
  return `${mutations.shown}: its wild-type letters contradict each other, so the table describes several proteins${named}. One reference cannot fit all rows: load each protein separately, or add a column with the sequence of each variant.`;
}

/** Returns the sites that each row states. */
function siteRows({ mutations }: FoundMutations, columns: readonly SeenColumn[]): Site[][] {
  const cellsOf = (name: string) =>
    columns.find(({ proposed }) => proposed.name === name)?.cells.slice(0, MAX_ROWS) ?? [];
  if (typeof mutations === "string")
    return cellsOf(mutations).map((cell) => {
      const read = cell === null ? undefined : readMutations(cell);
      return read !== undefined && "changes" in read ? sitesOfChanges([read.changes]) : [];
    });
  if (!("wild_type" in mutations) || mutations.wild_type === null) return [];
  const letters = cellsOf(mutations.wild_type);
  return cellsOf(mutations.position).map((cell, row) => {
    const residue = residueLetter(letters[row] ?? "");
    return cell === null || residue === undefined ? [] : [{ residue, position: Number(cell) }];
  });
}

/** Counts the positions that occur with several wild-type letters. */
function conflictsOf(rows: readonly (readonly Site[])[]): { positions: number; conflicts: number } {
  const letters = new Map<number, Set<string | null>>();
  for (const { residue, position } of rows.flat())
    letters.set(position, (letters.get(position) ?? new Set()).add(residue));
  const conflicts = [...letters.values()].filter(({ size }) => size > 1).length;
  return { positions: letters.size, conflicts };
}

/** Finds the column with the fewest values that separates the proteins. */
function proteinColumn(
  rows: readonly (readonly Site[])[],
  columns: readonly SeenColumn[],
): { name: string; count: number } | undefined {
  const separating = columns.flatMap(({ proposed, cells }) => {
    const groups = Map.groupBy(rows.keys(), (row) => cells[row] ?? null);
    if (groups.size < 2 || groups.size > rows.length / 2) return [];
    const each = [...groups.values()].map((groupRows) =>
      conflictsOf(groupRows.map((row) => rows[row] ?? [])),
    );
    const sum = (count: (counts: (typeof each)[number]) => number) =>
      each.reduce((total, counts) => total + count(counts), 0);
    const isSeparate =
      sum(({ conflicts }) => conflicts) <= MAX_SHARE_OF_ONE * sum(({ positions }) => positions);
    return isSeparate ? [{ name: proposed.name, count: groups.size }] : [];
  });
  return separating.toSorted((a, b) => a.count - b.count)[0];
}
