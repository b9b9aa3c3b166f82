import { join } from "node:path";
import type { Column } from "@pdp/basics/columns";
import { compileQuery, referencesOf } from "@pdp/trino/compile";
import { visibleInQuery } from "#shared/domain/context.ts";
import { foldReference } from "#shared/domain/table.ts";
import type { ViewReads } from "#shared/domain/viewReads.ts";
import { type QueryDescriber, queryDescriber } from "#shared/engines/queryDescriber.ts";
import type { Settings, WorkspaceScope } from "#shared/runtime/scope.ts";
import { relationsOf } from "./relations.ts";

/** Query describers by settings, shared by all workspaces: they see columns, but no rows. */
const describers = new WeakMap<Settings, QueryDescriber>();

/** Properties derived from a view's query: its columns, and the tables that it reads. */
export interface InferredView {
  columns: Column[];
  reads: ViewReads;
}

/**
 * Infers the columns of a view from its query over the current tables, and finds the tables named in the query text. Rejects a
 * view that reads itself, directly or through others.
 */
export async function inferView(
  scope: WorkspaceScope,
  reference: string,
  query: string,
): Promise<InferredView> {
  const ids = new Map<string, string>();
  const pending = { reference, query };
  const resolve = relationsOf(scope, visibleInQuery(null), { pending, informs: "api", ids });
  const compiled = await compileQuery(query, { resolve });
  const named = new Set(referencesOf(query).map(foldReference));
  return {
    columns: await describerFor(scope.settings).describe(compiled),
    reads: Object.fromEntries([...ids].filter(([name]) => named.has(name))),
  };
}

function describerFor(settings: Settings): QueryDescriber {
  const describer =
    describers.get(settings) ??
    queryDescriber(join(settings.scratchDirectory, "sql"), settings.queryTimeoutSeconds * 1000);
  describers.set(settings, describer);
  return describer;
}
