import type { Membership } from "#shared/domain/membership.ts";
import type { Page, PageRequest } from "#shared/domain/page.ts";
import type { Role } from "#shared/domain/role.ts";
import type { UserEntity } from "#shared/domain/user.ts";
import type { PlatformScope } from "#shared/runtime/scope.ts";
import { retryConditionFailed } from "./dynamodb/change.ts";
import { platformDatabase } from "./dynamodb/database.ts";
import { ConditionFailed, getItem, getItems, listAll, transact } from "./dynamodb/items.ts";
import { firstMemberKey, members, membershipKey, userKey } from "./dynamodb/keys.ts";
import { readPage } from "./dynamodb/readPage.ts";
import { type FirstMember, membershipWrites } from "./identities.ts";

/** Member of an organization: a person or a machine. */
export interface Member {
  user: UserEntity;
  membership: Membership;
}

/** Lists the active members of an organization whose users the mirror knows. */
export function listMembers(
  scope: PlatformScope,
  orgId: string,
  request: PageRequest,
): Promise<Page<Member>> {
  const list = {
    pk: members(orgId),
    identity: "",
    resolve: (entries: { user_id: string }[]) => findMembers(scope, orgId, entries),
  };
  return readPage(platformDatabase(scope), list, request);
}

async function findMembers(
  scope: PlatformScope,
  orgId: string,
  entries: readonly { user_id: string }[],
): Promise<(Member | null)[]> {
  const database = platformDatabase(scope);
  const ids = entries.map(({ user_id }) => user_id);
  const [users, memberships] = await Promise.all([
    getItems<UserEntity>(database, ids.map(userKey)),
    getItems<Membership>(
      database,
      ids.map((id) => membershipKey(id, orgId)),
    ),
  ]);
  return ids.map((id) => {
    const user = users.find((candidate) => candidate.id === id);
    const membership = memberships.find((candidate) => candidate.user_id === id);
    return user && membership?.is_active && !user.is_deleted ? { user, membership } : null;
  });
}

/** Returns a member of an organization; null for users who are not members. */
export async function findMember(
  scope: PlatformScope,
  orgId: string,
  userId: string,
): Promise<Member | null> {
  return (await findMembers(scope, orgId, [{ user_id: userId }]))[0] ?? null;
}

export async function firstMember(scope: PlatformScope, orgId: string): Promise<string | null> {
  const first = await getItem<FirstMember>(platformDatabase(scope), firstMemberKey(orgId));
  return first?.item.user_id ?? null;
}

/**
 * Records the person with the oldest membership as the first member of an organization, unless one is recorded. Returns the
 * first member; null if there are no people.
 */
export async function recordFirstMember(scope: PlatformScope, orgId: string): Promise<string | null> {
  const database = platformDatabase(scope);
  const known = await listAll<{ user_id: string }>(database, members(orgId));
  const [first] = (await findMembers(scope, orgId, known))
    .filter((member): member is Member => member !== null && member.user.user_type === "USER")
    .sort((a, b) => beginningOf(a) - beginningOf(b));
  if (!first) return null;
  const item: FirstMember = { user_id: first.user.id };
  try {
    await transact(database, [{ kind: "create", key: firstMemberKey(orgId), item }]);
    return item.user_id;
  } catch (error) {
    if (error instanceof ConditionFailed) return firstMember(scope, orgId);
    throw error;
  }
}

const beginningOf = ({ membership: { member_since, as_of } }: Member): number =>
  Date.parse(member_since ?? as_of);

/** Sets the role of a member; null removes it. Returns null if the user is not a member. */
export function changeRole(
  scope: PlatformScope,
  { orgId, userId, role }: { orgId: string; userId: string; role: Role | null },
): Promise<Member | null> {
  const database = platformDatabase(scope);
  return retryConditionFailed(async () => {
    const stored = await getItem<Membership>(database, membershipKey(userId, orgId));
    const member = await findMember(scope, orgId, userId);
    if (!stored || !member) return null;
    const { role: _, ...rest } = stored.item;
    const membership = role === null ? rest : { ...rest, role };
    await transact(database, membershipWrites(stored, membership));
    return { ...member, membership };
  });
}
