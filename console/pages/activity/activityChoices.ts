/** Number of months for which records are kept. */
const MONTHS = 14;

/** Returns the months that may have records, the latest first. */
export function monthsUntil(now: Date): string[] {
  return Array.from({ length: MONTHS }, (_, ago) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - ago)).toISOString().slice(0, 7),
  );
}

/** Returns the time range of a month in UTC. */
export function rangeOf(month: string): { from: string; to: string } {
  const [year = 0, number = 1] = month.split("-").map(Number);
  return { from: `${month}-01`, to: new Date(Date.UTC(year, number)).toISOString().slice(0, 10) };
}

/** Returns the kinds of records as choices, in alphabetical order. */
export function kindsOf(records: readonly { kind: string }[]): Record<string, string> {
  const kinds = [...new Set(records.map(({ kind }) => kind))].sort();
  return Object.fromEntries(kinds.map((kind) => [kind, kind]));
}

/** Returns whether a record is of a person and a kind; an empty choice selects all. */
export function matches(record: { user_id: string; kind: string }, user: string, kind: string): boolean {
  return (user === "" || record.user_id === user) && (kind === "" || record.kind === kind);
}
