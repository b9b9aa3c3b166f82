/** Maximum number of queries that are kept, and of characters of one. */
const MAX_QUERIES = 50;
const MAX_LENGTH = 20_000;

const keyOf = (workspace: string) => `queries ${workspace}`;

/** Returns the queries that were run in this browser, the latest first. */
export function earlierQueries(workspace: string): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(workspace)) ?? "[]");
    return Array.isArray(kept) ? kept.filter((one) => typeof one === "string") : [];
  } catch {
    return [];
  }
}

/** Stores a query in this browser. An existing one becomes the latest. */
export function keepQuery(workspace: string, sql: string): void {
  if (sql.length > MAX_LENGTH) return;
  const others = earlierQueries(workspace).filter((one) => one !== sql);
  try {
    localStorage.setItem(keyOf(workspace), JSON.stringify([sql, ...others].slice(0, MAX_QUERIES)));
  } catch {
    // If the browser has no room or stores nothing, queries still run.
  }
}
