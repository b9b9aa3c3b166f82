import { createHash } from "node:crypto";
import type { Readable } from "node:stream";
import { type ExportedFile, isExportedObject } from "#shared/domain/transfers/exportFormat.ts";
import { exportPrefix, workspacePrefix } from "#shared/objects/keys.ts";
import { openObject } from "#shared/objects/objects.ts";
import { putStream } from "#shared/objects/putStream.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";

const OBJECTS = "objects/";
/** Size of a piece of a written file, in characters. */
const PIECE_LENGTH = 65_536;

/** Returns the key of a file of an export. */
export function exportFileKey(scope: WorkspaceScope, exportId: string, path: string): string {
  return path.startsWith(OBJECTS)
    ? `${workspacePrefix(scope.id)}${path.slice(OBJECTS.length)}`
    : `${exportPrefix(scope.id, exportId)}${path}`;
}

/** Returns the path of an object in an export; null if exports do not contain it. */
export function exportPathOf(scope: WorkspaceScope, key: string): string | null {
  const below = key.slice(workspacePrefix(scope.id).length);
  return isExportedObject(below) ? `${OBJECTS}${below}` : null;
}

/** Stores lines of JSON under the path of an export. Returns its size and SHA-256. */
export async function putLines(
  scope: WorkspaceScope,
  exportId: string,
  path: string,
  lines: AsyncIterable<object> | Iterable<object>,
): Promise<ExportedFile> {
  const hash = createHash("sha256");
  let bytes = 0;
  async function* pieces(): AsyncGenerator<Uint8Array> {
    let text = "";
    const piece = (): Buffer => {
      const written = Buffer.from(text);
      hash.update(written);
      bytes += written.byteLength;
      text = "";
      return written;
    };
    for await (const line of lines) {
      text += `${JSON.stringify(line)}\n`;
      if (text.length >= PIECE_LENGTH) yield piece();
    }
    if (text !== "") yield piece();
  }
  await putStream(scope, exportFileKey(scope, exportId, path), pieces());
  return { path, bytes, sha256: hash.digest("hex") };
}

/** Yields the lines of a stored text. Throws a `LineTooLong` instead of reading a long line. */
export async function* linesOf(content: Readable, maxLength: number): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of content as AsyncIterable<Buffer>) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    yield* lines;
    if (rest.length > maxLength) throw new LineTooLong(maxLength);
  }
  if (rest !== "") yield rest;
}

/** Error for a line that is longer than any line of an export. */
export class LineTooLong extends Error {
  override readonly name = "LineTooLong";
  constructor(maxLength: number) {
    super(`A line has more than ${maxLength} characters`);
  }
}

/** Maximum length of a record's line: a record has at most 400 kB, and JSON may escape each character. */
export const MAX_RECORD_LENGTH = 4 * 2 ** 20;

/** Yields the lines of a file of an export as objects. */
export async function* readLines<T>(
  scope: WorkspaceScope,
  exportId: string,
  path: string,
): AsyncGenerator<T> {
  const content = await openObject(scope, exportFileKey(scope, exportId, path));
  for await (const line of linesOf(content, MAX_RECORD_LENGTH)) if (line !== "") yield JSON.parse(line) as T;
}

/** Returns the size and the SHA-256 of a stream. */
export async function digestOf(content: Readable): Promise<Omit<ExportedFile, "path">> {
  const hash = createHash("sha256");
  let bytes = 0;
  for await (const chunk of content as AsyncIterable<Buffer>) {
    hash.update(chunk);
    bytes += chunk.length;
  }
  return { bytes, sha256: hash.digest("hex") };
}
