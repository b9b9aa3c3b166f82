import { Crc32, Crc64Nvme } from "@aws-sdk/checksums/crc";
import { S3Error } from "./s3Error.ts";

/**
 * Checksum algorithms; the SDKs default to CRC32 and the AWS CLI to CRC64NVME. LENGTHS contains the value sizes in bytes,
 * TYPES the type for multipart uploads.
 */
const LENGTHS = { CRC32: 4, CRC64NVME: 8 } as const;
export const MULTIPART_TYPES = { CRC32: "COMPOSITE", CRC64NVME: "FULL_OBJECT" } as const;

export type ChecksumAlgorithm = keyof typeof LENGTHS;
export const CHECKSUM_ALGORITHMS = Object.keys(LENGTHS) as ChecksumAlgorithm[];

/** FULL_OBJECT covers all bytes; COMPOSITE is the checksum of the part checksums, with the suffix `-<parts>`. */
export type ChecksumType = "FULL_OBJECT" | "COMPOSITE";

export interface Checksum {
  algorithm: ChecksumAlgorithm;
  type: ChecksumType;
  /** Base64. */
  value: string;
}

export type Digest = Crc32 | Crc64Nvme;

/** Parses an algorithm name, ignoring case. Throws `NotImplemented` for an unsupported algorithm. */
export function parseAlgorithm(name: string): ChecksumAlgorithm {
  const algorithm = CHECKSUM_ALGORITHMS.find((known) => known === name.toUpperCase());
  if (algorithm) return algorithm;
  throw new S3Error("NotImplemented", `Only CRC32 and CRC64NVME checksums are supported, not ${name}.`);
}

/** Returns the header name, such as `x-amz-checksum-crc32`. */
export function checksumHeader(algorithm: ChecksumAlgorithm): string {
  return `x-amz-checksum-${algorithm.toLowerCase()}`;
}

/** Returns the XML element name, such as `ChecksumCRC32`. */
export function checksumElement(algorithm: ChecksumAlgorithm): string {
  return `Checksum${algorithm}`;
}

export function isChecksumValue(algorithm: ChecksumAlgorithm, value: string): boolean {
  const bytes = Buffer.from(value, "base64");
  return bytes.length === LENGTHS[algorithm] && bytes.toString("base64") === value;
}

export function createDigest(algorithm: ChecksumAlgorithm): Digest {
  return algorithm === "CRC32" ? new Crc32() : new Crc64Nvme();
}

/** Returns the checksum of the bytes that a digest has processed, in Base64. */
export async function digestValue(digest: Digest): Promise<string> {
  return Buffer.from(await digest.digest()).toString("base64");
}

/** Records a digest that has processed all bytes of an object. */
export async function fullObjectChecksums(
  algorithm: ChecksumAlgorithm | undefined,
  digest: Digest | undefined,
): Promise<Checksum[]> {
  if (!algorithm || !digest) return [];
  return [{ algorithm, type: "FULL_OBJECT", value: await digestValue(digest) }];
}

/** Computes the checksum of a multipart object from the checksums of its parts (base64). */
export async function compositeChecksum(
  algorithm: ChecksumAlgorithm,
  parts: readonly string[],
): Promise<string> {
  const digest = createDigest(algorithm);
  for (const part of parts) digest.update(Buffer.from(part, "base64"));
  return `${await digestValue(digest)}-${parts.length}`;
}
