import { createHash, randomBytes } from "node:crypto";
import { decodeAwsChunked, type Trailers } from "#local/s3/protocol/awsChunked.ts";
import {
  type Checksum,
  type ChecksumAlgorithm,
  checksumHeader,
  createDigest,
  fullObjectChecksums,
  isChecksumValue,
  parseAlgorithm,
} from "#local/s3/protocol/checksum.ts";
import { S3Error } from "#local/s3/protocol/s3Error.ts";
import type { S3Request } from "./exchange.ts";

/** Names of the headers that contain a checksum value. */
const VALUE_HEADER = /^x-amz-checksum-(?!mode$|algorithm$|type$)/;

/** 5 GiB per PutObject or part. */
const MAX_BODY_BYTES = 5 * 1024 ** 3;

/** Received content, verified against the hashes and sizes sent by the client. */
export interface ReceivedBody {
  /** In bytes. */
  size: number;
  /** In hexadecimal; random if the body was a stream of unknown length. */
  md5: string;
  /** Checksum that the client provided or that was requested, if any. */
  checksums: Checksum[];
}

/** Checksum announced by the client: its value is in a header, or undefined if it follows in the trailer. */
interface Announced {
  algorithm: ChecksumAlgorithm;
  value: string | undefined;
}

/**
 * Streams a request body into `sink` and verifies its size, Content-MD5, x-amz-content-sha256 and checksum. Nothing may become
 * visible before this function returns. `algorithm` is the only allowed checksum and is always computed.
 */
export async function receiveBody(
  request: S3Request,
  sink: (bytes: Buffer) => Promise<void> | void,
  options: { algorithm?: ChecksumAlgorithm | undefined; maximum?: number } = {},
): Promise<ReceivedBody> {
  const maximum = options.maximum ?? MAX_BODY_BYTES;
  const expected = expectedSize(request);
  if (expected !== undefined && expected > maximum) throw new S3Error("EntityTooLarge");
  const announced = announcedChecksum(request);
  const algorithm = options.algorithm ?? announced?.algorithm;
  if (announced && announced.algorithm !== algorithm) {
    throw new S3Error("InvalidRequest", `Checksum Type mismatch: expected ${algorithm}.`);
  }
  const contentMd5 = announcedMd5(request);
  const payloadHash = announcedPayloadHash(request);
  // As for a multipart object, the ETag of a stream is not a content hash.
  const md5 = expected === undefined ? undefined : createHash("md5");
  const sha256 = payloadHash === undefined ? undefined : createHash("sha256");
  const digest = algorithm && createDigest(algorithm);
  let size = 0;
  const trailers = await forEachChunk(request, async (bytes) => {
    size += bytes.length;
    if (size > (expected ?? maximum))
      throw new S3Error(expected === undefined ? "EntityTooLarge" : "IncompleteBody");
    for (const hash of [md5, sha256, digest]) hash?.update(bytes);
    await sink(bytes);
  });
  if (expected !== undefined && size !== expected) throw new S3Error("IncompleteBody");
  const md5Value = md5?.digest() ?? randomBytes(16);
  if (contentMd5 !== undefined && contentMd5 !== md5Value.toString("base64")) throw new S3Error("BadDigest");
  if (sha256?.digest("hex") !== payloadHash) throw new S3Error("XAmzContentSHA256Mismatch");
  const checksums = await fullObjectChecksums(algorithm, digest);
  if (announced) verifyAnnounced(announced, trailers, checksums[0]?.value);
  return { size, md5: md5Value.toString("hex"), checksums };
}

/** Reads the body of a request that contains an XML document. */
export async function receiveText(request: S3Request, maximum: number): Promise<string> {
  const chunks: Buffer[] = [];
  await receiveBody(request, (bytes) => void chunks.push(bytes), { maximum });
  return Buffer.concat(chunks).toString("utf8");
}

