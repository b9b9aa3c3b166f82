import { createHash } from "node:crypto";
import { crc32 } from "node:zlib";
import { S3Error } from "./s3Error.ts";

/**
 * Lists the algorithms that clients use unless told otherwise: CRC32 the SDKs, CRC64NVME the command line. LENGTHS has the
 * bytes of each one's value, TYPES the type that an upload in parts has.
 */
const LENGTHS = { CRC32: 4, CRC64NVME: 8 } as const;
export const MULTIPART_TYPES = { CRC32: "COMPOSITE", CRC64NVME: "FULL_OBJECT" } as const;

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

/** Reads an algorithm's name, in whatever case. Throws `NotImplemented` for one that is not offered. */
export function parseAlgorithm(name: string): ChecksumAlgorithm {
  const algorithm = CHECKSUM_ALGORITHMS.find((known) => known === name.toUpperCase());
  if (algorithm) return algorithm;
  throw new S3Error("NotImplemented", `Checksums are CRC32 or CRC64NVME; ${name} is not supported.`);
}

/** Makes `x-amz-checksum-crc32` and so on. */
export function checksumHeader(algorithm: ChecksumAlgorithm): string {
  return `x-amz-checksum-${algorithm.toLowerCase()}`;
}

/** Makes `ChecksumCRC32` and so on: the elements of XML documents. */
export function checksumElement(algorithm: ChecksumAlgorithm): string {
  return `Checksum${algorithm}`;
}

export function isChecksumValue(algorithm: ChecksumAlgorithm, value: string): boolean {
  const bytes = Buffer.from(value, "base64");
  return bytes.length === LENGTHS[algorithm] && bytes.toString("base64") === value;
}

export function createDigest(algorithm: ChecksumAlgorithm | "MD5"): Digest {
  if (algorithm === "CRC32") return crc32Digest();
  if (algorithm === "CRC64NVME") return crc64Digest();
  return createHash("md5");
}

/** Records a digest that has seen all bytes of an object. */
export function fullObjectChecksums(
  algorithm: ChecksumAlgorithm | undefined,
  digest: Digest | undefined,
): Checksum[] {
  if (!algorithm || !digest) return [];
  return [{ algorithm, type: "FULL_OBJECT", value: digest.digest().toString("base64") }];
}

/** Computes the checksum of a multipart object whose parts have these values (base64). */
export function compositeChecksum(algorithm: ChecksumAlgorithm, parts: readonly string[]): string {
  const digest = createDigest(algorithm);
  for (const part of parts) digest.update(Buffer.from(part, "base64"));
  return `${digest.digest().toString("base64")}-${parts.length}`;
}

function crc32Digest(): Digest {
  let crc = 0;
  return {
    update(bytes) {
      crc = crc32(bytes, crc);
    },
    digest() {
      const value = Buffer.alloc(4);
      value.writeUInt32BE(crc);
      return value;
    },
  };
}

/** Computes CRC-64/NVME, reflected, in two halves: JavaScript's bit operations are 32 bits wide. */
function crc64Digest(): Digest {
  const { highs, lows } = nvmeTables();
  let [high, low] = [-1, -1];
  return {
    update(bytes) {
      for (let index = 0; index < bytes.length; index++) {
        const entry = (low ^ (bytes[index] as number)) & 0xff;
        low = ((low >>> 8) | (high << 24)) ^ (lows[entry] as number);
        high = (high >>> 8) ^ (highs[entry] as number);
      }
    },
    digest() {
      const value = Buffer.alloc(8);
      value.writeInt32BE(~high, 0);
      value.writeInt32BE(~low, 4);
      return value;
    },
  };
}

/** The polynomial is 0x9a6c9329ac4bc9b5. */
const NVME_HIGH = 0x9a6c9329;
const NVME_LOW = 0xac4bc9b5;
let nvme: { highs: Int32Array; lows: Int32Array } | undefined;

function nvmeTables(): { highs: Int32Array; lows: Int32Array } {
  if (nvme) return nvme;
  nvme = { highs: new Int32Array(256), lows: new Int32Array(256) };
  for (let byte = 0; byte < 256; byte++) {
    let [high, low] = [0, byte];
    for (let bit = 0; bit < 8; bit++) {
      const carry = low & 1;
      low = ((low >>> 1) | (high << 31)) ^ (carry ? NVME_LOW : 0);
      high = (high >>> 1) ^ (carry ? NVME_HIGH : 0);
    }
    nvme.highs[byte] = high;
    nvme.lows[byte] = low;
  }
  return nvme;
}
