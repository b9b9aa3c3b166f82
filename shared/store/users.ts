import { notFound } from "@pdp/basics/errors";
import type { Membership } from "#shared/domain/membership.ts";
import type { Page, PageRequest } from "#shared/domain/page.ts";
import type { UserEntity } from "#shared/domain/user.ts";
import type { PlatformScope } from "#shared/runtime/scope.ts";
import { changeItem } from "./dynamodb/change.ts";
import { platformDatabase } from "./dynamodb/database.ts";
import { getItem, getItems, listAll, type Stored } from "./dynamodb/items.ts";
import { members, memberships, organizationKey, userKey, users } from "./dynamodb/keys.ts";
import { readEntityPage } from "./dynamodb/readPage.ts";
import { type Organization, userWrite } from "./identities.ts";

export async function findUser(scope: PlatformScope, id: string): Promise<UserEntity | null> {
  return (await readUser(scope, id))?.item ?? null;
}

async function readUser(scope: PlatformScope, id: string): Promise<Stored<UserEntity> | null> {
  const user = await getItem<UserEntity>(platformDatabase(scope), userKey(id));
  return user?.item.is_deleted ? null : user;
}

/** Applies a change to a user's record, with retries on concurrent changes. */
export async function changeUser(
  scope: PlatformScope,
  id: string,
  change: (user: UserEntity) => UserEntity,
): Promise<{ before: UserEntity; after: UserEntity }> {
  let before: UserEntity | null = null;
  const read = async (): Promise<Stored<UserEntity>> => {
    const user = await readUser(scope, id);
    if (!user) throw notFound("user", id);
    before = user.item;
    return user;
  };
  const after = await changeItem(platformDatabase(scope), read, change, (stored, user) => [
    userWrite(stored, user),
  ]);
  return { before: before ?? after, after };
}

/** Returns the organizations of a user from the mirror, excluding deleted organizations. */
export async function listMirroredOrganizations(scope: PlatformScope, userId: string): Promise<string[]> {
  const database = platformDatabase(scope);
  const all = await listAll<Membership>(database, memberships(userId));
  const orgIds = all.filter((membership) => membership.is_active).map((membership) => membership.org_id);
  const organizations = await getItems<Organization>(database, orgIds.map(organizationKey));
  const deleted = new Set(organizations.filter(({ is_deleted }) => is_deleted).map(({ id }) => id));
  return orgIds.filter((id) => !deleted.has(id));
}

/** Lists the users of the given organizations, without duplicates; all users if `orgIds` is null. */
export function listUsers(
  scope: PlatformScope,
  orgIds: readonly string[] | null,
  request: PageRequest,
): Promise<Page<UserEntity>> {
  const database = platformDatabase(scope);
  if (orgIds?.length === 0) return Promise.resolve({ items: [], cursor: null });
  return readEntityPage<{ user_id?: string; id?: string }, UserEntity>(
    database,
    {
      pk: orgIds === null ? users : orgIds.map(members),
      identity: "",
      idOf: (entry) => entry.user_id ?? entry.id ?? "",
      keyOf: userKey,
      show: (users) => users.filter((user) => !user.is_deleted),
    },
    request,
  );
}
