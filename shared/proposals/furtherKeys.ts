import { isNumber } from "@pdp/basics/columns";
import { joinNames } from "@pdp/basics/wording";
import { isBatchName } from "#shared/domain/columns/batchColumns.ts";
import type { FoundMutations, SeenColumn } from "./findMutations.ts";

/** Maximum number of rows to read. */
const MAX_ROWS = 5_000;
/** Minimum number of variants with several rows, and their minimum share of all variants. */
const [MIN_VARIANTS, MIN_SHARE] = [5, 0.5];
/** Maximum number of different values of a key. */
const MAX_VALUES = 50;
/** Share of the variants with several rows in which each row has another value. */
const DISTINCT_SHARE = 0.9;
const REPEATED = /(?:^|_)(?:rep|repl|replicates?|trial|repeat|well|row|column|index|id|no|number)(?:_|\d|$)/i;
const VALUES_SHOWN = 3;

/**
 * Names the columns that, together with the variant, identify a row, such as an epitope or a condition; undefined if there are
 * none. Replicates and batches are not keys, because a training run knows them.
 */
export function furtherKeys(
  columns: readonly SeenColumn[],
  mutations: FoundMutations | undefined,
): string | undefined {
  const names = variantColumns(columns, mutations);
  if (names.length === 0) return undefined;
  const keyColumns = columns.filter(({ proposed }) => names.includes(proposed.name));
  const rows = Math.min(MAX_ROWS, keyColumns[0]?.cells.length ?? 0);
  const variants = Map.groupBy(Array(rows).keys(), (row) =>
    keyColumns.map(({ cells }) => cells[row] ?? "").join("\n"),
  );
  const repeated = [...variants.values()].filter(({ length }) => length > 1);
  if (repeated.length < MIN_VARIANTS || repeated.length < MIN_SHARE * variants.size) return undefined;
  const keys = columns.filter((column) => !keyColumns.includes(column) && isKey(column, repeated, rows));
  const measured = columns.some((column) => !keys.includes(column) && isNumber(column.proposed.type));
  const [key] = keys;
  if (key === undefined || !measured) return undefined;
  const shown = [...new Set(key.cells.slice(0, rows).filter((cell) => cell !== null))];
  const others = keys.slice(1).map(({ proposed }) => JSON.stringify(proposed.name));
  const more = others.length === 0 ? "" : `, and of ${joinNames(others, VALUES_SHOWN)}`;
  return `Each variant has a row for each value of "${key.proposed.name}" (${joinNames(shown, VALUES_SHOWN)})${more}. Filter one value, or make a column of each, before you train a model; it would average over them.`;
}

/** Returns the names of the columns that identify a variant. */
function variantColumns(
  columns: readonly SeenColumn[],
  foundMutations: FoundMutations | undefined,
): string[] {
  const sequences = columns.filter(({ proposed }) => proposed.kind === "AMINO_ACIDS");
  const [sequence] = sequences.filter(({ cells }) => new Set(cells).size > MIN_VARIANTS);
  if (sequence !== undefined) return [sequence.proposed.name];
  if (foundMutations === undefined) return [];
  const { mutations } = foundMutations;
  if (typeof mutations === "string") return [mutations];
  return "mutant" in mutations ? [mutations.position, mutations.mutant] : [];
}

/** Tells whether the values of a column differ between the rows of a variant, and are few. */
function isKey({ proposed, cells }: SeenColumn, repeated: readonly number[][], rows: number): boolean {
  const { name, type, kind } = proposed;
  if ((type !== "STRING" && type !== "INT64") || (kind ?? "NONE") !== "NONE") return false;
  if (isBatchName(name) || REPEATED.test(name)) return false;
  const { size } = new Set(cells.slice(0, rows));
  if (size < 2 || size > MAX_VALUES || 4 * size > rows) return false;
  const distinct = repeated.filter(
    (group) => new Set(group.map((row) => cells[row] ?? null)).size === group.length,
  );
  return distinct.length >= DISTINCT_SHARE * repeated.length;
}
