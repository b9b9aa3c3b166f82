import { createHash, randomBytes } from "node:crypto";
import { membershipOf, userOf } from "../directory.ts";
import { entityNotFound, IdpError } from "../idpError.ts";
import type { IdpState, Session } from "../idpState.ts";
import type { Change } from "../idpStore.ts";
import { newId } from "../newId.ts";
import { sessionJson, userJson } from "../wire.ts";

const SESSION_MS = 30 * 86_400_000;

/** Session and the secret that continues it, known only to the client. */
export interface SignedIn {
  session: Session;
  refreshToken: string;
}

export function newSecret(): string {
  return randomBytes(32).toString("base64url");
}

export function hashOf(secret: string): string {
  return createHash("sha256").update(secret).digest("hex");
}

export function signIn(change: Change, userId: string, organizationId: string | null): SignedIn {
  const { state, at, tell } = change;
  const user = userOf(state, userId);
  requireMember(state, user.id, organizationId);
  const refreshToken = newSecret();
  const session: Session = {
    id: newId("session"),
    user_id: user.id,
    organization_id: organizationId,
    status: "active",
    refresh_token_hash: hashOf(refreshToken),
    expires_at: new Date(Date.parse(at) + SESSION_MS).toISOString(),
    ended_at: null,
    created_at: at,
    updated_at: at,
  };
  state.sessions.push(session);
  Object.assign(user, { last_sign_in_at: at, updated_at: at });
  tell("user.updated", userJson(user));
  tell("session.created", sessionJson(session));
  return { session, refreshToken };
}

/** Continues a session, in another organization if one is specified. A refused attempt does not consume the token. */
export function refresh(
  { state, at }: Change,
  refreshToken: string,
  organizationId: string | undefined,
): SignedIn {
  const hash = hashOf(refreshToken);
  const session = state.sessions.find((candidate) => candidate.refresh_token_hash === hash);
  if (!session || session.expires_at <= at) {
    throw new IdpError(400, "invalid_grant", "The refresh token is unknown, already used or expired.");
  }
  if (session.status !== "active") throw new IdpError(400, "invalid_grant", "The session has been revoked.");
  const scope = organizationId ?? session.organization_id;
  requireMember(state, session.user_id, scope);
  const next = newSecret();
  Object.assign(session, { organization_id: scope, refresh_token_hash: hashOf(next), updated_at: at });
  return { session, refreshToken: next };
}

/** Revokes a session; idempotent. */
export function revokeSession(change: Change, id: string): Session {
  const session = change.state.sessions.find((candidate) => candidate.id === id);
  if (!session) throw entityNotFound("session");
  if (session.status === "active") end(change, session);
  return session;
}

export function endSessions(change: Change, userId: string): void {
  for (const session of change.state.sessions) {
    if (session.user_id === userId && session.status === "active") end(change, session);
  }
  const { state } = change;
  state.browserSessions = state.browserSessions.filter(({ user_id }) => user_id !== userId);
}

function end({ at, tell }: Change, session: Session): void {
  Object.assign(session, { status: "revoked", ended_at: at, updated_at: at });
  tell("session.revoked", sessionJson(session));
}

function requireMember(state: IdpState, userId: string, organizationId: string | null): void {
  if (organizationId === null || membershipOf(state, userId, organizationId)) return;
  throw new IdpError(403, "access_denied", "The user is not a member of this organization.");
}
