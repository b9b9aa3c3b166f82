import { join } from "node:path";
import { S3Error } from "#local/s3/protocol/s3Error.ts";
import { percentEncoded } from "#local/signature/uriEncode.ts";

const BUCKET_NAME = /^(?!.*\.\.)[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
const MAX_KEY_BYTES = 1024;
/** Maximum file name length on Linux and macOS. */
const MAX_NAME_BYTES = 255;

export function isBucketName(name: string): boolean {
  return BUCKET_NAME.test(name);
}

/**
 * Builds the path of an object's plain file: `<directory>/<bucket>/<folder>~/…/<file>`. The segments of the key (split at "/")
 * are percent-encoded, and every segment but the last gets the suffix "~", which the encoding never produces. Two keys
 * therefore never share a path, and `a` and `a/b` can coexist. Throws S3Error `KeyTooLongError` if a segment is too long for a
 * file name, `InvalidURI` for text that is not valid Unicode, or `InvalidBucketName`.
 */
export function objectPath(directory: string, bucket: string, key: string): string {
  if (!isBucketName(bucket)) throw new S3Error("InvalidBucketName");
  return join(directory, bucket, ...keyNames(key));
}

/** Builds the file and folder names under the bucket's folder that lead to the file of a key. */
export function keyNames(key: string): string[] {
  if (!key.isWellFormed()) throw new S3Error("InvalidURI");
  if (key === "" || Buffer.byteLength(key) > MAX_KEY_BYTES) throw new S3Error("KeyTooLongError");
  const segments = key.split("/");
  const last = segments.length - 1;
  const names = segments.map((segment, index) =>
    index < last ? folderName(segment) : encodeSegment(segment),
  );
  if (names.some((name) => name.length > MAX_NAME_BYTES)) {
    throw new S3Error(
      "KeyTooLongError",
      "A segment of the key exceeds the maximum file name length when percent-encoded.",
    );
  }
  return names;
}

export function folderName(segment: string): string {
  return `${encodeSegment(segment)}~`;
}

/**
 * Encodes a segment: "" becomes "%", which is unique because a "%" in any other encoded segment is always followed by two
 * digits.
 */
function encodeSegment(segment: string): string {
  if (segment === "") return "%";
  if (segment === "." || segment === "..") return segment.replaceAll(".", "%2E");
  return encodeURIComponent(segment).replace(/[!'()*~]/g, percentEncoded);
}

/** Decodes a file or folder name into the corresponding part of a key, such as `b` or `a/`; undefined for other names. */
export function keyPart(name: string): string | undefined {
  const isFolder = name.endsWith("~");
  const encoded = isFolder ? name.slice(0, -1) : name;
  try {
    const segment = encoded === "%" ? "" : decodeURIComponent(encoded);
    if (segment.includes("/") || encodeSegment(segment) !== encoded) return undefined;
    return isFolder ? `${segment}/` : segment;
  } catch {
    return undefined;
  }
}
