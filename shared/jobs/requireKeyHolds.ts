import { conflict } from "#shared/domain/errors.ts";
import { keyColumnsOf, type TableKey } from "#shared/domain/tableKey.ts";
import { problemSentence } from "#shared/domain/wording/problemSentences.ts";
import { formatCount } from "#shared/domain/wording/wording.ts";
import { filesOf, readManifest } from "#shared/lake/manifests.ts";
import { runJob } from "#shared/runtime/runJob.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import type { TableRecord } from "#shared/store/tables.ts";
import { findDuplicateKeys } from "./findDuplicateKeys.ts";

/** Raises a 409 with examples if rows of a table violate the key that it is to get. */
export async function requireKeyHolds(
  scope: WorkspaceScope,
  { reference, columns, manifest_key }: TableRecord,
  { key = [] }: TableKey,
  signal: AbortSignal,
): Promise<void> {
  const manifest = manifest_key === null ? null : await readManifest(scope, manifest_key);
  if (!manifest || manifest.rows === 0) return;
  const keyColumns = keyColumnsOf({ key }, columns);
  // A column that comes with this update has no values yet.
  if (keyColumns.length < key.length) return;
  const rows = { columns: keyColumns, added: await filesOf(scope, manifest), present: [] };
  const { listed, count } = await runJob(findDuplicateKeys, scope, rows, signal);
  if (count === 0) return;
  const examples = listed.slice(0, 3).map(problemSentence).join(" ");
  throw conflict(
    "key_violated",
    `In "${reference}", ${formatCount(count, "row")} ${count === 1 ? "has" : "have"} the key (${key.join(", ")}) of another row: ${examples} Undo the load that brought them, choose other columns, or set \`key_rule\` to WARN.`,
  );
}
