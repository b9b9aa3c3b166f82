import { S3Error } from "./s3Error.ts";

/** Decoded path and query of a request. */
export interface Target {
  /** Starts with "/". */
  path: string;
  /** "" on the service itself. */
  bucket: string;
  /** "" on a bucket. */
  key: string;
  /** In the order of the request. */
  parameters: readonly (readonly [name: string, value: string])[];
}

/** Reads the request line's target, path-style: `/<bucket>/<key>?<query>`. Throws `InvalidURI`. */
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
 * Makes a query parameter's text the value of a header, whose characters are bytes: text beyond ASCII becomes UTF-8. Throws
 * `InvalidArgument` for control characters: a line break would begin another header.
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
