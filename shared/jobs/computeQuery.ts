import { randomUUID } from "node:crypto";
import { compileStatement } from "@pdp/trino/compile";
import { clientColumn, sessionZoneOf } from "@pdp/trino/types";
import { visibleInQuery } from "#shared/domain/context.ts";
import type { QueryProgress, QueryRecord, QueryTarget } from "#shared/domain/queries/query.ts";
import type { QueryOutcome } from "#shared/domain/queries/queryTransitions.ts";
import { againIfErased } from "#shared/history/relations/againIfErased.ts";
import { relationsOf } from "#shared/history/relations/relations.ts";
import { sqlEngine } from "#shared/history/relations/sqlEngine.ts";
import { wholeTable } from "#shared/history/relations/wholeTable.ts";
import { rowDiff } from "#shared/history/rowDiff.ts";
import { resultColumnsKey, resultKey } from "#shared/objects/keys.ts";
import { putJson } from "#shared/objects/objects.ts";
import { putStream } from "#shared/objects/putStream.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { getHead } from "#shared/store/versions.ts";
import { putPages } from "./putPages.ts";

export interface ComputeOptions {
  signal: AbortSignal;
  onProgress: (progress: QueryProgress) => void;
}

/** Computes a query that was started as a resource, and stores its complete result. */
export function computeQuery(
  scope: WorkspaceScope,
  query: QueryRecord,
  options: ComputeOptions,
): Promise<QueryOutcome> {
  return againIfErased(() => computeOnce(scope, query, options));
}

async function computeOnce(
  scope: WorkspaceScope,
  query: QueryRecord,
  { signal, onProgress }: ComputeOptions,
): Promise<QueryOutcome> {
  const { format } = query;
  const { compiled, version } = await (query.target
    ? compiledTarget(scope, query, query.target)
    : compiledAtOneVersion(scope, query));
  const engine = sqlEngine(scope);
  const cost = engine.cost(compiled);
  const progress: QueryProgress = { bytes_read: 0, bytes_total: cost.bytes_read, bytes_written: 0 };
  const report = (change: Partial<QueryProgress>): void => {
    Object.assign(progress, change);
    onProgress(progress);
  };
  report({});
  const result = await engine.run(compiled, {
    ...(format === "TRINO" ? { rowsOf: compiled.columns.map(({ type }) => type) } : { format }),
    compression: query.arrow_compression,
    signal,
    timeoutMs: scope.settings.longQueryTimeoutSeconds * 1000,
    onRead: (bytes_read) => report({ bytes_read }),
  });
  const key = resultKey(scope.id, randomUUID());
  if (format === "TRINO") {
    await putJson(scope, resultColumnsKey(key), compiled.columns.map(clientColumn));
    const pages = await putPages(scope, key, result, {
      encoding: query.trino?.encoding ?? null,
      onWritten: (bytes_written) => report({ bytes_written }),
    });
    return { key, bytes: progress.bytes_written, cost, version, pages };
  }
  await putStream(
    scope,
    key,
    counted(result, (bytes_written) => report({ bytes_written })),
  );
  return { key, bytes: progress.bytes_written, cost, version };
}

/** Compiles the query for rows of a table, whose version was pinned when it was started. */
async function compiledTarget(
  scope: WorkspaceScope,
  { version_id, project_id }: QueryRecord,
  target: QueryTarget,
) {
  const version = version_id ?? "0";
  if (target.kind === "TABLE")
    return { compiled: await wholeTable(scope, target.table_id, version_id), version };
  const { table_id: tableId, from, to, key } = target;
  return { compiled: await rowDiff(scope, { tableId, from, to, key, projectId: project_id }), version };
}

/**
 * Compiles a query, and returns the data version that it reads, so that the same rows can be read again in another format. A
 * commit meanwhile would leave it open which version a table was read at, so the query is then compiled again.
 */
async function compiledAtOneVersion(scope: WorkspaceScope, query: QueryRecord) {
  const { format, version_id: stated } = query;
  const named = { ...scope, name: query.workspace_name };
  for (let before = await getHead(scope); ; ) {
    const compiled = await compileStatement(query.query, {
      resolve: relationsOf(named, visibleInQuery(query.project_id), {
        informs: format === "TRINO" ? "client" : "api",
      }),
      user: query.created_by,
      ...(query.trino?.time_zone !== undefined && { zone: sessionZoneOf(query.trino.time_zone, new Date()) }),
      forClient: format === "TRINO",
      ...(stated === null ? {} : { version: stated }),
    });
    if (stated !== null) return { compiled, version: stated };
    const after = await getHead(scope);
    if (after.version_id === before.version_id) return { compiled, version: after.version_id };
    before = after;
  }
}

async function* counted(
  parts: AsyncIterable<Uint8Array>,
  onWritten: (bytes: number) => void,
): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const part of parts) {
    yield part;
    bytes += part.byteLength;
    onWritten(bytes);
  }
}
