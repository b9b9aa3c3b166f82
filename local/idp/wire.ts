import type { Membership, Organization, Session, User } from "./idpState.ts";

/** Converts the provider's objects to the JSON of its API. */

export function userJson(user: User) {
  return { object: "user", ...user, email_verified: true, profile_picture_url: null };
}

export function organizationJson(organization: Organization) {
  return { object: "organization", ...organization, domains: [] };
}

/** The hosted API supports only roles: permissions are in tokens. */
export function membershipJson({ permissions: _, role, ...membership }: Membership) {
  return {
    object: "organization_membership",
    ...membership,
    status: "active",
    role: { slug: role },
  };
}

export function sessionJson({ refresh_token_hash: _, ...session }: Session) {
  return { object: "session", ...session, auth_method: "device_code" };
}

export interface ListJson<T> {
  object: "list";
  data: T[];
  /** ID after which the next page starts, to be passed as `after`; null on the last page. */
  list_metadata: { before: null; after: string | null };
}

/**
 * Returns one page according to the query parameters `limit` (1 to 100, default 10), `after`, and `order` (`desc`, the
 * default, or `asc`).
 */
export function pageJson<T extends { id: string }, J>(
  items: readonly T[],
  query: URLSearchParams,
  json: (item: T) => J,
): ListJson<J> {
  const requested = Number(query.get("limit") ?? 10);
  const limit = Number.isInteger(requested) ? Math.min(100, Math.max(1, requested)) : 10;
  const direction = query.get("order") === "asc" ? 1 : -1;
  const after = query.get("after");
  const rest = items
    .toSorted((a, b) => direction * compare(a.id, b.id))
    .filter((item) => after === null || direction * compare(item.id, after) > 0);
  const page = rest.slice(0, limit);
  return {
    object: "list",
    data: page.map(json),
    list_metadata: { before: null, after: rest.length > limit ? (page.at(-1)?.id ?? null) : null },
  };
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
