import { notFound } from "@pdp/basics/errors";
import { isUsedSinceRevocation, type UserEntity, userFromProvider, voidTokens } from "#shared/domain/user.ts";
import { type ProviderClient, providerClient } from "#shared/identity/providerClient.ts";
import { now } from "#shared/runtime/ids.ts";
import type { Settings } from "#shared/runtime/scope.ts";
import { retryConditionFailed } from "#shared/store/dynamodb/change.ts";
import { readMembershipRecords, sessionRevocationWrite, userWrite } from "#shared/store/identities.ts";
import { writeIdentities } from "#shared/store/idpEvents.ts";
import { findUser } from "#shared/store/users.ts";
import { forgetMembershipStatus } from "./recentMembershipStatus.ts";

/** Maximum number of writes per transaction. */
const BATCH_SESSIONS = 100;

/**
 * Ends all sessions of a user at the provider and in the mirror, including `ownSession` if the provider does not list it, and
 * revokes tokens without a session, such as those of machines. Returns the number of sessions; for a machine, 1 if it was used
 * since the last revocation, and 0 otherwise. Raises a 404 for a user unknown to both, and `idp_unavailable` if the provider
 * is down.
 */
export async function revokeSessions(
  settings: Settings,
  userId: string,
  ownSession: string | null,
): Promise<number> {
  if (!settings.idp) return 0;
  const client = providerClient(settings.idp);
  const known = (await findUser({ settings }, userId)) ?? (await newUser(client, userId));
  if (known.user_type === "M2M") return isUsedSinceRevocation(await revokeTokens(settings, known)) ? 1 : 0;
  const sessions = await client.listSessions(userId);
  const live = sessions.filter((session) => session.isActive).map((session) => session.id);
  const ended = new Set(ownSession === null ? live : [...live, ownSession]);
  // The mirror is updated first, so that no session stays usable if the provider fails halfway.
  const at = now();
  const writes = [...ended].map((id) => sessionRevocationWrite(id, userId, at));
  for (let start = 0; start < writes.length; start += BATCH_SESSIONS) {
    await writeIdentities({ settings }, writes.slice(start, start + BATCH_SESSIONS));
  }
  await revokeTokens(settings, known);
  for (const id of live) await client.revokeSession(id);
  return ended.size;
}

/** Reads from the provider a user that the mirror does not contain. */
async function newUser(client: ProviderClient, userId: string): Promise<UserEntity> {
  const profile = await client.getUser(userId);
  if (!profile) throw notFound("user", userId);
  return userFromProvider(profile, null, now());
}

/** Revokes tokens without a session. Returns the record before the change, or `known` if none was stored. */
async function revokeTokens(settings: Settings, known: UserEntity): Promise<UserEntity> {
  const of = { userId: known.id, orgId: null, sessionId: null };
  const before = await retryConditionFailed(async () => {
    const { user } = await readMembershipRecords({ settings }, of);
    const stored = user?.item ?? known;
    await writeIdentities({ settings }, [userWrite(user, voidTokens(stored, now()))]);
    return stored;
  });
  forgetMembershipStatus();
  return before;
}
