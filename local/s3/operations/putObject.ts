import { objectPath } from "#local/s3/storage/objectPath.ts";
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
    return { ...description, size, etag: md5, checksums };
  });
  return { status: 200, headers: { etag: quoted(record.etag), ...checksumHeaders(record) } };
}
