import { timingSafeEqual } from "node:crypto";
import { notFound } from "#shared/domain/errors.ts";
import { isId } from "#shared/domain/id.ts";
import type { QueryRecord, TrinoPages } from "#shared/domain/queries/query.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { findQuery } from "./queries.ts";

/** Query of Trino's protocol, whose result has pages. */
export type PagedQuery = QueryRecord & { trino: TrinoPages };

/** Returns the query that an address of its pages names. One with another random part is unknown. */
export async function getPagedQuery(scope: WorkspaceScope, id: string, slug: string): Promise<PagedQuery> {
  const query = isId(id) ? await findQuery(scope, id) : null;
  const trino = query?.trino;
  if (!query || !trino || !isEqual(trino.slug, slug)) throw notFound("query", id.slice(0, 40));
  return { ...query, trino };
}

function isEqual(expected: string, actual: string): boolean {
  const [one, other] = [Buffer.from(expected), Buffer.from(actual)];
  return one.length === other.length && timingSafeEqual(one, other);
}
