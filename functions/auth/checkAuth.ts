import * as v from "valibot";
import { ExistingWorkspaceName, isDeleted } from "#shared/domain/workspace.ts";
import { operation } from "#shared/http/operations/operation.ts";
import { canReach } from "#shared/http/workspaceAccess.ts";
import { isMember } from "#shared/identity/isMember.ts";
import { workspaceByName } from "#shared/store/workspaces.ts";

const Authorized = v.object({ authorized: v.literal(true) });
const Unauthorized = v.object({
  authorized: v.literal(false),
  can_reauth: v.pipe(v.boolean(), v.description("True if a token for `org_id` would give access")),
  org_id: v.nullable(v.string()),
});

export const checkAuth = operation(
  {
    summary: "Check whether the token gives access to a workspace",
    description: "If it does not, `can_reauth` is true if a token for the organization `org_id` would.",
    method: "GET",
    path: "/auth:checkAuth",
    tag: "Authentication",
    audience: "user",
    needs: ["platform:read"],
    query: v.object({ workspace: ExistingWorkspaceName }),
    response: v.variant("authorized", [Authorized, Unauthorized]),
    internal: true,
    errors: [503],
  },
  async ({ settings, caller, query }) => {
    const workspace = await workspaceByName({ settings }, query.workspace);
    if (workspace && canReach(caller, workspace)) return { authorized: true as const };
    const orgId = workspace && !isDeleted(workspace) ? workspace.idp_org_id : null;
    const isMemberThere =
      settings.idp !== null && !caller.isMachine
        ? await isMember(settings, settings.idp, caller.userId, orgId)
        : false;
    // Requesting another token for the organization that this token already names would not help.
    const canReauth = isMemberThere && orgId !== caller.claimedOrgId;
    return { authorized: false as const, can_reauth: canReauth, org_id: canReauth ? orgId : null };
  },
);
