import type { Member } from "#shared/domain/member.ts";
import { roleOf } from "#shared/domain/role.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import type { Member as StoredMember } from "#shared/store/members.ts";
import { readWorkspace } from "#shared/store/workspaces.ts";

/** Returns the organization whose members use a workspace. */
export async function organizationOf({ settings, id }: WorkspaceScope): Promise<string> {
  const orgId = (await readWorkspace({ settings }, id))?.item.idp_org_id;
  if (!orgId) throw new Error(`The workspace ${id} has no organization`);
  return orgId;
}

/** Returns the API representation of a member; `first` is the first member of the workspace. */
export function shownMember({ user, membership }: StoredMember, first: string | null): Member {
  const { role: setRole = null, provider_role: providerRole = null } = membership;
  const isFirst = user.id === first;
  return {
    user_id: user.id,
    name: user.chosen_name ?? user.name,
    email: user.email,
    user_type: user.user_type,
    role: roleOf({ isStaff: false, setRole, providerRole, isFirst }),
    role_source: setRole ? "SET" : providerRole ? "PROVIDER" : isFirst ? "FIRST_MEMBER" : "DEFAULT",
  };
}
