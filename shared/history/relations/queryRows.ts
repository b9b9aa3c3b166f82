import type { CompiledQuery } from "@pdp/trino/relations";
import { parseExactJson } from "#shared/domain/exactJson.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { sqlEngine } from "./sqlEngine.ts";

/** Runs a query and returns its rows, which must be few. Integers beyond 2^53 are `bigint`. */
export async function queryRows(
  scope: WorkspaceScope,
  query: CompiledQuery,
  signal: AbortSignal,
): Promise<Record<string, unknown>[]> {
  const stream = await sqlEngine(scope).run(query, { format: "NDJSON", compression: null, signal });
  const chunks: Uint8Array[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  const lines = Buffer.concat(chunks).toString("utf8").split("\n");
  return lines.filter((line) => line !== "").map((line) => parseExactJson(line) as Record<string, unknown>);
}
