import { setTimeout as sleep } from "node:timers/promises";
import { DomainError, fullStorage } from "@pdp/basics/errors";
import { type Membership, withoutRoles } from "#shared/domain/membership.ts";
import { isAfter, isTokenVoid, userFromProvider } from "#shared/domain/user.ts";
import { type ProviderClient, providerClient } from "#shared/identity/providerClient.ts";
import type { ProviderMembership } from "#shared/identity/providerWire.ts";
import type { TokenClaims } from "#shared/identity/tokenClaims.ts";
import type { IdpSettings } from "#shared/runtime/environment.ts";
import { now } from "#shared/runtime/ids.ts";
import { log } from "#shared/runtime/log.ts";
import type { Settings } from "#shared/runtime/scope.ts";
import { retryConditionFailed } from "#shared/store/dynamodb/change.ts";
import type { Stored, Write } from "#shared/store/dynamodb/items.ts";
import {
  type Bearer,
  isMemberOf,
  type MembershipRecords,
  membershipWrites,
  readMembershipRecords,
  sessionRevocationWrite,
  userWrite,
} from "#shared/store/identities.ts";
import { writeIdentities } from "#shared/store/idpEvents.ts";
import { recordFirstMember } from "#shared/store/members.ts";
import { type MembershipStatus, rolesOf } from "./bearerStatus.ts";
import { confirmsRecords } from "./confirmsRecords.ts";
import { machineMembershipStatus } from "./machineStatus.ts";
import { isAging, isTrusted } from "./trustedAge.ts";

/**
 * Looks the bearer up in the mirror, and queries the provider if the mirror's record is missing or old. While the provider is
 * down, uses the mirror's record if there is one; otherwise raises `idp_unavailable`.
 */
export async function membershipStatusOf(
  settings: Settings,
  idp: IdpSettings,
  claims: TokenClaims,
): Promise<MembershipStatus> {
  const orgId = claims.orgId ?? null;
  const isOfStaff = orgId !== null && orgId === settings.staffOrgId;
  const staffOrgId = isOfStaff || claims.isMachine || settings.staffOrgId === "" ? null : settings.staffOrgId;
  const of = { userId: claims.sub, orgId, sessionId: claims.sid ?? null, staffOrgId };
  let records = await readMembershipRecords({ settings }, of);
  if (claims.isMachine) return machineMembershipStatus(settings, claims, records);
  const checked = (isGood: (checkedAt: number) => boolean): boolean => areChecked(records, of.orgId, isGood);
  if (!checked((at) => isTrusted(settings, at))) {
    const refreshed = await (isKnown(records, of.orgId)
      ? refreshSoon(settings, idp, of, records)
      : refresh(settings, idp, of, records));
    if (refreshed) records = await readMembershipRecords({ settings }, of);
  } else if (!checked((at) => !isAging(settings, at)) && !isSilent(idp)) {
    // Unlike `refreshSoon`, it never marks the provider as silent: nobody waits, and a request that does must ask it.
    refresh(settings, idp, of, records).catch((error: unknown) =>
      log().info("a user could not be compared with the provider", { error: error as Error }),
    );
  }
  const isOfMember = isMemberOf(records);
  return {
    isUserKnown: records.user?.item.is_deleted === false,
    isSessionRevoked:
      records.isSessionRevoked ||
      (claims.sid === undefined && isTokenVoid(records.user?.item ?? null, claims.issuedAt)),
    isMember: isOfMember,
    isStaff: isMemberOf(isOfStaff ? records : records.staff),
    ...rolesOf(records, claims),
    isFirst: isOfMember && orgId !== null && (await isFirstMember(settings, records, orgId)),
  };
}

/** Returns whether a member is the first of an organization, and records the first one if nobody is recorded. */
async function isFirstMember(
  settings: Settings,
  { user, first }: MembershipRecords,
  orgId: string,
): Promise<boolean> {
  try {
    const userId = first ? first.item.user_id : await recordFirstMember({ settings }, orgId);
    return userId !== null && userId === user?.item.id;
  } catch (error) {
    // Nobody becomes a manager while the storage is full; everything else still works.
    if (!fullStorage(error)) throw error;
    return false;
  }
}

function isKnown({ user, membership }: MembershipRecords, orgId: string | null): boolean {
  return user !== null && (orgId === null || membership !== null);
}

/** Returns whether all relevant records were compared with the provider recently enough. */
function areChecked(
  { user, membership, staff }: MembershipRecords,
  orgId: string | null,
  isGood: (checkedAt: number) => boolean,
): boolean {
  const checked = (entry: Stored<{ checked_at: string }> | null): boolean =>
    entry !== null && isGood(Date.parse(entry.item.checked_at));
  const isStaff = staff.membership?.item.is_active === true;
  return checked(user) && (orgId === null || checked(membership)) && (!isStaff || checked(staff.membership));
}

