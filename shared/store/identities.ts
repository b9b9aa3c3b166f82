import type { Membership } from "#shared/domain/membership.ts";
import type { UserEntity } from "#shared/domain/user.ts";
import type { PlatformScope } from "#shared/runtime/scope.ts";
import { platformDatabase } from "./dynamodb/database.ts";
import { entryWrite, getTogether, itemWrite, type Stored, type Write } from "./dynamodb/items.ts";
import { memberKey, membershipKey, organizationKey, revokedSessionKey, userKey } from "./dynamodb/keys.ts";

/** Organization of the identity provider; a deleted one has no members. */
export interface Organization {
  id: string;
  as_of: string;
  is_deleted: boolean;
}

/** Records of the mirror about the bearer of a token. */
export interface MembershipRecords {
  user: Stored<UserEntity> | null;
  membership: Stored<Membership> | null;
  organization: Stored<Organization> | null;
  isSessionRevoked: boolean;
}

/** Reads the records of a bearer in one transaction. */
export async function readMembershipRecords(
  scope: PlatformScope,
  of: { userId: string; orgId: string | null; sessionId: string | null },
): Promise<MembershipRecords> {
  const keys = [
    userKey(of.userId),
    ...(of.orgId === null ? [] : [membershipKey(of.userId, of.orgId), organizationKey(of.orgId)]),
    ...(of.sessionId === null ? [] : [revokedSessionKey(of.sessionId)]),
  ];
  const found = await getTogether(platformDatabase(scope), keys);
  const [membership, organization] = of.orgId === null ? [null, null] : found.slice(1, 3);
  return {
    user: (found[0] as Stored<UserEntity> | null | undefined) ?? null,
    membership: (membership as Stored<Membership> | null | undefined) ?? null,
    organization: (organization as Stored<Organization> | null | undefined) ?? null,
    isSessionRevoked: of.sessionId !== null && found.at(-1) !== null,
  };
}

/** Returns the write of a user, on condition that the user was not changed since (`ConditionFailed`). */
export function userWrite(before: Stored<UserEntity> | null, after: UserEntity): Write {
  return itemWrite(userKey(after.id), before, after);
}

export function organizationWrite(before: Stored<Organization> | null, after: Organization): Write {
  return itemWrite(organizationKey(after.id), before, after);
}

/** Returns the writes of a membership and of the organization's list of active members. */
export function membershipWrites(before: Stored<Membership> | null, after: Membership): Write[] {
  const { org_id, user_id } = after;
  return [
    itemWrite(membershipKey(user_id, org_id), before, after),
    entryWrite(memberKey(org_id, user_id), after.is_active, { user_id }),
  ];
}

/** Time that a revoked session is stored, in seconds; longer than any token or refresh of it is valid. */
const REMEMBERED = 60 * 24 * 3600;

export function revokedSessionWrite(sessionId: string, userId: string, at: string): Write {
  const expires_at = Math.ceil(Date.parse(at) / 1000) + REMEMBERED;
  return {
    kind: "put",
    key: revokedSessionKey(sessionId),
    item: { user_id: userId, revoked_at: at, expires_at },
  };
}
