import type { Settings } from "#shared/runtime/scope.ts";

/**
 * Maximum age of the mirror before the provider is queried again, in milliseconds. With events from the provider, this
 * only makes up for lost ones; without, it is the only way that changes arrive.
 */
export const TRUSTED = { withEvents: 10 * 60_000, withoutEvents: 15_000 };

/** Tells whether a record that was compared with the provider at a time, in milliseconds, is still trusted. */
export function isTrusted({ webhooks }: Pick<Settings, "webhooks">, checkedAt: number): boolean {
  return checkedAt >= Date.now() - (webhooks ? TRUSTED.withEvents : TRUSTED.withoutEvents);
}
