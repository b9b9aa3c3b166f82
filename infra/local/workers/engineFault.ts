/**
 * Tells whether an error is one after which the SQL engine of a process is of no more use: every later query of the process
 * would fail with "the database has been invalidated".
 */
export function isEngineFault(error: unknown): boolean {
  return error instanceof Error && /^(?:INTERNAL|FATAL) Error\b|has been invalidated/.test(error.message);
}
