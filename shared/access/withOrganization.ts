import type { TokenClaims } from "#shared/identity/tokenClaims.ts";
import type { Settings } from "#shared/runtime/scope.ts";
import { readWorkspace } from "#shared/store/workspaces.ts";

/**
 * Gives a token that names its workspace the organization of that workspace, in place of one that it may name itself. The
 * id of no workspace leaves none.
 */
export async function withOrganization(settings: Settings, claims: TokenClaims): Promise<TokenClaims> {
  if (claims.workspaceId === undefined) return claims;
  const orgId = (await readWorkspace({ settings }, claims.workspaceId))?.item.idp_org_id;
  const { orgId: _, ...rest } = claims;
  return orgId ? { ...rest, orgId } : rest;
}
