import { checksumElement, checksumHeader } from "#local/s3/protocol/checksum.ts";
import { S3Error } from "#local/s3/protocol/s3Error.ts";
import type { XmlElement } from "#local/s3/protocol/xml.ts";
import {
  CONTENT_HEADERS,
  DEFAULT_TYPE,
  type Description,
  type ObjectRecord,
} from "#local/s3/storage/objectRecord.ts";
import { quoted, type S3Request } from "./exchange.ts";

const USER_PREFIX = "x-amz-meta-";
const MAX_USER_BYTES = 2 * 1024;

/** Reads the object metadata from the headers of a write. */
export function readDescription({ headers }: S3Request): Description {
  const description: Description = { content: {}, user: {} };
  for (const name of CONTENT_HEADERS) {
    const value = name === "content-encoding" ? withoutAwsChunked(headers[name]) : headers[name];
    if (value) description.content[name] = value;
  }
  description.content["content-type"] ??= DEFAULT_TYPE;
  let userBytes = 0;
  for (const [name, value = ""] of Object.entries(headers)) {
    if (!name.startsWith(USER_PREFIX)) continue;
    description.user[name.slice(USER_PREFIX.length)] = value;
    userBytes += name.length - USER_PREFIX.length + Buffer.byteLength(value);
  }
  if (userBytes > MAX_USER_BYTES) throw new S3Error("MetadataTooLarge");
  return description;
}

/** Drops the transfer encoding, which does not apply to the object. */
function withoutAwsChunked(encoding: string | undefined): string | undefined {
  const encodings = encoding?.split(",").map((name) => name.trim());
  return encodings?.filter((name) => name.toLowerCase() !== "aws-chunked").join(", ");
}

/** Writes all headers that describe the object, with or without its bytes. */
export function describingHeaders(record: ObjectRecord): Record<string, string> {
  const headers: Record<string, string> = {
    etag: quoted(record.etag),
    "last-modified": new Date(record.modified).toUTCString(),
    "accept-ranges": "bytes",
    ...record.content,
  };
  for (const [name, value] of Object.entries(record.user)) headers[USER_PREFIX + name] = value;
  return headers;
}

export function checksumHeaders(record: ObjectRecord): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const { algorithm, type, value } of record.checksums) {
    headers[checksumHeader(algorithm)] = value;
    headers["x-amz-checksum-type"] = type;
  }
  return headers;
}

export function checksumElements({ checksums: [checksum] }: ObjectRecord): XmlElement[] {
  if (!checksum) return [];
  return [
    [checksumElement(checksum.algorithm), checksum.value],
    ["ChecksumType", checksum.type],
  ];
}
