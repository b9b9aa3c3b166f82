import { DomainError } from "@pdp/basics/errors";
import { providerClient } from "#shared/identity/providerClient.ts";
import type { IdpSettings } from "#shared/runtime/environment.ts";
import type { Settings } from "#shared/runtime/scope.ts";
import { readMembershipRecords } from "#shared/store/identities.ts";

/**
 * Returns whether a user belongs to an organization, according to the provider, or to the mirror while the provider is down.
 * Queries the provider even for null, so that the response time does not reveal the difference.
 */
export async function isMember(
  settings: Settings,
  idp: IdpSettings,
  userId: string,
  orgId: string | null,
): Promise<boolean> {
  try {
    const memberships = await providerClient(idp).memberships(userId);
    return memberships.some(({ organizationId }) => organizationId === orgId);
  } catch (error) {
    if (!(error instanceof DomainError) || error.kind !== "unavailable") throw error;
    const { membership } = await readMembershipRecords({ settings }, { userId, orgId, sessionId: null });
    if (!membership) throw error;
    return membership.item.is_active;
  }
}
