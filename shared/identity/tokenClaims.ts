import * as v from "valibot";
import { type Role, roleFrom } from "#shared/domain/role.ts";
import type { IdpSettings } from "#shared/runtime/environment.ts";

/** Claims of a verified access token. */
export interface TokenClaims {
  /** User id, or the client id of a machine. */
  sub: string;
  /** Session id; absent for machines. */
  sid?: string;
  /** Organization that the token is scoped to. */
  orgId?: string;
  /** Name or id of the workspace that the token is for, if the provider's tokens have a claim for it. */
  workspace?: string;
  /** Permissions of the bearer in the organization; absent if the token does not list any. */
  permissions?: readonly string[];
  /** Role of the bearer in the organization; absent if the token names none of the platform's roles. */
  role?: Role;
  isMachine: boolean;
  /** Time of issue, in seconds since 1970; 0 if the token does not state it, so that it counts as older than any change. */
  issuedAt: number;
  /** Expiry, in seconds since 1970. */
  expiresAt: number;
}

const Text = v.pipe(v.string(), v.minLength(1), v.maxLength(200));

/** Name or id of a workspace. Some providers write numbers as strings, others as numbers. */
const WorkspaceClaim = v.nullish(
  v.pipe(
    v.union([v.string(), v.pipe(v.number(), v.safeInteger(), v.transform(String))]),
    v.maxLength(64),
    v.regex(/^[a-z0-9][-a-z0-9]*$/),
  ),
);

const Payload = v.object({
  sub: Text,
  exp: v.number(),
  iat: v.optional(v.number(), 0),
  sid: v.nullish(Text),
  org_id: v.nullish(Text),
  aud: v.optional(v.union([v.string(), v.array(v.string())])),
  client_id: v.optional(v.string()),
  // A claim in another form grants no permission, but does not invalidate the token.
  role: v.optional(v.unknown()),
  permissions: v.fallback(v.optional(v.array(v.string()), []), []),
});

/**
 * Extracts the claims of a payload. Returns undefined if a required claim is missing, or if the token is meant for another
 * client.
 */
export function claimsFrom(
  payload: unknown,
  { clientId, workspaceClaim }: Pick<IdpSettings, "clientId" | "workspaceClaim">,
): TokenClaims | undefined {
  const parsed = v.safeParse(Payload, payload);
  const workspace = v.safeParse(WorkspaceClaim, claimOf(payload, workspaceClaim));
  if (!parsed.success || !workspace.success) return undefined;
  const { sub, sid, org_id, aud, client_id, iat, exp, permissions, role } = parsed.output;
  if (aud !== undefined && ![aud].flat().includes(clientId)) return undefined;
  if (client_id !== undefined && client_id !== clientId) return undefined;
  const claims: TokenClaims = {
    sub,
    isMachine: isMachine(sub, sid ?? undefined),
    issuedAt: iat,
    expiresAt: exp,
  };
  if (permissions.length > 0) claims.permissions = permissions;
  const known = roleFrom(role);
  if (known !== null) claims.role = known;
  if (sid) claims.sid = sid;
  if (org_id) claims.orgId = org_id;
  if (workspace.output) claims.workspace = workspace.output;
  return claims;
}

function claimOf(payload: unknown, name: string | undefined): unknown {
  return name === undefined ? undefined : new Map(Object.entries(payload as object)).get(name);
}

/** Tells whether a token belongs to a machine: its `sub` is its client id or, with other providers, it has no session. */
function isMachine(sub: string, sid: string | undefined): boolean {
  return sub.startsWith("client_") || (sid === undefined && !sub.startsWith("user_"));
}
