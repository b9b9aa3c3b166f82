import type { UsageTotals } from "#shared/domain/audit/usage.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { retryConditionFailed } from "./dynamodb/change.ts";
import { workspaceDatabase } from "./dynamodb/database.ts";
import { getItem, itemWrite, listItems, transact } from "./dynamodb/items.ts";
import { usageDayKey, usageDays } from "./dynamodb/keys.ts";

/** What is known about a day in UTC: the sums of its records, once it is over, and the size of all objects. */
export interface UsageDay {
  totals?: UsageTotals;
  stored_bytes?: number;
}

/** Returns the days of a month that have been stored, in order. */
export async function readUsageDays(scope: WorkspaceScope, month: string): Promise<Map<string, UsageDay>> {
  const { items } = await listItems<UsageDay>(workspaceDatabase(scope), usageDays(scope.id), {
    after: month,
    limit: 31,
  });
  return new Map(items.filter(({ sk }) => sk.startsWith(month)).map(({ sk, item }) => [sk, item]));
}

/** Adds what is known about a day. */
export function storeDay(scope: WorkspaceScope, day: string, known: UsageDay): Promise<void> {
  const database = workspaceDatabase(scope);
  const key = usageDayKey(scope.id, day);
  return retryConditionFailed(async () => {
    const before = await getItem<UsageDay>(database, key);
    await transact(database, [itemWrite(key, before, { ...before?.item, ...known })]);
  });
}
