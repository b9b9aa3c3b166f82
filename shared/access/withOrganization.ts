import type { TokenClaims } from "#shared/identity/tokenClaims.ts";
import type { Settings } from "#shared/runtime/scope.ts";
import { readWorkspace } from "#shared/store/workspaces.ts";

/**
 * Returns the claims of a token with the organization of the workspace that it names, which replaces an organization in the
 * token. Without such a workspace, the claims have no organization.
 */
export async function withOrganization(settings: Settings, claims: TokenClaims): Promise<TokenClaims> {
  if (claims.workspaceId === undefined) return claims;
  const orgId = (await readWorkspace({ settings }, claims.workspaceId))?.item.idp_org_id;
  const { orgId: _, ...rest } = claims;
  return orgId ? { ...rest, orgId } : rest;
}
