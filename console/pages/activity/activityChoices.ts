import { AUDIT_RETENTION_DAYS } from "#shared/domain/audit/auditRecord.ts";
import { optionsOf } from "../../parts/optionsOf.ts";

const DAY_MS = 24 * 3600 * 1000;

/** Returns the months that may have records, the latest first. */
export function monthsUntil(now: Date): string[] {
  const first = monthOf(new Date(now.getTime() - AUDIT_RETENTION_DAYS * DAY_MS));
  const months = [monthOf(now)];
  while ((months.at(-1) ?? first) > first)
    months.push(monthOf(new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months.length))));
  return months;
}

function monthOf(time: Date): string {
  return time.toISOString().slice(0, 7);
}

/** Returns the time range of a month in UTC. */
export function rangeOf(month: string): { from: string; to: string } {
  const [year = 0, number = 1] = month.split("-").map(Number);
  return { from: `${month}-01`, to: new Date(Date.UTC(year, number)).toISOString().slice(0, 10) };
}

/** Returns the kinds of records as choices, in alphabetical order. */
export function kindsOf(records: readonly { kind: string }[]): Record<string, string> {
  const kinds = [...new Set(records.map(({ kind }) => kind))].sort();
  return optionsOf(kinds);
}
