import { notFound } from "@pdp/basics/errors";
import type { Caller } from "#shared/domain/caller.ts";
import type { UserEntity } from "#shared/domain/user.ts";
import type { Settings } from "#shared/runtime/scope.ts";
import { findUser } from "#shared/store/users.ts";

/** Returns the record of the caller; authentication has ensured that it exists. */
export async function readCallingUser(settings: Settings, caller: Caller): Promise<UserEntity> {
  const user = await findUser({ settings }, caller.userId);
  if (!user) throw notFound("user", caller.userId);
  return user;
}
