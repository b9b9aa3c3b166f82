import type { IncomingHttpHeaders } from "node:http";
import type { Idp } from "../idp.ts";
import type { Change } from "../idpStore.ts";
import { hashOf, newSecret } from "./sessions.ts";

/** Time, in seconds, during which a browser is not prompted again after a user has signed in with it. */
const SESSION_SECONDS = 12 * 3_600;

/** Records who signed in with this browser, and returns the header that sets its cookie. */
export function rememberBrowser({ state, at }: Change, idp: Idp, userId: string): Record<string, string> {
  const secret = newSecret();
  const expires = new Date(Date.parse(at) + SESSION_SECONDS * 1000).toISOString();
  state.browserSessions.push({ token_hash: hashOf(secret), user_id: userId, expires_at: expires });
  return { "set-cookie": cookie(idp, secret, SESSION_SECONDS) };
}

/** Forgets this browser and returns the header that removes its cookie. */
export function forgetBrowser(
  { state }: Change,
  idp: Idp,
  headers: IncomingHttpHeaders,
): Record<string, string> {
  const hash = hashOf(secretOf(idp, headers));
  state.browserSessions = state.browserSessions.filter(({ token_hash }) => token_hash !== hash);
  return { "set-cookie": cookie(idp, "", 0) };
}

/** Returns the ID of the user who signed in with this browser; undefined if there is none or the sign-in has expired. */
export function userOfBrowser(idp: Idp, headers: IncomingHttpHeaders): string | undefined {
  const hash = hashOf(secretOf(idp, headers));
  const now = new Date().toISOString();
  return idp.store.state.browserSessions.find(
    ({ token_hash, expires_at }) => token_hash === hash && expires_at > now,
  )?.user_id;
}

/** Cookies are shared by all ports of an address; the name includes the port so that two platforms can run at once. */
function cookieName({ url }: Idp): string {
  return `idp_session_${new URL(url).port}`;
}

function cookie(idp: Idp, value: string, seconds: number): string {
  return `${cookieName(idp)}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${seconds}`;
}

function secretOf(idp: Idp, { cookie: sent = "" }: IncomingHttpHeaders): string {
  const prefix = `${cookieName(idp)}=`;
  const sessionCookie = sent.split(";").find((part) => part.trim().startsWith(prefix));
  return sessionCookie?.trim().slice(prefix.length) ?? "";
}
