import { isIP } from "node:net";
import * as v from "valibot";
import { createOrganization, organizationByExternalId, organizationOf, userOf } from "./directory.ts";
import { type Route, read, Text } from "./exchange.ts";
import { entityNotFound, IdpError, invalidRequest } from "./idpError.ts";
import type { IdpState } from "./idpState.ts";
import { revokeSession } from "./signIn/sessions.ts";
import { membershipJson, organizationJson, pageJson, sessionJson, userJson } from "./wire.ts";

const RadarList = v.picklist(["ip_address", "domain", "email", "device", "user_agent", "device_fingerprint"]);

/** Routes for the platform's servers, which send the API key. */
export const managementRoutes: Route[] = [
  {
    method: "GET",
    path: "/user_management/users/*",
    access: "key",
    handle: async ({ store }, { params: [id = ""] }) => userJson(userOf(store.state, id)),
  },
  {
    method: "GET",
    path: "/user_management/users/*/sessions",
    access: "key",
    handle: async ({ store }, { params: [id = ""], query }) => {
      const user = userOf(store.state, id);
      const sessions = store.state.sessions.filter((session) => session.user_id === user.id);
      return pageJson(sessions, query, sessionJson);
    },
  },
  {
    method: "POST",
    path: "/user_management/sessions/revoke",
    access: "key",
    handle: async ({ store }, { fields }) => {
      const { session_id } = read(v.object({ session_id: Text }), fields);
      return sessionJson(await store.change((change) => revokeSession(change, session_id)));
    },
  },
  {
    method: "GET",
    path: "/user_management/organization_memberships",
    access: "key",
    handle: async ({ store }, { query }) => {
      const [userId, organizationId] = [query.get("user_id"), query.get("organization_id")];
      if (!userId && !organizationId) throw invalidRequest("Specify user_id or organization_id.");
      return pageJson(membershipsOf(store.state, userId, organizationId), query, membershipJson);
    },
  },
  {
    method: "POST",
    path: "/organizations",
    access: "key",
    handle: async ({ store }, { fields }) => {
      const { name, external_id } = read(v.object({ name: Text, external_id: v.nullish(Text) }), fields);
      const organization = await store.change((change) =>
        createOrganization(change, { name, externalId: external_id ?? null }),
      );
      return organizationJson(organization);
    },
  },
  {
    method: "GET",
    path: "/organizations/*",
    access: "key",
    handle: async ({ store }, { params: [id = ""] }) => organizationJson(organizationOf(store.state, id)),
  },
  {
    method: "GET",
    path: "/organizations/external_id/*",
    access: "key",
    handle: async ({ store }, { params: [id = ""] }) =>
      organizationJson(organizationByExternalId(store.state, id)),
  },
  {
    method: "POST",
    path: "/radar/lists/*/allow",
    access: "key",
    handle: async ({ store }, { params, fields }) => {
      const type = v.safeParse(RadarList, params[0]);
      if (!type.success) throw entityNotFound("list");
      const { entry } = read(v.object({ entry: Text }), fields);
      requireRadarEntry(type.output, entry);
      return await store.change(({ state }) => {
        const isThere = state.radarAllowed.some(
          (allowed) => allowed.type === type.output && allowed.entry === entry,
        );
        if (!isThere) state.radarAllowed.push({ type: type.output, entry });
        return { message: isThere ? "Entry already present in list" : "Entry added to list" };
      });
    },
  },
];

function membershipsOf(state: Readonly<IdpState>, userId: string | null, organizationId: string | null) {
  return state.memberships.filter(
    (membership) =>
      (!userId || membership.user_id === userId) &&
      (!organizationId || membership.organization_id === organizationId),
  );
}

function requireRadarEntry(type: v.InferOutput<typeof RadarList>, entry: string): void {
  const [address = ""] = entry.split("/");
  const isWrong =
    (type === "ip_address" && isIP(address) === 0) || (type === "email" && !entry.includes("@"));
  if (isWrong) throw new IdpError(422, "invalid_entry", `This entry is not in the list ${type}.`);
}