/** Providers that recently failed to respond, by address, with the time until which they are not called. */
const silent = new Map<string, number>();
const RETRY_DELAY_MS = 5_000;
const isSilent = ({ apiUrl }: IdpSettings): boolean => (silent.get(apiUrl) ?? 0) > Date.now();
/** Maximum time that a request of a known bearer waits for the provider, in milliseconds. */
const PROVIDER_TIMEOUT_MS = 2_000;

/** Refreshes the record of a known bearer, and returns the mirror's state if the provider does not respond in time. */
async function refreshSoon(
  settings: Settings,
  idp: IdpSettings,
  of: Bearer,
  records: MembershipRecords,
): Promise<boolean> {
  if (isSilent(idp)) return false;
  const refreshing = refresh(settings, idp, of, records).catch((error: unknown) => {
    if (error instanceof DomainError && error.kind === "unavailable") return "silent" as const;
    throw error;
  });
  const result = await Promise.race([
    refreshing,
    sleep(PROVIDER_TIMEOUT_MS, "silent" as const, { ref: false }),
  ]);
  if (result !== "silent") return result;
  silent.set(idp.apiUrl, Date.now() + RETRY_DELAY_MS);
  // The refresh may still finish; the next request will use it.
  refreshing.catch(() => undefined);
  return false;
}

/**
 * Updates the mirror with the provider's state, unconditionally: the same bearer may send two tokens at once, and each
 * needs its own membership.
 */
async function refresh(
  settings: Settings,
  idp: IdpSettings,
  of: Bearer,
  records: MembershipRecords,
): Promise<boolean> {
  const client = providerClient(idp);
  const at = now();
  const membershipIn = async (organizationId: string | null | undefined) =>
    organizationId ? (await client.memberships({ userId: of.userId, organizationId }))[0] : undefined;
  const [user, ownMembership, staff, isSessionOver] = await Promise.all([
    client.getUser(of.userId),
    membershipIn(of.orgId),
    membershipIn(of.staffOrgId),
    isSessionEnded(client, of, records),
  ]);
  return retryConditionFailed(async () => {
    const before = await readMembershipRecords({ settings }, of);
    const writes: Write[] = [];
    const known = before.user?.item ?? null;
    if (user) {
      const next = userFromProvider(user, known, at);
      const isOld = known !== null && isAfter(known.as_of, next.as_of);
      writes.push(userWrite(before.user, isOld ? { ...known, checked_at: at } : next));
    } else if (known) {
      writes.push(userWrite(before.user, { ...known, is_deleted: true, checked_at: at }));
    }
    for (const [orgId, stored, reported] of [
      [of.orgId, before.membership, ownMembership],
      [of.staffOrgId ?? null, before.staff.membership, staff],
    ] as const) {
      if (orgId === null) continue;
      const membership = nextMembership(stored?.item ?? null, reported, { userId: of.userId, orgId }, at);
      if (membership) writes.push(...membershipWrites(stored, membership));
    }
    if (isSessionOver && of.sessionId !== null)
      writes.push(sessionRevocationWrite(of.sessionId, of.userId, at));
    if (writes.length === 0) return false;
    try {
      await writeIdentities({ settings }, writes);
    } catch (error) {
      // If the storage is full, the stored record remains in use for as long as the provider's answer does not change.
      if (!fullStorage(error) || !confirmsRecords(before, { user, ownMembership, staff, isSessionOver }))
        throw error;
      return false;
    }
    return true;
  });
}

/**
 * Returns whether the session has ended. Checked only for known bearers, because a newly issued token has a live session.
 */
async function isSessionEnded(
  client: ProviderClient,
  of: Bearer,
  records: MembershipRecords,
): Promise<boolean> {
  if (of.sessionId === null || records.user === null) return false;
  const session = (await client.listSessions(of.userId)).find(({ id }) => id === of.sessionId);
  return session !== undefined && !session.isActive;
}

/**
 * Returns the membership to store. Non-membership is stored only for a former member, with the time of the former membership,
 * so that any later membership reported by the provider is newer.
 */
function nextMembership(
  before: Membership | null,
  reported: Pick<ProviderMembership, "isActive" | "createdAt" | "updatedAt" | "role"> | undefined,
  of: { userId: string; orgId: string },
  at: string,
): Membership | null {
  if (!reported) return before ? { ...withoutRoles(before), is_active: false, checked_at: at } : null;
  if (before && isAfter(before.as_of, reported.updatedAt)) return { ...before, checked_at: at };
  return {
    user_id: of.userId,
    org_id: of.orgId,
    is_active: true,
    ...(before?.is_active && before.role && { role: before.role }),
    ...(reported.role && { provider_role: reported.role }),
    member_since: reported.createdAt,
    as_of: reported.updatedAt,
    checked_at: at,
  };
}
