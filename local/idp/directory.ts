import { entityNotFound, IdpError } from "./idpError.ts";
import type { IdpState, Membership, Organization, User } from "./idpState.ts";
import type { Change } from "./idpStore.ts";
import { newId } from "./newId.ts";
import { membershipJson, organizationJson, userJson } from "./wire.ts";

/** Users, organizations, and memberships. */

type State = Readonly<IdpState>;

export function userOf(state: State, id: string): User {
  return requireItem(
    state.users.find((user) => user.id === id),
    "user",
  );
}

export function organizationOf(state: State, id: string): Organization {
  return requireItem(
    state.organizations.find((organization) => organization.id === id),
    "organization",
  );
}

export function organizationByExternalId(state: State, externalId: string): Organization {
  return requireItem(
    state.organizations.find((organization) => organization.external_id === externalId),
    "organization",
  );
}

export function membershipOf(state: State, userId: string, organizationId: string): Membership | undefined {
  return state.memberships.find(
    (membership) => membership.user_id === userId && membership.organization_id === organizationId,
  );
}

export interface UserFields {
  email: string;
  first_name?: string | null | undefined;
  last_name?: string | null | undefined;
}

/**
 * Finds or creates a user. Email addresses are compared ignoring case. If names are passed, they replace those of an existing
 * user.
 */
export function ensureUser({ state, at, tell }: Change, fields: UserFields): User {
  const email = fields.email.toLowerCase();
  const existing = state.users.find((user) => user.email === email);
  const user: User = existing ?? {
    id: newId("user"),
    email,
    first_name: null,
    last_name: null,
    last_sign_in_at: null,
    created_at: at,
    updated_at: at,
  };
  const { first_name = user.first_name, last_name = user.last_name } = fields;
  const isSame = user.first_name === first_name && user.last_name === last_name;
  if (existing && isSame) return user;
  Object.assign(user, { first_name, last_name, updated_at: at });
  if (!existing) state.users.push(user);
  tell(existing ? "user.updated" : "user.created", userJson(user));
  return user;
}

export function createOrganization(
  { state, at, tell }: Change,
  { id = newId("org"), name, externalId }: { id?: string; name: string; externalId: string | null },
): Organization {
  if (externalId !== null && state.organizations.some(({ external_id }) => external_id === externalId)) {
    throw new IdpError(
      409,
      "external_id_already_used",
      "An organization with this external_id already exists.",
    );
  }
  const organization = { id, name, external_id: externalId, created_at: at, updated_at: at };
  state.organizations.push(organization);
  tell("organization.created", organizationJson(organization));
  return organization;
}

export interface MembershipFields {
  permissions?: readonly string[] | undefined;
  role?: string | undefined;
}

/** Finds or creates a membership. If permissions or a role are passed, they replace those of an existing membership. */
export function ensureMembership(
  { state, at, tell }: Change,
  userId: string,
  organizationId: string,
  { permissions, role }: MembershipFields = {},
): Membership {
  const user = userOf(state, userId);
  const organization = organizationOf(state, organizationId);
  const existing = membershipOf(state, user.id, organization.id);
  if (existing) {
    if (permissions) Object.assign(existing, { permissions: [...permissions], updated_at: at });
    if (role !== undefined && role !== existing.role) {
      Object.assign(existing, { role, updated_at: at });
      tell("organization_membership.updated", membershipJson(existing));
    }
    return existing;
  }
  const membership: Membership = {
    id: newId("om"),
    user_id: user.id,
    organization_id: organization.id,
    permissions: [...(permissions ?? [])],
    role: role ?? "member",
    created_at: at,
    updated_at: at,
  };
  state.memberships.push(membership);
  tell("organization_membership.created", membershipJson(membership));
  return membership;
}

export function removeMembership({ state, at, tell }: Change, id: string): void {
  const membership = requireItem(
    state.memberships.find((membership) => membership.id === id),
    "organization membership",
  );
  state.memberships = state.memberships.filter((candidate) => candidate !== membership);
  tell("organization_membership.deleted", membershipJson({ ...membership, updated_at: at }));
}

/** Removes a user together with memberships and pending sign-ins. Call `endSessions` first to end the user's sessions. */
export function removeUser(change: Change, id: string): void {
  const { state, at, tell } = change;
  const user = userOf(state, id);
  for (const membership of state.memberships.filter((membership) => membership.user_id === id)) {
    removeMembership(change, membership.id);
  }
  state.deviceCodes = state.deviceCodes.filter((code) => code.user_id !== id);
  state.users = state.users.filter((candidate) => candidate !== user);
  tell("user.deleted", userJson({ ...user, updated_at: at }));
}

function requireItem<T>(item: T | undefined, what: string): T {
  if (item === undefined) throw entityNotFound(what);
  return item;
}
