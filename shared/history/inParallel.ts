const MAX_CONCURRENT = 16;

/** Processes items in parallel, up to a limit. Rejects after the first failure. */
export async function inParallel<T>(items: Iterable<T>, work: (item: T) => Promise<void>): Promise<void> {
  const all = [...items];
  for (let start = 0; start < all.length; start += MAX_CONCURRENT) {
    await Promise.all(all.slice(start, start + MAX_CONCURRENT).map(work));
  }
}
