import type { LoadFileRecord } from "#shared/domain/loads/load.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { workspaceDatabase } from "./dynamodb/database.ts";
import { listItems, type Write } from "./dynamodb/items.ts";
import type { Key } from "./dynamodb/keyParts.ts";
import { fileContentKey, fileContents } from "./dynamodb/keys.ts";

/** File of a table, listed by its content. */
export interface FileContent {
  load_id: string;
  file_id: string;
  filepath: string;
  table_reference: string;
}

/** Number of files with the same content to compare with a new one. */
const MAX_FILES_COMPARED = 50;

/**
 * Returns the key of a file in the content list; null if the file is not listed because it is empty or does not belong to a
 * table.
 */
export function contentKey(scope: WorkspaceScope, file: LoadFileRecord): Key | null {
  if (file.sha256 === undefined || file.table_reference === null || file.size === 0) return null;
  return fileContentKey(scope.id, file.sha256, file.id);
}

/** Returns the write that lists a new file by its content. */
export function contentWrites(scope: WorkspaceScope, loadId: string, file: LoadFileRecord): Write[] {
  const key = contentKey(scope, file);
  if (key === null) return [];
  const { id: file_id, filepath, table_reference } = file;
  return [{ kind: "put", key, item: { load_id: loadId, file_id, filepath, table_reference } }];
}

/** Returns the files in the workspace with this content, latest first. */
export async function filesOfContent(scope: WorkspaceScope, sha256: string): Promise<FileContent[]> {
  // The character after "#" in ASCII, because the list is read backwards from the end of the range.
  const { items } = await listItems<FileContent>(workspaceDatabase(scope), fileContents(scope.id), {
    after: `${sha256}$`,
    descending: true,
    limit: MAX_FILES_COMPARED,
  });
  return items.flatMap(({ sk, item }) => (sk.startsWith(`${sha256}#`) ? [item] : []));
}
