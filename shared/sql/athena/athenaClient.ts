import { AthenaClient } from "@aws-sdk/client-athena";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { tenantCredentials } from "#shared/runtime/tenantCredentials.ts";

/** A workspace's client of Athena, which reads and writes with the credentials of who asks: they open that workspace alone. */
export function athenaClient(scope: WorkspaceScope): AthenaClient {
  const { endpoints, regions } = scope.settings;
  return new AthenaClient({
    region: regions[scope.region].awsRegion,
    ...(endpoints.athena ? { endpoint: endpoints.athena } : {}),
    ...tenantCredentials(scope),
  });
}
