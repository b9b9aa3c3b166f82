import type { LeasedFile } from "#shared/lake/fileCache.ts";
import type { CompiledQuery } from "#shared/trino/relation.ts";

/** Queries that the embedded engine answers in place of Athena: of those, Athena's own time would be most of the time. */
export interface SmallQueries {
  /** Maximum size of the files of the tables that are read, in bytes: they are fetched whole. */
  maxBytes: number;
  /** Maximum number of values in the columns that are named, since files may be small and their rows many; absent: 20 million. */
  maxValues?: number;
  /** Returns the local file of an object, leased until the query releases it. */
  hold: (key: string) => Promise<LeasedFile>;
  /** Limit of computing time, in milliseconds. */
  timeoutMs?: number;
}

const MAX_VALUES = 20_000_000;

/** Tells whether a query reads so little that the embedded engine answers it. */
export function isSmall(
  { relations }: Pick<CompiledQuery, "relations">,
  { maxBytes, maxValues = MAX_VALUES }: Pick<SmallQueries, "maxBytes" | "maxValues">,
): boolean {
  const sizes = new Map<string, number>();
  let values = 0;
  for (const { files, columns, named, mayHoldRows = () => true } of relations) {
    const read = named?.size ?? columns.length;
    for (const { key, bytes, rows } of files.filter(mayHoldRows)) {
      sizes.set(key, bytes);
      values += rows * read;
    }
  }
  const bytes = [...sizes.values()].reduce((sum, size) => sum + size, 0);
  return bytes <= maxBytes && values <= maxValues;
}
