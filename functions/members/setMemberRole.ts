import { notFound } from "@pdp/basics/errors";
import { Member, RoleChange } from "#shared/domain/member.ts";
import { operation } from "#shared/http/operations/operation.ts";
import { forgetMembershipStatus } from "#shared/identity/recentMembershipStatus.ts";
import { organizationOf, shownMember } from "#shared/identity/shownMember.ts";
import { changeRole, firstMember } from "#shared/store/members.ts";

export const setMemberRole = operation(
  {
    summary: "Set the role of a member",
    description:
      "A reader reads everything and runs queries; a scientist also changes data; a manager also sets roles, and undoes and archives the work of others. A role that is set here takes precedence over the role from the identity provider. It takes effect immediately on one machine, and within 5 seconds on AWS. It ends with the membership.",
    method: "POST",
    path: "/v2/workspace/{workspace}/member:setRole",
    tag: "Members",
    audience: "member",
    role: "manager",
    needs: [],
    body: RoleChange,
    response: Member,
    errors: [404],
    examples: {
      response: { role: "reader", role_source: "SET" },
      errors: { 404: notFound("member", "user_01KJ6Z3V8N2QX5T7WB9CDEFGHJ") },
    },
  },
  async ({ settings, workspace, body }) => {
    const orgId = await organizationOf(workspace);
    const member = await changeRole({ settings }, { orgId, userId: body.user_id, role: body.role });
    forgetMembershipStatus();
    if (member === null) throw notFound("member", body.user_id);
    return shownMember(member, await firstMember({ settings }, orgId));
  },
);
