import { S3Error } from "./s3Error.ts";

/** Decoded path and query of a request. */
export interface Target {
  /** Starts with "/". */
  path: string;
  /** "" for the service itself. */
  bucket: string;
  /** "" for a bucket. */
  key: string;
  /** In request order. */
  parameters: readonly (readonly [name: string, value: string])[];
}

/** Parses the path-style target of the request line: `/<bucket>/<key>?<query>`. Throws `InvalidURI`. */
export function parseTarget(url: string): Target {
  if (!url.startsWith("/")) throw new S3Error("InvalidURI");
  const queryStart = url.indexOf("?");
  const rawPath = queryStart < 0 ? url : url.slice(0, queryStart);
  const rawQuery = queryStart < 0 ? "" : url.slice(queryStart + 1);
  const path = decode(rawPath);
  const bucketEnd = rawPath.indexOf("/", 1);
  const bucket = decode(bucketEnd < 0 ? rawPath.slice(1) : rawPath.slice(1, bucketEnd));
  const key = bucketEnd < 0 ? "" : decode(rawPath.slice(bucketEnd + 1));
  return { path, bucket, key, parameters: parseQuery(rawQuery) };
}

/**
 * Converts the text of a query parameter to a header value, which consists of bytes: non-ASCII text becomes UTF-8. Throws
 * `InvalidArgument` for control characters, because a line break would start another header.
 */
export function headerText(name: string, text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to refuse
  if (/[\u0000-\u0008\u000a-\u001f\u007f]/.test(text)) {
    throw new S3Error("InvalidArgument", `${name} may not contain control characters.`);
  }
  return Buffer.from(text, "utf8").toString("latin1");
}

function parseQuery(rawQuery: string): [string, string][] {
  const pairs = rawQuery.split("&").filter((pair) => pair !== "");
  return pairs.map((pair) => {
    const equals = pair.indexOf("=");
    const [name, value] = equals < 0 ? [pair, ""] : [pair.slice(0, equals), pair.slice(equals + 1)];
    return [decode(name.replaceAll("+", " ")), decode(value.replaceAll("+", " "))];
  });
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new S3Error("InvalidURI");
  }
}
