import {
  AUDIT_RETENTION_DAYS,
  type AuditEnd,
  type AuditFilter,
  type AuditRecord,
  matchesAudit,
} from "#shared/domain/audit/auditRecord.ts";
import { lastIdAt, nextId, sortableId } from "#shared/domain/id.ts";
import type { Page, PageRequest } from "#shared/domain/page.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { readCursor, writeCursor } from "./dynamodb/cursor.ts";
import { type Database, workspaceDatabase } from "./dynamodb/database.ts";
import { deleteItems, getItems, listItems, transact, type Write } from "./dynamodb/items.ts";
import type { Key } from "./dynamodb/keyParts.ts";
import { auditEndKey, auditEnds, auditGroupKey, auditGroups } from "./dynamodb/keys.ts";

/** Stored record; `streams` marks one whose response ends in a separate item. */
export type StoredAudit = AuditRecord & { streams?: true };

/** Maximum number of items in a transaction. */
const BATCH_ITEMS = 100;
/** Maximum number of records that one page reads to find those that match its filter. */
const MAX_READ_RECORDS = 5_000;
/** Number of groups read at a time. */
const READ_ITEMS = 250;

/** Records of requests that were stored with one write, as JSON. Strings are much cheaper to store than maps. */
interface AuditGroup {
  records: string;
  expires_at: number;
}

interface Waiting {
  key: Key;
  /** Record of a request; undefined for the end of a response. */
  record?: StoredAudit;
  end?: AuditEnd & { request_id: string };
  settle: () => void;
  fail: (error: unknown) => void;
}

/** Records that wait for the write in progress, by client and table. */
const waiting = new WeakMap<Database["client"], Map<string, Waiting[]>>();

/** Stores a record, and resolves once it is durable. Records of one process that wait at the same time share a write. */
export function appendAudit(scope: WorkspaceScope, record: StoredAudit): Promise<void> {
  return append(scope, { key: auditGroupKey(scope.id, record.id, record.request_id), record });
}

/** Stores the end of a streamed response. */
export function appendAuditEnd(
  scope: WorkspaceScope,
  { id, request_id }: AuditRecord,
  end: AuditEnd,
): Promise<void> {
  return append(scope, { key: auditEndKey(scope.id, id, request_id), end: { ...end, request_id } });
}

function append(scope: WorkspaceScope, entry: Pick<Waiting, "key" | "record" | "end">): Promise<void> {
  const database = workspaceDatabase(scope);
  return new Promise((settle, fail) => {
    const tables = waiting.get(database.client) ?? new Map<string, Waiting[]>();
    waiting.set(database.client, tables);
    const known = tables.get(database.table);
    if (known) {
      known.push({ ...entry, settle, fail });
      return;
    }
    tables.set(database.table, [{ ...entry, settle, fail }]);
    // Records of requests that end in the same turn of the event loop also share the first write.
    setImmediate(() => void writeAll(database, tables));
  });
}

/** Writes batches until nothing waits; records that arrive meanwhile are in the next batch. */
async function writeAll(database: Database, tables: Map<string, Waiting[]>): Promise<void> {
  const queue = tables.get(database.table) ?? [];
  while (queue.length > 0) {
    const batch = queue.splice(0, BATCH_ITEMS);
    try {
      await transact(database, writesOf(batch));
      for (const { settle } of batch) settle();
    } catch (error) {
      for (const { fail } of batch) fail(error);
    }
  }
  tables.delete(database.table);
}

/** Returns one write for the records of each workspace, and one for each end. */
function writesOf(batch: readonly Waiting[]): Write[] {
  const expires_at = Math.ceil(Date.now() / 1000) + AUDIT_RETENTION_DAYS * 24 * 3600;
  const ends = batch.flatMap(({ key, end }): Write[] =>
    end ? [{ kind: "put", key, item: { ...end, expires_at } }] : [],
  );
  const groups = Map.groupBy(
    batch.filter(({ record }) => record !== undefined),
    ({ key }) => key.pk,
  );
  return [
    ...ends,
    ...[...groups.values()].flatMap((group): Write[] => {
      const item: AuditGroup = { records: JSON.stringify(group.map(({ record }) => record)), expires_at };
      return group[0] ? [{ kind: "put", key: group[0].key, item }] : [];
    }),
  ];
}

