import { perTenant } from "./perTenant.ts";
import type { PlatformScope, Settings, WorkspaceScope } from "./scope.ts";
import { tenantCredentials } from "./tenantCredentials.ts";

/** Maximum number of workspaces with clients cached in one process. */
const MAX_TENANTS = 100;

/** Region and credentials of a client; without credentials, those of the function are used. */
export type ClientPlace = ReturnType<typeof tenantCredentials> & { region: string };

/**
 * Caches clients of one AWS service: one for the platform, in the home region, and one for each workspace in its
 * region, with credentials for that workspace only.
 */
export function scopedClients<T extends NonNullable<unknown>>(
  make: (settings: Settings, location: ClientPlace) => T,
): {
  ofPlatform: (scope: PlatformScope) => T;
  of: (scope: WorkspaceScope) => T;
} {
  const platform = new WeakMap<Settings, T>();
  return {
    ofPlatform: ({ settings }) => {
      const client = platform.get(settings) ?? make(settings, { region: settings.home.awsRegion });
      platform.set(settings, client);
      return client;
    },
    of: perTenant((scope) => {
      const { awsRegion } = scope.settings.regions[scope.region];
      return make(scope.settings, { region: awsRegion, ...tenantCredentials(scope) });
    }, MAX_TENANTS),
  };
}
