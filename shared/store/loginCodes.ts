import type { PlatformScope } from "#shared/runtime/scope.ts";
import { platformDatabase } from "./dynamodb/database.ts";
import { ConditionFailed, getItem, itemWrite, transact } from "./dynamodb/items.ts";
import { loginCodeKey } from "./dynamodb/keys.ts";

/** Time during which a login code can be redeemed. */
const LIFETIME_MS = 60_000;

interface LoginCode {
  user_id: string;
  valid_until: number;
  /** Time to live of the item, in seconds since 1970. */
  expires_at: number;
}

/** Stores a login code by its digest; the code itself is not stored. */
export async function putLoginCode(scope: PlatformScope, digest: string, userId: string): Promise<void> {
  const valid_until = Date.now() + LIFETIME_MS;
  const item: LoginCode = { user_id: userId, valid_until, expires_at: Math.ceil(valid_until / 1000) + 3600 };
  await transact(platformDatabase(scope), [{ kind: "create", key: loginCodeKey(digest), item }]);
}

/** Returns the user for a code; null if the code is unknown, expired or already redeemed. */
export async function redeemLoginCode(scope: PlatformScope, digest: string): Promise<string | null> {
  const key = loginCodeKey(digest);
  const code = await getItem<LoginCode & { is_used?: boolean }>(platformDatabase(scope), key);
  if (!code || code.item.is_used || code.item.valid_until < Date.now()) return null;
  try {
    await transact(platformDatabase(scope), [itemWrite(key, code, { ...code.item, is_used: true })]);
    return code.item.user_id;
  } catch (error) {
    if (error instanceof ConditionFailed) return null;
    throw error;
  }
}
