import { notFound } from "#shared/domain/errors.ts";
import { isUsedSinceRevocation, type UserEntity, userFromProvider, voidTokens } from "#shared/domain/user.ts";
import { type ProviderClient, providerClient } from "#shared/identity/providerClient.ts";
import { now } from "#shared/runtime/ids.ts";
import type { Settings } from "#shared/runtime/scope.ts";
import { retryConditionFailed } from "#shared/store/dynamodb/change.ts";
import { readMembershipStatus, revokedSessionWrite, userWrite } from "#shared/store/identities.ts";
import { writeIdentities } from "#shared/store/idpEvents.ts";
import { findUser } from "#shared/store/users.ts";
import { forgetStandings } from "./recentMembershipStatus.ts";

/** A transaction holds at most 100 writes. */
const TOGETHER = 100;

/**
 * Ends all sessions of a user at the provider and in the mirror, also `ownSession` where the provider does not list it, and
 * makes void what was issued without a session, which is all that a machine has. Returns how many sessions there were; for a
 * machine 1 where it was used since it was last revoked, else 0. Raises a 404 for a user whom neither knows,
 * `idp_unavailable` where the provider is down.
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
  // First here, so that a provider that fails half-way leaves nobody with a session that was to be over.
  const at = now();
  const writes = [...ended].map((id) => revokedSessionWrite(id, userId, at));
  for (let start = 0; start < writes.length; start += TOGETHER) {
    await writeIdentities({ settings }, writes.slice(start, start + TOGETHER));
  }
  await revokeTokens(settings, known);
  for (const id of live) await client.revokeSession(id);
  return ended.size;
}

/** Returns somebody whom the mirror does not know yet, as the provider says. */
async function newUser(client: ProviderClient, userId: string): Promise<UserEntity> {
  const profile = await client.getUser(userId);
  if (!profile) throw notFound("user", userId);
  return userFromProvider(profile, null, now());
}

/** Makes void what a subject was given without a session. Returns its record as it was before: the `known` one if it had none. */
async function revokeTokens(settings: Settings, known: UserEntity): Promise<UserEntity> {
  const of = { userId: known.id, orgId: null, sessionId: null };
  const before = await retryConditionFailed(async () => {
    const { user } = await readMembershipStatus({ settings }, of);
    await writeIdentities({ settings }, [userWrite(user, voidTokens(user ?? known, now()))]);
    return user ?? known;
  });
  forgetStandings();
  return before;
}
