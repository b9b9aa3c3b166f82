import { forgetMembershipStatus } from "#shared/identity/recentMembershipStatus.ts";
import type { Settings } from "#shared/runtime/scope.ts";
import { membershipWrites, readMembershipRecords, userWrite } from "#shared/store/identities.ts";
import { writeIdentities } from "#shared/store/idpEvents.ts";

/**
 * Ages the mirror's data about a user: last checked `seconds` ago and not cached. For tests in the same process as their
 * platform.
 */
export async function ageMembershipStatus(
  settings: Settings,
  userId: string,
  orgId: string | null,
  seconds: number,
): Promise<void> {
  const { user, membership } = await readMembershipRecords({ settings }, { userId, orgId, sessionId: null });
  const checked_at = new Date(Date.now() - seconds * 1000).toISOString();
  await writeIdentities({ settings }, [
    ...(user ? [userWrite(user, { ...user.item, checked_at })] : []),
    ...(membership ? membershipWrites(membership, { ...membership.item, checked_at }) : []),
  ]);
  forgetMembershipStatus();
}
