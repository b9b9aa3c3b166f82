import { isId } from "#shared/domain/id.ts";
import type { WorkspaceEntity } from "#shared/domain/workspace.ts";
import type { TokenClaims } from "#shared/identity/tokenClaims.ts";
import type { Settings } from "#shared/runtime/scope.ts";
import { readWorkspace, workspaceByName } from "#shared/store/workspaces.ts";

/**
 * Returns a token's claims, with the organization of the workspace that the token names in place of any organization in the
 * token. If no such workspace exists, the claims have no organization.
 */
export async function withOrganization(settings: Settings, claims: TokenClaims): Promise<TokenClaims> {
  if (claims.workspace === undefined) return claims;
  const orgId = (await namedWorkspace(settings, claims.workspace))?.idp_org_id;
  const { orgId: _, ...rest } = claims;
  return orgId ? { ...rest, orgId } : rest;
}

/** Finds the workspace named in a claim, by name or else by id. */
async function namedWorkspace(settings: Settings, claim: string): Promise<WorkspaceEntity | null> {
  const byName = await workspaceByName({ settings }, claim);
  if (byName !== null || !isId(claim)) return byName;
  return (await readWorkspace({ settings }, claim))?.item ?? null;
}
