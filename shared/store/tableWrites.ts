import { foldReference, isInternal, type Table } from "#shared/domain/table.ts";
import { newId } from "#shared/runtime/ids.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { entryWrite, itemWrite, type Write } from "./dynamodb/items.ts";
import {
  activeTableKey,
  archivedTableKey,
  referenceKey,
  tableKey,
  tableVersionKey,
} from "./dynamodb/keys.ts";
import { releaseWrite } from "./releasedReferences.ts";
import { holderOf, type StoredTable, type TableRecord } from "./tables.ts";
import type { TableVersion } from "./tableVersions.ts";

/** Returns the writes that create or update a table with its reference and list entries. */
export function tableWrites(scope: WorkspaceScope, before: StoredTable | null, after: TableRecord): Write[] {
  const version: TableVersion = { version_id: after.version_id, manifest_key: after.manifest_key };
  const named = withNamedSince(before?.item ?? null, after);
  return [
    itemWrite(tableKey(scope.id, after.id), before, named),
    { kind: "put", key: tableVersionKey(scope.id, after.id, after.version_id), item: version },
    ...lookUpWrites(scope, before?.item ?? null, named),
  ];
}

/** Entry of a table in a list; allows tables created by tasks to be skipped without being read. */
export interface TableEntry {
  id: string;
  internal: boolean;
  reference: string;
  /** Absent in entries written by an older version. */
  kind?: Table["kind"];
  /** Version in which the table acquired its reference. */
  since?: string;
  /** True if the table has a description. */
  described?: boolean;
}

/** Returns the case-folded reference of a table; null for an archived table. */
function heldReference(table: TableRecord | null): string | null {
  return table && table.archived_at === null ? foldReference(table.reference) : null;
}

/** Returns a table with the version in which it acquired its current reference. */
function withNamedSince(before: TableRecord | null, { named_since: _, ...after }: TableRecord): TableRecord {
  const reference = heldReference(after);
  const since = reference === heldReference(before) ? before?.named_since : after.version_id;
  return reference === null || since === undefined ? after : { ...after, named_since: since };
}

function entryOf(table: TableRecord): TableEntry {
  const { id, reference, kind, named_since: since } = table;
  const described = isDescribed(table);
  return {
    id,
    internal: isInternal(table),
    reference,
    kind,
    described,
    ...(since !== undefined && { since }),
  };
}

function isDescribed(table: TableRecord | null): boolean {
  return typeof table?.description === "string";
}

/**
 * Returns the writes for a table's lookup items: its reference while it is active, and the list of archived tables with the
 * same reference.
 */
function lookUpWrites(scope: WorkspaceScope, before: TableRecord | null, after: TableRecord): Write[] {
  const was = heldReference(before);
  const is = heldReference(after);
  const writes: Write[] = [];
  if (is !== null) {
    const item = holderOf(after);
    writes.push({ kind: was === is ? "put" : "create", key: referenceKey(scope.id, is), item });
  }
  const entry = entryOf(after);
  if (was === is) {
    // The capitals of a reference may differ.
    const isChanged = before?.reference !== after.reference || isDescribed(before) !== entry.described;
    if (is !== null && isChanged) writes.push(entryWrite(activeTableKey(scope.id, after.id), true, entry));
    return writes;
  }
  if (before && was !== null) {
    writes.push(
      { kind: "delete", key: referenceKey(scope.id, was) },
      releaseWrite(scope, was, before, after.version_id),
    );
  }
  if (was !== null || is !== null) {
    writes.push(entryWrite(activeTableKey(scope.id, after.id), is !== null, entry));
  }
  const archivedAs = foldReference(before?.reference ?? after.reference);
  const archived = archivedTableKey(scope.id, archivedAs, after.id);
  if (is === null) writes.push({ kind: "put", key: archived, item: entry });
  else if (before && before.archived_at !== null) writes.push({ kind: "delete", key: archived });
  return writes;
}

/**
 * Returns the write that marks a table for an erasure, or removes the mark, without creating a new version. It changes the
 * table's revision, so that a concurrent merge of its data files reads it again. An erasure works on a table several times;
 * each pass has a separate id, so that a merge notices it.
 */
export function erasingWrite(
  scope: WorkspaceScope,
  table: StoredTable,
  erasureId: string,
  isOn: boolean,
): Write {
  const { erasing: _, ...rest } = table.item;
  const after = isOn ? { ...rest, erasing: erasureId } : { ...rest, erased: newId() };
  return itemWrite(tableKey(scope.id, table.item.id), table, after);
}
