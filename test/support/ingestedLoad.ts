import type { Column } from "@pdp/basics/columns";
import { createLoad, finalize } from "#shared/domain/loads/loadTransitions.ts";
import { dataFileKey } from "#shared/objects/keys.ts";
import { newId, now } from "#shared/runtime/ids.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { workspaceDatabase } from "#shared/store/dynamodb/database.ts";
import { transact } from "#shared/store/dynamodb/items.ts";
import { putIngested } from "#shared/store/ingested.ts";
import { newLoadWrites } from "#shared/store/loads.ts";
import { findTable } from "#shared/store/tables.ts";

/** Load with a single file that has been ingested into each of the tables: the arguments of its commit. */
export async function createIngestedLoad(scope: WorkspaceScope, columnsOf: Record<string, Column[]>) {
  const stamp = { by: "user_1", at: now() };
  const tables = Object.entries(columnsOf).map(async ([reference, list]) => {
    const table_id = (await findTable(scope, reference))?.id ?? null;
    return [reference, { columns: list, format: "CSV" as const, table_id }] as const;
  });
  const bound = Object.fromEntries(await Promise.all(tables));
  const context = { kind: "PROJECT" as const, project_id: newId() };
  const load = finalize(
    createLoad(newId(), context, bound, stamp),
    { tables: bound, filesOfTables: 1, warnings: [] },
    stamp,
  );
  await transact(workspaceDatabase(scope), newLoadWrites(scope, load));
  for (const table_reference of Object.keys(bound)) {
    const file_id = newId();
    const key = dataFileKey(scope.id, load.id, load.attempt, file_id);
    const files = [{ file_id, rows: 1 }];
    const outcome = { files, table_reference, key, rows: 1, bytes: 100, report_key: null };
    await putIngested(scope, load.id, load.attempt, outcome);
  }
  return { workspace_id: scope.id, load_id: load.id, attempt: load.attempt };
}
