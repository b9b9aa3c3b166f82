import { createHmac, timingSafeEqual } from "node:crypto";
import { notFound } from "@pdp/basics/errors";
import { isId } from "#shared/domain/id.ts";
import type { QueryRecord, TrinoPages } from "#shared/domain/queries/query.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { findQuery } from "./queries.ts";

/** Query of Trino's protocol with a paged result. */
export type PagedQuery = QueryRecord & { trino: TrinoPages };

/** Page numbers have at most 5 digits: each page of a result has 4 MB. */
const PAGE = /^(?:0|[1-9]\d{0,4})$/;

/** Parts of a page's address, as sent by a client. */
export interface PageAddress {
  id: string;
  slug: string;
  page: string;
}

/** Returns the signature in the address of a page. It covers the workspace, the query, the page number, and the expiry time. */
export function pageSlug(
  { id: workspaceId }: Pick<WorkspaceScope, "id">,
  { id, expires_at, trino }: Pick<PagedQuery, "id" | "expires_at" | "trino">,
  page: number,
): string {
  if (trino.slug_key === undefined) throw notFound("query", id);
  const signed = JSON.stringify([workspaceId, id, page, expires_at]);
  return createHmac("sha256", trino.slug_key).update(signed).digest("base64url");
}

/**
 * Returns the query named in the address of a page, with the page number. A query with a different signature counts as
 * unknown.
 */
export async function getPagedQuery(
  scope: WorkspaceScope,
  { id, slug, page: pageText }: PageAddress,
): Promise<{ query: PagedQuery; page: number }> {
  const record = isId(id) && PAGE.test(pageText) ? await findQuery(scope, id) : null;
  const trino = record?.trino;
  const page = Number(pageText);
  if (!record || !trino || !isEqual(pageSlug(scope, { ...record, trino }, page), slug)) {
    throw notFound("query", id.slice(0, 40));
  }
  return { query: { ...record, trino }, page };
}

/** Throws a 404 if there is no statement of Trino's protocol with an id. */
export async function getStatement(scope: WorkspaceScope, id: string): Promise<void> {
  const record = isId(id) ? await findQuery(scope, id) : null;
  if (!record?.trino) throw notFound("query", id.slice(0, 40));
}

function isEqual(expected: string, actual: string): boolean {
  const [a, b] = [Buffer.from(expected), Buffer.from(actual)];
  return a.length === b.length && timingSafeEqual(a, b);
}
