import type { LoadRecord } from "#shared/domain/loads/load.ts";
import { stagedBytesOf } from "#shared/domain/loads/stagedBytes.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { retryConditionFailed } from "./dynamodb/change.ts";
import { workspaceDatabase } from "./dynamodb/database.ts";
import { getItem, itemWrite, listItems, transact } from "./dynamodb/items.ts";
import { loads, stagedBytesKey } from "./dynamodb/keys.ts";
import type { StagedBytes } from "./stagedBytes.ts";

/**
 * Counts the staged bytes of a workspace. With `fix`, also corrects the counter. If the counter changes in the meantime, it
 * counts again.
 */
export function recountStagedBytes(
  scope: WorkspaceScope,
  fix: boolean,
): Promise<{ stored: number; counted: number }> {
  const database = workspaceDatabase(scope);
  const key = stagedBytesKey(scope.id);
  return retryConditionFailed(async () => {
    const before = await getItem<StagedBytes>(database, key);
    const counted = await countStagedBytes(scope);
    const stored = before?.item.bytes ?? 0;
    if (fix && stored !== counted) await transact(database, [itemWrite(key, before, { bytes: counted })]);
    return { stored, counted };
  });
}

async function countStagedBytes(scope: WorkspaceScope): Promise<number> {
  let bytes = 0;
  for await (const load of allLoads(scope)) bytes += stagedBytesOf(load);
  return bytes;
}

async function* allLoads(scope: WorkspaceScope): AsyncGenerator<LoadRecord> {
  for (let after: string | undefined; ; ) {
    const { items, more } = await listItems<LoadRecord>(workspaceDatabase(scope), loads(scope.id), { after });
    for (const { item } of items) yield item;
    if (!more) return;
    after = items.at(-1)?.sk;
  }
}
