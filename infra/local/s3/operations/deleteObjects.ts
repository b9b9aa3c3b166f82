import { childrenNamed, childText, parseXml } from "#infra/local/s3/protocol/parseXml.ts";
import { S3Error } from "#infra/local/s3/protocol/s3Error.ts";
import { type XmlElement, xmlDocument } from "#infra/local/s3/protocol/xml.ts";
import { receiveText } from "./body.ts";
import type { S3Request, S3Response } from "./exchange.ts";
import { writeCondition } from "./preconditions.ts";

const MAX_KEYS = 1000;
const MAX_DOCUMENT_BYTES = 4 * 1024 ** 2;
const CONCURRENCY = 16;

interface Deletion {
  key: string;
  /** The object goes only if it has this ETag. */
  etag: string | undefined;
}

/** DeleteObjects: up to 1,000 keys, each of which succeeds or fails for itself. */
export async function deleteObjects(request: S3Request): Promise<S3Response> {
  const protectedBody = Object.keys(request.headers).some(
    (name) => name === "content-md5" || name.startsWith("x-amz-checksum-") || name === "x-amz-trailer",
  );
  if (!protectedBody) throw new S3Error("InvalidRequest", "DeleteObjects needs Content-MD5 or a checksum.");
  const { deletions, quiet } = parseDeletions(await receiveText(request, MAX_DOCUMENT_BYTES));
  const results: XmlElement[] = [];
  for (let start = 0; start < deletions.length; start += CONCURRENCY) {
    const batch = deletions.slice(start, start + CONCURRENCY);
    results.push(...(await Promise.all(batch.map((deletion) => deleteOne(request, deletion)))));
  }
  const shown = results.filter(([name]) => !quiet || name === "Error");
  return { status: 200, body: xmlDocument("DeleteResult", shown) };
}

async function deleteOne({ store, bucket }: S3Request, { key, etag }: Deletion): Promise<XmlElement> {
  try {
    await store.delete(bucket, key, writeCondition({ "if-match": etag }));
    return ["Deleted", [["Key", key]]];
  } catch (error) {
    if (!(error instanceof S3Error)) throw error;
    return [
      "Error",
      [
        ["Key", key],
        ["Code", error.code],
        ["Message", error.message],
      ],
    ];
  }
}

function parseDeletions(document: string): { deletions: Deletion[]; quiet: boolean } {
  const root = parseXml(document);
  const objects = childrenNamed(root, "Object");
  if (root.name !== "Delete" || objects.length === 0 || objects.length > MAX_KEYS)
    throw new S3Error("MalformedXML");
  const deletions = objects.map((object): Deletion => {
    const key = childText(object, "Key");
    if (!key) throw new S3Error("MalformedXML");
    const version = childText(object, "VersionId");
    if (version !== undefined) throw new S3Error("NotImplemented", "Versions of objects are not supported.");
    return { key, etag: childText(object, "ETag") };
  });
  return { deletions, quiet: childText(root, "Quiet")?.trim().toLowerCase() === "true" };
}
