import { compileQuery } from "@pdp/trino/compile";
import type { CompiledQuery } from "@pdp/trino/relations";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { relationOfTable } from "./relationOfTable.ts";

/** Compiles the query for all rows of a table or view, archived ones included, at a version; null for the latest. */
export async function wholeTable(
  scope: WorkspaceScope,
  tableId: string,
  version: string | null,
): Promise<CompiledQuery> {
  const relation = await relationOfTable(scope, tableId, version);
  return compileQuery("SELECT * FROM downloaded", { resolve: async () => relation });
}
