import type { Membership } from "#shared/domain/membership.ts";
import type { UserEntity } from "#shared/domain/user.ts";
import type { PlatformScope } from "#shared/runtime/scope.ts";
import { platformDatabase } from "./dynamodb/database.ts";
import { getTogether, type Stored, type Write } from "./dynamodb/items.ts";
import { memberKey, membershipKey, organizationKey, revokedSessionKey, userKey } from "./dynamodb/keys.ts";

/** An organization of the identity provider; of a deleted one nobody is a member any more. */
export interface Organization {
  id: string;
  as_of: string;
  is_deleted: boolean;
}

/** What the mirror knows about the bearer of a token. */
export interface MembershipRecords {
  user: Stored<UserEntity> | null;
  membership: Stored<Membership> | null;
  organization: Stored<Organization> | null;
  isSessionRevoked: boolean;
}

/** Reads all of it as it is at one moment. */
export async function readMembershipStatus(
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
    user: (found[0] as unknown as Stored<UserEntity>) ?? null,
    membership: (membership as unknown as Stored<Membership>) ?? null,
    organization: (organization as unknown as Stored<Organization>) ?? null,
    isSessionRevoked: of.sessionId !== null && found.at(-1) !== null,
  };
}

/** Writes one user: as it was read, or nothing (`ConditionFailed`). */
export function userWrite(before: Stored<UserEntity> | null, after: UserEntity): Write {
  return written(userKey(after.id), before, after);
}

export function organizationWrite(before: Stored<Organization> | null, after: Organization): Write {
  return written(organizationKey(after.id), before, after);
}

/** Writes a membership and the organization's list of members, which holds the active ones only. */
export function membershipWrites(before: Stored<Membership> | null, after: Membership): Write[] {
  const listed = memberKey(after.org_id, after.user_id);
  return [
    written(membershipKey(after.user_id, after.org_id), before, after),
    after.is_active
      ? { kind: "put", key: listed, item: { user_id: after.user_id } }
      : { kind: "delete", key: listed },
  ];
}

/** How long a revoked session is remembered, in seconds: no token and no refresh of it lives longer. */
const REMEMBERED = 60 * 24 * 3600;

export function revokedSessionWrite(sessionId: string, userId: string, at: string): Write {
  const expires_at = Math.ceil(Date.parse(at) / 1000) + REMEMBERED;
  return {
    kind: "put",
    key: revokedSessionKey(sessionId),
    item: { user_id: userId, revoked_at: at, expires_at },
  };
}

function written(key: Write["key"], before: Stored<object> | null, after: object): Write {
  return before === null
    ? { kind: "create", key, item: after }
    : { kind: "replace", key, item: after, revision: before.revision };
}
