import { DomainError } from "@pdp/basics/errors";

/**
 * Memory limit of a query, in DuckDB's notation. Larger sorts, joins and aggregates spill to disk. The process needs more than
 * twice as much: grouping and joining 30 to 100 million rows took up to 600 MB.
 */
export const MAX_QUERY_MEMORY = "256MB";

/** Maximum number of columns in one SELECT, including those from `*`. */
export const MAX_SELECT_COLUMNS = 10_000;
/** Maximum total number of columns in all FROM and SELECT clauses of a query, including those of its views. */
export const MAX_QUERY_COLUMNS = 250_000;

export function queryTimeout(seconds: number): DomainError {
  return new DomainError(
    "malformed",
    "query_timeout",
    `The query took longer than ${seconds} s. Read fewer rows, or aggregate before joining.`,
  );
}

export function queryOutOfMemory(memoryLimit = MAX_QUERY_MEMORY): DomainError {
  return new DomainError(
    "malformed",
    "query_out_of_memory",
    `The query exceeds its memory limit of ${memoryLimit}. Read fewer rows or columns, or aggregate earlier.`,
  );
}
