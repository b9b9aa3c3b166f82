import { createHash } from "node:crypto";
import type { Checksum } from "#local/s3/protocol/checksum.ts";

/** Headers that S3 stores with an object and returns unchanged. */
export const CONTENT_HEADERS = [
  "cache-control",
  "content-disposition",
  "content-encoding",
  "content-language",
  "content-type",
  "expires",
] as const;

export type ContentHeader = (typeof CONTENT_HEADERS)[number];

/** Type of an object whose client does not state one, as in S3. */
export const DEFAULT_TYPE = "binary/octet-stream";

/** Headers that a client stores with the content of an object. */
export interface Description {
  content: Partial<Record<ContentHeader, string>>;
  /** `x-amz-meta-…`, without that prefix. */
  user: Record<string, string>;
}

export interface ObjectRecord extends Description {
  /** In bytes. */
  size: number;
  /** Milliseconds since 1970; also the modification time of the object's file. Unique across writes. */
  modified: number;
  /** Without quotes. */
  etag: string;
  checksums: Checksum[];
}

/**
 * Sidecar of an object's file. During a replacement, it contains the new and the previous record, so that moving the file into
 * place changes the object atomically: a reader uses the record that matches the file it found.
 */
export interface Sidecar {
  records: ObjectRecord[];
}

export interface FileFacts {
  size: number;
  modified: number;
}

export function recordOf(sidecar: Sidecar | undefined, file: FileFacts): ObjectRecord | undefined {
  return sidecar?.records.find((record) => record.size === file.size && record.modified === file.modified);
}

/**
 * Returns the record of a file without a sidecar: one without a description, or added by other means. The ETag changes with the
 * file.
 */
export function recordOfFile(file: FileFacts): ObjectRecord {
  const etag = `${createHash("md5").update(`${file.size} ${file.modified}`).digest("hex")}-1`;
  return { ...file, etag, checksums: [], content: { "content-type": DEFAULT_TYPE }, user: {} };
}