async function forEachChunk(request: S3Request, sink: (bytes: Buffer) => Promise<void>): Promise<Trailers> {
  // Left open after a failure so that a client that is still sending can read the response.
  const raw: AsyncIterable<Buffer> = request.openBody().iterator({ destroyOnReturn: false });
  if (!isChunked(request)) {
    for await (const bytes of raw) await sink(bytes);
    return new Map();
  }
  const decoded = decodeAwsChunked(raw);
  let step = await decoded.next();
  for (; !step.done; step = await decoded.next()) await sink(step.value);
  return step.value;
}

/** Returns whether a body is chunked, with its checksum after the last chunk. */
function isChunked({ authentication }: S3Request): boolean {
  return authentication.payload === "STREAMING-UNSIGNED-PAYLOAD-TRAILER";
}

/** Returns the announced size, in bytes; undefined if this process sends a stream of unknown length. */
function expectedSize(request: S3Request): number | undefined {
  const chunked = isChunked(request);
  const text = request.headers[chunked ? "x-amz-decoded-content-length" : "content-length"];
  if (text === undefined && request.isOwn) return undefined;
  if (text === undefined && request.headers["transfer-encoding"] === undefined && !chunked) return 0;
  if (text === undefined || !/^[0-9]{1,15}$/.test(text)) throw new S3Error("MissingContentLength");
  return Number(text);
}

/** Reads the hash that is covered by the signature, in hexadecimal. */
function announcedPayloadHash(request: S3Request): string | undefined {
  const { payload } = request.authentication;
  if (payload === "UNSIGNED-PAYLOAD" || isChunked(request)) return undefined;
  if (payload.startsWith("STREAMING-"))
    throw new S3Error("NotImplemented", `The payload type ${payload} is not supported.`);
  if (!/^[0-9a-f]{64}$/.test(payload)) {
    throw new S3Error(
      "InvalidArgument",
      "x-amz-content-sha256 must be UNSIGNED-PAYLOAD, STREAMING-UNSIGNED-PAYLOAD-TRAILER or a SHA-256.",
    );
  }
  return payload;
}

function announcedMd5(request: S3Request): string | undefined {
  const value = request.headers["content-md5"];
  if (value !== undefined && Buffer.from(value, "base64").length !== 16) throw new S3Error("InvalidDigest");
  return value;
}

function announcedChecksum({ headers }: S3Request): Announced | undefined {
  const trailer = headers["x-amz-trailer"]?.toLowerCase().trim();
  const inHeaders = Object.keys(headers).filter((header) => VALUE_HEADER.test(header));
  const [name, ...others] = trailer === undefined ? inHeaders : [...inHeaders, trailer];
  if (others.length > 0) throw new S3Error("InvalidRequest", "Expecting a single x-amz-checksum- header.");
  const given = headers["x-amz-sdk-checksum-algorithm"];
  const named = given === undefined ? undefined : parseAlgorithm(given);
  if (name === undefined) {
    if (named === undefined) return undefined;
    throw new S3Error(
      "InvalidRequest",
      `${named} is specified, but there is no x-amz-checksum-… or x-amz-trailer header.`,
    );
  }
  const algorithm = parseAlgorithm(name.replace(VALUE_HEADER, ""));
  if (named !== undefined && named !== algorithm) {
    throw new S3Error("InvalidRequest", "Value for x-amz-sdk-checksum-algorithm header is invalid.");
  }
  const value = headers[name];
  if (value !== undefined) requireChecksumValue(algorithm, value);
  return { algorithm, value };
}

function verifyAnnounced(
  { algorithm, value }: Announced,
  trailers: Trailers,
  computed: string | undefined,
): void {
  const expected = value ?? trailers.get(checksumHeader(algorithm));
  if (expected === undefined)
    throw new S3Error("InvalidRequest", "The trailer that x-amz-trailer names is missing.");
  requireChecksumValue(algorithm, expected);
  if (expected !== computed) {
    throw new S3Error("BadDigest", `The ${algorithm} you specified did not match the calculated checksum.`);
  }
}

function requireChecksumValue(algorithm: ChecksumAlgorithm, value: string): void {
  if (isChecksumValue(algorithm, value)) return;
  throw new S3Error("InvalidRequest", `Value for ${checksumHeader(algorithm)} header is invalid.`);
}
