import * as v from "valibot";

/** What a verified access token says about its bearer. */
export interface TokenClaims {
  /** The user, or the client id of a machine. */
  sub: string;
  /** The sign-in that the token comes from; machines have none. */
  sid?: string;
  /** The organization that the token is scoped to. */
  orgId?: string;
  isMachine: boolean;
  /** Seconds since 1970; 0 where the token does not say, so that it counts as older than any change. */
  issuedAt: number;
  /** Seconds since 1970. */
  expiresAt: number;
}

const Text = v.pipe(v.string(), v.minLength(1), v.maxLength(200));

const Payload = v.object({
  sub: Text,
  exp: v.number(),
  iat: v.optional(v.number(), 0),
  sid: v.nullish(Text),
  org_id: v.nullish(Text),
  aud: v.optional(v.union([v.string(), v.array(v.string())])),
  client_id: v.optional(v.string()),
});

/** Undefined where the payload lacks what every token must have, or is meant for another client. */
export function claimsFrom(payload: unknown, clientId: string): TokenClaims | undefined {
  const parsed = v.safeParse(Payload, payload);
  if (!parsed.success) return undefined;
  const { sub, sid, org_id, aud, client_id, iat, exp } = parsed.output;
  if (aud !== undefined && ![aud].flat().includes(clientId)) return undefined;
  if (client_id !== undefined && client_id !== clientId) return undefined;
  const claims: TokenClaims = {
    sub,
    isMachine: isMachine(sub, sid ?? undefined),
    issuedAt: iat,
    expiresAt: exp,
  };
  if (sid) claims.sid = sid;
  if (org_id) claims.orgId = org_id;
  return claims;
}

/** A machine's `sub` is its client id. A provider that names its clients otherwise still gives them no session. */
function isMachine(sub: string, sid: string | undefined): boolean {
  return sub.startsWith("client_") || (sid === undefined && !sub.startsWith("user_"));
}