/** Time for which a group may collect records after its first one, in milliseconds. */
const MAX_GROUP_MS = 600_000;

/**
 * Reads a page of records in the order of their ids. A page that had to read many records to find those of its filter ends
 * early, with a cursor. Without `withEnds`, streamed responses have no size.
 */
export async function listAuditRecords(
  scope: WorkspaceScope,
  filter: AuditFilter,
  { limit, cursor, order }: PageRequest,
  { withEnds = true }: { withEnds?: boolean } = {},
): Promise<Page<AuditRecord>> {
  const page = (records: readonly StoredAudit[], next: string | null) =>
    withEnds ? withEndsOf(scope, records, next) : { items: [...records], cursor: next };
  const bound = JSON.stringify([auditGroups(scope.id), filter, order]);
  const range = { from: idAt(filter.from), to: idAt(filter.to), firstGroup: idAt(filter.from, MAX_GROUP_MS) };
  const descending = order === "DESC";
  const position = cursor === null ? "" : readCursor(bound, cursor);
  const [start = "", partGroup = "", skip = "0"] = position.split("|");
  let after = start;
  if (after === "") after = (descending ? range.to : range.firstGroup) ?? "";
  const matching: StoredAudit[] = [];
  for (let read = 0; read < MAX_READ_RECORDS; ) {
    const database = workspaceDatabase(scope);
    const options = { after: after === "" ? undefined : after, descending, limit: READ_ITEMS };
    const { items, more } = await listItems<AuditGroup>(database, auditGroups(scope.id), options);
    for (const { sk, item } of items) {
      const records = JSON.parse(item.records) as StoredAudit[];
      if (descending) records.reverse();
      for (const [index, record] of records.entries()) {
        if (sk === partGroup && index < Number(skip)) continue;
        if (matching.length === limit) {
          // Newest first, groups may have been added above this one, even above the first.
          const resume = descending ? `${sk}~` : after;
          return page(matching, writeCursor(bound, `${resume}|${sk}|${index}`));
        }
        const key = sortableId(record.id);
        const isInRange = key >= (range.from ?? "") && (range.to === undefined || key < range.to);
        if (isInRange && matchesAudit(record, filter)) matching.push(record);
      }
      if (descending ? sk < (range.firstGroup ?? "") : sk >= (range.to ?? "~")) return page(matching, null);
      read += records.length;
      after = sk;
    }
    if (!more) return page(matching, null);
  }
  return page(matching, writeCursor(bound, after));
}

/** Returns the sort key of the first id at a time, less a period; undefined without a time. */
function idAt(time: number | null, lessMs = 0): string | undefined {
  if (time === null) return undefined;
  return sortableId(nextId(lastIdAt(time - lessMs - 1)));
}

/** Completes the records of a page with the ends of their responses. */
async function withEndsOf(
  scope: WorkspaceScope,
  records: readonly StoredAudit[],
  cursor: string | null,
): Promise<Page<AuditRecord>> {
  const streamed = records.filter(({ streams }) => streams);
  const ends = await getItems<AuditEnd & { request_id: string }>(
    workspaceDatabase(scope),
    streamed.map(({ id, request_id }) => auditEndKey(scope.id, id, request_id)),
  );
  const byRequest = new Map(ends.map((end) => [end.request_id, end]));
  return {
    items: records.map((record) => {
      const end = byRequest.get(record.request_id);
      return end ? { ...record, bytes: end.bytes, is_complete: end.is_complete } : record;
    }),
    cursor,
  };
}

/** Removes records whose time is over, where the database does not. Stops at the deadline (ms since 1970). */
export async function removeExpiredAudit(scope: WorkspaceScope, deadline: number): Promise<void> {
  const database = workspaceDatabase(scope);
  for (const pk of [auditGroups(scope.id), auditEnds(scope.id)]) {
    for (;;) {
      const { items } = await listItems<{ expires_at: number }>(database, pk, { limit: 100 });
      const old = items.filter(({ item }) => item.expires_at < Date.now() / 1000);
      if (old.length === 0 || Date.now() > deadline) break;
      await deleteItems(
        database,
        old.map(({ sk }) => ({ pk, sk })),
      );
    }
  }
}
