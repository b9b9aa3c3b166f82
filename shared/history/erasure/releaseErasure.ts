import { inParallel } from "#shared/history/inParallel.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { retryConditionFailed } from "#shared/store/dynamodb/change.ts";
import { workspaceDatabase } from "#shared/store/dynamodb/database.ts";
import { transact } from "#shared/store/dynamodb/items.ts";
import { endErasureTurn } from "#shared/store/erasures.ts";
import { allTableRecords } from "#shared/store/tableLists.ts";
import { findTableById } from "#shared/store/tables.ts";
import { erasingWrite } from "#shared/store/tableWrites.ts";

/** Marks a table so that its files are not merged in the meantime, or removes the mark of this erasure. */
export async function markTable(
  scope: WorkspaceScope,
  tableId: string,
  id: string,
  isOn: boolean,
): Promise<void> {
  await retryConditionFailed(async () => {
    const table = await findTableById(scope, tableId);
    if (!table || (table.item.erasing === id) === isOn) return;
    await transact(workspaceDatabase(scope), [erasingWrite(scope, table, id, isOn)]);
  });
}

/** Releases what an abandoned erasure has reserved: its turn and the marks of its tables. Can be repeated. */
export async function releaseErasure(scope: WorkspaceScope, id: string): Promise<void> {
  const marked = (await allTableRecords(scope)).filter(({ erasing }) => erasing === id);
  await inParallel(marked, (table) => markTable(scope, table.id, id, false));
  await endErasureTurn(scope, id);
}
