import { GlueClient } from "@aws-sdk/client-glue";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { tenantCredentials } from "#shared/runtime/tenantCredentials.ts";

/** Returns a workspace's client of Glue, with credentials for that workspace only. The caller must destroy it. */
export function glueClient(scope: WorkspaceScope): GlueClient {
  const { endpoints, regions } = scope.settings;
  return new GlueClient({
    region: regions[scope.region].awsRegion,
    ...(endpoints.glue ? { endpoint: endpoints.glue } : {}),
    ...tenantCredentials(scope),
  });
}
