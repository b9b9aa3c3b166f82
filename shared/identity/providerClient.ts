import { invalidField } from "@pdp/basics/errors";
import * as v from "valibot";
import type { IdpSettings } from "#shared/runtime/environment.ts";
import { callIdp, type IdpAnswer } from "./callIdp.ts";
import { idpUnavailable } from "./idpUnavailable.ts";
import {
  ProviderMembership,
  ProviderOrganization,
  ProviderPage,
  ProviderSession,
  ProviderUser,
} from "./providerWire.ts";

const MAX_RETRIES = 2;
const PAGE_ITEMS = 100;
/** Maximum number of pages to read from one list, in case a provider always returns a next page. */
const MAX_PAGES = 100;

export const RADAR_LISTS = [
  "ip_address",
  "domain",
  "email",
  "device",
  "user_agent",
  "device_fingerprint",
] as const;
export type RadarList = (typeof RADAR_LISTS)[number];

export interface ProviderClient {
  /** Reads a user; null if the provider has no user with this id. */
  getUser(id: string): Promise<ProviderUser | null>;
  /** Lists the active memberships of a user, or the one in a given organization. Empty for an unknown user. */
  memberships(of: string | { userId: string; organizationId: string }): Promise<ProviderMembership[]>;
  /** Creates the organization, or returns the existing one: `externalId` is unique at the provider. */
  ensureOrganization(organization: { externalId: string; name: string }): Promise<ProviderOrganization>;
  /** Lists all sessions that the provider still stores, including ended ones. Empty for an unknown user. */
  listSessions(userId: string): Promise<ProviderSession[]>;
  /** Revokes a session. Resolves with false if it does not exist (or no longer exists). */
  revokeSession(id: string): Promise<boolean>;
  /** Adds an entry to a list that threat detection always allows. Raises a 422 if the provider rejects the entry. */
  addRadarAllowEntry(type: RadarList, entry: string): Promise<void>;
}

/**
 * Returns a client for the provider's management API. Each attempt times out after 3 s; repeatable calls are tried three
 * times. Every call raises `idp_unavailable` if the provider does not send a usable response.
 */
export function providerClient(settings: IdpSettings): ProviderClient {
  const call = caller(settings);
  return {
    getUser: async (id) =>
      isId(id) ? await fetchOne(call, `user_management/users/${path(id)}`, ProviderUser) : null,

    memberships: async (of) => {
      const { userId, organizationId } = typeof of === "string" ? { userId: of } : of;
      const query = new URLSearchParams({ user_id: userId });
      if (organizationId !== undefined) query.set("organization_id", organizationId);
      const memberships = await all(
        call,
        "user_management/organization_memberships",
        query,
        ProviderMembership,
      );
      return memberships.filter((membership) => membership.isActive);
    },

    ensureOrganization: async ({ externalId, name }) => {
      const answer = await call("organizations", { external_id: externalId, name });
      if (isOk(answer)) return parseAnswer(ProviderOrganization, answer.body);
      const existing = await fetchOne(
        call,
        `organizations/external_id/${path(externalId)}`,
        ProviderOrganization,
      );
      return existing ?? throwRejected(answer, "organizations");
    },

    listSessions: async (userId) => {
      if (!isId(userId)) return [];
      const resource = `user_management/users/${path(userId)}/sessions`;
      return await all(call, resource, new URLSearchParams(), ProviderSession);
    },

    revokeSession: async (id) => {
      const answer = await call("user_management/sessions/revoke", { session_id: id });
      if (!isOk(answer) && answer.status !== 404) throwRejected(answer, "sessions/revoke");
      return answer.status !== 404;
    },

    addRadarAllowEntry: async (type, entry) => {
      const answer = await call(`radar/lists/${type}/allow`, { entry });
      if (answer.status === 400 || answer.status === 422) {
        throw invalidField(
          ["body", "entry"],
          `The identity provider does not accept this ${type} entry`,
          entry,
        );
      }
      if (!isOk(answer)) throwRejected(answer, "radar/lists");
    },
  };
}

/**
 * Sends a POST if there is a body, otherwise a GET. All calls are safe to repeat: they are idempotent or carry a unique id.
 */
type Call = (resource: string, body?: unknown) => Promise<IdpAnswer>;

function caller({ apiUrl, apiKey }: IdpSettings): Call {
  const base = apiUrl.replace(/\/+$/, "");
  return (resource, body) =>
    callIdp({
      url: `${base}/${resource}`,
      method: body === undefined ? "GET" : "POST",
      apiKey,
      body,
      retries: MAX_RETRIES,
    });
}

type Schema<T> = v.GenericSchema<unknown, T>;

async function fetchOne<T>(call: Call, resource: string, schema: Schema<T>): Promise<T | null> {
  const answer = await call(resource);
  if (answer.status === 404) return null;
  return isOk(answer) ? parseAnswer(schema, answer.body) : throwRejected(answer, resource);
}

async function all<T>(call: Call, resource: string, query: URLSearchParams, schema: Schema<T>): Promise<T[]> {
  const items: T[] = [];
  query.set("limit", `${PAGE_ITEMS}`);
  for (let pages = 0; pages < MAX_PAGES; pages++) {
    const answer = await call(`${resource}?${query}`);
    if (answer.status === 404) return items;
    if (!isOk(answer)) throwRejected(answer, resource);
    const page = parseAnswer(ProviderPage, answer.body);
    for (const item of page.data) items.push(parseAnswer(schema, item));
    const after = page.list_metadata?.after;
    if (!after) return items;
    query.set("after", after);
  }
  throw idpUnavailable(new Error(`${resource} has more than ${MAX_PAGES} pages`));
}

function parseAnswer<T>(schema: Schema<T>, body: unknown): T {
  const result = v.safeParse(schema, body);
  if (result.success) return result.output;
  throw idpUnavailable(
    new Error(`unexpected response: ${result.issues.map((issue) => issue.message).join("; ")}`),
  );
}

function isOk({ status }: IdpAnswer): boolean {
  return status >= 200 && status < 300;
}

/** Throws `idp_unavailable` for a rejected call: our credentials or our request are wrong, which the user cannot fix. */
function throwRejected({ status }: IdpAnswer, resource: string): never {
  throw idpUnavailable(new Error(`${resource} answered ${status}`));
}

/** Tells whether an id is safe as one segment of a URL path. */
function isId(id: string): boolean {
  return /^[\w@|:.-]{1,200}$/.test(id) && id !== "." && id !== "..";
}

function path(id: string): string {
  return encodeURIComponent(id);
}
