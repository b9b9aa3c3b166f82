import { pipeline, type Readable, type Transform } from "node:stream";
import { constants, createZstdCompress, createZstdDecompress } from "node:zlib";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { compressedUploadKey } from "./keys.ts";
import { withCopy, withLocalFile } from "./locate.ts";
import { isStored, openIfPresent, openObject } from "./objects.ts";
import { putStream } from "./putStream.ts";

/** Zstd level: compared with level 3, files are about 8 % smaller, and compression takes two to three times as long. */
const LEVEL = 6;

/** Opens an uploaded file with its original bytes, even if only the compressed copy is left. */
export async function openUpload(scope: WorkspaceScope, key: string): Promise<Readable> {
  return (await openIfPresent(scope, key))?.body ?? (await openCompressedUpload(scope, key));
}

/** Opens the compressed copy of an uploaded file as a stream of the original bytes. If the copy is damaged, the stream fails. */
export async function openCompressedUpload(scope: WorkspaceScope, key: string): Promise<Readable> {
  const content = await openObject(scope, compressedUploadKey(key));
  return connect(content, createZstdDecompress());
}

/** Stores a compressed copy of an uploaded file next to it. */
export async function compressUpload(scope: WorkspaceScope, key: string): Promise<void> {
  const params = { [constants.ZSTD_c_compressionLevel]: LEVEL, [constants.ZSTD_c_checksumFlag]: 1 };
  const packed = connect(await openObject(scope, key), createZstdCompress({ params }));
  await putStream(scope, compressedUploadKey(key), packed);
}

/** Calls `use` with the original bytes of an uploaded file as a local file, like `withLocalFile`. */
export async function withUpload<T>(
  scope: WorkspaceScope,
  key: string,
  use: (path: string) => Promise<T>,
): Promise<T> {
  // An upload with a compressed copy may be removed while `use` runs.
  if (await isStored(scope, compressedUploadKey(key)))
    return withCopy(scope, () => openUpload(scope, key), use);
  return withLocalFile(scope, key, use);
}

/** Connects two streams such that an error or an early end of either destroys both. */
function connect(content: Readable, target: Transform): Transform {
  // Errors are reported by the returned stream.
  return pipeline(content, target, () => undefined);
}
