import { DomainError } from "#shared/domain/errors.ts";

/**
 * Memory limit of a query, as DuckDB writes it. Larger sorts, joins and aggregates spill to the disk. The process needs
 * more than twice as much: groups and joins of 30 to 100 million rows took up to 600 MB.
 */
export const MAX_QUERY_MEMORY = "256MB";

/** Maximum number of columns of one SELECT, including those from stars. */
export const MAX_SELECT_COLUMNS = 10_000;
/** Maximum number of columns of all FROMs and SELECTs of a query together, including those of its views. */
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
