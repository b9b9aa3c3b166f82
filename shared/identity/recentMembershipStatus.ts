import { LRUCache } from "lru-cache";
import type { TokenClaims } from "#shared/identity/tokenClaims.ts";
import type { IdpSettings } from "#shared/runtime/environment.ts";
import type { Settings } from "#shared/runtime/scope.ts";
import { WALL_CLOCK } from "#shared/runtime/wallClock.ts";
import type { MembershipStatus } from "./bearerStatus.ts";
import { membershipStatusOf } from "./membershipStatus.ts";

/**
 * Time for which a membership status is cached, in milliseconds. Together with the maximum age of a mirror without events, it
 * stays below the 30 seconds within which a change must take effect.
 */
const TTL_MS = 5_000;
const recent = new LRUCache<string, Promise<MembershipStatus>>({ max: 5_000, ttl: TTL_MS, ...WALL_CLOCK });

/**
 * Returns `membershipStatusOf`, cached for at most five seconds. A change made by this process takes effect immediately.
 */
export function recentMembershipStatus(
  settings: Settings,
  idp: IdpSettings,
  claims: TokenClaims,
): Promise<MembershipStatus> {
  // Tokens without a session are revoked by issue time, so the issue time is part of the key.
  const token = claims.sid ?? `issued ${claims.issuedAt}`;
  const key = [settings.platformUrl, claims.sub, claims.orgId ?? "", token].join("\n");
  const known = recent.get(key);
  if (known) return known;
  const status = membershipStatusOf(settings, idp, claims);
  recent.set(key, status);
  // Failures are not cached.
  status.catch(() => recent.delete(key));
  return status;
}

/** Clears the cache after a change to the mirror; changes are rare, and a new lookup is cheap. */
export function forgetMembershipStatus(): void {
  recent.clear();
}
