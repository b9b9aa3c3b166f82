const MAX_CONCURRENT = 16;

/** Does work for each item, for some of them at a time. Rejects after the first failure. */
export async function inParallel<T>(items: Iterable<T>, work: (item: T) => Promise<void>): Promise<void> {
  const all = [...items];
  for (let start = 0; start < all.length; start += MAX_CONCURRENT) {
    await Promise.all(all.slice(start, start + MAX_CONCURRENT).map(work));
  }
}
