import { S3Error } from "./s3Error.ts";

/** Both ends are included, counted from 0. */
export interface ByteRange {
  first: number;
  last: number;
}

/**
 * Reads the bytes that a Range header asks for, of an object of `size` bytes. As S3 does, a header that is not one well-formed
 * range of bytes is ignored (undefined: the whole object); one that lies outside the object throws `InvalidRange`.
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
