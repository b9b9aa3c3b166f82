import { byName, type Column, foldName } from "@pdp/basics/columns";
import { editDistance, joinNames } from "@pdp/basics/wording";
import { decimalsOffer, decimalView, hasDecimalsFor } from "#shared/domain/columns/decimalColumns.ts";
import { foldReference } from "#shared/domain/table.ts";
import type { LoadFile, LoadFileRecord, LoadTable } from "./load.ts";

/** Warnings about a load before its files are ingested: input that is valid but rarely intended. */

const NAMES_SHOWN = 20;
/** Minimum length of a reference that is compared with others; shorter references resemble too many others. */
const MIN_REFERENCE_LENGTH = 4;
const MAX_TYPOS = 2;

/** Returns warnings about the files of a load. */
export function fileWarnings(files: readonly LoadFileRecord[]): string[] {
  return [...unassignedFiles(files), ...repeatedFiles(files), ...filesOfOthers(files)];
}

/** Warns about files that belong to no table, unless another file was made from them. */
function unassignedFiles(files: readonly LoadFile[]): string[] {
  const sources = new Set(files.map(({ source_file_id }) => source_file_id));
  const unassigned = files.filter(({ id, table_reference }) => table_reference === null && !sources.has(id));
  if (unassigned.length === 0) return [];
  const names = joinNames(
    unassigned.map(({ filepath }) => filepath),
    NAMES_SHOWN,
  );
  const [what, they] =
    unassigned.length === 1
      ? ["no table_reference: it is", "its"]
      : ["no table_reference: they are", "their"];
  return [`${names}: ${what} stored, but ${they} rows are not loaded into any table.`];
}

/** Warns about files with identical bytes for the same table. Empty files do not count. */
function repeatedFiles(files: readonly LoadFileRecord[]): string[] {
  const firstOf = new Map<string, LoadFile>();
  return files.flatMap((file) => {
    if (file.table_reference === null || file.sha256 === undefined || file.size === 0) return [];
    const key = `${file.table_reference}\n${file.sha256}`;
    const first = firstOf.get(key);
    if (first === undefined) {
      firstOf.set(key, file);
      return [];
    }
    const content = `the same content as ${first.filepath} in this load`;
    return [
      `${file.filepath} (file ${file.id}) has ${content}: its rows would be added to "${file.table_reference}" twice.`,
    ];
  });
}

/** Warns about files that an active load has already added to the same table. */
function filesOfOthers(files: readonly LoadFileRecord[]): string[] {
  return files.flatMap(({ filepath, table_reference: table, same_as: same }) => {
    if (!same) return [];
    const content = `the same content as ${same.filepath} of the load ${same.load_id}, which is active`;
    return [`${filepath} has ${content}: its rows would be added to "${table}" twice.`];
  });
}

/** Returns the warning that a load spells the name of an existing table with different capitalization; null if it does not. */
export function caseWarning(reference: string, existing: string): string | null {
  if (reference === existing || foldReference(reference) !== foldReference(existing)) return null;
  return `"${reference}" refers to the existing table "${existing}" because references are case-insensitive.`;
}

/** Returns warnings about decimals for integer columns of the existing table: how to load them, or how to merge them. */
export function decimalWarnings(
  reference: string,
  { columns, decimals }: Pick<LoadTable, "columns" | "decimals">,
  existing: readonly Column[],
): string[] {
  const known = byName(existing);
  const refused = columns.flatMap((column) => {
    const existing = known.get(foldName(column));
    if (existing === undefined || !hasDecimalsFor(column, existing)) return [];
    return `The column "${existing.name}" of table "${reference}" is INT64, not FLOAT64. ${decimalsOffer(reference, existing.name)}`;
  });
  if (decimals !== "NEW_COLUMN") return refused;
  const added = columns.filter((column) => !known.has(foldName(column)));
  const view = decimalView(reference, [...existing, ...added]);
  if (view === null) return refused;
  return [
    ...refused,
    `Decimal values for INT64 columns of "${reference}" are stored in separate columns. To combine both, create a view "${view.reference}" with the query ${view.query}`,
  ];
}

/**
 * Returns the warning that a table would be created under a reference that may be misspelled; null if no existing reference is
 * similar.
 */
export function typoWarning(reference: string, existing: readonly string[]): string | null {
  const close = closeReference(reference, existing);
  if (close === null) return null;
  return `The table "${reference}" does not exist, so the load will create it. If you meant the existing table "${close}", create the load again with that reference.`;
}

function closeReference(reference: string, existing: readonly string[]): string | null {
  const folded = foldReference(reference);
  if (folded.length < MIN_REFERENCE_LENGTH) return null;
  let [closest, minDistance]: [string | null, number] = [null, MAX_TYPOS + 1];
  for (const candidate of existing) {
    const other = foldReference(candidate);
    if (Math.abs(other.length - folded.length) >= minDistance || isNumberedLike(folded, other)) continue;
    const distance = editDistance(folded, other);
    if (distance < minDistance) [closest, minDistance] = [candidate, distance];
  }
  return closest;
}

/** Returns whether names differ only in their numbers, such as plate_1 and plate_2. */
function isNumberedLike(a: string, b: string): boolean {
  return a.replace(/\d+/g, "#") === b.replace(/\d+/g, "#");
}
