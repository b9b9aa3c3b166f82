import { objectPath } from "#local/s3/storage/objectPath.ts";
import { DEFAULT_TYPE, type Description } from "#local/s3/storage/objectRecord.ts";
import { receiveBody } from "./body.ts";
import { checksumHeaders, readDescription } from "./description.ts";
import { quoted, type S3Request, type S3Response } from "./exchange.ts";

/** Handles PutObject. */
export async function putObject(request: S3Request): Promise<S3Response> {
  const { store, bucket, key } = request;
  const description = readDescription(request);
  // Rejects an invalid key before the body is sent.
  objectPath(store.directory, bucket, key);
  const record = await store.put(bucket, key, async (file) => {
    const { size, md5, checksums } = await receiveBody(request, (bytes) => file.write(bytes));
    if (request.isOwn && isPlain(description) && checksums.length === 0) return { size };
    return { ...description, size, etag: md5, checksums };
  });
  return { status: 200, headers: { etag: quoted(record.etag), ...checksumHeaders(record) } };
}

/** Types of the platform's objects whose readers know what they contain. */
const OWN_TYPES = new Set([DEFAULT_TYPE, "application/octet-stream", "application/json", "application/gzip"]);

/** Tells whether an object of the platform can do without a description, which takes as long to store as the object. */
function isPlain({ content, user }: Description): boolean {
  const { "content-type": type = DEFAULT_TYPE, ...others } = content;
  return OWN_TYPES.has(type) && Object.keys(others).length === 0 && Object.keys(user).length === 0;
}
