import { DomainError } from "@pdp/basics/errors";
import * as v from "valibot";
import { isAfter, laterTime, toDeletedUser, userFromProvider } from "#shared/domain/user.ts";
import {
  Moment,
  ProviderDeleted,
  ProviderMembership,
  ProviderOrganization,
  ProviderRemovedMembership,
  ProviderSession,
  ProviderUser,
} from "#shared/identity/providerWire.ts";
import { deletePicture } from "#shared/objects/pictures.ts";
import { now } from "#shared/runtime/ids.ts";
import type { PlatformScope } from "#shared/runtime/scope.ts";
import { retryConditionFailed } from "#shared/store/dynamodb/change.ts";
import type { Write } from "#shared/store/dynamodb/items.ts";
import {
  membershipWrites,
  organizationWrite,
  readMembershipRecords,
  sessionRevocationWrite,
  userWrite,
} from "#shared/store/identities.ts";
import { writeEventOnce } from "#shared/store/idpEvents.ts";
import { forgetMembershipStatus } from "./recentMembershipStatus.ts";

/** Event sent by the identity provider. */
export const IdpEvent = v.object({
  id: v.pipe(v.string(), v.minLength(1), v.maxLength(200)),
  event: v.pipe(v.string(), v.minLength(1), v.maxLength(200)),
  data: v.optional(v.unknown()),
  created_at: Moment,
});
export type IdpEvent = v.InferOutput<typeof IdpEvent>;

/**
 * Stores an event together with its changes to the mirror. Returns false if it was already processed. Raises a 422 if the data
 * of a supported event kind is invalid; unsupported kinds change nothing.
 */
export async function applyIdpEvent(scope: PlatformScope, event: IdpEvent): Promise<boolean> {
  const effect = effectOf(event);
  const received = { id: event.id, event: event.event, received_at: now() };
  const isNew = await retryConditionFailed(async () => writeEventOnce(scope, received, await effect(scope)));
  if (isNew) forgetMembershipStatus();
  return isNew;
}

type Effect = (scope: PlatformScope) => Promise<Write[]>;

/** Parses the event's data and returns the changes, which depend on the current state of the mirror. */
function effectOf(event: IdpEvent): Effect {
  const [subject, verb = ""] = event.event.split(".");
  switch (subject) {
    case "user":
      if (verb === "deleted") return userDeleted(dataOf(event, ProviderDeleted).id, event.created_at);
      return verb === "created" || verb === "updated" ? userChanged(dataOf(event, ProviderUser)) : nothing;
    case "organization_membership":
      if (verb === "deleted" || verb === "removed") return membershipEnded(event);
      return ["created", "added", "updated"].includes(verb)
        ? membershipChanged(dataOf(event, ProviderMembership))
        : nothing;
    case "organization":
      if (verb === "deleted") return organizationIs(dataOf(event, ProviderDeleted).id, event, true);
      return verb === "created" || verb === "updated"
        ? organizationIs(dataOf(event, ProviderOrganization).id, event, false)
        : nothing;
    case "session":
      return ["created", "updated", "revoked", "ended", "deleted"].includes(verb)
        ? sessionChanged(dataOf(event, ProviderSession), verb, event.created_at)
        : nothing;
    default:
      return nothing;
  }
}

function dataOf<T>(event: IdpEvent, schema: v.GenericSchema<unknown, T>): T {
  const result = v.safeParse(schema, event.data);
  if (result.success) return result.output;
  const problems = result.issues.map((issue) => ({
    loc: ["body", "data", ...(issue.path ?? []).map(({ key }) => String(key))],
    msg: issue.message,
    type: "value_error",
  }));
  throw new DomainError(
    "invalid",
    "validation_error",
    `The data of ${event.event} cannot be read.`,
    problems,
  );
}

const nothing: Effect = async () => [];

function userChanged(profile: ProviderUser): Effect {
  return async (scope) => {
    const { user: before } = await readMembershipRecords(scope, {
      userId: profile.id,
      orgId: null,
      sessionId: null,
    });
    const known = before?.item ?? null;
    if (known && (isAfter(known.as_of, profile.updatedAt) || known.is_deleted)) return [];
    return [userWrite(before, userFromProvider(profile, known, now()))];
  };
}

function userDeleted(userId: string, at: string): Effect {
  return async (scope) => {
    const { user: before } = await readMembershipRecords(scope, { userId, orgId: null, sessionId: null });
    if (before && isAfter(before.item.as_of, at)) return [];
    // Runs first, so that the event is redelivered if the picture could not be removed.
    if (before?.item.picture) await deletePicture(scope, before.item.picture.key);
    return [userWrite(before, toDeletedUser(userId, at))];
  };
}

function membershipChanged({
  userId,
  organizationId,
  isActive,
  role,
  createdAt,
  updatedAt,
}: ProviderMembership): Effect {
  return async (scope) => {
    const { membership: before } = await readMembershipRecords(scope, {
      userId,
      orgId: organizationId,
      sessionId: null,
    });
    // A membership that had already ended at the time of the event stays ended.
    const known = before?.item;
    if (known && (isAfter(known.as_of, updatedAt) || (known.as_of === updatedAt && !known.is_active))) {
      return [];
    }
    return membershipWrites(before, {
      user_id: userId,
      org_id: organizationId,
      is_active: isActive,
      ...(isActive && known?.is_active && known.role && { role: known.role }),
      ...(isActive && role && { provider_role: role }),
      member_since: createdAt,
      as_of: updatedAt,
      checked_at: now(),
    });
  };
}

function membershipEnded(event: IdpEvent): Effect {
  const { user_id, organization_id } = dataOf(event, ProviderRemovedMembership);
  return async (scope) => {
    const of = { userId: user_id, orgId: organization_id, sessionId: null };
    const { membership: before } = await readMembershipRecords(scope, of);
    if (before && isAfter(before.item.as_of, event.created_at)) return [];
    return membershipWrites(before, {
      user_id,
      org_id: organization_id,
      is_active: false,
      as_of: event.created_at,
      checked_at: now(),
    });
  };
}

function organizationIs(id: string, { created_at }: IdpEvent, isDeleted: boolean): Effect {
  return async (scope) => {
    const { organization: before } = await readMembershipRecords(scope, {
      userId: "-",
      orgId: id,
      sessionId: null,
    });
    if (before && (isAfter(before.item.as_of, created_at) || before.item.is_deleted)) return [];
    return [organizationWrite(before, { id, as_of: created_at, is_deleted: isDeleted })];
  };
}

function sessionChanged(session: ProviderSession, verb: string, at: string): Effect {
  return async (scope) => {
    if (verb !== "created" || !session.isActive) {
      return verb === "updated" && session.isActive
        ? []
        : [sessionRevocationWrite(session.id, session.userId, at)];
    }
    const { user: before } = await readMembershipRecords(scope, {
      userId: session.userId,
      orgId: null,
      sessionId: null,
    });
    const user = before?.item;
    if (!user || user.is_deleted) return [];
    return [userWrite(before, { ...user, last_sign_in_at: laterTime(user.last_sign_in_at, at) })];
  };
}
