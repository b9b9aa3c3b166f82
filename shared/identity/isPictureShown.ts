import { setTimeout as sleep } from "node:timers/promises";
import { DomainError } from "@pdp/basics/errors";
import { LRUCache } from "lru-cache";
import { providerClient } from "#shared/identity/providerClient.ts";
import type { Settings } from "#shared/runtime/scope.ts";
import { findUser } from "#shared/store/users.ts";
import { isTrusted } from "./trustedAge.ts";

/** Users recently looked up at the provider, with the lookup time in milliseconds. */
const lookedUpAt = new LRUCache<string, number>({ max: 10_000 });
/** Maximum time that a picture request waits for the provider, in milliseconds. */
const TIMEOUT_MS = 2_000;

/**
 * Returns whether a picture is still shown, meaning that its user exists and has no newer picture. If the mirror's record is
 * old, the provider is queried, so that pictures of deleted users are detected even without events. While the provider is
 * down, the record decides.
 */
export async function isPictureShown(settings: Settings, userId: string, key: string): Promise<boolean> {
  const user = await findUser({ settings }, userId);
  if (user?.picture?.key !== key) return false;
  const { idp } = settings;
  const seen = Math.max(Date.parse(user.checked_at), lookedUpAt.get(userId) ?? 0);
  if (!idp || user.user_type === "M2M" || isTrusted(settings, seen)) return true;
  const lookup = providerClient(idp)
    .getUser(userId)
    .catch((error: unknown) => {
      if (error instanceof DomainError && error.kind === "unavailable") return undefined;
      throw error;
    });
  const profile = await Promise.race([lookup, sleep(TIMEOUT_MS, undefined, { ref: false })]);
  if (profile === null) return false;
  lookedUpAt.set(userId, Date.now());
  return true;
}
