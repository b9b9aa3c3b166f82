import { deserialize, serialize } from "node:v8";
import { eraseTask } from "#shared/domain/erasures/eraseTask.ts";
import { artifactsOf } from "#shared/domain/tasks/artifactsOf.ts";
import { inParallel } from "#shared/history/inParallel.ts";
import type { PinnedRelation, Snapshot } from "#shared/history/taskSnapshots.ts";
import { taskStageKey } from "#shared/objects/keys.ts";
import { getBytes, getJson, putBytes, putJson } from "#shared/objects/objects.ts";
import { now } from "#shared/runtime/ids.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { eraseArtifactRecord } from "#shared/store/artifacts.ts";
import { changeTask } from "#shared/store/tasks.ts";
import { withoutErased } from "./erasedTexts.ts";
import type { ErasureSearch } from "./searchedTable.ts";

/** Removes the inputs and results of tasks that read erased rows from their records, and quoted values from all other records. */
export async function eraseTaskRecords(scope: WorkspaceScope, search: ErasureSearch): Promise<void> {
  const { affected, tasks, texts } = search;
  // Names of columns in parameters may contain a value as a word.
  const clean = (value: unknown): unknown => withoutErased(value, (text) => texts.areIn(text));
  await inParallel(affected.values(), async ({ task }) => {
    const at = now();
    await inParallel(artifactsOf(task.result), (id) => eraseArtifactRecord(scope, id, at));
    await changeTask(scope, task.id, (before) => eraseTask(before, clean, at));
  });
  if (texts.size === 0) return;
  const others = tasks.filter(({ task }) => !affected.has(task.id));
  await inParallel(others, async ({ task: { id, errors, parameters } }) => {
    const said = { errors, parameters };
    const cut = {
      errors: withoutErased(errors, (text) => texts.areInName(text)),
      parameters: clean(parameters),
    } as typeof said;
    if (JSON.stringify(cut) === JSON.stringify(said)) return;
    await changeTask(scope, id, (before) => ({ ...before, ...cut }));
  });
}

/**
 * Points the snapshots of all other tasks and orders to the replacements of the manifests that they have pinned. `manifests` maps old
 * keys to new ones.
 */
export async function replacePinned(
  scope: WorkspaceScope,
  { affected, tasks, orders, affectedOrders }: ErasureSearch,
  manifests: ReadonlyMap<string, string>,
): Promise<void> {
  const isPinned = ({ key }: { key: string }): boolean => manifests.has(key);
  const replaceIn = async (key: string): Promise<void> => {
    const snapshot = await getJson<Snapshot>(scope, key);
    await putJson(scope, key, withManifests(snapshot, manifests));
  };
  const others = tasks.filter((reads) => !affected.has(reads.task.id) && reads.manifests.some(isPinned));
  await inParallel(others, async ({ task, snapshotKeys }) => {
    await replaceInStage(scope, task.id, manifests);
    for (const key of snapshotKeys) await replaceIn(key);
  });
  const kept = orders.filter((reads) => !affectedOrders.includes(reads.id) && reads.manifests.some(isPinned));
  await inParallel(kept, async ({ snapshotKey }) => {
    if (snapshotKey !== null) await replaceIn(snapshotKey);
  });
}

/** Replaces the keys in the checkpoint from which a resumed task rewrites its snapshots. */
async function replaceInStage(
  scope: WorkspaceScope,
  taskId: string,
  manifests: ReadonlyMap<string, string>,
): Promise<void> {
  const key = taskStageKey(scope.id, taskId, "pinned");
  const stored = await getBytes(scope, key);
  if (!stored) return;
  const pinned = deserialize(stored) as { snapshots?: { inputs?: Record<string, Snapshot> } };
  const inputs = pinned.snapshots?.inputs;
  if (!inputs) return;
  const replaced = Object.fromEntries(
    Object.entries(inputs).map(([name, snapshot]) => [name, withManifests(snapshot, manifests)]),
  );
  await putBytes(scope, key, serialize({ ...pinned, snapshots: { ...pinned.snapshots, inputs: replaced } }));
}

function withManifests(snapshot: Snapshot, manifests: ReadonlyMap<string, string>): Snapshot {
  const relations = snapshot.relations.map((relation): PinnedRelation => {
    if (relation.kind !== "TABLE") return relation;
    return { ...relation, manifest_key: manifests.get(relation.manifest_key) ?? relation.manifest_key };
  });
  return { ...snapshot, relations };
}
