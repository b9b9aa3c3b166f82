import type { PlatformScope } from "#shared/runtime/scope.ts";
import { platformDatabase } from "./dynamodb/database.ts";
import { ConditionFailed, getItem, transact } from "./dynamodb/items.ts";
import { loginCodeKey } from "./dynamodb/keys.ts";

/** How long a login code can be redeemed, in milliseconds. */
const LIFETIME = 60_000;

interface LoginCode {
  user_id: string;
  valid_until: number;
  /** Seconds since 1970: when the database may forget it. */
  expires_at: number;
}

/** Keeps a login code by its digest; the code itself is nowhere but with its bearer. */
export async function putLoginCode(scope: PlatformScope, digest: string, userId: string): Promise<void> {
  const valid_until = Date.now() + LIFETIME;
  const item: LoginCode = { user_id: userId, valid_until, expires_at: Math.ceil(valid_until / 1000) + 3600 };
  await transact(platformDatabase(scope), [{ kind: "create", key: loginCodeKey(digest), item }]);
}

/** Whose code it is; null for one that is unknown, too old, or was redeemed before. */
export async function redeemLoginCode(scope: PlatformScope, digest: string): Promise<string | null> {
  const key = loginCodeKey(digest);
  const code = await getItem<LoginCode & { is_used?: boolean }>(platformDatabase(scope), key);
  if (!code || code.is_used || code.valid_until < Date.now()) return null;
  const { revision, ...item } = code;
  try {
    await transact(platformDatabase(scope), [
      { kind: "replace", key, item: { ...item, is_used: true }, revision },
    ]);
    return code.user_id;
  } catch (error) {
    if (error instanceof ConditionFailed) return null;
    throw error;
  }
}
