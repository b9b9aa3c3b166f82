import { DomainError } from "#shared/domain/errors.ts";

/**
 * Tells whether an error is one after which the SQL engine of a process is of no more use: every later query of the process
 * would fail with "the database has been invalidated".
 */
export function isEngineFault(error: unknown): boolean {
  return error instanceof Error && /^(?:INTERNAL|FATAL) Error\b|has been invalidated/.test(error.message);
}

/**
 * Tells whether an error says that the process has no private memory left. Queries and files that need too much have
 * errors of their own; this is one of work that had hardly begun.
 */
export function isOutOfRoom(error: unknown): boolean {
  return (
    error instanceof Error &&
    !(error instanceof DomainError) &&
    /^Out of Memory Error|Array buffer allocation failed|std::bad_alloc/.test(error.message)
  );
}
