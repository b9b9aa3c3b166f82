import type { Page, PageRequest } from "#shared/domain/page.ts";
import { readCursor, writeCursor } from "./cursor.ts";
import type { Database } from "./database.ts";
import type { Listed, Stored } from "./items.ts";
import { mergedStretch } from "./mergedStretch.ts";

/** A page ends early only where it would pass this. */
const MOST_BYTES = 5_000_000;

export interface List<P, T> {
  /** The partition that is read; several are read as one list, in which nothing stands twice. */
  pk: string | readonly string[];
  /** All that was asked for, in one text: cursors are bound to it. */
  identity: string;
  /** Turns entries of the list into what is shown; those that are to be left out are null. */
  resolve: (entries: Stored<P>[]) => Promise<(T | null)[]>;
}

/**
 * Reads a list until the page is full: entries that are filtered out cost reading, never a short page. One more item is
 * looked for, so that the cursor of the last page is null.
 */
export async function readPage<P, T>(
  database: Database,
  list: List<P, T>,
  request: PageRequest,
): Promise<Page<T>> {
  const identity = `${[list.pk].flat().join("\n")}\n${list.identity}\n${request.order}`;
  const start = request.cursor === null ? "" : readCursor(identity, request.cursor);
  const items: T[] = [];
  let last = start;
  let bytes = 0;
  for await (const { sk, item } of shownItems(database, list, request, start)) {
    bytes += JSON.stringify(item).length;
    const full = items.length >= request.limit || (bytes > MOST_BYTES && items.length > 0);
    if (full) return { items, cursor: writeCursor(identity, last) };
    items.push(item);
    last = sk;
  }
  return { items, cursor: null };
}

async function* shownItems<P, T>(database: Database, list: List<P, T>, request: PageRequest, start: string) {
  let after: string | undefined = start === "" ? undefined : start;
  for (;;) {
    const stretch: { items: Listed<P>[]; more: boolean } = await mergedStretch<P>(
      database,
      [list.pk].flat(),
      {
        after,
        descending: request.order === "DESC",
        limit: Math.max(request.limit + 1, 20),
      },
    );
    const shown = await list.resolve(stretch.items.map(({ item }) => item));
    for (const [index, { sk }] of stretch.items.entries()) {
      const item = shown[index];
      if (item !== null && item !== undefined) yield { sk, item };
    }
    if (!stretch.more) return;
    after = stretch.items.at(-1)?.sk;
  }
}
