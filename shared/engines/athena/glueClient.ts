import { type AwsJson, type AwsJsonOptions, awsJson } from "#shared/runtime/awsJson.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { tenantCredentials } from "#shared/runtime/tenantCredentials.ts";

/** Glue calls. */
export type Glue = AwsJson;

/** Returns a workspace's Glue calls, with credentials for that workspace only. */
export function glueClient(scope: WorkspaceScope): Glue {
  const { endpoints, regions } = scope.settings;
  const region = regions[scope.region].awsRegion;
  return glueCalls({ region, endpoint: endpoints.glue ?? undefined, ...tenantCredentials(scope) });
}

export function glueCalls(options: Omit<AwsJsonOptions, "service" | "target">): Glue {
  return awsJson({ service: "glue", target: "AWSGlue", ...options });
}
