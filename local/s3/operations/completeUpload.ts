import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import {
  CHECKSUM_ALGORITHMS,
  type Checksum,
  checksumElement,
  checksumHeader,
  compositeChecksum,
  createDigest,
  fullObjectChecksums,
} from "#local/s3/protocol/checksum.ts";
import { S3Error } from "#local/s3/protocol/s3Error.ts";
import { childrenNamed, childText, parseXml, xmlDocument } from "#local/s3/protocol/xml.ts";
import type { TemporaryFile } from "#local/s3/storage/durableFiles.ts";
import type { ObjectRecord } from "#local/s3/storage/objectRecord.ts";
import type { Part, Upload } from "#local/s3/storage/uploadStore.ts";
import { receiveText } from "./body.ts";
import { checksumElements } from "./description.ts";
import { quoted, type S3Request, type S3Response } from "./exchange.ts";
import { uploadName } from "./multipartUpload.ts";

/** Minimum size of every part except the last, in bytes. */
const MIN_PART_BYTES = 5 * 1024 ** 2;
const MAX_DOCUMENT_BYTES = 4 * 1024 ** 2;
const READ_BYTES = 256 * 1024;

interface NamedPart {
  number: number;
  etag: string;
  /** By element name. */
  checksums: [element: string, value: string | undefined][];
}

/** Handles CompleteMultipartUpload: assembles the object from the listed parts, in order. */
export async function completeMultipartUpload(request: S3Request): Promise<S3Response> {
  const { store, uploads, bucket, key, headers } = request;
  const named = parseParts(await receiveText(withoutObjectChecksum(request), MAX_DOCUMENT_BYTES));
  const record = await uploads.end(uploadName(request), async (upload, present) => {
    const parts = chooseParts(named, present, upload);
    return store.put(bucket, key, (file) => joinParts(request, upload, parts, file));
  });
  const body = xmlDocument("CompleteMultipartUploadResult", [
    ["Location", `http://${headers.host}/${bucket}/${key}`],
    ["Bucket", bucket],
    ["Key", key],
    ["ETag", quoted(record.etag)],
    ...checksumElements(record),
  ]);
  return { status: 200, body };
}

/** Ignores the checksum headers, which describe the object here, not the body. */
function withoutObjectChecksum(request: S3Request): S3Request {
  const kept = Object.entries(request.headers).filter(([name]) => !/^x-amz-(sdk-)?checksum-/.test(name));
  return { ...request, headers: Object.fromEntries(kept) };
}

function parseParts(document: string): NamedPart[] {
  const root = parseXml(document);
  const parts = childrenNamed(root, "Part").map((part): NamedPart => {
    const number = Number(childText(part, "PartNumber"));
    const etag = childText(part, "ETag")?.trim().replaceAll('"', "");
    if (!Number.isInteger(number) || !etag) throw new S3Error("MalformedXML");
    const elements = CHECKSUM_ALGORITHMS.map(checksumElement);
    return { number, etag, checksums: elements.map((element) => [element, childText(part, element)]) };
  });
  if (root.name !== "CompleteMultipartUpload" || parts.length === 0) throw new S3Error("MalformedXML");
  if (parts.some((part, index) => part.number <= (parts[index - 1]?.number ?? 0))) {
    throw new S3Error("InvalidPartOrder");
  }
  return parts;
}

function chooseParts(named: readonly NamedPart[], present: readonly Part[], upload: Upload): Part[] {
  const byNumber = new Map(present.map((part) => [part.number, part]));
  const element = upload.checksum && checksumElement(upload.checksum.algorithm);
  const parts = named.map(({ number, etag, checksums }) => {
    const part = byNumber.get(number);
    if (part?.etag !== etag) throw new S3Error("InvalidPart");
    const isOther = ([name, value]: NamedPart["checksums"][number]) =>
      value !== undefined && (name !== element || value !== part.checksum);
    if (element && checksums.some(isOther)) {
      throw new S3Error("InvalidPart", `The checksum of part ${number} does not match the uploaded part.`);
    }
    return part;
  });
  if (parts.slice(0, -1).some(({ size }) => size < MIN_PART_BYTES)) throw new S3Error("EntityTooSmall");
  return parts;
}

async function joinParts(
  request: S3Request,
  upload: Upload,
  parts: readonly Part[],
  file: TemporaryFile,
): Promise<Omit<ObjectRecord, "modified">> {
  const name = uploadName(request);
  const md5s = createHash("md5");
  const algorithm = upload.checksum?.type === "FULL_OBJECT" ? upload.checksum.algorithm : undefined;
  const digest = algorithm && createDigest(algorithm);
  let size = 0;
  for (const part of parts) {
    const md5 = createHash("md5");
    const path = request.uploads.partPath(name, part);
    for await (const bytes of createReadStream(path, {
      highWaterMark: READ_BYTES,
    }) as AsyncIterable<Buffer>) {
      size += bytes.length;
      md5.update(bytes);
      digest?.update(bytes);
      await file.write(bytes);
    }
    if (md5.digest("hex") !== part.etag)
      throw new S3Error("InternalError", `Part ${part.number} has changed on disk.`);
    md5s.update(Buffer.from(part.etag, "hex"));
  }
  const checksums = digest
    ? await fullObjectChecksums(algorithm, digest)
    : await compositeChecksums(upload, parts);
  verifyObject(request, size, checksums);
  const etag = `${md5s.digest().toString("hex")}-${parts.length}`;
  return { ...upload.description, size, etag, checksums };
}

async function compositeChecksums({ checksum }: Upload, parts: readonly Part[]): Promise<Checksum[]> {
  if (!checksum) return [];
  const values = parts.map((part) => part.checksum ?? "");
  return [{ ...checksum, value: await compositeChecksum(checksum.algorithm, values) }];
}

/** Compares the object with the client's expectations. */
function verifyObject({ headers }: S3Request, size: number, checksums: readonly Checksum[]): void {
  const expectedSize = headers["x-amz-mp-object-size"];
  if (expectedSize !== undefined && expectedSize !== String(size)) {
    throw new S3Error(
      "InvalidRequest",
      `The parts have ${size} bytes in total, but ${expectedSize} were expected.`,
    );
  }
  const expectedType = headers["x-amz-checksum-type"];
  if (expectedType !== undefined && expectedType !== checksums[0]?.type) {
    throw new S3Error("InvalidRequest", `The upload has no checksum of the type ${expectedType}.`);
  }
  for (const algorithm of CHECKSUM_ALGORITHMS) {
    const expected = headers[checksumHeader(algorithm)];
    const actual = checksums.find((checksum) => checksum.algorithm === algorithm)?.value;
    if (expected !== undefined && expected !== actual) throw new S3Error("BadDigest");
  }
}
