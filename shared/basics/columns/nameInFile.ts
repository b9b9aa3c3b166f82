import type { Column } from "./column.ts";

/** Returns the column's name in the file. */
export function sourceName(column: Column): string {
  return column.source_name ?? column.name;
}

/** Returns the key used to match a name: trimmed, in lower case and in composed Unicode form. */
export function nameKey(name: string): string {
  return name.normalize("NFC").trim().toLowerCase();
}
