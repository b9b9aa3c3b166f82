import {
  type ChecksumAlgorithm,
  createDigest,
  fullObjectChecksums,
  isChecksumAlgorithm,
} from "#infra/local/s3/protocol/checksum.ts";
import { S3Error } from "#infra/local/s3/protocol/s3Error.ts";
import { xmlDocument } from "#infra/local/s3/protocol/xml.ts";
import type { Description, ObjectRecord } from "#infra/local/s3/storage/objectRecord.ts";
import { type CopySource, copyBytes, openCopySource } from "./copySource.ts";
import { checksumElements, readDescription } from "./description.ts";
import { quoted, type S3Request, type S3Response } from "./exchange.ts";
import { writeCondition } from "./preconditions.ts";

/** CopyObject */
export async function copyObject(request: S3Request): Promise<S3Response> {
  const { store, bucket, key, headers } = request;
  const condition = writeCondition(headers);
  condition(await store.find(bucket, key));
  const source = await openCopySource(request);
  try {
    const description = describeCopy(request, source);
    const algorithm = wantedAlgorithm(request) ?? source.record.checksums[0]?.algorithm;
    const file = await store.createTemporary();
    const record = await file.discardOnError(async (): Promise<ObjectRecord> => {
      const digest = algorithm && createDigest(algorithm);
      const { size, md5 } = await copyBytes(source.handle, file, { digest });
      const modified = store.nextModified();
      await file.finish(modified);
      return { ...description, size, modified, etag: md5, checksums: fullObjectChecksums(algorithm, digest) };
    });
    await store.commit(bucket, key, file, record, condition);
    return { status: 200, body: xmlDocument("CopyObjectResult", copyResult(record)) };
  } finally {
    await source.handle.close();
  }
}

function describeCopy(request: S3Request, source: CopySource): Description {
  const directive = (request.headers["x-amz-metadata-directive"] ?? "COPY").toUpperCase();
  if (directive !== "COPY" && directive !== "REPLACE") {
    throw new S3Error("InvalidArgument", "x-amz-metadata-directive must be COPY or REPLACE.");
  }
  const described = readDescription(request);
  if (directive === "REPLACE") return described;
  if (source.bucket === request.bucket && source.key === request.key) {
    throw new S3Error(
      "InvalidRequest",
      "This copy request is illegal: it copies an object to itself unchanged.",
    );
  }
  return { content: source.record.content, user: source.record.user };
}

function wantedAlgorithm({ headers }: S3Request): ChecksumAlgorithm | undefined {
  const name = headers["x-amz-checksum-algorithm"]?.toUpperCase();
  if (name === undefined) return undefined;
  if (!isChecksumAlgorithm(name))
    throw new S3Error("InvalidRequest", "x-amz-checksum-algorithm is not supported.");
  return name;
}

function copyResult(record: ObjectRecord) {
  return [
    ["LastModified", new Date(record.modified).toISOString()],
    ["ETag", quoted(record.etag)],
    ...checksumElements(record),
  ] as const;
}
