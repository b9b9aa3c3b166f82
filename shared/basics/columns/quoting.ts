/** Quotes a string as a literal for DuckDB or Trino, which have the same rules. */
export function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/** Quotes a name for DuckDB or Trino, which have the same rules; Glue accepts names unquoted and in lower case. */
export function identifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** Quotes each part of a table reference, such as `tasks.task_1.dataset`. */
export function tableName(reference: string): string {
  return reference.split(".").map(identifier).join(".");
}
