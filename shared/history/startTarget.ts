import type { Caller } from "#shared/domain/caller.ts";
import type { Query, QueryTarget } from "#shared/domain/queries/query.ts";
import { shownQuery } from "#shared/domain/queries/query.ts";
import { newQuery } from "#shared/domain/queries/queryTransitions.ts";
import type { ResultFormat } from "#shared/domain/resultFormat.ts";
import { newId, stampOf } from "#shared/runtime/ids.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { createQueryRecord } from "#shared/store/queries.ts";
import { requireRoomForQuery } from "#shared/store/underWay.ts";
import { startStoredQuery } from "./startStoredQuery.ts";

/** Rows to store as a file. */
export interface TargetRequest {
  target: QueryTarget;
  /** Describes the rows to people. */
  text: string;
  format: ResultFormat;
  /** Name of the file, without an ending. */
  fileName: string;
  projectId: string | null;
  /** Data version that is read; null for a workspace without versions. */
  version: string | null;
}

/** Starts to store the rows of a table, or of a comparison, as a resource like a query. */
export async function startTarget(
  workspace: WorkspaceScope,
  caller: Caller,
  { target, text, format, fileName, projectId, version }: TargetRequest,
): Promise<Query> {
  await requireRoomForQuery(workspace);
  const request = {
    query: text,
    format,
    arrow_compression: null,
    project_id: projectId,
    version_id: version,
    workspace_name: workspace.name ?? "",
    target,
    file_name: fileName,
  };
  const started = newQuery(newId(), request, stampOf(caller));
  await createQueryRecord(workspace, started);
  await startStoredQuery(workspace, started);
  return shownQuery(started);
}
