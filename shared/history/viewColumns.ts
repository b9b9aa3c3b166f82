import type { Column } from "#shared/domain/column.ts";
import { visibleInQuery } from "#shared/domain/context.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { compileQuery } from "#shared/sql/compileQuery.ts";
import { relationsOf } from "./relations.ts";
import { sqlEngine } from "./sqlEngine.ts";

/**
 * The columns of a view, inferred from its query over today's tables. A view that would read itself, directly or through
 * others, is refused.
 */
export async function viewColumns(
  scope: WorkspaceScope,
  reference: string,
  query: string,
): Promise<Column[]> {
  const resolve = relationsOf(scope, visibleInQuery(null), { pending: { reference, query } });
  const compiled = await compileQuery(query, { resolve });
  return sqlEngine(scope).describe(compiled);
}
