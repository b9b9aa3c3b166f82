import { GlueClient } from "@aws-sdk/client-glue";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { tenantCredentials } from "#shared/runtime/tenantCredentials.ts";

/** A workspace's client of Glue, with credentials for that workspace alone. It is for the caller to destroy. */
export function glueClient(scope: WorkspaceScope): GlueClient {
  const { endpoints, regions } = scope.settings;
  return new GlueClient({
    region: regions[scope.region].awsRegion,
    ...(endpoints.glue ? { endpoint: endpoints.glue } : {}),
    ...tenantCredentials(scope),
  });
}
