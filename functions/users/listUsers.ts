import * as v from "valibot";
import { listOrganizations } from "#shared/access/listOrganizations.ts";
import { operation } from "#shared/api/operation.ts";
import { pageOf, pageQuery } from "#shared/api/pageQuery.ts";
import { toUser, User } from "#shared/domain/user.ts";
import { listUsers as usersOf } from "#shared/store/users.ts";

export const listUsers = operation(
  {
    summary: "List users",
    description:
      "Lists the users in the caller's organizations, or all users for platform staff. A user appears after their first request or event.",
    method: "GET",
    path: "/users/list",
    tag: "Users",
    audience: "user",
    needs: ["platform:read"],
    query: v.object(pageQuery),
    response: pageOf(User),
    internal: true,
  },
  async ({ settings, caller, query }) => {
    const orgIds = caller.isStaff ? null : await listOrganizations(settings, caller);
    const page = await usersOf({ settings }, orgIds, query);
    return { ...page, items: page.items.map((user) => toUser(user, settings.platformUrl)) };
  },
);
