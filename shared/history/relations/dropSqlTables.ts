import { dropDatabase } from "#shared/engines/athena/dropDatabase.ts";
import { glueClient } from "#shared/engines/athena/glueClient.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";

/** Removes what SQL engines have created for a workspace outside its bucket and table. Can be repeated. */
export async function dropSqlTables(scope: WorkspaceScope): Promise<void> {
  const { settings, id } = scope;
  if (settings.sqlDatabasePrefix === null) return;
  await dropDatabase(glueClient(scope), `${settings.sqlDatabasePrefix}${id}`);
}
