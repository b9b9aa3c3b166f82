import {
  addRecord,
  addTotals,
  daysOf,
  NO_USAGE,
  type Usage,
  type UsageTotals,
} from "#shared/domain/audit/usage.ts";
import { workspacePrefix } from "#shared/objects/keys.ts";
import { listObjects } from "#shared/objects/objects.ts";
import { now } from "#shared/runtime/ids.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { listAuditRecords } from "#shared/store/auditRecords.ts";
import { readUsageDays, storeDay } from "#shared/store/usageDays.ts";

const DAY_MS = 24 * 3_600_000;
/** Time after the end of a day until its sums are stored: records of other processes may still arrive. */
const SETTLED_MS = 3_600_000;
const PAGE_ITEMS = 1_000;
/** Time for which a request measures a workspace; the daily sweep measures larger ones. */
const MAX_WAIT_MS = 2_000;

/** Returns the use of a workspace in a month. Sums of past days are stored, so that each record is read once. */
export async function usageOf(scope: WorkspaceScope, month: string): Promise<Usage> {
  const today = now().slice(0, 10);
  if (month === today.slice(0, 7)) await measureStoredBytes(scope, Date.now() + MAX_WAIT_MS);
  const stored = await readUsageDays(scope, month);
  let totals = NO_USAGE;
  for (const day of daysOf(month, today))
    totals = addTotals(totals, stored.get(day)?.totals ?? (await sumDay(scope, day)));
  const measured = [...stored.values()].filter(({ stored_bytes }) => stored_bytes !== undefined);
  return { month, ...totals, stored_bytes: measured.at(-1)?.stored_bytes ?? null };
}

/** Sums the records of a day, and stores the sums if the day is over. */
async function sumDay(scope: WorkspaceScope, day: string): Promise<UsageTotals> {
  const from = Date.parse(day);
  const filter = { from, to: from + DAY_MS, user: null, kind: null, object: null };
  let totals = NO_USAGE;
  for (let cursor: string | null = null; ; ) {
    const request = { limit: PAGE_ITEMS, cursor, order: "ASC" as const };
    const page = await listAuditRecords(scope, filter, request, { withEnds: false });
    totals = page.items.reduce(addRecord, totals);
    if (page.cursor === null) break;
    cursor = page.cursor;
  }
  if (Date.now() > from + DAY_MS + SETTLED_MS) await storeDay(scope, day, { totals });
  return totals;
}

/** Stores the sums of past days that have none, until a deadline (ms since 1970). */
export async function sumPastDays(scope: WorkspaceScope, deadline: number): Promise<void> {
  const end = Date.now() - SETTLED_MS - DAY_MS;
  const recent = [1, 0].map((ago) => new Date(Date.now() - ago * 28 * DAY_MS).toISOString().slice(0, 7));
  for (const month of new Set(recent)) {
    const stored = await readUsageDays(scope, month);
    for (const day of daysOf(month, new Date(end).toISOString().slice(0, 10))) {
      if (Date.now() > deadline) return;
      if (stored.get(day)?.totals === undefined) await sumDay(scope, day);
    }
  }
}

/** Measures the size of all objects of a workspace, once a day, unless that takes longer than until a deadline (ms since 1970). */
export async function measureStoredBytes(scope: WorkspaceScope, deadline: number): Promise<void> {
  const today = now().slice(0, 10);
  const stored = await readUsageDays(scope, today.slice(0, 7));
  if (stored.get(today)?.stored_bytes !== undefined) return;
  let bytes = 0;
  for await (const object of listObjects(scope, workspacePrefix(scope.id), null)) {
    if (Date.now() > deadline) return;
    bytes += object.bytes;
  }
  await storeDay(scope, today, { stored_bytes: bytes });
}
