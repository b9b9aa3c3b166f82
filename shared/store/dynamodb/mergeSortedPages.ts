import type { Database } from "./database.ts";
import { type Listed, type ListOptions, listItems } from "./items.ts";

/**
 * Reads one range from several lists, merged in their common order without duplicates. The range ends at the first point where
 * one of the lists' ranges ends.
 */
export async function mergeSortedPages<T>(
  database: Database,
  pks: readonly string[],
  options: ListOptions,
): Promise<{ items: Listed<T>[]; more: boolean }> {
  const parts = await Promise.all(pks.map((pk) => listItems<T>(database, pk, options)));
  const sign = options.descending ? -1 : 1;
  const compare = (a: string, b: string): number => (a === b ? 0 : a < b ? -sign : sign);
  const ends = parts.flatMap(({ items, more }) => (more ? (items.at(-1)?.sk ?? []) : [])).sort(compare);
  const horizon = ends[0];
  const all = new Map<string, Listed<T>>();
  for (const { items } of parts) {
    for (const listed of items) {
      if (horizon === undefined || compare(listed.sk, horizon) <= 0) all.set(listed.sk, listed);
    }
  }
  const items = [...all.values()].sort((a, b) => compare(a.sk, b.sk));
  return { items, more: horizon !== undefined };
}
