import { parseByteRange } from "#infra/local/s3/protocol/byteRange.ts";
import {
  checksumElement,
  checksumHeader,
  createDigest,
  MULTIPART_TYPES,
  parseAlgorithm,
} from "#infra/local/s3/protocol/checksum.ts";
import { S3Error } from "#infra/local/s3/protocol/s3Error.ts";
import { xmlDocument } from "#infra/local/s3/protocol/xml.ts";
import type { Part, Upload, UploadName } from "#infra/local/s3/storage/uploadStore.ts";
import { receiveBody } from "./body.ts";
import { copyBytes, openCopySource } from "./copyObject.ts";
import { readDescription } from "./description.ts";
import { quoted, type S3Request, type S3Response } from "./exchange.ts";

const MAX_PART_NUMBER = 10_000;

export function uploadName({ bucket, key, query }: S3Request): UploadName {
  return { bucket, key, id: query.get("uploadId") ?? "" };
}

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

export async function uploadPart(request: S3Request): Promise<S3Response> {
  const { store, uploads } = request;
  const number = partNumber(request);
  const upload = await uploads.find(uploadName(request));
  const file = await store.createTemporary();
  const part = await file.discardOnError(async () => {
    const wanted = upload.checksum?.algorithm;
    const { size, md5, checksums } = await receiveBody(request, (bytes) => file.write(bytes), {
      compute: wanted,
    });
    const other = [...checksums.keys()].find((algorithm) => wanted !== undefined && algorithm !== wanted);
    if (other)
      throw new S3Error("InvalidRequest", `Checksum Type mismatch: expected ${wanted}, actual ${other}.`);
    await file.finish();
    return newPart(request, { number, size, md5, checksum: wanted && checksums.get(wanted) });
  });
  await uploads.addPart(uploadName(request), file, part);
  return { status: 200, headers: { etag: quoted(part.etag), ...partChecksumHeaders(upload, part) } };
}

export async function uploadPartCopy(request: S3Request): Promise<S3Response> {
  const { store, uploads, headers } = request;
  const number = partNumber(request);
  const upload = await uploads.find(uploadName(request));
  const source = await openCopySource(request);
  try {
    const asked = headers["x-amz-copy-source-range"];
    const range = parseByteRange(asked, source.record.size);
    if (asked !== undefined && !range) {
      throw new S3Error("InvalidArgument", "x-amz-copy-source-range must be bytes=<first>-<last>.");
    }
    const file = await store.createTemporary();
    const part = await file.discardOnError(async () => {
      const digest = upload.checksum && createDigest(upload.checksum.algorithm);
      const copied = await copyBytes(source.handle, file, { range, digest });
      await file.finish();
      return newPart(request, { number, ...copied, checksum: digest?.digest().toString("base64") });
    });
    await uploads.addPart(uploadName(request), file, part);
    const body = xmlDocument("CopyPartResult", [
      ["LastModified", new Date(part.modified).toISOString()],
      ["ETag", quoted(part.etag)],
      ...(upload.checksum ? [[checksumElement(upload.checksum.algorithm), part.checksum] as const] : []),
    ]);
    return { status: 200, body };
  } finally {
    await source.handle.close();
  }
}

export async function abortMultipartUpload(request: S3Request): Promise<S3Response> {
  await request.uploads.end(uploadName(request), async () => undefined);
  return { status: 204 };
}

function newPart(
  { store }: S3Request,
  { md5, ...facts }: { number: number; size: number; md5: string; checksum: string | undefined },
): Omit<Part, "file"> {
  return { ...facts, etag: md5, modified: store.nextModified() };
}

function partNumber({ query }: S3Request): number {
  const text = query.get("partNumber") ?? "";
  const number = /^[0-9]{1,5}$/.test(text) ? Number(text) : 0;
  if (number >= 1 && number <= MAX_PART_NUMBER) return number;
  throw new S3Error("InvalidArgument", "Part number must be an integer between 1 and 10000, inclusive");
}

function partChecksumHeaders(upload: Upload, part: Omit<Part, "file">): Record<string, string> {
  if (!upload.checksum || part.checksum === undefined) return {};
  return { [checksumHeader(upload.checksum.algorithm)]: part.checksum };
}

function wantedChecksum({ headers }: S3Request): Upload["checksum"] {
  const name = headers["x-amz-checksum-algorithm"];
  const asked = headers["x-amz-checksum-type"]?.toUpperCase();
  if (name === undefined) {
    if (asked === undefined) return undefined;
    throw new S3Error("InvalidRequest", "x-amz-checksum-type needs x-amz-checksum-algorithm.");
  }
  const algorithm = parseAlgorithm(name);
  const type = MULTIPART_TYPES[algorithm];
  if (asked === undefined || asked === type) return { algorithm, type };
  throw new S3Error("NotImplemented", `The checksum of an upload in parts by ${algorithm} is ${type}.`);
}
