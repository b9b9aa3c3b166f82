import { tableFromIPC } from "@uwdata/flechette";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import type { CompiledQuery } from "#shared/sql/relation.ts";
import { sqlEngine } from "./sqlEngine.ts";

/** Runs a query and returns its rows, which must be few. Integers are numbers. */
export async function queryRows(
  scope: WorkspaceScope,
  query: CompiledQuery,
  signal: AbortSignal,
): Promise<Record<string, unknown>[]> {
  const stream = await sqlEngine(scope).run(query, { compression: null, signal });
  const chunks: Uint8Array[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return tableFromIPC(Buffer.concat(chunks)).toArray() as Record<string, unknown>[];
}
