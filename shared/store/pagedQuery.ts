import { createHmac, timingSafeEqual } from "node:crypto";
import { notFound } from "#shared/domain/errors.ts";
import { isId } from "#shared/domain/id.ts";
import type { QueryRecord, TrinoPages } from "#shared/domain/queries/query.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { findQuery } from "./queries.ts";

/** Query of Trino's protocol with a paged result. */
export type PagedQuery = QueryRecord & { trino: TrinoPages };

/** Pages have at most 5 digits: a result has 4 MB in each. */
const PAGE = /^(?:0|[1-9]\d{0,4})$/;

/** Parts of the address of a page, as a client sends them. */
export interface PageAddress {
  id: string;
  slug: string;
  page: string;
}

/** Returns the signature in the address of a page: of workspace, query, number of the page, and the time when it expires. */
export function pageSlug(
  { id: workspaceId }: Pick<WorkspaceScope, "id">,
  { id, expires_at, trino }: Pick<PagedQuery, "id" | "expires_at" | "trino">,
  page: number,
): string {
  if (trino.slug_key === undefined) throw notFound("query", id);
  const signed = JSON.stringify([workspaceId, id, page, expires_at]);
  return createHmac("sha256", trino.slug_key).update(signed).digest("base64url");
}

/** Returns the query that the address of a page names, with the number of the page. One with another signature is unknown. */
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

function isEqual(expected: string, actual: string): boolean {
  const [one, other] = [Buffer.from(expected), Buffer.from(actual)];
  return one.length === other.length && timingSafeEqual(one, other);
}
