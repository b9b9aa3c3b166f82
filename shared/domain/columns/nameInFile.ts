import type { Column } from "#shared/domain/column.ts";

/** Returns the name of a column in the file. */
export function sourceName(column: Column): string {
  return column.source_name ?? column.name;
}

/** Returns the key of a name for matching: trimmed, in lower case and in Unicode's composed form. */
export function nameKey(name: string): string {
  return name.normalize("NFC").trim().toLowerCase();
}
