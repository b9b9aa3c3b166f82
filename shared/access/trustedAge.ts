import type { Settings } from "#shared/runtime/scope.ts";

/**
 * Maximum age of the mirror before the provider is queried again, in milliseconds. If the provider sends events, this only
 * compensates for lost events; otherwise, it is the only way to detect changes.
 */
export const TRUSTED = { withEvents: 10 * 60_000, withoutEvents: 15_000 };

/** Returns whether a record is still trusted if it was last compared with the provider at the given time, in milliseconds. */
export function isTrusted({ webhooks }: Pick<Settings, "webhooks">, checkedAt: number): boolean {
  return checkedAt >= Date.now() - (webhooks ? TRUSTED.withEvents : TRUSTED.withoutEvents);
}
