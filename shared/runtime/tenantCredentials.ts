import { fromTemporaryCredentials } from "@aws-sdk/credential-providers";
import { hasOwnCredentials } from "./perTenant.ts";
import type { WorkspaceScope } from "./scope.ts";

/** As `fromTemporaryCredentials` returns them: obtained on first use, and again before they expire. */
export type TenantCredentials = ReturnType<typeof fromTemporaryCredentials>;

/** The session tag that the tenant role's policy compares keys and prefixes with. */
const TAG = "workspace";

/**
 * Credentials that open the records and objects of one workspace and of no other: the session carries the workspace's id as
 * a tag, and the role allows only what starts with it. As a setting of clients; empty where no such role is configured, and
 * for what belongs to no single workspace: then the function's own credentials are used.
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
