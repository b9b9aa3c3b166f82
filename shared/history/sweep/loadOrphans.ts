import type { CommittedFiles } from "#shared/history/commitIngestedLoad.ts";
import { getJson, type ListedObject } from "#shared/objects/objects.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { filesOfLoad } from "#shared/store/loadFiles.ts";
import { findLoad } from "#shared/store/loads.ts";

const DATA_FILE = /\.parquet$/;
const COMMITTED_LIST = /\/files-[0-9a-z]+\.json$/;

/**
 * Returns the orphans among the objects of one attempt of a load: all of them if the load is gone; otherwise, the data files
 * and lists that no commit refers to. `owner` is the load's id with the attempt. Reports stay with their load.
 */
export async function orphansOfAttempt(
  scope: WorkspaceScope,
  owner: string,
  objects: readonly ListedObject[],
): Promise<ListedObject[]> {
  const [loadId = "", attempt] = owner.split("-");
  const load = await findLoad(scope, loadId);
  if (!load) return [...objects];
  if (load.action !== null && load.attempt === Number(attempt)) return [];
  const { files_key: filesKey } = load;
  const committed = filesKey === null ? {} : await getJson<CommittedFiles>(scope, filesKey);
  const kept = new Set(Object.values(committed).flatMap((files) => files.map(({ key }) => key)));
  return objects.filter(({ key }) => {
    if (DATA_FILE.test(key)) return !kept.has(key);
    return COMMITTED_LIST.test(key) && key !== filesKey;
  });
}

/** Returns the uploads of a load that have no record: their upload failed, or they were removed. */
export async function orphansOfUploads(
  scope: WorkspaceScope,
  loadId: string,
  objects: readonly ListedObject[],
): Promise<ListedObject[]> {
  const known = new Set((await filesOfLoad(scope, loadId)).map(({ id }) => id));
  // The result of the check at upload is stored next to the upload, under the same name with an extension.
  const fileIdOf = (key: string): string => key.slice(key.lastIndexOf("/") + 1).split(".", 1)[0] ?? "";
  return objects.filter(({ key }) => !known.has(fileIdOf(key)));
}
