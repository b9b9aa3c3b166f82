import type { DataFile } from "#shared/domain/loads/manifest.ts";
import { mergedFileKey } from "#shared/objects/keys.ts";
import {
  filesOf,
  PendingObjects,
  readManifest,
  replaceFiles,
  writeManifest,
} from "#shared/objects/manifests.ts";
import { putBytes } from "#shared/objects/objects.ts";
import { newId, now } from "#shared/runtime/ids.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { replacedManifestWrite } from "#shared/store/compactions.ts";
import { workspaceDatabase } from "#shared/store/dynamodb/database.ts";
import { transact } from "#shared/store/dynamodb/items.ts";
import { readTableByReference } from "#shared/store/tables.ts";
import { tableWrites } from "#shared/store/tableWrites.ts";

/** Merges all files of the table `a` of `createIngestedLoad`, without reading them, and stores the merged file. Returns the replaced manifest. */
export async function mergeAllFiles(scope: WorkspaceScope): Promise<string> {
  const before = await readTableByReference(scope, "a");
  const manifest = await readManifest(scope, before.item.manifest_key ?? "");
  const files = await filesOf(scope, manifest);
  const [first] = files as [DataFile];
  const key = mergedFileKey(scope.id, before.item.id, `${newId()}-1f`);
  await putBytes(scope, key, "rows");
  const loads = files.flatMap((file) =>
    "loads" in file ? file.loads : [{ load_id: file.load_id, rows: 1 }],
  );
  const merged = { key, context: first.context, bytes: 4, rows: manifest.rows, loads };
  const objects = new PendingObjects(scope);
  const replaced = new Set(files.map((file) => file.key));
  const compacted = await replaceFiles(scope, objects, manifest, merged, replaced);
  const after = { ...before.item, manifest_key: writeManifest(scope, objects, compacted) };
  await objects.written();
  const old = before.item.manifest_key ?? "";
  await transact(workspaceDatabase(scope), [
    ...tableWrites(scope, before, after),
    replacedManifestWrite(scope, newId(), old, now()),
  ]);
  return old;
}
