import { join } from "node:path";
import type { Column } from "#shared/domain/column.ts";
import { visibleInQuery } from "#shared/domain/context.ts";
import type { Settings, WorkspaceScope } from "#shared/runtime/scope.ts";
import { compileQuery } from "#shared/sql/compileQuery.ts";
import { type QueryDescriber, queryDescriber } from "#shared/sql/queryDescriber.ts";
import { relationsOf } from "./relations.ts";

/** Query describers by settings, shared by all workspaces: they see columns, and no rows. */
const describers = new WeakMap<Settings, QueryDescriber>();

/**
 * Infers the columns of a view from its query over the current tables. Rejects a view that reads itself, directly or
 * through others.
 */
export async function inferViewColumns(
  scope: WorkspaceScope,
  reference: string,
  query: string,
): Promise<Column[]> {
  const resolve = relationsOf(scope, visibleInQuery(null), { pending: { reference, query }, informs: true });
  const compiled = await compileQuery(query, { resolve });
  return describerFor(scope.settings).describe(compiled);
}

function describerFor(settings: Settings): QueryDescriber {
  const describer =
    describers.get(settings) ??
    queryDescriber(join(settings.scratchDirectory, "sql"), settings.queryTimeoutSeconds * 1000);
  describers.set(settings, describer);
  return describer;
}
