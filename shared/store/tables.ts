import { notFound } from "@pdp/basics/errors";
import { foldReference, type Table } from "#shared/domain/table.ts";
import type { ViewReads } from "#shared/domain/viewReads.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { workspaceDatabase } from "./dynamodb/database.ts";
import { getItem, getTogether, type Stored } from "./dynamodb/items.ts";
import { headKey, referenceKey, tableKey, tables } from "./dynamodb/keys.ts";
import { recordsOf } from "./dynamodb/recordsOf.ts";

/** Stored form of a table, with the key of its current manifest (null for a view). */
export interface TableRecord extends Table {
  manifest_key: string | null;
  /** For a view, the tables on which it was defined. */
  reads?: ViewReads;
  /** Version in which an active table acquired its reference. */
  named_since?: string;
  /** Erasure that is working on the table's data files; they are not merged in the meantime. */
  erasing?: string;
  /** Id of the last run of an erasure on the data files; a merge that started earlier is abandoned. */
  erased?: string;
}

export type StoredTable = Stored<TableRecord>;

export const {
  /** Returns a table with its revision, or null. */
  findStored: findTableById,
  read: readTable,
  get: tableById,
  /** Applies a rule to the texts of a table's record, without creating a new version. */
  change: changeTableRecord,
} = recordsOf<TableRecord>({ name: "table", keyOf: tableKey, listOf: tables });

/** Active table with a reference, including its current version, so that a query only reads one item. */
export interface Holder {
  table_id: string;
  kind: Table["kind"];
  version_id: string;
  manifest_key: string | null;
  /** Version in which it acquired the reference; absent if it is archived. */
  since?: string;
}

/** Latest point of a workspace's history. */
export interface Head {
  version_id: string;
}

/** Maximum length of a reference that is looked up; no table has a longer one, and the length of keys is limited. */
const MAX_REFERENCE_LENGTH = 300;
export const isPossible = (reference: string): boolean => reference.length <= MAX_REFERENCE_LENGTH;

/** Returns the active table with a reference, including its current version, or null. */
export async function findHolder(scope: WorkspaceScope, reference: string): Promise<Holder | null> {
  if (!isPossible(reference)) return null;
  const key = referenceKey(scope.id, foldReference(reference));
  return (await getItem<Holder>(workspaceDatabase(scope), key))?.item ?? null;
}

/** Head of the history, and the tables that had some references at the same moment. */
export interface HeadAndHolders {
  head: string;
  /** Table for each folded reference; null where there is none. */
  holders: ReadonlyMap<string, Holder | null>;
}

/** Reads, in one transaction, the head of the history and the tables that have the given references, at most 99. */
export async function headAndHolders(
  scope: WorkspaceScope,
  references: readonly string[],
): Promise<HeadAndHolders> {
  const folded = [...new Set(references.map(foldReference))];
  const possible = folded.filter(isPossible);
  const keys = [headKey(scope.id), ...possible.map((reference) => referenceKey(scope.id, reference))];
  const [head, ...holdersFound] = await getTogether(workspaceDatabase(scope), keys);
  if (!head) throw new Error(`The workspace ${scope.id} has no head in its region`);
  const { version_id } = head.item as Head;
  const holders = new Map<string, Holder | null>(folded.map((reference) => [reference, null]));
  for (const [index, reference] of possible.entries()) {
    holders.set(reference, (holdersFound[index]?.item as Holder | undefined) ?? null);
  }
  return { head: version_id, holders };
}

/** Returns the active tables with the given references, in order; null where there is none. */
export async function findHolders(
  scope: WorkspaceScope,
  references: readonly string[],
): Promise<(Holder | null)[]> {
  if (references.length === 0) return [];
  const keys = references.map((reference) => referenceKey(scope.id, foldReference(reference)));
  return (await getTogether(workspaceDatabase(scope), keys)).map(
    (stored) => (stored?.item as Holder) ?? null,
  );
}

/** Returns a table's entry under its reference. */
export function holderOf({ id, kind, version_id, manifest_key, named_since }: TableRecord): Holder {
  const since = named_since === undefined ? {} : { since: named_since };
  return { table_id: id, kind, version_id, manifest_key, ...since };
}

/** Returns the active table with a reference, or null. */
export async function findTable(scope: WorkspaceScope, reference: string): Promise<TableRecord | null> {
  const holder = await findHolder(scope, reference);
  return holder ? tableById(scope, holder.table_id) : null;
}

/** Returns the active tables with the given references; null where there is none. */
export async function findTables(
  scope: WorkspaceScope,
  references: readonly string[],
): Promise<Map<string, TableRecord | null>> {
  const holders = await findHolders(scope, references);
  const pendingTables = holders.map((holder) => (holder === null ? null : tableById(scope, holder.table_id)));
  const tables = await Promise.all(pendingTables);
  return new Map(references.map((reference, index) => [reference, tables[index] ?? null]));
}

export async function tableByReference(scope: WorkspaceScope, reference: string): Promise<TableRecord> {
  return (await readTableByReference(scope, reference)).item;
}

export async function readTableByReference(scope: WorkspaceScope, reference: string): Promise<StoredTable> {
  const holder = await findHolder(scope, reference);
  if (!holder) throw notFound("table", `"${reference}"`);
  return readTable(scope, holder.table_id);
}
