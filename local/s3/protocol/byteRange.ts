import { S3Error } from "./s3Error.ts";

/** Zero-based, both ends inclusive. */
export interface ByteRange {
  first: number;
  last: number;
}

/**
 * Returns the byte range in a Range header for an object of `size` bytes. As in S3, a header that is not a single well-formed
 * range is ignored (undefined: the whole object). Throws `InvalidRange` for a range outside the object.
 */
export function parseByteRange(header: string | undefined, size: number): ByteRange | undefined {
  const match = /^\s*bytes\s*=\s*(\d*)\s*-\s*(\d*)\s*$/i.exec(header ?? "");
  if (!match) return undefined;
  const [, from = "", to = ""] = match;
  if (from === "") {
    if (to === "") return undefined;
    const length = Math.min(Number(to), size);
    if (length === 0) throw new S3Error("InvalidRange");
    return { first: size - length, last: size - 1 };
  }
  const first = Number(from);
  const last = to === "" ? Number.POSITIVE_INFINITY : Number(to);
  if (last < first) return undefined;
  if (first >= size) throw new S3Error("InvalidRange");
  return { first, last: Math.min(last, size - 1) };
}
