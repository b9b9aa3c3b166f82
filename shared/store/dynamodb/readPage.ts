import type { Page, PageRequest } from "#shared/domain/page.ts";
import { readCursor, writeCursor } from "./cursor.ts";
import type { Database } from "./database.ts";
import { getItems, type Listed } from "./items.ts";
import type { Key } from "./keyParts.ts";
import { mergeSortedPages } from "./mergeSortedPages.ts";

/** Maximum size of a page, in bytes; a page that would exceed it ends early. */
const MAX_BYTES = 5_000_000;
/**
 * Minimum number of entries in the first range to read; each subsequent range has twice as many as the previous one.
 */
const FIRST_READ_ITEMS = 20;
const MAX_READ_ITEMS = 4_000;
/**
 * Number of entries resolved in one request. Two requests run concurrently, and a page contains little more than their items.
 */
const BATCH_ITEMS = 100;

export interface List<P, T> {
  /** Partition to read; several partitions are merged into one list without duplicates. */
  pk: string | readonly string[];
  /** Operation and filters of the list as one string, to which cursors are bound. */
  identity: string;
  /** Returns true for entries to skip without resolving them. */
  leavesOut?: (entry: P) => boolean;
  /** Converts list entries to items; null for skipped entries. */
  resolve: (entries: P[]) => Promise<(T | null)[]>;
}

/**
 * Reads a list until the page is full, so that filtered-out entries never make it short. One extra item is read, so that the
 * cursor of the last page is null. An item that stays in the list throughout is on exactly one page, whatever is added or
 * removed in the meantime, because a page starts after a sort key, not at an offset.
 */
export async function readPage<P, T>(
  database: Database,
  list: List<P, T>,
  request: PageRequest,
): Promise<Page<T>> {
  const { identity, start } = resolveCursor(list, request);
  const items: T[] = [];
  let last = start;
  let bytes = 0;
  for await (const { sk, item } of visibleItems(database, list, request, start)) {
    bytes += Buffer.byteLength(JSON.stringify(item));
    const full = items.length >= request.limit || (bytes > MAX_BYTES && items.length > 0);
    if (full) return { items, cursor: writeCursor(identity, last) };
    items.push(item);
    last = sk;
  }
  return { items, cursor: null };
}

/** List of entries that refer to entities, which are read when a page is shown. */
export interface EntityList<P, S, T> extends Omit<List<P, T>, "resolve"> {
  /** Returns the id of an entry's entity. */
  idOf: (entry: P) => string;
  /** Returns the key of an entity. */
  keyOf: (id: string) => Key;
  /** Converts the stored entities of a page; null for skipped ones. */
  show: (stored: S[]) => readonly (T | null)[] | Promise<readonly (T | null)[]>;
}

/** Reads a page of a list that only contains the ids of its entities. */
export function readEntityPage<P, S, T extends { id: string } = S & { id: string }>(
  database: Database,
  { idOf, keyOf, show, ...list }: EntityList<P, S, T>,
  request: PageRequest,
): Promise<Page<T>> {
  const resolve = async (entries: P[]): Promise<(T | null)[]> => {
    const ids = entries.map(idOf);
    const shown = await show(await getItems<S>(database, ids.map(keyOf)));
    const byId = new Map(shown.flatMap((entity) => (entity ? [[entity.id, entity]] : [])));
    return ids.map((id) => byId.get(id) ?? null);
  };
  return readPage<P, T>(database, { ...list, resolve }, request);
}

/** Returns an empty page without reading the list, but still validates the cursor. */
export function emptyPage<P, T>(list: Pick<List<P, T>, "pk" | "identity">, request: PageRequest): Page<T> {
  resolveCursor(list, request);
  return { items: [], cursor: null };
}

/**
 * Returns the string that cursors are bound to, and the sort key after which the page starts ("" is the start of the list).
 */
function resolveCursor<P, T>(
  { pk, identity }: Pick<List<P, T>, "pk" | "identity">,
  { order, cursor }: PageRequest,
): { identity: string; start: string } {
  const bound = `${[pk].flat().join("\n")}\n${identity}\n${order}`;
  return { identity: bound, start: cursor === null ? "" : readCursor(bound, cursor) };
}

async function* visibleItems<P, T>(
  database: Database,
  list: List<P, T>,
  request: PageRequest,
  start: string,
) {
  let after: string | undefined = start === "" ? undefined : start;
  let limit = Math.max(request.limit + 1, FIRST_READ_ITEMS);
  for (;;) {
    const batch: { items: Listed<P>[]; more: boolean } = await mergeSortedPages<P>(
      database,
      [list.pk].flat(),
      {
        after,
        descending: request.order === "DESC",
        limit,
      },
    );
    yield* resolveItems(list, batch.items);
    if (!batch.more) return;
    after = batch.items.at(-1)?.sk ?? after;
    limit = Math.min(2 * limit, MAX_READ_ITEMS);
  }
}

/** Yields the items of a range, resolving them in batches, because a full page does not need the rest. */
async function* resolveItems<P, T>({ leavesOut, resolve }: List<P, T>, batch: readonly Listed<P>[]) {
  const kept = leavesOut ? batch.filter(({ item }) => !leavesOut(item)) : batch;
  for (let start = 0; start < kept.length; start += 2 * BATCH_ITEMS) {
    const middle = start + BATCH_ITEMS;
    const parts = [kept.slice(start, middle), kept.slice(middle, middle + BATCH_ITEMS)];
    const shown = await Promise.all(
      parts.map((part) => (part.length === 0 ? [] : resolve(part.map(({ item }) => item)))),
    );
    for (const [group, part] of parts.entries()) {
      for (const [index, { sk }] of part.entries()) {
        const item = shown[group]?.[index];
        if (item !== null && item !== undefined) yield { sk, item };
      }
    }
  }
}
