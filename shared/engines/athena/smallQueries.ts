import type { CompiledQuery } from "@pdp/trino/relations";
import { costOfFiles, withoutUnreadFiles } from "#shared/engines/filesRead.ts";
import type { LeasedFile } from "#shared/objects/fileCache.ts";

/** Queries that the embedded engine runs instead of Athena, because Athena's overhead would dominate their run time. */
export interface SmallQueries {
  /** Maximum total size of the table files to read, in bytes; they are fetched whole. */
  maxBytes: number;
  /** Maximum number of values in the referenced columns, because small files may contain many rows. Defaults to 20 million. */
  maxValues?: number;
  /** Returns the local file of an object, leased until the query releases it. */
  hold: (key: string) => Promise<LeasedFile>;
  /** Limit on computing time, in milliseconds. */
  timeoutMs?: number;
}

const MAX_VALUES = 20_000_000;

/** Returns whether a query reads little enough for the embedded engine to run it. */
export function isSmall(
  query: Pick<CompiledQuery, "relations">,
  { maxBytes, maxValues = MAX_VALUES }: Pick<SmallQueries, "maxBytes" | "maxValues">,
): boolean {
  const read = withoutUnreadFiles(query);
  const values = read.relations.reduce((sum, { files, columns, named }) => {
    const rows = files.reduce((all, file) => all + file.rows, 0);
    return sum + rows * (named?.size ?? columns.length);
  }, 0);
  return costOfFiles(read).bytes_read <= maxBytes && values <= maxValues;
}
