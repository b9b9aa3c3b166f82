import { parseS3Uri } from "#shared/engines/athena/s3Place.ts";
import { workspacePrefix } from "#shared/lake/keys.ts";
import { eraseVersions } from "#shared/lake/objectVersions.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { dropSqlTables } from "./dropSqlTables.ts";

/**
 * Removes what SQL engines keep of a workspace: declared tables, their lists of files, and results that were not read. Queries
 * declare their tables again.
 */
export async function removeSqlLeftovers(scope: WorkspaceScope, onKey: (key: string) => void): Promise<void> {
  await eraseVersions(scope, `${workspacePrefix(scope.id)}sql/`, { onKey });
  const { athena } = scope.settings;
  if (athena === null) return;
  await dropSqlTables(scope);
  const { bucket, key } = parseS3Uri(athena.output);
  await eraseVersions(scope, `${key}${workspacePrefix(scope.id)}`, { bucket, onKey });
}
