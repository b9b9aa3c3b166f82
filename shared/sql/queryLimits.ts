import { DomainError } from "#shared/domain/errors.ts";

/**
 * Memory that a query may use, as DuckDB writes it. Sorts, joins and aggregates beyond it go on on the disk. The process that
 * runs it needs about twice as much: for a join of two tables of 30 million rows, 780 MB were measured at 400 MB.
 */
export const MAX_QUERY_MEMORY = "384MB";

export function queryTimeout(seconds: number): DomainError {
  return new DomainError(
    "malformed",
    "query_timeout",
    `The query took longer than ${seconds} s: read fewer rows, or aggregate before joining.`,
  );
}

export function queryOutOfMemory(memoryLimit = MAX_QUERY_MEMORY): DomainError {
  return new DomainError(
    "malformed",
    "query_out_of_memory",
    `The query needs more memory than the ${memoryLimit} that it may use: read fewer rows or columns, or aggregate earlier.`,
  );
}
