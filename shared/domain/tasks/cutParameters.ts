/** Returns parameters without literal rows, which are replaced by `num_rows`. */
export function cutParameters(parameters: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(parameters).map(([name, inner]) =>
      name === "rows" && Array.isArray(inner) ? ["num_rows", inner.length] : [name, cut(inner)],
    ),
  );
}

function cut(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(cut);
  return typeof value === "object" && value !== null
    ? cutParameters(value as Record<string, unknown>)
    : value;
}
