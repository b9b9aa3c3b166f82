/** Quotes a text as a literal of DuckDB or Trino, whose rules are the same. */
export function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/** Quotes a name for DuckDB or Trino, whose rules are the same; Glue takes names unquoted and in lower case. */
export function identifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** Quotes each part of a table's reference, such as `tasks.task_1.dataset`. */
export function tableName(reference: string): string {
  return reference.split(".").map(identifier).join(".");
}
