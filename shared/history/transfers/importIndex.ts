import type { Readable } from "node:stream";
import {
  type ExportedFile,
  INDEX_PATH,
  MAX_EXPORT_FILES,
  parseFileLine,
} from "#shared/domain/transfers/exportFormat.ts";
import type { ImportRecord } from "#shared/domain/transfers/transfer.ts";
import { importFileKey, importPrefix } from "#shared/objects/keys.ts";
import { listObjects, openObject } from "#shared/objects/objects.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { LineTooLong, linesOf, MAX_RECORD_LENGTH } from "./exportFiles.ts";

/** Error for an export that cannot be imported; its message is for users. */
export class UnfitExport extends Error {
  override readonly name = "UnfitExport";
}

/** Maximum length of a line in the list of files. */
const MAX_LINE_LENGTH = 4_096;

/** Files of an import by path, in the order of their paths. */
export type ImportIndex = ReadonlyMap<string, ExportedFile>;

/**
 * Reads the uploaded list of files, and checks that each file has been uploaded. The store only holds files whose content has
 * the SHA-256 in their key. Throws an `UnfitExport`.
 */
export async function readIndex(scope: WorkspaceScope, record: ImportRecord): Promise<ImportIndex> {
  const { id, export: root } = record;
  const sizes = new Map<string, number>();
  const prefix = importPrefix(scope.id, id);
  for await (const { key, bytes } of listObjects(scope, prefix, null))
    sizes.set(key.slice(prefix.length), bytes);
  if (sizes.get(root.index.sha256) !== root.index.bytes)
    throw new UnfitExport("The list of files, files.jsonl, has not been uploaded.");
  const index = new Map<string, ExportedFile>();
  let bytes = 0;
  let last = "";
  const content = await openObject(scope, importFileKey(scope.id, id, root.index.sha256));
  for await (const line of fitLines(content, MAX_LINE_LENGTH, INDEX_PATH)) {
    if (line === "") continue;
    const file = index.size < MAX_EXPORT_FILES ? parseFileLine(line, last) : null;
    if (file === null) throw new UnfitExport(`Line ${index.size + 1} of files.jsonl is not valid.`);
    const uploadedBytes = sizes.get(file.sha256);
    if (uploadedBytes === undefined) throw new UnfitExport(`The file ${file.path} has not been uploaded.`);
    if (uploadedBytes !== file.bytes)
      throw new UnfitExport(
        `The file ${file.path} has ${uploadedBytes} bytes, not ${file.bytes} as files.jsonl states.`,
      );
    index.set(file.path, file);
    bytes += file.bytes;
    last = file.path;
  }
  if (index.size !== root.files || bytes !== root.bytes)
    throw new UnfitExport("files.jsonl lists different files than export.json states.");
  return index;
}

/** Opens an uploaded file by its path in the export. */
export async function openImported(
  scope: WorkspaceScope,
  importId: string,
  index: ImportIndex,
  path: string,
) {
  const file = index.get(path);
  if (!file) throw new UnfitExport(`The export has no file ${path}.`);
  return openObject(scope, importFileKey(scope.id, importId, file.sha256));
}

/** Yields the lines of an uploaded file, with their numbers. Throws an `UnfitExport` for a line that is not a JSON object. */
export async function* importedLines(
  scope: WorkspaceScope,
  importId: string,
  index: ImportIndex,
  path: string,
): AsyncGenerator<{ number: number; text: string; value: Record<string, unknown> }> {
  let number = 0;
  const content = await openImported(scope, importId, index, path);
  for await (const text of fitLines(content, MAX_RECORD_LENGTH, path)) {
    number += 1;
    if (text !== "") yield { number, text, value: parseObject(text, `Line ${number} of ${path}`) };
  }
}

/** Yields the lines of a file. Throws an `UnfitExport` for a line that is too long. */
async function* fitLines(content: Readable, maxLength: number, path: string): AsyncGenerator<string> {
  try {
    yield* linesOf(content, maxLength);
  } catch (error) {
    throw error instanceof LineTooLong ? new UnfitExport(`${error.message} in ${path}.`) : error;
  }
}

/** Parses JSON that must be an object. */
export function parseObject(text: string, what: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new UnfitExport(`${what} is not JSON.`);
  }
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new UnfitExport(`${what} is not a JSON object.`);
  return value as Record<string, unknown>;
}
