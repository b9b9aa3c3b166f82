import { columnsFrom } from "#shared/domain/columns/columnsInput.ts";
import type { Table } from "#shared/domain/table.ts";
import type { Artifact, ArtifactRecord, Payload } from "#shared/domain/tasks/artifact.ts";
import type { TaskRecord } from "#shared/domain/tasks/task.ts";
import { createTask } from "#shared/domain/tasks/taskTransitions.ts";
import { commitNewTable } from "#shared/history/tableCommits.ts";
import { artifactPayloadKey } from "#shared/objects/keys.ts";
import { putBytes } from "#shared/objects/objects.ts";
import { newId, now } from "#shared/runtime/ids.ts";
import { artifactWrites } from "#shared/store/artifacts.ts";
import { workspaceDatabase } from "#shared/store/dynamodb/database.ts";
import { transact } from "#shared/store/dynamodb/items.ts";
import { loadKey } from "#shared/store/dynamodb/keys.ts";
import { readLoad } from "#shared/store/loads.ts";
import { emptyTask } from "../support/emptyTask.ts";
import { manyRecords, type Records } from "../support/manyRecords.ts";
import { storeTask } from "../support/storedTask.ts";
import type { Site } from "./site.ts";

/** Stores records that requests cannot create directly: tasks in a given state, and artifacts that no task has computed. */

const scopes = new WeakMap<Site, Promise<Records["scope"]>>();

export function scopeOf(site: Site): Promise<Records["scope"]> {
  const known = scopes.get(site) ?? manyRecords(site.lab).then(({ scope }) => scope);
  scopes.set(site, known);
  return known;
}

/** Task in the lab's project, by default INIT. It never has an execution. */
export async function storeTaskRecord(site: Site, fields: Partial<TaskRecord> = {}): Promise<TaskRecord> {
  const scope = await scopeOf(site);
  const fresh = emptyTask("analyze.data/v2", { kind: "PROJECT", project_id: site.lab.projectId });
  return storeTask(scope, { ...createTask(newId(), fresh, { by: "user_1", at: now() }), ...fields });
}

interface StoredArtifact extends Partial<Artifact> {
  /** Payload text by format. */
  payloads?: Record<string, { content_type: string; filename: string; content: string }>;
}

/** Artifact in the lab's project, by default a report without a payload. */
export async function storeArtifactRecord(
  site: Site,
  { payloads = {}, ...fields }: StoredArtifact = {},
): Promise<Artifact> {
  const scope = await scopeOf(site);
  const artifact: Artifact = {
    id: newId(),
    created_at: now(),
    created_by: "user_1",
    context: { kind: "PROJECT", project_id: site.lab.projectId },
    type: "report/v1",
    data: {},
    producer: { kind: "TASK", task_id: newId() },
    ...fields,
  };
  const stored: Record<string, Payload> = {};
  for (const [format, { content, ...payload }] of Object.entries(payloads)) {
    const key = artifactPayloadKey(scope.id, artifact.id, payload.filename);
    await putBytes(scope, key, content, payload.content_type);
    stored[format] = { ...payload, key };
  }
  const record: ArtifactRecord = { ...artifact, payloads: stored };
  await transact(workspaceDatabase(scope), artifactWrites(scope, record));
  return artifact;
}

/** Table as created by tasks, without rows. */
export async function storeTaskTable(site: Site): Promise<Table> {
  const scope = await scopeOf(site);
  const columns = columnsFrom([{ name: "n", type: "INT64" }], ["columns"]);
  const reference = `tasks.task_${newId()}.designs`;
  return commitNewTable(scope, { reference, description: null, columns }, { by: "user_1", at: now() });
}

/** Sets the file count of a load to a number that does not match its files. */
export async function countFiles(site: Site, loadId: string, count: number): Promise<void> {
  const scope = await scopeOf(site);
  const { item, revision } = await readLoad(scope, loadId);
  const counted = { ...item, file_count: count };
  await transact(workspaceDatabase(scope), [
    { kind: "replace", key: loadKey(scope.id, loadId), item: counted, revision },
  ]);
}
