import { AthenaClient } from "@aws-sdk/client-athena";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { tenantCredentials } from "#shared/runtime/tenantCredentials.ts";

/**
 * Returns a workspace's Athena client. Its credentials, which Athena uses to read and write, grant access to that workspace
 * only.
 */
export function athenaClient(scope: WorkspaceScope): AthenaClient {
  const { endpoints, regions } = scope.settings;
  return new AthenaClient({
    region: regions[scope.region].awsRegion,
    ...(endpoints.athena ? { endpoint: endpoints.athena } : {}),
    ...tenantCredentials(scope),
  });
}
