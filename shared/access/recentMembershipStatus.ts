import type { TokenClaims } from "#shared/identity/tokenClaims.ts";
import type { IdpSettings } from "#shared/runtime/environment.ts";
import type { Settings } from "#shared/runtime/scope.ts";
import { type MembershipStatus, membershipStatusOf } from "./membershipStatus.ts";

/**
 * How long a bearer's standing is used without looking again, in milliseconds. Together with the age to which the mirror
 * is trusted where the provider sends no events, it stays below the 30 seconds within which a change must be seen.
 */
const FRESH = 5_000;
const MAX_ENTRIES = 5_000;
const recent = new Map<string, { status: Promise<MembershipStatus>; until: number }>();

/** As `membershipStatusOf`, at most five seconds old. A change made by this process is seen at once. */
export function recentMembershipStatus(
  settings: Settings,
  idp: IdpSettings,
  claims: TokenClaims,
): Promise<MembershipStatus> {
  // Whether a token without a session is void depends on when it was issued.
  const token = claims.sid ?? `issued ${claims.issuedAt}`;
  const key = [settings.platformUrl, claims.sub, claims.orgId ?? "", token].join("\n");
  const entry = recent.get(key);
  if (entry && entry.until > Date.now()) return entry.status;
  const status = membershipStatusOf(settings, idp, claims);
  recent.delete(key);
  recent.set(key, { status, until: Date.now() + FRESH });
  // A failure is not remembered.
  status.catch(() => recent.delete(key));
  const oldest = recent.size > MAX_ENTRIES ? recent.keys().next().value : undefined;
  if (oldest !== undefined) recent.delete(oldest);
  return status;
}

/** After any change to the mirror: it is rare, and looking again is cheap. */
export function forgetStandings(): void {
  recent.clear();
}
