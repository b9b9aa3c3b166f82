import { prepareErasure } from "#shared/domain/erasures/erasureTransitions.ts";
import { failQuery, newQuery } from "#shared/domain/queries/queryTransitions.ts";
import type { ArtifactType } from "#shared/domain/tasks/artifact.ts";
import { createTask } from "#shared/domain/tasks/taskTransitions.ts";
import type { ExportRoot } from "#shared/domain/transfers/exportFormat.ts";
import { failTransfer, newExport, newImport } from "#shared/domain/transfers/transfer.ts";
import { planErasure } from "#shared/history/erasure/planErasure.ts";
import type { Snapshot } from "#shared/history/taskSnapshots.ts";
import { exampleTableCreate } from "#shared/http/openapi/examples.ts";
import { exampleTableConfig } from "#shared/http/openapi/loadExamples.ts";
import { exampleExport } from "#shared/http/openapi/transferExamples.ts";
import { artifactPayloadKey, taskSnapshotKey } from "#shared/objects/keys.ts";
import { putJson } from "#shared/objects/objects.ts";
import { newId, now } from "#shared/runtime/ids.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { artifactWrites } from "#shared/store/artifacts.ts";
import { workspaceDatabase } from "#shared/store/dynamodb/database.ts";
import { transact } from "#shared/store/dynamodb/items.ts";
import { createErasureRecord } from "#shared/store/erasures.ts";
import { createQueryRecord } from "#shared/store/queries.ts";
import { snapshotWrites } from "#shared/store/snapshots.ts";
import { createTaskRecord } from "#shared/store/tasks.ts";
import { createTransfer } from "#shared/store/transfers.ts";
import { completeTask } from "#shared/tasks/completeTask.ts";
import { TaskRun } from "#shared/tasks/taskRun.ts";
import type { ExampleKind } from "./exampleIds.ts";
import type { Lab } from "./lab.ts";

/** IDs of one resource of every kind that a workspace request can name, by kind of the document's example IDs. */
export type Fixtures = Omit<Record<ExampleKind, string>, "picture">;

/** Tables read by the document's examples. */
const TABLES = ["variants", "petase_family"];

interface Made {
  id: string;
  version_id: string;
}

/** Creates new resources in a lab, and any of its tables that do not exist or no longer exist. */
export async function newFixtures({ api }: Lab, scope: WorkspaceScope): Promise<Fixtures> {
  const { id: project } = await api.post<Made>("/project:create", { name: "fixtures" });
  const { id: round } = await api.post<Made>("/round:create", { project_id: project, name: "fixtures" });
  const [table] = await Promise.all(
    TABLES.map((reference) => tableOf(api, { ...exampleTableCreate, reference })),
  );
  const view = { kind: "VIEW", reference: `seen_${project}`, query: "SELECT sequence FROM variants" };
  const context = { kind: "PROJECT", project_id: project };
  const load = await api.post<Made>("/data/load:create", {
    context,
    tables: { variants: exampleTableConfig },
  });
  const content = "mutations,sequence,Tm (°C)\nS238A,MNFPRASRLMQ,58.9\n";
  const rawFile = await api.upload<Made>(load.id, "variants", "raw.csv", content);
  const file = await api.upload<Made>(load.id, "variants", "plate.csv", content);
  return {
    workspace: scope.id,
    project,
    round,
    table: table?.id ?? "",
    version: table?.version_id ?? "",
    earlierVersion: table?.version_id ?? "",
    view: (await api.post<Made>("/data/table:create", view)).id,
    load: load.id,
    rawFile: rawFile.id,
    file: file.id,
    query: await newStoredQuery(scope),
    erasure: await newPlan(scope, load.id),
    order: await newOrder(api, project),
    ...(await newTransfers(scope)),
    ...(await newTask(scope, project)),
  };
}

async function newOrder(api: Lab["api"], project: string): Promise<string> {
  const designs = { kind: "LITERAL", rows: [{ sequence: "MNFPRASRLM" }] };
  const plates = [{ format: 96, controls: [{ kind: "BLANK" }] }];
  return (await api.post<Made>("/project/order:create", { project_id: project, name: "p", designs, plates }))
    .id;
}

