interface Page<T> {
  items: T[];
  cursor: string | null;
}

/** Yields the items on all pages of a list. `read` receives the cursor of the next page; none for the first page. */
export async function* pages<T>(
  read: (parameter: { cursor?: string }) => Promise<{ data?: Page<T> }>,
): AsyncGenerator<T> {
  let parameter: { cursor?: string } = {};
  for (;;) {
    const { data } = await read(parameter);
    yield* data?.items ?? [];
    if (!data?.cursor) return;
    parameter = { cursor: data.cursor };
  }
}

/** Reads a list or its first items. */
export async function take<T>(items: AsyncIterable<T>, maxItems = Number.POSITIVE_INFINITY): Promise<T[]> {
  const result: T[] = [];
  if (maxItems <= 0) return result;
  for await (const item of items) {
    result.push(item);
    if (result.length >= maxItems) break;
  }
  return result;
}
