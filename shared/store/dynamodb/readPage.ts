import type { Page, PageRequest } from "#shared/domain/page.ts";
import { readCursor, writeCursor } from "./cursor.ts";
import type { Database } from "./database.ts";
import type { Listed, Stored } from "./items.ts";
import { mergeSortedPages } from "./mergeSortedPages.ts";

/** A page ends early only where it would pass this. */
const MAX_BYTES = 5_000_000;
/** How many entries the first stretch has at least; each further one has twice as many as the one before. */
const FIRST_STRETCH = 20;
const MAX_STRETCH = 4_000;
/** One request reads so many items by their keys, and two such requests go out together: no page holds much more. */
const RESOLVED_TOGETHER = 100;

export interface List<P, T> {
  /** The partition that is read; several are read as one list, in which nothing stands twice. */
  pk: string | readonly string[];
  /** All that was asked for, in one text: cursors are bound to it. */
  identity: string;
  /** True where an entry tells by itself that it is to be left out: it is never resolved. */
  leavesOut?: (entry: Stored<P>) => boolean;
  /** Turns entries of the list into what is shown; those that are to be left out are null. */
  resolve: (entries: Stored<P>[]) => Promise<(T | null)[]>;
}

/**
 * Reads a list until the page is full: entries that are filtered out cost reading, never a short page. One more item is
 * looked for, so that the cursor of the last page is null. What is in the list from the first page to the last stands on
 * exactly one of them, whatever is added or left out meanwhile, because a page starts behind a place, not at a count.
 */
export async function readPage<P, T>(
  database: Database,
  list: List<P, T>,
  request: PageRequest,
): Promise<Page<T>> {
  const { identity, start } = placeIn(list, request);
  const items: T[] = [];
  let last = start;
  let bytes = 0;
  for await (const { sk, item } of shownItems(database, list, request, start)) {
    bytes += Buffer.byteLength(JSON.stringify(item));
    const full = items.length >= request.limit || (bytes > MAX_BYTES && items.length > 0);
    if (full) return { items, cursor: writeCursor(identity, last) };
    items.push(item);
    last = sk;
  }
  return { items, cursor: null };
}

/** The page of a list of which nothing is shown at present, without reading it; cursors are checked all the same. */
export function emptyPage<P, T>(list: Pick<List<P, T>, "pk" | "identity">, request: PageRequest): Page<T> {
  placeIn(list, request);
  return { items: [], cursor: null };
}

/** To what cursors are bound, and behind which sort key the page starts ("" is the start of the list). */
function placeIn<P, T>(
  { pk, identity }: Pick<List<P, T>, "pk" | "identity">,
  { order, cursor }: PageRequest,
): { identity: string; start: string } {
  const bound = `${[pk].flat().join("\n")}\n${identity}\n${order}`;
  return { identity: bound, start: cursor === null ? "" : readCursor(bound, cursor) };
}

async function* shownItems<P, T>(database: Database, list: List<P, T>, request: PageRequest, start: string) {
  let after: string | undefined = start === "" ? undefined : start;
  let limit = Math.max(request.limit + 1, FIRST_STRETCH);
  for (;;) {
    const stretch: { items: Listed<P>[]; more: boolean } = await mergeSortedPages<P>(
      database,
      [list.pk].flat(),
      {
        after,
        descending: request.order === "DESC",
        limit,
      },
    );
    yield* resolved(list, stretch.items);
    if (!stretch.more) return;
    after = stretch.items.at(-1)?.sk ?? after;
    limit = Math.min(2 * limit, MAX_STRETCH);
  }
}

/** What is shown of a stretch, read bit by bit: a page that is full needs no more of it. */
async function* resolved<P, T>({ leavesOut, resolve }: List<P, T>, stretch: readonly Listed<P>[]) {
  const kept = leavesOut ? stretch.filter(({ item }) => !leavesOut(item)) : stretch;
  for (let start = 0; start < kept.length; start += 2 * RESOLVED_TOGETHER) {
    const middle = start + RESOLVED_TOGETHER;
    const parts = [kept.slice(start, middle), kept.slice(middle, middle + RESOLVED_TOGETHER)];
    const shown = await Promise.all(
      parts.map((part) => (part.length === 0 ? [] : resolve(part.map(({ item }) => item)))),
    );
    for (const [place, part] of parts.entries()) {
      for (const [index, { sk }] of part.entries()) {
        const item = shown[place]?.[index];
        if (item !== null && item !== undefined) yield { sk, item };
      }
    }
  }
}
