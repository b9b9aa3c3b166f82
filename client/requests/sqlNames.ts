/** Quotes a column name for SQL. */
export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** Quotes a table reference for SQL; a reference such as `tasks.task_1` has multiple parts. */
export function quoteReference(reference: string): string {
  return reference.split(".").map(quoteName).join(".");
}

/** Writes a string as an SQL literal. */
export function quoteText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
