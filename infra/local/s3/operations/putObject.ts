import type { Checksum } from "#infra/local/s3/protocol/checksum.ts";
import { objectPath } from "#infra/local/s3/storage/objectPath.ts";
import type { ObjectRecord } from "#infra/local/s3/storage/objectRecord.ts";
import { receiveBody } from "./body.ts";
import { checksumHeaders, readDescription } from "./description.ts";
import { quoted, type S3Request, type S3Response } from "./exchange.ts";

/** PutObject */
export async function putObject(request: S3Request): Promise<S3Response> {
  const { store, bucket, key } = request;
  const description = readDescription(request);
  // Refuses a key that cannot be stored before the body, so that a client is not made to send one in vain.
  objectPath(store.directory, bucket, key);
  const file = await store.createTemporary();
  const record = await file.discardOnError(async (): Promise<ObjectRecord> => {
    const { size, md5, checksums } = await receiveBody(request, (bytes) => file.write(bytes));
    const modified = store.nextModified();
    await file.finish(modified);
    const verified = [...checksums].map(
      ([algorithm, value]): Checksum => ({ algorithm, type: "FULL_OBJECT", value }),
    );
    return { ...description, size, modified, etag: md5, checksums: verified };
  });
  await store.commit(bucket, key, file, record);
  return { status: 200, headers: { etag: quoted(record.etag), ...checksumHeaders(record) } };
}
