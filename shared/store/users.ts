import { notFound } from "#shared/domain/errors.ts";
import type { Membership } from "#shared/domain/membership.ts";
import type { Page, PageRequest } from "#shared/domain/page.ts";
import type { UserEntity } from "#shared/domain/user.ts";
import type { PlatformScope } from "#shared/runtime/scope.ts";
import { retryConditionFailed } from "./dynamodb/change.ts";
import { platformDatabase } from "./dynamodb/database.ts";
import { getItem, getItems, listAll, type Stored, transact } from "./dynamodb/items.ts";
import { members, memberships, organizationKey, userKey, users } from "./dynamodb/keys.ts";
import { readPage } from "./dynamodb/readPage.ts";
import { type Organization, userWrite } from "./identities.ts";

export async function findUser(scope: PlatformScope, id: string): Promise<Stored<UserEntity> | null> {
  const user = await getItem<UserEntity>(platformDatabase(scope), userKey(id));
  return user?.is_deleted ? null : user;
}

/** Applies a change to a user's record, with retries on concurrent changes. */
export async function changeUser(
  scope: PlatformScope,
  id: string,
  change: (user: UserEntity) => UserEntity,
): Promise<{ before: UserEntity; after: UserEntity }> {
  return retryConditionFailed(async () => {
    const before = await findUser(scope, id);
    if (!before) throw notFound("user", id);
    const { revision: _, ...user } = before;
    const after = change(user);
    await transact(platformDatabase(scope), [userWrite(before, after)]);
    return { before, after };
  });
}

/** Returns the organizations of a user in the mirror, without deleted ones. */
export async function mirroredOrganizations(scope: PlatformScope, userId: string): Promise<string[]> {
  const database = platformDatabase(scope);
  const all = await listAll<Membership>(database, memberships(userId));
  const orgIds = all.filter((membership) => membership.is_active).map((membership) => membership.org_id);
  const organizations = await getItems<Organization>(database, orgIds.map(organizationKey));
  const deleted = new Set(organizations.filter(({ is_deleted }) => is_deleted).map(({ id }) => id));
  return orgIds.filter((id) => !deleted.has(id));
}

/** Lists the users of some organizations, without duplicates; all users if `orgIds` is null. */
export function listUsers(
  scope: PlatformScope,
  orgIds: readonly string[] | null,
  request: PageRequest,
): Promise<Page<UserEntity>> {
  const database = platformDatabase(scope);
  if (orgIds?.length === 0) return Promise.resolve({ items: [], cursor: null });
  return readPage<{ user_id?: string; id?: string }, UserEntity>(
    database,
    {
      pk: orgIds === null ? users : orgIds.map(members),
      identity: "",
      resolve: async (entries) => {
        const ids = entries.map((entry) => entry.user_id ?? entry.id ?? "");
        const found = await getItems<UserEntity>(database, ids.map(userKey));
        const byId = new Map(found.map((user) => [user.id, user]));
        return ids.map((id) => {
          const user = byId.get(id);
          return user && !user.is_deleted ? user : null;
        });
      },
    },
    request,
  );
}
