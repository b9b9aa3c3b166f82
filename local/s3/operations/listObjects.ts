import { S3Error } from "#local/s3/protocol/s3Error.ts";
import { type XmlElement, xmlDocument } from "#local/s3/protocol/xml.ts";
import { compareKeys, listKeys } from "#local/s3/storage/listKeys.ts";
import type { ObjectRecord } from "#local/s3/storage/objectRecord.ts";
import { uriEncodePath } from "#local/signature/uriEncode.ts";
import { quoted, type S3Request, type S3Response } from "./exchange.ts";

const MAX_KEYS = 1000;

/** End of a page: a key, or a common prefix that stands for all keys under it. */
interface Position {
  at: string;
  isPrefix: boolean;
}

interface Page {
  contents: { key: string; record: ObjectRecord }[];
  commonPrefixes: string[];
  /** Undefined on the last page. */
  next: Position | undefined;
}

/** Handles ListObjectsV2. */
export async function listObjectsV2(request: S3Request): Promise<S3Response> {
  const { query, bucket } = request;
  const maxKeys = parseMaxKeys(query.get("max-keys"));
  const prefix = query.get("prefix") ?? "";
  const delimiter = query.get("delimiter") || undefined;
  const token = query.get("continuation-token");
  const startAfter = query.get("start-after") ?? "";
  if (startAfter !== "" && delimiter !== undefined)
    throw new S3Error("NotImplemented", "The query parameter start-after is not supported with delimiter.");
  // A token continues a listing, so it already follows the key after which the listing started.
  const start = token === undefined ? { at: startAfter, isPrefix: false } : parseToken(token);
  const page = await readPage(request, { prefix, delimiter, start, maxKeys });
  const encode = keyEncoder(request);
  const body = xmlDocument("ListBucketResult", [
    ["Name", bucket],
    ["Prefix", encode(prefix)],
    ["ContinuationToken", token],
    ["StartAfter", startAfter === "" ? undefined : encode(startAfter)],
    ["NextContinuationToken", page.next && formatToken(page.next)],
    ["KeyCount", page.contents.length + page.commonPrefixes.length],
    ["MaxKeys", maxKeys],
    ["Delimiter", delimiter && encode(delimiter)],
    ["EncodingType", query.get("encoding-type")],
    ["IsTruncated", page.next !== undefined],
    ...page.contents.map(({ key, record }): XmlElement => ["Contents", contents(encode(key), record)]),
    ...page.commonPrefixes.map((common): XmlElement => ["CommonPrefixes", [["Prefix", encode(common)]]]),
  ]);
  return { status: 200, body };
}

/** Parses an integer and, as S3 does, caps it at MAX_KEYS. */
export function parseMaxKeys(text: string | undefined): number {
  if (!text) return MAX_KEYS;
  if (!/^[0-9]{1,15}$/.test(text)) throw new S3Error("InvalidArgument", "max-keys must be an integer.");
  return Math.min(Number(text), MAX_KEYS);
}

/** Returns the encoding of keys in a listing: unchanged, or percent-encoded with `encoding-type=url`. */
export function keyEncoder({ query }: S3Request): (key: string) => string {
  const encoding = query.get("encoding-type");
  if (encoding === undefined) return (key) => key;
  if (encoding !== "url")
    throw new S3Error("InvalidArgument", "Invalid Encoding Method specified in Request");
  return uriEncodePath;
}

function contents(key: string, record: ObjectRecord): XmlElement[] {
  return [
    ["Key", key],
    ["LastModified", new Date(record.modified).toISOString()],
    ["ETag", quoted(record.etag)],
    ...record.checksums.map(({ algorithm }): XmlElement => ["ChecksumAlgorithm", algorithm]),
    ["ChecksumType", record.checksums[0]?.type],
    ["Size", record.size],
    ["StorageClass", "STANDARD"],
  ];
}

interface PageQuery {
  prefix: string;
  delimiter: string | undefined;
  start: Position;
  maxKeys: number;
}

export async function readPage(
  request: S3Request,
  { prefix, delimiter, start, maxKeys }: PageQuery,
): Promise<Page> {
  const { store, bucket } = request;
  const pageKeys: string[] = [];
  const commonPrefixes: string[] = [];
  let position = start;
  let next: Position | undefined;
  const keys = listKeys(store.bucketFolder(bucket), prefix, (beginning, isFolder) =>
    isBehind(position, beginning, isFolder),
  );
  for await (const key of keys) {
    if (pageKeys.length + commonPrefixes.length >= maxKeys) {
      if (maxKeys > 0) next = position;
      break;
    }
    const delimiterAt = delimiter === undefined ? -1 : key.indexOf(delimiter, prefix.length);
    if (delimiter === undefined || delimiterAt < 0) {
      pageKeys.push(key);
      position = { at: key, isPrefix: false };
    } else {
      const common = key.slice(0, delimiterAt + delimiter.length);
      commonPrefixes.push(common);
      position = { at: common, isPrefix: true };
    }
  }
  const records = await Promise.all(
    pageKeys.map(async (key) => ({ key, record: await store.find(bucket, key) })),
  );
  // Omits objects that were deleted after their folder was read.
  const contents = records.flatMap(({ key, record }) => (record ? [{ key, record }] : []));
  return { contents, commonPrefixes, next };
}

/** Returns whether a key, or everything in a folder, is at or before a position. */
function isBehind({ at, isPrefix }: Position, beginning: string, isFolder: boolean): boolean {
  if (at === "") return false;
  if (isPrefix && beginning.startsWith(at)) return true;
  if (isFolder && at.startsWith(beginning)) return false;
  return compareKeys(beginning, at) <= 0;
}

function formatToken({ at, isPrefix }: Position): string {
  return Buffer.from(`${isPrefix ? "p" : "k"}${at}`).toString("base64url");
}

function parseToken(token: string): Position {
  const text = Buffer.from(token, "base64url").toString("utf8");
  if (!/^[pk]./s.test(text) || Buffer.from(text).toString("base64url") !== token) {
    throw new S3Error("InvalidArgument", "The continuation token provided is incorrect");
  }
  return { at: text.slice(1), isPrefix: text.startsWith("p") };
}
