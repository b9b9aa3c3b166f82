import { requireSessionKey } from "#local/s3/protocol/requireSessionAccess.ts";
import { S3Error } from "#local/s3/protocol/s3Error.ts";
import { childrenNamed, childText, parseXml, type XmlElement, xmlDocument } from "#local/s3/protocol/xml.ts";
import { receiveText } from "./body.ts";
import type { S3Request, S3Response } from "./exchange.ts";

const MAX_KEYS = 1000;
const MAX_DOCUMENT_BYTES = 4 * 1024 ** 2;
const MAX_CONCURRENT = 16;
/** Elements of an entry that specify conditions for its deletion. */
const CONDITIONS = ["ETag", "LastModifiedTime", "Size"];

/** Handles DeleteObject. */
export async function deleteObject({ store, bucket, key }: S3Request): Promise<S3Response> {
  await store.delete(bucket, key);
  return { status: 204 };
}

/** Handles DeleteObjects: up to 1,000 keys, which succeed or fail independently. */
export async function deleteObjects(request: S3Request): Promise<S3Response> {
  const protectedBody = Object.keys(request.headers).some(
    (name) => name === "content-md5" || name.startsWith("x-amz-checksum-") || name === "x-amz-trailer",
  );
  if (!protectedBody)
    throw new S3Error("InvalidRequest", "DeleteObjects requires Content-MD5 or a checksum.");
  const { keys, quiet } = parseDeletions(await receiveText(request, MAX_DOCUMENT_BYTES));
  const results: XmlElement[] = [];
  for (let start = 0; start < keys.length; start += MAX_CONCURRENT) {
    const batch = keys.slice(start, start + MAX_CONCURRENT);
    results.push(...(await Promise.all(batch.map((key) => deleteOne(request, key)))));
  }
  const shown = results.filter(([name]) => !quiet || name === "Error");
  return { status: 200, body: xmlDocument("DeleteResult", shown) };
}

async function deleteOne(
  { store, bucket, authentication: { session } }: S3Request,
  key: string,
): Promise<XmlElement> {
  try {
    if (session) requireSessionKey(session, key);
    await store.delete(bucket, key);
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

function parseDeletions(document: string): { keys: string[]; quiet: boolean } {
  const root = parseXml(document);
  const objects = childrenNamed(root, "Object");
  if (root.name !== "Delete" || objects.length === 0 || objects.length > MAX_KEYS)
    throw new S3Error("MalformedXML");
  const keys = objects.map((object) => {
    const key = childText(object, "Key");
    if (!key) throw new S3Error("MalformedXML");
    const condition = object.children.find(({ name }) => CONDITIONS.includes(name));
    // Each object has one version with the ID "null", as in a bucket without versioning.
    const version = childText(object, "VersionId");
    if (version && version !== "null")
      throw new S3Error("NotImplemented", "Only the version ID 'null' exists here.");
    if (condition) throw new S3Error("NotImplemented", `The element ${condition.name} is not supported.`);
    return key;
  });
  return { keys, quiet: childText(root, "Quiet")?.trim().toLowerCase() === "true" };
}
