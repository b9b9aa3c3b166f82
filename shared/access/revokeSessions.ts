import { notFound } from "#shared/domain/errors.ts";
import { providerClient } from "#shared/identity/providerClient.ts";
import type { Settings } from "#shared/runtime/environment.ts";
import { now } from "#shared/runtime/ids.ts";
import { revokedSessionWrite } from "#shared/store/identities.ts";
import { writeIdentities } from "#shared/store/idpEvents.ts";
import { findUser } from "#shared/store/users.ts";
import { forgetStandings } from "./recentStanding.ts";

/** A transaction holds at most 100 writes. */
const TOGETHER = 100;

/**
 * Ends all sessions of a user at the provider and in the mirror, also `ownSession` where the provider does not list it.
 * Returns how many there were. Raises a 404 for a user whom neither knows, `idp_unavailable` where the provider is down.
 */
export async function revokeSessions(
  settings: Settings,
  userId: string,
  ownSession: string | null,
): Promise<number> {
  if (!settings.idp) return 0;
  const client = providerClient(settings.idp);
  const known = await findUser({ settings }, userId);
  if (!known && !(await client.getUser(userId))) throw notFound("user", userId);
  const sessions = await client.listSessions(userId);
  const live = sessions.filter((session) => session.isActive).map((session) => session.id);
  const ended = new Set(ownSession === null ? live : [...live, ownSession]);
  // First here, so that a provider that fails half-way leaves nobody with a session that was to be over.
  const at = now();
  const writes = [...ended].map((id) => revokedSessionWrite(id, userId, at));
  for (let start = 0; start < writes.length; start += TOGETHER) {
    await writeIdentities({ settings }, writes.slice(start, start + TOGETHER));
  }
  forgetStandings();
  for (const id of live) await client.revokeSession(id);
  return ended.size;
}
