import type { Column } from "@pdp/basics/columns";
import type { NameScope, Relation, RelationFile, ResolveRelation } from "@pdp/trino/relations";
import { type Context, type Visibility, visibleInTask } from "#shared/domain/context.ts";
import { foldReference } from "#shared/domain/table.ts";
import { taskSnapshotKey } from "#shared/objects/keys.ts";
import { filesOf, readManifest } from "#shared/objects/manifests.ts";
import { getJson } from "#shared/objects/objects.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { findSnapshotRecord } from "#shared/store/snapshots.ts";
import { findTask } from "#shared/store/tasks.ts";

/** Relation that a name denoted when it was first read, even if another table has the name later. */
export type PinnedRelation = { reference: string; version: string | null } & (
  | { kind: "TABLE"; manifest_key: string }
  | { kind: "VIEW"; query: string }
  | { kind: "ROWS"; columns: Column[]; files: RelationFile[] }
  | { kind: "SNAPSHOT"; task_id: string; input: string }
);

/** Task input as read by the task: its query, and what the names in it denoted. */
export interface Snapshot {
  /** Context of the task, which determines what it could see. */
  context: Context;
  query: string;
  version: string | null;
  relations: PinnedRelation[];
}

const BY_INPUT = /^tasks\.task_(\d+)\.(\w+)$/i;
const BY_ID = /^snapshots\.id_(\d{1,16})$/i;

/** Finds a task input by its SQL name; null if the task has not read that input. */
export async function findSnapshotByName(
  scope: WorkspaceScope,
  reference: string,
): Promise<{ taskId: string; input: string; snapshot: Snapshot } | null> {
  const [, id] = BY_ID.exec(reference) ?? [];
  if (id !== undefined) return findSnapshotById(scope, id);
  const [, taskId, named] = BY_INPUT.exec(reference) ?? [];
  if (taskId === undefined || named === undefined) return null;
  const input = named.toLowerCase();
  const snapshot = await findSnapshot(scope, taskId, input);
  return snapshot && { taskId, input, snapshot };
}

/** Finds a task input by the id of its snapshot; null if there is none. */
export async function findSnapshotById(
  scope: WorkspaceScope,
  id: string,
): Promise<{ taskId: string; input: string; snapshot: Snapshot } | null> {
  const record = await findSnapshotRecord(scope, id);
  if (!record) return null;
  const { task_id: taskId, input } = record;
  const snapshot = await findSnapshot(scope, taskId, input);
  return snapshot && { taskId, input, snapshot };
}

export async function findSnapshot(
  scope: WorkspaceScope,
  taskId: string,
  input: string,
): Promise<Snapshot | null> {
  const task = await findTask(scope, taskId);
  if (!task || !Object.hasOwn(task.inputs, input)) return null;
  return getJson<Snapshot>(scope, taskSnapshotKey(scope.id, taskId, input));
}

interface SnapshotView {
  kind: "VIEW";
  query: string;
  names: NameScope;
}

/** Returns a snapshot as a view with pinned names, restricted to the rows that both the task and the reader may see. */
export function snapshotView(
  scope: WorkspaceScope,
  { context, query, version, relations }: Snapshot,
  isVisible: Visibility,
): SnapshotView {
  const inTask = visibleInTask(context);
  const isShown: Visibility = (owner) => isVisible(owner) && inTask(owner);
  const byKey = new Map(
    relations.map((relation) => [relationKey(relation.reference, relation.version), relation]),
  );
  const resolve: ResolveRelation = async (reference, at) => {
    const relation = byKey.get(relationKey(reference, at ?? null));
    if (!relation) throw new Error(`The snapshot has no table ${reference} at the version ${at}`);
    return resolvePinned(scope, relation, context, isShown);
  };
  // The catalogs in the query's names were checked when the task read them. The workspace may have had a different name at that
  // time.
  const names = { resolve: Object.assign(resolve, { isCatalog: () => true }) };
  return { kind: "VIEW", query, names: { ...names, ...(version === null ? {} : { version }) } };
}

async function resolvePinned(
  scope: WorkspaceScope,
  relation: PinnedRelation,
  context: Context,
  isShown: Visibility,
): Promise<Relation> {
  switch (relation.kind) {
    case "VIEW":
      return { kind: "VIEW", query: relation.query };
    case "ROWS":
      return { kind: "TABLE", columns: relation.columns, files: isShown(context) ? relation.files : [] };
    case "SNAPSHOT": {
      const snapshot = await findSnapshot(scope, relation.task_id, relation.input);
      if (!snapshot) throw new Error(`The task ${relation.task_id} has no snapshot ${relation.input}`);
      return snapshotView(scope, snapshot, isShown);
    }
    case "TABLE": {
      const manifest = await readManifest(scope, relation.manifest_key);
      const files = await filesOf(scope, manifest);
      return {
        kind: "TABLE",
        columns: manifest.columns,
        files: files.filter((file) => isShown(file.context)),
      };
    }
  }
}

function relationKey(reference: string, version: string | null): string {
  return JSON.stringify([foldReference(reference), version]);
}
