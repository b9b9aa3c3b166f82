/** Quotes the name of a column for SQL. */
export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** Quotes the reference of a table for SQL; one such as `tasks.task_1` has parts. */
export function quoteReference(reference: string): string {
  return reference.split(".").map(quoteName).join(".");
}

/** Writes a text as a literal of SQL. */
export function quoteText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
