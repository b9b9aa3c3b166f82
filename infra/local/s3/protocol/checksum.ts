import { createHash } from "node:crypto";
import { crc32 } from "node:zlib";
import { type Crc64, crc32c, crc64Nvme } from "./crc.ts";

/** In the order in which S3 documents them, with the bytes of each one's value. */
const LENGTHS = { CRC32: 4, CRC32C: 4, CRC64NVME: 8, SHA1: 20, SHA256: 32 } as const;

export type ChecksumAlgorithm = keyof typeof LENGTHS;
export const CHECKSUM_ALGORITHMS = Object.keys(LENGTHS) as ChecksumAlgorithm[];

/** FULL_OBJECT is over all bytes; COMPOSITE is the checksum of the parts' checksums, with the suffix `-<parts>`. */
export type ChecksumType = "FULL_OBJECT" | "COMPOSITE";

export interface Checksum {
  algorithm: ChecksumAlgorithm;
  type: ChecksumType;
  /** Base64. */
  value: string;
}

export interface Digest {
  update(bytes: Uint8Array): void;
  digest(): Buffer;
}

export function isChecksumAlgorithm(name: string): name is ChecksumAlgorithm {
  return Object.hasOwn(LENGTHS, name);
}

/** `x-amz-checksum-crc32` and so on. */
export function checksumHeader(algorithm: ChecksumAlgorithm): string {
  return `x-amz-checksum-${algorithm.toLowerCase()}`;
}

/** `ChecksumCRC32` and so on: the elements of XML documents. */
export function checksumElement(algorithm: ChecksumAlgorithm): string {
  return `Checksum${algorithm}`;
}

export function isChecksumValue(algorithm: ChecksumAlgorithm, value: string): boolean {
  const bytes = Buffer.from(value, "base64");
  return bytes.length === LENGTHS[algorithm] && bytes.toString("base64") === value;
}

export function createDigest(algorithm: ChecksumAlgorithm | "MD5"): Digest {
  switch (algorithm) {
    case "CRC32":
      return digest32((bytes, previous) => crc32(bytes, previous));
    case "CRC32C":
      return digest32(crc32c);
    case "CRC64NVME":
      return digest64();
    default:
      return createHash(algorithm.toLowerCase());
  }
}

/** What to record of a digest that has seen all bytes of an object. */
export function fullObjectChecksums(
  algorithm: ChecksumAlgorithm | undefined,
  digest: Digest | undefined,
): Checksum[] {
  if (!algorithm || !digest) return [];
  return [{ algorithm, type: "FULL_OBJECT", value: digest.digest().toString("base64") }];
}

/** Of a multipart object whose parts have these values (base64). */
export function compositeChecksum(algorithm: ChecksumAlgorithm, parts: readonly string[]): string {
  const digest = createDigest(algorithm);
  for (const part of parts) digest.update(Buffer.from(part, "base64"));
  return `${digest.digest().toString("base64")}-${parts.length}`;
}

function digest32(next: (bytes: Uint8Array, previous: number) => number): Digest {
  let crc = 0;
  return {
    update(bytes) {
      crc = next(bytes, crc);
    },
    digest() {
      const value = Buffer.alloc(4);
      value.writeUInt32BE(crc);
      return value;
    },
  };
}

function digest64(): Digest {
  let crc: Crc64 = { high: 0, low: 0 };
  return {
    update(bytes) {
      crc = crc64Nvme(bytes, crc);
    },
    digest() {
      const value = Buffer.alloc(8);
      value.writeUInt32BE(crc.high, 0);
      value.writeUInt32BE(crc.low, 4);
      return value;
    },
  };
}
