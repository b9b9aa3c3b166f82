import { notFound } from "@pdp/basics/errors";
import type { Page, PageRequest } from "#shared/domain/page.ts";
import { isQueryExpired, isQueryUnderWay, type QueryRecord } from "#shared/domain/queries/query.ts";
import { now } from "#shared/runtime/ids.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { changeItem } from "./dynamodb/change.ts";
import { workspaceDatabase } from "./dynamodb/database.ts";
import {
  deleteItems,
  entryWrite,
  getItem,
  listAll,
  listItems,
  type Stored,
  transact,
  type Write,
} from "./dynamodb/items.ts";
import { queries, queryKey, queryUnderWayKey } from "./dynamodb/keys.ts";
import { readPage } from "./dynamodb/readPage.ts";

/** Stores a new query, with a mark for the sweeper if it is under way. */
export async function createQueryRecord(scope: WorkspaceScope, query: QueryRecord): Promise<void> {
  await transact(workspaceDatabase(scope), [
    { kind: "create", key: queryKey(scope.id, query.id), item: query },
    ...(isQueryUnderWay(query) ? [markWrite(scope, query)] : []),
  ]);
}

function markWrite(scope: WorkspaceScope, query: QueryRecord): Write {
  const item = { workspace_id: scope.id, query_id: query.id };
  return entryWrite(queryUnderWayKey(scope.id, query.id), isQueryUnderWay(query), item);
}

/** Returns a query from the last day; null if there is none. */
export async function findQuery(scope: WorkspaceScope, id: string): Promise<QueryRecord | null> {
  const stored = await getItem<QueryRecord>(workspaceDatabase(scope), queryKey(scope.id, id));
  return stored && !isQueryExpired(stored.item, now()) ? stored.item : null;
}

export async function getQuery(scope: WorkspaceScope, id: string): Promise<QueryRecord> {
  const query = await findQuery(scope, id);
  if (!query) throw notFound("query", id);
  return query;
}

/** Applies a rule to a stored query. If the rule returns the query unchanged, nothing is written. */
export function changeQuery(
  scope: WorkspaceScope,
  id: string,
  rule: (query: QueryRecord) => QueryRecord,
): Promise<QueryRecord> {
  const database = workspaceDatabase(scope);
  const read = async (): Promise<Stored<QueryRecord>> => {
    const stored = await getItem<QueryRecord>(database, queryKey(scope.id, id));
    if (!stored) throw notFound("query", id);
    return stored;
  };
  return changeItem(database, read, rule, ({ item, revision }, after) => [
    { kind: "replace", key: queryKey(scope.id, id), item: after, revision },
    ...(isQueryUnderWay(item) === isQueryUnderWay(after) ? [] : [markWrite(scope, after)]),
  ]);
}

/** Lists the queries from the last day, without statements that were answered by the request that read them. */
export function listQueries(
  scope: WorkspaceScope,
  { state }: { state: string | null },
  request: PageRequest,
): Promise<Page<QueryRecord>> {
  const at = now();
  const isShown = (query: QueryRecord): boolean =>
    (state === null || query.state === state) && !query.trino?.waiting && !isQueryExpired(query, at);
  return readPage<QueryRecord, QueryRecord>(
    workspaceDatabase(scope),
    {
      pk: queries(scope.id),
      identity: JSON.stringify([state]),
      resolve: async (entries) => entries.map((query) => (isShown(query) ? query : null)),
    },
    request,
  );
}

/** Removes the records of the queries selected by `isRemoved`, including expired ones. Returns their number. */
export async function removeQueries(
  scope: WorkspaceScope,
  isRemoved: (query: QueryRecord) => boolean,
): Promise<number> {
  const database = workspaceDatabase(scope);
  const removed = (await listAll<QueryRecord>(database, queries(scope.id))).filter(isRemoved);
  for (const { id } of removed) {
    await deleteItems(database, [queryKey(scope.id, id), queryUnderWayKey(scope.id, id)]);
  }
  return removed.length;
}

const PAGE_SIZE = 100;

/** Removes the records of expired queries, until `deadline` (ms since 1970). Their results expire automatically. */
export async function removeExpiredQueries(
  scope: WorkspaceScope,
  deadline: number,
  at = now(),
): Promise<number> {
  const database = workspaceDatabase(scope);
  const pk = queries(scope.id);
  for (let removed = 0, after: string | undefined; ; ) {
    const { items, more } = await listItems<QueryRecord>(database, pk, { limit: PAGE_SIZE, after });
    const expired = items.filter(({ item }) => isQueryExpired(item, at));
    await deleteItems(
      database,
      expired.flatMap(({ sk, item }) => [{ pk, sk }, queryUnderWayKey(scope.id, item.id)]),
    );
    removed += expired.length;
    after = items.at(-1)?.sk;
    if (!more || Date.now() > deadline) return removed;
  }
}
