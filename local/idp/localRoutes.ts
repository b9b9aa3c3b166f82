import * as v from "valibot";
import {
  createOrganization,
  ensureMembership,
  ensureUser,
  removeMembership,
  removeUser,
  userOf,
} from "./directory.ts";
import { Email, type Route, read, Text } from "./exchange.ts";
import { ensureMachineClient } from "./machineClients.ts";
import { approveDeviceCode, denyDeviceCode } from "./signIn/deviceCodes.ts";
import { endSessions } from "./signIn/sessions.ts";
import { newSigningKey } from "./signingKeys.ts";
import { membershipJson, organizationJson, userJson } from "./wire.ts";

const Name = v.nullish(v.pipe(v.string(), v.maxLength(100)));

/** The platform checks permissions; here, a permission is just a word. */
const Permissions = v.pipe(v.array(v.pipe(Text, v.regex(/^[a-z:_-]{1,64}$/))), v.maxLength(20));
/** The platform interprets roles; here, a role is just a word. */
const Role = v.optional(v.pipe(Text, v.regex(/^[a-z-]{1,64}$/)));
const Membership = v.object({
  user_id: Text,
  organization_id: Text,
  permissions: v.optional(Permissions),
  role: Role,
});

/**
 * Calls for programs on this machine that replace a hosted provider's console. They require the secret from the file
 * `local-secret` in `DATA_DIR` as a bearer token. All bodies are JSON.
 *
 *     GET    /local/settings                                     client_id, issuer, staff_organization_id
 *     GET    /local/organizations?name                           those of that exact name, or all; newest first
 *     POST   /local/organizations {name}                         makes an organization without a workspace
 *     POST   /local/users {email, first_name?, last_name?}       makes the user, or finds and renames it
 *     DELETE /local/users/{id}                                   with memberships, and ends the sessions
 *     POST   /local/memberships {user_id, organization_id, permissions?, role?}  makes the membership, or finds it; permissions and role replace its own
 *     DELETE /local/memberships/{id}
 *     POST   /local/device_codes/approve {user_code, user_id, organization_id?}
 *     POST   /local/device_codes/deny {user_code}
 *     POST   /local/machine_clients {organization_id, role?}     the organization's client for a role, with its secret
 *     POST   /local/keys/rotate {drop_previous?}                 a new signing key; older ones stay published
 */
export const localRoutes: Route[] = [
  {
    method: "GET",
    path: "/local/settings",
    access: "local",
    handle: async ({ clientId, issuer, staffOrgId }) => ({
      client_id: clientId,
      issuer,
      staff_organization_id: staffOrgId,
    }),
  },
  {
    method: "GET",
    path: "/local/organizations",
    access: "local",
    handle: async ({ store }, { query }) => {
      const name = query.get("name");
      const named = store.state.organizations.filter(
        (organization) => name === null || organization.name === name,
      );
      return { data: named.toReversed().map(organizationJson) };
    },
  },
  {
    method: "POST",
    path: "/local/organizations",
    access: "local",
    handle: async ({ store }, { fields }) => {
      const { name } = read(v.object({ name: Text }), fields);
      return organizationJson(
        await store.change((change) => createOrganization(change, { name, externalId: null })),
      );
    },
  },
  {
    method: "POST",
    path: "/local/users",
    access: "local",
    handle: async ({ store }, { fields }) => {
      const user = read(v.object({ email: Email, first_name: Name, last_name: Name }), fields);
      return userJson(await store.change((change) => ensureUser(change, user)));
    },
  },
  {
    method: "DELETE",
    path: "/local/users/*",
    access: "local",
    handle: async ({ store }, { params: [id = ""] }) => {
      await store.change((change) => {
        userOf(change.state, id);
        endSessions(change, id);
        removeUser(change, id);
      });
      return { id, deleted: true };
    },
  },
  {
    method: "POST",
    path: "/local/memberships",
    access: "local",
    handle: async ({ store }, { fields }) => {
      const wanted = read(Membership, fields);
      const membership = await store.change((change) =>
        ensureMembership(change, wanted.user_id, wanted.organization_id, wanted),
      );
      return membershipJson(membership);
    },
  },
  {
    method: "DELETE",
    path: "/local/memberships/*",
    access: "local",
    handle: async ({ store }, { params: [id = ""] }) => {
      await store.change((change) => removeMembership(change, id));
      return { id, deleted: true };
    },
  },
  {
    method: "POST",
    path: "/local/device_codes/approve",
    access: "local",
    handle: async ({ store }, { fields }) => {
      const approval = read(
        v.object({ user_code: Text, user_id: Text, organization_id: v.nullish(Text) }),
        fields,
      );
      const { user_code, user_id, organization_id = null } = approval;
      await store.change((change) => approveDeviceCode(change, user_code, user_id, organization_id));
      return { user_code, status: "approved" };
    },
  },
  {
    method: "POST",
    path: "/local/device_codes/deny",
    access: "local",
    handle: async ({ store }, { fields }) => {
      const { user_code } = read(v.object({ user_code: Text }), fields);
      await store.change((change) => denyDeviceCode(change, user_code));
      return { user_code, status: "denied" };
    },
  },
  {
    method: "POST",
    path: "/local/machine_clients",
    access: "local",
    handle: async ({ store }, { fields }) => {
      const { organization_id, role } = read(v.object({ organization_id: Text, role: Role }), fields);
      return await store.change((change) => ensureMachineClient(change, organization_id, role));
    },
  },
  {
    method: "POST",
    path: "/local/keys/rotate",
    access: "local",
    handle: async ({ store }, { fields }) => {
      const { drop_previous } = read(v.object({ drop_previous: v.optional(v.boolean(), false) }), fields);
      const key = await newSigningKey();
      await store.change(({ state }) => {
        state.keys = drop_previous ? [key] : [...state.keys, key];
      });
      return { kid: key.kid };
    },
  },
];
