import { conflict } from "@pdp/basics/errors";
import { formatCount, problemSentence } from "@pdp/basics/wording";
import { keyColumnsOf, type TableKey } from "#shared/domain/tableKey.ts";
import { againIfErased } from "#shared/history/relations/againIfErased.ts";
import { filesOf, readManifest } from "#shared/objects/manifests.ts";
import { runJob } from "#shared/runtime/runJob.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { type TableRecord, tableById } from "#shared/store/tables.ts";
import { findDuplicateKeys } from "./findDuplicateKeys.ts";

/** Raises a 409 with examples if rows of a table violate the key that it is about to get. */
export async function requireKeyHolds(
  scope: WorkspaceScope,
  { id, reference, columns, manifest_key }: TableRecord,
  { key = [] }: TableKey,
  signal: AbortSignal,
): Promise<void> {
  const keyColumns = keyColumnsOf({ key }, columns);
  // A column added in this update has no values yet.
  if (manifest_key === null || keyColumns.length < key.length) return;
  const { listed, count } = await againIfErased(async () => {
    const { manifest_key: current } = await tableById(scope, id);
    const manifest = await readManifest(scope, current ?? manifest_key);
    if (manifest.rows === 0) return { listed: [], count: 0 };
    const rows = { columns: keyColumns, added: await filesOf(scope, manifest), present: [] };
    return runJob(findDuplicateKeys, scope, rows, signal);
  });
  if (count === 0) return;
  const examples = listed.slice(0, 3).map(problemSentence).join(" ");
  throw conflict(
    "key_violated",
    `In "${reference}", ${formatCount(count, "row")} ${count === 1 ? "has" : "have"} the key (${key.join(", ")}) of another row: ${examples} Undo the load that added them, choose different columns, or set \`key_rule\` to WARN.`,
  );
}
