import { DomainError } from "@pdp/basics/errors";

/**
 * Returns whether an error makes the SQL engine of a process unusable: every later query in the process would fail with "the
 * database has been invalidated".
 */
export function isEngineFault(error: unknown): boolean {
  return error instanceof Error && /^(?:INTERNAL|FATAL) Error\b|has been invalidated/.test(error.message);
}

/**
 * Returns whether an error means that the process has no private memory left. Queries and files that need too much memory fail
 * with other errors; this one occurs at the start of work.
 */
export function isOutOfRoom(error: unknown): boolean {
  return (
    error instanceof Error &&
    !(error instanceof DomainError) &&
    /^Out of Memory Error|Array buffer allocation failed|std::bad_alloc/.test(error.message)
  );
}
