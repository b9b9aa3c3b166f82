import type { FileHandle } from "node:fs/promises";
import type { ByteRange } from "#infra/local/s3/protocol/byteRange.ts";
import { createDigest, type Digest } from "#infra/local/s3/protocol/checksum.ts";
import { S3Error } from "#infra/local/s3/protocol/s3Error.ts";
import type { TemporaryFile } from "#infra/local/s3/storage/durableFiles.ts";
import type { OpenObject } from "#infra/local/s3/storage/objectStore.ts";
import type { S3Request } from "./exchange.ts";
import { requireCopyable } from "./preconditions.ts";

const READ_BYTES = 256 * 1024;

export interface CopiedBytes {
  size: number;
  /** In hexadecimal. */
  md5: string;
}

export interface CopySource extends OpenObject {
  bucket: string;
  key: string;
}

/** Opens what x-amz-copy-source names, if x-amz-copy-source-if-… allow it. The caller closes the handle. */
export async function openCopySource(request: S3Request): Promise<CopySource> {
  const { bucket, key } = parseCopySource(request.headers["x-amz-copy-source"] ?? "");
  await request.store.requireBucket(bucket);
  const source = await request.store.open(bucket, key);
  try {
    requireCopyable(request.headers, source.record);
  } catch (error) {
    await source.handle.close();
    throw error;
  }
  return { ...source, bucket, key };
}

function parseCopySource(header: string): { bucket: string; key: string } {
  const queryStart = header.indexOf("?");
  if (queryStart >= 0) throw new S3Error("NotImplemented", "Versions of objects are not supported.");
  let source: string;
  try {
    source = decodeURIComponent(header).replace(/^\//, "");
  } catch {
    throw new S3Error("InvalidArgument", "x-amz-copy-source is not percent-encoded UTF-8.");
  }
  const slash = source.indexOf("/");
  if (slash < 1 || slash === source.length - 1) {
    throw new S3Error("InvalidArgument", "x-amz-copy-source must be /<bucket>/<key>.");
  }
  return { bucket: source.slice(0, slash), key: source.slice(slash + 1) };
}

/** Appends bytes of an open file (all of them without a `range`) to a temporary one; `digest` sees them too. */
export async function copyBytes(
  handle: FileHandle,
  file: TemporaryFile,
  { range, digest }: { range?: ByteRange | undefined; digest?: Digest | undefined },
): Promise<CopiedBytes> {
  const md5 = createDigest("MD5");
  let size = 0;
  const bounds = range ? { start: range.first, end: range.last } : {};
  for await (const bytes of handle.createReadStream({
    ...bounds,
    autoClose: false,
    highWaterMark: READ_BYTES,
  })) {
    size += bytes.length;
    md5.update(bytes);
    digest?.update(bytes);
    await file.write(bytes);
  }
  return { size, md5: md5.digest().toString("hex") };
}
