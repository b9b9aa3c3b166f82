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
export async function take<T>(items: AsyncIterable<T>, most = Number.POSITIVE_INFINITY): Promise<T[]> {
  const found: T[] = [];
  if (most <= 0) return found;
  for await (const item of items) {
    found.push(item);
    if (found.length >= most) break;
  }
  return found;
}
