import type { QueryCost } from "#shared/domain/queries/query.ts";

/** Returns the response headers that state the cost of a query. */
export function costHeaders({ files, bytes_read }: QueryCost): Record<string, string> {
  return { "x-query-files": String(files), "x-query-bytes-read": String(bytes_read) };
}
