import { fromTemporaryCredentials } from "@aws-sdk/credential-providers";
import { hasOwnCredentials } from "./perTenant.ts";
import type { WorkspaceScope } from "./scope.ts";

/** Credentials as returned by `fromTemporaryCredentials`: fetched on first use, and refreshed before they expire. */
export type TenantCredentials = ReturnType<typeof fromTemporaryCredentials>;

/** Session tag that the tenant role's policy compares with keys and prefixes. */
const TAG = "workspace";

/**
 * Returns client settings with credentials for the records and objects of one workspace: the session is tagged with the
 * workspace's id, and the role only allows keys that start with it. Returns empty settings, so that the function's default
 * credentials are used, if no such role is configured or the scope does not belong to a single workspace.
 */
export function tenantCredentials(scope: WorkspaceScope): { credentials?: TenantCredentials } {
  const { settings, id, region } = scope;
  if (settings.tenantRole === null || !hasOwnCredentials(scope)) return {};
  return {
    credentials: fromTemporaryCredentials({
      params: {
        RoleArn: settings.tenantRole,
        RoleSessionName: `workspace-${id}`,
        Tags: [{ Key: TAG, Value: id }],
      },
      clientConfig: { region: settings.regions[region].awsRegion },
    }),
  };
}
