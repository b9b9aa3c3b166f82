/** Number of concurrent queries. */
const GROUP = 4;

/** Maps items with an asynchronous function, a few at a time. Results are in item order. */
export async function inGroups<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (let start = 0; start < items.length; start += GROUP) {
    results.push(...(await Promise.all(items.slice(start, start + GROUP).map(work))));
  }
  return results;
}
