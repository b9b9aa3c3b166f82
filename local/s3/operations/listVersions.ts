import { type XmlElement, xmlDocument } from "#local/s3/protocol/xml.ts";
import { quoted, type S3Request, type S3Response } from "./exchange.ts";
import { keyEncoder, parseMaxKeys, readPage } from "./listObjects.ts";

/** Handles ListObjectVersions as S3 does for a bucket without versioning: each object has one version, `null`. */
export async function listObjectVersions(request: S3Request): Promise<S3Response> {
  const { query, bucket } = request;
  const maxKeys = parseMaxKeys(query.get("max-keys"));
  const prefix = query.get("prefix") ?? "";
  const marker = query.get("key-marker") ?? "";
  const start = { at: marker, isPrefix: false };
  const page = await readPage(request, { prefix, delimiter: undefined, start, maxKeys });
  const encode = keyEncoder(request);
  const body = xmlDocument("ListVersionsResult", [
    ["Name", bucket],
    ["Prefix", encode(prefix)],
    ["KeyMarker", encode(marker)],
    ["NextKeyMarker", page.next && encode(page.next.at)],
    ["NextVersionIdMarker", page.next && "null"],
    ["MaxKeys", maxKeys],
    ["EncodingType", query.get("encoding-type")],
    ["IsTruncated", page.next !== undefined],
    ...page.contents.map(
      ({ key, record }): XmlElement => [
        "Version",
        [
          ["Key", encode(key)],
          ["VersionId", "null"],
          ["IsLatest", true],
          ["LastModified", new Date(record.modified).toISOString()],
          ["ETag", quoted(record.etag)],
          ["Size", record.size],
          ["StorageClass", "STANDARD"],
        ],
      ],
    ),
  ]);
  return { status: 200, body };
}
