import * as v from "valibot";
import { Member } from "#shared/domain/member.ts";
import { operation } from "#shared/http/operations/operation.ts";
import { pageOf, pageQuery } from "#shared/http/operations/pageQuery.ts";
import { organizationOf, shownMember } from "#shared/identity/shownMember.ts";
import { firstMember, listMembers as membersOf } from "#shared/store/members.ts";

export const listMembers = operation(
  {
    summary: "List the members of the workspace",
    description:
      "Lists people and machines with their roles. A member appears after their first request or event from the identity provider. Platform staff who are not members have the rights of managers and are not listed.",
    method: "GET",
    path: "/v2/workspace/{workspace}/member:list",
    tag: "Members",
    audience: "member",
    role: "reader",
    needs: [],
    query: v.object(pageQuery),
    response: pageOf(Member),
  },
  async ({ settings, workspace, query }) => {
    const orgId = await organizationOf(workspace);
    const [page, first] = await Promise.all([
      membersOf({ settings }, orgId, query),
      firstMember({ settings }, orgId),
    ]);
    return { ...page, items: page.items.map((member) => shownMember(member, first)) };
  },
);
