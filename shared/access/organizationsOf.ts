import type { Caller } from "#shared/domain/caller.ts";
import { DomainError } from "#shared/domain/errors.ts";
import { providerClient } from "#shared/identity/providerClient.ts";
import type { Settings } from "#shared/runtime/scope.ts";
import { mirroredOrganizations } from "#shared/store/users.ts";

/**
 * The organizations to which the caller belongs. Where the provider sends no events it is asked: the mirror learns only
 * of the organization of the token that a request carries, and would keep the caller in all others for ever.
 */
export async function organizationsOf(settings: Settings, caller: Caller): Promise<string[]> {
  if (settings.idp === null || settings.webhooks !== null || caller.isMachine) {
    return mirroredOrganizations({ settings }, caller.userId);
  }
  try {
    const memberships = await providerClient(settings.idp).memberships(caller.userId);
    return memberships.map(({ organizationId }) => organizationId).sort();
  } catch (error) {
    if (!(error instanceof DomainError) || error.kind !== "unavailable") throw error;
    return mirroredOrganizations({ settings }, caller.userId);
  }
}
