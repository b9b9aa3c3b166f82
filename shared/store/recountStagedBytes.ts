import type { LoadRecord } from "#shared/domain/loads/load.ts";
import { stagedBytesOf } from "#shared/domain/loads/stagedBytes.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { retryConditionFailed } from "./dynamodb/change.ts";
import { workspaceDatabase } from "./dynamodb/database.ts";
import { getItem, itemWrite, listItems, transact } from "./dynamodb/items.ts";
import { loads, stagedBytesKey } from "./dynamodb/keys.ts";
import { filesOfLoad } from "./loadFiles.ts";
import { changeLoad } from "./loads.ts";
import type { StagedBytes } from "./stagedBytes.ts";

/**
 * Counts the staged bytes of a workspace. With `fix`, also corrects the counter and the loads from older releases, which do
 * not record the sizes of their files. If the counter changes in the meantime, it counts again.
 */
export function recountStagedBytes(
  scope: WorkspaceScope,
  fix: boolean,
): Promise<{ stored: number; counted: number }> {
  const database = workspaceDatabase(scope);
  const key = stagedBytesKey(scope.id);
  return retryConditionFailed(async () => {
    if (fix) await sizeOlderLoads(scope);
    const before = await getItem<StagedBytes>(database, key);
    const counted = await countStagedBytes(scope);
    const stored = before?.item.bytes ?? 0;
    if (fix && stored !== counted) await transact(database, [itemWrite(key, before, { bytes: counted })]);
    return { stored, counted };
  });
}

async function countStagedBytes(scope: WorkspaceScope): Promise<number> {
  let bytes = 0;
  for await (const load of allLoads(scope)) {
    bytes += load.bytes === undefined ? await unknownBytes(scope, load) : stagedBytesOf(load);
  }
  return bytes;
}

async function unknownBytes(scope: WorkspaceScope, load: LoadRecord): Promise<number> {
  if (load.file_count === 0 || stagedBytesOf({ ...load, bytes: 1 }) === 0) return 0;
  return stagedBytesOf({ ...load, bytes: await sizeOfFiles(scope, load) });
}

async function sizeOlderLoads(scope: WorkspaceScope): Promise<void> {
  for await (const load of allLoads(scope)) {
    if (load.bytes !== undefined || load.file_count === 0 || load.committed) continue;
    await changeLoad(scope, load.id, async (current) =>
      current.bytes === undefined ? { ...current, bytes: await sizeOfFiles(scope, current) } : current,
    );
  }
}

async function sizeOfFiles(scope: WorkspaceScope, { id }: LoadRecord): Promise<number> {
  return (await filesOfLoad(scope, id)).reduce((sum, { size }) => sum + size, 0);
}

async function* allLoads(scope: WorkspaceScope): AsyncGenerator<LoadRecord> {
  for (let after: string | undefined; ; ) {
    const { items, more } = await listItems<LoadRecord>(workspaceDatabase(scope), loads(scope.id), { after });
    for (const { item } of items) yield item;
    if (!more) return;
    after = items.at(-1)?.sk;
  }
}
