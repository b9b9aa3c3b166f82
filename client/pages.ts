interface Page<T> {
  items: T[];
  cursor: string | null;
}

/** Yields the items of all pages of a list. `read` gets the parameter of the next page; nothing for the first. */
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
