import * as v from "valibot";
import { toUser, User } from "#shared/domain/user.ts";
import { operation } from "#shared/http/operations/operation.ts";
import { pageOf, pageQuery } from "#shared/http/operations/pageQuery.ts";
import { listOrganizations } from "#shared/identity/listOrganizations.ts";
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
