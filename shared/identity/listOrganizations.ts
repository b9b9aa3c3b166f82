import { DomainError } from "@pdp/basics/errors";
import type { Caller } from "#shared/domain/caller.ts";
import { providerClient } from "#shared/identity/providerClient.ts";
import type { Settings } from "#shared/runtime/scope.ts";
import { listMirroredOrganizations } from "#shared/store/users.ts";

/**
 * Returns the caller's organizations, including the one named in the token. If the provider sends no events, it is queried:
 * the mirror is only refreshed for the organization in a request's token, and would keep outdated memberships in all others.
 */
export async function listOrganizations(settings: Settings, caller: Caller): Promise<string[]> {
  const all = await listKnownOrganizations(settings, caller);
  return caller.orgId === null || all.includes(caller.orgId) ? all : [...all, caller.orgId];
}

async function listKnownOrganizations(settings: Settings, caller: Caller): Promise<string[]> {
  if (settings.idp === null || settings.webhooks !== null || caller.isMachine) {
    return listMirroredOrganizations({ settings }, caller.userId);
  }
  try {
    const memberships = await providerClient(settings.idp).memberships(caller.userId);
    return memberships.map(({ organizationId }) => organizationId).sort();
  } catch (error) {
    if (!(error instanceof DomainError) || error.kind !== "unavailable") throw error;
    return listMirroredOrganizations({ settings }, caller.userId);
  }
}
