import type { TokenClaims } from "#shared/identity/tokenClaims.ts";
import type { IdpSettings } from "#shared/runtime/environment.ts";
import type { Settings } from "#shared/runtime/scope.ts";
import { type MembershipStatus, membershipStatusOf } from "./membershipStatus.ts";

/**
 * Time that a membership status is cached, in milliseconds. Together with the maximum age of the mirror without events,
 * it stays below the 30 seconds within which a change must take effect.
 */
const FRESH = 5_000;
const MAX_ENTRIES = 5_000;
const recent = new Map<string, { status: Promise<MembershipStatus>; until: number }>();

/**
 * Returns `membershipStatusOf`, cached for at most five seconds. A change made by this process takes effect at once.
 */
export function recentMembershipStatus(
  settings: Settings,
  idp: IdpSettings,
  claims: TokenClaims,
): Promise<MembershipStatus> {
  // Whether a token without a session is void depends on its time of issue.
  const token = claims.sid ?? `issued ${claims.issuedAt}`;
  const key = [settings.platformUrl, claims.sub, claims.orgId ?? "", token].join("\n");
  const entry = recent.get(key);
  if (entry && entry.until > Date.now()) return entry.status;
  const status = membershipStatusOf(settings, idp, claims);
  recent.delete(key);
  recent.set(key, { status, until: Date.now() + FRESH });
  // Failures are not cached.
  status.catch(() => recent.delete(key));
  const oldest = recent.size > MAX_ENTRIES ? recent.keys().next().value : undefined;
  if (oldest !== undefined) recent.delete(oldest);
  return status;
}

/** Clears the cache after a change to the mirror; changes are rare, and a new lookup is cheap. */
export function forgetMembershipStatus(): void {
  recent.clear();
}
