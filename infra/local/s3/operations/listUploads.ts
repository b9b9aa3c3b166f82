import { checksumElement } from "#infra/local/s3/protocol/checksum.ts";
import { type XmlElement, xmlDocument } from "#infra/local/s3/protocol/xml.ts";
import { compareKeys } from "#infra/local/s3/storage/listKeys.ts";
import type { Upload } from "#infra/local/s3/storage/uploadStore.ts";
import { countParameter, quoted, type S3Request, type S3Response } from "./exchange.ts";
import { keyEncoder } from "./listObjects.ts";
import { uploadName } from "./multipartUpload.ts";

const MAX_ITEMS = 1000;

export async function listParts(request: S3Request): Promise<S3Response> {
  const name = uploadName(request);
  const maxParts = countParameter(request, "max-parts", MAX_ITEMS);
  const marker = request.query.has("part-number-marker")
    ? countParameter(request, "part-number-marker", 10_000)
    : 0;
  const { checksum } = await request.uploads.find(name);
  const rest = (await request.uploads.parts(name)).filter((part) => part.number > marker);
  const shown = rest.slice(0, maxParts);
  const body = xmlDocument("ListPartsResult", [
    ["Bucket", name.bucket],
    ["Key", keyEncoder(request)(name.key)],
    ["UploadId", name.id],
    ["PartNumberMarker", marker],
    ["NextPartNumberMarker", shown.at(-1)?.number],
    ["MaxParts", maxParts],
    ["IsTruncated", maxParts > 0 && rest.length > shown.length],
    ["ChecksumAlgorithm", checksum?.algorithm],
    ["ChecksumType", checksum?.type],
    ["StorageClass", "STANDARD"],
    ...shown.map((part): XmlElement => {
      const ofPart: XmlElement[] = checksum ? [[checksumElement(checksum.algorithm), part.checksum]] : [];
      return [
        "Part",
        [
          ["PartNumber", part.number],
          ["LastModified", new Date(part.modified).toISOString()],
          ["ETag", quoted(part.etag)],
          ["Size", part.size],
          ...ofPart,
        ],
      ];
    }),
  ]);
  return { status: 200, body };
}

export async function listMultipartUploads(request: S3Request): Promise<S3Response> {
  const { query, bucket } = request;
  const maxUploads = countParameter(request, "max-uploads", MAX_ITEMS);
  const prefix = query.get("prefix") ?? "";
  const keyMarker = query.get("key-marker") ?? "";
  const idMarker = keyMarker === "" ? "" : (query.get("upload-id-marker") ?? "");
  const uploads = (await request.uploads.list(bucket)).filter(({ key }) => key.startsWith(prefix));
  const rest = uploads.slice(firstAfter(uploads, keyMarker, idMarker));
  const shown = rest.slice(0, maxUploads);
  const isTruncated = maxUploads > 0 && rest.length > shown.length;
  const last = isTruncated ? shown.at(-1) : undefined;
  const encode = keyEncoder(request);
  const body = xmlDocument("ListMultipartUploadsResult", [
    ["Bucket", bucket],
    ["KeyMarker", encode(keyMarker)],
    ["UploadIdMarker", idMarker],
    ["NextKeyMarker", last && encode(last.key)],
    ["NextUploadIdMarker", last?.id],
    ["Prefix", encode(prefix)],
    ["EncodingType", query.get("encoding-type")],
    ["MaxUploads", maxUploads],
    ["IsTruncated", isTruncated],
    ...shown.map(
      ({ id, key, created, checksum }): XmlElement => [
        "Upload",
        [
          ["Key", encode(key)],
          ["UploadId", id],
          ["StorageClass", "STANDARD"],
          ["Initiated", new Date(created).toISOString()],
          ["ChecksumAlgorithm", checksum?.algorithm],
          ["ChecksumType", checksum?.type],
        ],
      ],
    ),
  ]);
  return { status: 200, body };
}

/** Uploads of one key are in the order of their age, so the marker's place among them is found by its id. */
function firstAfter(uploads: readonly Upload[], keyMarker: string, idMarker: string): number {
  if (keyMarker === "") return 0;
  const marked = uploads.findIndex(({ key, id }) => key === keyMarker && id === idMarker);
  if (marked >= 0) return marked + 1;
  const next = uploads.findIndex(({ key }) => compareKeys(key, keyMarker) > 0);
  return next < 0 ? uploads.length : next;
}
