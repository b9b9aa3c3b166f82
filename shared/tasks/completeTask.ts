import type { AuditStamp } from "#shared/domain/fields.ts";
import type { LoadRecord, LoadTable } from "#shared/domain/loads/load.ts";
import { completeLoad, createLoad } from "#shared/domain/loads/loadTransitions.ts";
import { type DataFile, emptyManifest } from "#shared/domain/loads/manifest.ts";
import { createTable } from "#shared/domain/table.ts";
import { type ArtifactRecord, MAX_DATA_BYTES, type Payload } from "#shared/domain/tasks/artifact.ts";
import { taskReference } from "#shared/domain/tasks/taskReference.ts";
import { type Completion, markCompleted } from "#shared/domain/tasks/taskTransitions.ts";
import { PATIENCE } from "#shared/history/commit.ts";
import type { CommittedFiles } from "#shared/history/commitIngestedLoad.ts";
import { commitTogether } from "#shared/history/commitTogether.ts";
import { withManifest } from "#shared/history/tableRecords.ts";
import { artifactPayloadKey, committedFilesKey, dataFileKey } from "#shared/objects/keys.ts";
import { withFiles } from "#shared/objects/manifests.ts";
import { putBytes } from "#shared/objects/objects.ts";
import { newId, now } from "#shared/runtime/ids.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { artifactWrites } from "#shared/store/artifacts.ts";
import { retryConditionFailed } from "#shared/store/dynamodb/change.ts";
import { workspaceDatabase } from "#shared/store/dynamodb/database.ts";
import { transact, type Write } from "#shared/store/dynamodb/items.ts";
import { newLoadWrites } from "#shared/store/loads.ts";
import { readTask, type StoredTask, taskWrites } from "#shared/store/tasks.ts";
import { withChainColumns } from "./chainColumns.ts";
import { writeRows } from "./sources/writeRows.ts";
import { type NewArtifact, type NewTaskTable, type Outcome, StaleTask, type TaskRun } from "./taskRun.ts";

/**
 * Publishes a task's results and completes it in one transaction, provided that the task is still executing this attempt: a
 * canceled task leaves no rows, and a repeated one does not create a second load.
 */
export async function completeTask(run: TaskRun, computed: Outcome): Promise<void> {
  const outcome = { ...computed, tables: computed.tables.map(withChainColumns) };
  const { scope, task } = run;
  // The ids are stored as a stage of the task, so that a repeated step writes the same objects again rather than new ones.
  const ids = await run.stage("ids", () => ({
    load: newId(),
    artifacts: outcome.artifacts.map(() => newId()),
    tables: outcome.tables.map(() => newId()),
    files: outcome.tables.map(() => newId()),
  }));
  const artifacts = await Promise.all(
    outcome.artifacts.map((artifact, index) => storeArtifact(run, artifact, ids.artifacts[index] ?? "")),
  );
  const references = outcome.tables.map(({ name }) => taskReference(task.id, name));
  const result = outcome.result({
    artifact: (name) => idOf(name, outcome.artifacts, ids.artifacts),
    table: (name) => idOf(name, outcome.tables, references),
  });
  const numbering = outcome.numbering?.stated() ?? null;
  if (outcome.tables.length === 0) {
    return settleWithoutTables(run, artifacts, { result, loadId: null, numbering });
  }

  const files = await Promise.all(
    outcome.tables.map((table, index) => storeRows(run, table, ids.load, ids.files[index] ?? "")),
  );
  await commitTogether(scope, PATIENCE.step, async (scope, versionId, objects) => {
    const before = await currentTask(scope, run);
    const stamp: AuditStamp = { by: before.item.created_by, at: now() };
    const committed: CommittedFiles = {};
    const tables: Record<string, LoadTable> = {};
    const changes = [];
    for (const [index, { description, columns }] of outcome.tables.entries()) {
      const id = ids.tables[index] ?? "";
      const reference = references[index] ?? "";
      const file = files[index];
      const brought = file ? [file] : [];
      committed[id] = brought;
      tables[reference] = { columns, format: "NDJSON", table_id: id };
      const table = createTable(id, versionId, { reference, description, columns }, stamp);
      const manifest = await withFiles(scope, objects, emptyManifest(id, versionId, columns), brought);
      changes.push({ before: null, after: withManifest(scope, objects, table, manifest) });
    }
    const filesKey = committedFilesKey(scope.id, ids.load, 1, newId());
    objects.put(filesKey, committed);
    const load: LoadRecord = {
      ...completeLoad({ ...createLoad(ids.load, before.item.context, tables, stamp), attempt: 1 }, stamp.at),
      files_key: filesKey,
    };
    return {
      kind: "LOAD",
      stamp,
      loadId: load.id,
      tables: changes,
      writes: [
        ...newLoadWrites(scope, load),
        ...artifacts.flatMap((artifact) => artifactWrites(scope, artifact)),
        ...taskWrites(
          scope,
          before,
          markCompleted(before.item, { result, loadId: load.id, numbering }, stamp.at),
        ),
      ],
    };
  });
}

async function settleWithoutTables(
  run: TaskRun,
  artifacts: readonly ArtifactRecord[],
  completion: Completion,
): Promise<void> {
  const { scope } = run;
  await retryConditionFailed(async () => {
    const before = await currentTask(scope, run);
    const writes: Write[] = [
      ...taskWrites(scope, before, markCompleted(before.item, completion, now())),
      ...artifacts.flatMap((artifact) => artifactWrites(scope, artifact)),
    ];
    await transact(workspaceDatabase(scope), writes);
  });
}

async function currentTask(scope: WorkspaceScope, { task }: TaskRun): Promise<StoredTask> {
  const before = await readTask(scope, task.id);
  const { attempt, state } = before.item;
  if (attempt !== task.attempt || state !== "EXECUTING") throw new StaleTask();
  return before;
}

function idOf(name: string, made: readonly { name: string }[], ids: readonly string[]): string {
  const id = ids[made.findIndex((artifact) => artifact.name === name)];
  if (id === undefined) throw new Error(`The task did not produce ${name}`);
  return id;
}

export async function storeArtifact(
  run: TaskRun,
  artifact: NewArtifact,
  id: string,
): Promise<ArtifactRecord> {
  const { scope, task } = run;
  const size = Buffer.byteLength(JSON.stringify(artifact.data));
  if (size > MAX_DATA_BYTES) throw new Error(`The data of the artifact ${artifact.name} has ${size} bytes`);
  const payloads: Record<string, Payload> = {};
  for (const [format, { content, ...payload }] of Object.entries(artifact.payloads)) {
    const key = artifactPayloadKey(scope.id, id, payload.filename);
    await putBytes(scope, key, content, payload.content_type);
    payloads[format] = { ...payload, key };
  }
  return {
    id,
    created_at: now(),
    created_by: task.created_by,
    context: task.context,
    type: artifact.type,
    data: artifact.data,
    producer: { kind: "TASK", task_id: task.id },
    payloads,
  };
}

/** Writes a table's rows as a data file. */
async function storeRows(
  { scope, task, signal }: TaskRun,
  { name, columns, rows }: NewTaskTable,
  loadId: string,
  fileId: string,
): Promise<DataFile | null> {
  if (rows.length === 0) return null;
  const key = dataFileKey(scope.id, loadId, 1, fileId);
  return {
    ...(await writeRows(scope, key, { name, columns, rows }, signal)),
    load_id: loadId,
    context: task.context,
  };
}
