import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { tenantCredentials } from "#shared/runtime/tenantCredentials.ts";
import { athenaClients } from "#shared/sql/athena/athenaClients.ts";
import { dropDatabase } from "#shared/sql/athena/dropDatabase.ts";

/** Removes what SQL engines have declared for a workspace outside its bucket and table; may be repeated. */
export async function dropSqlTables(scope: WorkspaceScope): Promise<void> {
  const { settings, region, id } = scope;
  if (settings.sqlDatabasePrefix === null) return;
  const { awsRegion } = settings.regions[region];
  const { athena, glue } = athenaClients(awsRegion, settings.endpoints, tenantCredentials(scope));
  try {
    await dropDatabase(glue, `${settings.sqlDatabasePrefix}${id}`);
  } finally {
    athena.destroy();
    glue.destroy();
  }
}
