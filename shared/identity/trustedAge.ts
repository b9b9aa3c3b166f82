import type { Settings } from "#shared/runtime/scope.ts";
import { servesWholePlatform } from "#shared/runtime/servesWholePlatform.ts";

/**
 * Maximum age of the mirror before the provider is queried again, in milliseconds. If the provider sends events, this only
 * compensates for lost events; otherwise, it is the only way to detect changes.
 */
export const TRUSTED = { withEvents: 10 * 60_000, withoutEvents: 20_000 };

/** Age from which a record is compared with the provider again in the background, in milliseconds. */
const AGING_MS = 10_000;

/**
 * Returns whether a record that is still trusted should be compared with the provider in the background, so that no later
 * request waits for it. A function on AWS is frozen after its response, and could not finish.
 */
export function isAging(settings: Settings, checkedAt: number): boolean {
  return !settings.webhooks && servesWholePlatform(settings) && checkedAt < Date.now() - AGING_MS;
}

/** Returns whether a record is still trusted if it was last compared with the provider at the given time, in milliseconds. */
export function isTrusted({ webhooks }: Pick<Settings, "webhooks">, checkedAt: number): boolean {
  return checkedAt >= Date.now() - (webhooks ? TRUSTED.withEvents : TRUSTED.withoutEvents);
}
