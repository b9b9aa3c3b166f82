/** A text as DuckDB reads it back. */
export function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/** A name as DuckDB reads it back. */
export function identifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
