import { fullStorage } from "@pdp/basics/errors";
import { isTokenVoid, isUsedSinceRevocation, machineUser, type UserEntity } from "#shared/domain/user.ts";
import type { TokenClaims } from "#shared/identity/tokenClaims.ts";
import { now } from "#shared/runtime/ids.ts";
import type { Settings } from "#shared/runtime/scope.ts";
import { ConditionFailed, type Write } from "#shared/store/dynamodb/items.ts";
import {
  type MembershipRecords,
  membershipWrites,
  readMembershipRecords,
  userWrite,
} from "#shared/store/identities.ts";
import { writeIdentities } from "#shared/store/idpEvents.ts";
import { type MembershipStatus, rolesOf } from "./bearerStatus.ts";
import { TRUSTED } from "./trustedAge.ts";

/**
 * Returns the status of a machine. The provider has no record of machines, only of their tokens. The use of a token issued
 * after the last revocation is recorded immediately, so that the next revocation counts it.
 */
export async function machineMembershipStatus(
  settings: Settings,
  claims: TokenClaims,
  records: MembershipRecords,
): Promise<MembershipStatus> {
  const at = now();
  const user = records.user?.item ?? null;
  const isOld = (entry: UserEntity): boolean =>
    Date.now() - Date.parse(entry.checked_at) > TRUSTED.withEvents;
  const isSessionRevoked = isTokenVoid(user, claims.issuedAt);
  const isRecorded = user !== null && !isOld(user) && isUsedSinceRevocation(user);
  const isMember = claims.orgId !== undefined && records.organization?.item.is_deleted !== true;
  if (!isSessionRevoked && !isRecorded) await recordMachine(settings, claims, records.user, at);
  return {
    isUserKnown: true,
    isSessionRevoked,
    isMember,
    isStaff: isMember && claims.orgId === settings.staffOrgId,
    ...rolesOf(records, claims),
    isFirst: false,
  };
}

async function recordMachine(
  settings: Settings,
  claims: TokenClaims,
  before: MembershipRecords["user"],
  at: string,
): Promise<void> {
  const signedInAt = claims.issuedAt > 0 ? new Date(claims.issuedAt * 1000).toISOString() : null;
  const fresh = machineUser(claims.sub, signedInAt, at);
  const user = before ? { ...before.item, last_sign_in_at: signedInAt, checked_at: at } : fresh;
  const writes: Write[] = [userWrite(before, user)];
  if (claims.orgId !== undefined) {
    const scope = { userId: claims.sub, orgId: claims.orgId, sessionId: null };
    const { membership } = await readMembershipRecords({ settings }, scope);
    const role = membership?.item.role;
    writes.push(
      ...membershipWrites(membership, {
        user_id: claims.sub,
        org_id: claims.orgId,
        is_active: true,
        ...(role && { role }),
        as_of: at,
        checked_at: at,
      }),
    );
  }
  try {
    await writeIdentities({ settings }, writes);
  } catch (error) {
    if (!(error instanceof ConditionFailed) && !fullStorage(error)) throw error;
  }
}
