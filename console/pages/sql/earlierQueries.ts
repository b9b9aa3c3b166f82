/** Maximum number of queries to store, and maximum length of each in characters. */
const MAX_QUERIES = 50;
const MAX_LENGTH = 20_000;

const keyOf = (workspace: string) => `queries ${workspace}`;

/** Returns the queries that were run in this browser, latest first. */
export function earlierQueries(workspace: string): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(workspace)) ?? "[]");
    return Array.isArray(kept) ? kept.filter((query) => typeof query === "string") : [];
  } catch {
    return [];
  }
}

/** Stores a query in this browser. An existing query moves to the front. */
export function keepQuery(workspace: string, sql: string): void {
  if (sql.length > MAX_LENGTH) return;
  const others = earlierQueries(workspace).filter((query) => query !== sql);
  try {
    localStorage.setItem(keyOf(workspace), JSON.stringify([sql, ...others].slice(0, MAX_QUERIES)));
  } catch {
    // If browser storage is full or disabled, queries still run.
  }
}
