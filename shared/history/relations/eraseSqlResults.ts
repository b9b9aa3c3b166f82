import { parseS3Uri } from "#shared/engines/athena/s3Place.ts";
import { workspacePrefix } from "#shared/objects/keys.ts";
import { eraseVersions } from "#shared/objects/objectVersions.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";

/**
 * Erases the results of a workspace's queries that Athena has written and nobody has read. The declared tables are kept: they
 * name files but contain no values.
 */
export async function eraseSqlResults(scope: WorkspaceScope, onKey: (key: string) => void): Promise<void> {
  const { athena } = scope.settings;
  if (athena === null) return;
  const { bucket, key } = parseS3Uri(athena.output);
  await eraseVersions(scope, `${key}${workspacePrefix(scope.id)}`, { bucket, onKey });
}