/** Stores an export and an import that have ended. */
async function newTransfers(scope: WorkspaceScope): Promise<{ export: string; import: string }> {
  const stamp = { by: "nobody", at: now() };
  const exported = newExport(newId(), scope.name ?? "", stamp);
  const imported = newImport(
    newId(),
    { ids: "SAME", id_offset: 0, export: exampleExport.export as ExportRoot },
    stamp,
  );
  await createTransfer(scope, failTransfer(exported, ["It is an example."], stamp.at));
  await createTransfer(scope, failTransfer(imported, ["It is an example."], stamp.at));
  return { export: exported.id, import: imported.id };
}

/** Plans an erasure without confirming it. */
async function newPlan(scope: WorkspaceScope, loadId: string): Promise<string> {
  const target = { load_id: loadId, reference: null, table_id: null, where: null };
  const plan = await planErasure(scope, target, new AbortController().signal);
  const erasure = prepareErasure(newId(), target, null, plan, { by: "user_1", at: now() });
  await createErasureRecord(scope, erasure);
  return erasure.id;
}

async function tableOf(api: Lab["api"], create: { reference: string }): Promise<Made> {
  const existing = await api
    .get<Made>(`/data/table:get?reference=${create.reference}`)
    .catch(() => api.post<Made>("/data/table:create", create));
  return existing;
}

/** A finished query, because a running query would change by itself. */
async function newStoredQuery(scope: WorkspaceScope): Promise<string> {
  const request = { query: "SELECT 1", format: "CSV" as const, arrow_compression: null, workspace_name: "" };
  const stamp = { by: "user_fixtures", at: now() };
  const query = newQuery(newId(), { ...request, project_id: null, version_id: null }, stamp);
  const error = { code: "invalid_sql", detail: "It failed." };
  await createQueryRecord(scope, failQuery(query, error, stamp.at));
  return query.id;
}

/** Table created by the task. */
const DESIGNS = {
  name: "designs",
  description: "",
  columns: [
    {
      name: "sequence",
      type: "STRING" as const,
      nullable: false,
      metadata: { description: null, deprecated: false },
    },
  ],
  rows: [{ sequence: "MNFPRASRLM" }],
};

/** Finished task that read a dataset, and artifacts of every type, in their stored form, without computing them. */
async function newTask(scope: WorkspaceScope, project: string) {
  const stamp = { by: "user_fixtures", at: now() };
  const context = { kind: "PROJECT" as const, project_id: project };
  const fields = { display_name: null, description: null, idempotency_key: null, parameters: {} };
  const created = createTask(newId(), { type: "train/v2", context, ...fields }, stamp);
  const snapshot: Snapshot = { context, query: "SELECT 1 AS n", version: null, relations: [] };
  await putJson(scope, taskSnapshotKey(scope.id, created.id, "dataset"), snapshot);
  const snapshotId = newId();
  const task = { ...created, state: "EXECUTING" as const, inputs: { dataset: snapshotId } };
  await createTaskRecord(scope, task);
  const run = new TaskRun(scope, task, AbortSignal.timeout(60_000));
  await completeTask(run, { artifacts: [], tables: [DESIGNS], result: () => ({}) });
  await transact(workspaceDatabase(scope), snapshotWrites(scope, task.id, task.inputs));
  const artifact = async (type: ArtifactType): Promise<string> => {
    const id = newId();
    const key = artifactPayloadKey(scope.id, id, "payload.json");
    await putJson(scope, key, { type });
    const payloads = { json: { key, content_type: "application/json", filename: "payload.json" } };
    const producer = { kind: "TASK" as const, task_id: task.id };
    const record = {
      id,
      created_at: stamp.at,
      created_by: stamp.by,
      context,
      type,
      data: type === "protein.structure/v1" ? { name: "2QMT", state: "READY" } : {},
      producer,
      payloads,
    };
    await transact(workspaceDatabase(scope), artifactWrites(scope, record));
    return id;
  };
  return {
    task: task.id,
    snapshot: snapshotId,
    report: await artifact("report/v1"),
    sampler: await artifact("model.sampler/v1"),
    scorer: await artifact("model.scorer/v1"),
    structure: await artifact("protein.structure/v1"),
  };
}
