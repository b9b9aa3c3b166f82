import { createHash } from "node:crypto";
import type { FileHandle } from "node:fs/promises";
import type { ByteRange } from "#local/s3/protocol/byteRange.ts";
import {
  CHECKSUM_ALGORITHMS,
  createDigest,
  type Digest,
  fullObjectChecksums,
  parseAlgorithm,
} from "#local/s3/protocol/checksum.ts";
import { S3Error } from "#local/s3/protocol/s3Error.ts";
import { xmlDocument } from "#local/s3/protocol/xml.ts";
import type { TemporaryFile } from "#local/s3/storage/durableFiles.ts";
import type { Description } from "#local/s3/storage/objectRecord.ts";
import type { OpenObject } from "#local/s3/storage/objectStore.ts";
import { checksumElements, readDescription } from "./description.ts";
import { matchesEtag, quoted, type S3Request, type S3Response } from "./exchange.ts";

const READ_BYTES = 256 * 1024;

interface CopySource extends OpenObject {
  bucket: string;
  key: string;
}

/** Handles CopyObject. */
export async function copyObject(request: S3Request): Promise<S3Response> {
  const { store, bucket, key, headers } = request;
  const source = await openCopySource(request);
  try {
    const description = describeCopy(request, source);
    const asked = headers["x-amz-checksum-algorithm"];
    const ofSource = source.record.checksums[0]?.algorithm;
    const algorithm = asked ? parseAlgorithm(asked) : CHECKSUM_ALGORITHMS.find((name) => name === ofSource);
    const record = await store.put(bucket, key, async (file) => {
      const digest = algorithm && createDigest(algorithm);
      const { size, md5 } = await copyBytes(source.handle, file, { digest });
      return { ...description, size, etag: md5, checksums: await fullObjectChecksums(algorithm, digest) };
    });
    const body = xmlDocument("CopyObjectResult", [
      ["LastModified", new Date(record.modified).toISOString()],
      ["ETag", quoted(record.etag)],
      ...checksumElements(record),
    ]);
    return { status: 200, body };
  } finally {
    await source.handle.close();
  }
}

function describeCopy(request: S3Request, source: CopySource): Description {
  const directive = (request.headers["x-amz-metadata-directive"] ?? "COPY").toUpperCase();
  if (directive !== "COPY" && directive !== "REPLACE") {
    throw new S3Error("InvalidArgument", "x-amz-metadata-directive must be COPY or REPLACE.");
  }
  if (directive === "REPLACE") return readDescription(request);
  if (source.bucket === request.bucket && source.key === request.key) {
    throw new S3Error(
      "InvalidRequest",
      "This copy request is illegal: it copies an object to itself unchanged.",
    );
  }
  return { content: source.record.content, user: source.record.user };
}

/** Opens the object named by x-amz-copy-source if x-amz-copy-source-if-match allows it. The caller closes the handle. */
export async function openCopySource({ store, headers }: S3Request): Promise<CopySource> {
  const { bucket, key } = parseCopySource(headers["x-amz-copy-source"] ?? "");
  await store.requireBucket(bucket);
  const source = await store.open(bucket, key);
  const ifMatch = headers["x-amz-copy-source-if-match"];
  if (ifMatch !== undefined && !matchesEtag(ifMatch, source.record.etag)) {
    await source.handle.close();
    throw new S3Error("PreconditionFailed");
  }
  return { ...source, bucket, key };
}

function parseCopySource(header: string): { bucket: string; key: string } {
  if (header.includes("?")) throw new S3Error("NotImplemented", "Object versions are not supported.");
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

/** Appends bytes of an open file (all bytes without a `range`) to a temporary file, and updates `digest`. */
export async function copyBytes(
  handle: FileHandle,
  file: TemporaryFile,
  { range, digest }: { range?: ByteRange | undefined; digest?: Digest | undefined },
): Promise<{ size: number; md5: string }> {
  const md5 = createHash("md5");
  let size = 0;
  const bounds = range ? { start: range.first, end: range.last } : {};
  const source = handle.createReadStream({ ...bounds, autoClose: false, highWaterMark: READ_BYTES });
  for await (const bytes of source) {
    size += bytes.length;
    md5.update(bytes);
    digest?.update(bytes);
    await file.write(bytes);
  }
  return { size, md5: md5.digest().toString("hex") };
}
