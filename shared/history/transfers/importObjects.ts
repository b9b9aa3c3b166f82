import { buffer, text } from "node:stream/consumers";
import { type DataFile, type Manifest, withSegments } from "#shared/domain/loads/manifest.ts";
import { type Renumbering, renumber } from "#shared/domain/transfers/renumber.ts";
import { gzipText, textOf } from "#shared/objects/gzipText.ts";
import { importFileKey, workspacePrefix } from "#shared/objects/keys.ts";
import { getJson, listObjects, openObject, putBytes } from "#shared/objects/objects.ts";
import { putStream } from "#shared/objects/putStream.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { checkImported, namesObjects } from "./checkImported.ts";
import { type ImportIndex, openImported, UnfitExport } from "./importIndex.ts";
import { mayContainIds, renumberFile } from "./renumberFile.ts";

/** Largest object that is read as a whole, in bytes. */
const MAX_TEXT_BYTES = 64 * 2 ** 20;

/** Import in progress, with what its objects need. */
export interface ObjectImport {
  scope: WorkspaceScope;
  importId: string;
  index: ImportIndex;
  rules: Renumbering;
  signal: AbortSignal;
}

/** Returns the paths of all objects in the order in which they are copied: segments after data files, manifests last. */
export function objectPaths(index: ImportIndex): string[] {
  const rank = (path: string): number =>
    path.includes("/segments/") ? 1 : path.includes("/manifests/") ? 2 : 0;
  return [...index.keys()]
    .filter((path) => path.startsWith("objects/"))
    .map((path) => `${rank(path)}${path}`)
    .sort();
}

/** Returns the path of an entry of `objectPaths`. */
export const pathOfEntry = (entry: string): string => entry.slice(1);

/** Checks an object that names others. Throws an `UnfitExport`. */
export async function checkObject(
  scope: WorkspaceScope,
  importId: string,
  index: ImportIndex,
  { from, path }: { from: string; path: string },
): Promise<void> {
  if (!namesObjects(path)) return;
  if ((index.get(path)?.bytes ?? 0) > MAX_TEXT_BYTES) throw tooLarge(path);
  const content = await buffer(await openImported(scope, importId, index, path));
  let value: unknown;
  try {
    value = JSON.parse(await textOf(content, MAX_TEXT_BYTES));
  } catch (error) {
    const { code = "" } = error as { code?: string };
    if (code === "ERR_BUFFER_TOO_LARGE") throw tooLarge(path);
    if (error instanceof SyntaxError || code.startsWith("Z_"))
      throw new UnfitExport(`The file ${path} is not JSON.`);
    throw error;
  }
  const isOfTable = path.startsWith("objects/tables/");
  checkImported(value, path, { from, index, isComplete: isOfTable });
  if (path.includes("/segments/") && !Array.isArray(value))
    throw new UnfitExport(`The file ${path} is not a list of files.`);
  if (path.includes("/manifests/") && !Array.isArray((value as Manifest | null)?.segments))
    throw new UnfitExport(`The file ${path} has no segments.`);
}

function tooLarge(path: string): UnfitExport {
  return new UnfitExport(`The file ${path} is too large: it may have at most ${MAX_TEXT_BYTES} bytes.`);
}

/** Copies an uploaded object to its place in the workspace, with its ids replaced. Can be repeated. */
export async function copyObject(path: string, { scope, index, ...work }: ObjectImport): Promise<void> {
  const { importId, rules, signal } = work;
  const file = index.get(path);
  if (!file) throw new Error(`The import has no file ${path}`);
  const from = importFileKey(scope.id, importId, file.sha256);
  const to = targetKey(scope, path, rules);
  if (namesObjects(path)) {
    const content = renumber(await textOf(await buffer(await openObject(scope, from))), rules);
    const sized = rules.offset === 0 ? content : await withSizes(scope, path, content);
    await putBytes(scope, to, await gzipText(sized));
  } else if (isText(path) && file.bytes <= MAX_TEXT_BYTES) {
    await putBytes(scope, to, renumber(await text(await openObject(scope, from)), rules));
  } else if (rules.offset !== 0 && mayContainIds(path)) {
    await renumberFile(scope, from, to, rules.offset, signal);
  } else await putStream(scope, to, await openObject(scope, from));
}

/** Returns the key of an imported object. */
export function targetKey(scope: WorkspaceScope, path: string, rules: Renumbering): string {
  return `${workspacePrefix(scope.id)}${renumber(path.slice("objects/".length), rules)}`;
}

/** Returns whether an object is text of the platform, which may contain ids. Uploaded files and models stay as they are. */
function isText(path: string): boolean {
  return /^objects\/(?:artifacts\/.*\.(?:json|html)|(?:loads|tasks|orders)\/.*\.json)$/.test(path);
}

/** Returns a segment or a manifest with the sizes of its files, which change with the ids in them. */
async function withSizes(scope: WorkspaceScope, path: string, content: string): Promise<string> {
  if (path.includes("/segments/")) {
    const files: DataFile[] = [];
    for (const file of JSON.parse(content) as DataFile[]) {
      const bytes = mayContainIds(file.key) ? await sizeOf(scope, file.key) : file.bytes;
      files.push({ ...file, bytes });
    }
    return JSON.stringify(files);
  }
  if (!path.includes("/manifests/")) return content;
  const manifest = JSON.parse(content) as Manifest;
  const segments = [];
  for (const segment of manifest.segments) {
    const files = await getJson<DataFile[]>(scope, segment.key);
    segments.push({ ...segment, bytes: files.reduce((sum, { bytes }) => sum + bytes, 0) });
  }
  return JSON.stringify(withSegments(manifest, segments));
}

async function sizeOf(scope: WorkspaceScope, key: string): Promise<number> {
  for await (const object of listObjects(scope, key, null)) if (object.key === key) return object.bytes;
  throw new Error(`The object ${key} was not copied`);
}
