import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { dropDatabase } from "#shared/sql/athena/dropDatabase.ts";
import { glueClient } from "#shared/sql/athena/glueClient.ts";

/** Removes what SQL engines created for a workspace outside its bucket and table; may be repeated. */
export async function dropSqlTables(scope: WorkspaceScope): Promise<void> {
  const { settings, id } = scope;
  if (settings.sqlDatabasePrefix === null) return;
  await dropDatabase(glueClient(scope), `${settings.sqlDatabasePrefix}${id}`);
}
