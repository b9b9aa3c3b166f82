import { DomainError } from "@pdp/basics/errors";
import type { Caller } from "#shared/domain/caller.ts";
import { listWorkspaces } from "#shared/store/workspaces.ts";
import type { ApiEvent } from "../apiEvent.ts";

/** Maximum number of workspaces to examine when looking for the only one. */
const MAX_WORKSPACES = 2;
/** Catalogs that exist on every Trino server; they are not workspace names. */
const SYSTEM_CATALOGS = ["system", "workspace"];
const BASIC = /^Basic +([A-Za-z0-9+/=]{1,24000})$/i;

/** Returns the password of a header of HTTP Basic; undefined for other headers. */
export function passwordOfBasic(authorization: string | undefined): string | undefined {
  const encoded = BASIC.exec(authorization?.trim() ?? "")?.[1];
  if (encoded === undefined) return undefined;
  const credentials = Buffer.from(encoded, "base64").toString("utf8");
  return credentials.slice(credentials.indexOf(":") + 1);
}

/**
 * Returns a bearer header with the token that a client sent as a password, whatever the user name; returns other headers
 * unchanged.
 */
export function bearerOfPassword(authorization: string | undefined): string | undefined {
  const password = passwordOfBasic(authorization);
  return password === undefined ? authorization : `Bearer ${password}`;
}

/**
 * Returns the name of the workspace that a client refers to: its catalog (the warehouse, for an Iceberg client) or, if it
 * names none, the only workspace of the caller's organization.
 */
export async function catalogOf(
  {
    headers,
    settings,
    queryStringParameters,
  }: Pick<ApiEvent, "headers" | "settings" | "queryStringParameters">,
  { orgId }: Caller,
): Promise<string> {
  // Catalog names are case-insensitive, and workspace names contain no upper-case letters.
  const named = queryStringParameters?.warehouse ?? headers["x-trino-catalog"];
  const catalog = named?.trim().toLowerCase() ?? "";
  if (catalog !== "" && !SYSTEM_CATALOGS.includes(catalog)) return catalog;
  const page = { limit: MAX_WORKSPACES, cursor: null, order: "ASC" as const };
  const { items } = await listWorkspaces({ settings }, orgId === null ? [] : [orgId], false, page);
  const [only] = items;
  if (only && items.length === 1) return only.name;
  throw new DomainError(
    "malformed",
    "invalid_sql",
    "Set the connection's catalog to the name of a workspace. Your organization has none, or several.",
  );
}
