import { checksumHeader, MULTIPART_TYPES, parseAlgorithm } from "#local/s3/protocol/checksum.ts";
import { S3Error } from "#local/s3/protocol/s3Error.ts";
import { xmlDocument } from "#local/s3/protocol/xml.ts";
import type { Upload, UploadName } from "#local/s3/storage/uploadStore.ts";
import { receiveBody } from "./body.ts";
import { readDescription } from "./description.ts";
import { quoted, type S3Request, type S3Response } from "./exchange.ts";

const MAX_PART_NUMBER = 10_000;

export function uploadName({ bucket, key, query }: S3Request): UploadName {
  return { bucket, key, id: query.get("uploadId") ?? "" };
}

/** Handles CreateMultipartUpload. */
export async function createMultipartUpload(request: S3Request): Promise<S3Response> {
  const { bucket, key } = request;
  const checksum = wantedChecksum(request);
  const id = await request.uploads.create(bucket, { key, description: readDescription(request), checksum });
  const body = xmlDocument("InitiateMultipartUploadResult", [
    ["Bucket", bucket],
    ["Key", key],
    ["UploadId", id],
  ]);
  const headers = { "x-amz-checksum-algorithm": checksum?.algorithm, "x-amz-checksum-type": checksum?.type };
  return { status: 200, headers, body };
}

/** Handles UploadPart. */
export async function uploadPart(request: S3Request): Promise<S3Response> {
  const number = partNumber(request);
  const name = uploadName(request);
  const algorithm = (await request.uploads.find(name)).checksum?.algorithm;
  const part = await request.uploads.putPart(name, number, async (file) => {
    const received = await receiveBody(request, (bytes) => file.write(bytes), { algorithm });
    const checksum = algorithm && received.checksums[0]?.value;
    return { size: received.size, etag: received.md5, checksum };
  });
  const headers = {
    etag: quoted(part.etag),
    ...(algorithm && { [checksumHeader(algorithm)]: part.checksum }),
  };
  return { status: 200, headers };
}

/** Handles AbortMultipartUpload. */
export async function abortMultipartUpload(request: S3Request): Promise<S3Response> {
  await request.uploads.end(uploadName(request), async () => undefined);
  return { status: 204 };
}

function partNumber({ query }: S3Request): number {
  const text = query.get("partNumber") ?? "";
  const number = /^[0-9]{1,5}$/.test(text) ? Number(text) : 0;
  if (number >= 1 && number <= MAX_PART_NUMBER) return number;
  throw new S3Error("InvalidArgument", "Part number must be an integer between 1 and 10000, inclusive");
}

function wantedChecksum({ headers }: S3Request): Upload["checksum"] {
  const name = headers["x-amz-checksum-algorithm"];
  const requestedType = headers["x-amz-checksum-type"]?.toUpperCase();
  if (name === undefined) {
    if (requestedType === undefined) return undefined;
    throw new S3Error("InvalidRequest", "x-amz-checksum-type requires x-amz-checksum-algorithm.");
  }
  const algorithm = parseAlgorithm(name);
  const type = MULTIPART_TYPES[algorithm];
  if (requestedType === undefined || requestedType === type) return { algorithm, type };
  throw new S3Error(
    "NotImplemented",
    `A multipart upload with ${algorithm} must use the checksum type ${type}.`,
  );
}
