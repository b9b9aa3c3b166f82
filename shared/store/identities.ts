import type { Membership } from "#shared/domain/membership.ts";
import type { UserEntity } from "#shared/domain/user.ts";
import type { PlatformScope } from "#shared/runtime/scope.ts";
import { platformDatabase } from "./dynamodb/database.ts";
import { entryWrite, getTogether, itemWrite, type Stored, type Write } from "./dynamodb/items.ts";
import type { Key } from "./dynamodb/keyParts.ts";
import {
  firstMemberKey,
  memberKey,
  membershipKey,
  organizationKey,
  revokedSessionKey,
  userKey,
} from "./dynamodb/keys.ts";

/** Organization at the identity provider; a deleted one has no members. */
export interface Organization {
  id: string;
  as_of: string;
  is_deleted: boolean;
}

/** Mirror records about one user in one organization. */
interface OrganizationRecords {
  membership: Stored<Membership> | null;
  organization: Stored<Organization> | null;
  first: Stored<FirstMember> | null;
}

/** First member of an organization, recorded once. */
export interface FirstMember {
  user_id: string;
}

/** Mirror records about the bearer of a token: `membership` and `organization` belong to the token's organization. */
export interface MembershipRecords extends OrganizationRecords {
  user: Stored<UserEntity> | null;
  /** Records of the bearer in the staff organization, if requested. */
  staff: OrganizationRecords;
  isSessionRevoked: boolean;
}

/** Bearer of a token. `staffOrgId` is set to determine whether the bearer is also a staff member. */
export interface Bearer {
  userId: string;
  orgId: string | null;
  sessionId: string | null;
  staffOrgId?: string | null;
}

/** Reads the records of a bearer in one transaction. */
export async function readMembershipRecords(
  scope: PlatformScope,
  { userId, orgId, sessionId, staffOrgId = null }: Bearer,
): Promise<MembershipRecords> {
  const ofOrganization = (id: string | null): Key[] =>
    id === null ? [] : [membershipKey(userId, id), organizationKey(id), firstMemberKey(id)];
  const keys = [
    userKey(userId),
    ...ofOrganization(orgId),
    ...ofOrganization(staffOrgId),
    ...(sessionId === null ? [] : [revokedSessionKey(sessionId)]),
  ];
  const records = await getTogether(platformDatabase(scope), keys);
  const take = <T>(count: number): (Stored<T> | null)[] => records.splice(0, count) as (Stored<T> | null)[];
  const recordsOf = (id: string | null): OrganizationRecords => {
    const [membership = null] = take<Membership>(id === null ? 0 : 1);
    const [organization = null] = take<Organization>(id === null ? 0 : 1);
    const [first = null] = take<FirstMember>(id === null ? 0 : 1);
    return { membership, organization, first };
  };
  const [user = null] = take<UserEntity>(1);
  const member = recordsOf(orgId);
  const staff = recordsOf(staffOrgId);
  return { user, ...member, staff, isSessionRevoked: sessionId !== null && records[0] !== null };
}

/** Returns whether, according to the records, the user is a member of an organization that has not been deleted. */
export function isMemberOf({ membership, organization }: OrganizationRecords): boolean {
  return membership?.item.is_active === true && organization?.item.is_deleted !== true;
}

/** Returns the write for a user, which fails with `ConditionFailed` if the user has changed since being read. */
export function userWrite(before: Stored<UserEntity> | null, after: UserEntity): Write {
  return itemWrite(userKey(after.id), before, after);
}

export function organizationWrite(before: Stored<Organization> | null, after: Organization): Write {
  return itemWrite(organizationKey(after.id), before, after);
}

/** Returns the writes for a membership and for the organization's list of active members. */
export function membershipWrites(before: Stored<Membership> | null, after: Membership): Write[] {
  const { org_id, user_id } = after;
  return [
    itemWrite(membershipKey(user_id, org_id), before, after),
    entryWrite(memberKey(org_id, user_id), after.is_active, { user_id }),
  ];
}

/** Time for which a revoked session is stored; longer than the lifetime of any of its tokens or refreshes. */
const RETENTION_SECONDS = 60 * 24 * 3600;

export function sessionRevocationWrite(sessionId: string, userId: string, at: string): Write {
  const expires_at = Math.ceil(Date.parse(at) / 1000) + RETENTION_SECONDS;
  return {
    kind: "put",
    key: revokedSessionKey(sessionId),
    item: { user_id: userId, revoked_at: at, expires_at },
  };
}
